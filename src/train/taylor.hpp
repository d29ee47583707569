#pragma once

/// train/taylor.hpp
///
/// A train's collision by Taylor series, events as roots of the series. The state has no positions,
/// only what the forces depend on: the velocity v_i of each segment and the compression g_i of each
/// interface (x_i−1 − x_i for a spring, the indentation δ for a contact):
///
///     m_i v̇_i = f_i − f_i+1,   ġ_i = v_i−1 − v_i,   f = k g (spring) or the contact's law.
///
/// All are power series over a step; products with constants and sums go through term by term, and
/// F = K u^p follows from F′u = p u′F:
///
///     F_k = 1/(k u_0) Σ_{i<k} (p (k − i) − i) u_k−i F_i.
///
/// The step is where the last two terms reach the tolerance. A step never goes beyond the first
/// event: a contact that closes, turns (δ̇ = 0), is loaded beyond δ_m again or lets go; these are
/// roots of series. Hertz's force has a branch point at u = 0, where no series converges: it acts
/// from u = 1e-7 of the depth that the whole energy could cause (of energy: 3e-18), and the steps
/// grow from there by themselves. Touching contacts start at δ = 0, δ̇ = 0 without any search for
/// a change of sign.
///
/// Rigid contacts: an impulse at each approach (train/instant.hpp); contacts that meet within 1e-12
/// of the time meet in one instant. Bounces that become shorter and shorter end in a contact that
/// lasts (δ̇ = 0 held by a force ≥ 0), from an approach below 1e-11 of V on. Where the order of hits
/// in one instant matters, a run goes on from every outcome.
///
/// Error: the tolerance is of velocities and energies, relative, for the whole collision; each step
/// is held to a millionth of it, not below rounding. Sources: Jorba and Zou 2005 (steps).

#include <vector>

#include "carom/train.hpp"
#include "train/line.hpp"
#include "train/slope_marks.hpp"

namespace carom {

/// Terms of the series beyond the first.
constexpr int series_order = 30;

/// What was seen on the way, every `step`.
struct LineTrace {
  double from = 0;                                ///< of the first sample, in the line's units
  double step = 0;                                ///< in the line's units
  std::vector<double> times;                      ///< one a sample
  std::vector<std::vector<double>> velocities;    ///< of the segments, a sample
  std::vector<std::vector<double>> positions;     ///< displacements of the segments, a sample
  std::vector<std::vector<double>> indentations;  ///< of the contacts, a sample
  std::vector<std::vector<double>> forces;        ///< of the contacts, a sample
};

struct LineLimits {
  double work = 1e13;   ///< multiplications after which to give up
  bool orders = false;  ///< follow every order of coincident hits besides
};

/// In the line's units but for counts; `trace` may be null.
TrainResult collide_by_series(const Line& line, const LineLimits& limits, LineTrace* trace);

/// The same with slopes; where one outcome is chosen among several there are none.
TrainResult collide_by_series(const SlopedLine& line, const LineLimits& limits,
                              SlopedOutcome& outcome);

}  // namespace carom
