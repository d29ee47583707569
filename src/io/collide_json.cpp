#include <nlohmann/json.hpp>

#include "carom/version.hpp"
#include "io/collide_report_out.hpp"

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

Json document(const std::string& title) {
  Json root;
  root["carom"] = version;
  root["format"] = format;
  root["title"] = title;
  return root;
}

const char* name(ContactModel model) {
  return model == ContactModel::rigid      ? "rigid"
         : model == ContactModel::bilinear ? "bilinear"
                                           : "hertz";
}

const char* name(History history) {
  return history == History::remembered ? "remembered"
         : history == History::reset    ? "reset"
                                        : "latched";
}

const char* name(TrainVerdict verdict) {
  return verdict == TrainVerdict::collided     ? "collided"
         : verdict == TrainVerdict::never_meet ? "never_meet"
                                               : "too_long";
}

Json contact_node(const CollideReport& report, std::size_t c) {
  const TrainContactResult& contact = report.result.contacts[c];
  Json node;
  node["between"] = {report.train.bodies[c].name, report.train.bodies[c + 1].name};
  for (const TrainPair& pair : report.train.pairs)
    if (pair.left == report.train.bodies[c].name) node["restitution"] = pair.restitution;
  if (report.train.model != ContactModel::rigid) {
    node["peak_force"] = contact.peak_force;
    node["indentation"] = {contact.largest, contact.permanent};
  }
  node["duration"] = contact.duration;
  node["from"] = contact.from;
  node["to"] = contact.to;
  node["impulse"] = contact.impulse;
  node["lost"] = contact.lost;
  node["touches"] = contact.touches;
  if (contact.passed_through) node["passed_through"] = true;
  return node;
}

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
  const TrainResult& result = report.result;
  Json root = document(report.title);
  root["model"] = name(report.train.model);
  root["interior"] = report.train.interior == Interior::lossless ? "lossless" : "dissipating";
  root["history"] = name(report.train.history);
  root["verdict"] = name(result.verdict);
  root["bodies"] = Json::array();
  for (std::size_t b = 0; b < report.train.bodies.size(); ++b) {
    const TrainBody& body = report.train.bodies[b];
    Json node = {{"name", body.name},
                 {"segments", static_cast<int>(body.segments)},
                 {"velocity_before", body.velocity}};
    if (result.verdict != TrainVerdict::too_long) {
      node["velocity_after"] = result.bodies[b].velocity_after;
      node["vibration"] = result.bodies[b].vibration;
      if (report.train.interior == Interior::dissipating)
        node["lost"] = result.bodies[b].interior_loss;
    }
    if (!body.origin.empty()) node["use"] = body.origin;
    root["bodies"].push_back(std::move(node));
  }
  if (result.verdict != TrainVerdict::too_long) {
    if (result.restitution && result.verdict == TrainVerdict::collided)
      root["restitution"] = *result.restitution;
    root["energy"] = {{"before", result.energy_before},
                      {"after", result.energy_after},
                      {"vibration", result.vibration},
                      {"lost", result.lost},
                      {"residual", result.energy_residual},
                      {"makes_energy", result.lost < -1e-12 * result.energy_before}};
    root["momentum_residual"] = result.momentum_residual;
    root["contacts"] = Json::array();
    for (std::size_t c = 0; c < result.contacts.size(); ++c)
      root["contacts"].push_back(contact_node(report, c));
    root["time"] = result.time;
    root["steps"] = result.steps;
    root["events"] = result.events;
  }
  root["estimated_seconds"] = report.estimated_seconds;
  if (report.convergence) {
    Json node = {{"tolerance", report.convergence->tolerance},
                 {"settled", report.convergence->settled},
                 {"told", report.convergence->told}};
    node["steps"] = Json::array();
    for (const ConvergeStep& step : report.convergence->steps) {
      Json one = {
          {"segments", step.segments}, {"velocities", step.velocities}, {"change", step.change}};
      if (step.restitution) one["restitution"] = *step.restitution;
      node["steps"].push_back(std::move(one));
    }
    root["convergence"] = std::move(node);
  }
  root["notes"] = report.notes;
  return root.dump(2) + '\n';
}

std::string json(const SegmentReport& report) {
  Json root = document(report.title);
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
