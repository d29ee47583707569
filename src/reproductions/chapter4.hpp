#pragma once

/// reproductions/chapter4.hpp
///
/// Chapter 4 of Alluhydan 2019 (particle chains), claim by claim: every number is computed when
/// asked, by the same `critical`, `transmit` and `verdict` that users call.

#include <vector>

#include "reproductions/comparison.hpp"
#include "study/stop_request.hpp"

namespace carom {

std::vector<Claim> chapter4_claims(const StopRequest& stop = {});

/// The claims, and the chapter's figures.
Comparison alluhydan_chapter_4(const StopRequest& stop = {});

}  // namespace carom
