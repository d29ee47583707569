#pragma once

/// motion/simulation.hpp
///
/// The course of a motion (docs/theory/motion.md): a step of the flow, the first event within it,
/// and what follows from that, each by its own part:
///
///     flow.hpp             ẏ between events, and the constraints of contacts that last
///     event_locator.hpp    where the first event within a step is
///     instant.hpp          what happens there: who strikes, who stays
///     bounce_follower.hpp  infinitely many bounces, summed
///     bounce_cycle.hpp     those of several contacts that strike in turn
///     compliant_motion.hpp contacts that yield: their events, and what follows
///     motion_record.hpp    what is told of it, and the books of its energy
///     formula_switches.hpp where formulas are not smooth, if they are not
///
/// All of them work on one MotionPresent (motion_present.hpp).

#include <optional>
#include <vector>

#include "carom/simulate.hpp"
#include "motion/bounce_cycle.hpp"
#include "motion/bounce_follower.hpp"
#include "motion/compliant_motion.hpp"
#include "motion/course.hpp"
#include "motion/event_locator.hpp"
#include "motion/formula_switches.hpp"
#include "motion/instant.hpp"
#include "motion/motion_present.hpp"
#include "motion/motion_record.hpp"
#include "motion/passing.hpp"

namespace carom {

class Simulation {
 public:
  /// The state must have the tree's size; the options must be in their ranges.
  /// `section`: of `state_variables`, watched where there is one.
  Simulation(const Tree& tree, const Law& law, const State& state, const MotionOptions& options,
             MotionSink& sink, const Expression* section = nullptr);

  /// Someone who is told of its course.
  void lead(CourseFollower& follower) { follower_ = &follower; }

  Motion run();

 private:
  void begin();
  bool is_pressed(int contact) const;
  void advance();
  bool attempt_step();
  MotionEnd why_no_step(double h);
  void finish_step(const std::optional<FoundEvent>& event);
  void find_switch();
  void cross_switch();
  bool choose_side(int which);
  bool begin_state_switches();
  void follow_state();
  bool cross_section();
  bool holds_itself(std::size_t contact) const;
  bool still_opens(std::size_t contact) const;
  void part_lifted();
  void pass_instant(const std::optional<FoundEvent>& trigger);
  void sum_bounces();
  void forget_bounces();

  std::optional<Tree> own_;  ///< where formulas have sides
  const Tree& tree_;
  const MotionOptions& options_;
  std::optional<FormulaSwitches> switches_;
  double switch_at_;  ///< s; the step that begins must not go beyond
  double tolerance_;  ///< of a step
  double end_time_;
  Flow flow_;
  MotionPresent present_;
  MotionRecord record_;
  EventLocator locator_;
  Instant instant_;
  BounceFollower bounces_;
  BounceCycle cycles_;
  CompliantMotion compliant_;
  PassingWatch passing_;
  CourseFollower* follower_ = nullptr;
  std::vector<ContactRates> end_;  ///< the contacts where the step ends
  double speed_at_end_ = 0;
  double step_size_;  ///< that the error allows
  double longest_step_;
};

}  // namespace carom
