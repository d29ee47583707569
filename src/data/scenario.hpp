#pragma once

/// data/scenario.hpp
///
/// A scenario file as plain data: a mechanism, how it starts, what is asked of it. Numbers that
/// were written as formulas over the parameters keep their formulas, so that the scenario can be
/// evaluated for other parameters without reading the file again.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/mechanism.hpp"
#include "carom/simulate.hpp"
#include "carom/train.hpp"
#include "data/fit_choice.hpp"
#include "keys/home.hpp"
#include "numerics/distribution.hpp"
#include "numerics/expression.hpp"

namespace carom {

/// What [impact] asks for; absent: the program's default.
struct ImpactChoice {
  std::optional<std::string> law;
  std::optional<std::string> colliding;  ///< a contact's name; absent: the one that approaches
  std::optional<std::string> several{};  ///< a law's name; absent: simultaneous
};

/// [close]: the named links' angles are solved so that the named contacts touch their surfaces.
struct Closing {
  std::vector<std::string> angles;   ///< names of links
  std::vector<std::string> touch;    ///< names of contacts, as many
  std::optional<double> solution{};  ///< which one, a whole number from 1; absent: the nearest to
                                     ///< [state] angles
};

/// Samples of a trajectory beyond this are refused.
inline constexpr double most_samples = 1e8;

/// [simulate]: how a motion is followed.
struct MotionChoice {
  double duration = 0;            ///< s, > 0
  std::optional<double> every{};  ///< s, > 0; between samples of the trajectory
  double tolerance = 1e-9;        ///< in [1e-13, 0.01]
  std::optional<double> step{};   ///< s, > 0; the largest
  double events = 100000;         ///< a whole number ≥ 1; it ends after so many
  double steps = 10000000;        ///< a whole number ≥ 1; it ends after so many
};

/// Whether every number of it, and what they are together, is in range.
bool in_range(const MotionChoice& choice);
struct MapChoice;
bool in_range(const MapChoice& choice);

/// [map]: where a motion is looked at, and what is done with it there (docs/theory/maps.md).
struct MapChoice {
  std::string section = "post";          ///< post, pre, separation, or a formula of the state
  std::optional<std::string> contact{};  ///< whose; absent: any
  double returns = 1000;                 ///< a whole number ≥ 1
  std::vector<std::array<std::string, 2>> swap{};  ///< links that change places at the section
  double turn = 0;                 ///< rad; the whole mechanism is turned back by this, there
  std::optional<double> within{};  ///< s, > 0; the longest motion from return to return
  std::optional<double> period{};  ///< s, > 0; of the formulas in t
  double keep = 0;       ///< a whole number ≥ 0; of the last returns, that a sweep keeps
  double exponents = 0;  ///< a whole number ≥ 0; returns that a sweep finds exponents of
};

/// The choice as `simulate` takes it, without samples.
MotionOptions motion_options(const MotionChoice& choice);

enum class Spacing {
  linear,  ///< from + (to − from)·i/(count − 1)
  log      ///< from·(to/from)^(i/(count − 1))
};
constexpr std::string_view name(Spacing spacing) {
  constexpr std::string_view names[] = {"linear", "log"};
  return names[static_cast<int>(spacing)];
}

/// One axis of a grid: `values` has the points, or they are samples of `distribution`, or they are
/// spaced from `from` to `to`.
struct SweepAxis {
  std::string parameter;
  double from = 0;
  double to = 0;
  int count = 0;  ///< ≥ 1; not where `values` are given
  std::vector<double> values;
  Spacing spacing = Spacing::linear;
  std::optional<Distribution> distribution;
  std::int64_t seed = 1;            ///< of the samples
  std::optional<std::string> with;  ///< the parameter of another axis with which it advances

  std::int64_t size() const {
    return values.empty() ? count : static_cast<std::int64_t>(values.size());
  }
};

struct Scenario;

/// A number of the scenario that is a formula: target = scale · expression(parameters).
struct Binding {
  Expression expression;  ///< its variables are Scenario::parameters, by index
  double scale = 1;       ///< π/180 where the file has degrees
  std::function<double&(Scenario&)> target;
  Home home = Home::structure;  ///< of the number's key
  int element = -1;             ///< of which [[section]], from 0; −1: of a plain [section]
};

/// A parameter that is a formula over others.
struct DependentParameter {
  int parameter = 0;  ///< its place in Scenario::parameters
  Expression expression;
};

struct Scenario {
  std::string title;
  std::string path;                   ///< of its file; may be empty
  std::string text;                   ///< of its file
  std::vector<Parameter> parameters;  ///< in the file's order; values after overrides
  Mechanism mechanism;                ///< its `parameters` are the same
  State state;
  ImpactChoice impact;
  std::optional<Closing> close;
  std::optional<MotionChoice> simulate;
  std::optional<MapChoice> map;
  std::vector<SweepAxis> sweep;
  std::optional<FitChoice> fit;
  std::optional<Train> train;  ///< instead of a mechanism: an in-line train

  /// Each after those that it depends on. Parameters that are swept are not among them.
  std::vector<DependentParameter> dependent_parameters;
  std::vector<Binding> bindings;
};

/// The scenario for other parameters, one value each in the order of Scenario::parameters; values
/// given for dependent parameters are replaced by their formulas'. Whether all numbers that were
/// rewritten are finite.
bool evaluate(Scenario& scenario, std::span<const double> parameters);

/// Copies what the mechanism says about the start (the base's position or displacement, the
/// yielding surfaces' displacements and velocities) into the state, whose vectors are resized to
/// the degrees of freedom.
void settle(Scenario& scenario);

}  // namespace carom
