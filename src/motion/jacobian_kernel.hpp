#pragma once

/// motion/jacobian_kernel.hpp
///
/// The derivative of one impact as `carom::strike_jacobian` and `carom::strike_batch` tell it. The
/// trees are the caller's to change from call to call, as long as their structure stays.

#include <span>
#include <string>
#include <vector>

#include "carom/jacobian.hpp"
#include "model/sloped_tree.hpp"
#include "motion/impact_slopes.hpp"
#include "motion/small_slopes.hpp"

namespace carom {

/// Trees that follow numbers of the mechanism, named as in carom/jacobian.hpp, a pass of directions
/// each.
std::vector<SlopedTree> number_passes(const Mechanism& mechanism, const Tree& tree,
                                      std::span<const std::string> numbers);

class JacobianKernel {
 public:
  /// By the state, if asked for, and then by `numbers` directions, of which `passes` have
  /// `Sloped::directions` each; `reach`: and how far modes are kept.
  JacobianKernel(const Tree& tree, bool state, std::size_t numbers, std::vector<SlopedTree> passes,
                 bool reach = false);

  std::size_t inputs() const { return coordinates_ + numbers_; }

  /// Gives the contacts of all passes the numbers that those of `tree` have; slopes stay.
  void follow_contacts(const Tree& tree);

  /// `tree` has the structure of that which the kernel was made for. Allocates nothing.
  ImpactJacobian solve(const Tree& tree, double time, std::span<const double> positions,
                       std::span<const double> velocities, const StrikeOptions& options) noexcept;

 private:
  ImpactSolver<double> solver_;
  ImpactSlopes slopes_;
  SmallSlopes small_;
  SlopedTree plain_;                ///< without slopes, for those of the state
  std::vector<SlopedTree> passes_;  ///< of numbers
  std::size_t coordinates_ = 0;     ///< of the state that are inputs
  std::size_t numbers_ = 0;
  const Law* law_ = nullptr;  ///< the one asked for last
  std::vector<Sloped> positions_, velocities_before_;
  std::vector<double> velocities_, impulses_, losses_;
  std::vector<Side> sides_;
  std::vector<double> reach_;  ///< empty: not asked for
  std::vector<int> set_;
};

}  // namespace carom
