#include "train/segmentation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace carom {
namespace {

SegmentSet set_of(const Train& train, std::size_t left, const SegmentCoefficients& rule) {
  SegmentSet set;
  set.left = left;
  const double one = train.bodies[left].stiffness, other = train.bodies[left + 1].stiffness;
  set.soft = one <= other ? left : left + 1;
  set.hard = one <= other ? left + 1 : left;
  set.ratio = 100 * std::min(one, other) / std::max(one, other);
  set.value = rule.a * std::pow(set.ratio, rule.b) + rule.c;
  const double whole = rule.truncate ? std::floor(set.value) : std::round(set.value);
  const auto count = [](double value) {
    constexpr double most = 1e7;
    return value >= 1 ? static_cast<int>(std::min(value, most)) : 1;
  };
  set.soft_segments = count(whole);
  set.hard_segments = count(set.hard == left ? rule.hard_first : rule.soft_first);
  return set;
}

std::string pair_name(const Train& train, const SegmentSet& set) {
  return fmt::format("{}–{}", train.bodies[set.left].name, train.bodies[set.left + 1].name);
}

}  // namespace

const std::vector<NamedCoefficients>& segment_rules() {
  static const std::vector<NamedCoefficients> all{
      {"alluhydan2019",
       {2089, -0.00006584, -2051, 6, 4, false},
       "as printed (Eqns 2.29, 3.30); gives 37.95 and 37.67 for the five-body example, printed "
       "as 38 and 37, but 37 and 38 for the validation pairs SsS1 and SsW1, printed as 32 and 33"},
      {"alluhydan2019-validation",
       {2089, -0.0006584, -2051, 6, 4, true},
       "b ten times as large, truncated: gives 32 and 33 for the validation pairs, as printed in "
       "section 2.6, but 37 and 34 for the five-body example"}};
  return all;
}

const NamedCoefficients* find_segment_rule(const std::string& name) {
  for (const NamedCoefficients& each : segment_rules())
    if (each.name == name) return &each;
  return nullptr;
}

SegmentCoefficients coefficients_of(const Train& train) {
  if (train.coefficients) return *train.coefficients;
  const NamedCoefficients* named = find_segment_rule(train.rule);
  assert(named != nullptr);
  return named->coefficients;
}

Segmentation segmentation(const Train& train, const SegmentCoefficients& coefficients) {
  const std::size_t n = train.bodies.size();
  Segmentation chosen;
  std::vector<int> soft(n, 0), hard(n, 0);
  chosen.counts.assign(n, 0);
  chosen.reasons.assign(n, "");
  for (std::size_t i = 0; i + 1 < n; ++i) {
    if (train.bodies[i].kind == train.bodies[i + 1].kind) continue;
    const SegmentSet set = set_of(train, i, coefficients);
    chosen.sets.push_back(set);
    soft[set.soft] = std::max(soft[set.soft], set.soft_segments);
    hard[set.hard] = std::max(hard[set.hard], set.hard_segments);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const int candidates = static_cast<int>(
        std::count_if(chosen.sets.begin(), chosen.sets.end(),
                      [&](const SegmentSet& set) { return set.soft == i || set.hard == i; }));
    if (candidates == 0) continue;
    chosen.counts[i] = soft[i] > 0 ? soft[i] : hard[i];
    std::string why;
    for (const SegmentSet& set : chosen.sets) {
      if (set.soft == i)
        why += fmt::format("{}soft in {} (r = {:.4g}, j = {:.4g} → {})", why.empty() ? "" : "; ",
                           pair_name(train, set), set.ratio, set.value, set.soft_segments);
      if (set.hard == i)
        why += fmt::format("{}hard in {} ({} → {})", why.empty() ? "" : "; ", pair_name(train, set),
                           set.hard == set.left ? "hard-soft" : "soft-hard", set.hard_segments);
    }
    if (soft[i] > 0 && hard[i] > 0)
      why += "; soft goes before hard";
    else if (candidates > 1)
      why += "; the larger counts";
    chosen.reasons[i] = why;
  }
  // Step 5, along rows of balls from where one touches a cylinder.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < n; ++i) {
      if (chosen.counts[i] > 0 || train.bodies[i].kind != BodyKind::ball) continue;
      for (const std::size_t beside : {i - 1, i + 1}) {
        if (beside >= n || chosen.counts[beside] == 0) continue;
        chosen.counts[i] = chosen.counts[beside];
        chosen.reasons[i] = fmt::format("touches only balls: as {}", train.bodies[beside].name);
        changed = true;
        break;
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    if (chosen.counts[i] == 0) {
      chosen.counts[i] = 1;
      chosen.reasons[i] = "in no set of a ball and a cylinder: whole";
    }
  return chosen;
}

Train segmented(Train train) {
  const bool any = std::any_of(train.bodies.begin(), train.bodies.end(),
                               [](const TrainBody& body) { return body.segments_by_rule; });
  if (!any) return train;
  const Segmentation chosen = segmentation(train, coefficients_of(train));
  for (std::size_t i = 0; i < train.bodies.size(); ++i)
    if (train.bodies[i].segments_by_rule) train.bodies[i].segments = chosen.counts[i];
  return train;
}

}  // namespace carom
