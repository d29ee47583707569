#pragma once

/// data/dataset.hpp
///
/// A data file: bodies that scenarios can name, restitutions between their materials, and what was
/// measured with them. SI.

#include <optional>
#include <string>
#include <vector>

#include "carom/train.hpp"

namespace carom {

struct DatasetBody {
  std::string name;
  BodyKind kind = BodyKind::ball;
  std::string material;
  double mass = 0;                          ///< kg
  double length = 0;                        ///< m
  std::optional<double> stiffness;          ///< N/m
  std::optional<double> contact_stiffness;  ///< N/m^1.5
  std::vector<std::string> also;            ///< other names for it
  std::string from;                         ///< table of the source
  std::string erratum;
};

/// Between two materials, left and right.
struct DatasetRestitution {
  std::string left;
  std::string right;
  double value = 0;
  double spread = 0;
  std::string from;
};

/// The effective restitution of two bodies.
struct DatasetMeasured {
  std::string name;
  std::vector<std::string> bodies;
  double restitution = 0;
  double spread = 0;
  int category = 0;                          ///< 1 same material, 2 hard-soft, 3 soft-hard
  std::optional<double> printed_error;       ///< per cent
  std::optional<double> printed_prediction;  ///< a restitution
  std::vector<double> printed_segments;
  std::string from;
  std::string erratum;
};

/// A chain of several bodies, struck by the first.
struct DatasetExperiment {
  std::string table;
  int row = 0;
  std::vector<std::string> bodies;
  double velocity_before = 0;            ///< m/s
  std::vector<double> velocities_after;  ///< m/s
  double printed_error = 0;              ///< per cent, mean over the bodies
  std::string erratum;
};

struct DatasetErratum {
  std::string place;
  std::string text;
};

struct Dataset {
  std::string name;  ///< as scenarios call it
  std::string title;
  std::string source;
  std::vector<DatasetBody> bodies;
  std::vector<DatasetRestitution> restitutions;
  std::vector<DatasetMeasured> measured;
  std::vector<DatasetExperiment> experiments;
  std::vector<DatasetErratum> errata;
};

const DatasetBody* find_body(const Dataset& dataset, const std::string& name);
const DatasetRestitution* find_restitution(const Dataset& dataset, const std::string& left,
                                           const std::string& right);

}  // namespace carom
