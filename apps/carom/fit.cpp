#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "facade/rendering.hpp"
#include "study/identify.hpp"
#include "study/measured_input.hpp"
#include "study/train_study.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct FitCommand : ReportOptions {
  std::string to;
  std::string law;
  int starts = 6;
  bool no_profiles = false;
  double speed = 0.5;
  std::string interior = "lossless";
  std::string model = "hertz";
  std::vector<std::string> stray;  ///< options that mean nothing with, or without, --to
};

/// The rule of segmentation, from a data file of restitutions.
int run_rule(const FitCommand& options) {
  tell(fit({options.scenario.file, options.speed, options.interior, options.model}), options.json);
  return 0;
}

/// Parameters of a scenario, from measurements.
int run_identify(const FitCommand& options) {
  const EitherStudy study = either_study_of(options.scenario);
  const Scenario& scenario =
      std::visit([](const auto& each) -> const Scenario& { return each.scenario; }, study);
  const MeasuredTable measured = measured_named(options.to);
  std::error_code missing;
  if (!options.svg.empty() && std::filesystem::equivalent(options.svg, options.to, missing))
    throw InputError(options.svg,
                     {{{}, "has the measurements; the drawing needs another file", {}}});
  Host& asked = host();
  IdentifyRequest request;
  request.law = options.law;
  request.starts = options.starts;
  request.profiles = !options.no_profiles;
  request.stop = StopRequest([&asked] { return asked.interrupted(); });
  const auto folder = opened_output(options.output, "fit", scenario, options.scenario);
  asked.heed_interruption();
  IdentificationReport report;
  try {
    report = identify(study, measured, request);
  } catch (const Stopped&) {
    std::fprintf(stderr, "carom: interrupted before the fit was done\n");
    return asked.interruption_status();
  }
  if (!options.svg.empty()) write_drawing(options.scenario, options.svg, residuals_svg(report));
  if (folder) write_results(*folder, report);
  tell(report, options);
  const bool determined = std::ranges::all_of(
      report.parameters, [](const FittedParameter& each) { return each.determined; });
  return report.converged && determined ? 0 : 1;
}

int run_fit(const FitCommand& options) {
  std::vector<Fault> faults;
  for (const std::string& option : options.stray)
    faults.push_back(
        {{},
         option + (options.to.empty() ? " needs --to: it is about parameters of a scenario"
                                      : " is about the rule of segmentation, which takes no --to"),
         {}});
  if (!faults.empty()) throw InputError("", std::move(faults));
  return options.to.empty() ? run_rule(options) : run_identify(options);
}

void add_fit_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<FitCommand>();
  options->scenario.file = "alluhydan2019";
  verb.add_option("FILE", options->scenario.file,
                  "With --to a scenario that has [fit]; else a data file of restitutions, or the "
                  "name of one that Carom has (default alluhydan2019)");
  verb.add_option("--to", options->to,
                  "Measurements: a file of comma-separated values, or the name of one that Carom "
                  "has (ellipse)")
      ->type_name("CSV");
  const std::vector<CLI::Option*> with_to{
      verb.add_option("-p,--parameter", options->scenario.parameters,
                      "Set a parameter of the scenario; may be repeated")
          ->type_name("NAME=VALUE")
          ->allow_extra_args(false),
      verb.add_option("--law", options->law,
                      "Law of impact (default: the scenario's, or energetic)")
          ->type_name("NAME"),
      verb.add_option("--starts", options->starts,
                      "Searches from so many points more, spread over the bounds (default 6)"),
      verb.add_flag("--no-profiles", options->no_profiles,
                    "Leave out the intervals by profile, which take most of the time"),
      verb.add_option("--svg", options->svg, "Draw the residuals to this file")->type_name("FILE")};
  add_output(verb, options->output);
  const std::vector<CLI::Option*> without_to{
      verb.add_option("--speed", options->speed,
                      "Without --to: of the ball, m/s (default 0.5; none was published)"),
      verb.add_option("--interior", options->interior,
                      "Without --to: lossless (default) or dissipating"),
      verb.add_option("--model", options->model,
                      "Without --to: hertz (default), bilinear or rigid")};
  add_json(verb, options->json);
  verb.callback([&chosen, &verb, options, with_to, without_to] {
    for (const CLI::Option* each : options->to.empty() ? with_to : without_to)
      if (each->count() > 0) options->stray.push_back(each->get_name());
    if (options->to.empty() && verb.count("--output") > 0) options->stray.push_back("--output");
    chosen = [options] { return run_fit(*options); };
  });
}

}  // namespace

extern const Command fit_command{120, "fit",
                                 "Parameters of a scenario from measurements (--to), with "
                                 "intervals; or the rule of segmentation "
                                 "from measured restitutions (Eqns 2.25-2.27)",
                                 add_fit_options};

}  // namespace carom
