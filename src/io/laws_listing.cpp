#include "io/laws_listing.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "carom/version.hpp"

namespace carom {

std::string text(const std::vector<LawEntry>& laws) {
  std::string out;
  for (const LawEntry& law : laws) {
    if (!out.empty()) out += "\n";
    out += fmt::format("{}: {}\n", law.name, law.title);
    out +=
        fmt::format("  kind     {}\n", law.algebraic ? "algebraic: one solve for the whole impact"
                                                     : "differential: followed stage by stage");
    out += fmt::format("  formula  {}\n", law.formula);
    out += fmt::format("  source   {}\n", law.source);
    out += fmt::format("  limits   {}\n", law.limits);
    out += fmt::format("  energy   {}\n",
                       law.can_make_energy ? "can make energy" : "never makes energy");
  }
  return out;
}

std::string json(const std::vector<LawEntry>& laws) {
  nlohmann::ordered_json root;
  root["carom"] = version;
  root["format"] = format;
  root["laws"] = nlohmann::ordered_json::array();
  for (const LawEntry& law : laws)
    root["laws"].push_back({{"name", law.name},
                            {"title", law.title},
                            {"algebraic", law.algebraic},
                            {"formula", law.formula},
                            {"source", law.source},
                            {"limits", law.limits},
                            {"can_make_energy", law.can_make_energy}});
  return root.dump(2) + '\n';
}

}  // namespace carom
