#include <algorithm>

#include "facade/rendering.hpp"
#include "host.hpp"
#include "study/force_loops.hpp"
#include "study/study.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct StrikeCommand : ReportOptions {
  std::vector<std::string> laws;
  std::string method = "consistent";
  std::string account;
  bool joints = false;
  bool ratios = false;
  bool loops = false;
  bool sensitivity = false;
  std::string inputs;  ///< of --sensitivity: names, with commas between
};

/// The law whose account is told: the one asked for, else the scenario's, else the first. One that
/// would need a single striker has none where another of them answers.
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
  auto found = named(preferred);
  if (found == report.results.end()) found = report.results.begin();
  const auto answers = [](const StruckLaw& law) {
    return law.verdict != Verdict::several_colliding;
  };
  if (!answers(*found))
    if (const auto other = std::ranges::find_if(report.results, answers);
        other != report.results.end())
      found = other;
  return *found;
}

int run_strike(const StrikeCommand& options) {
  const Method method = chosen_method(options.method);
  const Study study = study_of(options.scenario);
  StrikeRequest request{options.laws, method, options.joints, options.ratios, options.loops};
  if (options.sensitivity) request.sensitivity = names_in(options.inputs);
  const StrikeReport report = strike(study, request);
  const StruckLaw& law =
      told(report, options.account, study.scenario.impact.law.value_or("energetic"));
  if (!options.svg.empty() && options.loops) {
    const auto loops = force_loops(law);
    if (loops.empty())
      throw InputError("", {{{},
                             "--svg --loops: by the " + law.law +
                                 " law no contact yields; choose another with --account",
                             {}}});
    write_drawing(options.scenario, options.svg, loops_svg(report.title, loops));
  } else if (!options.svg.empty()) {
    if (law.stages.empty())
      throw InputError("", {{{},
                             "--svg: the " + law.law +
                                 " law has no stages here to draw; choose another with --account",
                             {}}});
    write_drawing(options.scenario, options.svg, impulse_svg(law.drawing));
  }
  host().tell(
      options.json, [&] { return json(report); }, [&] { return text(report, law.law); });
  const bool solved = std::ranges::all_of(
      report.results, [](const StruckLaw& each) { return each.verdict == Verdict::unique; });
  return solved ? 0 : 1;
}

void add_strike_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<StrikeCommand>();
  add_scenario(verb, options->scenario);
  add_law_choice(verb, options->laws);
  add_method(verb, options->method);
  verb.add_option("--account", options->account,
                  "Tell the account (and draw) by this law (default: the scenario's)")
      ->type_name("LAW");
  verb.add_flag("--joints", options->joints,
                "Add the impulses in the joints and at the base, and the couples of drives");
  verb.add_flag("--ratios", options->ratios,
                "Add how much the law simultaneous depends on ratios of stiffness, and what hits "
                "one after the other lead to, in every order");
  verb.add_flag("--loops", options->loops,
                "Force models: add force over indentation, step by step (JSON); --svg draws it");
  verb.add_option("--sensitivity", options->inputs,
                  "Add derivatives, after =, by these parameters (none named: by all that are not "
                  "formulas over others) and, where \"state\" is named, by the state; and how far "
                  "they hold")
      ->type_name("NAME[,NAME...]")
      ->expected(0, 1);
  add_json(verb, options->json);
  add_file(verb, "--svg", options->svg,
           "Draw the impact in impulse space to this file; with --loops, force over indentation");
  verb.callback([&chosen, &verb, options] {
    options->sensitivity = verb.count("--sensitivity") > 0;
    chosen = [options] { return run_strike(*options); };
  });
}

}  // namespace

extern const Command strike_command{
    20, "strike",
    "One impact by every law asked for, side by side, with the account of what happened",
    add_strike_options};

}  // namespace carom
