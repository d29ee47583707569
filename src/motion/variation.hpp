#pragma once

/// motion/variation.hpp
///
/// The derivative of a motion: how its state changes with the state it began at and with the
/// numbers of its mechanism (docs/theory/sensitivity.md). With S the slopes of x = (q, q̇) at a
/// fixed time,
///
///     between events   Ṡ = A(t) S + B(t)       A, B: slopes of ẋ, contacts in their modes
///     at an event      dt = −g′/ġ              g = 0 tells its time
///                      S⁺ = D(x⁺)·(S⁻ + ẋ⁻dt) − ẋ⁺dt
///     bounces summed   the closed forms of bounces.hpp and bounce_cycle.hpp with slopes
///
/// The motion is followed as it is computed and is not changed. A and B are found at Lobatto's four
/// points of stretches that the variational equation itself determines (collocation of order 6, by
/// iteration), from the motion's states there: its steps are shorter than that, because they are of
/// lower order. What happens at an event is computed in numbers with slopes by what computed it in
/// plain ones: the impact rule, the law, the sum.
///
/// Where there is no derivative, or none on both sides, a direction says why (`Hindrance`).

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "motion/course.hpp"
#include "motion/formula_switches.hpp"
#include "motion/impact_rule.hpp"
#include "motion/simulate_along.hpp"
#include "motion/tangent_flow.hpp"

namespace carom {

/// What is this share of its size is rounding: where a slope must be zero, times must be the same.
inline constexpr double slope_rounding = 1e-6;

class MotionVariation : public CourseFollower {
 public:
  MotionVariation(const Tree& tree, const Law& law, const MotionOptions& options,
                  MotionDirections asked);

  void open(const Tree& tree, const MotionPresent& present,
            const FormulaSwitches* switches) override;
  void advance(const MotionPresent& present) override;
  void arrive(const std::optional<FoundEvent>& trigger, const MotionPresent& present) override;
  void depart(const MotionPresent& present, const InstantImpact& impact) override;
  void sum(const BounceLimit& limit, const InstantImpact& impact,
           const MotionPresent& present) override;
  void sum(const CycleLimit& limit) override;
  void close(const MotionPresent& present, MotionEnd end) override;

  MotionSensitivity take();

  using Row = std::vector<double>;  ///< one number a direction
  /// S at MotionDirections::samples: a row a number of (q, q̇); no rows where it is not known, as
  /// while infinitely many bounces end.
  const std::vector<std::vector<Row>>& samples() const { return samples_; }

 protected:
  struct Knot {
    double t = 0;
    std::vector<double> y, slope;
  };
  /// A and B where they have been found: rows of q̈, columns q, q̇ and parameters.
  struct Node {
    std::vector<double> slopes;
    double frequency = 0;  ///< 1/s
  };
  struct Stretch {
    std::array<Node, 4> nodes;
    std::array<std::vector<Row>, 4> state, rate;
  };

  /// An impact, with slopes at its own time.
  struct Struck {
    double time = 0, approach = 0;
    std::vector<double> y;
    std::vector<Row> state;
    Row event_time, approach_slope;
  };

  std::size_t chunks() const { return (asked_.count + lane_count - 1) / lane_count; }
  const SlopedTree& tree_of(std::size_t chunk) const {
    return chunk < asked_.trees.size() ? asked_.trees[chunk] : plain_;
  }
  void follow_sides(const Tree& tree);
  void keep_knot(const MotionPresent& present);
  void follow_leg(bool whole);
  void state_at(double t, std::vector<double>& y) const;
  bool find_node(double t, Node& node);
  bool follow_stretch(double t, double h, Stretch& stretch);
  void rates(const Node& node, const std::vector<Row>& state, std::vector<Row>& rate) const;
  void keep_samples(double t, double h);
  void slope_in_time();
  void sloped_state(std::size_t chunk, std::span<const double> y, bool in_time);
  void evaluate_at(std::span<const double> y, double t, std::span<const Regime> regimes);
  void time_event(const FoundEvent& trigger);
  void time_function(const FormulaSwitches::StateFunction& function,
                     std::span<const SlopedFormula> followed);
  double function_slope(const FormulaSwitches::StateFunction& function, const SlopedTree& tree,
                        const SlopedFormula* followed, std::size_t lane);
  void look_at_jump(const MotionPresent& present);
  void time_moved_switches();
  void strike(const MotionPresent& present, const InstantImpact& impact);
  void keep_struck(const MotionPresent& present, const InstantImpact& impact);
  void time_first_impact(const MotionPresent& present, const InstantImpact& impact);
  void look_at_start(const MotionPresent& present);
  void hold(const MotionPresent& present, bool may_correct, bool begins);
  void look_at_edges(const MotionPresent& present);
  void hinder(std::size_t direction, Hindrance why, double time, int contact);
  double size_of(std::size_t direction) const;
  double start_slope(std::size_t direction) const {
    return direction < asked_.start.size() ? asked_.start[direction] : 0;
  }

  const Tree& tree_;
  MotionOptions options_;
  MotionDirections asked_;
  SlopedTree plain_;  ///< the mechanism without slopes
  std::size_t freedom_;
  std::size_t padded_;  ///< directions, whole chunks
  std::optional<Flow> flow_;
  std::optional<TangentFlow> tangent_;
  const FormulaSwitches* switches_ = nullptr;
  ImpactRule<Sloped> rule_;

  std::vector<std::size_t> columns_;  ///< of (q, q̇) that accelerations depend on
  std::vector<Row> state_;            ///< S: a row a number of (q, q̇)
  std::vector<Regime> regimes_;
  std::vector<Knot> knots_;
  double reached_ = 0;         ///< s; as far as S has come
  std::optional<Node> known_;  ///< A and B there
  double frequency_ = 0;

  // An instant.
  bool first_ = true;
  std::optional<FoundEvent> trigger_;
  double at_ = 0;
  std::vector<double> before_, slope_before_;
  Row event_time_;               ///< dt
  std::vector<Row> at_event_;    ///< D(x) at the event itself, after its impact
  bool limit_ = false;           ///< at_event_ is the end of summed bounces
  std::vector<Row> struck_;      ///< D(Δq̇) of the last impact
  Row approach_;                 ///< D(u⁻) of it
  std::vector<Struck> impacts_;  ///< the last ones, a cycle and one more at most
  std::vector<InstantSlopes> instants_;
  std::vector<std::vector<Row>> samples_;
  std::size_t sampled_ = 0;  ///< so many of them are behind
  std::vector<std::optional<DirectionHindrance>> hindered_;
  std::optional<MotionEnd> end_;
  double end_time_ = 0;

  // Scratch.
  std::vector<Sloped> positions_, velocities_;
  Sloped time_;
  std::vector<Sloped> numbers_;  ///< that formulas of the state see
  std::vector<double> node_state_, node_slope_;
  Stretch stretch_;
};

}  // namespace carom
