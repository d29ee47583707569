#pragma once

/// stores/sweep_statistics.hpp
///
/// Mean, standard deviation and percentiles of every number of a sweep whose axes are all random,
/// gathered chunk by chunk in any order: sums are exact, so that the order does not show. Up to
/// 100,000 points (fewer where there are many quantities) all values are kept for the percentiles;
/// of more, every k-th point's, k without common divisor with the grid.

#include <cstdint>
#include <string>
#include <vector>

#include "data/sweep_report.hpp"
#include "numerics/exact_sum.hpp"

namespace carom {

class SweepStatistics {
 public:
  /// Gathers nothing where an axis is not random.
  explicit SweepStatistics(const SweepQuestion& question);

  /// What a chunk adds.
  struct Sums {
    std::int64_t count = 0;
    ExactSum sum, squares;
    std::vector<double> kept;  ///< of every stride-th point; not a number where there is none
  };
  struct Part {
    std::int64_t first_kept = 0;  ///< place of the chunk's first kept value among all
    std::vector<Sums> sums;       ///< one a number
  };
  /// From any thread: the dear part of adding.
  Part part(const Chunk& chunk) const;
  void add(const Part& part);
  std::vector<QuantityStatistics> statistics() const;
  /// What to say of how they were made; may be empty.
  std::vector<std::string> notes() const;

 private:
  struct Sampled {
    std::size_t column = 0, component = 0;
    Sums all;
  };

  std::vector<Column> columns_;
  TableLayout layout_;
  std::int64_t points_ = 0;
  std::int64_t stride_ = 1;
  std::size_t left_out_ = 0;  // components
  std::vector<Sampled> sampled_;
};

}  // namespace carom
