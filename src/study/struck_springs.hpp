#pragma once

/// study/struck_springs.hpp
///
/// What the law `simultaneous` tells beyond other laws: springs of contacts, order of touches.

#include "study/struck_joints.hpp"

namespace carom {

/// Adds the account of springs, where the solution has one, to what is told of a law.
void add_springs(const Striking& s, const Solution<double>& solution, StruckLaw& struck);

}  // namespace carom
