#pragma once

/// data/train_description.hpp
///
/// What `describe` tells of a train: its bodies and what is between them, measured before anything
/// happens. SI.

#include <optional>
#include <string>
#include <vector>

#include "carom/mechanism.hpp"
#include "carom/train.hpp"

namespace carom {

/// What is between two neighbours at the start.
struct DescribedPair {
  std::string left;
  std::string right;
  double restitution = 1;
  double gap = 0;                           ///< m
  double approach = 0;                      ///< m/s; below zero they part
  std::optional<double> contact_stiffness;  ///< K_C, N/m^1.5 or N/m; a rigid contact has none
  std::optional<double> meet;  ///< s; when they would meet if nothing else did; none: never
  std::string origin;          ///< where the restitution comes from; may be empty
};

struct TrainDescription {
  std::string title;
  std::vector<Parameter> parameters;
  Train train;                       ///< its segments are given, also those by the rule
  std::vector<bool> by_rule;         ///< a body: its segments are the rule's
  std::vector<DescribedPair> pairs;  ///< left to right
  double mass = 0;                   ///< kg
  double velocity = 0;               ///< m/s, of the mass centre
  double momentum = 0;               ///< kg m/s
  double kinetic_energy = 0;         ///< J
  double relative_energy = 0;        ///< J; of it, about the mass centre: what a collision may take
  double estimated_seconds = 0;      ///< about what `collide` takes
  std::vector<std::string> warnings;
};

}  // namespace carom
