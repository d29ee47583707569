#pragma once

/// sweeps/chunk_worker.hpp
///
/// Solves the points of a chunk, and refines the cells that end in them. What comes out depends on
/// the question and the chunk's number alone.

#include <atomic>
#include <memory>
#include <vector>

#include "sweeps/boundary_search.hpp"
#include "sweeps/sweep_task.hpp"

namespace carom {

/// One a thread. The question and the task outlive it.
class ChunkWorker {
 public:
  ChunkWorker(const SweepQuestion& question, const SweepTask& task);

  Chunk chunk(std::int64_t index);

 private:
  void label_at(std::int64_t point, double fraction, std::span<int> labels);
  void refine(std::int64_t point, Chunk& chunk);

  const SweepQuestion& question_;
  TableLayout layout_;
  std::vector<std::size_t> sizes_;  // bytes a point of each column
  std::unique_ptr<SweepSolver> solver_;
  std::vector<Watch> watches_;
  std::size_t along_ = 0;  // dimension of the grid that is refined
  BoundarySearch search_;
  std::vector<double> values_;
  std::vector<int> labels_, neighbour_;  // at the point, and at the one before it
  std::int64_t labelled_ = -1;           // the point whose labels are in `labels_`
};

}  // namespace carom
