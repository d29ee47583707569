#pragma once

/// motion/thresholds.hpp
///
/// What is small in the course of a motion: every threshold that belongs to time (steps, events,
/// decisions between them, bounces), once, with its reason. What impacts share is in
/// contact/thresholds.hpp. A motion knows its state to about 1e-9 of its sizes (the default
/// tolerance), so "rest" here is coarser than in a single impact, whose state is taken as given.

#include <limits>

#include "contact/thresholds.hpp"

namespace carom {

/// Of double numbers: a sum is known to about this share of its parts.
inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

// Steps of the method.

/// Errors of steps add up: a step may err by this share of the tolerance, but for rounding.
inline constexpr double step_share = 0.004;
inline constexpr double least_step_error = 1e-15;
/// While contacts that yield are closed, whose collision is measured in its own sizes, by this
/// share, as where the configuration is frozen.
inline constexpr double collision_step_share = 0.01;
/// A step is at most so many times longer than the one before.
inline constexpr double step_growth = 5;
/// After a flight a step is at most so many times longer than the one that ended it, or this share
/// of the duration: one that is far longer than a flight finds its end badly.
inline constexpr double growth_after_flight = 4;
inline constexpr double share_after_flight = 1e-9;
/// A step that leaves less than this share of what is left is the last: a rest that short would be
/// a step of its own.
inline constexpr double last_step_share = 1e-10;

// What counts as nothing while events are looked for.

/// Gaps, as a share of the mechanism's size: a contact that touches without a force is left alone
/// within this. Gaps are integrated by themselves, so they keep more digits than positions.
inline constexpr double event_gap_share = 1e-10;
/// Speeds, as a share of the fastest so far, are rest below rest_tolerance; and below this share of
/// it that speed is the mechanism's size in the duration.
inline constexpr double least_speed_share = 1e-3;
/// Forces and accelerations below so many times the consistency tolerance are rounding: above what
/// modes are found consistent with.
inline constexpr double event_force_factor = 10;
/// Accelerations are remembered for so many local times.
inline constexpr double fading_times = 10;
/// Accelerations that bring the mechanism this share of its size within the duration are small.
inline constexpr double least_acceleration = 1e-3;

// Formulas that are not smooth (formula_switches.hpp), as shares of the time and the duration.

/// A formula is on the side on which it is this much later: well above the rounding of its zeros.
inline constexpr double switch_rounding = 1e-14;
/// Where it is zero still, it is looked at up to this much later.
inline constexpr double switch_outlook = 1e-3;
/// A load comes to zero gently where its slope would bring it this share of its size within a step.
inline constexpr double gentle_share = 1e-4;
/// A switch of the state to which the motion comes back from both sides is evaluated as it is until
/// its function is this share of the largest that it was.
inline constexpr double chatter_share = 1e-6;
/// Which side it goes on to is seen this share of the local time later.
inline constexpr double side_moment = 1e-6;

// Within an instant.

/// What just holds in an instant is decided by this share of the local time after it.
inline constexpr double moment_share = 1e-4;
/// What shows nothing by then is looked at again up to this share of it.
inline constexpr double outlook_share = 0.5;
/// So many instants without progress in time mean that something is wrong.
inline constexpr int instants_at_once = 200;
/// A contact that struck within this share of the duration and comes back at rest has bounced.
inline constexpr double recent_share = 1e-3;
/// Approaches slower than so many times what counts as rest are no impacts.
inline constexpr double rest_factor = 2;
/// "Slow" is this many times what counts as rest: impacts in a row that are rattle, bounces that
/// need not be regular to be summed, slips of contacts that bounce and come to their end.
inline constexpr double slow_factor = 100;
/// Contacts can rattle for ever (feet that creep down a slope wake each other): after so many slow
/// impacts in a row such are rest.
inline constexpr int patience = 1000;
/// Slips below this share of what counts as rest are rounding.
inline constexpr double slip_share = 1e-3;
/// After an impact, normal velocities below this share of what counts as rest are rounding.
inline constexpr double leaving_share = 1e-4;

// Decisions (contact_decision.hpp), as shares of the problem's size.

/// Conditions within this just hold: what follows decides. Well above the accuracy of a motion's
/// state.
inline constexpr double edge_share = 1e-7;
/// In the instant in which a condition comes to its edge it may miss by this: the accuracy with
/// which that instant is found.
inline constexpr double located_share = 1e-8;
/// After the moment a condition that holds may miss by this, and equations that are missed by more
/// have no solution: rounding.
inline constexpr double solved_share = 1e-11;
/// Conditions that are below this after the moment do not show yet which way they go, or whether
/// motions differ (distinction_tolerance): it is prolonged.
inline constexpr double shown_share = 2 * distinction_tolerance;
/// Where nothing holds, what misses by no more than this is taken: a wedge at its limit.
inline constexpr double just_missed = 1e-6;
/// What presses and rests does so after the moment within this: beside a dead point equations are
/// met by less.
inline constexpr double kept_share = 1e-9;
/// Rates after the moment below this are none, or begin with a higher power of time.
inline constexpr double alike_share = 1e-10;
/// A row of W that others leave less than this share of is held by them.
inline constexpr double held_share = 1e-9;

// Forces of contacts that last (contact_forces.hpp), as shares of the problem's size.

/// Contacts that have been found to hold go on to hold where they are missed by less than this:
/// links that lie flat between two of them leave their dead point so slowly.
inline constexpr double nearly_solved = 1e-7;
/// A change of b by the first share of its size that changes forces by more than so many times the
/// change shows nearly singular equations.
inline constexpr double small_change = 1e-6;
inline constexpr double magnified = 1e2;
/// What of b, as a share of its size, along a direction that is so magnified is rounding, and is
/// left out: symmetric motions are symmetric to within it. Times `magnified` it is not above
/// located_share, so that forces are as exact as what decides by them; where more is magnified, the
/// state's accuracy leaves more open.
inline constexpr double even_share = 1e-10;
/// Where a pivot is this share of the largest, rounding has not yet eaten the answer.
inline constexpr double nearly_singular = 1e-15;
/// Directions of forces below this share of the largest are none.
inline constexpr double open_share = 1e-9;
/// A contact that is hardly pressed takes this share of the friction of the one pressed most.
inline constexpr double least_load_share = 1e-9;
/// Rows of a projection that depend on others (two feet of a rigid body), to this share of the
/// largest, are met by the smallest impulses.
inline constexpr double dependent_rows = 1e-14;

// Contacts that yield (compliant_motion.hpp).

/// The first step of a collision, and the moment by which forces that begin are compared, as shares
/// of the time in which the contact would be stopped.
inline constexpr double first_share = 1e-4;
inline constexpr double moment_of_contact = 1e-6;
/// A cone is left by this share of the largest force: where contact ends both forces are rounding.
inline constexpr double cone_share = 1e-12;
/// Contacts that leave within this share of their indentation leave in one instant.
inline constexpr double together_share = 1e-10;
/// Contact that lasts ends where the sides are this share of its depth apart: one that swings
/// without loss comes back to zero but for rounding.
inline constexpr double lasting_slack = 1e-9;
/// What presses a contact is at least this share of the accelerations around it.
inline constexpr double least_pressing = 1e-3;
/// One that rests starts pressed where it is this share of the mechanism's size below its surface.
inline constexpr double pressed_share = 1e-9;
/// So many events without progress in time mean that something is wrong.
inline constexpr int events_at_once = 100;

// Bounces that are summed (bounces.hpp).

/// Bounces are followed one by one until those to come take this share of the local time, or the
/// second share times √tolerance: what is left out of the energies is of second order in it.
inline constexpr double followed_share = 1e-4;
inline constexpr double followed_by_tolerance = 0.03;
/// What the sum of bounces leaves out may be this share of tolerance and duration, or the second
/// share of the duration.
inline constexpr double limit_error_share = 1e-3;
inline constexpr double least_limit_error = 1e-14;
/// Impacts of several contacts in turn are looked at for cycles of up to so many
/// (bounce_cycle.hpp).
inline constexpr int longest_cycle = 8;

}  // namespace carom
