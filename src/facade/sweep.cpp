#include "facade/sweep.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "dynamics/compiled_model.hpp"
#include "facade/sweep_check.hpp"
#include "pages/verb.hpp"
#include "reports/report_out.hpp"
#include "stores/chunk_file.hpp"
#include "stores/results_folder.hpp"
#include "stores/sweep_plan.hpp"
#include "stores/sweep_summary.hpp"
#include "study/law_choice.hpp"
#include "study/notes.hpp"

namespace carom {
namespace {

/// A chunk takes a fraction of a second and of memory, and a sweep has many of them.
constexpr double chunk_seconds = 0.2;
constexpr std::int64_t most_chunk_bytes = 8 << 20;
constexpr std::int64_t chunks_wanted = 64;
constexpr std::int64_t least_chunk = 16;

/// A sound scenario of either kind.
struct Source {
  const Scenario& scenario;
  const Tree& tree;
  std::vector<std::string> overrides;
};

Source source_of(const Study& study) {
  return {study.scenario, study.model.compiled().tree, study.overrides};
}

Source source_of(const TrainStudy& study) {
  static const Tree none;
  return {study.scenario, none, study.overrides};
}

std::int64_t chosen_chunk(const SweepRequest& request, const SweepTask& task, const Grid& grid,
                          const TableLayout& layout) {
  if (request.chunk) return std::min(*request.chunk, grid.points);
  const auto by_time =
      static_cast<std::int64_t>(std::min(1e9, chunk_seconds * task.expected_rate()));
  const auto by_memory =
      most_chunk_bytes / static_cast<std::int64_t>(std::max<std::size_t>(1, layout.bytes_a_point));
  const std::int64_t by_count = std::max(least_chunk, grid.points / chunks_wanted);
  return std::max<std::int64_t>(1, std::min({by_time, by_memory, by_count}));
}

std::vector<std::string> notes(const SweepQuestion& question) {
  std::vector<std::string> lines;
  std::vector<std::string> random;
  for (const GridDimension& dimension : question.grid.dimensions)
    if (dimension.random()) random.push_back(dimension.name());
  if (random.size() > 1)
    lines.push_back(
        fmt::format("the random axes {} make a grid: every sample of one is combined with every "
                    "sample of the others; with = \"{}\" in the others samples them together",
                    fmt::join(random, ", "), random.front()));
  if (!random.empty() && random.size() < question.grid.dimensions.size())
    lines.push_back(fmt::format(
        "mean, deviation and percentiles are given where every axis is random; here they "
        "can be had from the table, along {}",
        fmt::join(random, ", ")));
  for (const std::string& override : question.overrides)
    for (const std::string& parameter : question.grid.parameters)
      if (override.starts_with(parameter + "="))
        lines.push_back(fmt::format("{} has no effect: {} is swept", override, parameter));
  if (question.boundaries)
    lines.emplace_back(
        "boundaries are sought between neighbouring points that differ; two changes that undo each "
        "other between two points of the grid are not seen");
  return lines;
}

/// A question with what it needs to be worked on.
struct Prepared {
  SweepQuestion question;
  std::unique_ptr<SweepTask> task;
};

/// `grid` is referred to by the task and must stay.
Prepared prepared(const Source& source, const SweepRequest& request, const SweepSetting& setting,
                  const Grid& grid) {
  check_request(source.scenario, request, setting, grid);
  const SweepTaskEntry& entry = *find_sweep_task(request.of);
  std::vector<std::string> laws;
  if (!entry.of_trains && entry.takes_laws)
    for (const Law* law : chosen_laws(source.scenario, request.laws)) laws.emplace_back(law->name);
  Prepared result;
  SweepSubject subject{source.scenario, source.tree,        grid.parameters,   laws,
                       request.method,  request.quantities, request.boundaries};
  // Where nobody asked for a law, the one for several strikers answers where there are.
  if (!laws.empty() && request.laws.empty() && source.scenario.mechanism.contacts.size() > 1) {
    const LawSet& known = *source.tree.laws;
    if (known.find(laws.front())->needs_one_striker)
      subject.several =
          known.find(source.scenario.impact.several.value_or(std::string(law_for_several)));
  }
  result.task = entry.task(subject);
  SweepQuestion& question = result.question;
  question.title = source.scenario.title;
  question.scenario = source.scenario.text;
  question.overrides = source.overrides;
  question.verb = request.of;
  question.laws = laws;
  question.method = name(request.method);
  question.grid = grid;
  question.columns = result.task->columns();
  question.chunk_points = chosen_chunk(request, *result.task, grid, TableLayout(question.columns));
  question.boundaries = request.boundaries;
  if (request.boundaries) {
    question.along = request.along.empty() ? grid.dimensions.back().name() : request.along;
    const auto refined = std::ranges::find(grid.dimensions, question.along, &GridDimension::name);
    question.boundary_tolerance =
        request.tolerance * static_cast<double>(std::max<std::int64_t>(1, refined->count - 1));
  }
  return result;
}

FolderOptions folder_options(const SweepRequest& request) {
  return {request.resume  ? Opening::resume
          : request.force ? Opening::force
                          : Opening::fresh,
          !request.csv   ? CsvMode::automatic
          : *request.csv ? CsvMode::always
                         : CsvMode::never};
}

int chosen_threads(const SweepSetting& setting) {
  if (setting.threads) return *setting.threads;
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return setting.transport == nullptr ? cores
                                      : std::max(1, cores / setting.transport->neighbours());
}

SweepControl control_of(const SweepSetting& setting, std::uint64_t fingerprint) {
  SweepControl control;
  control.threads = chosen_threads(setting);
  control.interrupted = setting.interrupted;
  control.progress = setting.progress;
  if (setting.transport != nullptr)
    control.machines.emplace(
        *setting.transport,
        [fingerprint](const Chunk& chunk) { return packed(chunk, fingerprint); },
        [fingerprint](std::span<const std::byte> bytes) { return unpacked(bytes, fingerprint); });
  return control;
}

/// Ranks that wait for a question are sent away if none comes.
class Dismissal {
 public:
  explicit Dismissal(Transport* transport) : transport_(transport) {}
  ~Dismissal() {
    if (transport_ != nullptr) dismiss(*transport_);
  }
  Dismissal(const Dismissal&) = delete;
  Dismissal& operator=(const Dismissal&) = delete;
  void call_off() { transport_ = nullptr; }

 private:
  Transport* transport_;
};

/// Thrown while results are put together; the chunks are kept.
struct Interrupted {};

/// Runs what is lacking and puts the results together.
void complete(SweepAnswer& answer, const Source& source, const SweepRequest& request,
              const SweepSetting& setting, const Prepared& asked, ResultsFolder* folder,
              Dismissal& dismissal) {
  const SweepQuestion& question = asked.question;
  SummaryStore summary(question);
  if (folder == nullptr || !folder->complete()) {
    SweepControl control = control_of(setting, fingerprint(question));
    control.progress = [&](const SweepProgress& progress) {
      answer.progress = progress;
      if (setting.progress) setting.progress(progress);
    };
    if (setting.transport != nullptr) {
      send_question(*setting.transport, json(SentSweep{source.scenario.text, source.scenario.path,
                                                       source.overrides, request}));
      dismissal.call_off();
    }
    ChunkStore& store = folder != nullptr ? static_cast<ChunkStore&>(*folder) : summary;
    std::optional<SweepArrays> arrays;
    if (setting.table != nullptr && folder == nullptr)
      arrays.emplace(*setting.table, question, summary);
    const SweepEnd end = run_sweep(question, *asked.task,
                                   arrays ? static_cast<ChunkStore&>(*arrays) : store, control);
    if (arrays) arrays->complete();
    answer.handed_out = end.handed_out;
    answer.all_left = end.all_left;
    if (!end.complete) return;
  }
  const auto assembling = [&](double fraction) {
    if (setting.interrupted && setting.interrupted()) throw Interrupted{};
    if (setting.assembling) setting.assembling(fraction);
  };
  try {
    answer.report = folder != nullptr ? folder->assembled(assembling) : summary.report();
    answer.complete = true;
  } catch (const Interrupted&) {
    answer.complete = false;
  }
}

SweepAnswer sweep_of(const Source& source, const SweepRequest& request,
                     const SweepSetting& setting) {
  Dismissal dismissal(setting.transport);
  const Grid grid = grid_of(source.scenario.sweep);
  const Prepared asked = prepared(source, request, setting, grid);
  const SweepQuestion& question = asked.question;
  std::unique_ptr<ResultsFolder> folder;
  if (!request.folder.empty())
    folder = ResultsFolder::opened(request.folder, question, folder_options(request));
  SweepAnswer answer;
  answer.chunks = question.chunks();
  answer.chunk_points = question.chunk_points;
  answer.progress.points = grid.points;
  try {
    complete(answer, source, request, setting, asked, folder.get(), dismissal);
  } catch (const InputError& error) {
    // A full disk, say. The chunks that were whole are safe.
    if (!folder || folder->chunks_kept() == 0) throw;
    std::vector<Fault> faults = error.faults();
    faults.push_back({{}, "what was done is kept; the same command with --resume goes on", {}});
    throw InputError(error.source(), std::move(faults));
  }
  if (!answer.complete) return answer;
  std::vector<std::string> own = notes(question);
  if (request.of == "simulate")
    add_colliding_note(source.scenario, own);
  else
    add_compliance_notes(source.scenario, own);
  answer.report.notes.insert(answer.report.notes.begin(), own.begin(), own.end());
  answer.report.folder = request.folder;
  return answer;
}

void help(const Source& source, const SweepRequest& request, const SweepSetting& setting) {
  const Grid grid = grid_of(source.scenario.sweep);
  const Prepared asked = prepared(source, request, setting, grid);
  help_sweep(asked.question, *asked.task, control_of(setting, fingerprint(asked.question)));
}

}  // namespace

SweepAnswer sweep(const Study& study, const SweepRequest& request, const SweepSetting& setting) {
  return sweep_of(source_of(study), request, setting);
}

SweepAnswer sweep(const TrainStudy& study, const SweepRequest& request,
                  const SweepSetting& setting) {
  return sweep_of(source_of(study), request, setting);
}

void help_with_sweep(const SweepSetting& setting) {
  const auto text = awaited_question(*setting.transport, setting.interrupted);
  if (!text) return;
  SentSweep asked;
  read_answer(*text, asked);
  if (sweeps_trains(asked.request.of)) {
    const TrainStudy study = train_study_from_text(asked.text, asked.path, asked.overrides);
    help(source_of(study), asked.request, setting);
  } else {
    const Study study = study_from_text(asked.text, asked.path, asked.overrides);
    help(source_of(study), asked.request, setting);
  }
}

bool sweeps_trains(const std::string& verb) {
  const SweepTaskEntry* entry = find_sweep_task(verb);
  return entry != nullptr && entry->of_trains;
}

}  // namespace carom
