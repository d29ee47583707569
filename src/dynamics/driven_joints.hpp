#pragma once

/// dynamics/driven_joints.hpp
///
/// Joints whose angle is prescribed: φ_d = angle of a link − angle of another (or the ground)
/// follows f_d(t). A drive gives whatever couple that takes, also within an impact, which it does
/// not let change φ̇_d. With Z_d = M⁻¹J_dᵀ (the response to a unit couple) and K = J_d Z,
///
///     couples     c = K⁻¹ (what the rates φ̇ or φ̈ should change by − what they would change by)
///     contacts    W becomes W − W_cd K⁻¹ W_dc
///
/// so that laws and contact forces see a mechanism with fewer freedoms, and nothing else.

#include <array>
#include <span>
#include <vector>

#include "dynamics/articulated.hpp"
#include "dynamics/contacts.hpp"

namespace carom {

template <class T>
class DrivenJoints {
 public:
  DrivenJoints() = default;
  explicit DrivenJoints(const TreeOf<T>& tree);

  bool any() const { return !responses_.empty(); }
  std::size_t count() const { return responses_.size(); }

  /// Z and K at this pose. False where drives are not independent.
  bool prepare(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeFactors<T>& factors);

  /// Takes the drives out of W of the given contacts. What they leave none of is exactly zero.
  void reduce(std::span<const ContactFrame<T>> frames, std::span<const int> contacts,
              std::span<T> w);

  /// The couples that bring φ̇ (or φ̈) of `response` to `wanted`; valid until the next call.
  std::span<const T> couples(const TreeOf<T>& tree, const TreeMotion<T>& response,
                             std::span<const T> wanted);

  /// Adds couples, one a drive, to loads.
  void add(const TreeOf<T>& tree, std::span<const T> couples, TreeLoads<T>& loads) const;

  /// Adds Z times couples to a motion.
  void respond_to(std::span<const T> couples, TreeMotion<T>& motion) const;

 private:
  void solve(std::span<T> right);

  std::vector<TreeMotion<T>> responses_;  ///< Z
  std::vector<T> matrix_, scratch_;       ///< K
  std::vector<T> right_, coupling_;
  TreeLoads<T> loads_;
};

/// φ of a drive at positions, or φ̇ at velocities.
template <class T>
T driven(const TreeOf<T>& tree, const TreeDriveOf<T>& drive, std::span<const T> numbers) {
  T value = numbers[tree.angle_coordinate(drive.link)];
  if (drive.against >= 0) value -= numbers[tree.angle_coordinate(drive.against)];
  return value;
}

/// A state keeps a drive where φ is within this of f, rad, and φ̇ of ḟ, rad/s or of its size.
inline constexpr double drive_tolerance = 1e-9;

/// f, ḟ and f̈ at a time.
std::array<double, 3> prescribed(const TreeDrive& drive, double time);

}  // namespace carom
