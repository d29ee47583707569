/// The page of `critical`'s results: over two axes the regions of each contact with the critical
/// curves; over one what each contact does between the critical points.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "data/critical_table.hpp"
#include "pages/page_parts.hpp"
#include "pages/page_stops.hpp"
#include "pages/verb.hpp"
#include "reports/listing.hpp"
#include "reports/report_out.hpp"

namespace carom {
namespace {

const std::vector<std::string> words = words_of<StruckRest>();

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
  std::vector<CriticalCurve> curves;
  std::ranges::copy_if(report.curves, std::back_inserter(curves),
                       [](const CriticalCurve& curve) { return !curve.points.empty(); });
  Listing<CriticalCurve, CriticalReport> list(report);
  list.add<"contact">().add<"cause">();
  list.add("points", [](const CriticalCurve& curve) { return curve.points.size(); });
  list.add<"closed">(
      [](const CriticalCurve& curve) -> std::string { return curve.closed ? "a loop" : ""; });
  PageTable table = list.page("curves", "Curves", curves);
  table.caption = "Every point of them is in critical.csv.";
  for (const char* end : {"from", "to"})
    for (const Axis& axis : axes) table.columns.push_back({axis.swept.parameter, axis.unit, end});
  for (std::size_t i = 0; i < curves.size(); ++i)
    for (const auto& [x, y] : {curves[i].points.front(), curves[i].points.back()})
      table.rows[i].insert(table.rows[i].end(), {x, y});
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
          values[i] = static_cast<double>(piece.outcome);
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
  Listing<CriticalPoint, CriticalReport> list(report);
  list.add<"contact">().add<"at">().headed(axis.swept.parameter, axis.unit).add<"cause">();
  list.add<"multiplicity">().add<"below">().add<"above">();
  PageTable table = list.page("critical", "Critical configurations", report.critical);
  for (std::size_t i = 0; i < report.critical.size(); ++i)
    if (report.critical[i].below == report.critical[i].above)
      table.marks.push_back({i, 3, Mark::odd, "nothing flips there"});
  return table;
}

void add_critical_sections(const VerbResults& results, const Study& study,
                           const CriticalReport& report, Page& page) {
  std::vector<Axis> axes;
  for (const CriticalAxis& axis : report.axes) {
    const std::string unit = angular_unit(study, axis.parameter);
    axes.push_back({axis, unit == "deg" ? "°" : unit});
  }
  page.sections.emplace_back(asked(report, axes));
  const bool rests = !report.contacts.empty();
  if (rests && axes.size() == 2) {
    page.sections.emplace_back(plane(results.folder, report, axes));
    page.sections.emplace_back(curves_table(report, axes));
  } else if (rests && axes.size() == 1) {
    page.sections.emplace_back(line(report, axes[0]));
    page.sections.emplace_back(points_table(report, axes[0]));
  }
}

Page critical_page(const std::string& folder, const ReportRequest& request) {
  return verb_page(
      folder, request, "Critical configurations", study_of_text,
      [](const Study&) { return CriticalReport{}; }, add_critical_sections);
}

}  // namespace

extern const Verb critical_verb{"critical", 30, critical_page};

}  // namespace carom
