#include "reproductions/wang_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "maps/capture.hpp"
#include "reproductions/wang_cases.hpp"
#include "reproductions/wang_course.hpp"

namespace carom::wang {
namespace {

constexpr const char* shown =
    "An ellipse of 0.10 × 0.06 m, e = 0.6, with force, torque and plate that vary. ";

PageFigure configuration_space() {
  const Body body = shown_body();
  const Course path = course(Engine(body), shown_launch(), 0.46, 0.002);
  PagePanel panel{"Configuration space", {"θ", "rad"}, {"y", "m"}};
  PanelSeries boundary{"y = h(θ)"};
  boundary.shaded = Shaded::zero;
  constexpr int steps = 160;
  for (int k = 0; k <= steps; ++k) {
    const double theta = -1.3 + 2.6 * k / steps;
    boundary.x.push_back(theta);
    boundary.y.push_back(body.h(theta));
  }
  panel.series = {boundary, series("motion", path.curve, &Instant::theta, &Instant::y),
                  series("collisions", path.after, &Instant::theta, &Instant::y, Drawn::points)};
  return {"Figure 3: the Poincaré surface",
          std::string(shown) +
              "A point that bounces on the boundary of what it may be: infinitely many collisions "
              "end on it.",
          {panel}};
}

/// Straight lines from before to after, with gaps between.
PanelSeries jumps(const Course& path, double Instant::*x, double Instant::*y) {
  PanelSeries made{"jumps"};
  made.thin = true;
  for (std::size_t k = 0; k < path.before.size(); ++k) {
    made.x.insert(made.x.end(), {path.before[k].*x, path.after[k].*x, std::nan("")});
    made.y.insert(made.y.end(), {path.before[k].*y, path.after[k].*y, std::nan("")});
  }
  return made;
}

PageFigure velocity_jumps() {
  const Course path = course(Engine(shown_body()), shown_launch(), 0.46, 0.001);
  const auto panel = [&](const char* title, PanelAxis across, PanelAxis up, double Instant::*x,
                         double Instant::*y) {
    PagePanel made{title, std::move(across), std::move(up)};
    made.series = {series("motion", path.curve, x, y), jumps(path, x, y),
                   series("before", path.before, x, y, Drawn::points),
                   series("after", path.after, x, y, Drawn::points)};
    return made;
  };
  return {"Figure 4: velocity jumps on the surface",
          std::string(shown) + "Every collision lies on u₁ = 0 before and after; θ̇ jumps with u̇₁.",
          {panel("Gap", {"u₁", "m"}, {"u̇₁", "m/s"}, &Instant::gap, &Instant::u),
           panel("Angle", {"θ", "rad"}, {"θ̇", "rad/s"}, &Instant::theta, &Instant::omega)}};
}

PageFigure neighbours() {
  PagePanel angle{"Angle", {"θ", "rad"}, {"u̇₁ after collisions", "m/s"}};
  PagePanel rate{"Rate", {"θ̇", "rad/s"}, {"u̇₁ after collisions", "m/s"}};
  constexpr double slowest = 0.01;  // m/s; more would cover the fixed points
  const Engine engine(shown_body());
  PanelSeries ends{"fixed points", {}, {}, Drawn::points};
  PanelSeries other_ends = ends;
  for (int k = 0; k < 5; ++k) {
    PairState launch = shown_launch();
    launch.omega += 0.1 * (k - 2);
    const auto run = pair_sequence(engine.pair, launch, 0, 1000, 10);
    if (!run.limit) continue;
    PanelSeries thetas{fmt::format("S{}", k + 1), {}, {}, Drawn::both};
    PanelSeries omegas = thetas;
    for (const PairCollision& each : run.collisions) {
      if (each.after.u < slowest) break;
      thetas.x.push_back(each.after.theta);
      omegas.x.push_back(each.after.omega);
      thetas.y.push_back(each.after.u);
      omegas.y.push_back(each.after.u);
    }
    ends.x.push_back(run.limit->state.theta);
    ends.y.push_back(0);
    other_ends.x.push_back(run.limit->state.omega);
    other_ends.y.push_back(0);
    angle.series.push_back(std::move(thetas));
    rate.series.push_back(std::move(omegas));
  }
  angle.series.insert(angle.series.begin(), ends);
  rate.series.insert(rate.series.begin(), other_ends);
  return {"Figure 5: discrete trajectories and fixed points",
          std::string(shown) +
              "Launches that differ by 0.1 rad/s end at neighbouring points of the plane u̇₁ = 0.",
          {angle, rate}};
}

PageFigure three_cases() {
  const auto panel = [](const char* title) {
    return PagePanel{title, {"time", "s"}, {"gap u₁", "m"}};
  };
  PagePanel never = panel("W* > 0"), ends = panel("W* < 0"), critical = panel("W* = 0 < Ẇ*");
  Body spun;
  spun.e = 0.5;
  for (const double speed : {0.3, 0.1, 0.03}) {
    PairState launch;
    launch.u = speed;
    launch.theta = std::numbers::pi / 2 - 0.1;
    launch.omega = 15;
    const Course path = course(Engine(spun), launch, 0.25, 0.001);
    never.series.push_back(
        series(fmt::format("u̇₁ = {} m/s", speed), path.curve, &Instant::t, &Instant::gap));
  }
  const Course path = course(Engine(shown_body()), shown_launch(), 0.5, 0.001);
  ends.series.push_back(series("bounces", path.curve, &Instant::t, &Instant::gap));
  const Engine ball = Ramp{}.ball(0.5);
  PairState start;
  start.u = 2;
  if (const auto found = separatrix(ball.pair, start, 5))
    for (const auto& [factor, name] : {std::pair(1.0, "critical launch"),
                                       std::pair(0.9, "0.9 of it"), std::pair(1.1, "1.1 of it")}) {
      PairState launch = found->start;
      launch.u *= factor;
      const Course bounces = course(ball, launch, 0.65, 0.001);
      critical.series.push_back(series(name, bounces.curve, &Instant::t, &Instant::gap));
    }
  return {
      "Figure 6: the three cases",
      "W* > 0: the ellipse spun on its pointed side leaves, however slowly it rebounds; it comes "
      "to rest elsewhere, if at all. W* < 0: infinitely many bounces end. W* = 0: a ball with W = "
      "50 (t − 0.5); slower launches are captured before 0.5 s and leave then, faster ones escape.",
      {never, ends, critical}};
}

/// τ(n+1) over τ(n), with the stairs between them and the diagonal.
void add_stairs(PagePanel& panel, const std::string& name, const std::vector<double>& flights) {
  PanelSeries points{name, {}, {}, Drawn::points};
  PanelSeries stairs{name};
  stairs.thin = true;
  for (std::size_t k = 0; k + 1 < flights.size(); ++k) {
    points.x.push_back(flights[k]);
    points.y.push_back(flights[k + 1]);
    stairs.x.insert(stairs.x.end(), {flights[k], flights[k + 1]});
    stairs.y.insert(stairs.y.end(), {flights[k + 1], flights[k + 1]});
  }
  panel.series.push_back(std::move(stairs));
  panel.series.push_back(std::move(points));
}

std::vector<double> flights_of(const PairSequence& run, std::size_t from) {
  std::vector<double> flights;
  for (std::size_t k = std::max<std::size_t>(from, 1); k < run.collisions.size(); ++k)
    flights.push_back(run.collisions[k].after.t - run.collisions[k - 1].after.t);
  return flights;
}

PagePanel iteration(const char* title, const char* line, double slope, double largest) {
  PagePanel panel{title, {"τ(n)", "s"}, {"τ(n+1)", "s"}};
  panel.series = {{"τ(n+1) = τ(n)", {0, largest}, {0, largest}},
                  {line, {0, largest}, {0, slope * largest}}};
  panel.x.range = {{0, largest}};
  panel.y.range = {{0, largest}};
  return panel;
}

PageFigure convergence() {
  const Engine engine(shown_body());
  const auto run = pair_sequence(engine.pair, shown_launch(), 0, 1000, 10);
  const std::vector<double> late = flights_of(run, 4);
  PagePanel plain = iteration("(a) W* < 0", "slope e = 0.6", 0.6, 1.1 * late.front());
  add_stairs(plain, "ellipse", late);
  const Engine ball = Ramp{}.ball(0.5);
  PairState start;
  start.u = 2;
  PageFigure figure{
      "Figure 7: convergence of τ(n)",
      "Flights of the map. (a) The ellipse: flights shrink by e = 0.6. (b) The ball at W* "
      "= 0, e = 0.5: on the critical launch they shrink by λ = 0.660; of launches that "
      "differ by 10⁻³ one is captured, and its flights shrink by e at last, one escapes.",
      {plain}};
  const auto found = separatrix(ball.pair, start, 5);
  if (!found) return figure;
  std::vector<std::vector<double>> flights;
  for (const double factor : {1.0, 0.999, 1.001}) {
    PairState launch = found->start;
    launch.u *= factor;
    // So far the critical launch is told from its neighbours by its own rounding.
    flights.push_back(flights_of(pair_sequence(ball.pair, launch, 12, 0, 0.2), 1));
  }
  PagePanel critical =
      iteration("(b) W* = 0 < Ẇ*", "slope λ", found->exact.lambda, 1.1 * flights[0].front());
  add_stairs(critical, "critical launch", flights[0]);
  add_stairs(critical, "0.999 of it", flights[1]);
  add_stairs(critical, "1.001 of it", flights[2]);
  PagePanel ratio{"Ratio of flights", {"n"}, {"τ(n+1)/τ(n)"}};
  const std::array names = {"critical launch", "0.999 of it", "1.001 of it"};
  PanelSeries ellipse{"ellipse", {}, {}, Drawn::both};
  const auto add_ratios = [](PanelSeries& to, const std::vector<double>& of) {
    for (std::size_t k = 0; k + 1 < of.size(); ++k) {
      to.x.push_back(static_cast<double>(k + 1));
      to.y.push_back(of[k + 1] / of[k]);
    }
  };
  add_ratios(ellipse, {late.begin(), late.begin() + 12});
  ratio.series.push_back(ellipse);
  for (std::size_t k = 0; k < names.size(); ++k) {
    PanelSeries each{names[k], {}, {}, Drawn::both};
    add_ratios(each, flights[k]);
    ratio.series.push_back(std::move(each));
  }
  figure.panels.push_back(std::move(critical));
  figure.panels.push_back(std::move(ratio));
  return figure;
}

}  // namespace

void add_figures(std::vector<PageSection>& sections) {
  sections.emplace_back(rates_table());
  sections.emplace_back(configuration_space());
  sections.emplace_back(velocity_jumps());
  sections.emplace_back(neighbours());
  sections.emplace_back(three_cases());
  sections.emplace_back(convergence());
  sections.emplace_back(contact_regions());
  sections.emplace_back(boundary_figure());
}

}  // namespace carom::wang
