#pragma once

/// data/simulation_report.hpp
///
/// A motion through time as it is told: its events, how it ended, where the energy went. The
/// trajectory itself is not here; it goes to a sink while the motion goes on.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/simulate.hpp"
#include "data/motion_slope.hpp"
#include "data/scenario.hpp"
#include "data/strike_report.hpp"

namespace carom {

struct SimulationReport {
  std::string title;
  std::string law;
  double duration = 0;  ///< s, as asked
  double tolerance = 0;
  BaseKind base = BaseKind::free;
  double size = 0;  ///< m; how far the mechanism reaches: what its places are made of
  std::vector<std::string> links;              ///< names
  std::vector<std::string> contacts;           ///< names
  std::vector<std::string> surfaces;           ///< names
  std::vector<std::string> yielding_surfaces;  ///< names, in the order of the state
  std::vector<MotionEvent> events;
  Motion motion;
  std::string why;  ///< in words, where it did not go on to the end; else empty
  std::vector<MotionSlope> sensitivity{};  ///< where asked for
  std::optional<StrikeReport> impact;      ///< the one that has no single answer and ended it
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
  /// Names of laws that were read, which events only point to.
  std::vector<std::shared_ptr<const std::string>> law_names;

  /// A law's name as events have it.
  std::string_view kept(const std::string& name);
};

/// Of a motion of that scenario: title, names and size.
SimulationReport named_simulation(const Scenario& scenario);

/// The place of a name; throws std::invalid_argument where it is not among them.
int place_of(const std::string& name, const std::vector<std::string>& names);

/// J; the largest part of the books, at the start or at the end: what is rounding of it is nothing.
double turnover(const MotionEnergy& first, const MotionEnergy& last);

/// Whether the ledger closes: its error is no more than what steps of that tolerance leave. Where a
/// force grows without bound it may not.
bool books_close(const SimulationReport& report);

/// What places and velocities at the end are made of: the mechanism's size, and the largest at the
/// end and at the events.
/// What is rounding of them is nothing, and what has hardly left its place in all that time rests.
struct FinalScales {
  double farthest = 0;  ///< m or rad
  double fastest = 0;   ///< m/s or rad/s
};
FinalScales final_scales(const SimulationReport& report);

/// A state's numbers as scenario files and results name them.
struct NamedState {
  std::vector<double> base;      ///< free: x, y; slider: displacement
  std::vector<double> angles;    ///< or rates
  std::vector<double> surfaces;  ///< yielding ones
};
NamedState named(const SimulationReport& report, const std::vector<double>& numbers);

}  // namespace carom
