#include "base/nearest_name.hpp"

#include <algorithm>
#include <vector>

namespace carom {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> before(width), last(width), row(width);
  for (std::size_t j = 0; j < width; ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + change});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> valid) {
  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  for (const std::string& candidate : valid) {
    const std::size_t allowed =
        std::max<std::size_t>(1, std::max(name.size(), candidate.size()) / 3);
    const std::size_t d = distance(name, candidate);
    if (d <= allowed && d < candidate.size() && (best == nullptr || d < best_distance)) {
      best = &candidate;
      best_distance = d;
    }
  }
  if (best == nullptr) return std::nullopt;
  return *best;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> valid) {
  const auto nearest = nearest_name(name, valid);
  return nearest ? "; did you mean \"" + *nearest + "\"?" : std::string();
}

std::string nearest_or_all(std::string_view name, std::span<const std::string> valid) {
  const std::string near = did_you_mean(name, valid);
  if (!near.empty() || valid.empty()) return near;
  std::string all = "; must be one of ";
  for (std::size_t i = 0; i < valid.size(); ++i) all += (i == 0 ? "" : ", ") + valid[i];
  return all;
}

}  // namespace carom
