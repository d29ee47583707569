#pragma once

/// motion/strike_kernel.hpp
///
/// One impact as `carom::strike` and `carom::strike_batch` tell it. The tree is the caller's: one
/// whose contacts' numbers change from call to call serves as well as a model's own.

#include <span>
#include <vector>

#include "carom/strike.hpp"
#include "motion/impact.hpp"

namespace carom {

class StrikeKernel {
 public:
  explicit StrikeKernel(const Tree& tree) : solver_(tree), contacts_(tree.contacts.size()) {}

  /// `tree` has the structure of that which the kernel was made for.
  Impact strike(const Tree& tree, double time, std::span<const double> positions,
                std::span<const double> velocities, const StrikeOptions& options) noexcept;

 private:
  ImpactSolver<double> solver_;
  std::vector<ContactImpact> contacts_;
  const Law* law_ = nullptr;  ///< the one asked for last
};

}  // namespace carom
