#pragma once

/// study/page_parts.hpp
///
/// What the pages of result folders share.

#include <map>
#include <string>
#include <vector>

#include "data/page.hpp"
#include "io/csv.hpp"
#include "io/damaged_answer.hpp"
#include "io/verb_folder.hpp"
#include "study/study.hpp"

namespace carom {

/// Throws InputError: the folder's results are damaged.
[[noreturn]] void damaged(const std::string& folder, const std::string& how);

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

/// A file of a folder as columns of numbers, NaN where there is none; throws InputError where it is
/// not there or not sound.
struct NumberTable {
  std::vector<std::string> headings;
  std::vector<std::vector<double>> columns;
};
NumberTable number_table(const std::string& folder, const std::string& file);
/// The same as texts.
CsvTable text_table_in(const std::string& folder, const std::string& file);

/// The mechanism that a folder's results are of.
Study folder_study(const std::string& folder, const FolderSummary& summary);

/// A folder's answer, read into a report that has its names.
template <class Report>
Report answer_in(const std::string& folder, const FolderSummary& summary, Report report) {
  try {
    read_answer(summary.answer, report);
  } catch (const DamagedAnswer& error) {
    damaged(folder, std::string("summary.json: ") + error.what());
  }
  return report;
}
/// What is rounding of larger numbers of its unit becomes zero: of those of the whole table, or of
/// its own row; and of `scales`, by unit.
enum class Among { table, row };
void clear_rounding(PageTable& table, Among among = Among::table,
                    const std::map<std::string, double>& scales = {});
/// Notes, a paragraph each.
void add_notes(const std::vector<std::string>& notes, PageText& text);

/// A page with a folder's title, or `untitled` where it has none; the scenario is its last section.
Page titled_page(const FolderSummary& summary, const std::string& untitled);
PageText scenario_section(const FolderSummary& summary);

}  // namespace carom
