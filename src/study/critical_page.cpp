/// The page of `critical`'s results: over two axes the regions of each contact with the critical
/// curves; over one what each contact does between the critical points.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "data/critical_report.hpp"
#include "study/page_parts.hpp"
#include "study/page_stops.hpp"
#include "study/result_pages.hpp"

namespace carom {
namespace {

using nlohmann::json;

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

PageText asked(const json& answer, const std::vector<Axis>& axes) {
  PageText text;
  text.title = "What was asked";
  std::string words_of =
      fmt::format("The strike is at {}", answer.at("striker").get<std::string>());
  if (const double ratio = answer.at("ratio"); ratio != 0)
    words_of += fmt::format(", with the impulse n + {:.6g} t", ratio);
  for (const Axis& axis : axes)
    words_of += fmt::format("; {} from {:.6g} to {:.6g}{}", axis.swept.parameter, axis.swept.from,
                            axis.swept.to,
                            axis.unit.empty() || axis.unit == "°" ? axis.unit : " " + axis.unit);
  text.paragraphs.push_back(
      words_of +
      ". A configuration is critical for a contact that rests where it gets neither "
      "impulse nor velocity.");
  add_notes(answer.at("notes"), text);
  return text;
}

/// One panel a contact: its regions, and the curves over them by their causes.
PageFigure plane(const std::string& folder, const json& answer, const std::vector<Axis>& axes) {
  const CsvTable table = text_table_in(folder, "regions.csv");
  const auto contacts = answer.at("contacts").get<std::vector<std::string>>();
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
  for (const json& curve : answer.at("curves")) {
    const std::string cause = curve.at("cause");
    if (std::ranges::find(causes, cause) == causes.end()) causes.push_back(cause);
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    PagePanel panel{"Contact " + contacts[c], axes[0].panel(), axes[1].panel()};
    PanelCells cells{"contact " + contacts[c], "", axes[0].edges(first.size()),
                     axes[1].edges(second.size())};
    cells.words = words;
    for (const auto& row : table.rows) cells.values.push_back(code_of(row[c + 2]));
    panel.cells = std::move(cells);
    for (const json& curve : answer.at("curves")) {
      if (curve.at("contact") != contacts[c]) continue;
      PanelSeries series{curve.at("cause")};
      series.colour = static_cast<int>(std::ranges::find(causes, series.name) - causes.begin());
      for (const json& point : curve.at("points")) {
        series.x.push_back(point.at(0));
        series.y.push_back(point.at(1));
      }
      panel.series.push_back(std::move(series));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

PageTable curves_table(const json& answer, const std::vector<Axis>& axes) {
  PageTable table{"curves", "Curves", "Every point of them is in critical.csv."};
  table.columns = {{"contact"}, {"cause"}, {"points"}, {"closed"}};
  for (const char* end : {"from", "to"})
    for (const Axis& axis : axes) table.columns.push_back({axis.swept.parameter, axis.unit, end});
  for (const json& curve : answer.at("curves")) {
    const json& points = curve.at("points");
    if (points.empty()) continue;
    table.rows.push_back({curve.at("contact").get<std::string>(),
                          curve.at("cause").get<std::string>(), static_cast<double>(points.size()),
                          curve.at("closed").get<bool>() ? "a loop" : "",
                          points.front().at(0).get<double>(), points.front().at(1).get<double>(),
                          points.back().at(0).get<double>(), points.back().at(1).get<double>()});
  }
  return table;
}

/// What each contact does along the axis, a row a contact, as the results have it: a place without
/// a configuration is none at which a contact does something.
std::optional<PanelCells> pieces(const json& answer, const std::vector<std::string>& contacts) {
  if (!answer.contains("outcomes")) return std::nullopt;
  std::set<double> places;
  for (const json& piece : answer.at("outcomes"))
    for (const char* end : {"from", "to"}) places.insert(piece.at(end).get<double>());
  for (const json& point : answer.at("critical")) places.insert(point.at("at").get<double>());
  PanelCells cells{"what it does", "", {places.begin(), places.end()}, {}};
  cells.words = words;
  for (std::size_t c = 0; c <= contacts.size(); ++c)
    cells.y.push_back(static_cast<double>(c) - 0.5);
  for (const std::string& contact : contacts) {
    std::vector<double> values(cells.x.size() - 1, std::nan(""));
    for (const json& piece : answer.at("outcomes"))
      for (std::size_t i = 0; i < values.size(); ++i)
        if (piece.at("contact") == contact && piece.at("from") <= cells.x[i] &&
            piece.at("to") >= cells.x[i + 1])
          values[i] = code_of(piece.at("outcome"));
    cells.values.insert(cells.values.end(), values.begin(), values.end());
  }
  return cells;
}

PageFigure line(const json& answer, const Axis& axis) {
  const auto contacts = answer.at("contacts").get<std::vector<std::string>>();
  PagePanel panel{"", axis.panel(), {"contact", "", false, {}, contacts}};
  panel.cells = pieces(answer, contacts);
  std::map<std::string, PanelSeries> causes;
  for (std::size_t c = 0; c < contacts.size(); ++c)
    for (const json& point : answer.at("critical")) {
      if (point.at("contact") != contacts[c]) continue;
      PanelSeries& series = causes[point.at("cause")];
      series.x.push_back(point.at("at"));
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

PageTable points_table(const json& answer, const Axis& axis) {
  PageTable table{"critical", "Critical configurations", ""};
  table.columns = {{"contact"}, {axis.swept.parameter, axis.unit},
                   {"cause"},   {"multiplicity"},
                   {"below"},   {"above"}};
  for (const json& point : answer.at("critical")) {
    const std::string below = point.at("below"), above = point.at("above");
    if (below == above)
      table.marks.push_back({table.rows.size(), 3, Mark::odd, "nothing flips there"});
    table.rows.push_back({point.at("contact").get<std::string>(), point.at("at").get<double>(),
                          point.at("cause").get<std::string>(),
                          point.at("multiplicity").get<double>(), below, above});
  }
  return table;
}

}  // namespace

Page critical_page(const std::string& folder, const ReportRequest& request) {
  refuse_held("critical", request);
  const FolderSummary summary = folder_summary(folder);
  const Study study = folder_study(folder, summary);
  const auto fill = [&](const json& answer, Page& page) {
    std::vector<Axis> axes;
    for (const json& axis : answer.at("axes")) {
      const std::string name = axis.at("parameter");
      const std::string unit = angular_unit(study, name);
      axes.push_back({{name, axis.at("from"), axis.at("to"), axis.value("spacing", "") == "log"},
                      unit == "deg" ? "°" : unit});
    }
    page.sections.emplace_back(asked(answer, axes));
    const bool rests = !answer.at("contacts").empty();
    if (rests && axes.size() == 2) {
      page.sections.emplace_back(plane(folder, answer, axes));
      page.sections.emplace_back(curves_table(answer, axes));
    } else if (rests && axes.size() == 1) {
      page.sections.emplace_back(line(answer, axes[0]));
      page.sections.emplace_back(points_table(answer, axes[0]));
    }
  };
  return folder_page(folder, summary, "Critical configurations", fill);
}

}  // namespace carom
