#pragma once

/// data/comparison.hpp
///
/// What a publication says beside what Carom finds, as plain data.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/claim.hpp"

namespace carom {

/// A number, a text, or nothing.
struct ComparisonCell {
  std::optional<double> number;
  std::string text;

  ComparisonCell() = default;
  ComparisonCell(double value) : number(value) {}                // NOLINT: a cell is a number
  ComparisonCell(std::string words) : text(std::move(words)) {}  // NOLINT: or words
  ComparisonCell(const std::optional<double>& value) : number(value) {}  // NOLINT: or nothing
};

struct ComparisonTable {
  std::string name;  ///< short, for a file: "table_3_4"
  std::string title;
  std::vector<std::string> headings;
  std::vector<std::vector<ComparisonCell>> rows;
};

struct Comparison {
  std::string title;
  std::vector<Claim> claims;
  std::vector<ComparisonTable> tables;
};

}  // namespace carom
