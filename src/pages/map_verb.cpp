/// The page of `map`'s results: return maps, multipliers in the unit circle, branches in a
/// parameter, and the tables of all returns and orbits.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/rounding.hpp"
#include "pages/page_parts.hpp"
#include "pages/report_task.hpp"
#include "reports/map_text.hpp"
#include "reports/report_out.hpp"
#include "study/map.hpp"

namespace carom {
namespace {

constexpr std::size_t most_shown_returns = 2000;

/// Findings as paragraphs, and how many orbits the table has.
PageText told_map(const MapReport& report) {
  PageText told;
  told.title = "What was found";
  told.paragraphs.push_back(map_question(report));
  if (report.looked_for_orbits)
    told.paragraphs.push_back(report.fixed_points.empty()
                                  ? "No periodic orbit was found."
                                  : fmt::format("Periodic orbits found: {}; the table has them.",
                                                report.fixed_points.size()));
  for (std::string finding : map_findings(report)) {
    for (std::size_t at; (at = finding.find("\n  ")) != std::string::npos;)
      finding.replace(at, 3, " ");
    told.paragraphs.push_back(std::move(finding));
  }
  add_notes(report.notes, told);
  add_notes(report.warnings, told);
  return told;
}

/// A return's normal velocity over the one before, and over time.
PageFigure returns_figure(const MapReport& report) {
  PagePanel over_time{"Over time", {"time", "s"}, {"normal velocity", "m/s"}};
  PagePanel over_last{
      "From return to return", {"normal velocity at a return", "m/s"}, {"at the next", "m/s"}};
  PanelSeries course{"returns"}, map{"returns"};
  course.drawn = map.drawn = Drawn::points;
  for (std::size_t k = 0; k < report.returns.size(); ++k) {
    course.x.push_back(report.returns[k].time);
    course.y.push_back(report.returns[k].velocity[1]);
    if (k == 0) continue;
    map.x.push_back(report.returns[k - 1].velocity[1]);
    map.y.push_back(report.returns[k].velocity[1]);
  }
  over_time.series.push_back(std::move(course));
  over_last.series.push_back(std::move(map));
  return {"Return map",
          "The contact's normal velocity on the section's side.",
          {std::move(over_time), std::move(over_last)}};
}

PageFigure multipliers_figure(const MapReport& report) {
  PagePanel panel{"", {"real part"}, {"imaginary part"}};
  panel.equal = true;
  PanelSeries circle{"unit circle"};
  for (int i = 0; i <= 120; ++i) {
    circle.x.push_back(std::cos(2 * std::numbers::pi * i / 120));
    circle.y.push_back(std::sin(2 * std::numbers::pi * i / 120));
  }
  panel.series.push_back(std::move(circle));
  for (const MapOrbit& orbit : report.fixed_points) {
    PanelSeries own{orbit.kind};
    own.drawn = Drawn::points;
    for (const auto& [re, im] : orbit.multipliers) {
      own.x.push_back(re);
      own.y.push_back(im);
    }
    panel.series.push_back(std::move(own));
  }
  return {"Multipliers", "An orbit is stable where all of them are inside.", {std::move(panel)}};
}

PageFigure branches_figure(const MapReport& report) {
  PagePanel panel{"", {report.parameter}, {"largest multiplier, in size"}};
  for (const MapBranch& branch : report.branches) {
    PanelSeries own{fmt::format("period {}", branch.period)};
    for (const MapBranchPoint& point : branch.points) {
      if (point.multipliers.empty()) continue;
      own.x.push_back(point.parameter);
      own.y.push_back(std::hypot(point.multipliers[0][0], point.multipliers[0][1]));
    }
    panel.series.push_back(std::move(own));
    for (const bool smooth : {true, false}) {
      PanelSeries events{smooth ? "bifurcations" : "grazing, modes that change, ends"};
      events.drawn = Drawn::points;
      for (const MapBifurcation& event : branch.bifurcations) {
        if (smooth == (event.ends || !event.contact.empty())) continue;
        events.x.push_back(event.parameter);
        events.y.push_back(1);
      }
      if (!events.x.empty()) panel.series.push_back(std::move(events));
    }
  }
  return {"Branches", "Orbits followed in a parameter.", {std::move(panel)}};
}

PageTable returns_table(const MapReport& report) {
  PageTable table{"returns", "Returns"};
  table.columns = {
      {"n"},   {"time", "s"}, {"contact"}, {"t", "m/s", "velocity"}, {"n", "m/s", "velocity"},
      {"mode"}};
  if (!report.returns.empty())
    for (const auto& [name, value] : report.returns.front().state) table.columns.push_back({name});
  const double speed = largest_speed(report);
  for (std::size_t k = 0; k < std::min(report.returns.size(), most_shown_returns); ++k) {
    const MapReturn& r = report.returns[k];
    std::vector<PageCell> row{static_cast<double>(r.n),
                              r.time,
                              r.contact,
                              without_rounding(r.velocity[0], speed),
                              without_rounding(r.velocity[1], speed),
                              r.mode.value_or("")};
    for (const auto& [name, value] : r.state) row.emplace_back(value);
    table.rows.push_back(std::move(row));
  }
  return table;
}

PageTable orbits_table(const MapReport& report) {
  PageTable table{"orbits", "Periodic orbits"};
  table.columns = {{"returns"}, {"time", "s"}, {"kind"}, {"largest multiplier"}};
  if (!report.fixed_points.empty())
    for (const auto& [name, value] : report.fixed_points.front().state)
      table.columns.push_back({name});
  for (const MapOrbit& orbit : report.fixed_points) {
    std::vector<PageCell> row{static_cast<double>(orbit.period), orbit.time, orbit.kind};
    if (orbit.multipliers.empty())
      row.emplace_back();
    else
      row.emplace_back(std::hypot(orbit.multipliers[0][0], orbit.multipliers[0][1]));
    for (const auto& [name, value] : orbit.state) row.emplace_back(value);
    table.rows.push_back(std::move(row));
  }
  return table;
}

Page map_page(const std::string& folder, const ReportRequest& request) {
  return verb_page(
      folder, request, "Map", study_of_text, [](const Study&) { return MapReport{}; },
      [](const VerbResults&, const Study&, const MapReport& report, Page& page) {
        page.sections.emplace_back(told_map(report));
        if (report.returns.size() > 1) page.sections.emplace_back(returns_figure(report));
        if (!report.fixed_points.empty()) page.sections.emplace_back(multipliers_figure(report));
        if (!report.branches.empty()) page.sections.emplace_back(branches_figure(report));
        if (!report.returns.empty()) page.sections.emplace_back(returns_table(report));
        if (!report.fixed_points.empty()) page.sections.emplace_back(orbits_table(report));
      });
}

const SweepTaskEntry& map_task() {
  static const SweepTaskEntry entry = report_task<swept_map>("map", "the last return of a map");
  return entry;
}

}  // namespace

extern const Verb map_verb{"map", 55, map_page, map_task};

}  // namespace carom
