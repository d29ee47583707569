#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "maps/approach.hpp"
#include "maps/capture.hpp"
#include "reproductions/wang_cases.hpp"
#include "reproductions/wang_course.hpp"
#include "reproductions/wang_figures.hpp"
#include "reproductions/wang_friction.hpp"
#include "reproductions/wang_linear.hpp"

namespace carom::wang {
namespace {

/// The body of the figures, rough, by the kinetic law.
Engine rough_engine(double friction) {
  Body body = shown_body();
  body.friction = friction;
  return Engine(body, "kinetic");
}

PagePanel regions_panel(double friction) {
  constexpr int columns = 120, rows = 120;
  constexpr double steepest = 4;
  const Engine engine = rough_engine(friction);
  PagePanel panel{fmt::format("μ = {}", friction), {"θ", "rad"}, {"S⁻/|u̇₁⁻|"}};
  PanelCells cells;
  cells.label = "contact mode";
  for (int c = 0; c <= columns; ++c)
    cells.x.push_back(-std::numbers::pi / 2 + std::numbers::pi * c / columns);
  for (int r = 0; r <= rows; ++r) cells.y.push_back(-steepest + 2 * steepest * r / rows);
  for (int mode = 0; mode < 5; ++mode) cells.words.emplace_back(name(static_cast<PairMode>(mode)));
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      const auto i = static_cast<std::size_t>(c), j = static_cast<std::size_t>(r);
      const double theta = 0.5 * (cells.x[i] + cells.x[i + 1]);
      const double slip = 0.5 * (cells.y[j] + cells.y[j + 1]);
      cells.values.push_back(static_cast<double>(collision_at(engine, theta, slip, -1).mode));
    }
  panel.cells = std::move(cells);
  return panel;
}

}  // namespace

PageFigure contact_regions() {
  return {
      "Contact regions before a collision",
      "The ellipse, e = 0.6, kinetic restitution: which mode a collision has, over the angle and "
      "the slip per speed of approach. The paper's three modes, the latter two each in "
      "compression and in restitution. Where u̇₁ and S are zero all regions meet.",
      {regions_panel(0.1), regions_panel(0.2), regions_panel(0.4)}};
}

PageFigure boundary_figure() {
  const Engine engine = rough_engine(0.6);
  PairState launch = shown_launch();
  launch.s = 0.2;
  const auto run = pair_sequence(engine.pair, launch, 0, 1000, 10);
  PageFigure figure{"A fixed point on the boundary of contact regions", "", {}};
  if (!run.limit) return figure;
  const auto approach = boundary_approach(engine.pair, run);
  if (!approach) return figure;
  PagePanel plane{"Before collisions", {"−u̇₁⁻", "m/s"}, {"S⁻", "m/s"}};
  PagePanel ratios{"Ratio of rebounds", {"n"}, {"u̇₁(n+1)/u̇₁(n)"}};
  PanelSeries points{"collisions", {}, {}, Drawn::points},
      shrinks{"collisions", {}, {}, Drawn::both};
  for (std::size_t k = 0; k < run.collisions.size() && k < 24; ++k) {
    const PairCollision& each = run.collisions[k];
    points.x.push_back(-each.velocity_before[1]);
    points.y.push_back(each.velocity_before[0]);
    shrinks.x.push_back(static_cast<double>(k + 1));
    shrinks.y.push_back(-each.after.u / each.before.u);
  }
  const double fastest = -run.collisions[0].velocity_before[1];
  const double theta = run.limit->state.theta;
  plane.series.push_back(std::move(points));
  const auto cone =
      boundaries_along([&](double slip) { return collision_at(engine, theta, slip, -1); }, -6, 6);
  for (const RegionBoundary& each : cone)
    plane.series.push_back({fmt::format("{} | {}", name(each.below), name(each.above)),
                            {0, fastest},
                            {0, each.at * fastest}});
  // S⁻ on the ray: what it was after the collision before, and the drift since.
  const double before = approach->slip - 2 * approach->drift / run.limit->w;
  plane.series.push_back({"ray of the sequence", {0, fastest}, {0, before * fastest}});
  const auto last = static_cast<double>(shrinks.x.size());
  ratios.series = {shrinks,
                   {"eigenvalue of its region", {1, last}, {approach->ratio, approach->ratio}},
                   {"e", {1, last}, {engine.body.e, engine.body.e}}};
  figure.caption = fmt::format(
      "The ellipse with μ = 0.6, kinetic restitution. The sequence ends with no slip, where the "
      "regions, which are cones there, meet, and comes through “{}”: there rebounds shrink by "
      "{:.6f}, "
      "the eigenvalue of that region's linear map, and not by e = 0.6 as next to it, in sliding.",
      name(approach->mode), approach->ratio);
  figure.panels = {plane, ratios};
  return figure;
}

PageTable rates_table() {
  PageTable table;
  table.name = "rates";
  table.title = "Rates of convergence, measured";
  table.caption =
      "Last ratios τ(n+1)/τ(n) and u̇₁(n+1)/u̇₁(n) of the map's sequences, beside what the linear "
      "map, "
      "or the self-similar solution, says. At W* = 0: where the sequence is nearest to it.";
  table.columns = {{"sequence"},
                   {"e"},
                   {"bounces"},
                   {"τ", "", "ratio"},
                   {"u̇₁", "", "ratio"},
                   {"expected"},
                   {"multiplier of neighbours"}};
  int number = 0;
  for (const Capture& c : any_captures(4)) {
    const auto& all = c.run.collisions;
    const std::size_t n = all.size();
    const double flight =
        (all[n - 1].after.t - all[n - 2].after.t) / (all[n - 2].after.t - all[n - 3].after.t);
    table.rows.push_back({fmt::format("body {}, W* < 0", ++number), c.engine.body.e,
                          static_cast<double>(n), flight, all[n - 1].after.u / all[n - 2].after.u,
                          c.engine.body.e, PageCell()});
  }
  for (const double friction : {0.2, 0.6}) {
    const Engine engine = rough_engine(friction);
    PairState launch = shown_launch();
    launch.s = 0.2;
    const auto run = pair_sequence(engine.pair, launch, 0, 1000, 10);
    if (!run.limit || run.collisions.size() < 3) continue;
    const auto& all = run.collisions;
    const std::size_t n = all.size();
    const auto approach = boundary_approach(engine.pair, run);
    const double flight =
        (all[n - 1].after.t - all[n - 2].after.t) / (all[n - 2].after.t - all[n - 3].after.t);
    table.rows.push_back({fmt::format("μ = {}, ends {}", friction, name(all[n - 1].mode)),
                          engine.body.e, static_cast<double>(n), flight,
                          all[n - 1].after.u / all[n - 2].after.u,
                          approach ? approach->ratio : engine.body.e,
                          approach ? PageCell(approach->attraction) : PageCell()});
  }
  for (const double e : {0.3, 0.5, 0.8}) {
    const Engine ball = Ramp{}.ball(e);
    PairState start;
    start.u = 2;
    const auto found = separatrix(ball.pair, start, 5);
    if (!found) continue;
    table.rows.push_back({"ball, W* = 0", e, PageCell(), found->measured_lambda, PageCell(),
                          found->exact.lambda, found->measured_multiplier});
  }
  return table;
}

}  // namespace carom::wang
