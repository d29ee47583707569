#pragma once

/// carom/jacobian.hpp
///
/// The derivative of an impact: of velocities after, impulses and the loss of energy by the state
/// and by any numbers of the mechanism, exactly, by every law and through all of its events.
///
///     carom::JacobianWorkspace workspace(model, {.numbers = {"link.left.mass",
///     "contact.A0.friction"}}); carom::ImpactJacobian d = carom::strike_jacobian(model, state,
///     {.law = "energetic"}, workspace);
///     // d.velocities[i * n + j]: of velocity j after, by input i
///
/// Inputs are, in this order: positions, velocities (unless `state` is false), then `numbers`,
/// named as docs/theory/sensitivity.md says: section, whose, key, and of a pair which component.
///
/// What is held: the contacts that take part stay the same, whatever an input does to their gaps.
/// Where modes change at this very place the derivative is one-sided, and `sides` says so. Laws of
/// one's own (carom/law.hpp) have their impulses' slopes by differences: then `exact` is false.
///
/// `strike_jacobian` allocates nothing and throws nothing. Making the workspace allocates, and
/// throws InputError with every name that is not a number of the mechanism.
///
/// Threads: as those of carom/strike.hpp: a model may be shared, a workspace is one thread's.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/strike.hpp"

namespace carom {

struct JacobianInputs {
  bool state = true;                   ///< by positions and velocities
  std::vector<std::string> numbers{};  ///< of the mechanism, by their names
  bool reach = false;                  ///< also how far modes are kept: ImpactJacobian::reach
};

/// What of the inputs is not a number of the mechanism, with the nearest that is.
std::vector<Fault> faults(const JacobianInputs& inputs, const Model& model);

/// On which side of an input's value a derivative is one.
enum class Side : std::uint8_t {
  both,   ///< a derivative
  above,  ///< modes change here: it is that of larger values
  below,  ///< that of smaller ones
  none    ///< there is none: the numbers are zero
};

constexpr std::string_view name(Side side) {
  constexpr std::string_view names[] = {"both", "above", "below", "none"};
  return names[static_cast<int>(side)];
}

/// Views into the workspace: valid until its next use. Empty where there is no answer.
struct ImpactJacobian {
  StrikeError error = StrikeError::none;  ///< as strike's
  int error_contact = -1;
  Verdict verdict = Verdict::not_colliding;
  Reason reason = Reason::none;
  std::size_t inputs = 0;
  std::span<const double> velocities;   ///< inputs × degrees of freedom
  std::span<const double> impulses;     ///< inputs × contacts × (t, n)
  std::span<const double> energy_loss;  ///< inputs; of kinetic energy before minus after
  std::span<const Side> sides;          ///< inputs
  bool exact = true;                    ///< false: the law's part is by differences
  bool impulses_determined = true;      ///< false: they are those of the impulses given
  /// inputs × (below, above), ≥ 0, in the input's unit: where the first of the numbers that decide
  /// modes is zero to first order; infinite: none; 0 on a side that has modes of its own. Empty
  /// unless asked for.
  std::span<const double> reach{};
};

class JacobianWorkspace {
 public:
  JacobianWorkspace(const Model& model, const JacobianInputs& inputs);
  ~JacobianWorkspace();
  JacobianWorkspace(JacobianWorkspace&&) noexcept;
  JacobianWorkspace& operator=(JacobianWorkspace&&) noexcept;

 private:
  friend ImpactJacobian strike_jacobian(const Model&, const State&, const StrikeOptions&,
                                        JacobianWorkspace&) noexcept;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The workspace must have been made from this model, or from a copy of it.
ImpactJacobian strike_jacobian(const Model& model, const State& state, const StrikeOptions& options,
                               JacobianWorkspace& workspace) noexcept;

}  // namespace carom
