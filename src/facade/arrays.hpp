#pragma once

/// facade/arrays.hpp
///
/// The numbers of motions and sweeps as arrays in memory, for programs that work on with them: the
/// columns that result folders have (docs/results.md), with their names, units and labels.

#include <cstdint>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "carom/simulate.hpp"
#include "data/chunk_store.hpp"
#include "data/sweep_report.hpp"
#include "stores/sample_columns.hpp"

namespace carom {

/// Row by row; a row has `width` numbers, those of the last extent side by side.
struct ArrayColumn {
  std::string group, name, unit, description;
  std::vector<ColumnExtent> extents;  ///< what a row has several of
  std::vector<std::string> words;     ///< of codes, which begin at 0; none of numbers
  std::size_t width = 1;
  /// Numbers; codes; codes of sentences. Where there is none: NaN, 255, 65535.
  std::variant<std::vector<double>, std::vector<std::uint8_t>, std::vector<std::uint16_t>> values{};
};

/// A dimension of a grid: what advances along it together.
struct ArrayDimension {
  std::vector<std::string> parameters;
  std::vector<std::vector<double>> values;  ///< one list a parameter
};

struct ArrayTable {
  std::vector<ArrayDimension> dimensions;  ///< rows in their order, the last fastest; none: a list
  std::vector<ArrayColumn> columns;
  std::int64_t rows = 0;
  std::vector<std::uint8_t> done;  ///< a row: whether it is there; empty: all are
};

/// Samples of a motion, in order.
class SampleArrays : public MotionSink {
 public:
  SampleArrays(ArrayTable& table, const Mechanism& mechanism);
  void sample(const MotionSample& sample) override;

 private:
  ArrayTable& table_;
  std::vector<SampleColumn> columns_;
  std::vector<double> row_;
};

/// Points of a sweep, in any order, from any thread; they go on to the next store.
class SweepArrays : public ChunkStore {
 public:
  SweepArrays(ArrayTable& table, const SweepQuestion& question, ChunkStore& next);
  bool has(std::int64_t chunk) const override { return next_.has(chunk); }
  void put(const Chunk& chunk) override;
  /// When all that will be there is: sentences are numbered by first appearance.
  void complete();

 private:
  ArrayTable& table_;
  TableLayout layout_;
  ChunkStore& next_;
  std::mutex mutex_;
  std::vector<std::string> texts_;
};

/// The table of a complete sweep's folder. Throws InputError where there is none that is sound.
ArrayTable table_of_folder(const std::string& folder);

}  // namespace carom
