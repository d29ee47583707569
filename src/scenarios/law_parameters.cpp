#include "scenarios/law_parameters.hpp"

#include <algorithm>

#include "laws/law_set.hpp"
#include "laws/registry.hpp"

namespace carom::io {

std::vector<LawParameter> declared(const Contact& /*contact*/, const Mechanism& mechanism) {
  const std::shared_ptr<const LawSet> laws = laws_with(mechanism.laws);
  std::vector<LawParameter> all;
  for (const LawParameter& each : laws->parameters())
    if (each.name != friction_parameter.name && each.name != restitution_parameter.name)
      all.push_back(each);
  return all;
}

std::vector<LawParameter> declared(const Compliance& compliance, const Mechanism& /*mechanism*/) {
  if (const CompliantLaw* const law = find_compliant_law(compliance.kind))
    return {law->parameters.begin(), law->parameters.end()};
  std::vector<LawParameter> all;
  for (const CompliantLaw* law : compliant_laws())
    for (LawParameter each : law->parameters) {
      if (std::ranges::find(all, each.name, &LawParameter::name) != all.end()) continue;
      each.otherwise = each.otherwise.value_or(0);
      all.push_back(each);
    }
  return all;
}

KeyFacts facts_of(const LawParameter& parameter, Home home) {
  return {.name = parameter.name,
          .unit = parameter.unit,
          .meaning = parameter.meaning,
          .range = parameter.range,
          .home = home,
          .required = !parameter.otherwise};
}

double& made_parameter(std::vector<Parameter>& parameters, std::string_view name) {
  const auto found = std::ranges::find(parameters, name, &Parameter::name);
  return found != parameters.end() ? found->value
                                   : parameters.emplace_back(std::string(name), 0.0).value;
}

}  // namespace carom::io
