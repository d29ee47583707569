#pragma once

/// stores/results_hdf5.hpp
///
/// The file results.h5 of a sweep; docs/results.md describes it. Written chunk by chunk in any
/// order and without memory for more than one chunk; the same table gives the same bytes.

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "data/sweep_report.hpp"
#include "stores/boundary_list.hpp"

namespace carom {

class ResultsHdf5 {
 public:
  /// Makes the file with everything but the table, whose room is taken. Throws InputError, as all
  /// of these do, where it cannot be written.
  ResultsHdf5(const std::string& path, const SweepQuestion& question);
  ResultsHdf5(const ResultsHdf5&) = delete;
  ResultsHdf5& operator=(const ResultsHdf5&) = delete;
  ~ResultsHdf5();

  /// A chunk whose text codes are those of the whole table.
  void write(const Chunk& chunk);

  /// What is known at the end. The file is whole afterwards.
  void finish(std::span<const std::string> texts, const BoundaryList& boundaries,
              std::int64_t holes);

 private:
  struct File;
  std::string path_;
  std::unique_ptr<File> file_;
};

/// Where a column is in the file: "common/point", "energetic/verdict".
std::string path_of(const Column& column);

/// Bytes of the file, to a few kilobytes.
double expected_hdf5_bytes(const SweepQuestion& question);

}  // namespace carom
