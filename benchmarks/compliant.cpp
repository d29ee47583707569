// A collision of the two-link chain on both ends by the elasto-plastic law, at 1e-9: with the
// configuration frozen, and in a motion.

#include <benchmark/benchmark.h>

#include <cmath>

#include "carom/simulate.hpp"
#include "dynamics/compiled_model.hpp"
#include "laws/compliant/impact.hpp"
#include "motion/impact.hpp"

namespace carom {
namespace {

constexpr double length = 0.153;

Mechanism chain() {
  Mechanism mechanism;
  mechanism.gravity = {0, -9.807};
  for (const char* name : {"left", "right"}) {
    Link link;
    link.name = name;
    link.length = length;
    link.mass = 0.03871;
    link.inertia = 76.53893e-6;
    mechanism.links.push_back(link);
  }
  Surface floor;
  floor.name = "floor";
  mechanism.surfaces.push_back(floor);
  for (const bool far : {false, true}) {
    Contact contact;
    contact.name = far ? "B" : "A";
    contact.link = far ? "right" : "left";
    contact.at = {far ? length : 0, 0};
    contact.surface = "floor";
    contact.friction = 0.57;
    contact.static_friction = 0.7;
    contact.compliance = Compliance{"elastoplastic",
                                    {{"young", 2e11},
                                     {"poisson", 0.3},
                                     {"yield", 3.5e8},
                                     {"hardness", 1.2e9},
                                     {"radius", 3.175e-3}}};
    mechanism.contacts.push_back(contact);
  }
  return mechanism;
}

State striking() {
  const double theta = 0.25 * 3.14159265358979323846, omega = 0.0174284183;
  return {0,
          {0, 0, theta, -theta},
          {length * std::sin(theta) * omega, -1.34194574585 - length * std::cos(theta) * omega,
           omega, -omega}};
}

void frozen_collision(benchmark::State& state) {
  const Model model(chain());
  const State start = striking();
  const Tree& tree = model.compiled().tree;
  ImpactSolver<double> solver(tree);
  solver.prepare(tree, std::span<const double>(start.positions),
                 std::span<const double>(start.velocities), 0.0);
  const YieldingContact end{tree.contacts[0].yields, tree.contacts[0].compliance, 0.57, 0.7};
  const std::array both = {end, end};
  CompliantImpact impact;
  for (auto _ : state) {
    impact.solve(both, solver.inertia(), solver.velocity(), {.tolerance = 1e-9});
    benchmark::DoNotOptimize(impact.velocity_after().data());
  }
}
BENCHMARK(frozen_collision)->Unit(benchmark::kMicrosecond);

void moving_collision(benchmark::State& state) {
  const Model model(chain());
  const State start = striking();
  MotionSink sink;
  for (auto _ : state) {
    const Motion motion = simulate(model, start, {.duration = 1.31e-4, .tolerance = 1e-9}, sink);
    benchmark::DoNotOptimize(motion.impacts);
  }
}
BENCHMARK(moving_collision)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace carom
