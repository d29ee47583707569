#include "study/law_choice.hpp"

#include <algorithm>
#include <iterator>

#include "study/compliant_strike.hpp"

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
      // Side by side: those that answer the same question, one striking contact among others, and
      // the one that answers where several strike.
      const std::size_t contacts = scenario.mechanism.contacts.size();
      chosen.clear();
      std::ranges::copy_if(laws->laws(), std::back_inserter(chosen), [&](const Law* law) {
        if (law->name == law_for_several) return contacts > 1;
        return law->needs_one_striker && (contacts <= 1 || !law->knows_one_contact);
      });
      continue;
    }
    const Law* law = laws->find(each);
    if (law == nullptr && names_force_model(each))
      faults.push_back({{},
                        "--law: \"" + each +
                            "\" is a force model of `strike`; in a motion a contact yields by the "
                            "`compliance` it has",
                        {}});
    else if (law == nullptr)
      faults.push_back({{}, "--law: " + unknown_law(each, *laws), {}});
    else if (std::ranges::find(chosen, law) == chosen.end())
      chosen.push_back(law);
  }
  if (!faults.empty()) throw InputError("", std::move(faults));
  return chosen;
}

}  // namespace carom
