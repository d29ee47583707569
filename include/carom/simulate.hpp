#pragma once

/// carom/simulate.hpp
///
/// Motion through time, event by event: flight, impact, contact that lasts, and back.
///
///     carom::Model model(mechanism);
///     carom::Motion motion = carom::simulate(model, state, {.duration = 2.0}, sink);
///
/// Between events M q̈ = h + Jᵀλ holds with a fixed mode at every contact,
///
///     apart    λ = 0
///     sticks   v_n = 0, v_t = 0                        as long as |λ_t| ≤ μ_s λ_n
///     slides±  v_n = 0, λ_t = ∓μ λ_n                   as long as ±v_t > 0
///
/// and λ_n ≥ 0. Where one of these conditions ends, or a gap closes, is an event; all contacts that
/// change in one instant are decided together. An impact follows the law asked for, or
/// `simultaneous` where several contacts strike at once and that law knows one. Infinitely many
/// bounces are summed: see docs/theory/motion.md.
///
/// Threads: motions share nothing but their model, which is constant: any number may run at once.
/// The sink, and a controller, are called by the thread that called `simulate`.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/call_error.hpp"
#include "carom/fault.hpp"
#include "carom/impact.hpp"
#include "carom/model.hpp"

namespace carom {

enum class MotionEventKind : std::uint8_t {
  impact,
  contact,     ///< contact that lasts begins
  separation,  ///< contact that lasted ends
  sticks,      ///< a slip has stopped
  slides,      ///< a slip begins, or turns round
  limit        ///< infinitely many bounces have ended
};

constexpr std::string_view name(MotionEventKind kind) {
  constexpr std::string_view names[] = {"impact", "contact", "separation",
                                        "sticks", "slides",  "limit"};
  return names[static_cast<int>(kind)];
}

/// Where the energy is and where it went, J. At all times
///
///     kinetic + gravity + springs + dampers + friction + impacts − inputs − surfaces = constant
struct MotionEnergy {
  double kinetic = 0;
  double gravity = 0;   ///< potential, zero at the world's origin
  double springs = 0;   ///< stored in joints, slider, yielding surfaces
  double dampers = 0;   ///< lost so far
  double friction = 0;  ///< lost so far, in contact that lasts
  double impacts =
      0;              ///< lost so far; below zero, impacts made energy (or a moved surface gave it)
  double inputs = 0;  ///< work so far of forces and torques, and of prescribed joints
  double surfaces = 0;  ///< work so far of surfaces that are moved, in contact that lasts

  double balance() const {
    return kinetic + gravity + springs + dampers + friction + impacts - inputs - surfaces;
  }
};

/// One contact at one instant.
struct ContactMotion {
  Mode mode = Mode::apart;
  double gap = 0;                    ///< m
  std::array<double, 2> velocity{};  ///< m/s, (t, n) relative to the surface
  std::array<double, 2> force{};     ///< N, (t, n) on the chain
  /// (t, n); false: the force is one of several that hold the mechanism in the same way.
  std::array<bool, 2> determined{true, true};
};

/// Views that are valid during the call.
struct MotionSample {
  double time = 0;
  std::span<const double> positions;
  std::span<const double> velocities;
  std::span<const ContactMotion> contacts;
  MotionEnergy energy;
  // In world axes, in the mechanism's order.
  std::span<const Vec2> joints{};          ///< m; the near joint of every link
  std::span<const Vec2> ends{};            ///< m; the far end of every link
  std::span<const Vec2> contact_points{};  ///< m; what of each contact is next to its surface
  Vec2 mass_centre{};                      ///< m; of the links and a slider
  std::span<const double> couples{};       ///< N m; what each drive gives to its link
  /// 0: the drive's couple is one of several, as forces that it follows from are.
  std::span<const std::uint8_t> couples_determined{};
};

/// What a contact that yields went through, from where it closed to where its collision was over:
/// open again, come to rest (docs/theory/compliant.md), or cut short by the motion's end.
struct CompliantCollision {
  double peak_force = 0;                ///< N; the largest normal force
  double duration = 0;                  ///< s
  std::array<double, 2> indentation{};  ///< m; the largest, and what stays
  /// Restitution by three definitions; none where the contact did not approach: −v_n⁺/v_n⁻, the
  /// impulses of restitution and compression, the root of their works.
  std::optional<double> kinematic{}, kinetic{}, energetic{};
  int touches = 0;                            ///< how often it closed meanwhile
  std::array<double, 2> work{};               ///< J; (t, n), of its force on the chain
  std::vector<std::array<double, 2>> loop{};  ///< (m, N); where it is asked for
};

struct MotionEvent {
  double time = 0;
  MotionEventKind kind = MotionEventKind::impact;
  int contact = 0;
  std::vector<double> positions{};
  std::vector<double> positions_after{};  ///< where they differ: an impact of one that yields
  std::vector<double> velocities_before{};
  std::vector<double> velocities_after{};
  std::array<double, 2> velocity_before{};  ///< m/s, of the contact
  std::array<double, 2> velocity_after{};
  Mode mode = Mode::apart;  ///< of the contact, afterwards
  /// N, on the chain at the contact, right after (contact, sticks, slides) or before (separation).
  std::array<double, 2> force{};
  std::array<bool, 2> determined{true, true};  ///< of the force, (t, n)
  MotionEnergy energy;                         ///< afterwards

  // An impact, or the bounces that a limit sums.
  Verdict verdict = Verdict::unique;
  std::string_view law{};     ///< that resolved it; a limit: the last bounce
  bool simultaneous = false;  ///< several contacts struck at once (docs/theory/motion.md)
  double energy_loss = 0;     ///< J; kinetic energy before minus after
  double contact_work = 0;    ///< J; an impact: of the contacts relative to their surfaces
  bool makes_energy = false;  ///< the contacts' work is above zero by more than rounding
  /// N s, (t, n) at every contact of the mechanism; empty for other kinds.
  std::vector<std::array<double, 2>> impulses{};
  bool impulses_determined = true;  ///< false: other impulses give the same velocities
  /// (t, n) at every contact, where not all are: false for those that are open.
  std::vector<std::array<bool, 2>> impulse_determined{};
  double since = 0;  ///< limit: time of the last bounce that was followed
  /// An impact of a contact that yields: `time`, `positions` and what is before are where it
  /// closed, what is after, and `energy`, where it was open again, had come to rest, or the motion
  /// ended. It is told then, later than events of others meanwhile.
  bool yields = false;
  CompliantCollision collision{};
  std::vector<double> link_energy{};  ///< J; kinetic, of every link, after such an impact
  /// Several contacts at once by another law than asked for, `moreau`: why the law that was had no
  /// single answer.
  Reason set_aside = Reason::none;
  int counted_plastic = 0;  ///< contacts whose small restitution `simultaneous` counted as 0
};

/// Receives results while the motion goes on.
class MotionSink {
 public:
  virtual ~MotionSink() = default;
  virtual void sample(const MotionSample&) {}
  virtual void event(const MotionEvent&) {}
  /// The formula MotionOptions::section has come to zero, and goes on to its other side.
  virtual void crossing(const State&) {}
  /// Asked after each of these, and now and then; true ends the motion here.
  virtual bool stop() { return false; }
};

/// Couples in the joints, given by a program while the motion goes on: a controller.
class MotionController {
 public:
  virtual ~MotionController() = default;
  /// Fills `couples`, N m, one a link in the mechanism's order, which are zero: each acts on its
  /// link, and its opposite on the parent (of a link on the base: on the ground). Asked wherever
  /// accelerations are, several times a step, also at instants that the motion does not come to or
  /// goes back from: the couples must follow from what it is given alone. Where they jump, steps
  /// become short. A number that is not finite ends the motion (MotionEnd::not_finite).
  virtual void act(double time, std::span<const double> positions,
                   std::span<const double> velocities, std::span<double> couples) = 0;
};

/// What to do where an impact, or contact that lasts, can go on in several ways.
enum class OnAmbiguous : std::uint8_t { stop, first };

inline constexpr double least_tolerance = 1e-13;
inline constexpr double largest_tolerance = 1e-2;

/// Numbers that are not finite, or out of these ranges, are refused: CallError::bad_option.
struct MotionOptions {
  double duration = 1;      ///< s, > 0
  double every = 0;         ///< s, ≥ 0; 0: no samples
  double tolerance = 1e-9;  ///< relative, of a step; in [least_tolerance, largest_tolerance]
  std::string_view law = "energetic";  ///< that `carom laws` lists, or of Mechanism::laws
  OnAmbiguous on_ambiguous = OnAmbiguous::stop;
  double largest_step = 0;  ///< s, ≥ 0; 0: 1/162 of the duration where there are formulas, else any
  long event_limit = 100000;   ///< ≥ 0
  long step_limit = 10000000;  ///< ≥ 0
  /// Resolves what several contacts do that strike at once, where `law` knows one: `simultaneous`,
  /// `moreau`, or a law of Mechanism::laws that takes several.
  std::string_view several = "simultaneous";
  bool loops = false;  ///< keep force over indentation of contacts that yield
  /// A formula of the state (docs/scenario.md), or empty: where it crosses zero is located as
  /// events are, and told to MotionSink::crossing. One that cannot be read: CallError::bad_option.
  std::string_view section{};
  /// Acts besides the forces of the mechanism; null: nobody. Derivatives of motions do not know it.
  MotionController* controller = nullptr;
};

/// What of the options cannot be, with what is allowed. `simulate` refuses the same, by
/// Motion::error.
std::vector<Fault> faults(const MotionOptions& options, const Model& model);

/// Why a motion ended.
enum class MotionEnd : std::uint8_t {
  duration,       ///< as asked
  stopped,        ///< by the sink
  verdict,        ///< an impact has no single answer
  no_modes,       ///< no combination of contact modes is consistent with the accelerations
  several_modes,  ///< several are
  event_limit,
  step_limit,
  step_size,         ///< the step went to zero: something grows without bound
  not_finite,        ///< a formula is not finite
  singular_inertia,  ///< nothing resists some motion
  below_surface,     ///< a rigid contact starts below its surface: there is no motion
  refused,           ///< the call is at fault, see Motion::error: there is no motion
  jump,              ///< a surface jumps into a contact, or a drive's angle or rate jumps
  active_below       ///< a contact begins to take part while it is below its surface
};

constexpr std::string_view name(MotionEnd end) {
  constexpr std::string_view names[] = {
      "duration",      "stopped",    "verdict",   "no_modes",    "several_modes",
      "event_limit",   "step_limit", "step_size", "not_finite",  "singular_inertia",
      "below_surface", "refused",    "jump",      "active_below"};
  return names[static_cast<int>(end)];
}

/// A joint or free end of a link that passes a surface with which it has no contact.
struct MotionPassing {
  double time = 0;   ///< s; the first time
  int link = 0;      ///< its place in Mechanism::links
  bool far = false;  ///< its far end, or its near joint
  int surface = 0;   ///< its place in Mechanism::surfaces
  double depth = 0;  ///< m; how far behind the surface it starts, or 0 where it passes later
};

struct Motion {
  /// Other than none: `end` is `refused`, `final` the state given, and nothing else is filled.
  CallError error = CallError::none;
  MotionEnd end = MotionEnd::duration;
  State final{};
  std::vector<ContactMotion> contacts{};
  MotionEnergy first_energy{};  ///< at the start
  MotionEnergy energy{};        ///< at the end
  double energy_error = 0;      ///< J; the largest |balance − balance at the start| at an event
  Verdict verdict = Verdict::unique;  ///< MotionEnd::verdict: the impact's
  Reason reason = Reason::none;
  bool simultaneous = false;  ///< MotionEnd::verdict: several contacts struck at once
  std::string_view law{};     ///< MotionEnd::verdict: that found it
  int contact = -1;           ///< whom the end is about, or −1
  long impacts = 0;
  long simultaneous_impacts = 0;  ///< of them, those of several contacts at once
  long gains = 0;                 ///< of them, those that made energy
  double energy_made = 0;         ///< J; by their contacts
  long open_impacts = 0;          ///< of them, those whose impulses are not determined
  long limits = 0;                ///< infinite sequences of bounces that were summed
  long choices = 0;               ///< instants with several answers, one of which was followed
  long steps = 0;
  long evaluations = 0;             ///< of the accelerations
  double last_impact_interval = 0;  ///< s; event_limit: time between the last two impacts
  /// Of the limits, those of several contacts that bounce at once: their bounces are followed one
  /// by one until they are slower than `slowest`, m/s, and then taken for rest.
  long slow_limits = 0;
  double slowest = 0;
  std::vector<MotionPassing> passed{};  ///< an end and a surface: once
  /// Contacts that touched though nothing moves them along their normals: how hard they press is
  /// open, and with it their friction and the motion. They were followed without force.
  std::vector<int> guided{};
  /// Contacts that yield by a law that damps by the speed of approach, and closed without one: they
  /// were followed without damping.
  std::vector<int> undamped{};
  int drive = -1;  ///< MotionEnd::jump: the drive whose angle or rate jumps, or −1
};

/// Carries the state through time. What makes no sense to ask for (a law that there is not, a state
/// of the wrong size or with numbers that are not finite, options out of range) is refused and said
/// in Motion::error, before the sink is asked for anything. Allocates; throws nothing but
/// std::bad_alloc and what the sink throws.
Motion simulate(const Model& model, const State& state, const MotionOptions& options,
                MotionSink& sink);

}  // namespace carom
