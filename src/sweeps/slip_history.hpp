#pragma once

/// sweeps/slip_history.hpp

#include <cstdint>
#include <unordered_map>

#include "laws/rigid/solution.hpp"
#include "sweeps/sweep_task.hpp"

namespace carom {

/// Slip histories as texts of a table, found by a short key so that a text is written only when it
/// is met for the first time.
class SlipHistories {
 public:
  explicit SlipHistories(NumberedTexts& texts) : texts_(texts) {}

  /// Number of the history of the k-th contact that takes part; `nothing` without stages.
  int number_of(const Solution<double>& solution, int k);

 private:
  NumberedTexts& texts_;
  std::unordered_map<std::uint64_t, int> numbers_;
};

}  // namespace carom
