#include "pages/page_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/rounding.hpp"
#include "carom/fault.hpp"
#include "stores/durable_file.hpp"

namespace carom {

PageText scenario_section(const FolderSummary& summary) {
  PageText text;
  text.title = "Scenario";
  if (!summary.origin.overrides.empty()) {
    std::string set;
    for (const std::string& each : summary.origin.overrides)
      set += (set.empty() ? "" : ", ") + each;
    text.paragraphs.push_back("With " + set + ".");
  }
  text.listing_name = "scenario.toml";
  text.listing = summary.origin.scenario;
  return text;
}

Page titled_page(const FolderSummary& summary, const std::string& untitled) {
  Page page;
  page.title = summary.origin.title.empty() ? untitled : summary.origin.title;
  return page;
}

PageUnit page_unit(double largest, const std::string& si) {
  static constexpr std::array<std::pair<double, const char*>, 7> prefixes{
      {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}}};
  if (!(largest > 0)) return {1, si};
  for (const auto& [size, prefix] : prefixes)
    if (largest >= size) return {1 / size, prefix + si};
  return {1e9, "n" + si};
}

double to_digits(double value, int digits) {
  if (!std::isfinite(value)) return std::nan("");
  char text[32];
  const char* const end =
      std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, digits - 1).ptr;
  double rounded = 0;
  std::from_chars(text, end, rounded);
  return rounded;
}

std::vector<double> shown_numbers(const std::vector<double>& values, double factor) {
  std::vector<double> shown;
  shown.reserve(values.size());
  for (const double value : values) shown.push_back(to_digits(value * factor, 9));
  return shown;
}

void damaged(const std::string& folder, const std::string& how) {
  throw InputError(folder, {{{}, "the results are damaged: " + how, {}}});
}

CsvTable text_table_in(const std::string& folder, const std::string& file) {
  const auto text = file_text(folder + "/" + file);
  if (!text) damaged(folder, file + " is missing");
  auto table = csv_table(*text);
  if (!table) damaged(folder, file + " is no table");
  return std::move(*table);
}

NumberTable number_table(const std::string& folder, const std::string& file) {
  CsvTable texts = text_table_in(folder, file);
  NumberTable table;
  table.headings = std::move(texts.headings);
  table.columns.resize(table.headings.size());
  for (std::size_t row = 0; row < texts.rows.size(); ++row)
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const auto value = csv_value(texts.rows[row][c]);
      if (!value)
        damaged(folder,
                fmt::format("{}: row {}: \"{}\" is no number", file, row + 2, texts.rows[row][c]));
      table.columns[c].push_back(*value);
    }
  return table;
}

VerbResults verb_results(const std::string& folder, const ReportRequest& request) {
  VerbResults results{folder, folder_summary(folder)};
  if (!request.at.empty())
    throw InputError(
        "",
        {{{},
          fmt::format("--at: results of `{}` have no axes to hold", results.summary.origin.verb),
          {}}});
  return results;
}

void clear_rounding(PageTable& table, Among among, const std::map<std::string, double>& scales) {
  const auto include = [&](const std::vector<PageCell>& row, std::map<std::string, double>& all) {
    for (std::size_t c = 0; c < row.size(); ++c)
      if (row[c].number && std::isfinite(*row[c].number)) {
        double& scale = all[table.columns[c].unit];
        scale = std::max(scale, std::abs(*row[c].number));
      }
  };
  std::map<std::string, double> of_table = scales;
  if (among == Among::table)
    for (const std::vector<PageCell>& row : table.rows) include(row, of_table);
  for (std::vector<PageCell>& row : table.rows) {
    std::map<std::string, double> largest = of_table;
    if (among == Among::row) include(row, largest);
    for (std::size_t c = 0; c < row.size(); ++c)
      if (const std::string& unit = table.columns[c].unit; row[c].number && !unit.empty())
        row[c].number = without_rounding(*row[c].number, largest[unit]);
  }
}

void add_notes(const std::vector<std::string>& notes, PageText& text) {
  for (const std::string& note : notes) text.paragraphs.push_back("Note: " + note + ".");
}

}  // namespace carom
