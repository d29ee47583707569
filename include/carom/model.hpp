#pragma once

/// carom/model.hpp
///
/// A mechanism that has been checked and compiled: constant, cheap to copy, safe to share between
/// threads. Building one is where faults are found; using one never throws.

#include <memory>
#include <utility>

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

}  // namespace carom
