#pragma once

/// stores/sweep_summary.hpp
///
/// The page of a sweep's results, gathered chunk by chunk in any order; it does not depend on the
/// order or on the size of the chunks. Its memory grows with the number of different texts and of
/// boundaries, not with the number of points.

#include <array>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "data/chunk_store.hpp"
#include "data/sweep_report.hpp"
#include "stores/boundary_list.hpp"
#include "stores/sweep_statistics.hpp"

namespace carom {

/// A report lists no more boundaries than this; a result folder has all of them.
inline constexpr std::size_t most_boundaries_reported = 100'000;

class SweepSummary {
 public:
  explicit SweepSummary(const SweepQuestion& question);

  void add(const Chunk& chunk) { add(chunk, statistics_part(chunk)); }
  /// The same in two parts, the first of them from any thread.
  SweepStatistics::Part statistics_part(const Chunk& chunk) const {
    return statistics_.part(chunk);
  }
  void add(const Chunk& chunk, const SweepStatistics::Part& statistics);
  /// Brings what was gathered into grid order and reports it.
  SweepReport report();
  /// In grid order after `report`.
  const BoundaryList& boundaries() const { return boundaries_; }

 private:
  struct TextCount {
    std::int64_t count = 0;
    std::int64_t first = 0;  // the first point that has it
  };
  struct Gathered {
    std::size_t column = 0;
    std::array<std::int64_t, 256> categories{};
    std::unordered_map<std::string, TextCount> texts;
    ColumnSummary range;  // of a real column
  };

  void add_reals(const Chunk& chunk, std::size_t column, Gathered& gathered) const;
  void add_categories(const Chunk& chunk, std::size_t column, Gathered& gathered) const;
  void add_texts(const Chunk& chunk, std::size_t column, Gathered& gathered) const;
  std::int64_t holes() const;

  SweepQuestion question_;
  TableLayout layout_;
  std::vector<Gathered> gathered_;  // columns with one number a point
  SweepStatistics statistics_;
  BoundaryList boundaries_;
};

/// For a sweep whose table is not kept.
class SummaryStore final : public ChunkStore {
 public:
  explicit SummaryStore(const SweepQuestion& question) : summary_(question) {}

  /// Never: nothing was there before.
  bool has(std::int64_t chunk) const override;
  void put(const Chunk& chunk) override;
  /// After the last `put`.
  SweepReport report() { return summary_.report(); }

 private:
  std::mutex mutex_;
  SweepSummary summary_;
};

}  // namespace carom
