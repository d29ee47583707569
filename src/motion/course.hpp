#pragma once

/// motion/course.hpp
///
/// What a motion tells of its course to whoever follows it step by step, beside what is told to
/// the user: where steps end, where instants begin and what follows from them, bounces that are
/// summed. The motion is the same whether someone follows it or not.

#include <optional>

#include "motion/bounce_cycle.hpp"
#include "motion/bounces.hpp"
#include "motion/formula_switches.hpp"
#include "motion/motion_present.hpp"
#include "motion/motion_record.hpp"

namespace carom {

class CourseFollower {
 public:
  virtual ~CourseFollower() = default;

  /// The motion is about to begin at this state; `tree` has the formulas as they are evaluated,
  /// `switches` watches them, if there is anything to watch.
  virtual void open(const Tree& tree, const MotionPresent& present,
                    const FormulaSwitches* switches) = 0;
  /// A step has ended here, and nothing has happened.
  virtual void advance(const MotionPresent& present) = 0;
  /// An instant begins here: state, slope and regimes are those before it.
  virtual void arrive(const std::optional<FoundEvent>& trigger, const MotionPresent& present) = 0;
  /// It is over: state, slope and regimes are those after it. `impact`: of it, or nothing.
  virtual void depart(const MotionPresent& present, const InstantImpact& impact) = 0;
  /// After an instant: its impact is the last of those that are followed, the bounces to come are
  /// summed, and rest follows: another instant departs where they end.
  virtual void sum(const BounceLimit& limit, const InstantImpact& impact,
                   const MotionPresent& present) = 0;
  /// The same of several contacts that strike in turn.
  virtual void sum(const CycleLimit& limit) = 0;
  /// The motion has ended here.
  virtual void close(const MotionPresent& present, MotionEnd end) = 0;
};

}  // namespace carom
