#pragma once

/// motion/formula_switches.hpp
///
/// Where formulas are not smooth (abs, sign, min, max, atan2; numerics/expression.hpp). No step
/// goes over such an instant: until it every switch is evaluated as on its side, also a little
/// beyond, so that the method sees smooth functions; there sides change, and what follows is
/// decided with the derivatives of the side that follows.
///
///     formulas of t alone     the instant is known before the step is made: the last number t₋
///     with
///                             the old side and the next number t₊. The step ends at t₋, the next
///                             begins at t₊.
///     formulas of the state   the instant is located like an event, by steps that end there.
///
/// What may jump in such an instant, and what follows:
///
///     forces, torques, accelerations of surfaces and drives    contacts are decided anew
///     a surface's velocity                                     who touches it is struck, or left
///     a surface's displacement                                 the same, but none goes below it
///     a drive's angle or rate                                  the motion has no answer
///
/// A load of t alone that comes to zero so gently that its slope is zero too ((0.3 − t)⁵), or to
/// another value in the same way (9.81/2 + 30(t − 0.3)⁵, which may balance others), is looked at as
/// well while contacts are pressed: no force that falls with it shows the instant in time.
///
/// Formulas of the whole state that say where a contact takes part, and the section that a motion
/// is asked for, are switches of the state themselves: they are located in the same way, to
/// rounding.
///
/// Formulas without switches and without such zeros cost nothing: they are not here.

#include <array>
#include <limits>
#include <span>
#include <vector>

#include "contact/thresholds.hpp"
#include "dynamics/state_variables.hpp"
#include "model/tree.hpp"

namespace carom {

/// Calls use(formula, input) on every formula of a tree, whatever its numbers; `input`: of a force
/// or a torque.
template <class AnyTree, class Use>
void each_formula(AnyTree& tree, const Use& use) {
  for (auto& torque : tree.torques) use(torque.value, true);
  for (auto& force : tree.forces) {
    use(force.value_x, true);
    use(force.value_y, true);
  }
  for (auto& drive : tree.drives) use(drive.angle, false);
  for (auto& surface : tree.surfaces) {
    use(surface.tangential_motion, false);
    use(surface.normal_motion, false);
  }
}

class FormulaSwitches {
 public:
  /// Sides are kept in the tree's own formulas. `duration`, s: of the motion.
  FormulaSwitches(Tree& tree, double duration);

  /// A formula of the whole state to be watched; it must outlive this.
  void watch(const Expression& section);
  /// Which switch of the state that is, or −1.
  int section() const { return section_; }
  /// Whether a contact takes no part at this state.
  bool sleeps(int contact) const;

  /// Whether a tree has any: others need no tree of their own.
  static bool in(const Tree& tree);

  /// Formulas of t alone take the sides of right after t.
  void begin(double t);

  /// The last instant in [t, t + h] in which all formulas of t alone are on their sides, if they
  /// leave them within that; otherwise infinity. `loads`: gentle zeros count.
  double last_before(double t, double h, bool loads);

  /// Goes on from t₋ to t₊, which it returns, and finds what jumps.
  double cross(double t);
  /// Of the last crossing.
  int jumping_drive() const { return jumping_drive_; }  ///< or −1
  bool velocity_jumps(int surface) const { return velocity_jumps_[surface] != 0; }
  bool displacement_jumps(int surface) const { return displacement_jumps_[surface] != 0; }
  void forget_jumps();

  /// Switches that depend on the state.
  int in_state() const { return static_cast<int>(state_switches_.size()); }
  /// Their functions, above zero on their sides but for rounding; infinite for one that is
  /// evaluated as it is.
  void state_values(std::span<const double> positions, std::span<const double> velocities, double t,
                    std::span<double> values) const;
  /// Takes the sides that the state shows, but where a function is zero to rounding; true if any
  /// changed.
  bool follow_state(std::span<const double> positions, std::span<const double> velocities,
                    double t);
  /// What such a function is at zero.
  double rounding(int which) const {
    return share_of(state_switches_[which]) * state_switches_[which].largest;
  }
  int state_side(int which) const;
  void set_state_side(int which, int side);

  /// What such a switch is: one of a formula of the tree, or a formula of the whole state.
  struct StateFunction {
    int formula = -1;  ///< its place among `each_formula`
    int which = 0;     ///< of its switches
    int among = 0;     ///< how many it has
    const Expression* whole = nullptr;
  };
  StateFunction state_function(int which) const;

 private:
  struct TimeFormula {
    Expression* formula;
    std::vector<double> values;
  };
  struct StateSwitch {
    Expression* formula = nullptr;
    int place = -1;                     ///< of the formula among `each_formula`
    int which = 0;                      ///< of the formula's switches
    double largest = 0;                 ///< of |s| so far
    const Expression* whole = nullptr;  ///< s itself, in place of one of the formula's
    int side = 0;                       ///< of that
    int contact = -1;                   ///< that takes part where it is above zero
  };
  static double share_of(const StateSwitch& one);
  struct Place {
    double displacement = 0;
    std::array<double, 2> velocity{};
  };

  void add_whole(const Expression& formula, int contact);
  bool on_sides(TimeFormula& watched, double t);
  double first_off(TimeFormula& watched, double from, double to);
  double first_zero(const Expression& load, double from, double to) const;
  void take_sides(TimeFormula& watched, double t);
  Place place(int surface, double t) const;
  std::span<const double> seen(std::span<const double> positions,
                               std::span<const double> velocities, double t) const;

  Tree& tree_;
  double duration_;
  std::vector<TimeFormula> timed_;
  std::vector<const Expression*> loads_;  ///< of t alone, that may have gentle zeros
  std::vector<Expression*> state_formulas_;
  std::vector<StateSwitch> state_switches_;
  mutable std::vector<double> scratch_;
  int jumping_drive_ = -1;
  std::vector<std::uint8_t> velocity_jumps_, displacement_jumps_;
  std::vector<Place> places_;
  std::vector<std::array<double, 3>> drives_;
  mutable StateVariables variables_;
  int section_ = -1;
};

}  // namespace carom
