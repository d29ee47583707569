#pragma once

/// study/page_parts.hpp
///
/// What the pages of result folders share.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "data/page.hpp"
#include "io/csv.hpp"
#include "io/verb_folder.hpp"

namespace carom {

/// A unit in which numbers of a size are easily read: 1 SI unit = factor · name.
struct PageUnit {
  double factor = 1;
  std::string name;
};

/// For numbers up to `largest` in size, with a prefix from nano to giga.
PageUnit page_unit(double largest, const std::string& si);

/// Numbers times a factor, to nine digits: what a figure shows, not what a file keeps.
std::vector<double> shown_numbers(const std::vector<double>& values, double factor);
/// One number to so many digits.
double to_digits(double value, int digits);

/// The answer of a folder, to be read with at(): what is missing throws, see `damaged`.
nlohmann::json answer_of(const FolderSummary& summary);

/// A file of a folder as columns of numbers, NaN where there is none; throws InputError where it is
/// not there or not sound.
struct NumberTable {
  std::vector<std::string> headings;
  std::vector<std::vector<double>> columns;
};
NumberTable number_table(const std::string& folder, const std::string& file);
/// The same as texts.
CsvTable text_table_in(const std::string& folder, const std::string& file);

/// The scenario as a section of its own.
PageText scenario_section(const FolderSummary& summary);

/// Throws InputError: the folder's results are damaged.
[[noreturn]] void damaged(const std::string& folder, const std::string& how);

}  // namespace carom
