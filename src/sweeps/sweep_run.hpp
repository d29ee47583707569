#pragma once

/// sweeps/sweep_run.hpp
///
/// Runs a sweep: hands its chunks out dynamically to threads, and to other ranks where there are
/// any, in grid order, and gives what comes back to a store. Chunks that the store has are not
/// computed again. The result does not depend on threads, ranks or the order of completion, since
/// a chunk depends on the question alone.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/chunk_store.hpp"
#include "sweeps/sweep_task.hpp"
#include "sweeps/transport.hpp"

namespace carom {

struct SweepProgress {
  std::int64_t points = 0;    ///< of the whole grid
  std::int64_t done = 0;      ///< of them, by this run or before it
  std::int64_t computed = 0;  ///< by this run
};

/// How chunks travel between ranks.
struct Machines {
  Transport& transport;
  std::function<std::vector<std::byte>(const Chunk&)> packed;
  std::function<std::optional<Chunk>(std::span<const std::byte>)> unpacked;
};

struct SweepControl {
  int threads = 1;
  std::function<bool()> interrupted;                   ///< asked a few times a second
  std::function<void(const SweepProgress&)> progress;  ///< told a few times a second
  std::optional<Machines> machines;                    ///< absent: this process alone
};

/// A chunk that another rank had when the sweep was ended.
struct HandedOut {
  int rank = 0;
  std::int64_t chunk = 0;
  bool gone = false;  ///< the rank has died (known of those on this machine)
};

struct SweepEnd {
  bool complete = false;  ///< else interrupted: all chunks that were begun here are in the store
  std::vector<HandedOut> handed_out;
  bool all_left = true;  ///< no other rank is still at work: MPI can be ended
};

/// Leads a sweep (rank 0). Errors of the store are passed on, after all threads have stopped.
SweepEnd run_sweep(const SweepQuestion& question, const SweepTask& task, ChunkStore& store,
                   const SweepControl& control);

/// Works for the leader until it says that all is done. `interrupted` makes it finish the chunks
/// that it has, without taking others.
void help_sweep(const SweepQuestion& question, const SweepTask& task, const SweepControl& control);

/// The leader's words to ranks that wait for a question: here it is, or there is none.
void send_question(Transport& transport, const std::string& question);
void dismiss(Transport& transport);
/// What the leader said; nothing: dismissed, or interrupted.
std::optional<std::string> awaited_question(Transport& transport,
                                            const std::function<bool()>& interrupted);

/// What the calling thread is computing, for the report of a crash; −1: no chunk. Safe to call in
/// a signal handler.
std::int64_t chunk_of_this_thread() noexcept;

}  // namespace carom
