#include "support/mode_enumeration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace carom::testing {

Continuations ModeEnumeration::continuations(const State& state,
                                             std::vector<Toucher> touching) const {
  Continuations found;
  collect(state, std::move(touching), 0, found);
  return found;
}

State ModeEnumeration::settled(State state, const std::vector<Toucher>& touching) const {
  for (int round = 0; round < 2; ++round) {
    const DenseState d = mechanics_.at(state);
    std::vector<int> rows;
    for (const Toucher& t : touching) {
      rows.push_back(2 * t.contact + 1);
      if (t.rests && t.friction > 0) rows.push_back(2 * t.contact);
    }
    const int n = mechanics_.freedom();
    const int drives = static_cast<int>(d.driven.rows());
    const int count = static_cast<int>(rows.size()) + drives;
    if (count == 0) return state;
    Matrix A(count, n);
    Vector velocity(count), gap = Vector::Zero(count);
    Eigen::Map<Vector> q(state.positions.data(), n), u(state.velocities.data(), n);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      A.row(r) = d.jacobian.row(rows[r]);
      velocity[r] = d.velocity[rows[r]];
      if (rows[r] % 2 == 1) gap[r] = d.gap[rows[r] / 2];
    }
    for (int k = 0; k < drives; ++k) {
      A.row(count - drives + k) = d.driven.row(k);
      velocity[count - drives + k] = d.driven.row(k).dot(u) - d.driven_rate[k];
      gap[count - drives + k] = d.driven_error[k];
    }
    // Smallest change in the sense of the kinetic energy.
    const Eigen::LLT<Matrix> root(d.inertia);
    const Matrix scaled = root.matrixL().solve(A.transpose()).transpose();
    // Where the contacts' rows depend on each other, rounding in one of them is no velocity.
    auto factor = scaled.completeOrthogonalDecomposition();
    factor.setThreshold(dependent);
    u -= root.matrixU().solve(factor.solve(velocity));
    // Positions: only normal rows and drives.
    Matrix B = scaled;
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (rows[r] % 2 == 0) B.row(r).setZero();
    auto positions = B.completeOrthogonalDecomposition();
    positions.setThreshold(dependent);
    q -= root.matrixU().solve(positions.solve(gap));
  }
  return state;
}

double ModeEnumeration::scale(const DenseState& d, const State& state) const {
  double a = std::hypot(mechanics_.mechanism().gravity.x, mechanics_.mechanism().gravity.y);
  a = std::max(a, d.free_rates.cwiseAbs().maxCoeff());
  const int first = mechanics_.first_angle();
  for (int i = 0; i < mechanics_.links(); ++i)
    a = std::max(a, mechanics_.size() * state.velocities[first + i] * state.velocities[first + i]);
  return std::max(a, 1e-6);
}

Vector ModeEnumeration::accelerations(const State& state, const std::vector<Toucher>& touching,
                                      const std::vector<Doing>& modes) const {
  const DenseState d = mechanics_.at(state);
  const Matrix& W = d.contact_mobility;
  std::vector<Vector> generators;
  std::vector<int> rows;
  for (std::size_t k = 0; k < touching.size(); ++k) {
    if (modes[k] == Doing::leaves) continue;
    const int t = 2 * touching[k].contact;
    Vector g = Vector::Zero(W.rows());
    g[t + 1] = 1;
    g[t] = -direction(modes[k]) * touching[k].friction;
    generators.push_back(g);
    rows.push_back(t + 1);
    if (modes[k] != Doing::sticks) continue;
    generators.push_back(Vector::Unit(W.rows(), t));
    rows.push_back(t);
  }
  const int n = static_cast<int>(rows.size());
  Vector force = Vector::Zero(W.rows());
  if (n > 0) {
    Matrix A(n, n);
    Vector b(n);
    for (int r = 0; r < n; ++r) {
      b[r] = -d.free_rates[rows[r]];
      for (int c = 0; c < n; ++c) A(r, c) = W.row(rows[r]).dot(generators[c]);
    }
    auto factor = A.completeOrthogonalDecomposition();
    factor.setThreshold(dependent);
    const Vector x = factor.solve(b);
    for (int c = 0; c < n; ++c) force += x[c] * generators[c];
  }
  return d.free + d.mobility * (d.jacobian.transpose() * force);
}

State ModeEnumeration::followed(State state, const std::vector<Toucher>& touching,
                                const std::vector<Doing>& modes, double time) const {
  const int n = mechanics_.freedom();
  constexpr int steps = 4;
  const double h = time / steps;
  Eigen::Map<Vector> q(state.positions.data(), n), u(state.velocities.data(), n);
  const auto shifted = [&](double dt, const Vector& dq, const Vector& du) {
    State s = state;
    s.time += dt;
    Eigen::Map<Vector>(s.positions.data(), n) += dt * dq;
    Eigen::Map<Vector>(s.velocities.data(), n) += dt * du;
    return s;
  };
  for (int i = 0; i < steps; ++i) {
    const Vector u1 = u;
    const Vector a1 = accelerations(state, touching, modes);
    const Vector u2 = u + 0.5 * h * a1;
    const Vector a2 = accelerations(shifted(h / 2, u1, a1), touching, modes);
    const Vector u3 = u + 0.5 * h * a2;
    const Vector a3 = accelerations(shifted(h / 2, u2, a2), touching, modes);
    const Vector u4 = u + h * a3;
    const Vector a4 = accelerations(shifted(h, u3, a3), touching, modes);
    q += h / 6 * (u1 + 2 * u2 + 2 * u3 + u4);
    u += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    state.time += h;
  }
  return state;
}

ModeEnumeration::Tried ModeEnumeration::tried(const State& state,
                                              const std::vector<Toucher>& touching,
                                              const std::vector<Doing>& modes, double size,
                                              double after) const {
  const DenseState d = mechanics_.at(state);
  Combination system(touching, modes, d.contact_mobility, d.free_rates);
  double beyond = 0;
  for (std::size_t k = 0; k < touching.size(); ++k) {
    const int t = 2 * touching[k].contact;
    const int s = direction(modes[k]);
    if (modes[k] == Doing::leaves) {
      if (after == 0)
        system.at_least_zero(t + 1, 1);
      else
        beyond = std::max(beyond, -(d.gap[touching[k].contact] + rounded_gap * mechanics_.size()) /
                                      (0.5 * after * after) / size);
      continue;
    }
    system.zero(t + 1);
    if (modes[k] == Doing::sticks) system.zero(t);
    if (s == 0 || !touching[k].rests || touching[k].friction == 0) continue;
    if (after == 0)
      system.at_least_zero(t, s);
    else
      beyond = std::max(beyond, -s * d.velocity[t] / after / size);
  }
  Tried result;
  result.violation = std::max(beyond, system.violation(size));
  result.acceleration = d.free + d.mobility * (d.jacobian.transpose() * system.force());
  result.largest_force = system.force().cwiseAbs().maxCoeff();
  return result;
}

void ModeEnumeration::collect(const State& start, const std::vector<Toucher>& touching, int depth,
                              Continuations& found) const {
  const State state = settled(start, touching);
  const DenseState d = mechanics_.at(state);
  const double size = scale(d, state);
  every_combination(touching, [&](const std::vector<Doing>& modes) {
    const Tried now = tried(state, touching, modes, size, 0);
    if (now.violation > at_once) return;
    found.largest_force = std::max(found.largest_force, now.largest_force);
    found.critical = found.critical || is_critical(d, touching, modes);
    const double fastest = std::max(size, now.acceleration.cwiseAbs().maxCoeff());
    const double local = std::min(std::sqrt(mechanics_.size() / fastest), 0.1);
    const State near = followed(state, touching, modes, short_share * local);
    const double shortly = tried(near, touching, modes, size, short_share * local).violation;
    const auto far = [&](double share) {
      return tried(followed(state, touching, modes, share * local), touching, modes, size,
                   share * local);
    };
    const Tried then = far(long_share);
    if (depth == 0)
      found.nearly += text(touching, modes) +
                      fmt::format(" {:.1e} {:.1e} {:.1e};", now.violation, shortly, then.violation);
    found.jumps = found.jumps || shortly > 1;
    if (shortly > soon) return;
    // What is violated from the start grows in proportion to time, rounding does not; what is
    // violated later held until then.
    if (shortly > rounding && then.violation > 2 * shortly) return;
    const bool held = shortly < exact;
    // A surface that begins to move with the third power of time is below rounding at first.
    const auto in_proportion = [&](double part) {
      return far(part * long_share).violation > 0.8 * part * then.violation;
    };
    if (held && then.violation > later && in_proportion(0.5) && in_proportion(0.25) &&
        in_proportion(0.125))
      return;
    if (!held && then.violation > later && far(long_share / 2).violation > 0.2 * then.violation)
      return;
    const bool steadily = then.violation > begun && then.violation < 1e4 * shortly;
    if (steadily && far(10 * long_share).violation > 5 * then.violation) return;
    if (is_idle(followed(state, touching, modes, long_share * local), touching, modes,
                long_share * local, size))
      return;
    if (gives_way(state, touching, modes, near, short_share * local, size, depth, found)) return;
    note({text(touching, modes), now.acceleration, then.acceleration, now.largest_force}, size,
         found);
  });
}

/// Whether a slip that should have begun has not: then the contact rests, which is another
/// combination with the same motion. In this one nothing keeps feet that share a load at rest.
bool ModeEnumeration::is_idle(const State& then, const std::vector<Toucher>& touching,
                              const std::vector<Doing>& modes, double after, double size) const {
  const DenseState d = mechanics_.at(then);
  for (std::size_t k = 0; k < touching.size(); ++k) {
    if (direction(modes[k]) == 0 || touching[k].slip != 0 || touching[k].friction == 0) continue;
    if (std::abs(d.velocity[2 * touching[k].contact]) <= still * size * after) return true;
  }
  return false;
}

/// All that press slide, their normals are independent, and yet some forces at them change their
/// normal accelerations hardly at all.
bool ModeEnumeration::is_critical(const DenseState& d, const std::vector<Toucher>& touching,
                                  const std::vector<Doing>& modes) {
  std::vector<std::size_t> pressed;
  for (std::size_t k = 0; k < touching.size(); ++k) {
    if (modes[k] == Doing::sticks) return false;
    if (modes[k] != Doing::leaves) pressed.push_back(k);
  }
  if (pressed.empty()) return false;
  const int count = static_cast<int>(pressed.size());
  Matrix normal(count, count), sliding(count, count);
  for (int r = 0; r < count; ++r)
    for (int c = 0; c < count; ++c) {
      const int row = 2 * touching[pressed[r]].contact + 1;
      const int column = 2 * touching[pressed[c]].contact + 1;
      normal(r, c) = d.contact_mobility(row, column);
      sliding(r, c) = normal(r, c) - direction(modes[pressed[c]]) * touching[pressed[c]].friction *
                                         d.contact_mobility(row, column - 1);
    }
  const auto least = [](const Matrix& m) {
    return Eigen::JacobiSVD<Matrix>(m).singularValues().minCoeff();
  };
  const double most = normal.diagonal().maxCoeff();
  return least(normal) > 1e-4 * most && least(sliding) < 1e-6 * most;
}

bool ModeEnumeration::gives_way(const State& state, const std::vector<Toucher>& touching,
                                const std::vector<Doing>& modes, const State& near, double after,
                                double size, int depth, Continuations& found) const {
  std::vector<Toucher> next = touching;
  const DenseState d = mechanics_.at(near);
  bool any = false;
  for (std::size_t k = 0; k < touching.size(); ++k) {
    const Contact& c = mechanics_.mechanism().contacts[touching[k].contact];
    const int s = direction(modes[k]);
    if (s == 0 || touching[k].slip != 0 || c.static_friction.value_or(c.friction) == c.friction)
      continue;
    if (s * d.velocity[2 * touching[k].contact] / after <= 1e-7 * size) continue;
    next[k].slip = s;
    next[k].friction = c.friction;
    any = true;
  }
  if (!any || depth >= 5) return any;
  const std::size_t before = found.consistent.size();
  collect(state, next, depth + 1, found);
  if (found.consistent.size() > before) return true;
  // What holds a contact that has given way is its other friction, wherever that lets it go.
  for (std::size_t k = 0; k < touching.size(); ++k)
    next[k].either_way = next[k].rests && next[k].slip != 0;
  collect(state, next, depth + 1, found);
  return true;
}

void ModeEnumeration::note(Continuation c, double size, Continuations& found) const {
  // Angles turn links of the mechanism's size.
  const auto apart = [&](const Vector& a, const Vector& b) {
    double most = 0;
    for (int i = 0; i < a.size(); ++i) {
      const int first = mechanics_.first_angle();
      const bool angle = i >= first && i < first + mechanics_.links();
      most = std::max(most, std::abs(a[i] - b[i]) * (angle ? mechanics_.size() : 1));
    }
    return most;
  };
  for (const Continuation& other : found.consistent)
    if (apart(other.now, c.now) <= alike * size && apart(other.later, c.later) <= alike * size)
      return;
  found.consistent.push_back(std::move(c));
}

}  // namespace carom::testing
