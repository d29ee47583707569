#pragma once

/// reproductions/wang_course.hpp
///
/// A motion of the pair as a figure shows it: the curve between collisions, a gap at each.

#include <vector>

#include "data/page.hpp"
#include "reproductions/wang_pair.hpp"

namespace carom::wang {

struct Course {
  std::vector<Instant> curve;          ///< NaN between before and after a collision
  std::vector<Instant> before, after;  ///< of every collision
};

/// By `simulate`, sampled so often, until `duration` is over.
Course course(const Engine& engine, const PairState& launch, double duration, double every);

/// One of its numbers over another.
PanelSeries series(const std::string& name, const std::vector<Instant>& points, double Instant::*x,
                   double Instant::*y, Drawn drawn = Drawn::line);

/// The body and the launch of the figures.
Body shown_body();
PairState shown_launch();

}  // namespace carom::wang
