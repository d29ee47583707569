#include "study/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "carom/laws.hpp"
#include "dynamics/compiled_model.hpp"
#include "dynamics/inertia_check.hpp"
#include "dynamics/mechanism_faults.hpp"
#include "laws/compliant/central.hpp"
#include "laws/law_set.hpp"
#include "laws/registry.hpp"
#include "study/input_check.hpp"
#include "study/law_choice.hpp"
#include "study/read_study.hpp"
#include "study/suited.hpp"

namespace carom {
namespace {

void check_law(const Scenario& scenario, std::vector<Fault>& faults) {
  const ImpactChoice& impact = scenario.impact;
  if (!impact.law && !impact.several) return;
  const auto laws = laws_with(scenario.mechanism.laws);
  if (impact.law && laws->find(*impact.law) == nullptr)
    faults.push_back({{"impact", -1, "law", -1}, "impact: " + unknown_law(*impact.law, *laws), {}});
  if (!impact.several) return;
  if (const std::string fault = fault_of_several(*impact.several, *laws); !fault.empty())
    faults.push_back({{"impact", -1, "several", -1}, "impact: several: " + fault, {}});
}

ListedLaw listed_law(const LawDescription& law) {
  ListedLaw listed;
  listed.name = law.name;
  listed.long_name = law.title;
  listed.formula = law.formula;
  listed.source = law.source;
  listed.limits = law.limits;
  const auto bound = [](double number) {
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
  };
  for (const LawParameter& each : law.parameters)
    listed.parameters.push_back({std::string(each.name), std::string(each.unit), words(each.range),
                                 bound(each.range.from), bound(each.range.to), each.otherwise,
                                 std::string(each.meaning)});
  if (law.law != nullptr) {
    listed.algebraic = law.law->algebraic;
    listed.can_make_energy = law.law->can_make_energy;
  }
  if (law.kind == LawKind::compliant)
    listed.restitution = restitution_curve(*find_compliant_law(law.name));
  return listed;
}

}  // namespace

Study study_of(ReadScenario read, std::span<const std::string> overrides) {
  const Scenario& scenario = read.scenario;
  if (scenario.train) {
    // It may have no [train], and then its first [[body]] is where it shows.
    Place place = read.place_of({"train", -1, "", -1});
    if (place == Place{}) place = read.place_of({"body", 0, "", -1});
    read.faults.push_back(
        {{"train", -1, "", -1},
         "train: this scenario is a train, not a mechanism; " + who_takes_it(scenario),
         place});
  }
  std::vector<Fault> found;
  std::optional<Model> model;
  if (!scenario.train) model = checked_model(scenario.mechanism, read.faults, found);
  check_law(scenario, found);
  std::vector<Fault> faults = merged(std::move(read.faults), std::move(found), read.place_of);
  if (!faults.empty()) throw InputError(scenario.path, std::move(faults));
  const Tree& tree = model->compiled().tree;
  ClosingSolutions closing;
  if (!close(read.scenario, tree, &closing)) {
    const bool too_many = !closing.solutions.empty();
    faults.push_back(
        {{"close", -1, too_many ? "solution" : "touch", -1}, "close: " + closing.obstacle, {}});
    throw InputError(scenario.path, merged({}, std::move(faults), read.place_of));
  }
  check_inputs_at(scenario.mechanism, tree, scenario.state, faults);
  check_drives_at(scenario.mechanism, tree, scenario.state, faults);
  check_inertia_at(scenario.mechanism, tree, scenario.state.positions, faults);
  if (!faults.empty())
    throw InputError(scenario.path, merged({}, std::move(faults), read.place_of));
  return {std::move(read.scenario),
          std::move(*model),
          std::move(read.place_of),
          {overrides.begin(), overrides.end()},
          std::move(closing)};
}

Study study_from_file(const std::string& path, std::span<const std::string> overrides,
                      std::span<const Law* const> laws) {
  return study_of(scenario_from_file(path, overrides, laws), overrides);
}

Study study_from_text(const std::string& text, const std::string& path,
                      std::span<const std::string> overrides, std::span<const Law* const> laws) {
  return study_of(scenario_from_text(text, path, overrides, laws), overrides);
}

void add_closing_note(const Study& study, std::vector<std::string>& warnings) {
  const ClosingSolutions& closing = study.closing;
  if (!study.scenario.close || (closing.solutions.size() < 2 && closing.complete)) return;
  constexpr std::size_t most = 12;
  std::string list;
  for (std::size_t s = 0; s < std::min(closing.solutions.size(), most); ++s) {
    list += fmt::format("{}{}: ", s > 0 ? "; " : "", s + 1);
    for (std::size_t k = 0; k < study.scenario.close->angles.size(); ++k)
      list += fmt::format("{}{} = {:.6g}°", k > 0 ? ", " : "", study.scenario.close->angles[k],
                          closing.solutions[s][k] * 180 / std::numbers::pi);
  }
  if (closing.solutions.size() > most) list += "; …";
  warnings.push_back(fmt::format(
      "[close] has {} solutions ({}); number {} is used, {}; \"solution = k\" takes another{}",
      closing.solutions.size(), list, closing.chosen + 1,
      study.scenario.close->solution ? "as asked" : "the nearest to [state] angles",
      closing.complete ? "" : "; not every solution may have been found"));
}

LawList laws() {
  LawList list;
  for (const LawDescription& law : known_laws())
    (law.kind == LawKind::rigid ? list.rigid : list.compliant).push_back(listed_law(law));
  return list;
}

}  // namespace carom
