#pragma once

/// laws/rigid/simultaneous_guards.hpp
///
/// What ends a stretch: inequalities g(t) ≥ 0 that hold while the modes do, as series over the
/// step.
///
///     turn    virgin    −v_n        leave   line, elastic  f         held  F_n
///     mid     others    ±v_n        yield   line  km − f             held  km − F_n
///     touch   apart     gap         stop    slides  ±v_t
///     slip    sticks    μF_n ∓ F_t
///
/// `mid` changes no mode; it tells compression from restitution. The first root of each is found by
/// steps that cannot pass it: with g″ ≥ −M ahead, g > 0 up to the root of g + g′s − ½Ms². A series
/// that is known to begin with zeros is divided by that power of t first.

#include <vector>

#include "laws/rigid/simultaneous_flow.hpp"

namespace carom::springs {

enum class GuardKind : std::uint8_t { turn, mid, leave, yield, touch, stop, slip_up, slip_down };

struct Guard {
  int contact = 0;
  GuardKind kind = GuardKind::turn;
  int zeros = 0;
  double scale = 1;   ///< what it is measured by
  bool clear = true;  ///< stays above `coincident` of its scale: no event
};

/// The state that guards look at.
template <class T>
struct GuardView {
  const Decision* contacts;
  const T* velocity;  ///< 2c
  const T* crest;     ///< km
  const T* gap;
  const Flow<T>* flow;
};

struct Guards {
  std::vector<Guard> list;
  std::vector<double> series;          ///< guards × terms
  std::vector<std::int8_t> direction;  ///< of each contact's spring: −1 is compressed, 1 released

  void reserve(int contacts);
  double* of(std::size_t g) { return series.data() + g * static_cast<std::size_t>(terms); }
};

/// All guards of the present modes.
template <class T>
void set_guards(const GuardView<T>& view, Guards& guards);

/// One guard's series with derivatives.
template <class T>
void guard_series(const GuardView<T>& view, const Guard& guard, int direction, T* series);

struct FirstEvent {
  int guard = -1;  ///< −1: the step ends without one
  double at = 1;   ///< in t/h
};

/// The first event of the step; marks the guards that are far from theirs.
FirstEvent first_event(Guards& guards);

/// Whether a guard that is not clear comes to its zero at `at` as well.
bool coincides(Guards& guards, std::size_t g, double at);

}  // namespace carom::springs
