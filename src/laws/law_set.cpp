#include "laws/law_set.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "base/nearest_name.hpp"

namespace carom {

LawSet::LawSet(std::span<const Law* const> others)
    : laws_(all_laws().begin(), all_laws().end()),
      parameters_{friction_parameter, restitution_parameter} {
  std::ranges::copy_if(others, std::back_inserter(laws_), [](const Law* law) { return law; });
  rows_.assign(laws_.size() * most_law_parameters, 0);
  for (std::size_t law = 0; law < laws_.size(); ++law) {
    std::size_t number = law * most_law_parameters;
    for (const LawParameter& parameter : laws_[law]->parameters) {
      int at = row(parameter.name);
      if (at < 0 && parameters_.size() < most_law_parameters) {
        at = static_cast<int>(parameters_.size());
        parameters_.push_back(parameter);
      }
      if (at < 0 || number == (law + 1) * most_law_parameters) break;
      rows_[number++] = static_cast<std::uint8_t>(at);
    }
  }
}

const Law* LawSet::find(std::string_view name) const {
  const auto found = std::ranges::find(laws_, name, &Law::name);
  return found == laws_.end() ? nullptr : *found;
}

int LawSet::row(std::string_view parameter) const {
  const auto found = std::ranges::find(parameters_, parameter, &LawParameter::name);
  return found == parameters_.end() ? -1 : static_cast<int>(found - parameters_.begin());
}

const std::uint8_t* LawSet::rows(const Law& law) const {
  const auto found = std::ranges::find(laws_, &law);
  assert(found != laws_.end());
  return rows_.data() + static_cast<std::size_t>(found - laws_.begin()) * most_law_parameters;
}

std::string unknown_law(std::string_view name, const LawSet& laws) {
  std::vector<std::string> names;
  for (const Law* law : laws.laws()) names.emplace_back(law->name);
  std::string known;
  for (const std::string& each : names) known += (known.empty() ? "" : ", ") + each;
  return "law \"" + std::string(name) + "\" is not known; must be one of " + known +
         did_you_mean(name, names);
}

std::string fault_of_several(std::string_view name, const LawSet& laws) {
  const Law* const law = laws.find(name);
  if (law != nullptr && !law->needs_one_striker) return {};
  std::vector<std::string> names;
  for (const Law* each : laws.laws())
    if (!each->needs_one_striker) names.emplace_back(each->name);
  std::string known;
  for (const std::string& each : names) known += (known.empty() ? "" : ", ") + each;
  return "law \"" + std::string(name) + "\" " +
         (law == nullptr ? "is not known" : "knows one striking contact") +
         "; for several it must be one of " + known + did_you_mean(name, names);
}

const std::shared_ptr<const LawSet>& own_laws() {
  static const auto own = std::make_shared<const LawSet>();
  return own;
}

std::shared_ptr<const LawSet> laws_with(std::span<const Law* const> others) {
  return others.empty() ? own_laws() : std::make_shared<const LawSet>(others);
}

}  // namespace carom
