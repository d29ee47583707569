#pragma once

/// maps/constraint_slopes.hpp
///
/// What holds at a section (gaps that are closed, contacts that last, the section's formula), and
/// its slopes by the state and by a parameter, exact.

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "dynamics/contacts.hpp"
#include "maps/motion_map.hpp"

namespace carom {

/// A contact, and which: 0 or 1, its velocity (t, n); 2, its gap. Contact −1: the formula.
using SectionRow = std::array<int, 2>;

/// One a thread.
class ConstraintSlopes {
 public:
  explicit ConstraintSlopes(const Tree& tree);

  /// By (t, q, q̇), a column each.
  Eigen::MatrixXd by_state(const Expression& formula, std::span<const SectionRow> rows,
                           std::span<const double> all);
  /// By the parameter.
  Eigen::VectorXd by_parameter(const ParameterSlopes& parameter, std::span<const SectionRow> rows,
                               std::span<const double> all);

 private:
  void place_at(const SlopedTree& tree, std::span<const Sloped> all);
  template <class Formula>
  Sloped row(const SlopedTree& tree, const Formula& formula, const SectionRow& which);

  std::size_t freedom_;
  SlopedTree plain_;
  TreePose<Sloped> pose_;
  TreeMotion<Sloped> motion_;
  std::vector<ContactFrame<Sloped>> frames_;
  std::vector<Sloped> positions_, velocities_, numbers_;
  Sloped time_;
};

}  // namespace carom
