#pragma once

/// support/made_sweep.hpp
///
/// A small sweep whose numbers are made up: every kind of column, holes, texts that appear in
/// different orders, boundaries; two dimensions and a parameter that advances with one of them.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "data/sweep_report.hpp"
#include "stores/results_folder.hpp"

namespace carom {

inline SweepQuestion made_question(std::int64_t chunk_points = 7) {
  SweepQuestion question;
  question.title = "Made up: Zürich, \"quoted\"";
  question.scenario = "title = \"made up\"\n[parameters]\nphi = 0\n";
  question.overrides = {"mu=0.5"};
  question.verb = "strike";
  question.laws = {"energetic", "brach"};
  question.method = "consistent";
  std::vector<SweepAxis> axes(3);
  axes[0].parameter = "phi";
  axes[0].from = -1.5;
  axes[0].to = 1.5;
  axes[0].count = 5;
  axes[1].parameter = "mu";
  axes[1].distribution = Distribution{DistributionKind::normal, {}, {}, {}, 0.5, {}, 0.1};
  axes[1].count = 6;
  axes[1].seed = 42;
  axes[2].parameter = "lambda";
  axes[2].values = {1, 2, 4, 8, 16};
  axes[2].with = "phi";
  question.grid = grid_of(axes);
  question.chunk_points = chunk_points;
  question.boundaries = true;
  question.along = "phi";
  question.boundary_tolerance = 1e-9;

  const ColumnExtent contact{"contact", {"A0", "Ac", "B, the third"}};
  const ColumnExtent component{"component", {"tangential", "normal"}};
  question.columns = {
      {"", "point", "1", "status", ColumnType::category, {}, {"solved", "not finite"}},
      {"", "energy", "J", "before", ColumnType::real, {}, {}}};
  for (const std::string& law : question.laws) {
    question.columns.push_back(
        {law, "verdict", "1", "verdict", ColumnType::category, {}, {"unique", "jammed"}});
    question.columns.push_back(
        {law, "impulse", "N s", "impulse", ColumnType::real, {contact, component}, {}});
    question.columns.push_back({law, "history", "1", "history", ColumnType::text, {contact}, {}});
    question.columns.push_back({law, "why", "1", "why", ColumnType::text, {}, {}});
  }
  // What only one law has.
  question.columns.push_back({"brach", "ratio", "1", "ratio", ColumnType::real, {}, {}});
  return question;
}

/// Every seventh point is a hole.
inline bool is_hole(std::int64_t point) {
  return point % 7 == 3;
}

inline double made_number(std::int64_t point, std::size_t column, std::size_t component) {
  return std::sin(1.0 + static_cast<double>(point) + 10.0 * static_cast<double>(column)) /
         (1.0 + static_cast<double>(component));
}

inline std::string made_text(std::int64_t point, std::size_t column, std::size_t component) {
  return "text, no. " +
         std::to_string((11 * point + 5 * static_cast<std::int64_t>(column + component)) % 9);
}

inline Chunk made_chunk(const SweepQuestion& question, std::int64_t index) {
  Chunk chunk;
  chunk.index = index;
  chunk.first = index * question.chunk_points;
  chunk.count = std::min(question.chunk_points, question.grid.points - chunk.first);
  const TableLayout layout(question.columns);
  chunk.table.resize(static_cast<std::size_t>(chunk.count) * layout.bytes_a_point);
  // Some other order than that of the points: an engine may have any.
  for (int i = 8; i >= 0; --i) chunk.texts.push_back("text, no. " + std::to_string(i));
  const auto put = [&](std::size_t c, std::size_t i, const auto& value) {
    std::memcpy(chunk.table.data() + static_cast<std::size_t>(chunk.count) * layout.before[c] +
                    i * sizeof value,
                &value, sizeof value);
  };
  for (std::int64_t i = 0; i < chunk.count; ++i) {
    const std::int64_t point = chunk.first + i;
    for (std::size_t c = 0; c < question.columns.size(); ++c) {
      const Column& column = question.columns[c];
      for (std::size_t k = 0; k < column.width(); ++k) {
        const std::size_t at = static_cast<std::size_t>(i) * column.width() + k;
        const bool missing = is_hole(point) && column.name != "point";
        if (column.type == ColumnType::real) {
          put(c, at, missing ? std::numeric_limits<double>::quiet_NaN() : made_number(point, c, k));
        } else if (column.type == ColumnType::category) {
          const bool second = column.name == "point" ? is_hole(point) : point % 5 == 0;
          put(c, at, missing ? no_category : static_cast<std::uint8_t>(second));
        } else {
          const auto code = std::ranges::find(chunk.texts, made_text(point, c, k));
          put(c, at, missing ? no_text : static_cast<std::uint16_t>(code - chunk.texts.begin()));
        }
      }
    }
    if (question.boundaries && point % 4 == 1)
      chunk.boundaries.push_back({"phi", 0.1 * static_cast<double>(point), 1e-9,
                                  BoundaryKind::outcome, point % 8 == 1 ? "energetic" : "brach", "",
                                  "A0", "slides", "rests, \"at last\"", "sticks", "", point});
  }
  return chunk;
}

inline void put_all(ResultsFolder& folder, const SweepQuestion& question) {
  for (std::int64_t index = 0; index < question.chunks(); ++index)
    if (!folder.has(index)) folder.put(made_chunk(question, index));
}

inline SweepReport made_folder(const std::string& path, const SweepQuestion& question,
                               const FolderOptions& options = {}) {
  const auto folder = ResultsFolder::opened(path, question, options);
  if (!folder->complete()) put_all(*folder, question);
  return folder->assembled();
}

}  // namespace carom
