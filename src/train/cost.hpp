#pragma once

/// train/cost.hpp
///
/// What a collision will cost before it is begun. The series of N segments take 3·N·order
/// multiplications a step, and the steps are a few times the shortest period of the segments, which
/// is ∝ 1/j: twice the segments are four times the work.

#include "train/line.hpp"

namespace carom {

/// Multiplications, to about a factor of three; contacts that bounce for long take more.
double estimated_work(const Line& line);

/// Multiplications a second, of one core of 2020's.
constexpr double work_a_second = 1e9;

}  // namespace carom
