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
#include "carom/vec2.hpp"
#include "data/drawing.hpp"

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
};

struct StruckStage {
  Phase phase = Phase::compression;
  double from = 0;  ///< N s; normal impulse at the colliding contact
  double to = 0;
  std::vector<Mode> modes;  ///< one a contact of the scenario; those with a gap are apart
  std::string ends_with;
  double energy_loss = 0;  ///< J, in this stage, by the work of the contacts
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
  std::vector<std::string> notes;  ///< what else a reader must know
  ImpulseDrawing drawing;          ///< differential laws
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
};

}  // namespace carom
