#include "particles/critical_plane.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "particles/critical_pieces.hpp"

namespace carom {
namespace {

using Point = std::array<double, 2>;

constexpr double longest_step = 0.01;
constexpr double shortest_step = 1e-5;
/// A seed this near to a curve already followed is on it.
constexpr double same_curve = 5e-4;
constexpr double difference = 1e-6;
constexpr int most_points = 20000;

double distance(const Point& a, const Point& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1]);
}

bool inside(const Point& p) {
  return p[0] >= 0 && p[0] <= 1 && p[1] >= 0 && p[1] <= 1;
}

struct Seed {
  Point at{};
  int contact = 0;
  CriticalCause cause;
};

class Tracer {
 public:
  explicit Tracer(CriticalSystem& system) : system_(system) {}

  TracedCurve trace(const Seed& seed) {
    contact_ = seed.contact;
    cause_ = seed.cause;
    TracedCurve curve{seed.contact, seed.cause, false, {}};
    std::vector<Point> ahead, back;
    const bool loop = follow(seed.at, 1, ahead);
    if (!loop) follow(seed.at, -1, back);
    for (auto point = back.rbegin(); point != back.rend(); ++point)
      curve.points.emplace_back((*point)[0], (*point)[1]);
    curve.points.emplace_back(seed.at[0], seed.at[1]);
    for (const Point& point : ahead) curve.points.emplace_back(point[0], point[1]);
    curve.closed = loop;
    return curve;
  }

  /// Whether the factor changes sign across the seed, so that there is a curve to follow.
  bool crosses(const Seed& seed) {
    contact_ = seed.contact;
    cause_ = seed.cause;
    const auto slope = gradient(seed.at);
    return slope && std::hypot((*slope)[0], (*slope)[1]) > 1e-4;
  }

 private:
  /// The factor with the curve's cause, at a point; NaN where there is none.
  double value(const Point& p) {
    if (!system_.place(p)) return std::nan("");
    const ClosedContacts closed = system_.closed();
    const std::vector<int>& mine = system_.factors_of(closed)[contact_];
    const std::vector<double> values = system_.factor_values(closed);
    for (const int f : mine)
      if (f < static_cast<int>(values.size()) && system_.cause(closed, f) == cause_)
        return values[f];
    return std::nan("");
  }

  std::optional<Point> gradient(const Point& p) {
    Point slope{};
    for (int axis = 0; axis < 2; ++axis) {
      Point low = p, high = p;
      low[axis] -= difference;
      high[axis] += difference;
      slope[axis] = (value(high) - value(low)) / (2 * difference);
    }
    if (!std::isfinite(slope[0]) || !std::isfinite(slope[1])) return std::nullopt;
    return slope;
  }

  /// Newton's method across the curve.
  std::optional<Point> corrected(Point p) {
    for (int k = 0; k < 12; ++k) {
      const double g = value(p);
      const auto slope = gradient(p);
      if (!std::isfinite(g) || !slope) return std::nullopt;
      const double square = (*slope)[0] * (*slope)[0] + (*slope)[1] * (*slope)[1];
      if (square < 1e-16) return std::nullopt;
      const Point step{-g * (*slope)[0] / square, -g * (*slope)[1] / square};
      p[0] += step[0];
      p[1] += step[1];
      if (std::hypot(step[0], step[1]) < 1e-13) return p;
    }
    return p;
  }

  /// Points from `start` on in one direction; true where it comes back to the start.
  bool follow(const Point& start, int side, std::vector<Point>& points) {
    Point p = start;
    Point last{};
    double step = longest_step;
    bool first = true;
    while (static_cast<int>(points.size()) < most_points) {
      const auto slope = gradient(p);
      if (!slope) return false;
      const double size = std::hypot((*slope)[0], (*slope)[1]);
      if (size < 1e-8) return false;
      Point tangent{-(*slope)[1] / size, (*slope)[0] / size};
      if (first ? side < 0 : tangent[0] * last[0] + tangent[1] * last[1] < 0)
        tangent = {-tangent[0], -tangent[1]};
      std::optional<Point> next;
      for (; step >= shortest_step; step *= 0.5) {
        const auto guess = corrected({p[0] + step * tangent[0], p[1] + step * tangent[1]});
        if (!guess) continue;
        const double gone = distance(*guess, p);
        const double forward =
            ((*guess)[0] - p[0]) * tangent[0] + ((*guess)[1] - p[1]) * tangent[1];
        // A bend of more than a tenth of a radian, or a jump to another branch.
        if (gone > 1.5 * step || forward < 0.995 * gone) continue;
        next = guess;
        break;
      }
      if (!next) return false;
      if (!inside(*next)) {
        if (const auto edge = border(p, *next)) points.push_back(*edge);
        return false;
      }
      if (!first && points.size() > 2 && distance(*next, start) < step) {
        points.push_back(start);
        return true;
      }
      points.push_back(*next);
      last = {(*next)[0] - p[0], (*next)[1] - p[1]};
      p = *next;
      first = false;
      step = std::min(2 * step, longest_step);
    }
    return false;
  }

  /// Where the curve leaves the rectangle between two of its points.
  std::optional<Point> border(const Point& from, const Point& to) {
    double share = 1;
    int axis = 0;
    double wall = 0;
    for (int k = 0; k < 2; ++k)
      for (const double side : {0.0, 1.0}) {
        if ((from[k] - side) * (to[k] - side) >= 0 || to[k] == from[k]) continue;
        const double at = (side - from[k]) / (to[k] - from[k]);
        if (at <= share) {
          share = at;
          axis = k;
          wall = side;
        }
      }
    Point p{from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])};
    p[axis] = wall;
    for (int k = 0; k < 8; ++k) {
      const auto slope = gradient(p);
      if (!slope || std::abs((*slope)[1 - axis]) < 1e-8) return std::nullopt;
      p[1 - axis] -= value(p) / (*slope)[1 - axis];
    }
    if (!inside(p) || distance(p, from) > 2 * longest_step) return std::nullopt;
    return p;
  }

  CriticalSystem& system_;
  int contact_ = 0;
  CriticalCause cause_;
};

double distance_to(const TracedCurve& curve, const Point& p) {
  double nearest = 1;
  for (std::size_t i = 1; i < curve.points.size(); ++i) {
    const auto& [ax, ay] = curve.points[i - 1];
    const auto& [bx, by] = curve.points[i];
    const double length = (bx - ax) * (bx - ax) + (by - ay) * (by - ay);
    const double share =
        length > 0
            ? std::clamp(((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay)) / length, 0.0, 1.0)
            : 0;
    nearest =
        std::min(nearest, std::hypot(p[0] - ax - share * (bx - ax), p[1] - ay - share * (by - ay)));
  }
  return nearest;
}

}  // namespace

CriticalPlane critical_plane(CriticalSystem& system, int lines, int cells) {
  CriticalPlane plane;
  std::vector<Seed> seeds;
  for (const int axis : {0, 1})
    for (int k = 0; k < lines; ++k) {
      std::vector<double> at(2, 0.0);
      at[1 - axis] = (k + 0.5) / lines;
      const CriticalLine line = critical_line(system, at, axis);
      for (const CriticalRoot& root : line.roots)
        for (const CriticalCause& cause : root.causes) {
          Seed seed{{at[0], at[1]}, root.contact, cause};
          seed.at[axis] = root.s;
          seeds.push_back(std::move(seed));
        }
    }
  Tracer tracer(system);
  for (const Seed& seed : seeds) {
    const bool known = std::ranges::any_of(plane.curves, [&](const TracedCurve& curve) {
      return curve.contact == seed.contact && curve.cause == seed.cause &&
             distance_to(curve, seed.at) < same_curve;
    });
    if (known) continue;
    if (!tracer.crosses(seed)) {
      ++plane.touching;
      continue;
    }
    TracedCurve curve = tracer.trace(seed);
    if (curve.points.size() > 1) plane.curves.push_back(std::move(curve));
  }
  plane.columns = plane.rows = cells;
  plane.outcome.assign(system.contacts(), std::vector<StruckRest>(cells * cells));
  for (int row = 0; row < cells; ++row)
    for (int column = 0; column < cells; ++column) {
      const Point at{(column + 0.5) / cells, (row + 0.5) / cells};
      if (!system.place(at)) {
        for (auto& grid : plane.outcome) grid[row * cells + column] = StruckRest::no_configuration;
        continue;
      }
      const std::vector<double> y = system.outcomes();
      for (int j = 0; j < system.contacts(); ++j)
        plane.outcome[j][row * cells + column] = rest_of(y[j]);
    }
  return plane;
}

}  // namespace carom
