#pragma once

/// motion/impact.hpp
///
/// One impact of a mechanism: dynamics boils the chain down to the contacts that touch (W, v⁻), a
/// law answers with impulses, and the tree turns them into velocities, q̇⁺ = q̇⁻ + M⁻¹Jᵀτ.

#include <optional>
#include <span>
#include <vector>

#include "dynamics/contact_inertia.hpp"
#include "dynamics/driven_joints.hpp"
#include "dynamics/passes.hpp"
#include "laws/rigid/law.hpp"
#include "laws/rigid/workspace.hpp"

namespace carom {

/// Owns all memory of an impact's solve; allocates only when made. One a thread.
template <class T>
class ImpactSolver {
 public:
  ImpactSolver() = default;
  explicit ImpactSolver(const Tree& tree);

  /// Everything up to W and v⁻ at this state. False where the mass matrix is singular or
  /// something is not finite; then nothing else may be asked.
  bool prepare(const Tree& tree, std::span<const T> positions, std::span<const T> velocities,
               const T& time);

  /// The first contact below its surface by more than rounding.
  std::optional<int> below_surface() const {
    return below_ < 0 ? std::nullopt : std::optional<int>(below_);
  }

  /// Solves by a law; `colliding` is a contact of the tree, or −1. Leaves velocities after and
  /// contact velocities in place for verdicts that have an answer.
  const Solution<T>& solve(const Tree& tree, const Law& law, LawOptions options, int colliding);

  /// Turns impulses at the touching contacts into q̇⁺ (also for an alternative answer).
  void apply(const Tree& tree, std::span<const T> impulse);

  const Solution<T>& solution() const { return law_.solution; }
  bool has_answer() const {
    return solution().verdict == Verdict::unique || solution().verdict == Verdict::ambiguous;
  }

  /// Contacts that take part.
  std::span<const int> touching() const { return std::span(touching_).first(count_); }
  std::span<const T> inertia() const;                                  ///< W of those
  std::span<const T> velocity() const;                                 ///< v⁻ of those
  std::span<const ContactFrame<T>> frames() const { return frames_; }  ///< all contacts
  std::span<const T> velocities_after() const { return after_; }       ///< generalized
  const TreePose<T>& pose() const { return pose_; }
  const TreeFactors<T>& factors() const { return factors_; }
  const TreeMotion<T>& motion() const { return motion_; }  ///< before
  const TreeMotion<T>& jump() const { return jump_; }      ///< after `apply`
  const TreeLoads<T>& loads() const { return loads_; }     ///< as `respond` left them
  /// N m s; what each drive gave to its link, after `apply`.
  std::span<const T> drive_couples() const { return couples_; }
  T contact_velocity_before(int contact, int axis) const {
    return all_velocity_[2 * contact + axis];
  }
  T contact_velocity_after(const Tree& tree, int contact, int axis) const;
  /// m/s; contact velocities below this are rounding.
  double speed_floor() const { return speed_floor_; }
  T kinetic_energy_before() const { return energy_before_; }
  T kinetic_energy_after() const { return energy_after_; }  ///< after `apply`

 private:
  void load(std::span<const T> impulse);

  TreePose<T> pose_;
  TreeMotion<T> motion_, jump_;
  std::vector<unsigned char> gathering_;
  TreeFactors<T> factors_;
  TreeLoads<T> loads_;
  std::vector<ContactFrame<T>> frames_;
  std::vector<int> touching_;
  std::size_t count_ = 0;        ///< how many of those are set
  std::vector<T> all_velocity_;  ///< v⁻ of all contacts
  std::vector<T> inertia_, velocity_;
  std::vector<T> before_;  ///< generalized velocities, but for those of links
  std::vector<T> after_;   ///< all of them
  std::vector<double> friction_, restitution_;
  ContactPlan plan_;
  ContactInertia<T> recursion_;
  DrivenJoints<T> drives_;
  std::vector<T> held_;  ///< zeros: drives do not let an impact change their rates
  std::vector<T> couples_;
  LawWorkspace<T> law_;
  T energy_before_{}, energy_after_{};
  double gap_tolerance_ = 0;
  int below_ = -1;
  double speed_floor_ = 0;
};

}  // namespace carom
