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
/// those that friction cannot hold then slide; until nothing changes. Forces are compared a moment
/// later, where they begin in this instant, or where friction gives way because others change.
///
/// A contact that has opened keeps its permanent indentation until it is apart from the surface;
/// contact after that begins anew.
///
/// A touch that begins with an approach is a collision. It is over
///
///     where the contact opens, or
///     where it comes to rest:   locked (e = 0) at the end of compression,
///                               else where its rebound has come to its end, v_n ≤ rest,
///                               or v_n has been rest as long as the contact takes to be stopped,
///     or where the motion ends
///
/// and is told then, as one impact. Where it came to rest, contact that lasts begins; one that
/// opens before it has lasted as long as the collision took has collided on, and is one impact
/// still. A touch that begins without an approach lasts from the beginning. Contact that lasts is
/// told where it begins, where it sticks or slides from then on, and where it ends. What is told
/// later than it was is made where it was and held back (`Course::held`).

#include <limits>
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

  /// Where a motion begins: contacts that start below their surfaces are closed, before the books
  /// are opened.
  void press(MotionPresent& present);
  /// Then contacts that touch and do not leave.
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
  void keep(MotionPresent& present, MotionRecord& record);
  /// Gaps that are not watched as others are, because contact is closed, or not yet apart.
  void set_orders(MotionPresent& present) const;
  /// Whether some contact is closed, or not yet apart.
  bool active() const;
  /// The longest step that is sure not to pass a collision's beginning unseen, s.
  double first_step() const { return first_step_; }
  /// The motion ends: collisions that are not over, and what is held back.
  void finish(const MotionPresent& present, MotionRecord& record);

 private:
  struct Watch {
    enum class Kind : std::uint8_t { guard, apart, compression, peak, rest, slip, cone } kind;
    std::size_t place;  ///< in Flow::yielding
    Guard guard;
  };
  /// What a contact is going through.
  struct Course {
    bool sunk = false;       ///< open, and not yet apart
    int compressing = 0;     ///< 1: until the peak of its force, 2: after it
    bool colliding = false;  ///< approached, and what follows is not known to last yet
    bool rebounds = false;   ///< after compression it has come back faster than rest
    bool lasts = false;      ///< contact that lasts, or may
    double stopping = 0;     ///< s; the time in which it would be stopped
    double still_since = std::numeric_limits<double>::infinity();  ///< s; slower than rest
    double held_until = 0;                                         ///< s
    std::vector<MotionEvent> held{};  ///< what is told if contact lasts beyond that
    Mode told = Mode::apart;          ///< of contact that lasts
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
  bool comes(std::size_t watch) const;
  bool leaves_too(const Watch& watch, double left) const;
  double probe(const MotionPresent& present, std::size_t watch, double x);
  void pass_one(const Watch& watch, MotionPresent& present, MotionRecord& record);
  void begin_touch(std::size_t k, const MotionPresent& present);
  MotionEvent ended_collision(std::size_t k, const MotionPresent& present, MotionRecord& record);
  void end_touch(std::size_t k, MotionPresent& present, MotionRecord& record);
  void settle(std::size_t k, MotionPresent& present, MotionRecord& record);
  void tell_lasting(const MotionPresent& present, MotionRecord& record);
  void tell_held(std::size_t k, MotionRecord& record);
  void turn(std::size_t k, const MotionPresent& present);
  void close_one(std::size_t k, MotionPresent& present, bool pressed = false);
  bool is_still(std::size_t k, const MotionPresent& present) const;
  bool decide(MotionPresent& present, MotionRecord& record);
  void decide_sprung(std::size_t k, MotionPresent& present);
  double slip(std::size_t k, double direction, const ContactRates& rates) const;
  bool try_modes(const MotionPresent& present);
  void measure(std::size_t k, double speed, double acceleration);

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
  double rest_ = 0;        ///< m/s; slower than this is rest
  double slip_floor_ = 0;  ///< m/s; a slip that has turned round by less is rounding
  int at_once_ = 0;
  std::vector<int> undamped_;  ///< contacts that closed at rest and damp by their approach
};

}  // namespace carom
