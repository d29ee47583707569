#include "particles/particle_fan.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace carom {
namespace {

/// Feasible intervals that are empty by less than this share of their place are a point.
constexpr double slack = 1e-12;
/// Directions nearer than this to the edge of a sector are in it, rad.
constexpr double edge_slack = 1e-10;
/// A determinant below this share of the trace's square is rounding.
constexpr double singular = 1e-15;

struct Sum {
  double xx = 0, xy = 0, yy = 0;
  void add(const HalfSpring& spring, double factor) {
    const double k = factor * spring.stiffness;
    xx += k * spring.direction.x * spring.direction.x;
    xy += k * spring.direction.x * spring.direction.y;
    yy += k * spring.direction.y * spring.direction.y;
  }
  Vec2 solved(const Vec2& p) const {
    const double determinant = xx * yy - xy * xy;
    return {(yy * p.x - xy * p.y) / determinant, (xx * p.y - xy * p.x) / determinant};
  }
  bool regular() const { return xx * yy - xy * xy > singular * (xx + yy) * (xx + yy); }
};

/// What resists a motion in this direction.
Sum acting(double mass, std::span<const HalfSpring> springs, const Vec2& v) {
  Sum sum{mass, 0, mass};
  for (const HalfSpring& spring : springs)
    if (std::isfinite(spring.stiffness) && dot(spring.direction, v) > 0) sum.add(spring, 1);
  return sum;
}

double twice_energy(double mass, std::span<const HalfSpring> springs, const Vec2& v) {
  double sum = mass * dot(v, v);
  for (const HalfSpring& spring : springs) {
    const double stretch = dot(spring.direction, v);
    if (stretch > 0 && std::isfinite(spring.stiffness)) sum += spring.stiffness * stretch * stretch;
  }
  return sum;
}

}  // namespace

LineMinimum line_minimum(double mass, std::span<const HalfSpring> springs, const Vec2& along,
                         int sign, FanScratch& scratch) {
  const Vec2 across = perpendicular(along);
  double low = -rigid, high = rigid;
  int low_spring = -1, high_spring = -1;
  // E′(w) = slope w + offset, from w = −∞ on.
  double slope = mass, offset = 0;
  scratch.events.clear();
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const int index = static_cast<int>(i);
    const double c = sign * dot(springs[i].direction, along);
    const double g = dot(springs[i].direction, across);
    const double k = springs[i].stiffness;
    if (k == rigid) {
      if (std::abs(g) <= parallel_tolerance) {
        if (c > 0) return {};
        continue;
      }
      const double w = -c / g;
      if (g > 0 && w < high) {
        high = w;
        high_spring = index;
      }
      if (g < 0 && w > low) {
        low = w;
        low_spring = index;
      }
    } else if (g != 0 && k > 0) {
      scratch.events.push_back({-c / g, index, g > 0});
      if (g < 0) {
        slope += k * g * g;
        offset += k * g * c;
      }
    }
  }
  if (low > high + slack * (1 + std::abs(low))) return {};

  std::sort(scratch.events.begin(), scratch.events.end(),
            [](const auto& a, const auto& b) { return a.at < b.at; });
  double w = -offset / slope;
  for (const FanScratch::Event& event : scratch.events) {
    if (w <= event.at) break;
    const HalfSpring& spring = springs[event.spring];
    const double c = sign * dot(spring.direction, along);
    const double g = dot(spring.direction, across);
    const double factor = event.begins ? spring.stiffness : -spring.stiffness;
    slope += factor * g * g;
    offset += factor * g * c;
    w = -offset / slope;
  }
  LineMinimum minimum;
  minimum.across = w;
  if (w <= low) {
    minimum.across = low;
    minimum.bound = low_spring;
  } else if (w >= high) {
    minimum.across = high;
    minimum.bound = high_spring;
  }
  const Vec2 v = static_cast<double>(sign) * along + minimum.across * across;
  minimum.stiffness = twice_energy(mass, springs, v);
  return minimum;
}

PlaneMinimum plane_minimum(double mass, std::span<const HalfSpring> springs, const Vec2& impulse,
                           FanScratch& scratch) {
  constexpr double quarter = std::numbers::pi / 2;
  constexpr double turn = 2 * std::numbers::pi;
  Sum sum{mass, 0, mass};
  if (springs.empty()) return {sum.solved(impulse), -1, false};
  // A spring acts for directions of v within a quarter turn of its own.
  scratch.events.clear();
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const double angle = std::atan2(springs[i].direction.y, springs[i].direction.x);
    const int index = static_cast<int>(i);
    scratch.events.push_back({std::remainder(angle - quarter, turn), index, true});
    scratch.events.push_back({std::remainder(angle + quarter, turn), index, false});
  }
  std::sort(scratch.events.begin(), scratch.events.end(),
            [](const auto& a, const auto& b) { return a.at < b.at; });
  const auto& events = scratch.events;
  const auto direction = [](double angle) { return Vec2{std::cos(angle), std::sin(angle)}; };

  // Before the first event those act that end before they begin.
  int forbidden = 0;
  std::vector<std::uint8_t>& begun = scratch.begun;
  begun.assign(springs.size(), 0);
  for (const FanScratch::Event& event : events) {
    if (event.begins) begun[event.spring] = 1;
    if (event.begins || begun[event.spring] != 0) continue;
    if (springs[event.spring].stiffness == rigid)
      ++forbidden;
    else
      sum.add(springs[event.spring], 1);
  }
  double best = rigid;
  double middle = 0;
  PlaneMinimum minimum;
  minimum.still = true;
  const auto consider = [&](double from, double to) {
    if (forbidden > 0) return;
    // Taking away again what was added leaves rounding: few springs are summed anew.
    if (springs.size() <= 64) sum = acting(mass, springs, direction(0.5 * (from + to)));
    if (!sum.regular()) return;
    const Vec2 v = sum.solved(impulse);
    const double angle = std::atan2(v.y, v.x);
    const double offset = std::remainder(angle - 0.5 * (from + to), turn);
    const double outside = std::abs(offset) - 0.5 * (to - from);
    if (outside < best) {
      best = outside;
      minimum.velocity = v;
      minimum.still = false;
      middle = 0.5 * (from + to);
    }
  };
  if (events.front().at + turn - events.back().at > 0)
    consider(events.back().at - turn, events.front().at);
  for (std::size_t k = 0; k < events.size(); ++k) {
    const HalfSpring& spring = springs[events[k].spring];
    if (spring.stiffness == rigid)
      forbidden += events[k].begins ? 1 : -1;
    else
      sum.add(spring, events[k].begins ? 1 : -1);
    const double to = k + 1 < events.size() ? events[k + 1].at : events.front().at + turn;
    if (to - events[k].at > 0) consider(events[k].at, to);
  }
  if (best <= edge_slack) {
    minimum.velocity = acting(mass, springs, direction(middle)).solved(impulse);
    return minimum;
  }

  if (mass == 0) return {{}, -1, true};
  // The minimum leans on a constraint: v along an edge of what is allowed, or zero.
  PlaneMinimum edge;
  edge.still = true;
  double lowest = 0;
  for (std::size_t i = 0; i < springs.size(); ++i) {
    if (springs[i].stiffness != rigid) continue;
    for (const double side : {1.0, -1.0}) {
      const Vec2 t = side * perpendicular(springs[i].direction);
      const bool allowed = std::all_of(springs.begin(), springs.end(), [&](const HalfSpring& s) {
        return s.stiffness != rigid || dot(s.direction, t) <= parallel_tolerance;
      });
      const double push = dot(impulse, t);
      if (!allowed || push <= 0) continue;
      const double resistance = twice_energy(mass, springs, t);
      if (-push * push / resistance < lowest) {
        lowest = -push * push / resistance;
        edge = {(push / resistance) * t, static_cast<int>(i), false};
      }
    }
  }
  const bool constrained = std::any_of(springs.begin(), springs.end(),
                                       [](const HalfSpring& s) { return s.stiffness == rigid; });
  return constrained ? edge : minimum;
}

}  // namespace carom
