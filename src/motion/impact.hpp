#pragma once

/// motion/impact.hpp
///
/// One impact of a mechanism: dynamics boils the chain down to the contacts that take part (W, v⁻),
/// a law answers with impulses, and the tree turns them into velocities, q̇⁺ = q̇⁻ + M⁻¹Jᵀτ.
///
/// Every impact goes this way: `carom::strike`, the impacts of a motion, those of a sweep, the
/// program's. So they agree to the last bit.

#include <optional>
#include <span>
#include <vector>

#include "contact/thresholds.hpp"
#include "dynamics/contact_space.hpp"
#include "dynamics/state_variables.hpp"
#include "laws/rigid/law.hpp"
#include "laws/rigid/workspace.hpp"

namespace carom {

/// Owns all memory of an impact's solve; allocates only when made. One a thread. Not moved between
/// `prepare` and the use of what it prepared.
template <class T>
class ImpactSolver {
 public:
  using Small = typename ContactSpace<T>::Small;

  ImpactSolver() = default;
  explicit ImpactSolver(const TreeOf<T>& tree, Small small = Small::allowed);

  /// Everything up to W and v⁻ of the contacts that touch at this state. False where the mass
  /// matrix is singular or something is not finite (`regular` tells which); then nothing else may
  /// be asked.
  bool prepare(const TreeOf<T>& tree, std::span<const T> positions, std::span<const T> velocities,
               const T& time) {
    return prepare_for(tree, positions, velocities, time, nullptr);
  }
  /// The same for the contacts `set`, in rising order, wherever they are.
  bool prepare(const TreeOf<T>& tree, std::span<const T> positions, std::span<const T> velocities,
               const T& time, std::span<const int> set) {
    return prepare_for(tree, positions, velocities, time, &set);
  }
  /// `prepare`, and links are placed too: for whoever looks at them (`pose`, `frames`, `motion`).
  bool prepare_with_links(const TreeOf<T>& tree, std::span<const T> positions,
                          std::span<const T> velocities, const T& time);
  bool regular() const { return space_.regular(); }
  InertiaRoute route() const { return space_.route(count_); }

  /// The first contact below its surface by more than rounding.
  std::optional<int> below_surface() const {
    return below_ < 0 ? std::nullopt : std::optional<int>(below_);
  }

  /// Which way each contact that takes part moves along its normal, as laws see it: −1 approaches
  /// (it strikes), 0 rests, 1 leaves. Allocates.
  std::vector<int> normal_directions() const;
  /// Contacts of the mechanism that strike, as laws see it. Allocates.
  std::vector<int> strikers() const;

  /// Solves by a law; `colliding` is a contact of the tree, or −1. Leaves velocities after and
  /// contact velocities in place for verdicts that have an answer.
  const Solution<T>& solve(const TreeOf<T>& tree, const Law& law, LawOptions options,
                           int colliding);

  /// Turns impulses at the contacts that take part into q̇⁺ (also for an alternative answer).
  void apply(const TreeOf<T>& tree, std::span<const T> impulse) {
    energy_after_ = space_.strike(tree, touching(), impulse);
  }
  /// The same for links that are placed: what joints pass on, and the drives' couples.
  void apply_to_links(const TreeOf<T>& tree, std::span<const T> impulse) {
    space_.strike_links(tree, touching(), impulse);
  }

  const Solution<T>& solution() const { return law_.solution; }
  bool has_answer() const {
    return solution().verdict == Verdict::unique || solution().verdict == Verdict::ambiguous;
  }

  /// The mechanism as its contacts see it.
  const ContactSpace<T>& space() const { return space_; }
  const TreePose<T>& pose() const { return space_.pose(); }
  const TreeMotion<T>& motion() const { return space_.motion(); }              ///< before
  std::span<const ContactFrame<T>> frames() const { return space_.frames(); }  ///< all contacts

  /// Contacts that take part.
  std::span<const int> touching() const { return std::span(touching_).first(count_); }
  /// The problem that a law is given: their W, v⁻ and coefficients. `colliding` is open.
  ContactProblem<T> problem() const {
    ContactProblem<T> problem;
    problem.count = static_cast<int>(count_);
    problem.inertia = {w_, 4 * count_ * count_};
    problem.velocity = {v_, 2 * count_};
    problem.parameters.values = parameters_.data();
    problem.parameters.stride = touching_.size();
    problem.parameters.contacts = count_;
    return problem;
  }
  std::span<const T> inertia() const { return problem().inertia; }
  std::span<const T> velocity() const { return problem().velocity; }
  std::span<const T> velocities_after() const { return space_.velocities_after(); }  ///< q̇⁺
  /// N m s; what each drive gave to its link, after `apply`.
  std::span<const T> drive_couples() const { return space_.couples(); }
  T gap(int contact) const { return space_.gap(contact); }
  T contact_velocity_before(int contact, int axis) const { return space_.velocity(contact, axis); }
  T contact_velocity_after(const TreeOf<T>& tree, int contact, int axis) const {
    return space_.velocity_after(tree, contact, axis);
  }
  /// m/s; contact velocities below this are rounding.
  double speed_floor() const { return speed_rounding * space_.speed(); }
  T kinetic_energy_before() const { return space_.kinetic_energy(); }
  T kinetic_energy_after() const { return energy_after_; }  ///< after `apply`

 private:
  bool prepare_for(const TreeOf<T>& tree, std::span<const T> positions,
                   std::span<const T> velocities, const T& time, const std::span<const int>* set);
  bool sleeps(const TreeOf<T>& tree, std::size_t contact) const;
  void look_at_state(const TreeOf<T>& tree, std::span<const T> positions,
                     std::span<const T> velocities, const T& time);

  ContactSpace<T> space_;
  bool conditional_ = false;  ///< some contacts take part only somewhere
  std::vector<double> seen_;  ///< by the formulas that say so
  std::vector<int> touching_;
  std::size_t count_ = 0;  ///< how many of those are set
  const T* w_ = nullptr;   ///< W: in `inertia_`, or where the view has it
  const T* v_ = nullptr;   ///< v⁻: in `velocity_`, or where the view has it
  std::vector<T> inertia_, velocity_;
  std::size_t rows_ = 0;        ///< parameters of all laws of the tree
  std::vector<T> parameters_;   ///< of laws: a row each, a column a touching contact
  const Law* asked_ = nullptr;  ///< the law asked last, and where its parameters are
  const std::uint8_t* asked_rows_ = nullptr;
  LawWorkspace<T> law_;
  T energy_after_{};
  double gap_tolerance_ = 0;
  int below_ = -1;
};

}  // namespace carom
