#pragma once

/// particles/uniqueness_search.hpp
///
/// A strike at this configuration that has two answers or none. Tried are every touching contact as
/// the striking one and every combination of slip directions (and rest) of the others, first with
/// the mechanism's own contacts, then with a surface of any angle held against any end of a link.
/// What is found in the rates of the first instant is turned into velocities of the mechanism that
/// have these slips (J q̇ = target, least norm), also on surfaces that are moved, and keep the
/// drives' rates, and solved by a law of impact: only what that confirms is given.

#include <optional>
#include <string>
#include <vector>

#include "carom/impact.hpp"
#include "carom/mechanism.hpp"

namespace carom {

struct FoundStrike {
  int striker = -1;       ///< a contact of `mechanism`
  std::vector<int> slip;  ///< one a touching contact, in the order of `contacts`
  std::vector<int> contacts;
  Verdict verdict = Verdict::ambiguous;  ///< ambiguous | inconsistent
  int answers = 0;                       ///< consistent answers in the first instant
  std::vector<double> velocities;        ///< generalized
  bool added = false;   ///< `mechanism` has a surface and a contact of its own for the strike
  Mechanism mechanism;  ///< with them
};

struct StrikeSearch {
  std::optional<FoundStrike> found;
  long tried = 0;
  bool exhaustive = true;  ///< all combinations at the mechanism's own contacts were tried
};

/// `first` is the striker to try first. `anywhere` also tries surfaces at other places.
StrikeSearch search_strike(const Mechanism& mechanism, const State& state, int first,
                           bool anywhere);

}  // namespace carom
