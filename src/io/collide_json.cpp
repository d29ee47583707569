#include <nlohmann/json.hpp>

#include "carom/version.hpp"
#include "io/collide_report_out.hpp"
#include "io/train_words.hpp"

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

const char* name(TrainVerdict verdict) {
  return verdict == TrainVerdict::collided     ? "collided"
         : verdict == TrainVerdict::never_meet ? "never_meet"
         : verdict == TrainVerdict::too_long   ? "too_long"
                                               : "ambiguous";
}

Json between(const Train& train, std::size_t c) {
  return {train.bodies[c].name, train.bodies[c + 1].name};
}

Json contact_node(const CollideReport& report, const TrainContactResult& contact, std::size_t c) {
  Json node;
  node["between"] = between(report.train, c);
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

/// What the train is like after, in the given outcome or in another.
void add_outcome(const CollideReport& report, const TrainResult& result, Json& node) {
  node["energy"] = {{"before", result.energy_before},
                    {"after", result.energy_after},
                    {"vibration", result.vibration},
                    {"lost", result.lost},
                    {"residual", result.energy_residual},
                    {"makes_energy", result.lost < -1e-12 * result.energy_before}};
  node["momentum_residual"] = result.momentum_residual;
  node["contacts"] = Json::array();
  for (std::size_t c = 0; c < result.contacts.size(); ++c)
    node["contacts"].push_back(contact_node(report, result.contacts[c], c));
  node["time"] = result.time;
}

Json alternative_node(const CollideReport& report, const TrainResult& other) {
  Json node;
  node["order"] = Json::array();
  for (const std::size_t c : other.order) node["order"].push_back(between(report.train, c));
  node["bodies"] = Json::array();
  for (std::size_t b = 0; b < other.bodies.size(); ++b)
    node["bodies"].push_back({{"name", report.train.bodies[b].name},
                              {"velocity_after", other.bodies[b].velocity_after},
                              {"vibration", other.bodies[b].vibration}});
  add_outcome(report, other, node);
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
  root["interior"] = name(report.train.interior);
  root["history"] = name(report.train.history);
  root["verdict"] = name(result.verdict);
  if (result.verdict == TrainVerdict::ambiguous) root["choice"] = true;
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
    add_outcome(report, result, root);
    root["steps"] = result.steps;
    root["events"] = result.events;
    if (result.verdict == TrainVerdict::ambiguous) {
      root["alternatives"] = Json::array();
      for (const TrainResult& other : result.alternatives)
        root["alternatives"].push_back(alternative_node(report, other));
    }
    if (result.verdict == TrainVerdict::ambiguous || !result.exhaustive)
      root["exhaustive"] = result.exhaustive;
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
