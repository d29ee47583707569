#pragma once

/// carom/model.hpp
///
/// A mechanism that has been checked and compiled: constant and cheap to copy. Building one is
/// where faults are found; using one never throws.
///
/// Threads: a model never changes, and any number of threads may use one, or copies of it, at once.

#include <memory>
#include <utility>
#include <vector>

#include "carom/fault.hpp"
#include "carom/mechanism.hpp"

namespace carom {

class Model {
 public:
  struct Compiled;  ///< for Carom's own rooms

  /// Throws InputError with every fault of the description.
  explicit Model(const Mechanism& mechanism);
  /// Of what has been compiled: for Carom's own rooms.
  explicit Model(std::shared_ptr<const Compiled> compiled) : compiled_(std::move(compiled)) {}

  const Mechanism& mechanism() const;
  int links() const;
  int contacts() const;
  /// Numbers in State::positions and in State::velocities.
  int degrees_of_freedom() const;

  const Compiled& compiled() const { return *compiled_; }

 private:
  std::shared_ptr<const Compiled> compiled_;
};

/// Every fault of a description: names, ranges, formulas, inertia. With none, `Model` throws
/// nothing.
std::vector<Fault> mechanism_faults(const Mechanism& mechanism);

}  // namespace carom
