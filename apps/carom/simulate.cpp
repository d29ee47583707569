#include "study/simulate.hpp"

#include <algorithm>

#include "facade/rendering.hpp"
#include "host.hpp"
#include "study/force_loops.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct SimulateCommand : ReportOptions {
  std::string law;
  std::string on_ambiguous = "stop";
  std::string events = "brief";
  bool loops = false;
  bool sensitivity = false;
  std::string inputs;  ///< of --sensitivity: names, with commas between
};

/// Passes samples on to the files and to the host, where they want them, and stops when the host is
/// interrupted.
class Interruptible : public MotionSink {
 public:
  Interruptible(MotionSink* files, MotionSink* arrays) : files_(files), arrays_(arrays) {}
  void sample(const MotionSample& sample) override {
    if (files_ != nullptr) files_->sample(sample);
    if (arrays_ != nullptr) arrays_->sample(sample);
  }
  bool stop() override { return host().interrupted(); }

 private:
  MotionSink* files_;
  MotionSink* arrays_;
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
      return host().interruption_status();
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
  if (options.sensitivity) request.sensitivity = names_in(options.inputs);
  const EventLines lines{.all = all_events(options.events)};
  request.controller = host().controller();
  const Study study = study_of(options.scenario);
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
  std::optional<SampleArrays> arrays;
  if (ArrayTable* const wanted = host().samples()) {
    arrays.emplace(*wanted, study.scenario.mechanism);
    request.every = default_interval(study);
  }
  Interruptible sink(files ? &*files : nullptr, arrays ? &*arrays : nullptr);
  host().heed_interruption();
  const SimulationReport report = simulate(study, request, &sink);
  if (files) files->complete(report);
  if (!options.svg.empty())
    write_drawing(options.scenario, options.svg, loops_svg(report.title, force_loops(report)));
  host().tell(
      options.json, [&] { return json(report); }, [&] { return text(report, lines); });
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
  verb.add_option("--sensitivity", options->inputs,
                  "Add derivatives of the last state and of the times of events, after =, by these "
                  "parameters (none named: by all that are not formulas over others) and, where "
                  "\"state\" is named, by the state at the start")
      ->type_name("NAME[,NAME...]")
      ->expected(0, 1);
  add_file(verb, "--svg", options->svg,
           "Contacts that yield: draw the force over the indentation of every collision to this "
           "file");
  add_output(verb, options->output);
  add_json(verb, options->json);
  verb.callback([&chosen, &verb, options] {
    options->sensitivity = verb.count("--sensitivity") > 0;
    chosen = [options] { return run_simulate(*options); };
  });
}

}  // namespace

extern const Command simulate_command{
    90, "simulate", "Motion through time: flight, impacts, contact that lasts, infinite bounces",
    add_simulate_options};

}  // namespace carom
