#pragma once

/// stores/folder_files.hpp
///
/// The files of a result folder by name, and the folder's state as they tell it.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/sweep_report.hpp"
#include "stores/sweep_plan.hpp"

namespace carom {

struct FolderFiles {
  explicit FolderFiles(std::string folder) : path(std::move(folder)) {}

  std::string path;

  std::string scenario() const { return path + "/scenario.toml"; }
  std::string table() const { return path + "/results.h5"; }
  std::string csv() const { return path + "/results.csv"; }
  std::string boundaries() const { return path + "/boundaries.csv"; }
  std::string summary() const { return path + "/summary.json"; }
  std::string plan() const { return path + "/sweep.json"; }
  std::string chunks() const { return path + "/chunks"; }
  std::string chunk(std::int64_t index) const;

  /// The first thing in the folder that is more than the rest of a run that was stopped before it
  /// began; empty: there is none, or no folder.
  std::string content() const;

  /// Whether something is there that a complete folder does not have.
  bool unfinished() const;

  /// Carom's: it has a plan or a summary.
  bool are_ours() const;

  /// Bytes of everything that is Carom's; of the chunks alone.
  double size() const;
  double chunks_size() const;

  /// Removes what only a complete sweep has, the summary first, and unfinished files.
  void remove_results() const;
  void remove_parts() const;
  void remove_chunks() const;

 private:
  std::array<std::string, 6> results() const;
};

std::optional<SweepPlan> plan_in(const std::string& path);

/// A chunk of the question, whole and sound; nothing where it is not there or not so.
std::optional<Chunk> chunk_in(const FolderFiles& files, const SweepQuestion& question,
                              std::uint64_t fingerprint, std::int64_t index);

/// Numbers of the chunk files that are there, in order.
std::vector<std::int64_t> chunk_files_in(const FolderFiles& files);

}  // namespace carom
