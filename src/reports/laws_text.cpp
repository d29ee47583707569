#include <fmt/format.h>

#include "data/law_list.hpp"
#include "reports/json_table.hpp"

namespace carom {
namespace {

/// What a law tells by itself: kind, formula, source, limits, energy and, last,
/// its parameters.
std::string told(const ListedLaw& law) {
  const std::string_view kind = !law.algebraic
                                    ? "compliant: a force from the indentation; [[contact]] "
                                      "compliance, strike --law compliant:KIND"
                                : *law.algebraic ? "algebraic: one solve for the whole impact"
                                                 : "differential: followed stage by stage";
  std::string out =
      fmt::format("{}: {}\n  kind     {}\n  formula  {}\n  source   {}\n  limits   {}\n", law.name,
                  law.long_name, kind, law.formula, law.source, law.limits);
  if (law.can_make_energy)
    out += fmt::format("  energy   {}\n",
                       *law.can_make_energy ? "can make energy" : "never makes energy");
  for (const ListedParameter& each : law.parameters)
    out += fmt::format("  {:<8} {} {}{}{}: {}\n", &each == law.parameters.data() ? "takes" : "",
                       each.name, each.range, each.unit == "1" ? "" : " " + each.unit,
                       each.otherwise ? fmt::format(", default {}", *each.otherwise) : "",
                       each.meaning);
  if (!law.restitution.empty()) {
    out += fmt::format("  {:<8} of a mass that strikes by itself:\n    asked   ", "yields");
    for (const auto& point : law.restitution) out += fmt::format(" {:6.3g}", point[0]);
    out += "\n    yields  ";
    for (const auto& point : law.restitution) out += fmt::format(" {:6.3f}", point[1]);
    out += "\n";
  }
  return out;
}

}  // namespace

std::string words(const LawList& laws) {
  std::string out;
  for (const auto* list : {&laws.rigid, &laws.compliant})
    for (const ListedLaw& law : *list) out += (out.empty() ? "" : "\n") + told(law);
  return out;
}

template struct ReportOut<LawList>;

}  // namespace carom
