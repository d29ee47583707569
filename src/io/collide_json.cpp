#include "data/collide_table.hpp"
#include "io/collide_report_out.hpp"
#include "io/train_words.hpp"

// After the words, which it looks for where it stands.
#include "io/json_table.hpp"

namespace carom {
namespace {

using json_parts::Json;

Json rule_node(const SegmentReport::Rule& rule) {
  const SegmentCoefficients& c = rule.coefficients;
  return {{"name", rule.name},
          {"a", c.a},
          {"b", c.b},
          {"c", c.c},
          {"hard_first", c.hard_first},
          {"soft_first", c.soft_first},
          {"rounding", c.truncate ? "truncated" : "nearest"},
          {"about", rule.about},
          {"segments", rule.segments}};
}

}  // namespace

std::string json(const CollideReport& report) {
  return json_table::written(report);
}

void read_answer(const std::string& answer, CollideReport& report) {
  json_table::read_document(answer, report);
}

std::string json(const SegmentReport& report) {
  Json root = json_parts::document(report.title);
  root["rule"] = rule_node(report.rule);
  root["sets"] = Json::array();
  for (const SegmentReport::Set& set : report.sets)
    root["sets"].push_back({{"between", {set.left, set.right}},
                            {"soft", set.soft},
                            {"hard", set.hard},
                            {"ratio", set.ratio},
                            {"value", set.value},
                            {"soft_segments", set.soft_segments},
                            {"hard_segments", set.hard_segments}});
  root["bodies"] = Json::array();
  for (const SegmentReport::Body& body : report.bodies) {
    Json node = {{"name", body.name}, {"segments", body.segments}, {"reason", body.reason}};
    if (body.given) node["given"] = *body.given;
    root["bodies"].push_back(std::move(node));
  }
  root["others"] = Json::array();
  for (const SegmentReport::Rule& other : report.others) root["others"].push_back(rule_node(other));
  return root.dump(2) + '\n';
}

}  // namespace carom
