#include "reports/panels_json.hpp"

#include <cmath>

#include "reports/csv.hpp"
#include "reports/page_columns.hpp"
#include "reports/page_json.hpp"

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

Json cell_node(const PageCell& cell) {
  if (cell.number) return std::isfinite(*cell.number) ? Json(*cell.number) : Json(nullptr);
  return cell.text.empty() ? Json(nullptr) : Json(cell.text);
}

Json axis_node(const PanelAxis& axis) {
  Json node = {{"label", axis.label}};
  if (!axis.unit.empty()) node["unit"] = axis.unit;
  if (axis.log) node["log"] = true;
  if (axis.range) node["range"] = {axis.range->first, axis.range->second};
  if (!axis.words.empty()) node["words"] = axis.words;
  if (axis.per_second > 0) node["per_second"] = axis.per_second;
  return node;
}

Json series_node(const PanelSeries& series) {
  Json node = {{"name", series.name}, {"x", page_numbers(series.x)}, {"y", page_numbers(series.y)}};
  if (!series.detail.empty()) node["detail"] = series.detail;
  if (series.drawn != Drawn::line)
    node["drawn"] = series.drawn == Drawn::points ? "points" : "both";
  if (series.thin) node["thin"] = true;
  if (series.colour) node["colour"] = *series.colour;
  if (!series.spread.empty()) node["spread"] = page_numbers(series.spread);
  if (!series.determined.empty()) node["determined"] = page_codes(series.determined);
  if (series.shaded == Shaded::inside) node["shaded"] = "inside";
  if (series.shaded == Shaded::zero) node["shaded"] = "zero";
  if (series.shaded == Shaded::other) node["shaded"] = {{"to", series.shaded_to}};
  return node;
}

Json panel_node(const PagePanel& panel) {
  Json node = Json::object();
  if (!panel.title.empty()) node["title"] = panel.title;
  node["x"] = axis_node(panel.x);
  node["y"] = axis_node(panel.y);
  if (panel.equal) node["equal"] = true;
  if (!panel.series.empty()) {
    node["series"] = Json::array();
    for (const PanelSeries& each : panel.series) node["series"].push_back(series_node(each));
  }
  if (panel.cells) {
    const PanelCells& cells = *panel.cells;
    Json own = {{"label", cells.label}};
    if (!cells.unit.empty()) own["unit"] = cells.unit;
    own["x"] = page_numbers(cells.x);
    own["y"] = page_numbers(cells.y);
    own["values"] = cells.words.empty() ? page_singles(cells.values) : page_numbers(cells.values);
    if (!cells.words.empty()) own["words"] = cells.words;
    node["cells"] = std::move(own);
  }
  return node;
}

}  // namespace

Json section(const PageTable& table) {
  constexpr const char* marks[] = {"good", "part", "bad", "odd"};
  Json node = {{"kind", "table"}, {"title", table.title}};
  if (!table.caption.empty()) node["caption"] = table.caption;
  node["columns"] = Json::array();
  for (const PageColumn& column : table.columns) {
    Json own = {{"name", column.name}};
    if (!column.unit.empty()) own["unit"] = column.unit;
    if (!column.group.empty()) own["group"] = column.group;
    node["columns"].push_back(std::move(own));
  }
  node["rows"] = Json::array();
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const PageCell& cell : row) cells.push_back(cell_node(cell));
    node["rows"].push_back(std::move(cells));
  }
  if (!table.marks.empty()) node["marks"] = Json::array();
  for (const PageMark& mark : table.marks) {
    Json own = {{"row", mark.row}};
    if (mark.column) own["column"] = *mark.column;
    own["mark"] = marks[static_cast<int>(mark.mark)];
    if (!mark.note.empty()) own["note"] = mark.note;
    node["marks"].push_back(std::move(own));
  }
  return node;
}

Json section(const PageFigure& figure) {
  Json node = {{"kind", "figure"}, {"title", figure.title}};
  if (!figure.caption.empty()) node["caption"] = figure.caption;
  node["panels"] = Json::array();
  for (const PagePanel& panel : figure.panels) node["panels"].push_back(panel_node(panel));
  return node;
}

std::string csv(const PageTable& table) {
  std::vector<std::string> cells;
  for (const PageColumn& column : table.columns)
    cells.push_back((column.group.empty() ? "" : column.group + ": ") + column.name +
                    (column.unit.empty() ? "" : " (" + column.unit + ")"));
  std::string out = csv_line(cells);
  for (const auto& row : table.rows) {
    cells.clear();
    for (const PageCell& cell : row)
      cells.push_back(cell.number ? csv_number(*cell.number) : cell.text);
    out += csv_line(cells);
  }
  return out;
}

}  // namespace carom
