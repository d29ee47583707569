#include "study/sensitivity_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest_name.hpp"
#include "carom/fault.hpp"
#include "sweeps/scenario_slopes.hpp"

namespace carom {

void check_sensitivity_names(const Scenario& scenario, const std::vector<std::string>& names,
                             std::string_view state_is) {
  std::vector<Fault> faults;
  std::vector<std::string> known;
  for (const Parameter& parameter : scenario.parameters) known.push_back(parameter.name);
  if (names.empty() && known.empty())
    faults.push_back({{},
                      fmt::format("--sensitivity: the scenario has no [parameters]; "
                                  "--sensitivity=state differentiates by {}",
                                  state_is),
                      {}});
  known.emplace_back(by_state);
  for (const std::string& name : names)
    if (std::ranges::find(known, name) == known.end())
      faults.push_back({{},
                        fmt::format("--sensitivity: \"{}\" is not a parameter of the scenario{}",
                                    name, nearest_or_all(name, known)),
                        {}});
  if (!faults.empty()) throw InputError("", std::move(faults));
}

std::vector<int> asked_parameters(const Scenario& scenario, const std::vector<std::string>& names) {
  if (names.empty()) return free_parameters(scenario);
  std::vector<int> places;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(scenario.parameters, name, &Parameter::name);
    const int place = static_cast<int>(found - scenario.parameters.begin());
    if (name != by_state && std::ranges::find(places, place) == places.end())
      places.push_back(place);
  }
  return places;
}

}  // namespace carom
