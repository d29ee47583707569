/// The page of `critical`'s results: over two axes the regions of each contact with the critical
/// curves; over one what each contact does between the critical points.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "study/page_parts.hpp"
#include "study/page_stops.hpp"
#include "study/result_pages.hpp"

namespace carom {
namespace {

using nlohmann::json;

const std::vector<std::string> words{"leaves", "pressed", "untouched", "no configuration"};

double code_of(const std::string& word) {
  const auto found = std::ranges::find(words, word);
  return found == words.end() ? std::nan("") : static_cast<double>(found - words.begin());
}

struct Axis {
  std::string parameter;
  std::string unit;
  double from = 0;
  double to = 0;

  PanelAxis panel() const { return {parameter, unit}; }
  std::vector<double> edges(std::size_t count) const {
    std::vector<double> all;
    for (std::size_t i = 0; i <= count; ++i)
      all.push_back(from + (to - from) * static_cast<double>(i) / static_cast<double>(count));
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
    words_of += fmt::format("; {} from {:.6g} to {:.6g}{}", axis.parameter, axis.from, axis.to,
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
      "Coloured: what the contact does. On the curves it gets neither impulse nor velocity.";
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
    for (const Axis& axis : axes) table.columns.push_back({axis.parameter, axis.unit, end});
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

/// What each contact does between its critical points, as a row of regions a contact.
PageFigure line(const json& answer, const Axis& axis) {
  const auto contacts = answer.at("contacts").get<std::vector<std::string>>();
  std::set<double> places{axis.from, axis.to};
  for (const json& point : answer.at("critical")) places.insert(point.at("at").get<double>());
  for (const json& piece : answer.at("blocked")) {
    places.insert(piece.at("from").get<double>());
    places.insert(piece.at("to").get<double>());
  }
  PagePanel panel{"", axis.panel(), {"contact", "", false, {}, contacts}};
  PanelCells cells{"what it does", "", {places.begin(), places.end()}, {}};
  cells.words.assign(words.begin(), words.begin() + 3);
  for (std::size_t c = 0; c <= contacts.size(); ++c)
    cells.y.push_back(static_cast<double>(c) - 0.5);
  std::map<std::string, PanelSeries> causes;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    std::vector<double> values(cells.x.size() - 1, std::nan(""));
    for (std::size_t i = 0; i < values.size(); ++i)
      for (const json& point : answer.at("critical")) {
        if (point.at("contact") != contacts[c]) continue;
        const double at = point.at("at");
        // Points come in order: the last one below decides, or the first one above.
        if (at <= cells.x[i])
          values[i] = code_of(point.at("above"));
        else if (std::isnan(values[i]))
          values[i] = code_of(point.at("below"));
      }
    for (const json& piece : answer.at("blocked"))
      for (std::size_t i = 0; i < values.size(); ++i)
        if (piece.at("contact") == contacts[c] && piece.at("from") <= cells.x[i] &&
            piece.at("to") >= cells.x[i + 1])
          values[i] = code_of("untouched");
    cells.values.insert(cells.values.end(), values.begin(), values.end());
    for (const json& point : answer.at("critical")) {
      if (point.at("contact") != contacts[c]) continue;
      PanelSeries& series = causes[point.at("cause")];
      series.x.push_back(point.at("at"));
      series.y.push_back(static_cast<double>(c));
    }
  }
  panel.cells = std::move(cells);
  for (auto& [cause, series] : causes) {
    series.name = cause;
    series.drawn = Drawn::points;
    panel.series.push_back(std::move(series));
  }
  return {"Along the axis",
          "Coloured: what each contact does. Marks: critical configurations.",
          {std::move(panel)}};
}

PageTable points_table(const json& answer, const Axis& axis) {
  PageTable table{"critical", "Critical configurations", ""};
  table.columns = {{"contact"}, {axis.parameter, axis.unit}, {"cause"}, {"multiplicity"}, {"below"},
                   {"above"}};
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
      axes.push_back({name, unit == "deg" ? "°" : unit, axis.at("from"), axis.at("to")});
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
