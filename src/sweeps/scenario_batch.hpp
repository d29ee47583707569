#pragma once

/// sweeps/scenario_batch.hpp
///
/// Many impacts of a scenario (carom/strike_batch.hpp) whose parameters differ from state to state.

#include <span>
#include <string>

#include "carom/strike_batch.hpp"
#include "data/scenario.hpp"

namespace carom {

/// A parameter of the scenario, with its value at every state.
struct FollowedParameter {
  std::string name;
  std::span<const double> values;
};

/// States are those of the batch, whatever the scenario's own are; of the parameters counts what
/// they change of the mechanism. Where they change more than numbers of contacts (masses, lengths,
/// places) the mechanism is compiled at every state, which takes some 50 times as long as an
/// impact. Where a mechanism is none (a mass below zero) the state's error is `bad_option`. Faults
/// besides those of `strike_batch`: a parameter that there is not, or that changes nothing but the
/// state.
///
/// Derivatives are those by what `by` names: "state" (positions, velocities, which come first) and
/// parameters of the scenario, the given state held.
BatchTally strike_batch(const Scenario& scenario, const Model& model,
                        std::span<const FollowedParameter> parameters, const StrikeBatch& batch,
                        const BatchOptions& options, const BatchAnswers& answers,
                        std::span<const std::string> by = {});

}  // namespace carom
