#include "reproductions/wang_cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "carom/simulate.hpp"
#include "reproductions/judges.hpp"
#include "reproductions/wang_linear.hpp"

namespace carom::wang {
namespace {

/// rad/s; so fast that a pointed side lifts the body off its plate.
constexpr double fastest_turn = 25;

/// Impacts of a motion until infinitely many have ended, and whether contact follows.
struct Ending : MotionSink {
  std::vector<MotionEvent> impacts;
  std::optional<double> limit, contact;
  void event(const MotionEvent& event) override {
    if (event.kind == MotionEventKind::impact) impacts.push_back(event);
    if (event.kind == MotionEventKind::limit) limit = event.time;
    if (event.kind == MotionEventKind::contact) contact = event.time;
  }
  bool stop() override { return contact.has_value(); }
};

Ending ending(const Engine& engine, const PairState& launch, double duration) {
  Ending seen;
  simulate(engine.model, mechanism_state(engine.pair, launch),
           {.duration = duration, .tolerance = 1e-12}, seen);
  return seen;
}

Body ball(double e) {
  Body body;
  body.a = body.b = 0.1;
  body.e = e;
  return body;
}

/// Kinetic energy and, under a constant force, that of the force, per mass; in the plate's frame.
double energy_of(const Body& body, const PairState& p) {
  const double y = p.gap + body.h(p.theta), v = p.u + body.d1(p.theta) * p.omega;
  return 0.5 * (v * v + body.rho * body.rho * p.omega * p.omega) - body.q1.mean * y;
}

void add_extremes(std::vector<Claim>& claims) {
  Numbers numbers(41);
  double fixed = 0, moved = 0, collision = 0;
  for (int k = 0; k < 6; ++k) {
    Body body = any_body(numbers);
    body.e = 1;
    body.q1 = {-9.81};
    body.q2 = {};
    const PairState launch = any_launch(numbers);
    for (const bool still : {true, false}) {
      if (still)
        body.plate = {};
      else
        body.plate = {0.003, 30, 0};
      const Engine engine(body);
      const double first = energy_of(body, launch);
      for (const PairCollision& each : pair_sequence(engine.pair, launch, 1000, 0, 10).collisions) {
        const double before = energy_of(body, each.before), after = energy_of(body, each.after);
        collision = std::max(collision, std::abs(after / before - 1));
        double& change = still ? fixed : moved;
        change = std::max(change, std::abs(after / first - 1));
      }
    }
  }
  claims.push_back(
      {"section 4, e = 1", "collisions are conservative", std::nullopt, fixed, "",
       vanishing(std::max(fixed, collision)),
       fmt::format("largest change of the energy, as a share, over 1,000 collisions of 6 bodies on "
                   "a fixed plate; on plates that move a collision still conserves what it is in "
                   "the plate's frame ({:.1e}), and the plate's work changes it up to {:.2g} times",
                   collision, moved)});
  int rests = 0, all = 0, agree = 0;
  for (int k = 0; k < 60; ++k) {
    Body body = any_body(numbers);
    body.e = 0;
    const Engine engine(body);
    PairState launch = any_launch(numbers);
    launch.omega = numbers(-fastest_turn, fastest_turn);
    PairSolver solver(engine.pair);
    PairState p = launch;
    if (!solver.fly(p, 10) || !solver.collide(p)) continue;
    constexpr double soon = 1e-4;  // s
    const Ending seen = ending(engine, launch, p.t - launch.t + soon);
    const bool contact = seen.contact && std::abs(*seen.contact - p.t) < 1e-9;
    const double w = pair_acceleration(engine.pair, p);
    ++all;
    rests += contact ? 1 : 0;
    agree += contact == (w < 0) ? 1 : 0;
  }
  claims.push_back(
      {"section 4, e = 0", "after the first collision the object usually stays", std::nullopt,
       100.0 * rests / all, "% of collisions",
       by_count((2 * rests > all ? 1U : 0U) + (agree == all ? 1U : 0U), 2),
       fmt::format("contact follows exactly where W < 0, in {} of {} collisions of the "
                   "engine; where W > 0 the body leaves again with no velocity. (27) "
                   "has no value at e = 0, (6) has",
                   agree, all)});
}

void add_endings(std::vector<Claim>& claims) {
  const std::vector<Capture> captures = any_captures(8);
  double worst = 0, largest = 0, curved = 0, least = 1e300;
  std::size_t contacts = 0, ended = 0;
  for (const Capture& c : captures) {
    const PairState& end = c.run.limit->state;
    const Ending seen = ending(c.engine, c.launch, end.t - c.launch.t + 0.01);
    ended += seen.limit ? 1 : 0;
    contacts += seen.contact && seen.limit && *seen.contact == *seen.limit ? 1 : 0;
    worst = std::max(worst, seen.limit ? std::abs(*seen.limit - end.t) : 1);
    // A neighbour ends at a neighbour: its distance goes with that of the launches.
    constexpr double step = 1e-7;
    const auto moved = [&](double by) {
      PairState launch = c.launch;
      launch.omega += by;
      const auto run = pair_sequence(c.engine.pair, launch, 0, 100000, 10);
      return run.limit ? run.limit->state : PairState{};
    };
    const PairState above = moved(step), below = moved(-step);
    const double change =
        std::hypot(above.t - below.t, above.theta - below.theta, above.omega - below.omega) /
        (2 * step);
    const double bend =
        std::hypot(above.t + below.t - 2 * end.t, above.theta + below.theta - 2 * end.theta,
                   above.omega + below.omega - 2 * end.omega) /
        (2 * step);
    largest = std::max(largest, change);
    least = std::min(least, change);
    curved = std::max(curved, above.u == 0 && below.u == 0 ? bend / change : 1);
  }
  claims.push_back({"section 4.2", "infinitely many collisions end in a finite time", std::nullopt,
                    worst, "s", by_count(ended + (worst < 1e-8 ? 1U : 0U), captures.size() + 1),
                    "8 sequences with W* < 0: largest difference of the time at which the motion "
                    "and the map say that they end"});
  claims.push_back({"section 4.2", "then a continuous contact begins", std::nullopt,
                    static_cast<double>(contacts), "of 8", by_count(contacts, captures.size()),
                    "contact that lasts begins at that time in the motion"});
  claims.push_back(
      {"section 4.2, Figure 5", "a neighbour converges to a neighbouring fixed point", std::nullopt,
       largest, "", by_count((least > 1e-3 ? 1U : 0U) + (curved < 1e-2 ? 1U : 0U), 2),
       fmt::format(
           "largest |δx*|/|δx(0)| of launches whose θ̇ differs by 10⁻⁷ rad/s (least {:.3g}); "
           "u̇₁* is 0 for all of them, and the changes to both sides differ by a share of {:.1e}",
           least, curved)});
}

void add_sign_of_w(std::vector<Claim>& claims, const StopRequest& stop) {
  constexpr double slow = 1e-6;  // m/s
  std::size_t same = 0, captured = 0, never = 0, positive = 0, negative = 0;
  double shortest = 1e300, mirrored = 0, backward = 0;
  const std::vector<OnPlate> states = any_on_plate(400);
  for (const OnPlate& each : states) {
    const double force = accelerated(each.engine, each.state, true).force;
    same += (force > 0) == (each.w < 0) ? 1 : 0;
    PairState launch = each.state;
    launch.u = slow;
    const auto run = pair_sequence(each.engine.pair, launch, 1, 2000, 10);
    // What bounces this slowly ends at once or not there.
    const double soon = 100 * slow / std::abs(each.w) / (1 - each.engine.body.e);
    const bool ends = run.limit && run.limit->state.t - launch.t < soon;
    (each.w < 0 ? negative : positive) += 1;
    if (each.w < 0) {
      captured += ends ? 1 : 0;
      continue;
    }
    never += ends ? 0 : 1;
    if (!run.collisions.empty())
      shortest = std::min(shortest, run.collisions.front().after.t - launch.t);
    for (const double u : {slow, -slow}) {
      launch.u = u;
      const Algebraic next = algebraic_step(each.engine, launch);
      double& miss = u > 0 ? backward : mirrored;
      miss = std::max({miss, std::abs(next.u / u - each.engine.body.e),
                       std::abs(next.tau * each.w / (2 * u) + 1)});
    }
    stop.heed();
  }
  claims.push_back(
      {"section 4.2, W* < 0",
       "convergence to contact and rolling without separation have one condition", std::nullopt,
       100.0 * static_cast<double>(std::min(same, captured + never)) /
           static_cast<double>(states.size()),
       "%",
       by_count((same == states.size() ? 1U : 0U) + (captured + never == states.size() ? 1U : 0U),
                2),
       fmt::format("in {} of {} states the plate must press to keep the body on it exactly where "
                   "W < 0; bounces of 10⁻⁶ m/s end there in {} of {} with W < 0 and in {} of {} "
                   "with W > 0",
                   same, states.size(), captured, negative, positive - never, positive)});
  claims.push_back({"section 4.3, case 1", "W* > 0: the fixed point is never reached", std::nullopt,
                    shortest, "s", by_count(never, positive),
                    fmt::format("shortest flight after a rebound of 10⁻⁶ m/s in {} states with W > "
                                "0; none ends there",
                                positive)});
  claims.push_back(
      {"section 4.2, W* > 0", "the equations then give τ < 0, or u̇₁ < 0 inside the solid",
       std::nullopt, std::max(backward, mirrored), "",
       by_count((backward < 1e-3 ? 1U : 0U) + (mirrored < 1e-3 ? 1U : 0U), 2),
       fmt::format("(25) and (29) by their root next to −2u̇₁/W, from u̇₁ = ±10⁻⁶ m/s: τ = −2u̇₁/W "
                   "and u̇₁(n+1) = e u̇₁(n) to {:.1e} with τ < 0, to {:.1e} with u̇₁ < 0",
                   backward, mirrored)});
}

}  // namespace

std::vector<OnPlate> any_on_plate(int count) {
  Numbers numbers(400);
  std::vector<OnPlate> all;
  while (static_cast<int>(all.size()) < count) {
    const Body body = any_body(numbers);
    PairState state = any_launch(numbers);
    state.u = 0;
    state.omega = numbers(-fastest_turn, fastest_turn);
    const double w = body.q1.at(state.t) - body.plate.acceleration(state.t) -
                     body.d1(state.theta) * body.q2.at(state.t) -
                     body.d2(state.theta) * state.omega * state.omega;
    if (std::abs(w) > 0.1) all.push_back({Engine(body), state, w});
  }
  return all;
}

Algebraic algebraic_step(const Engine& engine, const PairState& p) {
  const Body& body = engine.body;
  const auto rate = [&](double tau) {
    const auto q1 = [&](double t) { return body.q1.at(t); };
    const auto q2 = [&](double t) { return body.q2.at(t); };
    const double theta = p.theta + p.omega * tau + twice_integral(q2, p.t, p.t + tau);
    const double turn = integral(q2, p.t, p.t + tau);
    return p.u - (body.d1(theta) - body.d1(p.theta)) * p.omega + integral(q1, p.t, p.t + tau) -
           (body.plate.velocity(p.t + tau) - body.plate.velocity(p.t)) - body.d1(theta) * turn;
  };
  // φ/τ is the mean of u̇ over the flight.
  const auto mean = [&](double tau) {
    return integral([&](double share) { return rate(share * tau); }, 0, 1);
  };
  const double w = pair_acceleration(engine.pair, p);
  double a = -2 * p.u / w, b = a * (1 + 1e-4);
  double at_a = mean(a);
  for (int i = 0; i < 20 && b != a; ++i) {
    const double at_b = mean(b);
    if (at_b == at_a) break;
    const double next = b - at_b * (b - a) / (at_b - at_a);
    a = b;
    at_a = at_b;
    b = next;
  }
  return {b, -body.e * rate(b)};
}

void add_ball(std::vector<Claim>& claims) {
  constexpr double e = 0.7, V = 5, g = 9.81;
  const std::string assumed = "e = 0.7, V = 5 m/s, g = 9.81 m/s²";
  const Engine engine(ball(e));
  PairState launch;
  launch.u = V;
  const Ending seen = ending(engine, launch, 10);
  double ratio = 0, time = 0;
  for (std::size_t k = 0; k + 1 < seen.impacts.size(); ++k) {
    const double v = seen.impacts[k].velocity_before[1];
    ratio = std::max(ratio, std::abs(seen.impacts[k + 1].velocity_before[1] / v - e));
    const double flight = seen.impacts[k + 1].time - seen.impacts[k].time;
    time = std::max(time, std::abs(flight + 2 * e * v / g));
  }
  claims.push_back(
      {"equation (1)", "the ball: v⁻(n+1) = e v⁻(n)", std::nullopt, ratio, "",
       within(0, ratio, 1e-9),
       fmt::format("largest difference of the ratio from e in {} impacts of the motion",
                   seen.impacts.size()),
       assumed});
  claims.push_back({"section 3.1", "the ball: τ(n) = −2e v⁻(n)/g", std::nullopt, time, "s",
                    within(0, time, 1e-12), "largest difference", assumed});
  const double printed = 2 * e * V / ((1 - e) * g);
  const double ours = seen.limit ? *seen.limit - seen.impacts.front().time : 0;
  claims.push_back({"section 3.1", "the ball: T = 2eV/((1−e)g), from the first impact", printed,
                    ours, "s", within(printed, ours, 1e-9),
                    "where the motion's infinitely many bounces end", assumed});
}

void add_cases(std::vector<Claim>& claims, const StopRequest& stop) {
  add_extremes(claims);
  stop.heed();
  add_endings(claims);
  stop.heed();
  add_sign_of_w(claims, stop);
}

}  // namespace carom::wang
