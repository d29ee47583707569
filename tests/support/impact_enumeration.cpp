#include "support/impact_enumeration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/mode_combination.hpp"

namespace carom::testing {
namespace {

constexpr double consistent = 1e-7;  ///< residual of scaled equations
constexpr double flat = 1e-10;       ///< share of the largest rate that is no rate
constexpr double alike = 1e-7;
constexpr double last_digits = 1e-14;
constexpr double never = std::numeric_limits<double>::infinity();

void note(const Vector& after, double speed, ImpactOutcomes& found) {
  for (const Vector& other : found.after)
    if ((other - after).cwiseAbs().maxCoeff() <= alike * speed) return;
  found.after.push_back(after);
}

/// The problem in units that make each contact's W of the order of one.
Vector units(const Matrix& W) {
  Vector u = Vector::Ones(W.rows());
  for (int k = 0; k < W.rows() / 2; ++k) {
    const double largest = std::max(W(2 * k, 2 * k), W(2 * k + 1, 2 * k + 1));
    if (largest > 0) u[2 * k] = u[2 * k + 1] = 1 / std::sqrt(largest);
  }
  return u;
}

struct Course {
  Vector velocity;
  bool restitution = false;
  double compression_work = 0, restitution_work = 0;
  int stages = 0;
};

class Staged {
 public:
  explicit Staged(const ImpactProblem& p)
      : unit_(units(p.mobility)),
        W_(unit_.asDiagonal() * p.mobility * unit_.asDiagonal()),
        problem_(p),
        striker_(p.striking.front()) {
    W_ = (W_.array().abs() < 1e-13).select(0, W_);
    Course course;
    course.velocity = unit_.asDiagonal() * p.velocity;
    speed_ = course.velocity.cwiseAbs().maxCoeff();
    for (double& v : course.velocity)
      if (std::abs(v) <= 1e-9 * speed_) v = 0;
    follow(course);
  }
  ImpactOutcomes found;

 private:
  double raw_speed() const { return problem_.velocity.cwiseAbs().maxCoeff(); }

  void follow(const Course& course) {
    if (course.stages > 60 || found.after.size() + found.jammed + found.none > 200) {
      found.complete = false;
      return;
    }
    std::vector<Toucher> touching;
    const int n = static_cast<int>(problem_.friction.size());
    for (int k = 0; k < n; ++k) {
      if (k != striker_ && course.velocity[2 * k + 1] > 0) continue;
      const double v = course.velocity[2 * k];
      touching.push_back({k, v > 0 ? 1 : v < 0 ? -1 : 0, v == 0, problem_.friction[k]});
    }
    std::vector<Vector> rates, forces;
    const Vector zero = Vector::Zero(2 * n);
    every_combination(touching, [&](const std::vector<Doing>& modes) {
      Combination system(touching, modes, W_, zero);
      for (std::size_t k = 0; k < touching.size(); ++k) {
        const int t = 2 * touching[k].contact;
        const bool strikes = touching[k].contact == striker_;
        if (modes[k] == Doing::leaves) {
          if (strikes) return;
          system.at_least_zero(t + 1, 1);
          continue;
        }
        if (strikes)
          system.prescribe(t + 1);
        else
          system.zero(t + 1);
        if (modes[k] == Doing::sticks) system.zero(t);
        if (direction(modes[k]) != 0 && touching[k].rests && touching[k].friction > 0)
          system.at_least_zero(t, direction(modes[k]));
      }
      if (system.violation(1) > consistent) return;
      const Vector rate = W_ * system.force();
      const double size = std::max(1.0, system.force().cwiseAbs().maxCoeff());
      for (const Vector& other : rates)
        if ((other - rate).cwiseAbs().maxCoeff() <= alike * size) return;
      rates.push_back(rate);
      forces.push_back(system.force());
    });
    if (rates.empty()) ++found.none;
    for (std::size_t i = 0; i < rates.size(); ++i) advance(course, rates[i], forces[i]);
  }

  void advance(const Course& from, Vector rate, const Vector& force) {
    const int n = static_cast<int>(problem_.friction.size());
    const double size = std::max(1.0, force.cwiseAbs().maxCoeff());
    for (double& r : rate)
      if (std::abs(r) <= flat * size) r = 0;
    // The first event of the contacts.
    double step = never;
    for (int k = 0; k < n; ++k) {
      const double vt = from.velocity[2 * k], vn = from.velocity[2 * k + 1];
      if (k != striker_ && vn > 0 && rate[2 * k + 1] < 0)
        step = std::min(step, -vn / rate[2 * k + 1]);
      const bool pressed = force[2 * k + 1] > flat * size;
      if (pressed && vt * rate[2 * k] < 0 && problem_.friction[k] > 0)
        step = std::min(step, -vt / rate[2 * k]);
    }
    const double v = from.velocity[2 * striker_ + 1], slope = rate[2 * striker_ + 1];
    const double e = problem_.restitution[striker_];
    Course next = from;
    ++next.stages;
    bool ends = false;
    if (!from.restitution) {
      const double compression = slope > 0 ? -v / slope : never;
      if (!std::isfinite(std::min(step, compression))) {
        ++found.jammed;
        return;
      }
      next.restitution = compression <= step * (1 + 1e-12);
      step = std::min(step, compression);
      next.compression_work += step * (v + 0.5 * slope * step);
    } else {
      const double left = from.restitution_work + e * e * from.compression_work;  // ≤ 0
      const double root = v * v - 2 * slope * left;
      double end = never;
      if (root >= 0 && v + std::sqrt(root) > 0) end = -2 * left / (v + std::sqrt(root));
      const double back = slope < 0 ? -v / slope : never;
      ends = end <= step * (1 + 1e-12);
      if (!ends && v == 0 && slope == 0 && !std::isfinite(step)) {
        // Wedged: no further impulse moves anything.
        note(unit_.cwiseInverse().asDiagonal() * from.velocity, raw_speed(), found);
        return;
      }
      if (!ends && (!std::isfinite(step) || back < step * (1 - 1e-9))) {
        ++found.jammed;
        return;
      }
      step = ends ? end : step;
      next.restitution_work += step * (v + 0.5 * slope * step);
    }
    next.velocity += step * rate;
    const bool now_ends = ends || (next.restitution && !from.restitution && e == 0);
    for (int k = 0; k < n; ++k) {
      // Held velocities stay exact, events end in exact zeros.
      for (const int r : {2 * k, 2 * k + 1}) {
        if (rate[r] == 0) next.velocity[r] = from.velocity[r];
        if (!ends && std::abs(next.velocity[r]) <= 1e-10 * speed_) next.velocity[r] = 0;
      }
    }
    if (next.restitution && !from.restitution) next.velocity[2 * striker_ + 1] = 0;
    if (now_ends)
      note(unit_.cwiseInverse().asDiagonal() * next.velocity, raw_speed(), found);
    else
      follow(next);
  }

  Vector unit_;
  Matrix W_;
  const ImpactProblem& problem_;
  int striker_;
  double speed_ = 0;
};

ImpactOutcomes together(const ImpactProblem& p) {
  ImpactOutcomes found;
  const Vector unit = units(p.mobility);
  const Matrix W = unit.asDiagonal() * p.mobility * unit.asDiagonal();
  Vector rates = unit.asDiagonal() * p.velocity;
  const double speed = rates.cwiseAbs().maxCoeff();
  // How different outcomes can be, and how well equations are met, depends on how fast contacts
  // strike, but for what the fastest slip leaves in the last digits.
  double approach = 0, scaled = 0;
  for (const int k : p.striking) {
    approach = std::max(approach, -p.velocity[2 * k + 1]);
    scaled = std::max(scaled, -rates[2 * k + 1]);
  }
  const double allowed = consistent + last_digits * speed / scaled;
  std::vector<Toucher> touching;
  for (std::size_t k = 0; k < p.friction.size(); ++k) {
    const int contact = static_cast<int>(k);
    double& normal = rates[2 * contact + 1];
    if (std::ranges::find(p.striking, contact) != p.striking.end())
      normal *= 1 + p.restitution[k];
    else if (std::abs(normal) <= 1e-9 * speed)
      normal = 0;
    touching.push_back({contact, 0, true, p.friction[k]});
  }
  every_combination(touching, [&](const std::vector<Doing>& modes) {
    Combination system(touching, modes, W, rates);
    for (std::size_t k = 0; k < touching.size(); ++k) {
      const int t = 2 * touching[k].contact;
      if (modes[k] == Doing::leaves) {
        system.at_least_zero(t + 1, 1);
        continue;
      }
      system.zero(t + 1);
      if (modes[k] == Doing::sticks) system.zero(t);
      if (direction(modes[k]) != 0 && touching[k].friction > 0)
        system.at_least_zero(t, direction(modes[k]));
    }
    if (system.violation(scaled) > allowed) return;
    note(p.velocity + p.mobility * (unit.asDiagonal() * system.force()), approach, found);
  });
  if (found.after.empty()) ++found.none;
  return found;
}

}  // namespace

ImpactOutcomes impact_outcomes(const ImpactProblem& p) {
  if (p.striking.size() == 1) return Staged(p).found;
  return together(p);
}

}  // namespace carom::testing
