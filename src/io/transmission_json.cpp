#include "io/json_parts.hpp"
#include "io/report_json.hpp"

namespace carom {

using namespace json_parts;

std::string json(const TransmissionReport& report) {
  Json root = document(report.title);
  root["striker"] = report.striker;
  root["ratio"] = report.ratio;
  root["method"] = report.method;
  root["verdict"] = report.verdict;
  root["impulses_determined"] = report.impulses_determined;
  root["mobility"] = report.mobility;
  root["links"] = report.links;
  root["contacts"] = array(report.contacts, [](const TransmittedContact& c) {
    Json node = {{"name", c.name},
                 {"outcome", c.outcome},
                 {"normal_velocity", c.normal_velocity},
                 {"normal_impulse", c.normal_impulse},
                 {"tangential_impulse", c.tangential_impulse},
                 {"signed_outcome", c.signed_outcome},
                 {"open_velocity", c.open},
                 {"self_response", c.self_response}};
    mark_open(c.determined, node);
    if (!c.outcome_by_angle.empty())
      node["by_angle"] = {{"normal_velocity", c.velocity_by_angle},
                          {"normal_impulse", c.impulse_by_angle},
                          {"signed_outcome", c.outcome_by_angle}};
    return node;
  });
  root["rods"] = array(report.rods, [](const TransmittedRod& rod) -> Json {
    return {
        {"link", rod.link}, {"along", rod.along}, {"across", rod.across}, {"blocked", rod.blocked}};
  });
  root["notes"] = report.notes;
  return printed(root);
}

}  // namespace carom
