#pragma once

/// sweeps/crew.hpp
///
/// The threads of this process that solve chunks.

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "sweeps/chunk_worker.hpp"

namespace carom {

class Crew {
 public:
  /// `deliver` is called by the thread that solved the chunk.
  Crew(const SweepQuestion& question, const SweepTask& task, int threads,
       std::function<void(Chunk&&)> deliver);
  ~Crew() { finish(); }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Whether another chunk would keep a thread from idling.
  bool has_room() const;
  void start(std::int64_t chunk);
  bool busy() const;
  /// Waits until a chunk is finished, or this long.
  void wait(std::chrono::milliseconds longest);
  /// Waits for all that was started.
  void finish();
  /// Throws what a chunk threw, if one did.
  void check() const;

 private:
  void solve(std::int64_t chunk);

  const SweepQuestion& question_;
  const SweepTask& task_;
  const int threads_;
  const std::function<void(Chunk&&)> deliver_;
  tbb::global_control limit_;
  tbb::task_arena arena_;
  mutable std::mutex mutex_;
  std::condition_variable finished_one_;
  std::vector<std::unique_ptr<ChunkWorker>> resting_;  // workers that nobody uses now
  int in_flight_ = 0;
  std::int64_t finished_ = 0, seen_ = 0;
  std::exception_ptr error_;
};

}  // namespace carom
