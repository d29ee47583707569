#include <algorithm>

#include "study/rendering.hpp"
#include "study/study.hpp"
#include "verbs.hpp"

namespace carom {

Method chosen_method(const std::string& wanted) {
  if (const auto method = method_named(wanted)) return *method;
  throw InputError("", {{{},
                         "--method: \"" + wanted +
                             "\" is not a method; must be one of consistent, enumerate, pivot, "
                             "paper",
                         {}}});
}

namespace {

/// The law whose account is told: the one asked for, else the scenario's, else the first.
const StruckLaw& told(const StrikeReport& report, const std::string& asked,
                      const std::string& preferred) {
  const auto named = [&](const std::string& law) {
    return std::ranges::find(report.results, law, &StruckLaw::law);
  };
  if (!asked.empty()) {
    const auto found = named(asked);
    if (found == report.results.end())
      throw InputError("", {{{}, "--account: \"" + asked + "\" is not among the laws solved", {}}});
    return *found;
  }
  const auto found = named(preferred);
  return found == report.results.end() ? report.results.front() : *found;
}

}  // namespace

int run_strike(const StrikeCommand& options) {
  const Method method = chosen_method(options.method);
  const Study study = study_from_file(options.scenario.file, options.scenario.parameters);
  const StrikeReport report = strike(study, {options.laws, method, options.joints});
  const StruckLaw& law =
      told(report, options.account, study.scenario.impact.law.value_or("energetic"));
  if (!options.svg.empty()) {
    if (law.stages.empty())
      throw InputError("", {{{},
                             "--svg: the " + law.law +
                                 " law has no stages here to draw; choose another with --account",
                             {}}});
    write_drawing(options.scenario, options.svg, impulse_svg(law.drawing));
  }
  print(options.json ? json(report) : text(report, law.law));
  const bool solved = std::ranges::all_of(
      report.results, [](const StruckLaw& each) { return each.verdict == Verdict::unique; });
  return solved ? 0 : 1;
}

}  // namespace carom
