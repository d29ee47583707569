#include <fmt/format.h>
#include <fmt/ranges.h>

#include "data/train_table.hpp"
#include "reports/json_table.hpp"
#include "reports/listing.hpp"
#include "reports/text_table.hpp"
#include "reports/train_words.hpp"

namespace carom {

std::string words(const TrainDescription& report) {
  const Train& train = report.train;
  const bool rigid = train.model == ContactModel::rigid;
  std::string out = titled(report.title);
  out += fmt::format("train     {} bodies: {}\n", train.bodies.size(), model_line(train));
  if (!report.parameters.empty()) {
    std::vector<std::string> list;
    for (const Parameter& parameter : report.parameters)
      list.push_back(fmt::format("{} = {}", parameter.name, number(parameter.value)));
    out += fmt::format("with      {}\n", fmt::join(list, ", "));
  }
  const std::string contact =
      train.model == ContactModel::hertz ? "contact N/m^1.5" : "contact N/m";
  Listing<DescribedBody, TrainDescription> bodies(report);
  bodies.add<"name">().add<"kind">().add<"mass">().add<"length">().add<"stiffness">();
  bodies.add<"contact_stiffness">().headed(contact);
  bodies.add<"segments">([](const DescribedBody& own) {
    return fmt::format("{}{}", static_cast<int>(own.body.segments), own.by_rule ? " (auto)" : "");
  });
  bodies.add<"velocity">().add<"use">();
  out += "\n" + bodies.text(described_bodies(report));
  Listing<DescribedPair, TrainDescription> pairs(report);
  pairs.add<"between">().add<"restitution">().add<"gap">().add<"approach">();
  pairs.add<"contact_stiffness">().headed(rigid ? "" : contact);
  pairs.add<"from">();
  out += "\n" + pairs.text(report.pairs);
  out += fmt::format("\nmass      {} kg, its centre moves at {} m/s\n", number(report.mass),
                     number(report.velocity));
  out += fmt::format("energy    kinetic {} J, {} J of it about the mass centre\n",
                     number(report.kinetic_energy), number(report.relative_energy));
  out += fmt::format("momentum  {} kg m/s\n", number(report.momentum));
  out += fmt::format("work      about {:.2g} s for `carom collide`\n", report.estimated_seconds);
  return out + noted(report.warnings);
}

template struct ReportOut<TrainDescription>;

}  // namespace carom
