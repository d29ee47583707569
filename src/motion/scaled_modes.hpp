#pragma once

/// motion/scaled_modes.hpp
///
/// A mode problem (laws/rigid/mode_problem.hpp) of contacts as a mechanism has them. Each contact
/// gets a unit u, a power of two, in which its own W is of the order of one:
///
///     W ↦ u W u,   rates ↦ u·rates,   so that   forces = u·(scaled forces)

#include <span>
#include <vector>

#include "laws/rigid/mode_problem.hpp"

namespace carom {

class ScaledModes {
 public:
  explicit ScaledModes(std::size_t contacts);

  /// W (2n × 2n) and the rates without forces (2n), n contacts.
  void pose(std::span<const double> inertia, std::span<const double> rates);
  /// Whether a force at the contact does anything at all.
  bool yields(int contact) const { return yields_[contact] != 0; }

  /// What the contact is allowed to do; the largest friction is largest_friction.
  void allow(int contact, NormalRule normal, SlipRule slip, double friction);
  const ModeContact& allowed(int contact) const { return contacts_[contact]; }

  ModeProblem<double> problem() const;

  /// A scaled force or rate of a row (2·contact + axis) in the mechanism's units.
  double force(int row, double scaled) const { return unit_[row / 2] * scaled; }
  double rate(int row, double scaled) const { return scaled / unit_[row / 2]; }

  /// The size that rates of this size (in the mechanism's units) have in the problem.
  double size_of(double rate) const;

 private:
  int count_ = 0;
  double scale_ = 0;
  std::vector<double> matrix_, offset_, unit_;
  std::vector<std::uint8_t> yields_;
  std::vector<ModeContact> contacts_;
};

}  // namespace carom
