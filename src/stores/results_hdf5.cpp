#include "stores/results_hdf5.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <map>
#include <utility>

#include "carom/fault.hpp"
#include "carom/version.hpp"
#include "stores/dimension_scales.hpp"
#include "stores/grid_boxes.hpp"
#include "stores/hdf5.hpp"
#include "stores/sweep_plan.hpp"

namespace carom {
namespace {

using hdf5::Handle;
using hdf5::set_attribute;
using hdf5::Shape;

/// Values of an axis, or boundaries, that are written at once.
constexpr std::int64_t slab = 65'536;

constexpr std::string_view missing_values =
    "real quantities: not a number where there is none; categories: the code 255; texts: the code "
    "65535. Why a value is missing is said by /common/point (holes of the grid) and by the "
    "verdict of the law.";

[[noreturn]] void refuse_writing(const std::string& path, const std::string& why) {
  throw InputError(path, {{{}, "cannot be written: " + why, {}}});
}

hid_t type_of(ColumnType type) {
  return type == ColumnType::real       ? H5T_IEEE_F64LE
         : type == ColumnType::category ? H5T_STD_U8LE
                                        : H5T_STD_U16LE;
}

std::string written(const Distribution& distribution) {
  std::string numbers;
  for (const DistributionKey& key : distribution_keys())
    if (const auto& value = distribution.*key.member)
      numbers += fmt::format("{}{} = {}", numbers.empty() ? "" : ", ", key.name, *value);
  return fmt::format("{}({})", name(distribution.kind), numbers);
}

void describe_axis(hid_t dataset, const SweepAxis& axis) {
  set_attribute(dataset, "parameter", axis.parameter);
  const char* spacing = !axis.values.empty()           ? "list"
                        : axis.distribution            ? "random"
                        : axis.spacing == Spacing::log ? "log"
                                                       : "linear";
  set_attribute(dataset, "spacing", spacing);
  if (axis.distribution) {
    set_attribute(dataset, "distribution", written(*axis.distribution));
    set_attribute(dataset, "seed", axis.seed);
  } else if (axis.values.empty()) {
    set_attribute(dataset, "from", axis.from);
    set_attribute(dataset, "to", axis.to);
  }
  if (axis.with) set_attribute(dataset, "with", *axis.with);
}

void write_axis(hid_t dataset, const SweepAxis& axis) {
  std::vector<double> values;
  for (std::int64_t first = 0; first < axis.size(); first += slab) {
    values.resize(static_cast<std::size_t>(std::min(slab, axis.size() - first)));
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = axis_value(axis, first + static_cast<std::int64_t>(i));
    hdf5::write(dataset, H5T_NATIVE_DOUBLE, {{static_cast<hsize_t>(first)}, {values.size()}, {}},
                values.data());
  }
}

/// Takes the file's room on the disk now rather than finding in the middle that there is none.
void reserve(hid_t file, const std::string& path) {
  hdf5::checked(H5Fflush(file, H5F_SCOPE_LOCAL));
#ifdef __linux__
  hsize_t size = 0;
  hdf5::checked(H5Fget_filesize(file, &size));
  const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) throw hdf5::Error(std::strerror(errno));
  const int failed = fallocate(descriptor, 0, 0, static_cast<off_t>(size)) == 0 ? 0 : errno;
  ::close(descriptor);
  // Some file systems cannot do it; there the writing will tell.
  if (failed == ENOSPC || failed == EDQUOT || failed == EFBIG)
    throw hdf5::Error(std::strerror(failed));
#endif
}

}  // namespace

std::string path_of(const Column& column) {
  return (column.group.empty() ? "common" : column.group) + "/" + column.name;
}

double expected_hdf5_bytes(const SweepQuestion& question) {
  constexpr double bytes_a_column = 4096;
  double bytes = static_cast<double>(question.grid.points) *
                 static_cast<double>(TableLayout(question.columns).bytes_a_point);
  for (const GridDimension& dimension : question.grid.dimensions)
    bytes +=
        8.0 * static_cast<double>(dimension.count) * static_cast<double>(dimension.axes.size());
  return bytes + bytes_a_column * static_cast<double>(question.columns.size() + 8) +
         2 * static_cast<double>(question.scenario.size());
}

struct ResultsHdf5::File {
  hdf5::Quiet quiet;
  SweepQuestion question;
  TableLayout layout;
  Handle root;
  hdf5::DimensionScales scales;
  std::vector<std::size_t> grid_scales;  // one a dimension of the grid
  std::map<std::pair<std::string, std::vector<std::string>>, std::size_t> label_scales;
  Handle labels;  // the group
  std::vector<std::string> label_names;
  std::vector<Handle> datasets;  // one a column

  File(const std::string& path, const SweepQuestion& asked)
      : question(asked), layout(question.columns), root(hdf5::created_file(path)) {
    try {
      describe();
      add_axes();
      add_columns();
      scales.finish();
      reserve(root, path);
    } catch (const hdf5::Error&) {
      hdf5::abandon(root);
      throw;
    }
  }
  ~File() {
    if (root >= 0) hdf5::abandon(root);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void describe() const;
  void add_axes();
  std::size_t label_scale(const ColumnExtent& extent);
  void add_columns();
  void write(const Chunk& chunk) const;
  void add_texts(std::span<const std::string> texts);
  void add_boundaries(const BoundaryList& boundaries);
  void link_dimensions() const;
};

void ResultsHdf5::File::describe() const {
  set_attribute(root, "carom", version);
  set_attribute(root, "format", std::int64_t{format});
  set_attribute(root, "fingerprint", written_fingerprint(fingerprint(question)));
  set_attribute(root, "title", question.title);
  set_attribute(root, "verb", question.verb);
  set_attribute(root, "laws", question.laws);
  set_attribute(root, "method", question.method);
  set_attribute(root, "overrides", question.overrides);
  set_attribute(root, "parameters", question.grid.parameters);
  std::vector<std::string> dimensions, seeds, columns;
  for (const GridDimension& dimension : question.grid.dimensions) {
    dimensions.push_back(dimension.name());
    for (const SweepAxis& axis : dimension.axes)
      if (axis.distribution) seeds.push_back(axis.parameter + "=" + std::to_string(axis.seed));
  }
  for (const Column& column : question.columns) columns.push_back(path_of(column));
  set_attribute(root, "dimensions", dimensions);
  set_attribute(root, "seeds", seeds);
  set_attribute(root, "columns", columns);
  set_attribute(root, "points", question.grid.points);
  set_attribute(root, "missing", missing_values);
  hdf5::create_text(root, "scenario", question.scenario);
  hdf5::create_text(root, "question", plan_json(question, false));
}

/// A dataset a swept parameter. The leading one of a dimension is its scale; those that advance
/// with it lie along it.
void ResultsHdf5::File::add_axes() {
  const Handle group = hdf5::created_group(root, "axes");
  labels = hdf5::created_group(root, "labels");
  for (const GridDimension& dimension : question.grid.dimensions) {
    for (std::size_t k = 0; k < dimension.axes.size(); ++k) {
      const SweepAxis& axis = dimension.axes[k];
      const Handle dataset = hdf5::created_dataset(group, axis.parameter, H5T_IEEE_F64LE,
                                                   {static_cast<hsize_t>(dimension.count)});
      describe_axis(dataset, axis);
      write_axis(dataset, axis);
      if (k == 0)
        grid_scales.push_back(scales.add(dataset, axis.parameter));
      else
        scales.attach(dataset, {grid_scales.back()});
    }
  }
}

/// The scale with an extent's labels. Equal extents share one; extents that differ in their labels
/// alone get a number behind their name.
std::size_t ResultsHdf5::File::label_scale(const ColumnExtent& extent) {
  const auto [found, added] = label_scales.try_emplace({extent.name, extent.labels});
  if (added) {
    const auto same = std::ranges::count_if(
        label_scales, [&](const auto& scale) { return scale.first.first == extent.name; });
    const std::string name = same == 1 ? extent.name : fmt::format("{}_{}", extent.name, same);
    const Handle dataset =
        hdf5::created_dataset(labels, name, hdf5::text_type(), {extent.labels.size()});
    hdf5::write_texts(dataset, 0, extent.labels);
    found->second = scales.add(dataset, name);
    label_names.push_back(name);
  }
  return found->second;
}

void ResultsHdf5::File::add_columns() {
  std::map<std::string, Handle> groups;
  for (const Column& column : question.columns) {
    const std::string path = path_of(column);
    const std::string group = path.substr(0, path.find('/'));
    if (!groups.contains(group)) groups[group] = hdf5::created_group(root, group);

    Shape shape;
    std::vector<std::size_t> along = grid_scales;
    std::vector<std::string> dimensions;
    for (const GridDimension& dimension : question.grid.dimensions) {
      shape.push_back(static_cast<hsize_t>(dimension.count));
      dimensions.push_back(dimension.name());
    }
    for (const ColumnExtent& extent : column.extents) {
      shape.push_back(extent.labels.size());
      along.push_back(label_scale(extent));
      dimensions.push_back(extent.name);
    }
    constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
    const void* missing = column.type == ColumnType::real ? static_cast<const void*>(&not_a_number)
                          : column.type == ColumnType::category
                              ? static_cast<const void*>(&no_category)
                              : static_cast<const void*>(&no_text);
    Handle dataset =
        hdf5::created_dataset(groups[group], column.name, type_of(column.type), shape, missing);
    set_attribute(dataset, "units", column.unit);
    set_attribute(dataset, "description", column.description);
    set_attribute(dataset, "dimensions", dimensions);
    for (const ColumnExtent& extent : column.extents)
      set_attribute(dataset, "labels_" + extent.name, extent.labels);
    if (column.type == ColumnType::category)
      set_attribute(dataset, "categories", column.categories);
    set_attribute(dataset, column.type == ColumnType::real ? "_FillValue" : "missing",
                  type_of(column.type), missing);
    scales.attach(dataset, along);
    datasets.push_back(std::move(dataset));
  }
}

void ResultsHdf5::File::write(const Chunk& chunk) const {
  const auto points = static_cast<std::size_t>(chunk.count);
  for (const GridBox& part : boxes_of(question.grid, chunk.first, chunk.count)) {
    for (std::size_t c = 0; c < datasets.size(); ++c) {
      const Column& column = question.columns[c];
      if (column.width() == 0) continue;
      hdf5::Box box{
          {part.start.begin(), part.start.end()}, {part.count.begin(), part.count.end()}, {}};
      for (const ColumnExtent& extent : column.extents) {
        box.start.push_back(0);
        box.count.push_back(extent.labels.size());
      }
      const std::size_t offset =
          points * layout.before[c] +
          static_cast<std::size_t>(part.first - chunk.first) * column.bytes();
      hdf5::write(datasets[c], type_of(column.type), box, chunk.table.data() + offset);
    }
  }
}

void ResultsHdf5::File::add_texts(std::span<const std::string> texts) {
  std::size_t longest = 0;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  const Handle dataset =
      hdf5::created_dataset(root, "texts", hdf5::text_type(longest), {texts.size()});
  set_attribute(dataset, "description", "what the codes of text quantities stand for, from 0");
  hdf5::write_texts(dataset, 0, texts);
  scales.add(dataset, "texts");
}

/// Datasets side by side, one row a boundary.
void ResultsHdf5::File::add_boundaries(const BoundaryList& boundaries) {
  const Handle group = hdf5::created_group(root, "boundaries");
  set_attribute(group, "along", question.along);
  set_attribute(group, "tolerance", question.boundary_tolerance);
  const Shape shape{boundaries.size()};
  const Handle number = hdf5::created_dataset(group, "boundary", H5T_STD_I64LE, shape);
  const Handle point = hdf5::created_dataset(group, "point", H5T_STD_I64LE, shape);
  const Handle at = hdf5::created_dataset(group, "at", H5T_IEEE_F64LE, shape);
  const Handle within = hdf5::created_dataset(group, "within", H5T_IEEE_F64LE, shape);
  std::vector<Handle> texts;
  for (const BoundaryText& text : boundary_texts)
    texts.push_back(hdf5::created_dataset(group, std::string(text.name),
                                          hdf5::text_type(boundaries.longest(text)), shape));
  for (std::size_t first = 0; first < boundaries.size(); first += slab) {
    const std::size_t count = std::min<std::size_t>(slab, boundaries.size() - first);
    std::vector<std::int64_t> numbers, points;
    std::vector<double> places, widths;
    std::vector<Boundary> rows;
    for (std::size_t i = first; i < first + count; ++i) {
      rows.push_back(boundaries.boundary(i));
      numbers.push_back(static_cast<std::int64_t>(i));
      points.push_back(rows.back().point);
      places.push_back(rows.back().at);
      widths.push_back(rows.back().within);
    }
    const hdf5::Box box{{first}, {count}, {}};
    hdf5::write(number, H5T_NATIVE_INT64, box, numbers.data());
    hdf5::write(point, H5T_NATIVE_INT64, box, points.data());
    hdf5::write(at, H5T_NATIVE_DOUBLE, box, places.data());
    hdf5::write(within, H5T_NATIVE_DOUBLE, box, widths.data());
    for (std::size_t k = 0; k < boundary_texts.size(); ++k) {
      std::vector<std::string> words;
      for (const Boundary& row : rows) words.emplace_back(boundary_texts[k].text(row));
      hdf5::write_texts(texts[k], first, words);
    }
  }
  hdf5::DimensionScales along;
  const std::size_t scale = along.add(number, "boundary");
  for (const Handle* dataset : {&point, &at, &within}) along.attach(*dataset, {scale});
  for (const Handle& dataset : texts) along.attach(dataset, {scale});
  along.finish();
}

/// Dimensions also stand in the root: there, beside a dataset or above it, netCDF tools look for
/// them. Whatever else has such a name keeps it.
void ResultsHdf5::File::link_dimensions() const {
  const auto link = [&](const std::string& group, const std::string& dimension) {
    if (hdf5::checked(H5Lexists(root, dimension.c_str(), H5P_DEFAULT)) > 0) return;
    hdf5::checked(H5Lcreate_hard(root, (group + "/" + dimension).c_str(), root, dimension.c_str(),
                                 H5P_DEFAULT, H5P_DEFAULT));
  };
  for (const std::string& parameter : question.grid.parameters) link("axes", parameter);
  for (const std::string& label : label_names) link("labels", label);
}

ResultsHdf5::ResultsHdf5(const std::string& path, const SweepQuestion& question) : path_(path) {
  try {
    file_ = std::make_unique<File>(path, question);
  } catch (const hdf5::Error& error) {
    refuse_writing(path_, error.what());
  }
}

ResultsHdf5::~ResultsHdf5() = default;

void ResultsHdf5::write(const Chunk& chunk) {
  try {
    file_->write(chunk);
  } catch (const hdf5::Error& error) {
    refuse_writing(path_, error.what());
  }
}

void ResultsHdf5::finish(std::span<const std::string> texts, const BoundaryList& boundaries,
                         std::int64_t holes) {
  try {
    set_attribute(file_->root, "holes", holes);
    file_->add_texts(texts);
    if (file_->question.boundaries) file_->add_boundaries(boundaries);
    file_->link_dimensions();
    file_->datasets.clear();
    file_->scales = {};
    file_->labels = {};
    hdf5::checked(H5Fflush(file_->root, H5F_SCOPE_LOCAL));
    file_->root.close();
    file_.reset();
  } catch (const hdf5::Error& error) {
    refuse_writing(path_, error.what());
  }
}

}  // namespace carom
