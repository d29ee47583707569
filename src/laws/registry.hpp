#pragma once

/// laws/registry.hpp
///
/// Every law that Carom knows: `all_laws`, `find_law` (rigid), `compliant_laws`,
/// `find_compliant_law`. A law is listed in registry.cpp and nowhere else.

#include "carom/law.hpp"
#include "laws/compliant/law.hpp"
