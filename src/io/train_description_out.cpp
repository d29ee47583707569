#include "io/train_description_out.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "io/json_parts.hpp"
#include "io/text_table.hpp"
#include "io/train_words.hpp"

namespace carom {

using namespace json_parts;

std::string text(const TrainDescription& report) {
  const Train& train = report.train;
  const bool rigid = train.model == ContactModel::rigid;
  std::string out = report.title.empty() ? "" : report.title + "\n\n";
  out += fmt::format("train     {} bodies: {}\n", train.bodies.size(), model_line(train));
  if (!report.parameters.empty()) {
    std::vector<std::string> list;
    for (const Parameter& parameter : report.parameters)
      list.push_back(fmt::format("{} = {}", parameter.name, number(parameter.value)));
    out += fmt::format("with      {}\n", fmt::join(list, ", "));
  }
  TextTable bodies({"body", "<kind", "mass kg", "length m", "stiffness N/m",
                    train.model == ContactModel::hertz ? "contact N/m^1.5" : "contact N/m",
                    "segments", "velocity m/s", "<"});
  for (std::size_t i = 0; i < train.bodies.size(); ++i) {
    const TrainBody& body = train.bodies[i];
    bodies.add(
        {body.name, std::string(name(body.kind)), number(body.mass),
         body.length > 0 ? number(body.length) : "",
         body.stiffness > 0 ? number(body.stiffness) : "",
         body.contact_stiffness ? number(*body.contact_stiffness) : "",
         fmt::format("{}{}", static_cast<int>(body.segments), report.by_rule[i] ? " (auto)" : ""),
         number(body.velocity), body.origin});
  }
  out += "\n" + bodies.text();
  TextTable pairs({"between", "restitution", "gap m", "approach m/s",
                   rigid                                ? "<"
                   : train.model == ContactModel::hertz ? "contact N/m^1.5"
                                                        : "contact N/m",
                   "<"});
  for (const DescribedPair& pair : report.pairs)
    pairs.add({pair.left + "–" + pair.right, number(pair.restitution), number(pair.gap),
               number(pair.approach), pair.contact_stiffness ? number(*pair.contact_stiffness) : "",
               pair.origin});
  out += "\n" + pairs.text();
  out += fmt::format("\nmass      {} kg, its centre moves at {} m/s\n", number(report.mass),
                     number(report.velocity));
  out += fmt::format("energy    kinetic {} J, {} J of it about the mass centre\n",
                     number(report.kinetic_energy), number(report.relative_energy));
  out += fmt::format("momentum  {} kg m/s\n", number(report.momentum));
  out += fmt::format("work      about {:.2g} s for `carom collide`\n", report.estimated_seconds);
  for (const std::string& warning : report.warnings) out += "\nnote: " + warning;
  if (!report.warnings.empty()) out += "\n";
  return out;
}

std::string json(const TrainDescription& report) {
  const Train& train = report.train;
  Json root = document(report.title);
  root["parameters"] = Json::object();
  for (const Parameter& parameter : report.parameters)
    root["parameters"][parameter.name] = parameter.value;
  root["model"] = name(train.model);
  root["interior"] = name(train.interior);
  root["history"] = name(train.history);
  root["tolerance"] = train.tolerance;
  root["bodies"] = Json::array();
  for (std::size_t i = 0; i < train.bodies.size(); ++i) {
    const TrainBody& body = train.bodies[i];
    Json node = {{"name", body.name}, {"kind", name(body.kind)}, {"mass", body.mass}};
    if (body.length > 0) node["length"] = body.length;
    if (body.stiffness > 0) node["stiffness"] = body.stiffness;
    if (body.contact_stiffness) node["contact_stiffness"] = *body.contact_stiffness;
    node["segments"] = static_cast<int>(body.segments);
    node["segments_by_rule"] = static_cast<bool>(report.by_rule[i]);
    node["velocity"] = body.velocity;
    if (!body.origin.empty()) node["use"] = body.origin;
    root["bodies"].push_back(std::move(node));
  }
  root["pairs"] = array(report.pairs, [](const DescribedPair& pair) {
    Json node = {{"between", {pair.left, pair.right}},
                 {"restitution", pair.restitution},
                 {"gap", pair.gap},
                 {"approach", pair.approach}};
    if (pair.contact_stiffness) node["contact_stiffness"] = *pair.contact_stiffness;
    if (pair.meet) node["meet"] = *pair.meet;
    if (!pair.origin.empty()) node["from"] = pair.origin;
    return node;
  });
  root["mass"] = report.mass;
  root["velocity"] = report.velocity;
  root["momentum"] = report.momentum;
  root["energy"] = {{"kinetic", report.kinetic_energy}, {"relative", report.relative_energy}};
  root["estimated_seconds"] = report.estimated_seconds;
  root["warnings"] = report.warnings;
  return printed(root);
}

}  // namespace carom
