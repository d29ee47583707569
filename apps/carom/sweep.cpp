#include "study/sweep.hpp"

#include <cstdio>

#include "progress_bar.hpp"
#include "signals.hpp"
#include "study/rendering.hpp"
#include "verbs.hpp"

namespace carom {
namespace {

/// Ranks, where mpirun started us; null where not.
std::unique_ptr<Transport> ranks() {
  if (!started_by_mpirun()) return nullptr;
  auto transport = mpi_transport();
  if (!transport)
    throw InputError("", {{{}, "mpirun: this carom was built without MPI (libopenmpi-dev)", {}}});
  return transport;
}

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
    return read(scenario.file, scenario.parameters);
  } catch (...) {
    if (transport != nullptr) dismiss(*transport);
    throw;
  }
}

int lead(const SweepCommand& options, Transport* transport) {
  ProgressBar bar;
  SweepSetting setting;
  setting.threads = options.threads;
  setting.interrupted = interrupted;
  setting.transport = transport;
  setting.progress = [&](const SweepProgress& progress) {
    bar.show("solving", progress.done, progress.points, progress.computed);
  };
  setting.assembling = [&](double fraction) { bar.show("writing", fraction); };
  const SweepAnswer answer =
      sweeps_trains(options.request.of)
          ? sweep(study_for(options.scenario, transport, train_study_from_file), options.request,
                  setting)
          : sweep(study_for(options.scenario, transport, study_from_file), options.request,
                  setting);
  bar.clear();
  if (!answer.complete) {
    say_how_to_go_on(answer, options);
    if (!answer.all_left) abandon_mpi();
    return interruption_status();
  }
  print(options.json ? json(answer.report) : text(answer.report));
  return 0;
}

}  // namespace

int run_sweep_command(const SweepCommand& options) {
  const std::unique_ptr<Transport> transport = ranks();
  tell_of_crashes(transport ? transport->rank() : -1);
  heed_interruption();
  if (transport && transport->rank() > 0) {
    SweepSetting setting;
    setting.threads = options.threads;
    setting.interrupted = interrupted;
    setting.transport = transport.get();
    help_with_sweep(setting);
    return 0;
  }
  return lead(options, transport.get());
}

}  // namespace carom
