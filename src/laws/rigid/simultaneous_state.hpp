#pragma once

/// laws/rigid/simultaneous_state.hpp
///
/// The state of an impact of springs (simultaneous.hpp) and the plain numbers on which modes are
/// decided. All in units in which the largest speed, the largest W_nn and T₀ are of order one
/// (powers of two, so that they do not round):
///
///     v/V,  W/w,  t/T,  k w T²,  F T w/V,  τ w/V,  energy w/V²
///
/// A loaded contact's state is its force f: on the virgin line f = kδ grows with its crest km, on
/// the line f = km − (k/e²)(m − δ). An apart one's is its gap r − δ.

#include <cstdint>
#include <vector>

#include "laws/rigid/simultaneous_account.hpp"
#include "laws/rigid/simultaneous_friction.hpp"

namespace carom::springs {

/// Terms of the series beyond the first, and the step: h√‖Q‖ ≤ reach. The first term left out is
/// below reach²²/22! = 7e-18 of the forces.
inline constexpr int order = 20;
inline constexpr int terms = order + 1;
inline constexpr double reach = 1.5;

/// Events that are as near as this in their scales (V, VT₀, kVT₀) are one.
inline constexpr double coincident = 1e-10;
/// Accelerations below this share of the terms they are the sum of are zero.
inline constexpr double cancelled = 1e-11;

/// What a contact's tangential force does.
enum class Slip : std::uint8_t {
  none,    ///< there is no normal force
  smooth,  ///< μ = 0
  sticks,  ///< v_t = 0 by a force of its own
  pinned,  ///< v_t = 0 by others, or whatever its force: F_t is a fixed share of μF_n
  plus,    ///< v_t > 0: F_t = −μF_n
  minus    ///< v_t < 0: F_t = μF_n
};

/// A contact in plain numbers.
struct Decision {
  double friction = 0;
  double restitution = 0;
  double stiffness = 1;       ///< k
  double steep = 1;           ///< k/e²; k where e = 0
  bool unmoved_slip = false;  ///< W_tt = 0: v_t never changes

  double force = 0;  ///< f where loaded
  double crest = 0;  ///< km
  double gap = 0;    ///< r − δ where apart
  double slip_speed = 0;
  double normal_speed = 0;

  SpringMode normal = SpringMode::apart;
  Slip slip = Slip::none;
  double share = 0;        ///< pinned: F_t/(μF_n)
  bool undecided = false;  ///< v_n = 0 in all orders: to be looked at again after the step

  // How many coefficients of these series are known to be zero where the modes begin.
  int normal_zeros = 0;  ///< v_n
  int slip_zeros = 0;    ///< v_t
  int upper_zeros = 0;   ///< μF_n − F_t
  int lower_zeros = 0;   ///< μF_n + F_t
  int force_zeros = 0;   ///< F_n, held
  int room_zeros = 0;    ///< km − F_n, held
};

inline bool loaded(const Decision& c) {
  return c.normal != SpringMode::apart && c.normal != SpringMode::held;
}
/// dF_n/dδ of a loaded contact.
inline double slope_of(const Decision& c) {
  return c.normal == SpringMode::line ? c.steep : c.stiffness;
}
/// F_t/F_n where it is fixed.
inline double force_ratio(const Decision& c) {
  switch (c.slip) {
    case Slip::plus:
      return -c.friction;
    case Slip::minus:
      return c.friction;
    case Slip::pinned:
      return c.share * c.friction;
    default:
      return 0;
  }
}

/// What modes are decided on, and the memory for it.
struct Decisions {
  int count = 0;
  const double* inertia = nullptr;  ///< W, 2c × 2c
  std::vector<Decision> contacts;
  bool ambiguous = false;         ///< the modes found last are a choice
  bool consistent = true;         ///< false: none were found
  bool exhaustive = true;         ///< false: not every combination of plastic modes was tried
  long most_combinations = 4096;  ///< of plastic modes that are tried; beyond, one is looked for

  // Coefficients of order j: f, F, v⁽ʲ⁻¹⁾ and v⁽ʲ⁾, W F, the size of its terms.
  std::vector<double> spring, force, velocity, next_velocity, rate, size;
  std::vector<std::uint8_t> open, status;
  // Friction at one order.
  BoxScratch box;
  std::vector<double> box_matrix, box_offset, box_low, box_high, box_zero, box_x;
  std::vector<Side> box_side;
  std::vector<std::uint8_t> box_dependent;
  std::vector<int> box_contact, box_rank;
  // Combinations of plastic modes.
  std::vector<Decision> before, best, trial;
  std::vector<int> choice, choices;
  std::vector<std::uint8_t> trial_open;
  std::vector<double> first_rates, best_rates;

  void reserve(int contacts);
};

}  // namespace carom::springs
