#pragma once

/// data/collide_report.hpp
///
/// What `collide`, `segment` and `fit` tell. SI.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "carom/train.hpp"
#include "carom/train_sensitivity.hpp"
#include "data/force_loop.hpp"

namespace carom {

/// A collision seen over time, for drawings.
struct TrainDrawing {
  struct Body {
    std::string name;
    int first = 0;  ///< segment
    int count = 1;
  };
  std::string title;
  std::vector<Body> bodies;
  std::vector<ForceLoop> loops;                 ///< none where contacts are rigid
  double begin = 0;                             ///< s; when the drawing begins
  std::vector<double> times;                    ///< s, after it
  std::vector<std::vector<double>> velocities;  ///< m/s; of the segments, a sample
};

/// One refinement of `--converge`.
struct ConvergeStep {
  std::vector<int> segments;       ///< one a body
  std::vector<double> velocities;  ///< m/s, after
  std::optional<double> restitution;
  double change =
      0;  ///< largest change of a velocity against the step before, over the fastest approach
};

struct Convergence {
  double tolerance = 0;
  bool settled = false;
  std::string told;  ///< in words
  std::vector<ConvergeStep> steps;
};

/// Coincident rigid hits with other ratios of stiffness.
struct TrainRatios {
  struct Body {
    std::string name;
    std::array<double, 2> velocity_after{};  ///< m/s; least and largest
  };
  double reach = 10;  ///< no ratio of two stiffnesses changes by more
  int samples = 0;
  int unanswered = 0;
  std::vector<Body> bodies;
  std::array<double, 2> lost{};  ///< J; least and largest
};

/// The derivative of a collision by one of its inputs.
struct TrainSensitivity {
  std::vector<std::string> of;       ///< a parameter's name; or "state" and the number's
  std::optional<std::string> why{};  ///< there is no derivative, in words
  std::optional<Side> side{};        ///< modes change at this very place: it is that of this side
  TrainSlopes slopes{};              ///< per unit of the input
};

struct CollideReport {
  std::string title;
  Train train;  ///< as it was collided: its segments are given
  TrainResult result;
  std::vector<std::string> notes;
  std::optional<Convergence> convergence;
  std::optional<TrainDrawing> drawing;
  std::optional<TrainRatios> ratios{};          ///< where asked for and hits coincide
  std::vector<TrainSensitivity> sensitivity{};  ///< where asked for
};

/// The rule of segmentation, explained.
struct SegmentReport {
  struct Set {
    std::string left, right, soft, hard;
    double ratio = 0;  ///< per cent
    double value = 0;
    int soft_segments = 1, hard_segments = 1;
  };
  struct Body {
    std::string name;
    int segments = 1;  ///< by the rule
    std::string reason;
    std::optional<int> given;  ///< in the scenario, where it is not "auto"
  };
  struct Rule {
    std::string name;
    SegmentCoefficients coefficients;
    std::string about;
    std::vector<int> segments;  ///< what it would choose, one a body
  };
  std::string title;
  Rule rule;  ///< the one that was used
  std::vector<Set> sets;
  std::vector<Body> bodies;
  std::vector<Rule> others;  ///< the sets of coefficients that are known, for comparison
};

/// The selection of segments by measured restitutions, and the rule fitted to it.
struct FitReport {
  struct Pair {
    std::string name;
    int category = 1;        ///< 1 same material, 2 hard-soft, 3 soft-hard
    double ratio = 0;        ///< r, per cent
    double measured = 0;     ///< restitution
    int soft_segments = 1;   ///< the j_S of least error
    double restitution = 0;  ///< ours there
    double error = 0;        ///< per cent
    std::optional<double> printed_error;
  };
  struct Category {
    int category = 1;
    int hard_segments = 1;   ///< the j_H of least mean error
    double mean_error = 0;   ///< APE_m of Eqn 2.27: over all j_S, per cent
    double least_error = 0;  ///< mean of the pairs' least errors
  };
  struct Coefficient {
    std::string name;
    double value = 0;
    double low = 0, high = 0;  ///< 95 % confidence
    std::optional<double> printed;
  };
  std::string data, model, interior;
  double speed = 0;
  std::vector<Pair> pairs;
  std::vector<Category> categories;
  std::vector<Coefficient> coefficients;  ///< a, b, c; then a + c and a·b, which a small b leaves
  double regression = 0;                  ///< R = √(1 − SSR/SST)
  double deviation = 0;                   ///< standard deviation of the residuals, segments
  double printed_deviation = 0;           ///< of the printed rule on the same points
  std::vector<std::string> notes;
};

}  // namespace carom
