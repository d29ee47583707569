#pragma once

/// study/chapter4.hpp
///
/// Chapter 4 of Alluhydan 2019 (particle chains), claim by claim: every number is computed when
/// asked, by the same `critical`, `transmit` and `verdict` that users call.

#include <vector>

#include "data/claim.hpp"

namespace carom {

std::vector<Claim> chapter4_claims();

}  // namespace carom
