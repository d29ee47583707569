#pragma once

/// stores/results_reader.hpp
///
/// The table of a result folder, read piece by piece: a table of 10⁸ points is never in memory as
/// a whole. One thread at a time.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "data/sweep_report.hpp"

namespace carom {

/// A part of a column: every `step`-th point along each dimension of the grid.
struct Slab {
  std::vector<std::int64_t> start;       ///< one a dimension; empty: from the beginning
  std::vector<std::int64_t> count;       ///< empty: to the end
  std::vector<std::int64_t> step;        ///< ≥ 1; empty: 1
  std::vector<std::size_t> component{};  ///< a label's place in each extent; empty: all of them
};

class SweepTable {
 public:
  /// A result folder, or its file results.h5. Throws InputError where it is no sound result of
  /// Carom; so do all of these where the file turns out to be damaged.
  explicit SweepTable(const std::string& path);
  SweepTable(SweepTable&&) noexcept;
  SweepTable& operator=(SweepTable&&) noexcept;
  ~SweepTable();

  const SweepQuestion& question() const;
  const std::string& version() const;  ///< of the Carom that made it
  std::int64_t holes() const;
  const std::vector<std::string>& texts() const;

  /// Place of a column in the question's columns; its size where there is none.
  std::size_t column(const std::string& group, const std::string& name) const;

  /// Values of a swept parameter along its dimension.
  std::vector<double> axis(std::size_t parameter, std::int64_t first, std::int64_t count) const;

  /// Of a real column, a category column and a text column. In row order, components last.
  std::vector<double> reals(std::size_t column, const Slab& slab) const;
  std::vector<std::uint8_t> categories(std::size_t column, const Slab& slab) const;
  std::vector<std::uint16_t> text_codes(std::size_t column, const Slab& slab) const;

  /// All columns of consecutive points, as one chunk (without texts and boundaries).
  Chunk rows(std::int64_t first, std::int64_t count) const;

  std::int64_t boundary_count() const;
  std::vector<Boundary> boundaries(std::int64_t first, std::int64_t count) const;

 private:
  struct File;
  std::unique_ptr<File> file_;
};

/// The report of a complete folder. Throws InputError where it is not complete.
SweepReport report_of_folder(const std::string& folder);

}  // namespace carom
