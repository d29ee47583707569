#include <fmt/format.h>

#include "io/json_parts.hpp"
#include "io/report_json.hpp"

namespace carom {
namespace {

using namespace json_parts;

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

Json statistics(const QuantityStatistics& told) {
  Json percentiles = Json::object();
  for (std::size_t p = 0; p < std::size(percentile_levels); ++p)
    percentiles[fmt::format("{:g}", percentile_levels[p])] = told.percentiles[p];
  return {{"count", told.count},
          {"mean", told.mean},
          {"deviation", told.deviation},
          {"percentiles", percentiles}};
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
  for (const auto& [name, value] : values_besides(grid, boundary.point, boundary.parameter))
    node["where"][name] = value;
  return node;
}

}  // namespace

std::string json(const SweepReport& report) {
  const SweepQuestion& question = report.question;
  Json root = document(question.title);
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
  if (!report.statistics.empty()) {
    Json all = Json::object();
    for (const QuantityStatistics& told : report.statistics) {
      Json& group = told.group.empty() ? all : all[told.group];
      Json& quantity = group[told.name];
      (told.component.empty() ? quantity : quantity[told.component]) = statistics(told);
    }
    root["statistics"] = std::move(all);
  }
  if (question.boundaries) {
    root["boundaries"] = Json::array();
    for (const Boundary& each : report.boundaries)
      root["boundaries"].push_back(boundary(question.grid, each));
  }
  root["notes"] = report.notes;
  if (!report.folder.empty()) root["folder"] = report.folder;
  return printed(root);
}

}  // namespace carom
