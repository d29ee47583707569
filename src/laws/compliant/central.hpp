#pragma once

/// laws/compliant/central.hpp
///
/// A mass that strikes a contact by itself, along its normal: m δ̈ = −F. What a law that is asked
/// for a restitution really yields is found so, by the integrator of every other impact.

#include <array>
#include <vector>

#include "laws/compliant/impact.hpp"

namespace carom {

/// The touch of a mass (kg) that strikes at a speed (m/s), to the tolerance.
CompliantTouch central_impact(const CompliantLaw& law, const CompliantContact& contact, double mass,
                              double speed, double tolerance = 1e-9);

/// (asked for, yielded) by a law that has `stiffness` and `restitution`, over (0, 1]; nothing of
/// others. Neither mass, speed nor stiffness changes it.
std::vector<std::array<double, 2>> restitution_curve(const CompliantLaw& law);

}  // namespace carom
