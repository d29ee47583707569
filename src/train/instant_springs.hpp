#pragma once

/// train/instant_springs.hpp
///
/// Rigid contacts that strike in one instant and feel each other, by the law `simultaneous`
/// (laws/rigid/simultaneous.hpp): a spring each, of which only the ratios of stiffness matter, and
/// one answer. W is that of instant.hpp, without friction,
///
///     W = tridiagonal (−1/m, 1/m_left + 1/m_right, −1/m),   v_n = −a.
///
/// Touching pairs that rest take part as well: a cradle of three equal balls with e = 1 ends with
/// −0.1303, 0.1502, 0.9800 m/s, where hits one after the other make 0, 0, 1. W is positive definite
/// (no segment is held), so that the springs always come to their end.

#include <optional>

#include "train/instant.hpp"

namespace carom {

/// With more contacts in a run they are not asked: the work grows with the third power.
inline constexpr std::size_t most_springs = 128;

/// The instant as hits one after the other, from the left, settle it.
SettledInstant settled_in_turn(const Instant& instant);

/// Whether two contacts of one run (touching segments without a gap between) struck there: which
/// is first, and that one follows the other, is then a choice.
template <class T>
bool hits_coincide(const InstantOf<T>& instant, const SettledInstantOf<T>& settled);

/// Every run by springs; of runs in which one contact strikes, what `settled_in_turn` found.
/// Nothing where a run has too many contacts.
template <class T>
std::optional<SettledInstantOf<T>> settled_by_springs(const InstantOf<T>& instant,
                                                      const SettledInstantOf<T>& in_turn);

}  // namespace carom
