#pragma once

/// stores/results_folder.hpp
///
/// The folder that a sweep leaves (docs/results.md):
///
///     scenario.toml   the scenario's text
///     results.h5      the table
///     results.csv     the table again, where it is small
///     boundaries.csv  where boundaries were asked for
///     summary.json    what fits a page, and the question
///
/// and while it is in the making:
///
///     sweep.json             the question
///     chunks/00000000.chunk  one file a chunk, renamed when whole
///     lock                   keeps other runs out
///
/// A folder is complete when it has summary.json. Until then everything else but the chunks is made
/// anew, so that a run may be stopped at any moment and loses no chunk that was whole.

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "data/chunk_store.hpp"
#include "data/sweep_report.hpp"
#include "reports/csv.hpp"
#include "stores/folder_files.hpp"

namespace carom {

class FolderLock;

enum class Opening : std::uint8_t {
  fresh,   ///< the folder is new or empty
  resume,  ///< goes on with a sweep of the same question; one that is complete stays as it is
  force    ///< what Carom left there is removed first
};

enum class CsvMode : std::uint8_t {
  automatic,  ///< up to `most_csv_rows` rows
  always,
  never
};

struct FolderOptions {
  Opening opening = Opening::fresh;
  CsvMode csv = CsvMode::automatic;
};

class ResultsFolder final : public ChunkStore {
 public:
  /// Opens and makes ready. Throws InputError, and leaves everything as it was, where the folder
  /// holds something else, another question's results or another run, cannot be written, or the
  /// disk has too little room.
  static std::unique_ptr<ResultsFolder> opened(const std::string& path,
                                               const SweepQuestion& question,
                                               const FolderOptions& options = {});
  ~ResultsFolder() override;

  /// Nothing is left to do but to ask for the report.
  bool complete() const { return complete_; }

  /// From any thread.
  bool has(std::int64_t chunk) const override;
  void put(const Chunk& chunk) override;
  std::int64_t chunks_kept() const;

  /// Makes the results from the chunks, all of which are there, and removes these; of a complete
  /// folder, reads the report. `progress` is told the fraction done. Memory: one chunk, and the
  /// boundaries. To be called once.
  SweepReport assembled(const std::function<void(double fraction)>& progress = {});

 private:
  ResultsFolder(const std::string& path, const SweepQuestion& question,
                const FolderOptions& options);

  void begin();
  void begin_again();
  /// Whether there was something to go on with.
  bool go_on();
  void take_lock();
  void write_plan();
  void keep_whole_chunks();
  bool wants_csv() const;
  void check_room(double in_use) const;

  FolderFiles files_;
  SweepQuestion question_;
  FolderOptions options_;
  std::uint64_t fingerprint_ = 0;
  std::unique_ptr<FolderLock> lock_;
  bool complete_ = false;
  mutable std::mutex mutex_;
  std::vector<bool> kept_;  // by chunk
  std::int64_t kept_count_ = 0;
};

}  // namespace carom
