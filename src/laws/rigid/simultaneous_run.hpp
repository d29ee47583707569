#pragma once

/// laws/rigid/simultaneous_run.hpp
///
/// One impact of springs from its state at t = 0 to its end, event after event. What it computes
/// and in which units: simultaneous.hpp, simultaneous_state.hpp.

#include <cstdint>
#include <vector>

#include "laws/rigid/simultaneous_flow.hpp"
#include "laws/rigid/simultaneous_guards.hpp"
#include "laws/rigid/simultaneous_state.hpp"

namespace carom {
template <class T>
struct Solution;
struct DeterminacyScratch;
}  // namespace carom

namespace carom::springs {

inline constexpr int event_limit = 2000;
/// A pressed contact with a small e trembles, about 1/3e events. Where there are some, so many more
/// events are allowed for each; if that comes to more than `most_events`, none are.
inline constexpr double trembles = 1e-2;
inline constexpr double events_of_trembling = 1;  ///< over e
inline constexpr int most_events = 30000;
inline constexpr int steps_an_event = 10;
/// Impulses that would change a contact's velocity by this many times the fastest one by
/// themselves, and do not because others cancel them, move nothing: W has no direction for them,
/// and what is left of the sum is rounding.
inline constexpr double most_cancelled = 1e8;
/// In free flight an approach below this share of the largest speed counts as none.
inline constexpr double slowest_approach = 1e-9;

/// Memory for impacts of so many contacts. Only `reserve` allocates.
template <class T>
struct SpringScratch {
  int count = 0;
  bool regular = true;      ///< W is: no force is open
  double speed = 1;         ///< V, m/s
  double mobility = 1;      ///< w, 1/kg
  double time_unit = 1;     ///< T, s for k in N/m: a power of two near T₀
  double natural_time = 1;  ///< T₀ in units of T
  std::vector<T> inertia;   ///< W
  std::vector<double> plain_inertia;
  std::vector<T> stiffness, friction, restitution;       ///< k, μ, e
  std::vector<T> velocity, impulse, work, step_impulse;  ///< 2c
  std::vector<T> force, crest, gap, slope;               ///< c
  std::vector<double> plain_impulse;
  std::vector<double> touched_at;  ///< since when a contact has neither gap nor force
  Decisions decisions;
  Flow<T> flow;
  Flow<double> plain_flow;
  Guards guards;

  void reserve(int contacts);
};

enum class RunEnd : std::uint8_t {
  ended,
  locked,       ///< forces balance and nothing moves them
  endless,      ///< more events than are allowed
  pressed,      ///< a force grows and moves nothing: a moved surface presses what cannot give way
  inconsistent  ///< no modes were found (e = 0, many contacts)
};

struct RunResult {
  RunEnd end = RunEnd::ended;
  bool ambiguous = false;
  bool exhaustive = true;
  bool coincided = false;  ///< several events fell together
  int contact = -1;        ///< pressed: whom
};

/// Runs from `scratch` as prepared: inertia, stiffness, velocity, and the constants of
/// decisions.contacts. Leaves velocity, impulse, work; fills the account, the stages (with
/// `record`) and what is open of `solution`. Locked: all that as it is there, and the impulses of
/// those that hold each other are open.
template <class T>
RunResult run(bool record, SpringScratch<T>& scratch, DeterminacyScratch& determinacy,
              Solution<T>& solution);

}  // namespace carom::springs
