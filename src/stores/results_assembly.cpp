#include "stores/results_assembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "carom/fault.hpp"
#include "stores/durable_file.hpp"
#include "stores/merged_texts.hpp"
#include "stores/results_csv.hpp"
#include "stores/results_hdf5.hpp"
#include "stores/results_reader.hpp"
#include "stores/summary_json.hpp"
#include "stores/sweep_summary.hpp"

namespace carom {
namespace {

/// Removes the unfinished table when something goes wrong; PartFile sees to the others.
class TablePart {
 public:
  explicit TablePart(std::string path) : path_(std::move(path)) {}
  TablePart(const TablePart&) = delete;
  TablePart& operator=(const TablePart&) = delete;
  ~TablePart() {
    if (!finished_) std::remove(path_.c_str());
  }
  void keep() { finished_ = true; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool finished_ = false;
};

void tell(const std::function<void(double)>& progress, std::int64_t done, std::int64_t all) {
  if (progress) progress(static_cast<double>(done) / static_cast<double>(all));
}

}  // namespace

SweepReport assembled_results(const FolderFiles& files, const SweepQuestion& question,
                              bool with_csv, const std::function<void(double)>& progress) {
  const std::uint64_t print = fingerprint(question);
  SweepSummary summary(question);
  MergedTexts texts(question.columns);
  TablePart part(part_of(files.table()));
  ResultsHdf5 table(part.path(), question);
  std::optional<ResultsCsv> csv;
  if (with_csv) csv.emplace(files.csv(), question);
  for (std::int64_t index = 0; index < question.chunks(); ++index) {
    auto chunk = chunk_in(files, question, print, index);
    if (!chunk) {
      remove_file(files.chunk(index));
      throw InputError(files.path,
                       {{{},
                         fmt::format("chunk {} is damaged or missing; --resume computes it again "
                                     "and goes on",
                                     index),
                         {}}});
    }
    summary.add(*chunk);
    texts.merge(*chunk);
    table.write(*chunk);
    if (csv) csv->write(*chunk, texts.texts());
    tell(progress, index + 1, question.chunks());
  }
  SweepReport report = summary.report();
  report.folder = files.path;
  table.finish(texts.texts(), summary.boundaries(), report.holes);
  sync(part.path());
  if (csv) csv->close();
  if (question.boundaries) write_boundaries_csv(files.boundaries(), summary.boundaries());

  part.keep();
  complete_part(files.table());
  if (csv) complete_part(files.csv());
  if (question.boundaries) complete_part(files.boundaries());
  sync(files.path);
  write_durably(files.summary(), summary_json(report, summary.boundaries().size()));
  sync(files.path);
  return report;
}

void tidy(const FolderFiles& files) {
  files.remove_chunks();
  files.remove_parts();
  remove_file(files.plan());
}

void add_csv(const FolderFiles& files, const std::function<void(double)>& progress) {
  constexpr std::int64_t rows_at_once = 4096;
  const SweepTable table(files.path);
  ResultsCsv csv(files.csv(), table.question());
  const std::int64_t points = table.question().grid.points;
  for (std::int64_t first = 0; first < points; first += rows_at_once) {
    const std::int64_t count = std::min(rows_at_once, points - first);
    csv.write(table.rows(first, count), table.texts());
    tell(progress, first + count, points);
  }
  csv.close();
  complete_part(files.csv());
}

}  // namespace carom
