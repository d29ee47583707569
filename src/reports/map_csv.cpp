#include "reports/map_csv.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "reports/csv.hpp"

namespace carom {
namespace {

using Cells = std::vector<std::string>;

void add_names(Cells& cells, const Named<double>& state) {
  for (const auto& [name, value] : state) cells.push_back(name);
}
void add_numbers(Cells& cells, const Named<double>& state) {
  for (const auto& [name, value] : state) cells.push_back(csv_number(value));
}

std::string yes_or_no(bool word) {
  return word ? "yes" : "no";
}

std::string yes_or_no(std::optional<bool> word) {
  return word ? yes_or_no(*word) : "";
}

/// The largest |μ|; empty where there are none.
std::string largest(const std::vector<std::array<double, 2>>& multipliers) {
  double most = -1;
  for (const auto& [re, im] : multipliers) most = std::max(most, std::hypot(re, im));
  return most < 0 ? "" : csv_number(most);
}

}  // namespace

std::string returns_csv(const MapReport& report) {
  Cells cells{"n",         "time", "contact", "velocity.t", "velocity.n",          "impulse.t",
              "impulse.n", "W",    "mode",    "verdict",    "impulses_determined", "makes_energy"};
  if (!report.returns.empty()) add_names(cells, report.returns.front().state);
  std::string out = csv_line(cells);
  for (const MapReturn& r : report.returns) {
    cells = {std::to_string(r.n),
             csv_number(r.time),
             r.contact,
             csv_number(r.velocity[0]),
             csv_number(r.velocity[1]),
             r.impulse ? csv_number((*r.impulse)[0]) : "",
             r.impulse ? csv_number((*r.impulse)[1]) : "",
             r.w ? csv_number(*r.w) : "",
             r.mode.value_or(""),
             r.verdict.value_or(""),
             yes_or_no(r.impulses_determined),
             yes_or_no(r.makes_energy)};
    add_numbers(cells, r.state);
    out += csv_line(cells);
  }
  return out;
}

std::string orbits_csv(const MapReport& report) {
  Cells cells{"orbit", "period", "return", "orbit_time", "kind", "stable", "largest_multiplier"};
  if (!report.fixed_points.empty()) add_names(cells, report.fixed_points.front().state);
  std::string out = csv_line(cells);
  for (std::size_t i = 0; i < report.fixed_points.size(); ++i) {
    const MapOrbit& orbit = report.fixed_points[i];
    std::vector<MapOrbitPoint> points = orbit.points;
    if (points.empty()) points.push_back({orbit.time, orbit.state});
    for (std::size_t k = 0; k < points.size(); ++k) {
      cells = {std::to_string(i + 1),
               std::to_string(orbit.period),
               std::to_string(k + 1),
               csv_number(orbit.time),
               orbit.kind,
               yes_or_no(orbit.stable),
               largest(orbit.multipliers)};
      add_numbers(cells, points[k].state);
      out += csv_line(cells);
    }
  }
  return out;
}

std::string branches_csv(const MapReport& report) {
  Cells cells{"branch",  "period", report.parameter, "event",
              "contact", "ends",   "stable",         "largest_multiplier"};
  for (const MapBranch& branch : report.branches)
    if (!branch.points.empty()) {
      add_names(cells, branch.points.front().state);
      break;
    }
  std::string out = csv_line(cells);
  for (std::size_t i = 0; i < report.branches.size(); ++i) {
    const MapBranch& branch = report.branches[i];
    for (const MapBranchPoint& point : branch.points) {
      cells = {std::to_string(i + 1),
               std::to_string(branch.period),
               csv_number(point.parameter),
               "",
               "",
               "",
               yes_or_no(point.stable),
               largest(point.multipliers)};
      add_numbers(cells, point.state);
      out += csv_line(cells);
    }
    for (const MapBifurcation& event : branch.bifurcations) {
      cells = {std::to_string(i + 1),
               std::to_string(branch.period),
               csv_number(event.parameter),
               event.kind,
               event.contact,
               yes_or_no(event.ends),
               "",
               ""};
      add_numbers(cells, event.state);
      out += csv_line(cells);
    }
  }
  return out;
}

}  // namespace carom
