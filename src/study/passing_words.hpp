#pragma once

/// study/passing_words.hpp
///
/// Ends of links that pass surfaces with which they have no contact, in words.

#include <span>
#include <string>
#include <vector>

#include "motion/passing.hpp"
#include "study/study.hpp"

namespace carom {

/// One warning an end and surface, and one for those beyond a few of a surface.
void add_passing_warnings(const Study& study, std::span<const MotionPassing> passed,
                          std::vector<std::string>& warnings);

}  // namespace carom
