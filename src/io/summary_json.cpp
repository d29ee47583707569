#include "io/summary_json.hpp"

#include <nlohmann/json.hpp>

#include "carom/version.hpp"
#include "io/sweep_plan.hpp"

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

/// What is summed up: a column, or one component of it.
Json named(const std::string& group, const std::string& name, const std::string& component,
           const std::string& unit) {
  Json node;
  if (!group.empty()) node["law"] = group;
  node["name"] = name;
  if (!component.empty()) node["component"] = component;
  node["unit"] = unit;
  return node;
}

Json json_of(const ColumnSummary& column) {
  Json node = named(column.group, column.name, "", column.unit);
  if (!column.counts.empty()) {
    node["counts"] = Json::object();
    for (const auto& [text, count] : column.counts) node["counts"][text] = count;
  }
  if (column.has_range) {
    node["least"] = column.least;
    node["least_at"] = column.least_at;
    node["most"] = column.most;
    node["most_at"] = column.most_at;
  }
  return node;
}

ColumnSummary summary_of(const Json& node) {
  ColumnSummary column;
  column.group = node.value("law", "");
  column.name = node.at("name");
  column.unit = node.at("unit");
  if (node.contains("counts"))
    for (const auto& [text, count] : node["counts"].items())
      column.counts.emplace_back(text, count.get<std::int64_t>());
  column.has_range = node.contains("least");
  if (column.has_range) {
    column.least = node["least"];
    column.least_at = node.at("least_at");
    column.most = node.at("most");
    column.most_at = node.at("most_at");
  }
  return column;
}

Json json_of(const QuantityStatistics& told) {
  Json node = named(told.group, told.name, told.component, told.unit);
  node["count"] = told.count;
  node["mean"] = told.mean;
  node["deviation"] = told.deviation;
  node["percentiles"] = told.percentiles;
  return node;
}

QuantityStatistics statistics_of(const Json& node) {
  QuantityStatistics told;
  told.group = node.value("law", "");
  told.name = node.at("name");
  told.component = node.value("component", "");
  told.unit = node.at("unit");
  told.count = node.at("count");
  told.mean = node.at("mean");
  told.deviation = node.at("deviation");
  for (std::size_t p = 0; p < std::size(percentile_levels); ++p)
    told.percentiles[p] = node.at("percentiles").at(p);
  return told;
}

}  // namespace

std::string summary_json(const SweepReport& report, std::size_t boundaries) {
  const SweepQuestion& question = report.question;
  Json root{{"carom", version},
            {"format", format},
            {"fingerprint", written_fingerprint(fingerprint(question))},
            {"title", question.title},
            {"points", report.points},
            {"holes", report.holes},
            {"columns", Json::array()}};
  for (const ColumnSummary& column : report.columns) root["columns"].push_back(json_of(column));
  if (!report.statistics.empty()) {
    root["percentile_levels"] = percentile_levels;
    root["statistics"] = Json::array();
    for (const QuantityStatistics& told : report.statistics)
      root["statistics"].push_back(json_of(told));
  }
  if (question.boundaries) root["boundaries"] = boundaries;
  root["notes"] = report.notes;
  root["question"] = Json::parse(question_json(question));
  return root.dump(1) + '\n';
}

std::optional<SweepReport> report_from_summary(std::string_view text) {
  auto plan = plan_from_json(text);
  if (!plan || !plan->question) return std::nullopt;
  try {
    const Json root = Json::parse(text);
    SweepReport report;
    report.question = std::move(*plan->question);
    report.points = root.at("points");
    report.holes = root.at("holes");
    for (const Json& column : root.at("columns")) report.columns.push_back(summary_of(column));
    if (root.contains("statistics"))
      for (const Json& told : root["statistics"]) report.statistics.push_back(statistics_of(told));
    report.notes = root.at("notes").get<std::vector<std::string>>();
    return report;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace carom
