#include "sweeps/closing_solution.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>

#include "dynamics/contacts.hpp"
#include "numerics/dense_algebra.hpp"
#include "numerics/smooth_roots.hpp"

namespace carom {
namespace {

constexpr double pi = std::numbers::pi;
/// Gaps within this share of the mechanism's size are closed.
constexpr double closed_tolerance = 1e-12;
/// The same for contacts that no unknown moves: where others were closed to rounding.
constexpr double settled_tolerance = 1e-9;
/// Solutions whose angles differ by less than this are one, rad.
constexpr double same_angle = 1e-7;

double wrapped(double angle) {
  const double turned = std::remainder(angle, 2 * pi);
  return turned <= -pi ? pi : turned;
}

double apart(double a, double b) {
  return std::abs(std::remainder(a - b, 2 * pi));
}

/// s(θ) = a cos θ + b sin θ + c
struct Sinusoid {
  double a = 0, b = 0, c = 0;
  double amplitude() const { return std::hypot(a, b); }
};

class Closer {
 public:
  Closer(const Closing& closing, const Mechanism& mechanism, const Tree& tree, const State& state)
      : tree_(tree),
        positions_(state.positions),
        time_(state.time),
        pose_(tree),
        frames_(tree.contacts.size()) {
    for (const std::string& name : closing.angles) {
      const auto found = std::ranges::find(mechanism.links, name, &Link::name);
      coordinates_.push_back(tree.base_coordinates() +
                             static_cast<int>(found - mechanism.links.begin()));
    }
    for (const std::string& name : closing.touch) {
      const auto found = std::ranges::find(mechanism.contacts, name, &Contact::name);
      contacts_.push_back(static_cast<int>(found - mechanism.contacts.begin()));
    }
    measure();
  }

  bool complete() const { return complete_; }

  std::vector<std::vector<double>> solutions() {
    std::vector<std::optional<double>> angles(coordinates_.size());
    descend(angles);
    // Numbered counter-clockwise from the direction into the surface: a number keeps its meaning
    // while the scenario's parameters change, which angles from −π to π would not.
    const auto key = [&](const std::vector<double>& solution) {
      std::vector<double> turned;
      for (int k = 0; k < count(); ++k) {
        const Vec2& normal = tree_.surfaces[tree_.contacts[contacts_[k]].surface].normal;
        const double turn =
            std::fmod(solution[k] - std::atan2(-normal.y, -normal.x) + 6 * pi, 2 * pi);
        turned.push_back(turn);
      }
      return turned;
    };
    std::ranges::sort(found_, {}, key);
    return found_;
  }

  /// The smallest |gap| of an equation with one unknown that has no root; its contact.
  std::optional<std::pair<int, double>> nearest_miss() const { return miss_; }

 private:
  int count() const { return static_cast<int>(coordinates_.size()); }

  double gap(int equation, int unknown, double angle) {
    const double before = positions_[coordinates_[unknown]];
    positions_[coordinates_[unknown]] = angle;
    const double value = gaps()[equation];
    positions_[coordinates_[unknown]] = before;
    return value;
  }

  /// All gaps at positions_, as shares of the mechanism's size.
  std::vector<double> gaps() {
    place(tree_, std::span<const double>(positions_), pose_);
    frame_contacts(tree_, pose_, std::span<const double>(positions_), time_, std::span(frames_));
    std::vector<double> values;
    for (const int contact : contacts_) values.push_back(frames_[contact].gap / tree_.size);
    return values;
  }

  /// Which unknown moves which contact.
  void measure() {
    constexpr int samples = 7;
    depends_.assign(contacts_.size(), std::vector<bool>(coordinates_.size(), false));
    for (int i = 0; i < count(); ++i)
      for (int k = 0; k < count(); ++k) {
        double low = gap(i, k, 0.1), high = low;
        for (int s = 1; s < samples; ++s) {
          const double value = gap(i, k, 0.1 + s * 2 * pi / samples);
          low = std::min(low, value);
          high = std::max(high, value);
        }
        depends_[i][k] = high - low > closed_tolerance;
      }
  }

  /// Solves the equations left for the unknowns left; positions_ hold those known.
  void descend(std::vector<std::optional<double>>& angles) {
    const auto unknowns_of = [&](int i) {
      std::vector<int> left;
      for (int k = 0; k < count(); ++k)
        if (depends_[i][k] && !angles[k]) left.push_back(k);
      return left;
    };
    bool done = true;
    for (int i = 0; i < count(); ++i) {
      const std::vector<int> unknowns = unknowns_of(i);
      if (unknowns.empty()) {
        const double left = gaps()[i];
        if (std::abs(left) <= settled_tolerance) continue;
        note_miss(i, left);
        return;
      }
      done = false;
      if (unknowns.size() > 1) continue;
      const int k = unknowns.front();
      const std::optional<Sinusoid> part = sinusoid(i, k);
      const std::vector<double> found =
          part ? roots_of(*part, i) : roots([&](double a) { return gap(i, k, a); }, i);
      for (const double angle : found) with(angles, k, angle);
      return;
    }
    if (done) return accept(angles);
    for (int i = 0; i < count(); ++i)
      for (int j = 0; j < count(); ++j) {
        const std::vector<int> unknowns = unknowns_of(i);
        if (i == j || unknowns.size() != 2 || unknowns_of(j) != unknowns) continue;
        if (pair(angles, i, j, unknowns[0], unknowns[1])) return;
      }
    search(angles);
  }

  void with(std::vector<std::optional<double>>& angles, int k, double angle) {
    const double before = positions_[coordinates_[k]];
    positions_[coordinates_[k]] = angle;
    angles[k] = angle;
    descend(angles);
    angles[k].reset();
    positions_[coordinates_[k]] = before;
  }

  /// a cos θ + b sin θ = −c: θ = atan2(b, a) ± atan2(√(R² − c²), −c), R² = a² + b².
  std::vector<double> roots_of(const Sinusoid& part, int equation) {
    const double amplitude = part.amplitude();
    const double square = (amplitude - part.c) * (amplitude + part.c);
    if (square < -1e-15 * amplitude * amplitude) {
      note_miss(equation, part.c > 0 ? part.c - amplitude : part.c + amplitude);
      return {};
    }
    const double phase = std::atan2(part.b, part.a);
    const double half = std::atan2(std::sqrt(std::max(square, 0.0)), -part.c);
    const double first = wrapped(phase - half), second = wrapped(phase + half);
    if (apart(first, second) < same_angle) return {first};
    return {first, second};
  }

  /// All roots on the circle.
  std::vector<double> roots(const std::function<double(double)>& function, int equation) {
    // A little more than a turn: a root at its seam is inside.
    constexpr double beyond = 0.3;
    const SmoothRoots found = smooth_roots(function, -pi - beyond, pi + beyond);
    std::vector<double> angles;
    for (const SmoothRoot& root : found.roots) {
      const double angle = wrapped(root.at);
      const bool known = std::any_of(angles.begin(), angles.end(), [&](double other) {
        return apart(angle, other) < same_angle;
      });
      if (!known) angles.push_back(angle);
    }
    if (angles.empty()) {
      double nearest = function(0);
      for (int s = 0; s < 720; ++s) {
        const double value = function(s * pi / 360);
        if (std::abs(value) < std::abs(nearest)) nearest = value;
      }
      note_miss(equation, nearest);
    }
    return angles;
  }

  void note_miss(int equation, double value) {
    if (!miss_ || std::abs(value) < std::abs(miss_->second)) miss_ = {equation, value};
  }

  std::optional<Sinusoid> sinusoid(int i, int k) {
    const double at0 = gap(i, k, 0), at90 = gap(i, k, pi / 2), at180 = gap(i, k, pi);
    const Sinusoid s{0.5 * (at0 - at180), at90 - 0.5 * (at0 + at180), 0.5 * (at0 + at180)};
    for (const double angle : {0.7, 2.1, -1.3, -2.6})
      if (std::abs(s.a * std::cos(angle) + s.b * std::sin(angle) + s.c - gap(i, k, angle)) >
          closed_tolerance)
        return std::nullopt;
    return s;
  }

  /// Two equations i, j with the two unknowns k, l: θ_l from the first, on two branches, leaves the
  /// second in θ_k.
  bool pair(std::vector<std::optional<double>>& angles, int i, int j, int k, int l) {
    const std::optional<Sinusoid> part = sinusoid(i, l);
    if (!part || part->amplitude() < closed_tolerance) return false;
    const double reference = gap(i, l, positions_[coordinates_[l]]);
    const double phase = std::atan2(part->b, part->a);
    for (const double side : {1.0, -1.0}) {
      // gap_i with θ_k moved: the rest of it is c + the change that θ_k makes.
      const auto other = [&](double angle) {
        const double rest = part->c + gap(i, k, angle) - reference;
        return phase + side * std::acos(-rest / part->amplitude());
      };
      const auto left = [&](double angle) {
        const double before = positions_[coordinates_[l]];
        positions_[coordinates_[l]] = other(angle);
        const double value =
            std::isfinite(positions_[coordinates_[l]]) ? gap(j, k, angle) : std::nan("");
        positions_[coordinates_[l]] = before;
        return value;
      };
      for (const double angle : roots(left, j)) {
        const double second = wrapped(other(angle));
        const double before = positions_[coordinates_[k]];
        positions_[coordinates_[k]] = angle;
        angles[k] = angle;
        with(angles, l, second);
        angles[k].reset();
        positions_[coordinates_[k]] = before;
      }
    }
    return true;
  }

  /// What is coupled further: Newton's method from starts all over the torus.
  void search(std::vector<std::optional<double>>& angles) {
    complete_ = false;
    std::vector<int> unknowns, equations;
    for (int k = 0; k < count(); ++k)
      if (!angles[k]) unknowns.push_back(k);
    for (int i = 0; i < count(); ++i)
      if (std::any_of(unknowns.begin(), unknowns.end(), [&](int k) { return depends_[i][k]; }))
        equations.push_back(i);
    if (equations.size() != unknowns.size()) return;
    const std::vector<double> kept = positions_;
    const int n = static_cast<int>(unknowns.size());
    constexpr int starts = 400;
    for (int s = 0; s < starts; ++s) {
      for (int k = 0; k < n; ++k) {
        // An irrational walk covers the torus evenly, the same way every time.
        const double step = std::fmod((s + 1) * std::sqrt(2.0 + 3.0 * k + k * k), 1.0);
        positions_[coordinates_[unknowns[k]]] =
            s == 0 ? kept[coordinates_[unknowns[k]]] : 2 * pi * step - pi;
      }
      if (newton(unknowns, equations)) {
        std::vector<std::optional<double>> all = angles;
        for (const int k : unknowns) all[k] = wrapped(positions_[coordinates_[k]]);
        accept(all);
      }
    }
    positions_ = kept;
  }

  bool newton(const std::vector<int>& unknowns, const std::vector<int>& equations) {
    const int n = static_cast<int>(unknowns.size());
    constexpr double step = 1e-6;
    for (int iteration = 0; iteration < 60; ++iteration) {
      const std::vector<double> now = gaps();
      Eigen::VectorXd residual(n);
      for (int i = 0; i < n; ++i) residual[i] = now[equations[i]];
      if (residual.lpNorm<Eigen::Infinity>() < closed_tolerance) return true;
      Eigen::MatrixXd slope(n, n);
      for (int k = 0; k < n; ++k) {
        const double at = positions_[coordinates_[unknowns[k]]];
        for (int i = 0; i < n; ++i)
          slope(i, k) = (gap(equations[i], unknowns[k], at + step) -
                         gap(equations[i], unknowns[k], at - step)) /
                        (2 * step);
      }
      Eigen::VectorXd change = least_norm_solution(slope, -residual, only_rounding);
      const double largest = change.lpNorm<Eigen::Infinity>();
      if (!std::isfinite(largest)) return false;
      if (largest > 0.5) change *= 0.5 / largest;
      for (int k = 0; k < n; ++k) positions_[coordinates_[unknowns[k]]] += change[k];
    }
    return false;
  }

  void accept(const std::vector<std::optional<double>>& angles) {
    std::vector<double> solution;
    for (const auto& angle : angles) {
      if (!angle) return;  // an angle that moves none of the contacts
      solution.push_back(*angle);
    }
    for (const std::vector<double>& other : found_) {
      double distance = 0;
      for (std::size_t k = 0; k < other.size(); ++k)
        distance = std::max(distance, apart(other[k], solution[k]));
      if (distance < same_angle) return;
    }
    found_.push_back(std::move(solution));
  }

  const Tree& tree_;
  std::vector<double> positions_;
  double time_;
  TreePose<double> pose_;
  std::vector<ContactFrame<double>> frames_;
  std::vector<int> coordinates_;  ///< of the unknown angles
  std::vector<int> contacts_;     ///< of the equations
  std::vector<std::vector<bool>> depends_;
  std::vector<std::vector<double>> found_;
  std::optional<std::pair<int, double>> miss_;
  bool complete_ = true;
};

std::string none_exists(const Closing& closing, const Mechanism& mechanism, const Tree& tree,
                        const Closer& closer) {
  std::string links;
  for (const std::string& name : closing.angles)
    links += fmt::format("{}\"{}\"", links.empty() ? "" : ", ", name);
  const std::string all = closing.angles.size() == 1 ? "angle of link " : "angles of links ";
  if (const auto miss = closer.nearest_miss()) {
    const auto contact =
        std::ranges::find(mechanism.contacts, closing.touch[miss->first], &Contact::name);
    return fmt::format(
        "no {}{} let{} contact \"{}\" touch surface \"{}\": at best it is {:.6g} m {} it", all,
        links, closing.angles.size() == 1 ? "s" : "", contact->name, contact->surface,
        std::abs(miss->second) * tree.size, miss->second > 0 ? "above" : "below");
  }
  return fmt::format("no {}{} close{} the chain", all, links,
                     closing.angles.size() == 1 ? "s" : "");
}

}  // namespace

ClosingSolutions closing_solutions(const Closing& closing, const Mechanism& mechanism,
                                   const Tree& tree, const State& state) {
  Closer closer(closing, mechanism, tree, state);
  ClosingSolutions result;
  result.solutions = closer.solutions();
  result.complete = closer.complete();
  const int count = static_cast<int>(result.solutions.size());
  if (count == 0) {
    result.obstacle = none_exists(closing, mechanism, tree, closer);
    return result;
  }
  if (closing.solution && *closing.solution > count) {
    result.obstacle = fmt::format("solution is {}; there {} {}", *closing.solution,
                                  count == 1 ? "is only" : "are only", count);
    return result;
  }
  if (closing.solution) {
    result.chosen = static_cast<int>(*closing.solution) - 1;
    return result;
  }
  double nearest = 0;
  for (int s = 0; s < count; ++s) {
    double distance = 0;
    for (std::size_t k = 0; k < closing.angles.size(); ++k) {
      const auto link = std::ranges::find(mechanism.links, closing.angles[k], &Link::name);
      const double guess =
          state.positions[tree.base_coordinates() + (link - mechanism.links.begin())];
      distance += std::pow(apart(result.solutions[s][k], guess), 2);
    }
    if (result.chosen < 0 || distance < nearest) {
      result.chosen = s;
      nearest = distance;
    }
  }
  return result;
}

bool close(Scenario& scenario, const Tree& tree, ClosingSolutions* found) {
  if (!scenario.close) return true;
  ClosingSolutions result =
      closing_solutions(*scenario.close, scenario.mechanism, tree, scenario.state);
  const bool closed = result.chosen >= 0;
  if (closed)
    for (std::size_t k = 0; k < scenario.close->angles.size(); ++k) {
      const auto link =
          std::ranges::find(scenario.mechanism.links, scenario.close->angles[k], &Link::name);
      double& angle =
          scenario.state
              .positions[tree.base_coordinates() + (link - scenario.mechanism.links.begin())];
      angle += std::remainder(result.solutions[result.chosen][k] - angle, 2 * pi);
    }
  if (found != nullptr) *found = std::move(result);
  return closed;
}

}  // namespace carom
