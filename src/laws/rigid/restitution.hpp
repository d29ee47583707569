#pragma once

/// laws/rigid/restitution.hpp
///
/// When an impact ends. η is the normal impulse at the striking contact, v(η) its normal velocity,
/// η† the end of compression, Ψ = dv/dη.
///
///     kinematic   v(η_f) = −e v(0)                                          Newton 1686
///     kinetic     η_f = (1 + e) η†                                           Poisson 1817
///     energetic   ∫ from η† to η_f of v dη = −e² ∫ from 0 to η† of v dη      Stronge 1990
///
/// The three agree when the slip keeps its direction. Of the three only `energetic` never creates
/// energy. With e = 0 all end at η†, without asking these rules.

#include <cmath>
#include <type_traits>

#include "base/dual.hpp"
#include "base/scalar.hpp"

namespace carom {

/// The striking contact at the start of a stage of restitution.
template <class T>
struct RestitutionState {
  T approach{};             ///< v(0) < 0
  T velocity{};             ///< v ≥ 0
  T slope{};                ///< Ψ, exactly zero where it is rounding
  T impulse{};              ///< η
  T compression_impulse{};  ///< η†
  T compression_work{};     ///< ∫ v dη over compression, < 0
  T restitution_work{};     ///< ∫ v dη over restitution so far, ≥ 0
  T restitution{};          ///< e in (0, 1]
  bool locked = false;      ///< v = 0, and what presses moves nothing at all: wedged
};

/// How much more η the impact takes if the stage goes on; false when this stage does not end it:
/// v returns to zero, or never rises enough. Of a locked contact every η ends in the same
/// velocities; a law that does not say which η ends it there, with a step of zero, where the answer
/// then does not jump as e varies:
///
///     kinetic     says which: η_f
///     energetic   the work so far is the most there is; as e rises to the e that needs just that,
///                 η_f comes here
///     kinematic   only where v has not risen since η†; else v(η_f) falls from its largest value to
///                 zero at the e that asks for more, and there is no answer beyond
///
/// Of impacts abreast (base/wide.hpp) it is asked all at once; none is locked.
template <class T>
using EndRule = TruthOf<T> (*)(const RestitutionState<T>& state, T& step);

template <class T>
TruthOf<T> kinematic_end(const RestitutionState<T>& state, T& step) {
  if (state.locked) {
    step = T(0);
    return plain(state.restitution_work) == 0;
  }
  step = (T(-state.restitution) * state.approach - state.velocity) / state.slope;
  return plain(state.slope) > 0;
}

template <class T>
TruthOf<T> kinetic_end(const RestitutionState<T>& state, T& step) {
  const auto velocity = plain(state.velocity);
  const auto slope = plain(state.slope);
  step = T(1 + state.restitution) * state.compression_impulse - state.impulse;
  const TruthOf<T> sinks = (velocity <= 0) & (slope < 0);
  return ((slope >= 0) | (plain(step) * -slope <= velocity)) & !sinks;
}

template <class T>
TruthOf<T> energetic_end(const RestitutionState<T>& state, T& step) {
  using std::sqrt;
  if (state.locked) {
    step = T(0);
    return true;
  }
  if constexpr (std::is_same_v<T, Sloped>)
    if (plain(state.restitution) == 0 && plain(state.slope) > 0) {
      step = state.restitution * sqrt(T(-2) * state.compression_work / state.slope);
      return true;
    }
  const T missing =
      state.restitution_work + T(state.restitution * state.restitution) * state.compression_work;
  const T radicand = state.velocity * state.velocity - T(2) * state.slope * missing;
  const T denominator = state.velocity + sqrt(radicand);
  step = T(-2) * missing / denominator;
  return plain(radicand) > 0;
}

}  // namespace carom
