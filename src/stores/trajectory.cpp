#include "stores/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "carom/version.hpp"
#include "data/simulation_table.hpp"
#include "reports/csv_list.hpp"
#include "reports/report_out.hpp"
#include "scenarios/scenario_text.hpp"
#include "stores/durable_file.hpp"
#include "stores/hdf5.hpp"
#include "stores/sample_columns.hpp"

namespace carom {
namespace {

constexpr std::size_t block_rows = 4096;
constexpr std::string_view contacts_group = "contacts/";

}  // namespace

struct TrajectoryFiles::Parts {
  VerbFolder& folder;
  const Mechanism& mechanism;
  std::vector<SampleColumn> columns;
  std::string rows_path;
  std::unique_ptr<PartFile> rows;
  std::vector<double> row;
  long count = 0;

  template <class Use>
  void for_blocks(Use&& use) const;
  void write_csv() const;
  void write_hdf5() const;
};

TrajectoryFiles::TrajectoryFiles(VerbFolder& folder, const Mechanism& mechanism)
    : parts_(new Parts{folder,
                       mechanism,
                       sample_columns(mechanism),
                       folder.file("trajectory.h5"),
                       nullptr,
                       {},
                       0}) {
  parts_->rows_path = parts_->rows_path + ".rows";
  parts_->rows = std::make_unique<PartFile>(parts_->rows_path);
  parts_->row.resize(width_of(parts_->columns));
}

TrajectoryFiles::~TrajectoryFiles() {
  parts_->rows.reset();
  std::error_code ignored;
  std::filesystem::remove(part_of(parts_->rows_path), ignored);
}

void TrajectoryFiles::sample(const MotionSample& sample) {
  const std::span<double> row(parts_->row);
  for (const SampleColumn& column : parts_->columns)
    column.fill(sample, row.subspan(column.place, column.headings.size()));
  parts_->rows->write(std::as_bytes(row));
  ++parts_->count;
}

/// Reads the rows back, block by block: use(first row, number of rows, numbers).
template <class Use>
void TrajectoryFiles::Parts::for_blocks(Use&& use) const {
  std::ifstream file(part_of(rows_path), std::ios::binary);
  const std::size_t width = row.size();
  std::vector<double> block(block_rows * width);
  for (long first = 0; first < count; first += block_rows) {
    const std::size_t rows_here =
        static_cast<std::size_t>(std::min<long>(block_rows, count - first));
    const auto bytes = static_cast<std::streamsize>(rows_here * width * sizeof(double));
    file.read(reinterpret_cast<char*>(block.data()), bytes);
    if (file.gcount() != bytes) refuse_file(part_of(rows_path), "read", errno);
    use(static_cast<std::size_t>(first), rows_here, std::span<const double>(block));
  }
}

void TrajectoryFiles::Parts::write_csv() const {
  const std::string path = folder.file("trajectory.csv");
  PartFile file(path);
  const std::vector<SampleCell> order = csv_cells(columns);
  std::vector<std::string> cells;
  for (const SampleCell& cell : order) cells.push_back(cell.column->headings[cell.number]);
  file.write(csv_line(cells));
  for_blocks([&](std::size_t, std::size_t rows_here, std::span<const double> block) {
    for (std::size_t r = 0; r < rows_here; ++r) {
      cells.clear();
      for (const auto& [column, number] : order) {
        const double value = block[r * row.size() + column->place + number];
        cells.push_back(column->words.empty() ? csv_number(value)
                                              : column->words[static_cast<std::size_t>(value)]);
      }
      file.write(csv_line(cells));
    }
  });
  file.close(true);
  complete_part(path);
}

void TrajectoryFiles::Parts::write_hdf5() const {
  const std::string path = folder.file("trajectory.h5");
  try {
    const hdf5::Quiet quiet;
    hdf5::Handle file = hdf5::created_file(part_of(path));
    hdf5::set_attribute(file, "carom", version);
    hdf5::set_attribute(file, "format", static_cast<std::int64_t>(format));
    hdf5::set_attribute(file, "verb", "simulate");
    hdf5::Handle group;
    std::vector<hdf5::Handle> datasets;
    std::vector<hdf5::Shape> shapes;
    for (const SampleColumn& column : columns) {
      const bool of_contacts = column.dataset.starts_with(contacts_group);
      if (of_contacts && group < 0) group = hdf5::created_group(file, "contacts");
      hdf5::Shape& shape = shapes.emplace_back(1, static_cast<hsize_t>(count));
      shape.insert(shape.end(), column.shape.begin(), column.shape.end());
      const hdf5::Handle& dataset = datasets.emplace_back(hdf5::created_dataset(
          of_contacts ? group : file,
          of_contacts ? column.dataset.substr(contacts_group.size()) : column.dataset,
          H5T_IEEE_F64LE, shape));
      hdf5::set_attribute(dataset, "description", column.description);
      if (!column.labels.empty()) hdf5::set_attribute(dataset, "labels", std::span(column.labels));
      if (column.units.size() == 1)
        hdf5::set_attribute(dataset, "units", column.units.front());
      else
        hdf5::set_attribute(dataset, "units", std::span(column.units));
    }
    for_blocks([&](std::size_t first, std::size_t rows_here, std::span<const double> block) {
      std::vector<double> part;
      for (std::size_t c = 0; c < columns.size(); ++c) {
        const std::size_t width = columns[c].headings.size();
        if (width == 0) continue;
        part.clear();
        for (std::size_t r = 0; r < rows_here; ++r) {
          const auto numbers = block.subspan(r * row.size() + columns[c].place, width);
          part.insert(part.end(), numbers.begin(), numbers.end());
        }
        hdf5::Box box{hdf5::Shape(shapes[c].size(), 0), shapes[c], {}};
        box.start[0] = first;
        box.count[0] = rows_here;
        hdf5::write(datasets[c], H5T_NATIVE_DOUBLE, box, part.data());
      }
    });
    datasets.clear();
    group.close();
    file.close();
  } catch (const hdf5::Error& error) {
    throw InputError(path, {{{}, fmt::format("cannot be written: {}", error.what()), {}}});
  }
  sync(part_of(path));
  complete_part(path);
}

namespace {

constexpr std::string_view event_columns[] = {
    "time",    "kind",  "contact",     "mode", "velocity_before", "velocity_after",
    "impulse", "force", "energy_loss", "law",  "makes_energy",    "determined"};

}  // namespace

void TrajectoryFiles::complete(const SimulationReport& report) {
  parts_->rows->close(false);
  parts_->write_hdf5();
  if (parts_->count <= most_csv_rows) parts_->write_csv();
  parts_->folder.write("events.csv", csv_list(report.events, report, event_columns));
  if (report.impact)
    parts_->folder.write(
        "impact.toml",
        scenario_text(
            parts_->mechanism, report.motion.final,
            {"the impact at which a motion stopped: carom strike impact.toml", report.title,
             report.contacts[report.motion.contact], std::string(report.motion.law)}));
  remove_file(part_of(parts_->rows_path));
  parts_->folder.complete(json(report));
}

Trajectory trajectory(const std::string& folder, std::size_t most) {
  const std::string path = folder + "/trajectory.h5";
  try {
    const hdf5::Quiet quiet;
    const hdf5::Handle file = hdf5::opened_file(path);
    const hdf5::Handle positions = hdf5::opened_dataset(file, "positions");
    const hdf5::Handle mode = hdf5::opened_dataset(file, "contacts/mode");
    const hdf5::Shape shape = hdf5::shape_of(positions);
    const hdf5::Shape contacts_shape = hdf5::shape_of(mode);
    if (shape.size() != 2 || contacts_shape.size() != 2)
      throw hdf5::Error("its datasets have other shapes");
    const std::size_t all = shape[0];
    const std::size_t freedom = shape[1];
    const std::size_t contacts = contacts_shape[1];
    const std::size_t step =
        std::max<std::size_t>(1, (all + most - 1) / std::max<std::size_t>(most, 1));
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < all; i += step) chosen.push_back(i);
    if (all > 0 && chosen.back() + 1 != all) chosen.push_back(all - 1);
    const auto numbers_at = [&](const std::string& dataset, std::size_t row, std::size_t width,
                                const hdf5::Shape& inner) {
      const hdf5::Handle opened = hdf5::opened_dataset(file, dataset);
      std::vector<double> values(width);
      hdf5::Box box{{row}, {1}, {}};
      for (const hsize_t extent : inner) {
        box.start.push_back(0);
        box.count.push_back(extent);
      }
      if (width > 0) hdf5::read(opened, H5T_NATIVE_DOUBLE, box, values.data());
      return values;
    };
    Trajectory result;
    for (const std::size_t row : chosen) {
      result.time.push_back(numbers_at("time", row, 1, {}).front());
      result.positions.push_back(numbers_at("positions", row, freedom, {freedom}));
      result.velocities.push_back(numbers_at("velocities", row, freedom, {freedom}));
      std::vector<ContactMotion>& at = result.contacts.emplace_back(contacts);
      for (const auto& number : numbers_of<ContactMotion>()) {
        const std::string dataset = std::string(contacts_group) + std::string(number.name);
        if (number.younger && !hdf5::has_link(file, dataset)) continue;
        const hdf5::Shape inner =
            number.width == 2 ? hdf5::Shape{contacts, 2} : hdf5::Shape{contacts};
        const auto values = numbers_at(dataset, row, number.width * contacts, inner);
        const double last_word = static_cast<double>(number.words.size()) - 1;
        for (std::size_t i = 0; i < values.size(); ++i)
          number.put(at[i / number.width], i % number.width,
                     number.words.empty() ? values[i] : std::clamp(values[i], 0.0, last_word));
      }
      const auto& parts = numbers_of<MotionEnergy>();
      const auto energy = numbers_at("energy", row, parts.size(), {parts.size()});
      MotionEnergy& ledger = result.energy.emplace_back();
      for (std::size_t i = 0; i < parts.size(); ++i) parts[i].put(ledger, 0, energy[i]);
    }
    return result;
  } catch (const hdf5::Error& error) {
    throw InputError(path, {{{}, fmt::format("cannot be read: {}", error.what()), {}}});
  }
}

}  // namespace carom
