#pragma once

/// study/strike_ratios.hpp
///
/// How much of an impact of several contacts the rigid picture leaves open: outcomes of the law
/// `simultaneous` over ratios of stiffness, and of hits one after the other in every order.

#include <optional>

#include "study/struck_joints.hpp"

namespace carom {

/// Nothing where no contact strikes. Leaves the solver's velocities after changed.
std::optional<StruckRatios> struck_ratios(const Striking& s);

}  // namespace carom
