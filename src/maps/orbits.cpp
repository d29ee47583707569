#include "maps/orbits.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace carom {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int newton_steps = 40;
constexpr double converged = 1e-12;

/// The p-th iterate in units of the scales, its derivative, and the points on the way.
struct Iterated {
  VectorXd miss;  ///< image − start
  MatrixXd derivative;
  std::vector<std::vector<double>> points;
  double time = 0;
  std::optional<DirectionHindrance> hindrance;
};

std::optional<Iterated> iterated(SectionMap& map, std::span<const double> x, int period) {
  const int n = map.size();
  const std::vector<double>& scale = map.scales();
  Iterated it;
  it.derivative = MatrixXd::Identity(n, n);
  std::vector<double> at(x.begin(), x.end());
  MatrixXd one;
  for (int k = 0; k < period; ++k) {
    it.points.push_back(map.reduced(at));
    const auto image = map.next(at, it.time, one);
    if (!image) return std::nullopt;
    for (const double each : *image)
      if (!std::isfinite(each)) return std::nullopt;
    for (int r = 0; r < n; ++r)
      for (int c = 0; c < n; ++c)
        one(r, c) *= scale[static_cast<std::size_t>(c)] / scale[static_cast<std::size_t>(r)];
    it.derivative = (one * it.derivative).eval();
    if (!it.hindrance) it.hindrance = map.hindrance();
    at = *image;
  }
  const std::vector<double> miss = map.difference(at, x);
  it.miss.resize(n);
  for (int r = 0; r < n; ++r)
    it.miss[r] = miss[static_cast<std::size_t>(r)] / scale[static_cast<std::size_t>(r)];
  return it;
}

Orbit made_orbit(Iterated& it) {
  Orbit orbit;
  orbit.points = std::move(it.points);
  orbit.time = it.time;
  orbit.hindrance = it.hindrance;
  orbit.residual = it.miss.size() > 0 ? it.miss.cwiseAbs().maxCoeff() : 0;
  const Eigen::EigenSolver<MatrixXd> solver(it.derivative, false);
  for (int i = 0; i < it.derivative.rows(); ++i)
    orbit.multipliers.push_back(solver.eigenvalues()[i]);
  std::ranges::stable_sort(orbit.multipliers, [](const auto& a, const auto& b) {
    if (std::abs(a) != std::abs(b)) return std::abs(a) > std::abs(b);
    return a.imag() > b.imag();
  });
  judge(orbit);
  return orbit;
}

}  // namespace

void judge(Orbit& orbit, double margin) {
  int outside = 0, inside = 0;
  bool turns = false, on = false;
  for (const auto& m : orbit.multipliers) {
    const double size = std::abs(m);
    if (std::abs(size - 1) <= margin)
      on = true;
    else if (size > 1)
      ++outside;
    else
      ++inside;
    turns = turns || std::abs(m.imag()) > 1e-12 * size;
  }
  orbit.stable = outside == 0 && !on;
  orbit.kind = outside > 0 && inside > 0 ? OrbitKind::saddle
               : outside > 0 ? (turns ? OrbitKind::unstable_focus : OrbitKind::unstable_node)
               : on          ? OrbitKind::marginal
               : turns       ? OrbitKind::stable_focus
                             : OrbitKind::stable_node;
}

std::optional<Orbit> orbit_from(SectionMap& map, std::span<const double> start, int period) {
  std::vector<double> x(start.begin(), start.end());
  const int n = map.size();
  auto it = iterated(map, x, period);
  if (!it) return std::nullopt;
  double size = it->miss.norm();
  double last = size;
  for (int step = 0; step < newton_steps; ++step) {
    const MatrixXd matrix = it->derivative - MatrixXd::Identity(n, n);
    const VectorXd move = matrix.completeOrthogonalDecomposition().solve(-it->miss);
    if (!move.allFinite()) return std::nullopt;
    bool better = false;
    for (double share = 1; share > 1e-3; share *= 0.5) {
      std::vector<double> tried = x;
      for (int i = 0; i < n; ++i)
        tried[static_cast<std::size_t>(i)] +=
            share * move[i] * map.scales()[static_cast<std::size_t>(i)];
      auto there = iterated(map, tried, period);
      if (!there || !(there->miss.norm() < size || there->miss.norm() <= converged)) continue;
      x = std::move(tried);
      it = std::move(there);
      last = share * move.norm();
      size = it->miss.norm();
      better = true;
      break;
    }
    if (!better || (size <= converged && last <= 1e-9)) break;
  }
  if (!(size <= map.accuracy()) || map.degenerate(x)) return std::nullopt;
  return made_orbit(*it);
}

std::vector<Orbit> orbits(SectionMap& map, std::span<const std::vector<double>> starts,
                          int period) {
  std::vector<Orbit> found;
  const auto apart = [&](std::span<const double> a, std::span<const double> b) {
    const std::vector<double> d = map.difference(a, b);
    double most = 0;
    for (std::size_t i = 0; i < d.size(); ++i)
      most = std::max(most, std::abs(d[i]) / map.scales()[i]);
    return most;
  };
  for (const std::vector<double>& start : starts) {
    auto orbit = orbit_from(map, start, period);
    if (!orbit) continue;
    const bool known = std::ranges::any_of(found, [&](const Orbit& other) {
      return std::ranges::any_of(other.points, [&](const std::vector<double>& p) {
        return apart(p, orbit->points[0]) < 1e-6;
      });
    });
    const bool shorter = [&] {
      for (int p = 1; p < period; ++p)
        if (period % p == 0 &&
            apart(orbit->points[static_cast<std::size_t>(p)], orbit->points[0]) < 1e-7)
          return true;
      return false;
    }();
    if (!known && !shorter) found.push_back(std::move(*orbit));
  }
  std::ranges::sort(found, {}, [](const Orbit& o) { return std::pair(!o.stable, o.time); });
  return found;
}

std::optional<Exponents> exponents(SectionMap& map, std::span<const double> start, long settle,
                                   long returns) {
  const int n = map.size();
  std::vector<double> x(start.begin(), start.end());
  double time = 0;
  for (long i = 0; i < settle; ++i) {
    const auto image = map.next(x, time);
    if (!image || map.degenerate(*image)) return std::nullopt;
    x = map.reduced(*image);
  }
  constexpr int batches = 32;
  MatrixXd q = MatrixXd::Identity(n, n), one;
  std::vector<VectorXd> sums(batches, VectorXd::Zero(n));
  const long batch = std::max(1L, returns / batches);
  Exponents found;
  for (auto& sum : sums)
    for (long i = 0; i < batch; ++i) {
      const auto image = map.next(x, time, one);
      if (!image || map.degenerate(*image)) return std::nullopt;
      for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c)
          one(r, c) *=
              map.scales()[static_cast<std::size_t>(c)] / map.scales()[static_cast<std::size_t>(r)];
      const Eigen::HouseholderQR<MatrixXd> qr(one * q);
      q = qr.householderQ();
      if (!found.hindrance) found.hindrance = map.hindrance();
      for (int k = 0; k < n; ++k) sum[k] += std::log(std::abs(qr.matrixQR()(k, k)));
      x = map.reduced(*image);
    }
  found.returns = batch * batches;
  for (int k = 0; k < n; ++k) {
    double mean = 0, square = 0;
    for (const auto& sum : sums) mean += sum[k] / static_cast<double>(batch) / batches;
    for (const auto& sum : sums) {
      const double off = sum[k] / static_cast<double>(batch) - mean;
      square += off * off;
    }
    found.values.push_back(mean);
    found.errors.push_back(std::sqrt(square / (batches - 1) / batches));
  }
  return found;
}

}  // namespace carom
