#include <nlohmann/json.hpp>

#include "carom/version.hpp"
#include "io/report_json.hpp"

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

Json axis(const SweepAxis& axis) {
  Json node = {{"parameter", axis.parameter}, {"count", axis.size()}};
  if (axis.distribution) {
    node["distribution"] = name(axis.distribution->kind);
    node["seed"] = axis.seed;
  } else {
    node["from"] = axis_value(axis, 0);
    node["to"] = axis_value(axis, axis.size() - 1);
  }
  if (axis.with) node["with"] = *axis.with;
  return node;
}

Json summary(const ColumnSummary& column) {
  if (!column.counts.empty()) {
    Json counts = Json::object();
    for (const auto& [word, count] : column.counts) counts[word] = count;
    return counts;
  }
  if (!column.has_range) return nullptr;
  return {{"least", column.least},
          {"least_at", column.least_at},
          {"most", column.most},
          {"most_at", column.most_at}};
}

/// The other swept parameters on the line where a boundary is.
Json elsewhere(const Grid& grid, const Boundary& boundary) {
  Json node = Json::object();
  for (std::size_t d = 0; d < grid.dimensions.size(); ++d)
    for (const SweepAxis& each : grid.dimensions[d].axes)
      if (grid.dimensions[d].name() != boundary.parameter)
        node[each.parameter] = axis_value(each, grid.place(boundary.point, d));
  return node;
}

Json boundary(const Grid& grid, const Boundary& boundary) {
  Json node = {{"parameter", boundary.parameter},
               {"at", boundary.at},
               {"within", boundary.within},
               {"kind", boundary.kind}};
  if (!boundary.law.empty()) node["law"] = boundary.law;
  if (!boundary.other_law.empty()) node["other_law"] = boundary.other_law;
  if (!boundary.contact.empty()) node["contact"] = boundary.contact;
  node["below"] = boundary.below;
  node["above"] = boundary.above;
  if (!boundary.history_below.empty())
    node["history"] = {{"below", boundary.history_below}, {"above", boundary.history_above}};
  if (grid.dimensions.size() > 1) node["where"] = elsewhere(grid, boundary);
  return node;
}

}  // namespace

std::string json(const SweepReport& report) {
  const SweepQuestion& question = report.question;
  Json root;
  root["carom"] = version;
  root["format"] = format;
  root["title"] = question.title;
  root["of"] = question.verb;
  root["laws"] = question.laws;
  root["axes"] = Json::array();
  for (const GridDimension& dimension : question.grid.dimensions)
    for (const SweepAxis& each : dimension.axes) root["axes"].push_back(axis(each));
  root["points"] = report.points;
  root["holes"] = report.holes;
  Json columns = Json::object();
  for (const ColumnSummary& column : report.columns) {
    Json& group = column.group.empty() ? columns : columns[column.group];
    group[column.name] = summary(column);
  }
  root["summary"] = std::move(columns);
  if (question.boundaries) {
    root["boundaries"] = Json::array();
    for (const Boundary& each : report.boundaries)
      root["boundaries"].push_back(boundary(question.grid, each));
  }
  root["notes"] = report.notes;
  if (!report.folder.empty()) root["folder"] = report.folder;
  // A path may have bytes that are no text.
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace carom
