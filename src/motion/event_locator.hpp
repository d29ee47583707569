#pragma once

/// motion/event_locator.hpp
///
/// The instant of the first event within a step, to rounding. `first_event` (event_search.hpp) says
/// about where a watched function f falls to zero; here f(x) is what a step of size x from the same
/// beginning ends with, so that the instant found is one that the method itself reaches:
///
///     gaps, slips   x ← x − f/f′, kept between the ends by bisection      (f′ = v_n, ±v̇_t is
///     known) forces        bracketing without derivatives (Alefeld, Potra & Shi, TOMS 748)
///
/// The shorter step may show another function that falls before; then that one is located, until
/// none is left. A function that only seemed to fall is no event.

#include <optional>
#include <span>
#include <vector>

#include "motion/event_search.hpp"
#include "motion/flow.hpp"
#include "motion/formula_switches.hpp"
#include "motion/motion_present.hpp"
#include "numerics/dense_step.hpp"

namespace carom {

class EventLocator {
 public:
  /// `tolerance`: of a step.
  EventLocator(Flow& flow, double tolerance);

  /// Switches of formulas that depend on the state are events too.
  void watch(const FormulaSwitches& switches) {
    if (switches.in_state() > 0) switches_ = &switches;
  }

  /// The first event within the step of `present` (attempted already; `end` are the contacts at its
  /// end). Where there is one the step is shortened so that it ends there, and so does `end`; its
  /// forces are the last that contacts can have, where those of the new end are none.
  std::optional<FoundEvent> find(MotionPresent& present, std::vector<ContactRates>& end);

  /// Whether a formula of the mechanism varies: time itself matters then.
  bool formulas() const { return formulas_; }

 private:
  std::optional<FoundEvent> find_switch(MotionPresent& present, std::vector<ContactRates>& end);
  std::span<const double> switch_values(std::span<const double> y, double t);
  std::span<const ContactRates> inside(const DenseStep& step, double share);
  double value(const MotionPresent& present, const FoundEvent& event,
               std::span<const ContactRates> contacts) const;
  double probed(const MotionPresent& present, const FoundEvent& event, double x);
  double located_force(const MotionPresent& present, const FoundEvent& event, double longest);
  double located_root(const MotionPresent& present, const FoundEvent& event, double longest);
  double resolution_at(const MotionPresent& present, double x) const;
  bool breaks_conditions(const MotionPresent& present,
                         std::span<const ContactRates> contacts) const;
  void take_last_forces(const MotionPresent& present, const FoundEvent& event, double held,
                        std::span<ContactRates> end);
  bool at_event(const MotionPresent& present, const FoundEvent& event) const;
  bool locate(MotionPresent& present, std::vector<ContactRates>& end, FoundEvent& event);

  Flow& flow_;
  const Tree& tree_;
  const FormulaSwitches* switches_ = nullptr;
  std::vector<double> switched_;
  double tolerance_;
  bool formulas_;
  DenseStep probe_;
  std::vector<double> inside_, inside_slope_;
  std::vector<ContactRates> probed_, between_;
  bool pole_ = false;  ///< the function located last changes its sign by way of infinity
  double held_ = 0;    ///< s after the step's beginning: where the force located last still held
};

}  // namespace carom
