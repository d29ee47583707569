#include "stores/sweep_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/words.hpp"
#include "data/certificate.hpp"

namespace carom {
namespace {

template <class Number>
Number number_at(const std::byte* place, std::int64_t i) {
  Number number;
  std::memcpy(&number, place + static_cast<std::size_t>(i) * sizeof number, sizeof number);
  return number;
}

}  // namespace

SweepSummary::SweepSummary(const SweepQuestion& question)
    : question_(question), layout_(question.columns), statistics_(question) {
  for (std::size_t c = 0; c < question.columns.size(); ++c)
    if (question.columns[c].extents.empty()) gathered_.emplace_back().column = c;
}

void SweepSummary::add(const Chunk& chunk, const SweepStatistics::Part& statistics) {
  for (Gathered& gathered : gathered_) {
    switch (question_.columns[gathered.column].type) {
      case ColumnType::real:
        add_reals(chunk, gathered.column, gathered);
        break;
      case ColumnType::category:
        add_categories(chunk, gathered.column, gathered);
        break;
      case ColumnType::text:
        add_texts(chunk, gathered.column, gathered);
        break;
    }
  }
  statistics_.add(statistics);
  boundaries_.add(chunk.index, chunk.boundaries);
}

void SweepSummary::add_reals(const Chunk& chunk, std::size_t column, Gathered& gathered) const {
  const std::byte* place =
      chunk.table.data() + static_cast<std::size_t>(chunk.count) * layout_.before[column];
  ColumnSummary& range = gathered.range;
  for (std::int64_t i = 0; i < chunk.count; ++i) {
    const double value = number_at<double>(place, i);
    if (std::isnan(value)) continue;
    const std::int64_t point = chunk.first + i;
    if (!range.has_range) {
      range.has_range = true;
      range.least = range.most = value;
      range.least_at = range.most_at = point;
      continue;
    }
    // Of equal values the first point counts, whichever chunk comes first.
    if (value < range.least || (value == range.least && point < range.least_at)) {
      range.least = value;
      range.least_at = point;
    }
    if (value > range.most || (value == range.most && point < range.most_at)) {
      range.most = value;
      range.most_at = point;
    }
  }
}

void SweepSummary::add_categories(const Chunk& chunk, std::size_t column,
                                  Gathered& gathered) const {
  const std::byte* place =
      chunk.table.data() + static_cast<std::size_t>(chunk.count) * layout_.before[column];
  for (std::int64_t i = 0; i < chunk.count; ++i)
    ++gathered.categories[number_at<std::uint8_t>(place, i)];
}

void SweepSummary::add_texts(const Chunk& chunk, std::size_t column, Gathered& gathered) const {
  const std::byte* place =
      chunk.table.data() + static_cast<std::size_t>(chunk.count) * layout_.before[column];
  std::vector<TextCount> counts(chunk.texts.size());
  for (std::int64_t i = 0; i < chunk.count; ++i) {
    const std::size_t code = number_at<std::uint16_t>(place, i);
    if (code >= counts.size()) continue;
    if (counts[code].count++ == 0) counts[code].first = chunk.first + i;
  }
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code].count == 0) continue;
    TextCount& total = gathered.texts[chunk.texts[code]];
    total.first = total.count == 0 ? counts[code].first : std::min(total.first, counts[code].first);
    total.count += counts[code].count;
  }
}

/// Points whose column `point` says anything but `solved`.
std::int64_t SweepSummary::holes() const {
  std::int64_t holes = 0;
  for (const Gathered& gathered : gathered_) {
    const Column& column = question_.columns[gathered.column];
    if (!column.group.empty() || column.name != "point" || column.type != ColumnType::category)
      continue;
    for (const std::int64_t count : gathered.categories) holes += count;
    holes -= gathered.categories[static_cast<std::size_t>(PointStatus::solved)];
  }
  return holes;
}

namespace {

std::int64_t answers(const ColumnSummary& column) {
  std::int64_t all = 0;
  for (const auto& [word, count] : column.counts) all += count;
  return all;
}

/// Whose impacts made energy in motions by a law.
MadeBy made_by(const SweepReport& report, const std::string& law) {
  const std::vector<std::string> words = made_by_words();
  MadeBy by = MadeBy::nobody;
  for (const ColumnSummary& column : report.columns)
    if (column.group == law && column.name == made_by_column)
      for (const auto& [word, count] : column.counts)
        if (const auto found = std::ranges::find(words, word); count > 0 && found != words.end())
          by = both_of(by, static_cast<MadeBy>(found - words.begin()));
  return by;
}

/// Who made energy, in the words of every impact's certificate; and what was passed.
void add_notes(SweepReport& report) {
  for (const ColumnSummary& column : report.columns) {
    if (column.name == "makes_energy")
      for (const auto& [word, count] : column.counts)
        if (word == name_of(true))
          report.notes.push_back(fmt::format(
              "{}: {} of {} answers MAKE energy: the contacts put it into the chain; no "
              "passive contact can",
              column.group, count, answers(column)));
    if (column.name == "making_energy" && column.has_range && column.most > 0)
      report.notes.push_back(
          energy_made_in_motions(column.group.empty() ? report.question.verb : column.group,
                                 made_by(report, column.group), column.most));
    if (column.name == passed_column && column.has_range && column.most > 0)
      report.notes.push_back(passed_in_motions(column.group, column.most));
  }
}

}  // namespace

SweepReport SweepSummary::report() {
  SweepReport report;
  report.question = question_;
  report.points = question_.grid.points;
  report.holes = holes();
  for (const Gathered& gathered : gathered_) {
    const Column& column = question_.columns[gathered.column];
    ColumnSummary& summary = report.columns.emplace_back(gathered.range);
    summary.group = column.group;
    summary.name = column.name;
    summary.unit = column.unit;
    for (std::size_t i = 0; i < column.categories.size(); ++i)
      if (gathered.categories[i] > 0)
        summary.counts.emplace_back(column.categories[i], gathered.categories[i]);
    std::vector<std::pair<std::int64_t, std::string>> order;
    for (const auto& [text, count] : gathered.texts) order.emplace_back(count.first, text);
    std::ranges::sort(order);
    for (const auto& [first, text] : order)
      summary.counts.emplace_back(text, gathered.texts.at(text).count);
  }
  report.statistics = statistics_.statistics();
  report.notes = statistics_.notes();
  add_notes(report);
  boundaries_.arrange(question_.grid, question_.along);
  const std::size_t listed = std::min(boundaries_.size(), most_boundaries_reported);
  for (std::size_t i = 0; i < listed; ++i) report.boundaries.push_back(boundaries_.boundary(i));
  if (listed < boundaries_.size())
    report.notes.push_back(fmt::format("{} boundaries were found; the first {} are listed",
                                       boundaries_.size(), listed));
  return report;
}

bool SummaryStore::has(std::int64_t /*chunk*/) const {
  return false;
}

void SummaryStore::put(const Chunk& chunk) {
  const SweepStatistics::Part statistics = summary_.statistics_part(chunk);
  const std::lock_guard guard(mutex_);
  summary_.add(chunk, statistics);
}

}  // namespace carom
