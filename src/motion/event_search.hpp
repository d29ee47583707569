#pragma once

/// motion/event_search.hpp
///
/// The first event within a step. Each contact watches functions that are above zero as long as
/// its mode lasts:
///
///     apart     g                          pressed   λ_n
///     slides±   ±v_t                       sticks    μ_s λ_n − |λ_t|
///     wedged    −v̇_n if it let go
///
/// Gaps are followed by the quintic through g, ġ, g̈ at both ends of the step, slips by the cubic
/// through v_t, v̇_t; forces by their values at the ends and at three points between. A function
/// that starts at zero (a gap after a bounce, after a separation, a slip that begins) is divided by
/// its power of time first, so that its trivial root is no event.

#include <functional>
#include <optional>
#include <span>

#include "motion/flow.hpp"

namespace carom {

/// `formula`: no contact's, a switch of a formula (formula_switches.hpp).
enum class Watched : std::uint8_t { gap, slip, normal_force, friction_cone, wedge, formula };

/// How a contact's functions leave zero where a step begins.
struct StartOrder {
  /// 1: after a bounce; 2: lifted off; 3: where its force had come to zero; 4: not watched, as long
  /// as it opens and is next to nothing.
  int gap = 0;
  int slip = 0;  ///< 1: a slip that begins; 2: at the edge of its cone; 3: not watched
  /// Wedged, though it could let go: that has been decided upon.
  bool stays = false;
  bool asleep = false;  ///< takes no part at this state (Contact::active)
};

struct FoundEvent {
  int contact = -1;
  Watched watched = Watched::gap;
  double from = 0;   ///< share of the step: not before
  double at = 1;     ///< share of the step: about here
  double until = 1;  ///< share of the step: not after
  int formula = -1;  ///< a switch that depends on the state
};

/// Tolerances of the search.
struct EventScales {
  double gap = 0;           ///< m; a contact that touches without force is left alone within this
  double force = 0;         ///< N; forces below this are rounding
  double speed = 0;         ///< m/s; slips below this are rounding
  double acceleration = 0;  ///< m/s²; accelerations below this are rounding
};

/// The watched function's value.
double watched_value(const Tree& tree, int contact, const Regime& regime, Watched watched,
                     const ContactRates& rates, const EventScales& scales);

/// The first event between two observations a time h apart; `between(share)` observes inside the
/// step. Functions in `ignored` are left out.
std::optional<FoundEvent> first_event(
    const Tree& tree, std::span<const Regime> regimes, std::span<const StartOrder> orders,
    std::span<const ContactRates> at_0, std::span<const ContactRates> at_1, double h,
    const EventScales& scales,
    const std::function<std::span<const ContactRates>(double share)>& between,
    std::span<const FoundEvent> ignored = {});

}  // namespace carom
