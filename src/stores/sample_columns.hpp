#pragma once

/// stores/sample_columns.hpp
///
/// What a trajectory keeps of a sample: a line a quantity in sample_columns.cpp, from which
/// trajectory.h5 and trajectory.csv are made. What contacts and the ledger have comes from their
/// tables (data/simulation_table.hpp).

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "carom/simulate.hpp"

namespace carom {

struct SampleColumn {
  std::string dataset;             ///< "gap", "contacts/gap"
  std::vector<std::string> units;  ///< one, or one a label
  std::string description;
  std::vector<std::string> labels{};  ///< what there is a number, or a pair of them, of
  std::vector<std::size_t> shape;     ///< of its numbers in a sample
  std::vector<std::string> headings;  ///< one a number
  std::vector<std::string> words;     ///< of codes; none of numbers
  std::function<void(const MotionSample& sample, std::span<double> numbers)> fill;
  std::size_t place = 0;  ///< of its first number in a row of all
};

/// In the order of the datasets.
std::vector<SampleColumn> sample_columns(const Mechanism& mechanism);

std::size_t width_of(const std::vector<SampleColumn>& columns);

/// The numbers of a row as CSV has them: what contacts do, contact by contact, before the energy.
struct SampleCell {
  const SampleColumn* column = nullptr;
  std::size_t number = 0;  ///< of the column's
};
std::vector<SampleCell> csv_cells(const std::vector<SampleColumn>& columns);

}  // namespace carom
