#include "study/prediction.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace carom {

GivenAsParameters given_as_parameters(const Scenario& scenario, const PredictionTask& task) {
  GivenAsParameters made{scenario, task.free};
  Scenario& own = made.scenario;
  std::vector<std::pair<std::string, FitInput>> inputs;
  for (const std::string& given : task.given) {
    const FitInput input = *fit_input(scenario, given);
    if (!input.target) {
      made.parameters.push_back(given);
      continue;
    }
    std::string name = fmt::format("given_{}", inputs.size());
    while (std::ranges::find(own.parameters, name, &Parameter::name) != own.parameters.end())
      name += '_';
    own.parameters.push_back({name, 0});
    made.parameters.push_back(name);
    inputs.emplace_back(name, input);
  }
  own.mechanism.parameters = own.parameters;
  std::vector<std::string> names;
  for (const Parameter& parameter : own.parameters) names.push_back(parameter.name);
  for (auto& [name, input] : inputs)
    own.bindings.push_back(
        {parsed_expression(name, names).expression, 1, std::move(input.target), input.home, -1});
  return made;
}

}  // namespace carom
