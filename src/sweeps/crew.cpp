#include "sweeps/crew.hpp"

#include <algorithm>

#include "sweeps/sweep_run.hpp"

namespace carom {
namespace {

thread_local volatile std::int64_t current_chunk = -1;

}  // namespace

std::int64_t chunk_of_this_thread() noexcept {
  return current_chunk;
}

Crew::Crew(const SweepQuestion& question, const SweepTask& task, int threads,
           std::function<void(Chunk&&)> deliver)
    : question_(question),
      task_(task),
      threads_(threads),
      deliver_(std::move(deliver)),
      // The thread that hands out chunks solves none.
      limit_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads) + 1),
      arena_(threads, 0) {}

bool Crew::has_room() const {
  const std::lock_guard lock(mutex_);
  return in_flight_ < 2 * threads_ && !error_;
}

bool Crew::busy() const {
  const std::lock_guard lock(mutex_);
  return in_flight_ > 0;
}

void Crew::start(std::int64_t chunk) {
  {
    const std::lock_guard lock(mutex_);
    ++in_flight_;
  }
  arena_.enqueue([this, chunk] { solve(chunk); });
}

void Crew::solve(std::int64_t chunk) {
  std::exception_ptr error;
  std::unique_ptr<ChunkWorker> worker;
  {
    const std::lock_guard lock(mutex_);
    if (!resting_.empty()) {
      worker = std::move(resting_.back());
      resting_.pop_back();
    }
  }
  current_chunk = chunk;
  try {
    if (!worker) worker = std::make_unique<ChunkWorker>(question_, task_);
    deliver_(worker->chunk(chunk));
  } catch (...) {
    error = std::current_exception();
  }
  current_chunk = -1;
  const std::lock_guard lock(mutex_);
  if (worker && !error) resting_.push_back(std::move(worker));
  if (error && !error_) error_ = error;
  --in_flight_;
  ++finished_;
  finished_one_.notify_all();
}

void Crew::wait(std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  finished_one_.wait_for(lock, longest, [&] { return finished_ != seen_; });
  seen_ = finished_;
}

void Crew::finish() {
  std::unique_lock lock(mutex_);
  finished_one_.wait(lock, [&] { return in_flight_ == 0; });
}

void Crew::check() const {
  const std::lock_guard lock(mutex_);
  if (error_) std::rethrow_exception(error_);
}

}  // namespace carom
