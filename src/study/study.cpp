#include "study/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "base/nearest_name.hpp"
#include "dynamics/compiled_model.hpp"
#include "dynamics/inertia_check.hpp"
#include "dynamics/mechanism_faults.hpp"
#include "laws/registry.hpp"
#include "study/input_check.hpp"
#include "study/read_study.hpp"
#include "study/suited.hpp"

namespace carom {
namespace {

/// Which laws exist is known only here.
void check_law(const Scenario& scenario, std::vector<Fault>& faults) {
  if (scenario.impact.law && find_law(*scenario.impact.law) == nullptr)
    faults.push_back(
        {{"impact", -1, "law", -1}, "impact: " + unknown_law(*scenario.impact.law), {}});
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
  if (!scenario.train) found = mechanism_faults(scenario.mechanism, read.faults);
  check_law(scenario, found);
  std::vector<Fault> faults = merged(std::move(read.faults), std::move(found), read.place_of);
  if (!faults.empty()) throw InputError(scenario.path, std::move(faults));
  Model model(scenario.mechanism);
  const Tree& tree = model.compiled().tree;
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
          std::move(model),
          std::move(read.place_of),
          {overrides.begin(), overrides.end()},
          std::move(closing)};
}

Study study_from_file(const std::string& path, std::span<const std::string> overrides) {
  return study_of(scenario_from_file(path, overrides), overrides);
}

Study study_from_text(const std::string& text, const std::string& path,
                      std::span<const std::string> overrides) {
  return study_of(scenario_from_text(text, path, overrides), overrides);
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

std::string unknown_law(const std::string& name) {
  std::vector<std::string> names;
  for (const Law* law : all_laws()) names.emplace_back(law->name);
  std::string known;
  for (const std::string& each : names) known += (known.empty() ? "" : ", ") + each;
  return "law \"" + name + "\" is not known; must be one of " + known + did_you_mean(name, names);
}

std::vector<LawEntry> laws() {
  std::vector<LawEntry> entries;
  for (const Law* law : all_laws())
    entries.push_back({std::string(law->name), std::string(law->title), std::string(law->formula),
                       std::string(law->source), std::string(law->limits), law->can_make_energy,
                       law->algebraic});
  return entries;
}

}  // namespace carom
