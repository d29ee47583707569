#pragma once

/// pages/page_parts.hpp
///
/// What the pages of result folders share.

#include <map>
#include <string>
#include <vector>

#include "data/page.hpp"
#include "pages/report.hpp"
#include "reports/csv.hpp"
#include "reports/damaged_answer.hpp"
#include "stores/verb_folder.hpp"
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

/// What is rounding of larger numbers of its unit becomes zero: of those of the whole table, or of
/// its own row; and of `scales`, by unit.
enum class Among { table, row };
void clear_rounding(PageTable& table, Among among = Among::table,
                    const std::map<std::string, double>& scales = {});
/// Notes, a paragraph each.
void add_notes(const std::vector<std::string>& notes, PageText& text);

/// A verb's folder, and what it says of itself.
struct VerbResults {
  std::string folder;
  FolderSummary summary;
};
/// Throws InputError where there are none, or the page was asked to hold an axis: it has none.
VerbResults verb_results(const std::string& folder, const ReportRequest& request);

/// A page with a folder's title, or `untitled` where it has none.
Page titled_page(const FolderSummary& summary, const std::string& untitled);
PageText scenario_section(const FolderSummary& summary);

/// The study of a folder's scenario, by Carom's own laws.
inline constexpr auto study_of_text = [](const std::string& text, const std::string& path,
                                         std::span<const std::string> overrides) {
  return study_from_text(text, path, overrides);
};

/// The page of a verb's folder. `read` makes a study of its scenario (study_of_text, or the
/// like), `named` a report that has the study's names, into which the answer is read; `add(results,
/// study, report, page)` adds the sections, after which the scenario is the last.
template <class Read, class Named, class Add>
Page verb_page(const std::string& folder, const ReportRequest& request, const std::string& untitled,
               const Read& read, const Named& named, const Add& add) {
  const VerbResults results = verb_results(folder, request);
  const FolderOrigin& origin = results.summary.origin;
  const auto study = read(origin.scenario, folder + "/scenario.toml", origin.overrides);
  auto report = named(study);
  try {
    read_answer(results.summary.answer, report);
  } catch (const DamagedAnswer& error) {
    damaged(folder, std::string("summary.json: ") + error.what());
  }
  Page page = titled_page(results.summary, untitled);
  add(results, study, report, page);
  page.sections.emplace_back(scenario_section(results.summary));
  return page;
}

}  // namespace carom
