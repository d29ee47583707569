#pragma once

#include "data/reach_report.hpp"
#include "study/study.hpp"

namespace carom {

/// How far from the origin the ends of the links are.
ReachReport reach(const Study& study);

}  // namespace carom
