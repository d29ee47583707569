#include "stores/results_csv.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <set>

namespace carom {
namespace {

void append_number(std::string& row, double value) {
  if (std::isnan(value)) return;
  char digits[32];
  row.append(digits, std::to_chars(std::begin(digits), std::end(digits), value).ptr);
}

void append_text(std::string& row, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    row += text;
    return;
  }
  row += '"';
  for (const char c : text) {
    if (c == '"') row += '"';
    row += c;
  }
  row += '"';
}

/// Labels of a component: ".A0.normal".
std::string suffix(const Column& column, std::size_t component) {
  return column.extents.empty() ? "" : "." + component_label(column, component);
}

bool same_components(const Column& a, const Column& b) {
  return std::ranges::equal(a.extents, b.extents, {}, &ColumnExtent::labels, &ColumnExtent::labels);
}

/// The groups of a table, in order of appearance.
std::vector<std::string> groups_of(const SweepQuestion& question) {
  std::vector<std::string> groups;
  for (const Column& column : question.columns)
    if (!column.group.empty() && std::ranges::find(groups, column.group) == groups.end())
      groups.push_back(column.group);
  return groups;
}

template <class Number>
Number number_at(const std::byte* place, std::size_t i) {
  Number number;
  std::memcpy(&number, place + i * sizeof number, sizeof number);
  return number;
}

/// Headings with a number behind those that were there already.
class Headings {
 public:
  void add(const std::string& name) {
    std::string heading = name;
    for (int n = 2; !taken_.insert(heading).second; ++n) heading = name + "_" + std::to_string(n);
    if (!line_.empty()) line_ += ',';
    append_text(line_, heading);
  }
  std::string line() const { return line_ + '\n'; }

 private:
  std::set<std::string> taken_;
  std::string line_;
};

}  // namespace

std::int64_t csv_rows(const SweepQuestion& question) {
  return question.grid.points *
         std::max<std::int64_t>(1, static_cast<std::int64_t>(groups_of(question).size()));
}

double expected_csv_bytes(const SweepQuestion& question) {
  constexpr double bytes_a_number = 24;
  std::int64_t numbers = 0;
  const auto groups = static_cast<std::int64_t>(groups_of(question).size());
  for (const Column& column : question.columns)
    numbers += static_cast<std::int64_t>(column.width()) * (column.group.empty() ? groups : 1);
  numbers += std::max<std::int64_t>(1, groups) *
             static_cast<std::int64_t>(question.grid.parameters.size() + 2);
  return static_cast<double>(question.grid.points) * static_cast<double>(numbers) * bytes_a_number;
}

ResultsCsv::ResultsCsv(const std::string& path, const SweepQuestion& question)
    : question_(question), layout_(question.columns), file_(path) {
  Headings headings;
  headings.add("index");
  for (const std::string& parameter : question.grid.parameters) headings.add(parameter);
  const std::vector<std::string> groups = groups_of(question);
  has_laws_ = !groups.empty();
  if (has_laws_) headings.add("law");
  laws_.resize(std::max<std::size_t>(1, groups.size()));
  for (std::size_t g = 0; g < groups.size(); ++g) laws_[g].law = groups[g];

  const auto add = [&](const Column& model, const auto& column_of_law) {
    for (std::size_t k = 0; k < model.width(); ++k) headings.add(model.name + suffix(model, k));
    for (LawRows& rows : laws_) {
      const std::size_t column = column_of_law(rows.law);
      const bool absent = column == question.columns.size();
      for (std::size_t k = 0; k < model.width(); ++k) rows.cells.push_back({column, k, absent});
    }
  };
  for (std::size_t c = 0; c < question.columns.size(); ++c)
    if (question.columns[c].group.empty())
      add(question.columns[c], [&](const std::string&) { return c; });
  // Columns of the laws that have name and components in common share their headings.
  std::vector<const Column*> added;
  for (const Column& model : question.columns) {
    const auto alike = [&](const Column& column) {
      return !column.group.empty() && column.name == model.name && same_components(column, model);
    };
    if (model.group.empty() || std::ranges::any_of(added, [&](auto* each) { return alike(*each); }))
      continue;
    added.push_back(&model);
    add(model, [&](const std::string& law) {
      const auto found = std::ranges::find_if(question.columns, [&](const Column& column) {
        return column.group == law && alike(column);
      });
      return static_cast<std::size_t>(found - question.columns.begin());
    });
  }
  file_.write(headings.line());
}

void ResultsCsv::append_value(std::string& row, const Cell& cell, const Chunk& chunk,
                              std::int64_t i, std::span<const std::string> texts) const {
  if (cell.absent) return;
  const Column& column = question_.columns[cell.column];
  const std::byte* place =
      chunk.table.data() + static_cast<std::size_t>(chunk.count) * layout_.before[cell.column];
  const std::size_t at = static_cast<std::size_t>(i) * column.width() + cell.component;
  switch (column.type) {
    case ColumnType::real:
      append_number(row, number_at<double>(place, at));
      break;
    case ColumnType::category:
      if (const std::size_t code = number_at<std::uint8_t>(place, at);
          code < column.categories.size())
        append_text(row, column.categories[code]);
      break;
    case ColumnType::text:
      if (const std::size_t code = number_at<std::uint16_t>(place, at); code < texts.size())
        append_text(row, texts[code]);
      break;
  }
}

void ResultsCsv::write(const Chunk& chunk, std::span<const std::string> texts) {
  std::vector<double> values(question_.grid.parameters.size());
  std::string row;
  for (std::int64_t i = 0; i < chunk.count; ++i) {
    values_at(question_.grid, chunk.first + i, values);
    for (const LawRows& rows : laws_) {
      row = std::to_string(chunk.first + i);
      for (const double value : values) {
        row += ',';
        append_number(row, value);
      }
      if (has_laws_) {
        row += ',';
        append_text(row, rows.law);
      }
      for (const Cell& cell : rows.cells) {
        row += ',';
        append_value(row, cell, chunk, i, texts);
      }
      row += '\n';
      file_.write(row);
    }
  }
}

void write_boundaries_csv(const std::string& path, const BoundaryList& boundaries) {
  PartFile file(path);
  std::string row = "at,within,point";
  for (const BoundaryText& text : boundary_texts) row += ',' + std::string(text.name);
  file.write(row + '\n');
  for (std::size_t i = 0; i < boundaries.size(); ++i) {
    const Boundary boundary = boundaries.boundary(i);
    row.clear();
    append_number(row, boundary.at);
    row += ',';
    append_number(row, boundary.within);
    row += ',' + std::to_string(boundary.point);
    for (const BoundaryText& text : boundary_texts) {
      row += ',';
      append_text(row, text.text(boundary));
    }
    file.write(row + '\n');
  }
  file.close(true);
}

}  // namespace carom
