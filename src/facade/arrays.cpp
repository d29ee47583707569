#include "facade/arrays.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "stores/merged_texts.hpp"
#include "stores/results_reader.hpp"

namespace carom {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// What a sample has several of, and pairs of them.
std::vector<ColumnExtent> extents_of(const SampleColumn& column) {
  std::vector<ColumnExtent> extents;
  if (column.labels.empty()) return extents;
  const bool of_contacts = column.dataset.starts_with("contacts/");
  const bool of_links = column.dataset == "joints" || column.dataset == "ends";
  extents.push_back({of_contacts ? "contact"
                     : of_links  ? "link"
                                 : column.dataset + "_of",
                     column.labels});
  if (column.shape.size() > 1) {
    const bool world = of_links || column.dataset == "contacts/position";
    extents.push_back(world ? ColumnExtent{"world", {"x", "y"}}
                            : ColumnExtent{"component", {"tangential", "normal"}});
  }
  return extents;
}

ArrayColumn empty_column(const Column& column, std::int64_t rows) {
  ArrayColumn made{column.group,   column.name,       column.unit,   column.description,
                   column.extents, column.categories, column.width()};
  const std::size_t numbers = static_cast<std::size_t>(rows) * made.width;
  switch (column.type) {
    case ColumnType::real:
      made.values = std::vector<double>(numbers, none);
      break;
    case ColumnType::category:
      made.values = std::vector<std::uint8_t>(numbers, no_category);
      break;
    case ColumnType::text:
      made.values = std::vector<std::uint16_t>(numbers, no_text);
      break;
  }
  return made;
}

ArrayTable empty_table(const SweepQuestion& question) {
  ArrayTable table;
  table.rows = question.grid.points;
  for (const GridDimension& dimension : question.grid.dimensions) {
    ArrayDimension made;
    for (const SweepAxis& axis : dimension.axes) {
      made.parameters.push_back(axis.parameter);
      std::vector<double>& values = made.values.emplace_back();
      for (std::int64_t i = 0; i < dimension.count; ++i) values.push_back(axis_value(axis, i));
    }
    table.dimensions.push_back(std::move(made));
  }
  for (const Column& column : question.columns)
    table.columns.push_back(empty_column(column, table.rows));
  return table;
}

/// A chunk's numbers to their rows. Distinct chunks have distinct rows.
void keep(const Chunk& chunk, const TableLayout& layout, ArrayTable& table) {
  const auto count = static_cast<std::size_t>(chunk.count);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    ArrayColumn& column = table.columns[c];
    const std::byte* const from = chunk.table.data() + count * layout.before[c];
    std::visit(
        [&](auto& values) {
          std::memcpy(values.data() + static_cast<std::size_t>(chunk.first) * column.width, from,
                      count * column.width * sizeof values[0]);
        },
        column.values);
  }
}

}  // namespace

SampleArrays::SampleArrays(ArrayTable& table, const Mechanism& mechanism)
    : table_(table), columns_(sample_columns(mechanism)), row_(width_of(columns_)) {
  table_ = {};
  for (const SampleColumn& column : columns_) {
    ArrayColumn made;
    const std::size_t slash = column.dataset.find('/');
    if (slash != std::string::npos) made.group = column.dataset.substr(0, slash);
    made.name = column.dataset.substr(slash == std::string::npos ? 0 : slash + 1);
    made.unit = column.units.size() == 1 ? column.units.front() : "";
    made.description = column.description;
    made.extents = extents_of(column);
    made.words = column.words;
    made.width = column.headings.size();
    if (!column.words.empty()) made.values = std::vector<std::uint8_t>();
    table_.columns.push_back(std::move(made));
  }
}

void SampleArrays::sample(const MotionSample& sample) {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const std::span<double> numbers =
        std::span(row_).subspan(columns_[c].place, columns_[c].headings.size());
    columns_[c].fill(sample, numbers);
    std::visit(
        [&](auto& values) {
          using Value = typename std::remove_cvref_t<decltype(values)>::value_type;
          for (const double number : numbers) values.push_back(static_cast<Value>(number));
        },
        table_.columns[c].values);
  }
  ++table_.rows;
}

SweepArrays::SweepArrays(ArrayTable& table, const SweepQuestion& question, ChunkStore& next)
    : table_(table), layout_(question.columns), next_(next) {
  table_ = empty_table(question);
  table_.done.assign(static_cast<std::size_t>(table_.rows), 0);
}

void SweepArrays::put(const Chunk& chunk) {
  next_.put(chunk);
  keep(chunk, layout_, table_);
  const auto first = static_cast<std::size_t>(chunk.first);
  const auto count = static_cast<std::size_t>(chunk.count);
  const std::lock_guard guard(mutex_);
  std::fill_n(table_.done.begin() + chunk.first, count, std::uint8_t{1});
  if (chunk.texts.empty()) return;
  // Codes of the table instead of the chunk's own.
  std::vector<std::uint16_t> codes;
  for (const std::string& text : chunk.texts) {
    auto found = std::ranges::find(texts_, text);
    if (found == texts_.end() && texts_.size() < most_texts)
      found = texts_.insert(texts_.end(), text);
    codes.push_back(static_cast<std::uint16_t>(found - texts_.begin()));
  }
  for (ArrayColumn& column : table_.columns)
    if (auto* values = std::get_if<std::vector<std::uint16_t>>(&column.values))
      for (std::size_t i = first * column.width; i < (first + count) * column.width; ++i)
        if (std::uint16_t& code = (*values)[i]; code != no_text)
          code = code < codes.size() ? codes[code] : static_cast<std::uint16_t>(most_texts);
}

void SweepArrays::complete() {
  if (std::ranges::all_of(table_.done, [](std::uint8_t done) { return done != 0; }))
    table_.done.clear();
  for (ArrayColumn& column : table_.columns) {
    auto* values = std::get_if<std::vector<std::uint16_t>>(&column.values);
    if (values == nullptr) continue;
    std::map<std::uint16_t, std::uint16_t> own;
    for (std::uint16_t& code : *values) {
      if (code == no_text) continue;
      const auto [place, fresh] = own.try_emplace(code, static_cast<std::uint16_t>(own.size()));
      if (fresh)
        column.words.push_back(code < texts_.size() ? texts_[code] : std::string(further_texts));
      code = place->second;
    }
  }
}

ArrayTable table_of_folder(const std::string& folder) {
  constexpr std::int64_t at_once = 65536;
  const SweepTable file(folder);
  ArrayTable table = empty_table(file.question());
  const TableLayout layout(file.question().columns);
  for (std::int64_t first = 0; first < table.rows; first += at_once)
    keep(file.rows(first, std::min(at_once, table.rows - first)), layout, table);
  for (ArrayColumn& column : table.columns)
    if (std::holds_alternative<std::vector<std::uint16_t>>(column.values))
      column.words = file.texts();
  return table;
}

}  // namespace carom
