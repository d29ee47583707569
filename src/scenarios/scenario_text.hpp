#pragma once

/// scenarios/scenario_text.hpp
///
/// Scenario files out: a mechanism, whole, and a state as TOML with plain numbers (all their
/// digits). Read again they are the same mechanism and state.

#include <string>

#include "carom/mechanism.hpp"

namespace carom {

struct ScenarioText {
  std::string comment;  ///< first lines, without "#"
  std::string title;
  std::string colliding;  ///< a contact; empty: none
  std::string law;        ///< empty: none
};

std::string scenario_text(const Mechanism& mechanism, const State& state,
                          const ScenarioText& about);

/// The sections that make a state of it: [state] and [impact] alone.
std::string state_text(const Mechanism& mechanism, const State& state, const ScenarioText& about);

/// One [[surface]] and one [[contact]].
std::string surface_text(const Surface& surface);
std::string contact_text(const Contact& contact);

}  // namespace carom
