/// The recursion for W beside a kernel written by hand for one mechanism, and its cost per link.
///
/// Compare within one run, as ratios: see docs/performance.md.

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>

#include "dynamics/contact_inertia.hpp"
#include "mechanisms.hpp"

namespace carom {
namespace {

struct Prepared {
  Tree tree;
  TreePose<double> pose;
  TreeFactors<double> factors;
  std::vector<ContactFrame<double>> frames;
  ContactPlan plan;
  ContactInertia<double> recursion;
  std::vector<double> positions;
  std::array<double, 16> w{};

  explicit Prepared(int n) {
    std::vector<Fault> faults;
    tree = compiled(benchmarks::arch(n), faults);
    pose = TreePose<double>(tree);
    factors = TreeFactors<double>(tree);
    frames.resize(2);
    plan = ContactPlan(tree);
    recursion = ContactInertia<double>(tree);
    positions = benchmarks::arch_state(n).positions;
    place(tree, std::span<const double>(positions), pose);
    frame_contacts(tree, pose, std::span<const double>(positions), 0.0,
                   std::span<ContactFrame<double>>(frames));
    plan.choose(tree, std::array{0, 1});
  }

  /// From given sines and cosines to W.
  void run() {
    place_from_directions(tree, pose);
    frame_contacts(tree, pose, std::span<const double>(positions), 0.0,
                   std::span<ContactFrame<double>>(frames));
    factorize(tree, pose, factors);
    recursion.compute(tree, pose, factors, plan, frames, std::span<double>(w));
  }
};

/// The same arithmetic for three rods in a row with a contact at either end of the chain and one
/// floor: every loop unrolled, every branch and index gone.
struct HandWritten {
  double length[3] = {1, 1, 1}, mass[3] = {1, 1, 1}, com[3] = {0.5, 0.5, 0.5};
  double inertia[3] = {1.0 / 12, 1.0 / 12, 1.0 / 12};

  void run(const double* c, const double* s, double* w) const {
    double axx = 0, axy = 0, ayy = 0;  // apparent mass of what hangs on the link
    double gx[3], gy[3], inverse[3];
    for (int k = 2; k >= 0; --k) {
      const double ox = -length[k] * s[k], oy = length[k] * c[k];  // quarter turn of the far end
      const double qx = axx * ox + axy * oy, qy = axy * ox + ayy * oy;
      const double mc = mass[k] * com[k];
      const double bx = qx - mc * s[k], by = qy + mc * c[k];
      const double d = inertia[k] + mc * com[k] + ox * qx + oy * qy;
      inverse[k] = 1 / d;
      gx[k] = bx * inverse[k];
      gy[k] = by * inverse[k];
      axx += mass[k] - bx * gx[k];
      axy -= bx * gy[k];
      ayy += mass[k] - by * gy[k];
    }
    const double det = 1 / (axx * ayy - axy * axy);
    double kxx = ayy * det, kxy = -axy * det, kyy = axx * det;
    w[0] = kxx, w[1] = w[4] = kxy, w[5] = kyy;
    // The far end's unit forces carried to the first joint, and its response along the way out.
    double f00 = 1, f01 = 0, f10 = 0, f11 = 1;
    for (int k = 2; k >= 0; --k) {
      const double ox = -length[k] * s[k], oy = length[k] * c[k];
      const double t0 = ox * f00 + oy * f10, t1 = ox * f01 + oy * f11;
      f00 -= gx[k] * t0, f10 -= gy[k] * t0;
      f01 -= gx[k] * t1, f11 -= gy[k] * t1;
    }
    w[2] = w[8] = kxx * f00 + kxy * f10;
    w[3] = w[12] = kxx * f01 + kxy * f11;
    w[6] = w[9] = kxy * f00 + kyy * f10;
    w[7] = w[13] = kxy * f01 + kyy * f11;
    for (int k = 0; k < 3; ++k) {
      const double ox = -length[k] * s[k], oy = length[k] * c[k];
      const double yx = kxx * gx[k] + kxy * gy[k], yy = kxy * gx[k] + kyy * gy[k];
      const double spin = inverse[k] + gx[k] * yx + gy[k] * yy;
      const double zx = spin * ox - yx, zy = spin * oy - yy;
      kxx += ox * zx - yx * ox;
      kxy += ox * zy - yx * oy;
      kyy += oy * zy - yy * oy;
    }
    w[10] = kxx, w[11] = w[14] = kxy, w[15] = kyy;
  }
};

void hand_written_three_links(benchmark::State& state) {
  const Prepared prepared(3);
  const HandWritten kernel;
  double c[3], s[3], w[16];
  for (int k = 0; k < 3; ++k) {
    c[k] = prepared.pose.links[k].direction.x;
    s[k] = prepared.pose.links[k].direction.y;
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(c);
    benchmark::DoNotOptimize(s);
    kernel.run(c, s, w);
    benchmark::DoNotOptimize(w);
  }
}
BENCHMARK(hand_written_three_links);

void recursion_three_links(benchmark::State& state) {
  Prepared prepared(3);
  prepared.run();
  const HandWritten kernel;
  double c[3], s[3], w[16];
  for (int k = 0; k < 3; ++k) {
    c[k] = prepared.pose.links[k].direction.x;
    s[k] = prepared.pose.links[k].direction.y;
  }
  kernel.run(c, s, w);
  for (int i = 0; i < 16; ++i)
    if (std::abs(w[i] - prepared.w[i]) > 1e-12) state.SkipWithError("the two kernels disagree");
  for (auto _ : state) {
    prepared.run();
    benchmark::DoNotOptimize(prepared.w);
  }
}
BENCHMARK(recursion_three_links);

void recursion_per_link(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  Prepared prepared(n);
  for (auto _ : state) {
    prepared.run();
    benchmark::DoNotOptimize(prepared.w);
  }
  state.counters["per_link"] = benchmark::Counter(
      n, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(recursion_per_link)->RangeMultiplier(4)->Range(4, 4096);

}  // namespace
}  // namespace carom
