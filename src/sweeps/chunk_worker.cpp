#include "sweeps/chunk_worker.hpp"

#include <algorithm>

namespace carom {

ChunkWorker::ChunkWorker(const SweepQuestion& question, const SweepTask& task)
    : question_(question),
      layout_(question.columns),
      solver_(task.solver()),
      watches_(question.boundaries ? task.watches() : std::vector<Watch>{}),
      search_(watches_.size()),
      values_(question.grid.parameters.size()),
      labels_(watches_.size()),
      neighbour_(watches_.size()) {
  for (const Column& column : question.columns) sizes_.push_back(column.bytes());
  const auto& dimensions = question.grid.dimensions;
  const auto refined = std::ranges::find(dimensions, question.along, &GridDimension::name);
  along_ = static_cast<std::size_t>(refined - dimensions.begin());
}

Chunk ChunkWorker::chunk(std::int64_t index) {
  Chunk chunk;
  chunk.index = index;
  chunk.first = index * question_.chunk_points;
  chunk.count = std::min(question_.chunk_points, question_.grid.points - chunk.first);
  const auto points = static_cast<std::size_t>(chunk.count);
  chunk.table.resize(points * layout_.bytes_a_point);
  std::vector<std::byte*> columns;
  for (const std::size_t before : layout_.before)
    columns.push_back(chunk.table.data() + points * before);
  ChunkTexts texts(solver_->texts());
  labelled_ = -1;
  for (std::int64_t i = 0; i < chunk.count; ++i) {
    const std::int64_t point = chunk.first + i;
    values_at(question_.grid, point, values_);
    solver_->solve(values_);
    Row row(columns, sizes_, i);
    solver_->fill(row, texts);
    if (question_.boundaries) refine(point, chunk);
  }
  chunk.texts = texts.texts();
  return chunk;
}

void ChunkWorker::label_at(std::int64_t point, double fraction, std::span<int> labels) {
  values_between(question_.grid, point, along_, fraction, values_);
  solver_->solve(values_);
  solver_->label(labels);
}

/// Refines the cell that ends in `point`, which has just been solved.
void ChunkWorker::refine(std::int64_t point, Chunk& chunk) {
  const GridDimension& dimension = question_.grid.dimensions[along_];
  const std::int64_t before = point - dimension.stride;
  std::swap(labels_, neighbour_);
  solver_->label(labels_);
  const bool known = labelled_ == before && labelled_ >= 0;
  labelled_ = point;
  if (question_.grid.place(point, along_) == 0) return;
  if (!known) label_at(before, 0, neighbour_);
  const auto changes = search_.changes(
      neighbour_, labels_, question_.boundary_tolerance,
      [&](double fraction, std::span<int> labels) { label_at(before, fraction, labels); });
  const std::int64_t place = question_.grid.place(before, along_);
  const auto value_at = [&](double fraction) {
    return fraction == 1 ? axis_value(dimension.axes.front(), place + 1)
                         : axis_value(dimension.axes.front(), place, fraction);
  };
  const auto found =
      boundaries_of(changes, watches_, solver_->texts(), dimension.name(), before, value_at);
  chunk.boundaries.insert(chunk.boundaries.end(), found.begin(), found.end());
}

}  // namespace carom
