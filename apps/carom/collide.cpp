#include <algorithm>
#include <charconv>

#include "facade/rendering.hpp"
#include "study/train_study.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct CollideCommand : ReportOptions {
  std::vector<std::string> draw;
  bool converge = false;
  std::string converge_to;  ///< a number; empty: 0.001
  double patience = 60;
  bool ratios = false;
  bool sensitivity = false;
  std::string inputs;  ///< of --sensitivity: names, with commas between
};

TrainPanels chosen_panels(const std::vector<std::string>& wanted) {
  if (wanted.empty()) return {};
  const std::vector<std::string> known{"loops", "velocities", "wave"};
  std::vector<Fault> faults;
  for (const std::string& each : wanted)
    if (std::ranges::find(known, each) == known.end())
      faults.push_back(
          {{}, "--draw: \"" + each + "\" is not a panel" + nearest_or_all(each, known), {}});
  if (!faults.empty()) throw InputError("", std::move(faults));
  const auto has = [&](const std::string& each) {
    return std::ranges::find(wanted, each) != wanted.end();
  };
  return {has("loops"), has("velocities"), has("wave")};
}

/// The tolerance of --converge.
double settled_to(const std::string& written) {
  if (written.empty()) return 1e-3;
  double value = 0;
  const auto [end, fault] = std::from_chars(written.data(), written.data() + written.size(), value);
  if (fault != std::errc() || end != written.data() + written.size())
    throw InputError("", {{{}, "--converge is \"" + written + "\"; must be a number", {}}});
  return value;
}

int run_collide(const CollideCommand& options) {
  const TrainPanels panels = chosen_panels(options.draw);
  const TrainStudy study = train_study_of(options.scenario);
  CollideRequest request;
  request.patience = options.patience;
  request.ratios = options.ratios;
  if (options.sensitivity) request.sensitivity = names_in(options.inputs);
  if (options.converge) request.converge = settled_to(options.converge_to);
  const auto folder = opened_output(options.output, "collide", study.scenario, options.scenario);
  request.drawing = !options.svg.empty() || folder;
  const CollideReport report = collide(study, request);
  if (report.drawing && !options.svg.empty())
    write_drawing(options.scenario, options.svg, train_svg(*report.drawing, panels));
  if (folder) write_results(*folder, report);
  tell(report, options);
  const bool settled = !report.convergence || report.convergence->settled;
  return report.result.verdict == TrainVerdict::collided && settled ? 0 : 1;
}

void add_collide_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<CollideCommand>();
  add_scenario(verb, options->scenario);
  add_json(verb, options->json);
  add_output(verb, options->output);
  verb.add_option("--svg", options->svg, "Draw the collision to this file")->type_name("FILE");
  verb.add_option("--draw", options->draw,
                  "What to draw, separated by commas: loops, velocities, wave (default: all)")
      ->type_name("WHAT[,WHAT...]")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb.add_option("--converge", options->converge_to,
                  "Double the segments until no velocity changes by more than this part of the "
                  "approach (default 0.001)")
      ->type_name("TOLERANCE")
      ->expected(0, 1);
  verb.add_option("--patience", options->patience,
                  "Seconds of work that are acceptable; beyond, only the cost is told (default 60)")
      ->type_name("SECONDS");
  verb.add_flag("--ratios", options->ratios,
                "Rigid contacts that strike in one instant: add how much depends on ratios of "
                "stiffness, and what hits one after the other lead to, in every order");
  verb.add_option("--sensitivity", options->inputs,
                  "Add derivatives, after =, by these parameters (none named: by all that are not "
                  "formulas over others) and, where \"state\" is named, by velocities and gaps")
      ->type_name("NAME[,NAME...]")
      ->expected(0, 1);
  verb.callback([&chosen, &verb, options] {
    options->sensitivity = verb.count("--sensitivity") > 0;
    options->converge = verb.count("--converge") > 0;
    chosen = [options] { return run_collide(*options); };
  });
}

}  // namespace

extern const Command collide_command{
    100, "collide", "An in-line train of balls and cylinders: velocities after, forces, energy",
    add_collide_options};

}  // namespace carom
