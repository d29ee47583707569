#include "stores/sweep_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/words.hpp"
#include "carom/version.hpp"
#include "stores/checksum.hpp"

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view type_names[] = {"real", "category", "text"};

/// Of a text that may be damaged.
void demand(bool sound) {
  if (!sound) throw std::runtime_error("not sound");
}

template <class Enum>
Enum value_in(const Json& word) {
  const auto value = value_named<Enum>(word.get<std::string>());
  demand(value.has_value());
  return *value;
}

std::string dumped(const Json& node, int indent) {
  return node.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json json_of(const SweepAxis& axis) {
  Json node{{"parameter", axis.parameter}};
  if (!axis.values.empty()) {
    node["values"] = axis.values;
  } else if (axis.distribution) {
    Json& distribution = node["distribution"];
    distribution["kind"] = name(axis.distribution->kind);
    for (const DistributionKey& key : distribution_keys())
      if (const auto& value = *axis.distribution.*key.member)
        distribution[std::string(key.name)] = *value;
    node["seed"] = axis.seed;
    node["count"] = axis.count;
  } else {
    node["from"] = axis.from;
    node["to"] = axis.to;
    node["count"] = axis.count;
    node["spacing"] = name(axis.spacing);
  }
  if (axis.with) node["with"] = *axis.with;
  return node;
}

SweepAxis axis_of(const Json& node) {
  SweepAxis axis;
  axis.parameter = node.at("parameter");
  if (node.contains("values")) axis.values = node["values"].get<std::vector<double>>();
  if (node.contains("count")) axis.count = node["count"];
  if (node.contains("from")) {
    axis.from = node["from"];
    axis.to = node.at("to");
    axis.spacing = value_in<Spacing>(node.at("spacing"));
  }
  if (node.contains("distribution")) {
    const Json& from = node["distribution"];
    axis.distribution.emplace();
    axis.distribution->kind = value_in<DistributionKind>(from.at("kind"));
    for (const DistributionKey& key : distribution_keys())
      if (from.contains(key.name)) *axis.distribution.*key.member = from[std::string(key.name)];
    axis.seed = node.at("seed");
  }
  if (node.contains("with")) axis.with = node["with"].get<std::string>();
  demand(axis.size() >= 1);
  return axis;
}

/// The axes in the order of the file, from which the grid can be made again.
Json json_of(const Grid& grid) {
  std::vector<Json> axes(grid.parameters.size());
  for (const GridDimension& dimension : grid.dimensions)
    for (std::size_t k = 0; k < dimension.axes.size(); ++k)
      axes[static_cast<std::size_t>(dimension.columns[k])] = json_of(dimension.axes[k]);
  return axes;
}

Json json_of(const Column& column) {
  Json node{{"group", column.group},
            {"name", column.name},
            {"unit", column.unit},
            {"description", column.description},
            {"type", type_names[static_cast<int>(column.type)]},
            {"extents", Json::array()}};
  for (const ColumnExtent& extent : column.extents)
    node["extents"].push_back({{"name", extent.name}, {"labels", extent.labels}});
  if (column.type == ColumnType::category) node["categories"] = column.categories;
  return node;
}

Column column_of(const Json& node) {
  Column column;
  column.group = node.at("group");
  column.name = node.at("name");
  column.unit = node.at("unit");
  column.description = node.at("description");
  const auto type = std::ranges::find(type_names, node.at("type").get<std::string>());
  demand(type != std::end(type_names));
  column.type = static_cast<ColumnType>(type - std::begin(type_names));
  for (const Json& extent : node.at("extents"))
    column.extents.push_back({extent.at("name"), extent.at("labels")});
  if (node.contains("categories"))
    column.categories = node["categories"].get<std::vector<std::string>>();
  return column;
}

Json json_of(const SweepQuestion& question) {
  Json node{{"title", question.title},         {"verb", question.verb},
            {"laws", question.laws},           {"method", question.method},
            {"overrides", question.overrides}, {"axes", json_of(question.grid)},
            {"columns", Json::array()},        {"boundaries", question.boundaries}};
  for (const Column& column : question.columns) node["columns"].push_back(json_of(column));
  if (question.boundaries) {
    node["along"] = question.along;
    node["boundary_tolerance"] = question.boundary_tolerance;
  }
  node["scenario"] = question.scenario;
  return node;
}

SweepQuestion question_of(const Json& node) {
  SweepQuestion question;
  question.title = node.at("title");
  question.verb = node.at("verb");
  question.laws = node.at("laws").get<std::vector<std::string>>();
  question.method = node.at("method");
  question.overrides = node.at("overrides").get<std::vector<std::string>>();
  std::vector<SweepAxis> axes;
  for (const Json& axis : node.at("axes")) axes.push_back(axis_of(axis));
  demand(points_of(axes) <= most_points);
  question.grid = grid_of(axes);
  for (const Json& column : node.at("columns")) question.columns.push_back(column_of(column));
  question.boundaries = node.at("boundaries");
  if (question.boundaries) {
    question.along = node.at("along");
    question.boundary_tolerance = node.at("boundary_tolerance");
  }
  question.scenario = node.at("scenario");
  return question;
}

std::string listed(const std::vector<std::string>& texts) {
  return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, ", "));
}

/// The first line in which two texts differ.
std::string first_difference(std::string_view there, std::string_view now) {
  for (int line = 1;; ++line) {
    const std::string_view a = there.substr(0, there.find('\n'));
    const std::string_view b = now.substr(0, now.find('\n'));
    if (a != b || there.size() == a.size() || now.size() == b.size())
      return fmt::format("from line {} on", line);
    there.remove_prefix(a.size() + 1);
    now.remove_prefix(b.size() + 1);
  }
}

std::uint64_t fingerprint_by(std::string_view who, int in_format, const SweepQuestion& question) {
  return checksum(fmt::format("Carom {} format {}\n{}", who, in_format, question_json(question)));
}

}  // namespace

std::string question_json(const SweepQuestion& question) {
  return dumped(json_of(question), -1);
}

std::uint64_t fingerprint(const SweepQuestion& question) {
  return fingerprint_by(version, format, question);
}

std::string written_fingerprint(std::uint64_t fingerprint) {
  return fmt::format("{:016x}", fingerprint);
}

std::string plan_json(const SweepQuestion& question, bool with_chunks) {
  Json plan{{"carom", version},
            {"format", format},
            {"fingerprint", written_fingerprint(fingerprint(question))}};
  if (with_chunks) plan["chunk_points"] = question.chunk_points;
  plan["question"] = json_of(question);
  return dumped(plan, 1) + '\n';
}

std::optional<SweepPlan> plan_from_json(std::string_view text) {
  const Json node = Json::parse(text, nullptr, false);
  if (!node.is_object() || !node.contains("carom") || !node["carom"].is_string() ||
      !node.contains("format") || !node["format"].is_number_integer())
    return std::nullopt;
  SweepPlan plan{node["carom"], node["format"], std::nullopt};
  try {
    plan.question = question_of(node.at("question"));
    const auto print = fingerprint_by(plan.version, plan.format, *plan.question);
    demand(node.at("fingerprint") == written_fingerprint(print));
    if (node.contains("chunk_points")) plan.question->chunk_points = node["chunk_points"];
    demand(plan.question->chunk_points >= 1);
  } catch (const std::exception&) {
    plan.question.reset();
  }
  return plan;
}

std::vector<std::string> differences(const SweepPlan& there, const SweepQuestion& now,
                                     bool with_chunks) {
  std::vector<std::string> all;
  const auto compare = [&](std::string_view what, const std::string& a, const std::string& b) {
    if (a != b) all.push_back(fmt::format("{}: {} there, {} now", what, a, b));
    return a != b;
  };
  compare("Carom's version", there.version, version);
  compare("the format of results", std::to_string(there.format), std::to_string(format));
  if (!there.question) {
    if (all.empty()) all.emplace_back("the plan there is damaged");
    return all;
  }
  const SweepQuestion& old = *there.question;
  bool changed = false;
  if (old.scenario != now.scenario) {
    all.push_back("the scenario's text, " + first_difference(old.scenario, now.scenario));
    changed = true;
  }
  changed |= compare("parameters set", listed(old.overrides), listed(now.overrides));
  changed |= compare("what is swept", old.verb, now.verb);
  changed |= compare("laws", listed(old.laws), listed(now.laws));
  compare("the method", old.method, now.method);
  const auto boundaries = [](const SweepQuestion& question) {
    return question.boundaries ? fmt::format("sought along {} to {} of a cell", question.along,
                                             question.boundary_tolerance)
                               : "not sought";
  };
  compare("boundaries", boundaries(old), boundaries(now));
  // The rest follows from what was said, if anything was.
  const auto names = [](const SweepQuestion& question) {
    std::vector<std::string> columns;
    for (const Column& column : question.columns)
      columns.push_back(column.group.empty() ? column.name : column.group + "/" + column.name);
    return listed(columns);
  };
  if (!changed) {
    if (json_of(old.grid) != json_of(now.grid))
      all.push_back(
          fmt::format("the grid: {} points there, {} now", old.grid.points, now.grid.points));
    compare("quantities", names(old), names(now));
  }
  if (all.empty() && question_json(old) != question_json(now))
    all.emplace_back("the description of the quantities");
  if (with_chunks)
    compare("points a chunk", std::to_string(old.chunk_points), std::to_string(now.chunk_points));
  return all;
}

}  // namespace carom
