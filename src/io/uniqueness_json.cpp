#include "io/json_parts.hpp"
#include "io/report_json.hpp"
#include "io/scenario_text.hpp"

namespace carom {

using namespace json_parts;

namespace {

template <class T>
Json named(const std::vector<std::pair<std::string, T>>& parts) {
  Json node = Json::object();
  for (const auto& [name, value] : parts) node[name] = value;
  return node;
}

Json optional(const std::optional<double>& x) {
  return x ? Json(*x) : Json(nullptr);
}

}  // namespace

std::string json(const UniquenessReport& report) {
  Json root = document(report.title);
  root["striker"] = report.striker;
  root["contacts"] = report.contacts;
  root["velocities"] = {{"determined", report.velocities}, {"why", report.velocities_why}};
  root["impulses"] = {{"determined", report.impulses}, {"why", report.impulses_why}};
  root["rank"] = {{"normal", report.rank},
                  {"normal_rows", report.rows},
                  {"full", report.full_rank},
                  {"full_rows", report.full_rows}};
  root["null_combinations"] = array(report.self_stresses, [](const SelfStress& stress) -> Json {
    return {{"contacts", named(stress.contacts)},
            {"rods", named(stress.rods)},
            {"one_sided", stress.one_sided}};
  });
  root["sliding"] = array(report.sliding, [](const SlidingVerdict& test) {
    Json node = {{"slip", named(test.signs)}, {"p_matrix", test.unique}};
    if (!test.unique) {
      node["failing"] = test.failing;
      node["minor"] = test.minor;
    }
    return node;
  });
  root["friction"] = array(report.friction, [](const FrictionVerdict& f) -> Json {
    return {{"contact", f.contact},
            {"end", f.end},
            {"friction", f.friction},
            {"critical_friction", optional(f.critical)},
            {"critical_friction_here", optional(f.critical_here)},
            {"slip", f.slip}};
  });
  root["strikes_tried"] = report.strikes_tried;
  if (report.example) {
    const ShownStrike& strike = *report.example;
    root["example"] = {{"striker", strike.striker},
                       {"verdict", strike.verdict},
                       {"answers", strike.answers},
                       {"slip", named(strike.slips)},
                       {"added_surface", strike.added},
                       {"scenario", scenario_text(strike.mechanism, strike.state,
                                                  {"A strike found by carom verdict.", report.title,
                                                   strike.striker, "energetic"})}};
  } else {
    root["example"] = nullptr;
  }
  root["notes"] = report.notes;
  return printed(root);
}

}  // namespace carom
