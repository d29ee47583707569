/// The page of `critical`'s results: over two axes the regions of each contact with the critical
/// curves; over one what each contact does between the critical points.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "data/critical_report.hpp"
#include "io/report_json.hpp"
#include "study/page_parts.hpp"
#include "study/page_stops.hpp"
#include "study/result_pages.hpp"

namespace carom {
namespace {

const std::vector<std::string> words{"leaves", "pressed", "untouched", "unknown",
                                     "no configuration"};

double code_of(const std::string& word) {
  const auto found = std::ranges::find(words, word);
  return found == words.end() ? std::nan("") : static_cast<double>(found - words.begin());
}

struct Axis {
  CriticalAxis swept;
  std::string unit;

  PanelAxis panel() const {
    PanelAxis axis{swept.parameter, unit};
    axis.log = swept.logarithmic;
    axis.range = {swept.from, swept.to};
    return axis;
  }
  std::vector<double> edges(std::size_t count) const {
    std::vector<double> all;
    for (std::size_t i = 0; i <= count; ++i)
      all.push_back(swept.value(static_cast<double>(i) / static_cast<double>(count)));
    return all;
  }
};

PageText asked(const CriticalReport& report, const std::vector<Axis>& axes) {
  PageText text;
  text.title = "What was asked";
  std::string words_of = fmt::format("The strike is at {}", report.striker);
  if (report.ratio != 0) words_of += fmt::format(", with the impulse n + {:.6g} t", report.ratio);
  for (const Axis& axis : axes)
    words_of += fmt::format("; {} from {:.6g} to {:.6g}{}", axis.swept.parameter, axis.swept.from,
                            axis.swept.to,
                            axis.unit.empty() || axis.unit == "°" ? axis.unit : " " + axis.unit);
  text.paragraphs.push_back(
      words_of +
      ". A configuration is critical for a contact that rests where it gets neither "
      "impulse nor velocity.");
  add_notes(report.notes, text);
  return text;
}

/// One panel a contact: its regions, and the curves over them by their causes.
PageFigure plane(const std::string& folder, const CriticalReport& report,
                 const std::vector<Axis>& axes) {
  const CsvTable table = text_table_in(folder, "regions.csv");
  const std::vector<std::string>& contacts = report.contacts;
  std::set<std::string> first, second;
  for (const auto& row : table.rows) {
    if (row.size() != contacts.size() + 2) damaged(folder, "regions.csv has other contacts");
    first.insert(row[0]);
    second.insert(row[1]);
  }
  if (table.rows.empty() || first.size() * second.size() != table.rows.size())
    damaged(folder, "regions.csv is no grid");
  PageFigure figure;
  figure.title = "Critical curves and regions";
  figure.caption =
      "Coloured: what the contact does; hatched where there is no configuration, or no single "
      "answer. On the curves it gets neither impulse nor velocity.";
  std::vector<std::string> causes;
  for (const CriticalCurve& curve : report.curves)
    if (std::ranges::find(causes, curve.cause) == causes.end()) causes.push_back(curve.cause);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    PagePanel panel{"Contact " + contacts[c], axes[0].panel(), axes[1].panel()};
    PanelCells cells{"contact " + contacts[c], "", axes[0].edges(first.size()),
                     axes[1].edges(second.size())};
    cells.words = words;
    for (const auto& row : table.rows) cells.values.push_back(code_of(row[c + 2]));
    panel.cells = std::move(cells);
    for (const CriticalCurve& curve : report.curves) {
      if (curve.contact != contacts[c]) continue;
      PanelSeries series{curve.cause};
      series.colour = static_cast<int>(std::ranges::find(causes, series.name) - causes.begin());
      for (const auto& [x, y] : curve.points) {
        series.x.push_back(x);
        series.y.push_back(y);
      }
      panel.series.push_back(std::move(series));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

PageTable curves_table(const CriticalReport& report, const std::vector<Axis>& axes) {
  PageTable table{"curves", "Curves", "Every point of them is in critical.csv."};
  table.columns = {{"contact"}, {"cause"}, {"points"}, {"closed"}};
  for (const char* end : {"from", "to"})
    for (const Axis& axis : axes) table.columns.push_back({axis.swept.parameter, axis.unit, end});
  for (const CriticalCurve& curve : report.curves) {
    if (curve.points.empty()) continue;
    const auto& from = curve.points.front();
    const auto& to = curve.points.back();
    table.rows.push_back({curve.contact, curve.cause, static_cast<double>(curve.points.size()),
                          curve.closed ? "a loop" : "", from.first, from.second, to.first,
                          to.second});
  }
  return table;
}

/// What each contact does along the axis, a row a contact, as the results have it: a place without
/// a configuration is none at which a contact does something.
std::optional<PanelCells> pieces(const CriticalReport& report) {
  if (report.outcomes.empty()) return std::nullopt;
  const std::vector<std::string>& contacts = report.contacts;
  std::set<double> places;
  for (const CriticalOutcome& piece : report.outcomes) places.insert({piece.from, piece.to});
  for (const CriticalPoint& point : report.critical) places.insert(point.at);
  PanelCells cells{"what it does", "", {places.begin(), places.end()}, {}};
  cells.words = words;
  for (std::size_t c = 0; c <= contacts.size(); ++c)
    cells.y.push_back(static_cast<double>(c) - 0.5);
  for (const std::string& contact : contacts) {
    std::vector<double> values(cells.x.size() - 1, std::nan(""));
    for (const CriticalOutcome& piece : report.outcomes)
      for (std::size_t i = 0; i < values.size(); ++i)
        if (piece.contact == contact && piece.from <= cells.x[i] && piece.to >= cells.x[i + 1])
          values[i] = code_of(piece.outcome);
    cells.values.insert(cells.values.end(), values.begin(), values.end());
  }
  return cells;
}

PageFigure line(const CriticalReport& report, const Axis& axis) {
  const std::vector<std::string>& contacts = report.contacts;
  PagePanel panel{"", axis.panel(), {"contact", "", false, {}, contacts}};
  panel.cells = pieces(report);
  std::map<std::string, PanelSeries> causes;
  for (std::size_t c = 0; c < contacts.size(); ++c)
    for (const CriticalPoint& point : report.critical) {
      if (point.contact != contacts[c]) continue;
      PanelSeries& series = causes[point.cause];
      series.x.push_back(point.at);
      series.y.push_back(static_cast<double>(c));
    }
  for (auto& [cause, series] : causes) {
    series.name = cause;
    series.drawn = Drawn::points;
    panel.series.push_back(std::move(series));
  }
  return {"Along the axis",
          "Coloured: what each contact does; hatched where there is no configuration, or no single "
          "answer. Marks: critical configurations.",
          {std::move(panel)}};
}

PageTable points_table(const CriticalReport& report, const Axis& axis) {
  PageTable table{"critical", "Critical configurations", ""};
  table.columns = {{"contact"}, {axis.swept.parameter, axis.unit},
                   {"cause"},   {"multiplicity"},
                   {"below"},   {"above"}};
  for (const CriticalPoint& point : report.critical) {
    if (point.below == point.above)
      table.marks.push_back({table.rows.size(), 3, Mark::odd, "nothing flips there"});
    table.rows.push_back({point.contact, point.at, point.cause,
                          static_cast<double>(point.multiplicity), point.below, point.above});
  }
  return table;
}

}  // namespace

Page critical_page(const std::string& folder, const ReportRequest& request) {
  refuse_held("critical", request);
  const FolderSummary summary = folder_summary(folder);
  const Study study = folder_study(folder, summary);
  const auto report = answer_in(folder, summary, CriticalReport{});
  std::vector<Axis> axes;
  for (const CriticalAxis& axis : report.axes) {
    const std::string unit = angular_unit(study, axis.parameter);
    axes.push_back({axis, unit == "deg" ? "°" : unit});
  }
  Page page = titled_page(summary, "Critical configurations");
  page.sections.emplace_back(asked(report, axes));
  const bool rests = !report.contacts.empty();
  if (rests && axes.size() == 2) {
    page.sections.emplace_back(plane(folder, report, axes));
    page.sections.emplace_back(curves_table(report, axes));
  } else if (rests && axes.size() == 1) {
    page.sections.emplace_back(line(report, axes[0]));
    page.sections.emplace_back(points_table(report, axes[0]));
  }
  page.sections.emplace_back(scenario_section(summary));
  return page;
}

}  // namespace carom
