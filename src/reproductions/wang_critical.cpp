#include <fmt/format.h>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "carom/simulate.hpp"
#include "reproductions/judges.hpp"
#include "reproductions/wang_cases.hpp"

namespace carom::wang {
namespace {

/// Where contact that lasted ends.
struct Parting : MotionSink {
  std::optional<double> begins, ends;
  void event(const MotionEvent& event) override {
    if (event.kind == MotionEventKind::contact) begins = event.time;
    if (event.kind == MotionEventKind::separation) ends = event.time;
  }
  bool stop() override { return ends.has_value(); }
};

/// Real roots above zero of λ³ + 2λ² − 2eλ − e.
std::vector<double> positive_roots(double e) {
  Eigen::Matrix3d companion;
  companion << -2, 2 * e, e, 1, 0, 0, 0, 1, 0;
  std::vector<double> roots;
  for (const auto& root : Eigen::EigenSolver<Eigen::Matrix3d>(companion).eigenvalues())
    if (root.real() > 0 && std::abs(root.imag()) < 1e-9) roots.push_back(root.real());
  return roots;
}

/// With W = t − t* and σ = t* − t, a flight of τ = xσ needs u̇ = (x/2 − x²/6)σ². From that launch
/// the map's own flight and collision: the share by which τ misses xσ, and u̇ its scaled self.
double misses_itself(double e, double lambda) {
  const Ramp ramp{.k = 1, .critical = 1};
  const Engine engine = ramp.ball(e);
  const double x = 1 - lambda;
  PairState p;
  const double launch = p.u = x / 2 - x * x / 6;
  PairSolver solver(engine.pair);
  if (!solver.fly(p, 3) || !solver.collide(p)) return 1;
  return std::max(std::abs(p.t / x - 1), std::abs(p.u / (lambda * lambda * launch) - 1));
}

struct Side {
  std::size_t captured = 0, escaped = 0;
};

}  // namespace

Engine Ramp::ball(double e) const {
  Body body;
  body.a = body.b = 0.1;
  body.e = e;
  body.q1 = {.mean = -k * critical, .slope = k};
  return Engine(body);
}

void add_critical(std::vector<Claim>& claims) {
  constexpr std::array restitutions = {0.3, 0.5, 0.8};
  double root = 0;
  std::size_t single = 0, between = 0;
  constexpr std::size_t tried = 99;
  for (std::size_t k = 1; k <= tried; ++k) {
    const double e = static_cast<double>(k) / (tried + 1);
    const std::vector<double> roots = positive_roots(e);
    single += roots.size() == 1 ? 1 : 0;
    if (roots.empty()) continue;
    between += roots[0] > e && roots[0] < std::sqrt(e) ? 1 : 0;
    root = std::max(root, misses_itself(e, roots[0]));
  }
  claims.push_back(
      {"section 4.3, λ", "λ³ + 2λ² − 2eλ − e = 0", std::nullopt, root, "", vanishing(root),
       "with its root the map's flights shrink by λ and its rebounds by λ²: largest relative miss "
       "at e = 0.01 to 0.99",
       "W falls to zero in proportion to time, as next to any t* with Ẇ(t*) > 0"});
  claims.push_back({"section 4.3, λ", "it has one positive root, e < λ < 1", std::nullopt,
                    static_cast<double>(std::min(single, between)), "values of e",
                    by_count(std::min(single, between), tried),
                    fmt::format("of {} between 0 and 1; and λ < √e for them", tried)});

  const Ramp ramp;
  double slow = 0, departs = 1e300, order = 0, parting = 0;
  Side below, above;
  std::string measured;
  for (const double e : restitutions) {
    const Engine engine = ramp.ball(e);
    PairState start;
    start.u = 2;
    const auto found = separatrix(engine.pair, start, 5);
    if (!found || found->measured_multiplier == 0) continue;
    slow = std::max(slow, std::abs(found->measured_lambda - found->exact.lambda));
    departs = std::min(departs, found->measured_multiplier);
    measured +=
        fmt::format("{}e = {}: λ = {:.6f} ({:.6f}), multiplier {:.3f} ({:.3f})",
                    measured.empty() ? "" : "; ", e, found->measured_lambda, found->exact.lambda,
                    found->measured_multiplier, found->exact.multiplier);
    // u̇ = O(ε²): early bounces of the separatrix itself.
    const auto run = pair_sequence(engine.pair, found->start, 6, 0, 5);
    for (std::size_t k = 3; k + 1 < run.collisions.size(); ++k) {
      const PairState& a = run.collisions[k].after;
      const PairState& b = run.collisions[k + 1].after;
      const double flights = (ramp.critical - b.t) / (ramp.critical - a.t);
      order = std::max(order, std::abs(std::log(b.u / a.u) / std::log(flights) - 2));
    }
    for (const double share : {1e-2, 1e-4, 1e-6}) {
      for (const double side : {-1.0, 1.0}) {
        PairState launch = found->start;
        launch.u *= 1 + side * share;
        const auto each = pair_sequence(engine.pair, launch, 1, 10000, 5);
        const bool caught = each.limit && each.limit->state.t < ramp.critical;
        Side& counted = side < 0 ? below : above;
        (caught ? counted.captured : counted.escaped) += 1;
      }
    }
    PairState launch = found->start;
    launch.u *= 1 - 1e-3;
    Parting seen;
    simulate(engine.model, mechanism_state(engine.pair, launch),
             {.duration = 1, .tolerance = 1e-12}, seen);
    parting = std::max(parting, seen.ends ? std::abs(*seen.ends - ramp.critical) : 1);
  }
  constexpr std::size_t launches = 9;
  const std::string assumed = "a ball, W = k(t − t*), k = 50 m/s³, t* = 0.5 s";
  claims.push_back(
      {"section 4.3, W* = 0", "Ẇ* > 0 guarantees that the collisions cease at t*", std::nullopt,
       static_cast<double>(2 * launches - below.captured - above.escaped), "launches",
       by_count(2 * launches - below.captured - above.escaped, 2 * launches),
       fmt::format("only the launch of a separatrix ends there. Of launches slower than it by 10⁻² "
                   "to 10⁻⁶ {} of {} are captured before t*, of faster ones {} of {} escape",
                   below.captured, launches, above.escaped, launches),
       assumed});
  claims.push_back(
      {"section 4.3, W* = 0", "contact breaks again right after t*", std::nullopt,
       ramp.critical + parting, "s", within(0, parting, 1e-7),
       "of launches slower by 10⁻³, captured before: where contact ends in the motion (t* = 0.5 s)",
       assumed});
  claims.push_back(
      {"section 4.3, case 3", "W* = 0 < Ẇ*: marginally stable", std::nullopt, departs, "",
       departs > 1 ? Holding::does_not_hold : Holding::holds,
       "it repels: other sequences depart from the one with λ by this factor, or more, "
       "at every bounce; " +
           measured + " (in brackets the self-similar solution)",
       assumed});
  claims.push_back({"section 4.3, Figure 7(b)", "τ(n+1) = λτ(n), which converges, slower than e",
                    std::nullopt, slow, "", by_reading(departs < 1 && slow < 1e-3, slow < 1e-3),
                    "largest difference of the measured ratio of flights from λ. It is so on the "
                    "separatrix alone, and no neighbour converges to it",
                    assumed});
  claims.push_back({"section 4.3, expansions", "x₂ begins with ε², τ and the others with ε", 2,
                    2 + order, "", within(0, order, 0.02),
                    "the power of t* − t with which u̇ falls along the separatrix; the terms m = 0 "
                    "of τ's sum must be zero"});
}

}  // namespace carom::wang
