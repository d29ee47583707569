#pragma once

/// data/strike_report.hpp
///
/// What `strike` tells: one impact by every law asked for. Pairs are (tangential, normal) in the
/// contact's frame; impulses and work act on the chain. SI, radians.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "carom/impact.hpp"
#include "carom/jacobian.hpp"
#include "carom/simulate.hpp"
#include "carom/vec2.hpp"
#include "data/drawing.hpp"
#include "laws/rigid/simultaneous_account.hpp"

namespace carom {

/// The generalized velocity, split as in the scenario file, and the energy that goes with it.
struct StruckState {
  std::vector<double> velocity;  ///< m/s; of the base
  std::vector<double> rates;     ///< rad/s
  std::vector<double> surfaces;  ///< m/s; of the yielding surfaces
  double kinetic_energy = 0;     ///< J
};

/// What a contact does in an impact; apart: it has a gap and takes no part.
enum class ContactRole { resting, colliding, apart };
constexpr std::string_view name(ContactRole role) {
  constexpr std::string_view names[] = {"resting", "colliding", "apart"};
  return names[static_cast<int>(role)];
}

/// Of the law `simultaneous`: what a contact's spring took and gave.
struct StruckSpring {
  double stiffness = 1;            ///< k, against that of the others
  int touches = 0;                 ///< times that force came up from nothing
  double stored = 0;               ///< J; all that loading deeper than ever put in
  double work_compression = 0;     ///< J; normal, on the chain
  double work_restitution = 0;     ///< J; normal, on the chain
  double impulse_compression = 0;  ///< N s; normal
  double impulse_restitution = 0;  ///< N s; normal
  // The restitution achieved; none where it has no meaning.
  std::optional<double> kinematic{}, kinetic{}, energetic{};
};

struct StruckContact {
  std::string name;
  ContactRole role = ContactRole::apart;
  std::array<double, 2> velocity_before{};
  std::array<double, 2> velocity_after{};
  std::array<double, 2> impulse{};
  std::array<double, 2> work{};
  std::array<bool, 2> determined{true, true};  ///< of the impulse; false: one of several
  Outcome outcome = Outcome::rebounds;
  bool interacted = false;
  std::optional<StruckSpring> spring{};  ///< simultaneous: of one that takes part
  bool yields = false;                   ///< by a force model
  CompliantCollision collision{};        ///< where it yields
};

struct StruckStage {
  Phase phase = Phase::compression;
  double from = 0;  ///< N s; normal impulse at the colliding contact; springs: of all contacts
  double to = 0;
  std::vector<Mode> modes;  ///< one a contact of the scenario; those with a gap are apart
  std::string ends_with;
  double energy_loss = 0;             ///< J, in this stage, by the work of the contacts
  std::vector<SpringMode> springs{};  ///< simultaneous: one a contact of the scenario
  std::optional<double> time{};       ///< simultaneous: when it begins, in T₀
};

/// A contact's force comes up from nothing.
struct StruckTouch {
  std::string contact;
  double time = 0;  ///< T₀
};

/// Of the law `simultaneous`: what only springs have. Times are in T₀ = 1/√max kW_nn.
struct StruckSprings {
  double duration = 0;               ///< T₀; until the last force ends
  std::vector<StruckTouch> touches;  ///< in their order
  int events = 0;
  bool told_all = true;     ///< false: touches and stages are the first of more
  int counted_plastic = 0;  ///< contacts whose small restitution was counted as 0
};

/// A joint that passed on an impulse.
struct StruckJoint {
  std::string link;  ///< the link that received it at its near joint; "base" for the ground's
  std::string from;  ///< its parent, or "base"; "ground" for what the base itself received
  Vec2 impulse;      ///< N s, world axes
  /// N m s; the couple of the drive that turns one against the other, where there is one. A drive
  /// that is not at a joint of the two is an entry of its own, without an impulse.
  std::optional<double> couple{};
  /// Of the impulse (x, y) and the couple; false: one of several, as impulses that it follows from.
  std::array<bool, 3> determined{true, true, true};
};

/// Where the kinetic energy went, and whether the books close.
struct EnergyCertificate {
  double contact_work = 0;  ///< J; Σ work of the contacts relative to their surfaces
  double surface_work = 0;  ///< J; done by surfaces that are moved
  /// J; done by drives, whose rates an impact does not change. Nothing where there are none.
  std::optional<double> drive_work{};
  double change = 0;          ///< J; kinetic energy after minus before
  double residual = 0;        ///< J; change − contact_work − surface_work − drive_work
  bool closes = true;         ///< |residual| within rounding of the energies involved
  bool makes_energy = false;  ///< contact_work above zero by more than rounding
  /// Of the work of contacts, moved surfaces and drives; false: one of several, as the impulses
  /// that do it. Their sum is always determined.
  std::array<bool, 3> determined{true, true, true};
};

struct StruckAnswer {
  bool exists = true;  ///< false: this continuation ends without an answer, see `why`
  Verdict verdict = Verdict::unique;
  std::string why;
  StruckState after;
  double energy_loss = 0;  ///< J; kinetic energy before minus after
  EnergyCertificate energy;
  std::vector<StruckContact> contacts;
  std::vector<StruckJoint> joints;  ///< when asked for
};

/// The derivative of an impact's answer by one input.
struct StruckSensitivity {
  std::vector<std::string> of;       ///< a parameter's name; or "state" and the coordinate's
  std::optional<std::string> why{};  ///< there is no derivative
  std::vector<double> velocity;      ///< of the base, per unit of the input
  std::vector<double> rates;
  std::vector<double> surfaces;
  double energy_loss = 0;
  std::vector<std::array<double, 2>> impulses;  ///< one a contact of the scenario
  /// Of the input, as far as no mode changes; none: no change was found. Two.
  std::vector<std::optional<double>> valid;
  std::vector<std::string> changes;  ///< what changes at the two ends; empty words: nothing
  /// Of the input, where the nearest change is by slopes of what decides modes; none: nowhere. Two.
  std::vector<std::optional<double>> first_order;
  std::optional<Side> side{};  ///< modes change at this very place: it is that of this side
  bool exact = true;           ///< false: by differences of a law without derivatives
};

struct StruckLaw {
  std::string law;
  bool algebraic = false;
  bool can_make_energy = false;
  Verdict verdict = Verdict::not_colliding;
  std::string why;  ///< where the verdict is not `unique`: the reason in words
  bool has_answer = false;
  bool exhaustive = true;                  ///< no other answer can have been missed
  bool impulses_determined = true;         ///< false: other impulses give the same velocities
  bool wedged = false;                     ///< nothing moves after compression: it ends at rest
  bool events_coincide = false;            ///< two events fell together, but for rounding
  StruckAnswer answer;                     ///< where has_answer
  std::vector<StruckAnswer> alternatives;  ///< how else an ambiguous impact can go
  std::vector<StruckStage> stages;
  std::optional<StruckSprings> springs{};        ///< simultaneous
  std::vector<std::string> notes;                ///< what else a reader must know
  ImpulseDrawing drawing;                        ///< differential laws
  std::vector<StruckSensitivity> sensitivity{};  ///< when asked for, where has_answer
};

/// From the least to the largest.
using LeastAndLargest = std::array<double, 2>;

/// What one order of hits, each by itself, leads to.
struct StruckOrder {
  std::vector<std::string> order;  ///< contacts as they struck, the first 16
  long hits = 0;                   ///< all of them
  Verdict verdict = Verdict::unique;
  std::string why;         ///< where there is no answer
  StruckState after;       ///< where there is one
  double energy_loss = 0;  ///< J
};

struct StruckContactRange {
  std::string name;
  std::array<LeastAndLargest, 2> velocity_after{};  ///< m/s, (t, n)
};

/// By the law `simultaneous` with other ratios of stiffness, and by hits one after the other.
struct StruckRatios {
  double reach = 10;                         ///< no ratio of two stiffnesses changes by more
  int samples = 0;                           ///< of ratios
  int unanswered = 0;                        ///< of them, those without a single answer
  std::vector<LeastAndLargest> velocity;     ///< m/s; of the base
  std::vector<LeastAndLargest> rates;        ///< rad/s
  std::vector<LeastAndLargest> surfaces;     ///< m/s
  LeastAndLargest energy_loss{};             ///< J
  std::vector<StruckContactRange> contacts;  ///< that take part
  double spread = 0;  ///< the widest range of a contact's velocity, over the fastest before
  std::vector<StruckOrder> orders;
  bool exhaustive = true;  ///< all orders were followed
};

struct StrikeReport {
  std::string title;
  std::string method;
  double size = 0;  ///< m; how far the mechanism reaches: what turns makes velocities with it
  StruckState before;
  std::vector<std::string> contact_names;
  std::vector<std::string> surface_names;  ///< the yielding ones
  std::vector<StruckLaw> results;
  std::vector<std::string> warnings;
  std::optional<StruckRatios> ratios{};  ///< where asked for and something strikes
};

}  // namespace carom
