#pragma once

/// carom/strike_batch.hpp
///
/// Impacts by the million: many states of one model, each struck as `strike` does it, to the last
/// bit. States and answers are arrays of the caller's, a state after the other (row by row).
///
///     std::vector<double> positions(n * model.degrees_of_freedom()), velocities(positions.size());
///     …
///     std::vector<double> after(velocities.size());
///     std::vector<carom::Verdict> verdicts(n);
///     carom::BatchWorkspace workspace(model, 4);   // allocates here
///     carom::strike_batch(model, {.positions = positions, .velocities = velocities},
///                         {.strike = {.law = "energetic"}, .threads = 4}, workspace,
///                         {.verdicts = verdicts, .velocities = after});
///
/// A state's answer depends on that state alone: neither on the others nor on the threads. Where
/// there is none (Verdict, StrikeError), its numbers are NaN.
///
/// Derivatives of the answers, each as `strike_jacobian` tells it (carom/jacobian.hpp), come with
/// them where the workspace was made for inputs:
///
///     carom::BatchWorkspace workspace(model, 4, {.numbers = {"contact.A0.friction"}});
///     carom::strike_batch(…, {.velocities = after, .jacobians = {.velocities = slopes}});
///
/// With one thread nothing is allocated; with more, what the system needs to start them, and
/// nothing a state. Throws InputError with every fault of the call, before any work.
///
/// Threads: as many as `threads` says work on one call. A workspace is one call's at a time; calls
/// with workspaces of their own may go on at once.

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "carom/fault.hpp"
#include "carom/jacobian.hpp"
#include "carom/model.hpp"
#include "carom/strike.hpp"

namespace carom {

/// A number of contacts that differs from state to state: a law's parameter.
struct BatchParameter {
  std::string_view name{};           ///< "friction", "restitution", or another that a law declares
  int contact = -1;                  ///< −1: of every contact
  std::span<const double> values{};  ///< one a state, in the parameter's range
};

/// n states; n is what `positions` has.
struct StrikeBatch {
  std::span<const double> positions{};   ///< n · degrees of freedom, as State::positions
  std::span<const double> velocities{};  ///< n · degrees of freedom
  std::span<const double> times{};       ///< s; n, or none: 0
  std::span<const BatchParameter> parameters{};
};

struct BatchOptions {
  StrikeOptions strike{};
  int threads = 1;                            ///< in [0, 1024]; 0: as many as this machine has
  const std::atomic<bool>* stop = nullptr;    ///< ends the work early where it becomes true
  std::atomic<std::int64_t>* done = nullptr;  ///< grows by the states that are done
};

/// Where derivatives go, by i inputs: positions and velocities (unless left out), then numbers. NaN
/// where there is none.
struct BatchJacobians {
  std::span<double> velocities{};   ///< n · i · f
  std::span<double> impulses{};     ///< n · i · c · 2
  std::span<double> energy_loss{};  ///< n · i
  std::span<Side> sides{};          ///< n · i; none: without an answer, or without a derivative
  bool asked() const {
    return !(velocities.empty() && impulses.empty() && energy_loss.empty() && sides.empty());
  }
};

/// No inputs: answers alone.
inline const JacobianInputs no_inputs{.state = false};

/// Where answers go; what is empty is not asked for. Sizes are those of n states, f degrees of
/// freedom and c contacts.
struct BatchAnswers {
  std::span<StrikeError> errors{};  ///< n; `bad_option`: a parameter is out of its range
  std::span<Verdict> verdicts{};    ///< n; `not_colliding` where there is an error
  std::span<double> velocities{};   ///< n · f, after
  std::span<double> impulses{};     ///< n · c · 2, (tangential, normal), N s, on the chain
  std::span<double> contact_velocities_before{};  ///< n · c · 2, m/s
  std::span<double> contact_velocities_after{};   ///< n · c · 2, m/s
  std::span<Outcome> outcomes{};  ///< n · c; of contacts that touch, where there is an answer
  std::span<double> kinetic_energy_before{};  ///< n, J
  std::span<double> kinetic_energy_after{};   ///< n, J
  std::span<double> contact_work{};           ///< n, J; below zero: lost in the contacts
  std::span<bool> makes_energy{};             ///< n
  std::span<bool> impulses_determined{};      ///< n; false: others give the same velocities
  BatchJacobians jacobians{};
};

struct BatchTally {
  std::int64_t states = 0;
  std::int64_t done = 0;                   ///< the first so many; all, unless it was stopped
  std::array<std::int64_t, 6> verdicts{};  ///< how many of those done, by Verdict
  std::int64_t errors = 0;                 ///< of those done; they are in no verdict
  bool exact = true;  ///< false: the law's part of derivatives is by differences
};

/// The memory of batches of one model (and its copies).
class BatchWorkspace {
 public:
  /// Throws InputError with every name among `inputs` that is not a number of the mechanism.
  explicit BatchWorkspace(const Model& model, int threads = 1,
                          const JacobianInputs& inputs = no_inputs);
  ~BatchWorkspace();
  BatchWorkspace(BatchWorkspace&&) noexcept;
  BatchWorkspace& operator=(BatchWorkspace&&) noexcept;

 private:
  friend BatchTally strike_batch(const Model&, const StrikeBatch&, const BatchOptions&,
                                 BatchWorkspace&, const BatchAnswers&);
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// What of the call cannot be: sizes that do not fit, a law or a parameter that there is not, a
/// contact that the model does not have. `inputs`: those of the workspace.
std::vector<Fault> faults(const StrikeBatch& batch, const BatchOptions& options,
                          const BatchAnswers& answers, const Model& model,
                          const JacobianInputs& inputs = no_inputs);

/// The workspace must have been made from this model, or from a copy of it; it grows where more
/// threads are asked for than it was made for.
BatchTally strike_batch(const Model& model, const StrikeBatch& batch, const BatchOptions& options,
                        BatchWorkspace& workspace, const BatchAnswers& answers);

}  // namespace carom
