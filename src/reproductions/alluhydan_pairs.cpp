#include "reproductions/alluhydan_pairs.hpp"

#include <algorithm>
#include <cmath>

#include "pages/page_parts.hpp"
#include "study/dataset_trains.hpp"
#include "train/collide.hpp"

namespace carom::alluhydan {

namespace {

constexpr double tolerance = 1e-6;  // far below the digits compared

}  // namespace

Train pair_train(const Dataset& dataset, const DatasetMeasured& pair, double left, double right,
                 const Setting& setting) {
  Train train = train_of(dataset, pair.bodies, setting.speed, setting.model, setting.interior);
  train.tolerance = tolerance;
  train.bodies[0].segments = left;
  train.bodies[1].segments = right;
  return train;
}

TrainResult collided(const Dataset& dataset, const DatasetMeasured& pair, double left, double right,
                     const Setting& setting) {
  return collision(pair_train(dataset, pair, left, right, setting));
}

double error(double ours, double measured) {
  return 100 * std::abs(ours - measured) / measured;
}

std::vector<const DatasetMeasured*> pairs_of(const Dataset& dataset, bool of_table_2_7) {
  std::vector<const DatasetMeasured*> pairs;
  for (const DatasetMeasured& one : dataset.measured)
    if (one.printed_segments.empty() != of_table_2_7) pairs.push_back(&one);
  return pairs;
}

std::pair<double, double> published_segments(const DatasetMeasured& pair) {
  if (pair.printed_segments.size() == 2)
    return {pair.printed_segments[0], pair.printed_segments[1]};
  if (pair.category == 2) return {6, 38};
  return {38, 4};
}

ErrorGrid error_grid(const Dataset& dataset, const Setting& setting) {
  ErrorGrid found;
  const auto pairs = pairs_of(dataset, false);
  for (const DatasetMeasured* pair : pairs) {
    auto& errors = found.of_pair.emplace_back();
    for (std::size_t i = 0; i < 10; ++i)
      for (std::size_t j = 0; j < 10; ++j) {
        const double pe = error(*collided(dataset, *pair, static_cast<double>(i + 1),
                                          static_cast<double>(j + 1), setting)
                                     .restitution,
                                pair->restitution);
        errors[10 * i + j] = pe;
        found.mean += pe / (100.0 * static_cast<double>(pairs.size()));
        const auto category = static_cast<std::size_t>(pair->category - 1);
        const bool ball_soft = pair->category != 2;
        found.by_soft[category][ball_soft ? i : j] += pe / 60;
        found.by_hard[category][ball_soft ? j : i] += pe / 60;
      }
  }
  return found;
}

PanelSeries loop_series(const Train& train, std::size_t contact, const std::string& name) {
  const TrainTrace trace = collision_trace(train, collision(train), 500);
  PanelSeries series{name};
  for (std::size_t s = 0; s < trace.forces.size(); ++s) {
    const auto force = [&](std::size_t at) {
      return at < trace.forces.size() ? trace.forces[at][contact] : 0.0;
    };
    if (!(force(s) > 0 || force(s + 1) > 0 || (s > 0 && force(s - 1) > 0))) continue;
    series.x.push_back(std::max(trace.indentations[s][contact], 0.0));
    series.y.push_back(force(s));
  }
  series.x = shown_numbers(series.x, 1e6);
  series.y = shown_numbers(series.y, 1);
  series.shaded = Shaded::inside;
  return series;
}

}  // namespace carom::alluhydan
