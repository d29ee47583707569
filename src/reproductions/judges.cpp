#include "reproductions/judges.hpp"

#include <algorithm>
#include <cmath>

namespace carom {

Holding by_count(std::size_t held, std::size_t all) {
  return held == all ? Holding::holds : held > 0 ? Holding::in_part : Holding::does_not_hold;
}

Holding within(double published, double ours, double tolerance) {
  return std::abs(published - ours) <= tolerance ? Holding::holds : Holding::does_not_hold;
}

Holding vanishing(double residual) {
  return residual < 1e-10 ? Holding::holds : Holding::does_not_hold;
}

Holding by_reading(bool as_printed, bool otherwise) {
  return as_printed ? Holding::holds : otherwise ? Holding::in_part : Holding::does_not_hold;
}

Holding in_interval(double value, double low, double high) {
  if (value < low || value > high) return Holding::does_not_hold;
  return high - low < std::abs(value) ? Holding::holds : Holding::undecided;
}

Holding unanimous(std::span<const Holding> verdicts) {
  const bool agree = !verdicts.empty() && std::ranges::all_of(verdicts, [&](Holding each) {
    return each == verdicts.front();
  });
  return agree ? verdicts.front() : Holding::undecided;
}

}  // namespace carom
