#pragma once

/// reproductions/alluhydan_pairs.hpp
///
/// The pairs of chapter 2 (Alluhydan 2019): a ball strikes a cylinder, both in segments, and the
/// restitution of the pair is compared with the measured one.

#include <array>
#include <utility>
#include <vector>

#include "carom/train.hpp"
#include "data/dataset.hpp"
#include "data/panels.hpp"

namespace carom::alluhydan {

inline constexpr std::array<double, 3> speeds{0.05, 0.5, 1.0};  ///< m/s; chapter 2 states none
inline constexpr std::array<const char*, 3> categories{"same material", "hard-soft", "soft-hard"};

struct Setting {
  ContactModel model = ContactModel::hertz;
  Interior interior = Interior::lossless;
  double speed = 0.5;  ///< m/s
};

/// The pair in so many segments, left and right.
Train pair_train(const Dataset& dataset, const DatasetMeasured& pair, double left, double right,
                 const Setting& setting);
TrainResult collided(const Dataset& dataset, const DatasetMeasured& pair, double left, double right,
                     const Setting& setting);

/// Of a restitution, per cent of the measured one.
double error(double ours, double measured);

/// The pairs of Table 2.2, or of Table 2.7, which state their segments.
std::vector<const DatasetMeasured*> pairs_of(const Dataset& dataset, bool of_table_2_7);

/// Segments of a pair with j_S = 38 and the published j_H of its category.
std::pair<double, double> published_segments(const DatasetMeasured& pair);

/// Errors over j_1, j_2 = 1 … 10 of the pairs of Table 2.2, per cent.
struct ErrorGrid {
  double mean = 0;
  /// Of each pair, j_2 fastest.
  std::vector<std::array<double, 100>> of_pair;
  /// Means of each category by the segments of the softer and of the harder body.
  std::array<std::array<double, 10>, 3> by_soft{}, by_hard{};
};
ErrorGrid error_grid(const Dataset& dataset, const Setting& setting);

/// The force over the indentation of a train's contact while the bodies press, its area shaded;
/// µm and N.
PanelSeries loop_series(const Train& train, std::size_t contact, const std::string& name);

}  // namespace carom::alluhydan
