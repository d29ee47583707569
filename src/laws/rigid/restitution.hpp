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
template <class T>
using EndRule = bool (*)(const RestitutionState<T>& state, T& step);

}  // namespace carom
