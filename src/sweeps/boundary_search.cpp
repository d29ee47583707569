#include "sweeps/boundary_search.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Halvings after which two doubles have nothing between them, whatever the tolerance.
constexpr std::size_t most_halvings = 60;

}  // namespace

std::span<const LabelChange> BoundarySearch::changes(std::span<const int> at_0,
                                                     std::span<const int> at_1, double tolerance,
                                                     const LabelsAt& labels_at) {
  found_.clear();
  tolerance_ = tolerance;
  labels_at_ = &labels_at;
  search(0, 1, at_0, at_1, 0);
  return found_;
}

void BoundarySearch::search(double low, double high, std::span<const int> at_low,
                            std::span<const int> at_high, std::size_t depth) {
  if (std::ranges::equal(at_low, at_high)) return;
  if (high - low <= tolerance_ || depth == most_halvings) {
    for (std::size_t i = 0; i < watches_; ++i)
      if (at_low[i] != at_high[i]) found_.push_back({low, high, i, at_low[i], at_high[i]});
    return;
  }
  if (middles_.size() <= depth) middles_.emplace_back(watches_);
  const double middle = 0.5 * (low + high);
  (*labels_at_)(middle, middles_[depth]);
  // `middles_` may grow, and move, while the lower half is searched: a span taken anew each time
  // points into a vector that stays where it is.
  const std::span<const int> at_middle(middles_[depth]);
  search(low, middle, at_low, at_middle, depth + 1);
  search(middle, high, at_middle, at_high, depth + 1);
}

std::vector<Boundary> boundaries_of(std::span<const LabelChange> changes,
                                    std::span<const Watch> watches, const NumberedTexts& texts,
                                    const std::string& parameter, std::int64_t point,
                                    const std::function<double(double)>& value_at) {
  std::vector<Boundary> all;
  for (const LabelChange& change : changes) {
    const Watch& watch = watches[change.watch];
    const double low = value_at(change.low);
    const double high = value_at(change.high);
    Boundary boundary;
    boundary.parameter = parameter;
    boundary.at = low + 0.5 * (high - low);
    boundary.within = 0.5 * std::abs(high - low);
    boundary.kind = watch.kind;
    boundary.law = watch.law;
    boundary.other_law = watch.other_law;
    boundary.contact = watch.contact;
    if (change.from != nothing) boundary.below = texts.text(change.from);
    if (change.to != nothing) boundary.above = texts.text(change.to);
    if (high < low) std::swap(boundary.below, boundary.above);
    boundary.point = point;
    all.push_back(std::move(boundary));
  }
  return all;
}

}  // namespace carom
