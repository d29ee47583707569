#pragma once

/// stores/results_csv.hpp
///
/// A sweep's table as text (RFC 4180, UTF-8, lines end with a newline): one row a point and law.
///
///     index       number of the point, from 0
///     …           one column a swept parameter
///     law         where the table has several: whose row it is
///     …           what a point has once
///     …           what a law says, one column a component: velocity_after.A0.normal
///
/// Numbers are the shortest that give the same double back. Categories and texts are words. A
/// missing value is an empty cell. A heading that occurs twice gets a number: mass, mass_2.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "data/sweep_report.hpp"
#include "stores/boundary_list.hpp"
#include "stores/durable_file.hpp"

namespace carom {

class ResultsCsv {
 public:
  /// Begins PATH.part with the headings.
  ResultsCsv(const std::string& path, const SweepQuestion& question);

  /// A chunk whose text codes are those of `texts`; chunks come in grid order.
  void write(const Chunk& chunk, std::span<const std::string> texts);

  /// Brings PATH.part to the disk.
  void close() { file_.close(true); }

 private:
  /// One heading: where its value is, or that a law does not have it.
  struct Cell {
    std::size_t column = 0;
    std::size_t component = 0;
    bool absent = false;
  };
  /// The rows of one law.
  struct LawRows {
    std::string law;
    std::vector<Cell> cells;
  };

  void append_value(std::string& row, const Cell& cell, const Chunk& chunk, std::int64_t i,
                    std::span<const std::string> texts) const;

  SweepQuestion question_;
  TableLayout layout_;
  std::vector<LawRows> laws_;
  bool has_laws_ = false;
  PartFile file_;
};

/// How many rows the table has.
std::int64_t csv_rows(const SweepQuestion& question);
/// Bytes, roughly and rather too many.
double expected_csv_bytes(const SweepQuestion& question);

/// PATH.part, on the disk: one row a boundary, with the members of `Boundary` as headings.
void write_boundaries_csv(const std::string& path, const BoundaryList& boundaries);

}  // namespace carom
