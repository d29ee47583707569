#include "study/law_choice.hpp"

#include <algorithm>
#include <iterator>

namespace carom {

std::vector<const Law*> chosen_laws(const Study& study, const std::vector<std::string>& asked) {
  return chosen_laws(study.scenario, asked);
}

std::vector<const Law*> chosen_laws(const Scenario& scenario,
                                    const std::vector<std::string>& asked) {
  std::vector<std::string> names = asked;
  if (names.empty()) names.push_back(scenario.impact.law.value_or("energetic"));
  const auto laws = laws_with(scenario.mechanism.laws);
  std::vector<const Law*> chosen;
  std::vector<Fault> faults;
  for (const std::string& each : names) {
    if (each == "all") {
      // Side by side: those that answer the same question, one striking contact.
      chosen.clear();
      std::ranges::copy_if(laws->laws(), std::back_inserter(chosen), &Law::needs_one_striker);
      continue;
    }
    const Law* law = laws->find(each);
    if (law == nullptr)
      faults.push_back({{}, "--law: " + unknown_law(each, *laws), {}});
    else if (std::ranges::find(chosen, law) == chosen.end())
      chosen.push_back(law);
  }
  if (!faults.empty()) throw InputError("", std::move(faults));
  return chosen;
}

}  // namespace carom
