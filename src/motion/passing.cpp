#include "motion/passing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/contacts.hpp"
#include "motion/impact.hpp"

namespace carom {
namespace {

/// Speeds change within a step; this many times the larger one at its ends is not reached.
constexpr double speed_margin = 2;
/// The longest way of an end between two looks, in sizes of the mechanism, and how many looks a
/// step is worth.
constexpr double longest_path = 0.25;
constexpr int most_parts = 1000;
/// Places between two looks where a dip is looked for.
constexpr int dip_places = 16;

MotionPassing passing(const Tree& tree, const LinkEnd& end, int surface) {
  MotionPassing told;
  told.link = tree.links[end.point.link].file;
  told.far = end.far;
  told.surface = surface;
  return told;
}

/// Whether an end behind a surface at the start deserves a word.
bool misplaced(const LinkEnds& ends, const LinkEnd& end, int surface) {
  return ends.meets(end.point, surface) && !ends.covered(end.point) && !ends.limited(surface);
}

}  // namespace

void EndHeights::place_at(std::span<const double> positions, double time) {
  positions_ = positions;
  time_ = time;
  place(tree_, positions, pose_);
}

void EndHeights::move_with(std::span<const double> velocities) {
  velocities_ = velocities;
  move(tree_, pose_, velocities, motion_);
}

double EndHeights::height(const LinkPoint& end, int surface) const {
  const TreeSurface& s = tree_.surfaces[surface];
  double height = dot(s.normal, point_position(pose_, end.link, end.at) - s.point);
  if (s.body >= 0)
    height -= dot(s.normal, s.body_direction) * positions_[tree_.surface_coordinate(s.body)];
  if (s.moved) height -= surface_displacement(s, time_);
  return height;
}

double EndHeights::rate(const LinkPoint& end, int surface) const {
  const TreeSurface& s = tree_.surfaces[surface];
  double rate = dot(s.normal, point_velocity(pose_, motion_, end.link, end.at));
  if (s.body >= 0)
    rate -= dot(s.normal, s.body_direction) * velocities_[tree_.surface_coordinate(s.body)];
  if (s.moved) rate -= surface_velocity(s, time_)[1];
  return rate;
}

PassingWatch::PassingWatch(const Tree& tree)
    : tree_(tree), ends_(tree), heights_(tree), tolerance_(touching_tolerance * tree.size) {
  for (const LinkEnd& end : ends_.all())
    for (std::size_t s = 0; s < tree.surfaces.size(); ++s) {
      const int surface = static_cast<int>(s);
      // What plainly has its contact is left out here; whatever else covers an end is looked at
      // where the end seems to pass.
      const bool held = std::ranges::any_of(tree.contacts, [&](const TreeContact& contact) {
        return contact.surface == surface && contact.link == end.point.link &&
               contact.centre == end.point.at;
      });
      if (!held) pairs_.push_back({end, surface});
    }
  for (const Pair& pair : pairs_)
    if (tree.surfaces[pair.surface].moved) still_ = false;
}

void PassingWatch::begin(std::span<const double> positions, double time) {
  if (pairs_.empty()) return;
  heights_.place_at(positions, time);
  std::erase_if(pairs_, [&](const Pair& pair) {
    const double height = heights_.height(pair.end.point, pair.surface);
    if (height >= -tolerance_) return false;
    if (misplaced(ends_, pair.end, pair.surface)) {
      MotionPassing told = passing(tree_, pair.end, pair.surface);
      told.time = time;
      told.depth = -height;
      passed_.push_back(told);
    }
    return true;
  });
}

double PassingWatch::height_inside(const Pair& pair, const DenseStep& step, double share) {
  const double time = step.t0 + share * step.size;
  step.between(time, inside_);
  heights_.place_at(std::span(inside_).first(static_cast<std::size_t>(tree_.degrees_of_freedom())),
                    time);
  return heights_.height(pair.end.point, pair.surface);
}

/// The share of the step at which the end is behind the surface, or −1. An end that dips below and
/// comes back is seen by the cubic through heights and rates at both ends of the part.
double PassingWatch::behind(const Pair& pair, const Part& part) {
  if (pair.height[1] < -tolerance_) return part.to;
  const double first = pair.height[0] + part.duration() * pair.rate[0] / 3;
  const double second = pair.height[1] - part.duration() * pair.rate[1] / 3;
  if (first >= -tolerance_ && second >= -tolerance_) return -1;
  double lowest = 0;
  double at = 0;
  for (int i = 1; i < dip_places; ++i) {
    const double x = static_cast<double>(i) / dip_places;
    const double y = 1 - x;
    const double value = y * y * (y * pair.height[0] + 3 * x * first) +
                         x * x * (3 * y * second + x * pair.height[1]);
    if (value < lowest) {
      lowest = value;
      at = part.from + x * (part.to - part.from);
    }
  }
  return lowest < -tolerance_ && height_inside(pair, part.step, at) < -tolerance_ ? at : -1;
}

/// The time at which the height becomes negative, before the share `behind`.
double PassingWatch::passing_time(const Pair& pair, const Part& part, double behind) {
  double low = part.from;
  double high = behind;
  for (int i = 0; i < 52; ++i) {
    const double middle = 0.5 * (low + high);
    (height_inside(pair, part.step, middle) < 0 ? high : low) = middle;
  }
  return part.step.t0 + (low == part.from ? low : high) * part.step.size;
}

void PassingWatch::see(const DenseStep& step, double share, int side) {
  const auto n = static_cast<std::size_t>(tree_.degrees_of_freedom());
  const double time = step.t0 + share * step.size;
  const bool within = share > 0 && share < 1;
  if (within) step.between(time, inside_);
  const std::span<const double> y(within ? inside_ : share == 0 ? step.y0 : step.y1);
  heights_.place_at(y.first(n), time);
  heights_.move_with(y.subspan(n, n));
  for (Pair& pair : pairs_) {
    pair.height[side] = heights_.height(pair.end.point, pair.surface);
    pair.rate[side] = heights_.rate(pair.end.point, pair.surface);
  }
}

void PassingWatch::look_within(const Part& part) {
  see(part.step, part.from, 0);
  see(part.step, part.to, 1);
  std::erase_if(pairs_, [&](const Pair& pair) {
    const double share = behind(pair, part);
    if (share < 0) return false;
    if (!ends_.covered(pair.end.point, pair.surface) && !ends_.limited(pair.surface)) {
      MotionPassing told = passing(tree_, pair.end, pair.surface);
      told.time = passing_time(pair, part, share);
      passed_.push_back(told);
    }
    return true;
  });
}

void PassingWatch::look(const DenseStep& step, double speed) {
  if (pairs_.empty()) return;
  const double path = speed_margin * speed * step.size;
  reach_ += path;
  if (still_ && reach_ < least_) return;
  // A link that turns freely is one step for many turns: so long a path is looked at in parts.
  inside_.resize(step.y0.size());
  const int parts =
      1 + static_cast<int>(std::min(path / (longest_path * tree_.size), double{most_parts}));
  for (int i = 0; i < parts; ++i)
    look_within({step, static_cast<double>(i) / parts, static_cast<double>(i + 1) / parts});
  reach_ = 0;
  least_ = std::numeric_limits<double>::infinity();
  for (const Pair& pair : pairs_) least_ = std::min(least_, pair.height[1]);
}

std::vector<MotionPassing> PassingWatch::take() {
  std::ranges::stable_sort(passed_, {}, &MotionPassing::time);
  return std::move(passed_);
}

std::vector<MotionPassing> ends_behind(const Tree& tree, const State& state) {
  const double tolerance = touching_tolerance * tree.size;
  const LinkEnds ends(tree);
  EndHeights heights(tree);
  heights.place_at(state.positions, state.time);
  heights.move_with(state.velocities);
  double fastest = 0;
  for (const LinkEnd& end : ends.all())
    for (std::size_t s = 0; s < tree.surfaces.size(); ++s)
      fastest = std::max(fastest, std::abs(heights.rate(end.point, static_cast<int>(s))));
  std::vector<MotionPassing> found;
  for (const LinkEnd& end : ends.all())
    for (std::size_t s = 0; s < tree.surfaces.size(); ++s) {
      const int surface = static_cast<int>(s);
      const double height = heights.height(end.point, surface);
      const bool behind = height < -tolerance;
      const bool entering =
          height <= tolerance && heights.rate(end.point, surface) < -speed_rounding * fastest;
      if (!behind && !entering) continue;
      const bool tell = behind ? misplaced(ends, end, surface)
                               : !ends.covered(end.point, surface) && !ends.limited(surface);
      if (!tell) continue;
      MotionPassing told = passing(tree, end, surface);
      told.time = state.time;
      told.depth = behind ? -height : 0;
      found.push_back(told);
    }
  return found;
}

}  // namespace carom
