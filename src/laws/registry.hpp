#pragma once

/// laws/registry.hpp
///
/// Every law known, in the order in which they are listed.

#include <span>
#include <string_view>

#include "laws/rigid/law.hpp"

namespace carom {

std::span<const Law* const> all_laws();

/// The law of that name, or null.
const Law* find_law(std::string_view name);

}  // namespace carom
