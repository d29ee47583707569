#pragma once

/// motion/compliant_motion.hpp
///
/// Contacts that yield, in the course of a motion. Between events they press by their laws
/// (motion/flow.hpp) and the steps of the motion follow them on their own time scale. Here are
/// their events:
///
///     open     δ comes to the permanent indentation: contact begins (from outside: the gap closes,
///              which the motion finds as for all contacts)
///     closed   the guards of the law (F = F_c, δ̇ = 0, F = 0), end of compression
///     slides   ±v_t comes to zero
///     sticks   |f_t| comes to μ_s F
///
/// located to rounding by steps that end there, and what follows from them. Slips that stop in one
/// instant, to what a motion knows of its velocities, are decided together, by trial: all stick;
/// those that friction cannot hold then slide; until nothing changes. Forces that begin in this
/// instant are compared a moment later.
///
/// A contact that has opened keeps its permanent indentation until it is apart from the surface; a
/// collision after that begins anew. Each is told as one impact, when it has ended.

#include <optional>
#include <span>
#include <vector>

#include "laws/compliant/touch.hpp"
#include "motion/flow.hpp"
#include "motion/motion_present.hpp"
#include "motion/motion_record.hpp"
#include "numerics/dense_step.hpp"

namespace carom {

class CompliantMotion {
 public:
  /// `tolerance`: of a step.
  CompliantMotion(Flow& flow, const MotionOptions& options, double tolerance);

  bool any() const { return !flow_.yielding().empty(); }
  bool yields(int contact) const { return flow_.yielding_of(contact) != nullptr; }

  /// Where a motion begins: contacts that touch and do not leave are closed.
  bool begin(MotionPresent& present, MotionRecord& record);
  /// The gap of a contact has closed. False where the motion is over.
  bool close(int contact, MotionPresent& present, MotionRecord& record);
  /// Velocities or rigid contacts have changed in an instant.
  bool go_on(MotionPresent& present, MotionRecord& record);

  /// Whether an event of theirs is within the step (attempted already; `end` are the contacts at
  /// its end). The step then ends there.
  bool find(MotionPresent& present, std::vector<ContactRates>& end);
  /// Passes what `find` found, where the step has ended. False where the motion is over.
  bool pass(MotionPresent& present, MotionRecord& record);
  /// A step has ended without an event.
  void keep(const MotionPresent& present);
  /// Gaps that are not watched as others are, because contact is closed, or not yet apart.
  void set_orders(MotionPresent& present) const;
  /// Whether some contact is closed, or not yet apart.
  bool active() const;
  /// The longest step that is sure not to pass a collision's beginning unseen, s.
  double first_step() const { return first_step_; }
  /// The motion ends: contacts that are still closed.
  void finish(const MotionPresent& present, MotionRecord& record);

 private:
  struct Watch {
    enum class Kind : std::uint8_t { guard, apart, compression, peak, slip, cone } kind;
    std::size_t place;  ///< in Flow::yielding
    Guard guard;
  };
  /// What a contact is going through.
  struct Course {
    bool sunk = false;    ///< open, and not yet apart
    int compressing = 0;  ///< 1: until the peak of its force, 2: after it
    CompliantTouch touch{};
    std::vector<double> positions{}, velocities{};  ///< where it closed
    std::array<double, 4> sums{};                   ///< impulses and works so far, there
    std::vector<std::array<double, 2>> loop{};
  };

  const TreeContact& contact_of(std::size_t k) const {
    return flow_.tree().contacts[flow_.yielding()[k].contact];
  }
  bool rubs(std::size_t k) const { return contact_of(k).static_friction > 0; }
  double speed_floor(const MotionPresent& present) const;
  void watch(const MotionPresent& present);
  double value(const Watch& watch, std::span<const ContactRates> contacts) const;
  bool leaves_too(const Watch& watch, double left) const;
  double probe(const MotionPresent& present, std::size_t watch, double x);
  void pass_one(const Watch& watch, MotionPresent& present, MotionRecord& record);
  void begin_touch(std::size_t k, MotionPresent& present);
  void end_touch(std::size_t k, MotionPresent& present, MotionRecord& record);
  void turn(std::size_t k, const MotionPresent& present);
  void close_one(std::size_t k, MotionPresent& present);
  bool decide(MotionPresent& present, MotionRecord& record);
  void decide_sprung(std::size_t k, MotionPresent& present);
  double slip(std::size_t k, double direction, const ContactRates& rates) const;
  bool try_modes(const MotionPresent& present);
  double stopping_time(std::size_t k, double speed) const;

  Flow& flow_;
  const MotionOptions& options_;
  double tolerance_;
  std::vector<Course> courses_;
  std::vector<Watch> watches_;
  std::vector<double> at_start_, at_end_;
  std::vector<std::size_t> found_;
  std::vector<std::uint8_t> undecided_, gives_way_;
  std::vector<double> trial_, trial_slope_;
  std::vector<ContactRates> tried_, probed_;
  DenseStep probe_;
  double moment_ = 0;  ///< s; by which forces that begin are compared
  double first_step_ = 0;
  double slip_floor_ = 0;  ///< m/s; a slip that has turned round by less is rounding
  int at_once_ = 0;
};

}  // namespace carom
