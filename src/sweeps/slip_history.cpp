#include "sweeps/slip_history.hpp"

namespace carom {
namespace {

/// One digit a mode or change of phase, equal neighbours once. 21 digits fit into the key.
constexpr int digit_bits = 3;
constexpr int most_digits = 64 / digit_bits;
constexpr std::uint64_t phase_ends = 7;

/// Calls `visit` with each digit: 1 + mode, or `phase_ends`.
template <class Visit>
void for_each_digit(const Solution<double>& solution, int k, Visit visit) {
  std::uint64_t last = 0;
  bool restitution = false;
  for (std::size_t i = 0; i < solution.stages.size(); ++i) {
    if (solution.stages[i].phase == Phase::restitution && !restitution) {
      restitution = true;
      last = 0;
      visit(phase_ends);
    }
    const auto digit = 1 + static_cast<std::uint64_t>(solution.modes(static_cast<int>(i))[k]);
    if (digit != last) visit(digit);
    last = digit;
  }
}

std::string written_history(const Solution<double>& solution, int k) {
  std::string text;
  for_each_digit(solution, k, [&](std::uint64_t digit) {
    if (digit == phase_ends) {
      text += " | ";
      return;
    }
    if (!text.empty() && !text.ends_with("| ")) text += ", ";
    text += name(static_cast<Mode>(digit - 1));
  });
  return text;
}

}  // namespace

int SlipHistories::number_of(const Solution<double>& solution, int k) {
  if (solution.stages.empty()) return nothing;
  std::uint64_t key = 0;
  int digits = 0;
  for_each_digit(solution, k, [&](std::uint64_t digit) {
    key = key << digit_bits | digit;
    ++digits;
  });
  if (digits > most_digits) return texts_.number_of(written_history(solution, k));
  const auto [found, added] = numbers_.try_emplace(key, nothing);
  if (added) found->second = texts_.number_of(written_history(solution, k));
  return found->second;
}

}  // namespace carom
