#pragma once

/// dynamics/contact_space.hpp
///
/// A mechanism seen from any of its contacts, whether they touch or not, as every impact sees it:
/// yielding surfaces give way, and driven joints hold their rates,
///
///     W = J M⁻¹ Jᵀ + yielding − W_cd K⁻¹ W_dc          (contact_inertia.hpp, driven_joints.hpp)
///
/// so that what is analysed is what strikes. `ImpactSolver` (motion/impact.hpp) has the same for
/// the contacts that touch, by the fast passes; a test compares the two.

#include <span>
#include <vector>

#include "dynamics/contact_inertia.hpp"
#include "dynamics/driven_joints.hpp"

namespace carom {

template <class T>
class ContactSpace {
 public:
  explicit ContactSpace(const Tree& tree);

  /// W (row-major, 2c × 2c) of `contacts`, indices in rising order, at these positions. False where
  /// nothing resists some motion; then nothing else may be asked.
  bool compute(const Tree& tree, std::span<const T> positions, const T& time,
               std::span<const int> contacts, std::span<T> w);

  /// What impulses [t, n] at the contacts of the last `compute` do: the jump of the links, with
  /// the couples of the drives.
  void strike(const Tree& tree, std::span<const T> impulse);

  /// After `strike`: the impulse that a link (tree index) receives at its near joint.
  Vec2T<T> through_joint(int link) const { return joint_impulse(factors_, loads_, jump_, link); }

  /// After `strike`: the couples of the drives on their links, in the tree's order.
  std::span<const T> couples() const { return couples_; }

  const TreePose<T>& pose() const { return pose_; }

 private:
  void load(std::span<const T> impulse);

  TreePose<T> pose_;
  TreeFactors<T> factors_;
  TreeLoads<T> loads_;
  TreeMotion<T> jump_;
  std::vector<ContactFrame<T>> frames_;
  std::vector<int> contacts_;
  ContactPlan plan_;
  ContactInertia<T> recursion_;
  DrivenJoints<T> drives_;
  std::vector<T> couples_;
  std::vector<T> held_;  ///< zeros: what an impact may change the drives' rates by
};

}  // namespace carom
