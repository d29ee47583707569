#pragma once

/// contact/thresholds.hpp
///
/// Where numbers stop to mean something: every threshold that laws, dynamics, motion, analyses and
/// reports share, once, with its reason. A word means the same number everywhere. All are shares of
/// a size that the comment names; ε = 2.2e-16 is the rounding of one operation.
///
/// What only the course of a motion needs is in motion/thresholds.hpp. What belongs to one method
/// (the step of a difference, a bound on its work) stays with that method.

namespace carom {

// Gaps, as shares of the mechanism's size.

/// A contact touches where its gap is within this: positions are given, or found by [close], to six
/// digits or more, and what moves so little before it strikes changes nothing that can be measured.
inline constexpr double touching_tolerance = 1e-6;
/// One with a gap below this takes no part, but was perhaps meant to: it is told.
inline constexpr double nearly_touching = 1e-3;
/// Points of a link, and places behind a surface, within this are the same: far above the rounding
/// of positions, far below what touches.
inline constexpr double place_rounding = 1e-9;

// Velocities before an impact.

/// Share of the chain's fastest point: contact velocities are sums of terms of that size, so what
/// is below is rounding (thousands of links add up to some 1e3 ε).
inline constexpr double speed_rounding = 1e-12;
/// Share of the fastest contact: resting contacts carry what is left of the input's digits.
inline constexpr double rest_tolerance = 1e-9;

// Velocities within an impact and after it, as shares of the largest.

/// Velocities after are zero below this: modes hold theirs exactly, so this is only rounding of
/// sums.
inline constexpr double outcome_tolerance = 1e-12;
/// Rates of a stage below this are zero, for the same reason.
inline constexpr double flat_share = 1e-12;
/// Events coincide but for rounding (two contacts on one rigid link stop together): what an event
/// leaves below this is zero; and contacts that would strike within this share of the local time
/// strike together. Above: the division by a rate magnifies rounding.
inline constexpr double coincidence_share = 1e-10;
/// Where it is asked what else forces and impulses could be, velocities below this are none: a
/// contact wrongly taken to move would wrongly be taken to have its friction determined.
inline constexpr double still_share = 1e-9;

// Impulses.

/// A normal impulse above this share of the largest one is one: the contact interacted. Impulses
/// are solutions of mode problems, known to consistency_tolerance.
inline constexpr double interaction_share = 1e-10;
/// What is less than this share of what could be passed on is nothing.
inline constexpr double transmission_rounding = 1e-12;
/// Friction above this counts as this: the cone is a half-plane but for a ten-millionth, and a
/// larger number would drown the normal forces in the rounding of the tangential ones.
inline constexpr double largest_friction = 1e7;

// Energies, as shares of what was exchanged.

/// Energy lost or made within this is rounding.
inline constexpr double energy_rounding = 1e-12;
/// Velocities are differences of terms as large as the scaled impulses: this share of those counts
/// as exchanged too.
inline constexpr double exchanged_share = 0.01;

// Inertia.

/// A contact whose entries of W are this share of the largest does not move.
inline constexpr double immobile = 1e-14;
/// A contact whose W_nn is this share of its W_tt is neither lifted nor pressed by any force: not
/// even by one that friction turns towards it. W_nn is a sum of squares, so its rounding is ε².
inline constexpr double immovable = 1e-24;
/// Contacts whose common entries of W are below this share of their own do not feel each other.
inline constexpr double uncoupled = 1e-14;
/// A direction of a contact whose W_rr is this share of what it would be without drives cannot move
/// at all: the rest is rounding of a difference.
inline constexpr double drives_hold = 1e-13;
/// A pivot of the mass matrix, or of the drives' own, below this share of what it would be if
/// nothing gave way is rounding: nothing resists that motion.
inline constexpr double singular_pivot = 1e-13;

// Mode problems (laws/rigid/mode_problem.hpp), as shares of the problem's size.

/// A violated inequality up to this is rounding.
inline constexpr double consistency_tolerance = 1e-10;
/// Two consistent answers nearer than this are one.
inline constexpr double distinction_tolerance = 1e-7;
/// A pivot below this share of the largest entry makes a trial singular: its mode is passed over.
inline constexpr double singularity_threshold = 1e-11;
/// The rank of W: singular values and eigenvalues below this share of the largest are zero. The
/// same number, so that whoever is told of redundant contacts is told of impulses left open.
inline constexpr double rank_tolerance = singularity_threshold;
/// Conditions that hold by this hold for one combination only.
inline constexpr double strictness = 1e-6;

}  // namespace carom
