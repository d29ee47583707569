#pragma once

/// laws/rigid/simultaneous_modes.hpp
///
/// The modes right after an event, from the state alone. Where a velocity or a force is zero, the
/// first coefficient of its Taylor series that is not zero decides. Coefficients follow one by one,
///
///     f⁽ʲ⁾ = −κ v_n⁽ʲ⁻¹⁾/j,    F_t⁽ʲ⁾ by Coulomb,    v⁽ʲ⁺¹⁾ = W F⁽ʲ⁾/(j + 1),
///
/// and in every order friction is a convex problem on a box (simultaneous_friction.hpp) with
/// f⁽ʲ⁾ given: a contact that was inside its cone in a lower order is free, one that slides already
/// is fixed, one at an edge whose acceleration has been zero so far has one bound left. So there is
/// one answer, and no combination is tried twice; a striking force grows like t, a resting one like
/// t³, its neighbour's like t⁵.
///
/// e = 0: a contact at rest at its deepest (v_n = 0, δ = m) can be held, loaded further or let go,
/// and its force jumps. Those modes are found by trying combinations (simultaneous_plastic.cpp).

#include <algorithm>
#include <cmath>

#include "laws/rigid/simultaneous_flow.hpp"

namespace carom::springs {

/// What is open at a contact after its own numbers have been looked at.
enum class Open : std::uint8_t {
  no,
  crest,   ///< at its crest with v_n = 0: loads on or unloads
  touch,   ///< no force, no gap, v_n = 0: loads or leaves
  plastic  ///< e = 0 at its deepest with v_n = 0: held, loads or leaves
};

/// Takes the modes that follow from a contact's own numbers.
Open settle(Decision& contact);

/// The spring of a contact that begins to touch.
SpringMode loading_mode(const Decision& contact);

/// Finds all modes and what is known to be zero at their beginning. `flow` is memory.
void find_modes(Decisions& d, Flow<double>& flow);

/// With plastic contacts open: `d.open` is filled, `d.before` has the modes before the event.
void find_plastic_modes(Decisions& d, Flow<double>& flow);

/// From order j to the next, with W F⁽ʲ⁾ in d.rate.
void next_order(Decisions& d, int j);

// Thresholds of both searches.

/// Which way a resting contact goes matters little if its acceleration is rounding: either choice
/// is continuous. So only exact cancellation counts as zero.
inline constexpr double cancelled_exactly = 1e-14;

/// Forces are this near to the edge of a cone, or to the ends of what a held contact bears, where
/// they are on it: by the edge itself, and by kVT₀.
inline double edge_rounding(const Decision& c, double edge, double force) {
  return 1e-11 * std::max(std::abs(edge), std::abs(force)) + 1e-13 * c.stiffness;
}

}  // namespace carom::springs
