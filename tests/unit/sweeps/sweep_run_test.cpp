/// Chunks handed to threads and ranks: what comes back does not depend on who solved it.

#include "sweeps/sweep_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "sweeps/chunk_worker.hpp"

namespace carom {
namespace {

/// y = x² in a table, "low" or "high" as a label; x = 13 is a hole that takes long.
class SquareSolver : public SweepSolver {
 public:
  SquareSolver() { low_ = texts_.number_of("low"), high_ = texts_.number_of("high"); }
  void solve(std::span<const double> swept) override {
    x_ = swept[0];
    if (x_ == 13) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  void fill(Row& row, ChunkTexts& texts) const override {
    row.real(0, 0, x_ * x_);
    row.category(1, 0, x_ == 13 ? 1 : 0);
    row.text(2, 0, texts.code(x_ > 20.3 ? high_ : low_));
  }
  void label(std::span<int> labels) override { labels[0] = x_ > 20.3 ? high_ : low_; }
  const NumberedTexts& texts() const override { return texts_; }

 private:
  NumberedTexts texts_;
  int low_ = 0, high_ = 0;
  double x_ = 0;
};

class SquareTask : public SweepTask {
 public:
  std::vector<Column> columns() const override {
    return {{"", "y", "1", "", ColumnType::real, {}, {}},
            {"", "point", "1", "", ColumnType::category, {}, {"solved", "hole"}},
            {"", "size", "1", "", ColumnType::text, {}, {}}};
  }
  std::vector<Watch> watches() const override { return {{BoundaryKind::outcome}}; }
  std::unique_ptr<SweepSolver> solver() const override { return std::make_unique<SquareSolver>(); }
  double expected_rate() const override { return 1e6; }
};

SweepQuestion question(std::int64_t chunk_points) {
  SweepAxis axis;
  axis.parameter = "x";
  axis.from = 0;
  axis.to = 99;
  axis.count = 100;
  SweepQuestion asked;
  asked.grid = grid_of(std::vector<SweepAxis>{axis});
  asked.columns = SquareTask().columns();
  asked.chunk_points = chunk_points;
  asked.boundaries = true;
  asked.along = "x";
  asked.boundary_tolerance = 1e-9;
  return asked;
}

class MemoryStore : public ChunkStore {
 public:
  bool has(std::int64_t chunk) const override {
    const std::lock_guard lock(mutex_);
    return chunks_.contains(chunk);
  }
  void put(const Chunk& chunk) override {
    const std::lock_guard lock(mutex_);
    if (static_cast<std::int64_t>(chunks_.size()) == full_at) throw std::runtime_error("full");
    ++puts;
    chunks_[chunk.index] = chunk;
  }
  /// Values of the first column, and the boundaries' places.
  std::vector<double> values() const {
    std::vector<double> all;
    for (const auto& [index, chunk] : chunks_)
      for (std::int64_t i = 0; i < chunk.count; ++i) {
        double value = 0;
        std::memcpy(&value, chunk.table.data() + 8 * i, 8);
        all.push_back(value);
      }
    for (const auto& [index, chunk] : chunks_)
      for (const Boundary& boundary : chunk.boundaries) all.push_back(boundary.at);
    return all;
  }
  void lose(std::int64_t chunk) { chunks_.erase(chunk); }
  std::int64_t size() const { return static_cast<std::int64_t>(chunks_.size()); }

  std::int64_t full_at = -1;
  int puts = 0;

 private:
  mutable std::mutex mutex_;
  std::map<std::int64_t, Chunk> chunks_;
};

SweepControl threads(int count) {
  SweepControl control;
  control.threads = count;
  return control;
}

TEST(SweepRun, ThreadsAndChunksDoNotChangeTheResult) {
  const SquareTask task;
  std::vector<double> first;
  for (const std::int64_t chunk_points : {1, 7, 100, 1000}) {
    for (const int count : {1, 2, 5}) {
      MemoryStore store;
      const SweepQuestion asked = question(chunk_points);
      EXPECT_TRUE(run_sweep(asked, task, store, threads(count)).complete);
      EXPECT_EQ(store.size(), asked.chunks());
      if (first.empty()) first = store.values();
      EXPECT_EQ(store.values(), first) << chunk_points << " points, " << count << " threads";
    }
  }
  EXPECT_EQ(first[99], 99.0 * 99);
  EXPECT_NEAR(first.back(), 20.3, 1e-9);
}

TEST(SweepRun, ComputesOnlyWhatIsLacking) {
  const SquareTask task;
  const SweepQuestion asked = question(10);
  MemoryStore store;
  run_sweep(asked, task, store, threads(2));
  const auto whole = store.values();
  store.lose(3);
  store.lose(9);
  store.puts = 0;
  std::int64_t computed = 0;
  SweepControl control = threads(2);
  control.progress = [&](const SweepProgress& progress) { computed = progress.computed; };
  run_sweep(asked, task, store, control);
  EXPECT_EQ(store.puts, 2);
  EXPECT_EQ(computed, 20);
  EXPECT_EQ(store.values(), whole);
}

TEST(SweepRun, AnInterruptionFinishesWhatWasBegun) {
  const SquareTask task;
  const SweepQuestion asked = question(1);
  MemoryStore store;
  SweepControl control = threads(1);
  control.interrupted = [&] { return store.size() > 5; };
  EXPECT_FALSE(run_sweep(asked, task, store, control).complete);
  EXPECT_GT(store.size(), 5);
  EXPECT_LT(store.size(), 100);
  EXPECT_TRUE(run_sweep(asked, task, store, threads(2)).complete);
  EXPECT_EQ(store.size(), 100);
}

TEST(SweepRun, AStoresErrorIsPassedOnAndWhatWasKeptStays) {
  const SquareTask task;
  MemoryStore store;
  store.full_at = 4;
  EXPECT_THROW(run_sweep(question(10), task, store, threads(2)), std::runtime_error);
  EXPECT_EQ(store.size(), 4);
}

/// Ranks that are threads of this process.
class Post {
 public:
  explicit Post(int ranks) : boxes_(static_cast<std::size_t>(ranks)) {}
  void send(int from, int to, std::span<const std::byte> bytes) {
    const std::lock_guard lock(mutex_);
    boxes_[static_cast<std::size_t>(to)].push_back({from, {bytes.begin(), bytes.end()}});
    if (to != 0) asked_others = true;
  }
  std::optional<Message> receive(int rank) {
    const std::lock_guard lock(mutex_);
    auto& box = boxes_[static_cast<std::size_t>(rank)];
    if (box.empty()) return std::nullopt;
    Message message = std::move(box.front());
    box.pop_front();
    return message;
  }
  int ranks() const { return static_cast<int>(boxes_.size()); }
  std::atomic<bool> asked_others = false;  ///< something was sent to another than the leader

 private:
  std::mutex mutex_;
  std::vector<std::deque<Message>> boxes_;
};

class PostTransport : public Transport {
 public:
  PostTransport(Post& post, int rank) : post_(post), rank_(rank) {}
  int rank() const override { return rank_; }
  int ranks() const override { return post_.ranks(); }
  int neighbours() const override { return post_.ranks(); }
  void send(int to, std::span<const std::byte> bytes) override { post_.send(rank_, to, bytes); }
  std::optional<Message> receive() override { return post_.receive(rank_); }

 private:
  Post& post_;
  int rank_;
};

/// Chunks by reference: the ranks share this process's memory.
class SharedChunks {
 public:
  std::vector<std::byte> packed(const Chunk& chunk) {
    const std::lock_guard lock(mutex_);
    chunks_.push_back(chunk);
    return std::vector<std::byte>(chunks_.size());
  }
  std::optional<Chunk> unpacked(std::span<const std::byte> bytes) {
    const std::lock_guard lock(mutex_);
    if (damaged) return std::nullopt;
    return chunks_[bytes.size() - 1];
  }
  std::atomic<bool> damaged = false;

 private:
  std::mutex mutex_;
  std::vector<Chunk> chunks_;
};

SweepControl over_ranks(Transport& transport, SharedChunks& chunks) {
  SweepControl control = threads(1);
  control.machines.emplace(
      Machines{transport, [&](const Chunk& chunk) { return chunks.packed(chunk); },
               [&](std::span<const std::byte> bytes) { return chunks.unpacked(bytes); }});
  return control;
}

TEST(SweepRun, RanksShareTheWorkAndDoNotChangeTheResult) {
  const SquareTask task;
  const SweepQuestion asked = question(1);
  MemoryStore alone;
  run_sweep(asked, task, alone, threads(1));

  Post post(3);
  SharedChunks chunks;
  std::vector<std::thread> others;
  for (int rank = 1; rank < 3; ++rank)
    others.emplace_back([&, rank] {
      PostTransport transport(post, rank);
      const auto text = awaited_question(transport, [] { return false; });
      EXPECT_EQ(text, "what is x squared?");
      help_sweep(asked, task, over_ranks(transport, chunks));
    });
  PostTransport transport(post, 0);
  send_question(transport, "what is x squared?");
  MemoryStore store;
  EXPECT_TRUE(run_sweep(asked, task, store, over_ranks(transport, chunks)).complete);
  for (std::thread& other : others) other.join();
  EXPECT_EQ(store.values(), alone.values());
  EXPECT_EQ(store.puts, 100);
}

/// Leaves some chunks to others: waits until one has been given to them. (Not until it is solved:
/// in one process all crews share their threads, and this solver has one of them.)
class PatientSolver : public SquareSolver {
 public:
  explicit PatientSolver(const Post& post) : post_(post) {}
  void solve(std::span<const double> swept) override {
    while (!post_.asked_others) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    SquareSolver::solve(swept);
  }

 private:
  const Post& post_;
};
class PatientTask : public SquareTask {
 public:
  explicit PatientTask(const Post& post) : post_(post) {}
  std::unique_ptr<SweepSolver> solver() const override {
    return std::make_unique<PatientSolver>(post_);
  }

 private:
  const Post& post_;
};

TEST(SweepRun, AChunkDamagedOnItsWayIsAnErrorAndAllRanksEnd) {
  const SquareTask task;
  const SweepQuestion asked = question(1);
  Post post(2);
  SharedChunks chunks;
  chunks.damaged = true;
  std::thread other([&] {
    PostTransport transport(post, 1);
    help_sweep(asked, task, over_ranks(transport, chunks));
  });
  PostTransport transport(post, 0);
  MemoryStore store;
  SweepControl control = over_ranks(transport, chunks);
  const PatientTask patient(post);
  EXPECT_THROW(run_sweep(asked, patient, store, control), std::runtime_error);
  other.join();
}

TEST(SweepRun, AChunkOfARankThatLeavesIsSolvedByAnother) {
  const SquareTask task;
  const SweepQuestion asked = question(1);
  Post post(2);
  SharedChunks chunks;
  std::thread other([&] {
    PostTransport transport(post, 1);
    SweepControl control = over_ranks(transport, chunks);
    int looks = 0;
    control.interrupted = [&] { return ++looks > 3; };
    help_sweep(asked, task, control);
  });
  PostTransport transport(post, 0);
  MemoryStore store;
  EXPECT_TRUE(run_sweep(asked, task, store, over_ranks(transport, chunks)).complete);
  other.join();
  EXPECT_EQ(store.size(), 100);
}

TEST(SweepRun, RanksWithoutAQuestionAreSentAway) {
  Post post(2);
  PostTransport leader(post, 0), other(post, 1);
  dismiss(leader);
  EXPECT_FALSE(awaited_question(other, [] { return false; }));
}

}  // namespace
}  // namespace carom
