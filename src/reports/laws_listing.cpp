#include "reports/laws_listing.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "carom/law.hpp"
#include "carom/version.hpp"

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

/// What a law tells by itself: kind, formula, source, limits and, last, its parameters.
template <class AnyLaw>
std::string told(const AnyLaw& law, std::string_view kind) {
  return fmt::format("{}: {}\n  kind     {}\n  formula  {}\n  source   {}\n  limits   {}\n",
                     law.name, law.title, kind, law.formula, law.source, law.limits);
}

std::string takes(std::span<const LawParameter> parameters) {
  std::string out;
  for (const LawParameter& each : parameters)
    out += fmt::format("  {:<8} {} {}{}{}: {}\n", out.empty() ? "takes" : "", each.name,
                       words(each.range), each.unit == "1" ? "" : fmt::format(" {}", each.unit),
                       each.otherwise ? fmt::format(", default {}", *each.otherwise) : "",
                       each.meaning);
  return out;
}

Json bound(double number) {
  return std::isfinite(number) ? Json(number) : Json(nullptr);
}

Json listed(std::span<const LawParameter> parameters) {
  Json list = Json::array();
  for (const LawParameter& each : parameters)
    list.push_back({{"name", each.name},
                    {"unit", each.unit},
                    {"range", words(each.range)},
                    {"from", bound(each.range.from)},
                    {"to", bound(each.range.to)},
                    {"default", each.otherwise ? Json(*each.otherwise) : Json(nullptr)},
                    {"meaning", each.meaning}});
  return list;
}

}  // namespace

std::string text(const LawList& laws) {
  std::string out;
  for (const Law* law : laws.rigid) {
    if (!out.empty()) out += "\n";
    out += told(*law, law->algebraic ? "algebraic: one solve for the whole impact"
                                     : "differential: followed stage by stage");
    out += fmt::format("  energy   {}\n",
                       law->can_make_energy ? "can make energy" : "never makes energy");
    out += takes(law->parameters);
  }
  for (const CompliantLaw* law : laws.compliant)
    out += "\n" + told(*law, "compliant: a force from the indentation; of trains, [train] model") +
           takes(law->parameters);
  return out;
}

std::string json(const LawList& laws) {
  Json root;
  root["carom"] = version;
  root["format"] = format;
  root["laws"] = Json::array();
  for (const Law* law : laws.rigid)
    root["laws"].push_back({{"name", law->name},
                            {"title", law->title},
                            {"algebraic", law->algebraic},
                            {"formula", law->formula},
                            {"source", law->source},
                            {"limits", law->limits},
                            {"can_make_energy", law->can_make_energy},
                            {"parameters", listed(law->parameters)}});
  root["compliant"] = Json::array();
  for (const CompliantLaw* law : laws.compliant)
    root["compliant"].push_back({{"name", law->name},
                                 {"title", law->title},
                                 {"formula", law->formula},
                                 {"source", law->source},
                                 {"limits", law->limits},
                                 {"parameters", listed(law->parameters)}});
  return root.dump(2) + '\n';
}

}  // namespace carom
