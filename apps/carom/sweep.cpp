#include "facade/sweep.hpp"

#include <cstdio>

#include "facade/rendering.hpp"
#include "host.hpp"
#include "pages/verb.hpp"
#include "progress_bar.hpp"
#include "verb_parts.hpp"

namespace carom {
namespace {

struct SweepCommand {
  ScenarioOptions scenario;
  SweepRequest request;
  std::optional<int> threads;
  bool json = false;
  std::string method = "consistent";
  bool csv = false, no_csv = false;
};

std::string points_of_chunk(const SweepAnswer& answer, std::int64_t chunk) {
  const std::int64_t first = chunk * answer.chunk_points;
  const std::int64_t last = std::min(first + answer.chunk_points, answer.progress.points) - 1;
  return "chunk " + std::to_string(chunk) + " (points " + std::to_string(first) + " to " +
         std::to_string(last) + ")";
}

void say_how_to_go_on(const SweepAnswer& answer, const SweepCommand& options) {
  for (const HandedOut& each : answer.handed_out)
    std::fprintf(stderr, "carom: rank %d %s %s\n", each.rank,
                 each.gone ? "has died; it had" : "was working on",
                 points_of_chunk(answer, each.chunk).c_str());
  std::fprintf(stderr, "carom: interrupted after %lld of %lld points\n",
               static_cast<long long>(answer.progress.done),
               static_cast<long long>(answer.progress.points));
  if (options.request.folder.empty()) return;
  std::fprintf(stderr, "carom: what was done is kept; the same command with --resume goes on\n");
}

/// The study that `read` reads. Ranks that wait for a question are sent away where there is none.
template <class Read>
auto study_for(const ScenarioOptions& scenario, Transport* transport, const Read& read) {
  try {
    return read(scenario);
  } catch (...) {
    if (transport != nullptr) dismiss(*transport);
    throw;
  }
}

int lead(const SweepCommand& options, Transport* transport) {
  ProgressBar bar;
  SweepSetting setting;
  setting.threads = options.threads;
  setting.interrupted = [&own = host()] { return own.interrupted(); };
  setting.transport = transport;
  setting.table = host().points();
  setting.progress = [&](const SweepProgress& progress) {
    bar.show("solving", progress.done, progress.points, progress.computed);
  };
  setting.assembling = [&](double fraction) { bar.show("writing", fraction); };
  const SweepAnswer answer =
      sweeps_trains(options.request.of)
          ? sweep(study_for(options.scenario, transport, train_study_of), options.request, setting)
          : sweep(study_for(options.scenario, transport, study_of), options.request, setting);
  bar.clear();
  if (!answer.complete) {
    say_how_to_go_on(answer, options);
    if (!answer.all_left) abandon_mpi();
    return host().interruption_status();
  }
  tell(answer.report, options.json);
  return 0;
}

int run_sweep_command(const SweepCommand& options) {
  const std::unique_ptr<Transport> transport = host().ranks();
  host().tell_of_crashes(transport ? transport->rank() : -1);
  host().heed_interruption();
  if (transport && transport->rank() > 0) {
    SweepSetting setting;
    setting.threads = options.threads;
    setting.interrupted = [&own = host()] { return own.interrupted(); };
    setting.transport = transport.get();
    help_with_sweep(setting);
    return 0;
  }
  return lead(options, transport.get());
}

/// "strike (default), simulate, or collide for trains"
std::string what_is_swept() {
  std::vector<std::string> of_mechanisms, of_trains;
  for (const std::string& verb : sweepable_verbs())
    (sweeps_trains(verb) ? of_trains : of_mechanisms)
        .push_back(verb == SweepRequest{}.of ? verb + " (default)" : verb);
  return listed(of_mechanisms) + ", or " + listed(of_trains) + " for trains";
}

void add_sweep_options(CLI::App& verb, Chosen& chosen) {
  const auto options = std::make_shared<SweepCommand>();
  SweepRequest& request = options->request;
  add_scenario(verb, options->scenario);
  verb.add_option("-o,--output", request.folder, "Folder for the results")->type_name("FOLDER");
  verb.add_option("--of", request.of, "What is done at each point: " + what_is_swept())
      ->type_name("VERB");
  add_law_choice(verb, request.laws);
  add_method(verb, options->method);
  verb.add_flag("--resume", request.resume,
                "Go on with a sweep that was stopped; what is whole is not computed again");
  verb.add_flag("--force", request.force, "Replace the results that are in the folder");
  verb.add_flag("--boundaries", request.boundaries,
                "Find the places along an axis where an outcome, a slip history, a verdict or "
                "the sign of the energy loss changes, and where laws part");
  verb.add_option("--along", request.along,
                  "Parameter along which boundaries are sought (default: the last axis)")
      ->type_name("NAME");
  verb.add_option("--tolerance", request.tolerance,
                  "Of the boundaries, as a fraction of the axis (default: 1e-10)")
      ->type_name("NUMBER");
  verb.add_option("--quantities", request.quantities,
                  "Quantities to keep, separated by commas (default: all)")
      ->type_name("NAME[,NAME...]")
      ->delimiter(',')
      ->allow_extra_args(false);
  CLI::Option* csv =
      verb.add_flag("--csv", options->csv,
                    "Write the table as CSV too (default: where it has at most 100,000 rows)");
  verb.add_flag("--no-csv", options->no_csv, "Write no CSV")->excludes(csv);
  verb.add_option("--threads", options->threads, "Threads (default: one a core)")
      ->type_name("COUNT");
  verb.add_option("--chunk", request.chunk, "Points a chunk (default: chosen)")->type_name("COUNT");
  add_json(verb, options->json);
  verb.callback([&chosen, &verb, options] {
    if (verb.count("--output") > 0 && options->request.folder.empty())
      throw InputError("", {{{}, "--output is empty; must name a folder", {}}});
    chosen = [options] {
      options->request.method = chosen_method(options->method);
      if (options->csv || options->no_csv) options->request.csv = options->csv;
      return run_sweep_command(*options);
    };
  });
}

}  // namespace

extern const Command sweep_command{
    30, "sweep", "The grid of the scenario's [[sweep]] axes, by every law asked for",
    add_sweep_options};

}  // namespace carom
