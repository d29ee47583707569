#include "stores/results_folder.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "carom/fault.hpp"
#include "stores/chunk_file.hpp"
#include "stores/durable_file.hpp"
#include "stores/folder_lock.hpp"
#include "stores/results_assembly.hpp"
#include "stores/results_csv.hpp"
#include "stores/results_hdf5.hpp"
#include "stores/results_reader.hpp"

namespace carom {
namespace {

namespace fs = std::filesystem;

/// For scenario, plan and summary.
constexpr double spare_room = 1 << 20;
/// What a chunk file has besides its table, rounded up to the disk's blocks.
constexpr double chunk_overhead = 4096;

[[noreturn]] void refuse_differences(const std::string& path,
                                     const std::vector<std::string>& differences) {
  std::vector<Fault> faults;
  for (const std::string& difference : differences)
    faults.push_back({{}, "cannot go on, the question is another: " + difference, {}});
  faults.back().message += "; --force starts again";
  throw InputError(path, std::move(faults));
}

[[noreturn]] void refuse_content(const FolderFiles& files) {
  if (!files.are_ours())
    refuse(files.path, fmt::format("is not empty and not a result folder of Carom: it has \"{}\"; "
                                   "name another folder",
                                   files.content()));
  refuse(files.path, plan_in(files.summary())
                         ? "has results already; --force starts again and replaces them"
                         : "has a sweep that is not finished; --resume goes on with it, --force "
                           "starts again");
}

std::string written_size(double bytes) {
  constexpr std::array units{"bytes", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < units.size(); ++unit) bytes /= 1000;
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

/// The folder, or the nearest above it that exists.
fs::path existing(const fs::path& path) {
  std::error_code error;
  fs::path place = fs::absolute(path, error);
  while (!fs::exists(place, error) && place.has_parent_path() && place != place.parent_path())
    place = place.parent_path();
  return place;
}

}  // namespace

ResultsFolder::ResultsFolder(const std::string& path, const SweepQuestion& question,
                             const FolderOptions& options)
    : files_(path), question_(question), options_(options), fingerprint_(fingerprint(question)) {}

ResultsFolder::~ResultsFolder() = default;

std::unique_ptr<ResultsFolder> ResultsFolder::opened(const std::string& path,
                                                     const SweepQuestion& question,
                                                     const FolderOptions& options) {
  if (path.empty()) refuse(path, "a result folder needs a name");
  std::error_code ignored;
  if (fs::exists(path, ignored) && !fs::is_directory(path, ignored))
    refuse(path, "is a file, not a folder");
  std::string plain = path;
  while (plain.size() > 1 && plain.ends_with('/')) plain.pop_back();
  std::unique_ptr<ResultsFolder> folder(new ResultsFolder(plain, question, options));
  if (options.opening == Opening::force && !folder->files_.content().empty())
    folder->begin_again();
  else if (options.opening != Opening::resume || !folder->go_on())
    folder->begin();
  return folder;
}

/// A folder that is new or empty.
void ResultsFolder::begin() {
  std::error_code error;
  const bool existed = fs::exists(files_.path, error);
  if (!files_.content().empty()) {
    if (fs::exists(files_.path + "/" + FolderLock::file_name, error)) take_lock();
    refuse_content(files_);
  }
  check_room(0);
  fs::create_directories(files_.path, error);
  if (error) refuse_file(files_.path, "cannot be made", error.value());
  try {
    take_lock();
    // Another run may have begun here between the look and the lock.
    if (!files_.content().empty()) refuse_content(files_);
    write_plan();
  } catch (const InputError&) {
    lock_.reset();
    if (!existed) fs::remove(files_.path, error);  // removes it only where it is empty
    throw;
  }
}

/// A folder with results of Carom, which go. The new plan comes first: whenever this is stopped,
/// the folder is Carom's, and its old results are either complete or gone.
void ResultsFolder::begin_again() {
  if (!files_.are_ours()) refuse_content(files_);
  take_lock();
  check_room(files_.size());
  write_durably(files_.plan(), plan_json(question_));
  files_.remove_results();
  files_.remove_chunks();
  write_plan();
}

bool ResultsFolder::go_on() {
  if (files_.content().empty()) return false;
  const auto done = plan_in(files_.summary());
  const auto plan = plan_in(files_.plan());
  if (!done && !plan) refuse_content(files_);

  if (done && differences(*done, question_, false).empty()) {
    if (files_.unfinished()) {
      take_lock();
      tidy(files_);
    }
    complete_ = true;
    return true;
  }
  take_lock();
  if (!plan) refuse_differences(files_.path, differences(*done, question_, false));
  if (const auto different = differences(*plan, question_, true); !different.empty())
    refuse_differences(files_.path, different);
  // No summary, or one that --force was about to remove: the results are worth nothing.
  files_.remove_results();
  write_plan();
  keep_whole_chunks();
  check_room(files_.chunks_size());
  return true;
}

void ResultsFolder::take_lock() {
  lock_ = std::make_unique<FolderLock>(files_.path);
}

void ResultsFolder::write_plan() {
  write_durably(files_.plan(), plan_json(question_));
  write_durably(files_.scenario(), question_.scenario);
  if (mkdir(files_.chunks().c_str(), 0777) != 0 && errno != EEXIST)
    refuse_file(files_.chunks(), "cannot be made", errno);
  kept_.assign(static_cast<std::size_t>(question_.chunks()), false);
}

/// Every chunk file is read; those that are damaged or of another question are removed.
void ResultsFolder::keep_whole_chunks() {
  for (const std::int64_t index : chunk_files_in(files_)) {
    if (chunk_in(files_, question_, fingerprint_, index)) {
      kept_[static_cast<std::size_t>(index)] = true;
      ++kept_count_;
    } else {
      remove_file(files_.chunk(index));
    }
  }
}

bool ResultsFolder::wants_csv() const {
  return options_.csv == CsvMode::always ||
         (options_.csv == CsvMode::automatic && csv_rows(question_) <= most_csv_rows);
}

/// Chunks and results stand side by side before the chunks are removed. `in_use`: bytes of files
/// that count as room, because they are part of the need or will be removed first.
void ResultsFolder::check_room(double in_use) const {
  const double table = static_cast<double>(question_.grid.points) *
                       static_cast<double>(TableLayout(question_.columns).bytes_a_point);
  double need = table + chunk_overhead * static_cast<double>(question_.chunks()) + spare_room +
                expected_hdf5_bytes(question_);
  if (wants_csv()) need += expected_csv_bytes(question_);
  std::error_code error;
  const fs::space_info space = fs::space(existing(files_.path), error);
  if (error || space.capacity == 0) return;  // it does not tell: the writing will
  const double have = static_cast<double>(space.available) + in_use;
  if (need > have)
    refuse(files_.path,
           fmt::format("needs about {} of disk while it is made (half of it afterwards); {} are "
                       "free",
                       written_size(need), written_size(have)));
}

bool ResultsFolder::has(std::int64_t chunk) const {
  const std::lock_guard guard(mutex_);
  return complete_ || kept_[static_cast<std::size_t>(chunk)];
}

std::int64_t ResultsFolder::chunks_kept() const {
  const std::lock_guard guard(mutex_);
  return complete_ ? question_.chunks() : kept_count_;
}

void ResultsFolder::put(const Chunk& chunk) {
  const std::string path = files_.chunk(chunk.index);
  try {
    PartFile file(path);
    file.write(packed(chunk, fingerprint_));
    // A chunk that a power cut tears is noticed by its checksum.
    file.close(false);
    complete_part(path);
  } catch (const InputError& error) {
    refuse(files_.path,
           fmt::format("{}; {} of {} chunks are kept, --resume goes on with them",
                       error.faults().front().message, chunks_kept(), question_.chunks()));
  }
  const std::lock_guard guard(mutex_);
  auto kept = kept_[static_cast<std::size_t>(chunk.index)];
  if (!kept) ++kept_count_;
  kept = true;
}

SweepReport ResultsFolder::assembled(const std::function<void(double)>& progress) {
  std::error_code ignored;
  if (complete_) {
    if (options_.csv == CsvMode::always && !fs::exists(files_.csv(), ignored)) {
      if (!lock_) take_lock();
      add_csv(files_, progress);
    }
    return report_of_folder(files_.path);
  }
  assert(kept_count_ == question_.chunks());
  SweepReport report = assembled_results(files_, question_, wants_csv(), progress);
  complete_ = true;
  tidy(files_);
  lock_.reset();
  return report;
}

}  // namespace carom
