#pragma once

/// study/train_study.hpp
///
/// The façade for in-line trains: scenario in, report out. Bad input throws InputError with every
/// fault; a collision that does not happen, or would take too long, is a verdict in the report.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "carom/fault.hpp"
#include "data/collide_report.hpp"
#include "data/scenario.hpp"
#include "train/collide.hpp"

namespace carom {

/// A scenario that is a train and has been found sound.
struct TrainStudy {
  Scenario scenario;  ///< its train is there
  std::function<Place(const Where&)> place_of;
  std::vector<std::string> overrides{};  ///< "name=value", as they were given
};

/// `overrides` are "name=value", as after -p.
TrainStudy train_study_from_file(const std::string& path,
                                 std::span<const std::string> overrides = {});
TrainStudy train_study_from_text(const std::string& text, const std::string& path,
                                 std::span<const std::string> overrides = {});

struct CollideRequest {
  double patience = default_patience;  ///< s, > 0; a collision that would take longer is not begun
  std::optional<double> converge;      ///< refine the segments until velocities settle to this
  bool drawing = false;                ///< record what drawings need
  bool ratios = false;  ///< rigid: add how much depends on ratios of stiffness, and orders of hits
  /// Derivatives by these parameters and, where `state` is named, by velocities and gaps; no names:
  /// by all parameters that are not formulas over others.
  std::optional<std::vector<std::string>> sensitivity{};
};

CollideReport collide(const TrainStudy& study, const CollideRequest& request = {});

struct FitRequest {
  std::string data = "alluhydan2019";  ///< an embedded data file, or the path of one
  double speed = 0.5;                  ///< m/s, 1e-6 to 1e6; chapter 2 states none
  std::string interior = "lossless";   ///< or dissipating
  std::string model = "hertz";         ///< or bilinear, rigid
};

/// Segments selected by the measured restitutions of a data file, and the rule fitted to them.
/// Some seconds of work.
FitReport fit(const FitRequest& request);

/// The rule's choice of segments and why.
SegmentReport segment(const TrainStudy& study);

}  // namespace carom
