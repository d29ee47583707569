#include "stores/results_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <filesystem>

#include "carom/fault.hpp"
#include "carom/version.hpp"
#include "stores/durable_file.hpp"
#include "stores/grid_boxes.hpp"
#include "stores/hdf5.hpp"
#include "stores/results_hdf5.hpp"
#include "stores/summary_json.hpp"
#include "stores/sweep_plan.hpp"
#include "stores/sweep_summary.hpp"

namespace carom {
namespace {

using hdf5::Handle;

hid_t memory_type(ColumnType type) {
  return type == ColumnType::real       ? H5T_NATIVE_DOUBLE
         : type == ColumnType::category ? H5T_NATIVE_UINT8
                                        : H5T_NATIVE_UINT16;
}

hdf5::Shape shape_of(const SweepQuestion& question, const Column& column) {
  hdf5::Shape shape;
  for (const GridDimension& dimension : question.grid.dimensions)
    shape.push_back(static_cast<hsize_t>(dimension.count));
  for (const ColumnExtent& extent : column.extents) shape.push_back(extent.labels.size());
  return shape;
}

/// The slab with everything said.
hdf5::Box box_of(const SweepQuestion& question, const Column& column, const Slab& slab) {
  hdf5::Box box;
  for (std::size_t d = 0; d < question.grid.dimensions.size(); ++d) {
    const std::int64_t size = question.grid.dimensions[d].count;
    const std::int64_t start = slab.start.empty() ? 0 : slab.start[d];
    const std::int64_t step = slab.step.empty() ? 1 : slab.step[d];
    const std::int64_t count =
        slab.count.empty() ? (size - start + step - 1) / step : slab.count[d];
    assert(start >= 0 && step >= 1 && count >= 0 &&
           (count == 0 || start + (count - 1) * step < size));
    box.start.push_back(static_cast<hsize_t>(start));
    box.step.push_back(static_cast<hsize_t>(step));
    box.count.push_back(static_cast<hsize_t>(count));
  }
  for (std::size_t e = 0; e < column.extents.size(); ++e) {
    const bool one = !slab.component.empty();
    box.start.push_back(one ? slab.component[e] : 0);
    box.step.push_back(1);
    box.count.push_back(one ? 1 : column.extents[e].labels.size());
  }
  return box;
}

std::size_t numbers_in(const hdf5::Box& box) {
  std::size_t size = 1;
  for (const hsize_t count : box.count) size *= count;
  return size;
}

}  // namespace

struct SweepTable::File {
  hdf5::Quiet quiet;
  std::string path;
  Handle root;
  std::string version;
  SweepQuestion question;
  std::int64_t holes = 0;
  std::vector<std::string> texts;
  std::vector<Handle> columns;
  std::int64_t boundary_count = 0;

  explicit File(const std::string& place);

  /// Does something with the file; what goes wrong is the file's fault.
  template <class F>
  auto guarded(F&& work) const {
    try {
      return work();
    } catch (const hdf5::Error& error) {
      refuse(path, std::string("cannot be read: ") + error.what());
    }
  }

  template <class Number>
  std::vector<Number> numbers(std::size_t c, ColumnType type, const Slab& slab) const {
    const Column& column = question.columns.at(c);
    assert(column.type == type);
    return guarded([&] {
      const hdf5::Box box = box_of(question, column, slab);
      std::vector<Number> values(numbers_in(box));
      if (!values.empty()) hdf5::read(columns[c], memory_type(type), box, values.data());
      return values;
    });
  }
};

SweepTable::File::File(const std::string& place) : path(place) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    const std::filesystem::path folder(path);
    if (!std::filesystem::exists(folder / "results.h5", ignored))
      refuse(path, std::filesystem::exists(folder / "sweep.json", ignored)
                       ? "its sweep is not finished: \"carom sweep --resume\" goes on with it"
                       : "is not a result folder: it has no results.h5");
    path = (folder / "results.h5").string();
  } else if (!std::filesystem::exists(path, ignored)) {
    refuse(path, "does not exist");
  }
  try {
    root = hdf5::opened_file(path);
    if (!hdf5::has_attribute(root, "carom")) refuse(path, "is not a result of Carom");
  } catch (const hdf5::Error&) {
    refuse(path, "is not a result of Carom, or is damaged: it cannot be read as HDF5");
  }
  guarded([&] {
    const std::int64_t format_there = hdf5::integer_attribute(root, "format");
    if (format_there != format)
      refuse(path, fmt::format("has format {}; this Carom ({}) reads format {}", format_there,
                               carom::version, format));
    auto plan = plan_from_json(hdf5::text(root, "question"));
    if (!plan || !plan->question) refuse(path, "is damaged: its question cannot be read");
    version = plan->version;
    question = std::move(*plan->question);
    holes = hdf5::integer_attribute(root, "holes");
    const Handle all_texts = hdf5::opened_dataset(root, "texts");
    texts = hdf5::texts(all_texts, 0, hdf5::shape_of(all_texts).at(0));
    for (const Column& column : question.columns) {
      columns.push_back(hdf5::opened_dataset(root, path_of(column)));
      if (hdf5::shape_of(columns.back()) != carom::shape_of(question, column))
        refuse(path, fmt::format("is damaged: {} has not the grid's shape", path_of(column)));
    }
    if (question.boundaries)
      boundary_count = static_cast<std::int64_t>(
          hdf5::shape_of(hdf5::opened_dataset(root, "boundaries/at")).at(0));
  });
}

SweepTable::SweepTable(const std::string& path) : file_(std::make_unique<File>(path)) {}
SweepTable::SweepTable(SweepTable&&) noexcept = default;
SweepTable& SweepTable::operator=(SweepTable&&) noexcept = default;
SweepTable::~SweepTable() = default;

const SweepQuestion& SweepTable::question() const {
  return file_->question;
}
const std::string& SweepTable::version() const {
  return file_->version;
}
std::int64_t SweepTable::holes() const {
  return file_->holes;
}
const std::vector<std::string>& SweepTable::texts() const {
  return file_->texts;
}
std::int64_t SweepTable::boundary_count() const {
  return file_->boundary_count;
}

std::size_t SweepTable::column(const std::string& group, const std::string& name) const {
  const auto& columns = file_->question.columns;
  const auto found = std::ranges::find_if(
      columns, [&](const Column& column) { return column.group == group && column.name == name; });
  return static_cast<std::size_t>(found - columns.begin());
}

std::vector<double> SweepTable::axis(std::size_t parameter, std::int64_t first,
                                     std::int64_t count) const {
  return file_->guarded([&] {
    const Handle dataset =
        hdf5::opened_dataset(file_->root, "axes/" + file_->question.grid.parameters.at(parameter));
    std::vector<double> values(static_cast<std::size_t>(count));
    const hdf5::Box box{{static_cast<hsize_t>(first)}, {values.size()}, {}};
    if (!values.empty()) hdf5::read(dataset, H5T_NATIVE_DOUBLE, box, values.data());
    return values;
  });
}

std::vector<double> SweepTable::reals(std::size_t column, const Slab& slab) const {
  return file_->numbers<double>(column, ColumnType::real, slab);
}

std::vector<std::uint8_t> SweepTable::categories(std::size_t column, const Slab& slab) const {
  return file_->numbers<std::uint8_t>(column, ColumnType::category, slab);
}

std::vector<std::uint16_t> SweepTable::text_codes(std::size_t column, const Slab& slab) const {
  return file_->numbers<std::uint16_t>(column, ColumnType::text, slab);
}

Chunk SweepTable::rows(std::int64_t first, std::int64_t count) const {
  const SweepQuestion& question = file_->question;
  const TableLayout layout(question.columns);
  Chunk chunk;
  chunk.first = first;
  chunk.count = count;
  const auto points = static_cast<std::size_t>(count);
  chunk.table.resize(points * layout.bytes_a_point);
  file_->guarded([&] {
    for (const GridBox& part : boxes_of(question.grid, first, count)) {
      for (std::size_t c = 0; c < question.columns.size(); ++c) {
        const Column& column = question.columns[c];
        if (column.width() == 0) continue;
        const std::size_t offset = points * layout.before[c] +
                                   static_cast<std::size_t>(part.first - first) * column.bytes();
        hdf5::read(file_->columns[c], memory_type(column.type),
                   box_of(question, column, {part.start, part.count, {}}),
                   chunk.table.data() + offset);
      }
    }
  });
  return chunk;
}

std::vector<Boundary> SweepTable::boundaries(std::int64_t first, std::int64_t count) const {
  std::vector<Boundary> rows(static_cast<std::size_t>(count));
  if (rows.empty()) return rows;
  file_->guarded([&] {
    const auto dataset = [&](std::string_view name) {
      return hdf5::opened_dataset(file_->root, "boundaries/" + std::string(name));
    };
    const hdf5::Box box{{static_cast<hsize_t>(first)}, {rows.size()}, {}};
    std::vector<double> numbers(rows.size());
    hdf5::read(dataset("at"), H5T_NATIVE_DOUBLE, box, numbers.data());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].at = numbers[i];
    hdf5::read(dataset("within"), H5T_NATIVE_DOUBLE, box, numbers.data());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].within = numbers[i];
    std::vector<std::int64_t> points(rows.size());
    hdf5::read(dataset("point"), H5T_NATIVE_INT64, box, points.data());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].point = points[i];
    for (const BoundaryText& text : boundary_texts) {
      const auto words = hdf5::texts(dataset(text.name), box.start[0], rows.size());
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (!text.put(rows[i], words[i]))
          refuse(file_->path,
                 fmt::format("is damaged: \"{}\" is no {} of a boundary", words[i], text.name));
    }
  });
  return rows;
}

SweepReport report_of_folder(const std::string& folder) {
  const std::string path = (std::filesystem::path(folder) / "summary.json").string();
  const SweepTable table(folder);
  const auto text = file_text(path);
  if (!text) refuse(folder, "its sweep is not finished: it has no summary.json");
  auto report = report_from_summary(*text);
  if (!report) refuse(path, "is damaged");
  report->folder = folder;
  report->boundaries = table.boundaries(
      0, std::min(table.boundary_count(), static_cast<std::int64_t>(most_boundaries_reported)));
  return std::move(*report);
}

}  // namespace carom
