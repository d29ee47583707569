#include "stores/sweep_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace carom {
namespace {

/// Numbers kept for percentiles: of one quantity, and of all (32 MB).
constexpr std::int64_t most_kept = 100'000;
constexpr std::int64_t most_kept_in_all = 4'000'000;
/// Quantities with components beyond this many in all have no statistics.
constexpr std::size_t most_components = 400;
/// Larger numbers have squares beyond the range.
constexpr double largest_squared = 1e140;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Of sorted numbers, by interpolation between neighbours: place p (n − 1)/100.
double percentile(const std::vector<double>& sorted, double level) {
  const double place = level / 100 * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (place - std::floor(place)) * (sorted[high] - sorted[low]);
}

}  // namespace

SweepStatistics::SweepStatistics(const SweepQuestion& question)
    : columns_(question.columns), layout_(question.columns), points_(question.grid.points) {
  const auto& dimensions = question.grid.dimensions;
  if (dimensions.empty() || !std::ranges::all_of(dimensions, &GridDimension::random)) return;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (columns_[c].type != ColumnType::real) continue;
    const std::size_t width = columns_[c].width();
    if (sampled_.size() + width > most_components) {
      left_out_ += width;
      continue;
    }
    for (std::size_t k = 0; k < width; ++k) {
      sampled_.emplace_back().column = c;
      sampled_.back().component = k;
    }
  }
  if (sampled_.empty()) return;
  const std::int64_t each =
      std::min(most_kept, most_kept_in_all / static_cast<std::int64_t>(sampled_.size()));
  stride_ = (points_ + each - 1) / each;
  while (stride_ > 1 && std::gcd(stride_, points_) > 1) ++stride_;
  for (Sampled& sampled : sampled_)
    sampled.all.kept.assign(static_cast<std::size_t>((points_ - 1) / stride_ + 1), not_a_number);
}

SweepStatistics::Part SweepStatistics::part(const Chunk& chunk) const {
  Part part;
  part.first_kept = (chunk.first + stride_ - 1) / stride_;
  const std::int64_t kept = (chunk.first + chunk.count + stride_ - 1) / stride_ - part.first_kept;
  for (const Sampled& sampled : sampled_) {
    const std::size_t width = columns_[sampled.column].width();
    const std::byte* place =
        chunk.table.data() + static_cast<std::size_t>(chunk.count) * layout_.before[sampled.column];
    Sums& sums = part.sums.emplace_back();
    sums.kept.assign(static_cast<std::size_t>(kept), not_a_number);
    for (std::int64_t i = 0; i < chunk.count; ++i) {
      double value = 0;
      std::memcpy(&value, place + 8 * (static_cast<std::size_t>(i) * width + sampled.component), 8);
      if (!(std::abs(value) < largest_squared)) continue;
      ++sums.count;
      sums.sum.add(value);
      sums.squares.add_square(value);
      const std::int64_t point = chunk.first + i;
      if (point % stride_ == 0)
        sums.kept[static_cast<std::size_t>(point / stride_ - part.first_kept)] = value;
    }
  }
  return part;
}

void SweepStatistics::add(const Part& part) {
  for (std::size_t i = 0; i < sampled_.size(); ++i) {
    Sums& all = sampled_[i].all;
    const Sums& more = part.sums[i];
    all.count += more.count;
    all.sum.add(more.sum);
    all.squares.add(more.squares);
    std::ranges::copy(more.kept, all.kept.begin() + part.first_kept);
  }
}

std::vector<QuantityStatistics> SweepStatistics::statistics() const {
  std::vector<QuantityStatistics> all;
  for (const Sampled& sampled : sampled_) {
    std::vector<double> sorted;
    std::ranges::copy_if(sampled.all.kept, std::back_inserter(sorted),
                         [](double value) { return !std::isnan(value); });
    if (sorted.empty()) continue;
    std::ranges::sort(sorted);
    const Column& column = columns_[sampled.column];
    QuantityStatistics& told = all.emplace_back();
    told.group = column.group;
    told.name = column.name;
    told.component = component_label(column, sampled.component);
    told.unit = column.unit;
    told.count = sampled.all.count;
    const Moments found = moments(sampled.all.sum, sampled.all.squares, sampled.all.count);
    told.mean = found.mean;
    told.deviation = found.deviation;
    for (std::size_t p = 0; p < std::size(percentile_levels); ++p)
      told.percentiles[p] = percentile(sorted, percentile_levels[p]);
  }
  return all;
}

std::vector<std::string> SweepStatistics::notes() const {
  std::vector<std::string> lines;
  if (stride_ > 1)
    lines.push_back(fmt::format("percentiles are those of {} of the {} points, one in {}",
                                (points_ - 1) / stride_ + 1, points_, stride_));
  if (left_out_ > 0)
    lines.push_back(fmt::format(
        "{} components of quantities have no statistics here; the table has their numbers",
        left_out_));
  return lines;
}

}  // namespace carom
