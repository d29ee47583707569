#include "pages/report_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace carom {
namespace {

constexpr std::int64_t most_along_one = 20'000;
constexpr std::int64_t most_a_side = 250;
/// Pieces into which an axis that is too long is cut, and points read at a time.
constexpr std::int64_t axis_pieces = 2'000;
constexpr std::int64_t points_at_once = 65'536;

/// Columns with a number a point whose extremes are to be seen, and those whose changes are.
struct Watched {
  std::vector<std::size_t> losses;
  std::vector<std::size_t> categories;
};

Watched watched(const SweepQuestion& question) {
  Watched columns;
  for (std::size_t i = 0; i < question.columns.size(); ++i) {
    const Column& column = question.columns[i];
    if (column.name == "energy_loss") columns.losses.push_back(i);
    if (column.name == "point" || column.name == "verdict" || column.name == "outcome")
      columns.categories.push_back(i);
  }
  return columns;
}

/// A slab of the shown dimension(s), the others held.
Slab slab_of(const std::vector<std::int64_t>& held, std::size_t dimension, std::int64_t first,
             std::int64_t count) {
  Slab slab;
  for (std::size_t d = 0; d < held.size(); ++d) {
    slab.start.push_back(d == dimension ? first : held[d]);
    slab.count.push_back(d == dimension ? count : 1);
    slab.step.push_back(1);
  }
  return slab;
}

/// Points along one dimension that stand out.
class Outstanding {
 public:
  explicit Outstanding(std::int64_t count) : count_(count) {}

  void look(const SweepTable& table, const Watched& columns, const Slab& slab, std::int64_t first) {
    for (const std::size_t column : columns.losses) {
      const std::vector<double> values = table.reals(column, slab);
      for (std::size_t i = 0; i < values.size(); ++i)
        consider(column, first + static_cast<std::int64_t>(i), values[i]);
    }
    for (const std::size_t column : columns.categories) {
      const std::vector<std::uint8_t> codes = table.categories(column, slab);
      const std::size_t width = table.question().columns[column].width();
      for (std::size_t i = width; i < codes.size(); ++i)
        if (codes[i] != codes[i - width]) {
          const std::int64_t point = first + static_cast<std::int64_t>(i / width);
          changes_.insert(point - 1);
          changes_.insert(point);
        }
    }
  }

  /// In order, together with the first point of each piece and the last of all.
  std::vector<std::int64_t> places() const {
    std::set<std::int64_t> all;
    for (std::int64_t piece = 0; piece < axis_pieces; ++piece)
      all.insert(piece * count_ / axis_pieces);
    all.insert(count_ - 1);
    for (const auto& [key, extreme] : extremes_) {
      all.insert(extreme.least_at);
      all.insert(extreme.most_at);
    }
    for (const std::int64_t place : changes_) {
      if (static_cast<std::int64_t>(all.size()) >= most_along_one) break;
      all.insert(place);
    }
    return {all.begin(), all.end()};
  }

 private:
  struct Extreme {
    double least = 0, most = 0;
    std::int64_t least_at = 0, most_at = 0;
  };

  void consider(std::size_t column, std::int64_t point, double value) {
    if (!std::isfinite(value)) return;
    const std::pair key{column, point * axis_pieces / count_};
    const auto [found, added] = extremes_.try_emplace(key, Extreme{value, value, point, point});
    Extreme& extreme = found->second;
    if (value < extreme.least) extreme.least = value, extreme.least_at = point;
    if (value > extreme.most) extreme.most = value, extreme.most_at = point;
  }

  std::int64_t count_;
  std::map<std::pair<std::size_t, std::int64_t>, Extreme> extremes_;
  std::set<std::int64_t> changes_;
};

std::vector<std::int64_t> all_places(std::int64_t count) {
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < count; ++i) places.push_back(i);
  return places;
}

std::vector<std::int64_t> steps(std::int64_t count, const std::set<std::int64_t>& besides) {
  if (count <= most_a_side) return all_places(count);
  std::set<std::int64_t> places = besides;
  for (std::int64_t i = 0; i < most_a_side; ++i) places.insert(i * (count - 1) / (most_a_side - 1));
  return {places.begin(), places.end()};
}

}  // namespace

ShownPoints shown_points(const SweepTable& table, const std::vector<std::int64_t>& held) {
  const Grid& grid = table.question().grid;
  const Watched columns = watched(table.question());
  std::vector<std::size_t> shown;
  ShownPoints points;
  points.places.resize(grid.dimensions.size());
  for (std::size_t d = 0; d < held.size(); ++d) {
    if (held[d] < 0)
      shown.push_back(d);
    else
      points.places[d] = {held[d]};
  }
  if (shown.size() == 1) {
    const std::int64_t count = grid.dimensions[shown[0]].count;
    points.places[shown[0]] = all_places(std::min(count, most_along_one));
    if (count <= most_along_one) return points;
    Outstanding outstanding(count);
    for (std::int64_t first = 0; first < count; first += points_at_once - 1) {
      const std::int64_t at_once = std::min(points_at_once, count - first);
      outstanding.look(table, columns, slab_of(held, shown[0], first, at_once), first);
    }
    points.places[shown[0]] = outstanding.places();
    points.note = fmt::format(
        "{} of {} points are shown: of each of {} equal pieces of the axis its first point and "
        "those "
        "with the least and the largest energy loss by each law, and the points beside a change of "
        "status, verdict or outcome",
        points.places[shown[0]].size(), count, axis_pieces);
    return points;
  }

  std::set<std::int64_t> extreme_places[2];
  const std::int64_t counts[] = {grid.dimensions[shown[0]].count, grid.dimensions[shown[1]].count};
  if (counts[0] > most_a_side || counts[1] > most_a_side) {
    struct Found {
      double value;
      std::int64_t row, column;
    };
    for (const std::size_t loss : columns.losses) {
      std::optional<Found> least, most;
      for (std::int64_t row = 0; row < counts[0]; ++row) {
        std::vector<std::int64_t> line = held;
        line[shown[0]] = row;
        const auto values = table.reals(loss, slab_of(line, shown[1], 0, counts[1]));
        for (std::size_t i = 0; i < values.size(); ++i) {
          if (!std::isfinite(values[i])) continue;
          const Found found{values[i], row, static_cast<std::int64_t>(i)};
          if (!least || found.value < least->value) least = found;
          if (!most || found.value > most->value) most = found;
        }
      }
      for (const auto& extreme : {least, most}) {
        if (!extreme) continue;
        extreme_places[0].insert(extreme->row);
        extreme_places[1].insert(extreme->column);
      }
    }
    points.note =
        "rows and columns at equal steps, and those with the least and the largest energy "
        "loss by each law";
  }
  for (int k = 0; k < 2; ++k)
    points.places[shown[static_cast<std::size_t>(k)]] = steps(counts[k], extreme_places[k]);
  if (!points.note.empty())
    points.note =
        fmt::format("{} × {} of {} × {} points are shown: {}", points.places[shown[0]].size(),
                    points.places[shown[1]].size(), counts[0], counts[1], points.note);
  return points;
}

}  // namespace carom
