#include "reproductions/fenili_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/dual.hpp"
#include "carom/strike.hpp"
#include "dynamics/articulated.hpp"
#include "dynamics/compiled_model.hpp"
#include "laws/registry.hpp"
#include "model/sloped_tree.hpp"
#include "motion/flow.hpp"
#include "motion/impact.hpp"

namespace carom::fenili {
namespace {

/// Where the wall is when the tip touches it.
double wall_at_tip(const Bar& b, const At& x) {
  return x.y_s + b.length * std::sin(x.theta) - b.d;
}

}  // namespace

Mechanism mechanism(const Bar& b) {
  constexpr double up = std::numbers::pi / 2;
  Mechanism m;
  m.base = {.kind = BaseKind::slider,
            .direction = up,
            .mass = b.m_s,
            .stiffness = b.k_s,
            .damping = b.c_s};
  m.links.push_back({.name = "bar",
                     .length = b.length,
                     .mass = b.m_b,
                     .com = Vec2{b.d_A, 0},
                     .inertia = b.inertia});
  Surface wall{.name = "wall", .angle = 2 * up, .point = {0, b.d}};
  wall.body = SurfaceBody{up, b.m_w, b.k_w, b.c_w, 0, 0};
  m.surfaces.push_back(wall);
  m.contacts.push_back(
      {.name = "tip", .link = "bar", .at = {b.length, 0}, .surface = "wall", .restitution = b.e});
  m.torques.push_back({.link = "bar", .value = {b.torque}});
  return m;
}

At on_wall(const Bar& b, At x) {
  x.y_w = wall_at_tip(b, x);
  x.v_w = x.v_s + b.length * std::cos(x.theta) * x.omega;
  return x;
}

Accelerations engine(Bar b, const At& x, bool pressed) {
  b.torque = fmt::format("{:.17g}", x.M);
  const Model model(mechanism(b));
  Flow flow(model.compiled().tree);
  std::vector<Regime> regimes(1);
  if (pressed) regimes[0].mode = Mode::slides_plus;
  flow.set_regimes(regimes);
  std::vector<double> y(flow.size(), 0.0);
  const std::array numbers{x.y_s, x.theta, x.y_w, x.v_s, x.omega, x.v_w};
  std::ranges::copy(numbers, y.begin());
  std::vector<double> slope(flow.size());
  flow(y, slope, 0);
  std::vector<ContactRates> rates(1);
  flow.observe(y, rates);
  return {slope[3], slope[4], slope[5], rates[0].force[1]};
}

After struck(const Bar& b, At x, const char* law) {
  x.y_w = wall_at_tip(b, x);
  const Model model(mechanism(b));
  Workspace workspace(model);
  const State state{0, {x.y_s, x.theta, x.y_w}, {x.v_s, x.omega, x.v_w}};
  const Impact impact = strike(model, state, {.law = law}, workspace);
  if (impact.verdict != Verdict::unique) return {};
  return {impact.velocities[0],
          impact.velocities[1],
          impact.velocities[2],
          impact.contacts[0].impulse[1],
          impact.kinetic_energy_before - impact.kinetic_energy_after,
          true};
}

Vec2 joint_impulse_at_A(const Bar& b, At x, const char* law) {
  x.y_w = wall_at_tip(b, x);
  const Model model(mechanism(b));
  const Tree& tree = model.compiled().tree;
  ImpactSolver<double> solver(tree);
  const std::array positions{x.y_s, x.theta, x.y_w};
  const std::array velocities{x.v_s, x.omega, x.v_w};
  solver.prepare_with_links(tree, positions, velocities, 0);
  const Solution<double>& solution = solver.solve(tree, *find_law(law), {}, -1);
  solver.apply_to_links(tree, solution.impulse);
  return solver.space().through_joint(0);
}

Vec2 mass_centre_velocity(const Bar& b, const At& x) {
  const Model model(mechanism(b));
  const Tree& tree = model.compiled().tree;
  const SlopedTree sloped = without_slopes(tree);
  TreePose<Sloped> pose(sloped);
  const std::array<Sloped, 3> positions{Sloped{x.y_s, {x.v_s}}, Sloped{x.theta, {x.omega}},
                                        Sloped{x.y_w, {x.v_w}}};
  place<Sloped>(sloped, positions, pose);
  const auto at = pose.links[0].joint + pose.links[0].com;
  return {at.x.slope[0], at.y.slope[0]};
}

}  // namespace carom::fenili
