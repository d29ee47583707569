#pragma once

/// carom/strike.hpp
///
/// The map from pre- to post-impact velocities, for controllers, planners and anyone who needs it
/// often: state in, velocities out, one reusable workspace a thread.
///
///     carom::Model model(mechanism);            // throws carom::InputError, lists every fault
///     carom::Workspace workspace(model);        // allocates here, and only here
///     carom::Impact impact = carom::strike(model, state, {.law = "energetic"}, workspace);
///     if (impact.verdict == carom::Verdict::unique) use(impact.velocities);
///
/// `strike` allocates nothing and throws nothing; a physical non-answer is a verdict. Contacts with
/// a gap take no part; those in zero distance do, and exactly one of them must approach (but for
/// laws that take several: `simultaneous` and `moreau`).
///
/// Threads: a model may be shared; a workspace is one thread's at a time, and what `strike` returns
/// are views into it. Threads that strike at once have a workspace each.

#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "carom/call_error.hpp"
#include "carom/fault.hpp"
#include "carom/impact.hpp"
#include "carom/model.hpp"

namespace carom {

struct StrikeOptions {
  std::string_view law = "energetic";  ///< that `carom laws` lists, or of Mechanism::laws
  int colliding = -1;                  ///< contact index; −1: the one that approaches
  Method method = Method::consistent;
};

/// What of the options cannot be, with what is allowed: a law that there is not (`strike` refuses
/// it, Impact::error), a contact that the model does not have (to `strike` it is one with a gap).
std::vector<Fault> faults(const StrikeOptions& options, const Model& model);

/// One contact in one impact; pairs are (tangential, normal) in the surface's frame.
struct ContactImpact {
  std::array<double, 2> velocity_before{};  ///< m/s, relative to the surface
  std::array<double, 2> velocity_after{};   ///< m/s
  std::array<double, 2> impulse{};          ///< N s, on the chain
  std::array<double, 2> work{};             ///< J, on the chain, relative to the surface
  double gap = 0;                           ///< m
  bool touching = false;                    ///< took part
  bool colliding = false;
  bool interacted = false;  ///< normal impulse above zero
  /// (t, n); false: the impulse is one of several that do the same (docs/theory/verdicts.md).
  std::array<bool, 2> determined{true, true};
  Outcome outcome = Outcome::rebounds;
};

/// Why no law was asked.
using StrikeError = CallError;

/// Views into the workspace: valid until its next use.
struct Impact {
  StrikeError error = StrikeError::none;
  int error_contact = -1;  ///< below_surface: the contact
  Verdict verdict = Verdict::not_colliding;
  Reason reason = Reason::none;
  /// Generalized velocities after, in the order of State::velocities. Only for the verdicts
  /// unique and ambiguous; otherwise empty.
  std::span<const double> velocities;
  std::span<const ContactImpact> contacts;  ///< all, in the mechanism's order
  double kinetic_energy_before = 0;         ///< J
  double kinetic_energy_after = 0;          ///< J
  double contact_work = 0;                  ///< J; of the contacts relative to their surfaces
  bool makes_energy = false;                ///< contact_work is above zero by more than rounding
  bool impulses_determined = true;          ///< false: other impulses give the same velocities
};

/// The memory of impacts of one model (and its copies, which are the same model), which it keeps
/// alive.
class Workspace {
 public:
  explicit Workspace(const Model& model);
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;

 private:
  friend Impact strike(const Model&, const State&, const StrikeOptions&, Workspace&) noexcept;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The workspace must have been made from this model, or from a copy of it; a workspace of another
/// is refused, `foreign_workspace`, however alike the two are.
Impact strike(const Model& model, const State& state, const StrikeOptions& options,
              Workspace& workspace) noexcept;

}  // namespace carom
