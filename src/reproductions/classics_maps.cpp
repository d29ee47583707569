// Classics that are maps: a ball on a plate that moves, the rimless wheel.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "maps/orbits.hpp"
#include "reproductions/classics_parts.hpp"
#include "reproductions/judges.hpp"
#include "study/map.hpp"

namespace carom::classics_parts {
namespace {

constexpr double plate_rate = 30;  ///< rad/s; w of examples/ball_map.toml

/// Orbits over Γ: the phase of the plate at a bounce, of stable and of unstable ones.
PageFigure branches_figure(const MapReport& report) {
  PageFigure figure{
      "The ball on a harmonic plate: orbits over Γ",
      "The plate’s phase at the first bounce of every orbit, e = 0.5, followed in Γ = Aω²/g: one "
      "bounce a period begins in a fold, and where it loses its stability a branch of twice the "
      "period leaves.",
      {}};
  PagePanel panel{"Phase of a bounce", {"Γ"}, {"ωt", "rad"}};
  for (const MapBranch& branch : report.branches)
    for (const bool stable : {true, false}) {
      PanelSeries series;
      series.name = stable ? "stable" : "unstable";
      series.detail = fmt::format("{} bounces", branch.period);
      series.drawn = Drawn::points;
      for (const MapBranchPoint& point : branch.points) {
        const auto time = std::ranges::find_if(
            point.state, [](const auto& each) { return each.first == "time"; });
        if (point.stable != stable || time == point.state.end()) continue;
        series.x.push_back(point.parameter);
        series.y.push_back(std::remainder(plate_rate * time->second, 2 * std::numbers::pi));
      }
      if (!series.x.empty()) panel.series.push_back(std::move(series));
    }
  figure.panels = {panel};
  return figure;
}

/// Where the branch of a period has such an event.
double place_of(const MapReport& report, int period, std::string_view kind) {
  for (const MapBranch& branch : report.branches)
    for (const MapBifurcation& event : branch.bifurcations)
      if (branch.period == period && event.kind == kind) return event.parameter;
  return std::nan("");
}

}  // namespace

void add_plate(Comparison& result, const StopRequest& stop) {
  const std::string source = "ball on a harmonic plate, e = 0.5";
  MapRequest request;
  request.fixed = true;
  request.follow = "gamma";
  request.doublings = 3;
  const MapReport found = map(classic("ball_map"), request);
  // π(1 − e)/(1 + e), and the root of its square and 4(1 + e²)²/(1 + e)⁴
  const double e = 0.5, least = std::numbers::pi * (1 - e) / (1 + e);
  const double most = std::hypot(least, 2 * (1 + e * e) / ((1 + e) * (1 + e)));
  result.claims.push_back(met(source, "one bounce a period is stable from Γ", least,
                              place_of(found, 1, "fold"), "", 1e-8, "π(1 − e)/(1 + e)"));
  result.claims.push_back(met(source, "and up to Γ, where it doubles", most,
                              place_of(found, 1, "period doubling"), "", 1e-8,
                              "√((π(1 − e)/(1 + e))² + 4(1 + e²)²/(1 + e)⁴)"));
  const std::array<std::pair<int, double>, 3> doublings{
      {{2, 1.6671306608}, {4, 1.6967807458}, {8, 1.7031805256}}};
  for (const auto& [period, gamma] : doublings)
    result.claims.push_back(met(source, fmt::format("Γ at which {} bounces double", period), gamma,
                                place_of(found, period, "period doubling"), "", 1e-8));
  stop.heed();
  const std::array overrides{std::string("gamma=1.75")};
  MapRequest exponent;
  exponent.lyapunov = true;
  const MapReport chaos = map(classic("ball_map", overrides), exponent);
  const double value = chaos.lyapunov ? chaos.lyapunov->values[0] : std::nan("");
  const double error = chaos.lyapunov ? chaos.lyapunov->errors[0] : std::nan("");
  result.claims.push_back(met(source, "Lyapunov exponent per impact at Γ = 1.75", 0.37, value, "",
                              0.005 + 3 * error,
                              fmt::format("standard error {:.4f}, of {} impacts", error,
                                          chaos.lyapunov ? chaos.lyapunov->returns : 0)));
  result.sections.emplace_back(branches_figure(found));
}

void add_wheel(Comparison& result, const StopRequest& stop) {
  const std::string source = "rimless wheel (Drake), 8 spokes, slope 0.08";
  constexpr std::array hubs{4e-3, 2e-3, 1e-3};
  const double a = std::numbers::pi / 8, g = 9.81, fall = std::sin(a) * std::sin(0.08);
  std::array<double, 3> rates{}, multipliers{};
  PageTable table;
  table.name = "rimless_wheel";
  table.title = "The rimless wheel with ever lighter hubs";
  table.caption =
      "Inertia of the hub over ml²; rate after a step and multiplier of its map, through "
      "the motion, beside ω² = n²(ω² + 4g sin α sin γ/(1 + J)), n = (cos 2α + J)/(1 + J).";
  table.columns = {{"hub"}, {"rate", "rad/s"}, {"closed form", "rad/s"}, {"multiplier"},
                   {"n²"},  {"farthest apart"}};
  double worst = 0;
  for (std::size_t k = 0; k < hubs.size(); ++k) {
    stop.heed();
    const std::array overrides{fmt::format("hub={:.17g}", hubs[k])};
    const Study study = classic("rimless_wheel", overrides);
    Section section;
    section.turn = study.scenario.map->turn;
    MotionMap map(study.model, section, {.duration = 10, .tolerance = 1e-12});
    rates[k] = multipliers[k] = std::nan("");
    if (const auto first = map.next(study.scenario.state)) {
      std::string problem;
      const auto numbers = motion_section(map, *first, {}, problem);
      const auto orbit =
          problem.empty() ? orbit_from(*numbers, numbers->coordinates(*first), 1) : std::nullopt;
      if (orbit) {
        rates[k] = -numbers->point(orbit->points[0]).state.velocities.back();
        multipliers[k] = orbit->multipliers[0].real();
      }
    }
    const double n = (std::cos(2 * a) + hubs[k]) / (1 + hubs[k]);
    const double rate = n * std::sqrt(4 * g * fall / (1 + hubs[k]) / (1 - n * n));
    const double off = std::max(std::abs(rates[k] - rate), std::abs(multipliers[k] - n * n));
    table.rows.push_back({hubs[k], rates[k], rate, multipliers[k], n * n, off});
    worst = std::isnan(off) ? off : std::max(worst, off);
  }
  const Extrapolated rate = extrapolated(rates), multiplier = extrapolated(multipliers);
  result.claims.push_back(
      met(source, "rate after a step of the limit cycle", 1.09546283965, rate.limit, "rad/s", 1e-8,
          fmt::format("hubs of 0.004, 0.002 and 0.001 ml², extrapolated; halving "
                      "them takes the error by {:.3f}",
                      rate.ratio)));
  result.claims.push_back(
      met(source, "multiplier, cos² 2α", 0.5, multiplier.limit, "", 1e-8,
          fmt::format("halving the hub takes the error by {:.3f}", multiplier.ratio)));
  result.claims.push_back(met(source, "rate and multiplier of every hub, by the closed form", 0,
                              worst, "", 1e-9, "the largest difference of three wheels"));
  result.sections.emplace_back(std::move(table));
}

}  // namespace carom::classics_parts
