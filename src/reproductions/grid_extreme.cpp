#include "reproductions/grid_extreme.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace carom {
namespace {

constexpr double none = -std::numeric_limits<double>::infinity();
/// So many of the highest summits of the grid are climbed: a lower one that hides a higher peak
/// between its points would need a function much steeper than the grid is fine.
constexpr std::size_t most_summits = 8;

double comparable(double value) {
  return std::isnan(value) ? none : value;
}

void golden_section(double low, double high, const std::function<double(double)>& function,
                    double precision, Extreme& best) {
  const double share = 1 / std::numbers::phi;
  // Breaks of several kinds may fall together but for rounding: a piece ends where numbers do.
  const double rounding = 4 * std::numeric_limits<double>::epsilon();
  const double end =
      std::max(precision * (high - low), rounding * std::max(std::abs(low), std::abs(high)));
  double a = high - share * (high - low);
  double b = low + share * (high - low);
  double at_a = comparable(function(a));
  double at_b = comparable(function(b));
  while (high - low > end) {
    if (at_a > best.value) best = {a, at_a};
    if (at_b > best.value) best = {b, at_b};
    if (at_a >= at_b) {
      high = b;
      b = a;
      at_b = at_a;
      a = high - share * (high - low);
      at_a = comparable(function(a));
    } else {
      low = a;
      a = b;
      at_a = at_b;
      b = low + share * (high - low);
      at_b = comparable(function(b));
    }
  }
}

}  // namespace

Extreme largest(std::span<const double> places, std::span<const double> values,
                std::span<const double> breaks, const std::function<double(double)>& function,
                double precision) {
  Extreme best{places.empty() ? 0 : places.front(), none};
  std::vector<std::size_t> summits;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double here = comparable(values[i]);
    if (here == none) continue;
    if (here > best.value) best = {places[i], here};
    const bool above_left = i == 0 || comparable(values[i - 1]) <= here;
    const bool above_right = i + 1 == places.size() || comparable(values[i + 1]) <= here;
    if (above_left && above_right) summits.push_back(i);
  }
  const auto higher = [&](std::size_t a, std::size_t b) { return values[a] > values[b]; };
  const std::size_t kept = std::min(most_summits, summits.size());
  std::ranges::partial_sort(summits, summits.begin() + static_cast<std::ptrdiff_t>(kept), higher);
  summits.resize(kept);
  for (const std::size_t i : summits) {
    std::vector<double> cuts{places[i]};
    if (i > 0) cuts.push_back(places[i - 1]);
    if (i + 1 < places.size()) cuts.push_back(places[i + 1]);
    const auto [low, high] = std::ranges::minmax(cuts);
    for (const double each : breaks)
      if (each > low && each < high) cuts.push_back(each);
    std::ranges::sort(cuts);
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k)
      golden_section(cuts[k], cuts[k + 1], function, precision, best);
  }
  return best;
}

}  // namespace carom
