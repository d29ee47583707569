#pragma once

/// scenarios/measured_file.hpp
///
/// Measurements as comma-separated values: a line of names, then numbers, a row a line. Cells may
/// be empty or quoted; lines that begin with # are remarks. Published ones are part of the program;
/// data/*.csv are their sources.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carom/fault.hpp"
#include "numerics/expression.hpp"

namespace carom {

struct MeasuredTable {
  std::string name;                  ///< of its file, or of the embedded one
  std::vector<std::string> columns;  ///< their names
  std::vector<double> values;        ///< row by row; NaN: an empty cell
  std::vector<int> lines;            ///< of the file, a row

  std::size_t rows() const { return lines.size(); }
  std::span<const double> row(std::size_t i) const {
    return std::span(values).subspan(i * columns.size(), columns.size());
  }
};

/// Names of the measurements that are part of the program.
std::vector<std::string> embedded_measurements();

/// Faults have places in the file: a row of another length, what is no number, a name twice.
MeasuredTable measured_from_text(std::string_view text, std::string name,
                                 std::vector<Fault>& faults);

/// One of them; nothing if there is none of that name.
std::optional<MeasuredTable> embedded_measurement(std::string_view name);

/// A column by its name, or a formula over columns.
struct MeasuredColumn {
  std::optional<std::size_t> column;
  Expression formula;

  double operator()(const MeasuredTable& table, std::size_t row) const;
};
/// What is wrong goes to `problem`, empty where nothing is.
MeasuredColumn measured_column(const MeasuredTable& table, const std::string& text,
                               std::string& problem);

}  // namespace carom
