#pragma once

/// What must hold on the way of any motion, compared with dense matrices (dense_mechanics.hpp).

#include <fmt/format.h>

#include <string>
#include <vector>

#include "carom/simulate.hpp"
#include "support/dense_mechanics.hpp"

namespace carom::testing {

/// Looks at everything that a motion reports.
struct Watch : MotionSink {
  const DenseMechanics& mechanics;
  double speed = 0, energy = 0, force = 0;
  long events = 0;
  std::vector<std::string> wrong;

  explicit Watch(const DenseMechanics& m) : mechanics(m) {}

  void say(const std::string& kind, const std::string& details) {
    if (wrong.size() < 5) wrong.push_back(kind + ": " + details);
  }

  void sample(const MotionSample& s) override;
  void event(const MotionEvent& e) override;

 private:
  void note(const MotionEnergy& e);
};

}  // namespace carom::testing
