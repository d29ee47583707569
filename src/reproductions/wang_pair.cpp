#include "reproductions/wang_pair.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "carom/simulate.hpp"
#include "dynamics/compiled_model.hpp"
#include "motion/flow.hpp"

namespace carom::wang {
namespace {

std::string formula(const Input& input, double factor) {
  return fmt::format("({:.17g}) + ({:.17g})*t + ({:.17g})*cos(({:.17g})*t + ({:.17g}))",
                     factor * input.mean, factor * input.slope, factor * input.size, input.rate,
                     input.phase);
}

/// The first impact of a motion.
struct FirstImpact : MotionSink {
  std::optional<MotionEvent> impact;
  void event(const MotionEvent& event) override {
    if (event.kind == MotionEventKind::impact && !impact) impact = event;
  }
  bool stop() override { return impact.has_value(); }
};

Instant instant(const Body& body, double t, std::span<const double> q, std::span<const double> v) {
  Instant at;
  at.t = t;
  at.y = q[1] - body.plate.at(t);
  at.v = v[1] - body.plate.velocity(t);
  at.theta = q[2];
  at.omega = v[2];
  return at;
}

ImpactPair as_pair(const Model& model, std::string_view law) {
  const Tree& tree = model.compiled().tree;
  const auto pair = impact_pair(tree, *tree.laws->find(law));
  if (!pair) throw std::logic_error("the paper's body is an impact pair");
  return *pair;
}

}  // namespace

double Input::at(double t) const {
  return mean + slope * t + size * std::cos(rate * t + phase);
}

double Plate::at(double t) const {
  return size * std::sin(rate * t + phase);
}
double Plate::velocity(double t) const {
  return rate * size * std::cos(rate * t + phase);
}
double Plate::acceleration(double t) const {
  return -rate * rate * size * std::sin(rate * t + phase);
}

double Body::h(double theta) const {
  const double s = std::sin(theta), c = std::cos(theta);
  return std::sqrt(a * a * s * s + b * b * c * c) - (offset.x * s + offset.y * c);
}
double Body::d1(double theta) const {
  const double s = std::sin(theta), c = std::cos(theta);
  const double own = std::sqrt(a * a * s * s + b * b * c * c);
  return (a * a - b * b) * s * c / own - (offset.x * c - offset.y * s);
}
/// Of the ellipse h² = p, so h″ = p″/(2h) − p′²/(4h³).
double Body::d2(double theta) const {
  const double s = std::sin(theta), c = std::cos(theta);
  const double own = std::sqrt(a * a * s * s + b * b * c * c);
  const double first = 2 * (a * a - b * b) * s * c, second = 2 * (a * a - b * b) * (c * c - s * s);
  return second / (2 * own) - first * first / (4 * own * own * own) + offset.x * s + offset.y * c;
}
double Body::lever(double theta) const {
  const double slope = d1(theta);
  return slope / (rho * rho + slope * slope);
}

Mechanism mechanism(const Body& body) {
  Mechanism m;
  m.links.push_back({.name = "body",
                     .length = 0,
                     .mass = body.mass,
                     .com = Vec2{0, 0},
                     .inertia = body.mass * body.rho * body.rho});
  Surface plate;
  plate.name = "plate";
  if (body.plate.size != 0)
    plate.motion =
        SurfaceMotion{.normal = {fmt::format("({:.17g})*sin(({:.17g})*t + ({:.17g}))",
                                             body.plate.size, body.plate.rate, body.plate.phase)}};
  m.surfaces.push_back(plate);
  m.forces.push_back({.link = "body", .value_x = {"0"}, .value_y = {formula(body.q1, body.mass)}});
  m.torques.push_back(
      {.link = "body", .value = {formula(body.q2, body.mass * body.rho * body.rho)}});
  Contact rim;
  rim.name = "rim";
  rim.link = "body";
  rim.surface = "plate";
  rim.friction = body.friction;
  rim.restitution = body.e;
  rim.outline.kind = OutlineKind::ellipse;
  rim.outline.semi_axes = {body.a, body.b};
  rim.outline.centre = body.offset;
  m.contacts.push_back(rim);
  return m;
}

Engine::Engine(const Body& of, std::string_view law)
    : body(of), model(mechanism(of)), pair(as_pair(model, law)) {}

Body any_body(Numbers& numbers) {
  Body body;
  body.a = numbers(0.06, 0.12);
  body.b = numbers(0.5, 1) * body.a;
  body.offset = {numbers(-0.02, 0.02), numbers(-0.02, 0.02)};
  body.mass = numbers(0.5, 3);
  body.rho = numbers(0.04, 0.08);
  body.e = numbers(0.2, 0.9);
  body.q1 = {-9.81, numbers(0.5, 2), numbers(3, 9), numbers(-3, 3)};
  body.q2 = {numbers(-4, 4), numbers(1, 4), numbers(3, 9), numbers(-3, 3)};
  body.plate = {numbers(0.001, 0.004), numbers(20, 40), numbers(-3, 3)};
  return body;
}

PairState any_launch(Numbers& numbers) {
  PairState launch;
  launch.t = numbers(0, 1);
  launch.u = numbers(0.3, 1);
  launch.theta = numbers(-std::numbers::pi, std::numbers::pi);
  launch.omega = numbers(-4, 4);
  return launch;
}

Accelerated accelerated(const Engine& engine, const PairState& state, bool pressed) {
  const Tree& tree = engine.model.compiled().tree;
  Flow flow(tree);
  std::vector<Regime> regimes(1);
  if (pressed) regimes[0].mode = Mode::slides_plus;
  flow.set_regimes(regimes);
  const State at = mechanism_state(engine.pair, state);
  std::vector<double> y(flow.size(), 0.0), slope(flow.size());
  std::ranges::copy(at.positions, y.begin());
  std::ranges::copy(at.velocities, y.begin() + 3);
  y[flow.gap_index(0)] = state.gap;
  flow(y, slope, state.t);
  std::vector<ContactRates> rates(1);
  flow.observe(y, rates);
  Accelerated found;
  found.at = instant(engine.body, state.t, at.positions, at.velocities);
  found.at.gap = state.gap;
  found.at.u = rates[0].velocity[1];
  found.y = slope[4] - engine.body.plate.acceleration(state.t);
  found.theta = slope[5];
  found.u = rates[0].acceleration[1];
  found.force = rates[0].force[1];
  return found;
}

Flight flight(const Engine& engine, const PairState& launch) {
  constexpr double longest = 10, half_way = 0.6;
  const Body& body = engine.body;
  const State start = mechanism_state(engine.pair, launch);
  MotionOptions options{.duration = longest, .tolerance = least_tolerance};
  Flight found;
  found.body = body;
  FirstImpact first;
  simulate(engine.model, start, options, first);
  if (!first.impact) throw std::logic_error("the body falls back onto the plate");
  const MotionEvent& impact = *first.impact;
  found.left = instant(body, launch.t, start.positions, start.velocities);
  found.left.u = launch.u;
  found.arrived = instant(body, impact.time, impact.positions, impact.velocities_before);
  found.arrived.u = impact.velocity_before[1];
  found.rebounded = instant(body, impact.time, impact.positions, impact.velocities_after);
  found.rebounded.u = impact.velocity_after[1];
  MotionSink nobody;
  options.duration = half_way * (impact.time - launch.t);
  const Motion part = simulate(engine.model, start, options, nobody);
  found.middle = instant(body, part.final.time, part.final.positions, part.final.velocities);
  found.middle.gap = part.contacts[0].gap;
  found.middle.u = part.contacts[0].velocity[1];
  PairSolver solver(engine.pair);
  PairState next = launch;
  if (!solver.fly(next, longest)) throw std::logic_error("the map finds the next collision");
  found.tau = next.t - launch.t;
  found.free = accelerated(engine, pair_state(engine.pair, part.final), false);
  PairState rolling = launch;
  rolling.u = 0;
  found.pressed = accelerated(engine, rolling, true);
  return found;
}

}  // namespace carom::wang
