#include "study/simulate.hpp"

#include <algorithm>

#include "facade/rendering.hpp"
#include "signals.hpp"
#include "study/force_loops.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct SimulateCommand : ReportOptions {
  std::string law;
  std::string on_ambiguous = "stop";
  std::string events = "brief";
  bool loops = false;
};

/// Passes samples on to the files, if there are any, and stops when the program is interrupted.
class Interruptible : public MotionSink {
 public:
  explicit Interruptible(MotionSink* files) : files_(files) {}
  void sample(const MotionSample& sample) override {
    if (files_ != nullptr) files_->sample(sample);
  }
  bool stop() override { return interrupted(); }

 private:
  MotionSink* files_;
};

OnAmbiguous chosen(const std::string& wanted) {
  if (wanted == "stop") return OnAmbiguous::stop;
  if (wanted == "first") return OnAmbiguous::first;
  throw InputError(
      "", {{{}, "--on-ambiguous is \"" + wanted + "\"; must be \"stop\" or \"first\"", {}}});
}

bool all_events(const std::string& wanted) {
  if (wanted == "all") return true;
  if (wanted == "brief") return false;
  throw InputError("", {{{}, "--events is \"" + wanted + "\"; must be \"brief\" or \"all\"", {}}});
}

int status(MotionEnd end) {
  switch (end) {
    case MotionEnd::duration:
      return 0;
    case MotionEnd::stopped:
      return interruption_status();
    case MotionEnd::not_finite:
    case MotionEnd::singular_inertia:
    case MotionEnd::below_surface:
      return 2;
    default:
      return 1;
  }
}

int run_simulate(const SimulateCommand& options) {
  SimulateRequest request;
  request.on_ambiguous = chosen(options.on_ambiguous);
  request.law = options.law;
  request.loops = options.loops || !options.svg.empty();
  const EventLines lines{.all = all_events(options.events)};
  const Study study = study_from_file(options.scenario.file, options.scenario.parameters);
  check_simulation(study, request);
  if (!options.svg.empty() &&
      std::ranges::none_of(study.scenario.mechanism.contacts,
                           [](const Contact& contact) { return contact.compliance.has_value(); }))
    throw InputError("", {{{},
                           "--svg draws force over indentation, and no contact has a compliance; "
                           "-o and `report` make a page of any motion",
                           {}}});
  const auto folder = opened_output(options.output, "simulate", study.scenario, options.scenario);
  std::optional<TrajectoryFiles> files;
  if (folder) {
    files.emplace(*folder, study.scenario.mechanism);
    request.every = default_interval(study);
  }
  Interruptible sink(files ? &*files : nullptr);
  heed_interruption();
  const SimulationReport report = simulate(study, request, &sink);
  if (files) files->complete(report);
  if (!options.svg.empty())
    write_drawing(options.scenario, options.svg, loops_svg(report.title, force_loops(report)));
  print(options.json ? json(report) : text(report, lines));
  return status(report.motion.end);
}

void add_simulate_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<SimulateCommand>();
  add_scenario(verb, options->scenario);
  verb.add_option("--law", options->law,
                  "Law of the impacts (default: the scenario's, or energetic)")
      ->type_name("NAME");
  verb.add_option("--on-ambiguous", options->on_ambiguous,
                  "Where several answers are consistent: stop (default), or first to go on with "
                  "the first")
      ->type_name("stop|first");
  verb.add_option("--events", options->events,
                  "How the text lists events: brief (default; bounces that converge are one line), "
                  "or all, one by one; JSON and files have all")
      ->type_name("brief|all");
  verb.add_flag("--loops", options->loops,
                "Contacts that yield: add force over indentation, step by step (JSON, page)");
  add_file(verb, "--svg", options->svg,
           "Contacts that yield: draw the force over the indentation of every collision to this "
           "file");
  add_output(verb, options->output);
  add_json(verb, options->json);
  choose(verb, chosen, options, run_simulate);
}

}  // namespace

extern const Command simulate_command{
    90, "simulate", "Motion through time: flight, impacts, contact that lasts, infinite bounces",
    add_simulate_options};

}  // namespace carom
