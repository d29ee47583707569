#pragma once

/// carom/train.hpp
///
/// In-line trains of balls and cylinders: bodies on a line, left to right, each divided into equal
/// segments, that collide with their neighbours. Velocities are positive to the right.
///
///     body       mass m in j segments: j masses m/j, j − 1 linear springs of stiffness K (j + 1)
///     contact    between the last segment of a body and the first of the next; indentation
///                δ = x_last − x_first − gap, so that it starts at −gap
///     hertz      F = K_C δ^1.5,  1/K_C = 1/K_left + 1/K_right of the contact stiffnesses
///     bilinear   F = K_C δ, the same with the linear stiffnesses
///     both       unload on F = K_R (δ − δ_p)^n, K_R = K_C/e^2n, δ_p = δ_m (1 − e²)
///     rigid      an impulse with Newton's coefficient e at every approach of the two segments
///
/// Source: Alluhydan 2019, chapters 2 and 3. Known limits: no friction, no bending, no gravity; the
/// static stiffness of a segmented body is K (j + 1)/(j − 1), not K.
///
///     carom::TrainResult result = carom::collide(train);   // throws carom::InputError
///     if (result.verdict == carom::TrainVerdict::collided) use(result.bodies);
///
/// Threads: collisions share nothing; any number may be computed at once.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/fault.hpp"
#include "carom/history.hpp"

namespace carom {

enum class ContactModel { rigid, bilinear, hertz };

constexpr std::string_view name(ContactModel model) {
  constexpr std::string_view names[] = {"rigid", "bilinear", "hertz"};
  return names[static_cast<int>(model)];
}

/// What the springs inside a body do.
enum class Interior {
  lossless,    ///< the printed equations: linear springs
  dissipating  ///< a hypothesis: they load and unload by the bilinear law with the contact's e
};

constexpr std::string_view name(Interior interior) {
  constexpr std::string_view names[] = {"lossless", "dissipating"};
  return names[static_cast<int>(interior)];
}

enum class BodyKind { ball, cylinder };

constexpr std::string_view name(BodyKind kind) {
  constexpr std::string_view names[] = {"ball", "cylinder"};
  return names[static_cast<int>(kind)];
}

struct TrainBody {
  std::string name{};
  BodyKind kind = BodyKind::ball;
  double mass = 0;       ///< kg, > 0
  double length = 0;     ///< m, ≥ 0, along the line; 0: not known (it does not matter to motion)
  double stiffness = 0;  ///< N/m, overall; > 0 where there is more than one segment
  std::optional<double> contact_stiffness{};  ///< N/m^1.5 (hertz), N/m (bilinear: or `stiffness`)
  double segments = 1;                        ///< a whole number ≥ 1
  bool segments_by_rule = false;              ///< instead: by the rule of segmentation
  double velocity = 0;                        ///< m/s
  std::string origin{};                       ///< where the numbers come from; may be empty
};

/// What is between two neighbours.
struct TrainPair {
  std::string left{};
  std::string right{};
  double restitution = 1;  ///< in [0, 1], local, of the contacting segments
  double gap = 0;          ///< m, ≥ 0
  std::string origin{};    ///< where the restitution comes from; may be empty
  double stiffness = 1;    ///< > 0, a ratio: against that of the other pairs; of rigid contacts
};

/// How many segments: j_soft = a r^b + c, r = 100 K_soft/K_hard of the overall stiffnesses.
struct SegmentCoefficients {
  double a = 0, b = 0, c = 0;
  double hard_first = 6;  ///< segments of the hard body where it is the left one
  double soft_first = 4;  ///< where it is the right one
  bool truncate = false;  ///< instead of rounding to the nearest
};

struct Train {
  ContactModel model = ContactModel::hertz;
  Interior interior = Interior::lossless;
  History history = History::remembered;
  double tolerance = 1e-9;             ///< in (0, 0.1]; of velocities and energies, relative
  std::string rule = "alluhydan2019";  ///< named coefficients, for segments by the rule
  std::optional<SegmentCoefficients> coefficients{};  ///< one's own instead
  std::vector<TrainBody> bodies{};                    ///< left to right
  std::vector<TrainPair> pairs{};
};

/// Every fault of the description: ranges, names, neighbours without a pair.
std::vector<Fault> train_faults(const Train& train);

enum class TrainVerdict {
  collided,    ///< and no contact can close again
  never_meet,  ///< nothing that approaches: the velocities stay
  too_long,    ///< would take, or took, more work than allowed: no answer
  ambiguous    ///< as many rigid contacts hit in one instant that only orders of hits are followed
};

constexpr std::string_view name(TrainVerdict verdict) {
  constexpr std::string_view names[] = {"collided", "never_meet", "too_long", "ambiguous"};
  return names[static_cast<int>(verdict)];
}

struct TrainContactResult {
  double peak_force = 0;  ///< N, at δ_m (latched contacts may exceed it); a rigid contact has none
  double largest = 0;     ///< m; the largest δ_m: the deepest that loading reached
  double permanent = 0;   ///< m; δ_p at the end
  double from = 0;        ///< s; the first closing
  double to = 0;          ///< s; the last separation
  double duration = 0;    ///< s; with contact
  double impulse = 0;     ///< N s
  double lost = 0;        ///< J
  int touches = 0;
  bool passed_through = false;  ///< a reset let the bodies pass through each other: not physical
};

struct TrainBodyResult {
  int segments = 1;
  double velocity_before = 0;  ///< m/s
  double velocity_after = 0;   ///< m/s, of the mass centre
  double vibration = 0;      ///< J; kinetic energy about the mass centre and energy of the springs
  double interior_loss = 0;  ///< J; where the interior dissipates
};

struct TrainResult {
  TrainVerdict verdict = TrainVerdict::collided;
  /// Where they were asked for (CollideOptions::orders): what orders of the coincident hits, one
  /// after the other, lead to, each once. Also where the outcome is `ambiguous`; the one given is
  /// a choice then: in each instant all pairs that approach strike together, with their own e.
  std::vector<TrainResult> alternatives;
  /// Of an alternative: the contacts in the order they struck, from the first instant on in which
  /// the order matters; at most 16.
  std::vector<std::size_t> order;
  bool exhaustive = true;  ///< every order of coincident hits was followed
  std::vector<TrainBodyResult> bodies;
  std::vector<TrainContactResult> contacts;
  std::optional<double> restitution;  ///< −(v1⁺ − v2⁺)/(v1⁻ − v2⁻); two bodies only
  double energy_before = 0;           ///< J
  double energy_after = 0;            ///< J; of the mass centres
  double vibration = 0;               ///< J
  double lost = 0;                    ///< J; in contacts and interiors
  double energy_residual = 0;  ///< before − after − vibration − lost, over that of relative motion
  double momentum_residual = 0;  ///< change over the largest momentum of a body
  double time = 0;               ///< s; when no contact could close again
  long steps = 0;
  long events = 0;
  double estimated_seconds = 0;  ///< about what the work was expected to take
  /// Instants in which rigid contacts that feel each other struck, by the law `simultaneous`.
  long simultaneous = 0;
};

struct CollideOptions {
  /// s, > 0; work that is acceptable. It is counted in operations, not by the clock, so that the
  /// answer does not depend on the machine; what takes more has the verdict `too_long`, without
  /// bodies where it was not even begun.
  double patience = 60;
  /// Also follow every order of coincident hits one after the other: TrainResult::alternatives.
  bool orders = false;
};

/// What of the options cannot be, with what is allowed. `collide` refuses the same.
std::vector<Fault> faults(const CollideOptions& options);

/// What becomes of a train: the answer of `carom collide`. Segments by the rule are chosen first;
/// TrainBodyResult::segments tells how many. Throws InputError with every fault of the train and
/// the options. Rigid contacts that strike in one instant and feel each other are resolved by the
/// law `simultaneous`; an outcome that is one of several is told as `ambiguous`, with the others.
TrainResult collide(const Train& train, const CollideOptions& options = {});

}  // namespace carom
