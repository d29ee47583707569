#include "data/uniqueness_table.hpp"
#include "io/json_table.hpp"
#include "io/report_json.hpp"
#include "io/scenario_text.hpp"

namespace carom {

using namespace json_parts;

namespace {

Json named(const std::vector<std::pair<std::string, int>>& parts) {
  Json node = Json::object();
  for (const auto& [name, value] : parts) node[name] = value;
  return node;
}

}  // namespace

std::string json(const UniquenessReport& report) {
  Json root = json_table::json_of(report, report);
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
