#include "io/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "carom/version.hpp"
#include "io/csv.hpp"
#include "io/durable_file.hpp"
#include "io/hdf5.hpp"
#include "io/scenario_text.hpp"
#include "io/simulation_out.hpp"

namespace carom {
namespace {

constexpr std::array energy_names = {"kinetic",  "gravity", "springs", "dampers",
                                     "friction", "impacts", "inputs",  "surfaces"};
constexpr std::array mode_names = {"apart", "separates", "sticks", "slides+", "slides-"};
constexpr std::size_t contact_numbers = 8;  // mode, gap, v_t, v_n, F_t, F_n, whether determined
constexpr std::size_t block_rows = 4096;

std::array<double, 8> numbers(const MotionEnergy& e) {
  return {e.kinetic, e.gravity, e.springs, e.dampers, e.friction, e.impacts, e.inputs, e.surfaces};
}

/// Where the numbers of a sample stand in its row.
struct Layout {
  std::size_t freedom = 0;
  std::size_t contacts = 0;
  std::size_t links = 0;
  std::size_t drives = 0;
  std::size_t velocities() const { return 1 + freedom; }
  std::size_t contact(std::size_t i) const { return 1 + 2 * freedom + contact_numbers * i; }
  std::size_t energy() const { return contact(contacts); }
  std::size_t joints() const { return energy() + energy_names.size(); }
  std::size_t ends() const { return joints() + 2 * links; }
  std::size_t contact_points() const { return ends() + 2 * links; }
  std::size_t mass_centre() const { return contact_points() + 2 * contacts; }
  std::size_t couples() const { return mass_centre() + 2; }
  std::size_t width() const { return couples() + drives; }
};

std::vector<std::string> coordinate_names(const Mechanism& m) {
  std::vector<std::string> names;
  if (m.base.kind == BaseKind::free) names = {"base.x", "base.y"};
  if (m.base.kind == BaseKind::slider) names = {"base"};
  for (const Link& link : m.links) names.push_back(link.name);
  for (const Surface& surface : m.surfaces)
    if (surface.body) names.push_back(surface.name);
  return names;
}

std::vector<std::string> coordinate_units(const Mechanism& m, bool of_velocities) {
  std::vector<std::string> units(coordinate_names(m).size(), of_velocities ? "m/s" : "m");
  const std::size_t base = m.base.kind == BaseKind::free     ? 2
                           : m.base.kind == BaseKind::slider ? 1
                                                             : 0;
  for (std::size_t i = 0; i < m.links.size(); ++i)
    units[base + i] = of_velocities ? "rad/s" : "rad";
  return units;
}

}  // namespace

struct TrajectoryFiles::Parts {
  VerbFolder& folder;
  const Mechanism& mechanism;
  Layout layout;
  std::string rows_path;
  std::unique_ptr<PartFile> rows;
  std::vector<double> row;
  long count = 0;

  std::vector<std::string> headings() const;
  template <class Use>
  void for_blocks(Use&& use) const;
  void write_csv() const;
  void write_hdf5() const;
};

TrajectoryFiles::TrajectoryFiles(VerbFolder& folder, const Mechanism& mechanism)
    : parts_(new Parts{folder,
                       mechanism,
                       Layout{coordinate_names(mechanism).size(), mechanism.contacts.size(),
                              mechanism.links.size(), mechanism.drives.size()},
                       folder.file("trajectory.h5"),
                       nullptr,
                       {},
                       0}) {
  parts_->rows_path = parts_->rows_path + ".rows";
  parts_->rows = std::make_unique<PartFile>(parts_->rows_path);
  parts_->row.resize(parts_->layout.width());
}

TrajectoryFiles::~TrajectoryFiles() {
  parts_->rows.reset();
  std::error_code ignored;
  std::filesystem::remove(part_of(parts_->rows_path), ignored);
}

void TrajectoryFiles::sample(const MotionSample& sample) {
  std::vector<double>& row = parts_->row;
  const Layout& at = parts_->layout;
  row[0] = sample.time;
  std::ranges::copy(sample.positions, row.begin() + 1);
  std::ranges::copy(sample.velocities, row.begin() + static_cast<std::ptrdiff_t>(at.velocities()));
  for (std::size_t i = 0; i < at.contacts; ++i) {
    const ContactMotion& c = sample.contacts[i];
    const std::array numbers_of{static_cast<double>(c.mode),
                                c.gap,
                                c.velocity[0],
                                c.velocity[1],
                                c.force[0],
                                c.force[1],
                                c.determined[0] ? 1.0 : 0.0,
                                c.determined[1] ? 1.0 : 0.0};
    std::ranges::copy(numbers_of, row.begin() + static_cast<std::ptrdiff_t>(at.contact(i)));
  }
  std::ranges::copy(numbers(sample.energy), row.begin() + static_cast<std::ptrdiff_t>(at.energy()));
  const auto write_places = [&](std::size_t first, std::span<const Vec2> places) {
    for (const Vec2& place : places) {
      row[first++] = place.x;
      row[first++] = place.y;
    }
  };
  write_places(at.joints(), sample.joints);
  write_places(at.ends(), sample.ends);
  write_places(at.contact_points(), sample.contact_points);
  write_places(at.mass_centre(), {&sample.mass_centre, 1});
  std::ranges::copy(sample.couples, row.begin() + static_cast<std::ptrdiff_t>(at.couples()));
  parts_->rows->write(std::as_bytes(std::span<const double>(row)));
  ++parts_->count;
}

std::vector<std::string> TrajectoryFiles::Parts::headings() const {
  std::vector<std::string> names{"time"};
  for (const std::string& each : coordinate_names(mechanism)) names.push_back(each);
  for (const std::string& each : coordinate_names(mechanism)) names.push_back(each + ".rate");
  for (const Contact& contact : mechanism.contacts)
    for (const char* part : {"mode", "gap", "velocity.t", "velocity.n", "force.t", "force.n",
                             "determined.t", "determined.n"})
      names.push_back(fmt::format("{}.{}", contact.name, part));
  for (const char* each : energy_names) names.push_back(fmt::format("energy.{}", each));
  const auto add_place = [&](const std::string& of) {
    names.push_back(of + ".x");
    names.push_back(of + ".y");
  };
  for (const Link& link : mechanism.links) add_place(link.name + ".joint");
  for (const Link& link : mechanism.links) add_place(link.name + ".end");
  for (const Contact& contact : mechanism.contacts) add_place(contact.name + ".position");
  add_place("mass_centre");
  for (const Drive& drive : mechanism.drives)
    names.push_back(fmt::format("{}.couple.{}", drive.link, drive.against.value_or("ground")));
  return names;
}

/// Reads the rows back, block by block: use(first row, number of rows, numbers).
template <class Use>
void TrajectoryFiles::Parts::for_blocks(Use&& use) const {
  std::ifstream file(part_of(rows_path), std::ios::binary);
  std::vector<double> block(block_rows * layout.width());
  for (long first = 0; first < count; first += block_rows) {
    const std::size_t rows_here =
        static_cast<std::size_t>(std::min<long>(block_rows, count - first));
    const auto bytes = static_cast<std::streamsize>(rows_here * layout.width() * sizeof(double));
    file.read(reinterpret_cast<char*>(block.data()), bytes);
    if (file.gcount() != bytes) refuse_file(part_of(rows_path), "read", errno);
    use(static_cast<std::size_t>(first), rows_here, std::span<const double>(block));
  }
}

void TrajectoryFiles::Parts::write_csv() const {
  const std::string path = folder.file("trajectory.csv");
  PartFile file(path);
  file.write(csv_line(headings()));
  std::vector<std::string> cells(layout.width());
  for_blocks([&](std::size_t, std::size_t rows_here, std::span<const double> block) {
    for (std::size_t r = 0; r < rows_here; ++r) {
      for (std::size_t c = 0; c < layout.width(); ++c)
        cells[c] = csv_number(block[r * layout.width() + c]);
      for (std::size_t i = 0; i < layout.contacts; ++i)
        cells[layout.contact(i)] =
            mode_names[static_cast<std::size_t>(block[r * layout.width() + layout.contact(i)])];
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
    const hsize_t n = static_cast<hsize_t>(count);
    const hsize_t freedom = layout.freedom;
    const hsize_t contacts = layout.contacts;
    hdf5::Handle file = hdf5::created_file(part_of(path));
    hdf5::set_attribute(file, "carom", version);
    hdf5::set_attribute(file, "format", static_cast<std::int64_t>(format));
    hdf5::set_attribute(file, "verb", "simulate");
    std::vector<std::string> contact_names;
    for (const Contact& contact : mechanism.contacts) contact_names.push_back(contact.name);
    std::vector<std::string> link_names;
    for (const Link& link : mechanism.links) link_names.push_back(link.name);
    std::vector<std::string> drive_names;
    for (const Drive& drive : mechanism.drives)
      drive_names.push_back(
          fmt::format("{} against {}", drive.link, drive.against.value_or("ground")));

    /// A dataset and the part of each row that it takes.
    struct Column {
      hdf5::Handle dataset;
      std::vector<std::size_t> from;
      hdf5::Shape shape;
    };
    std::vector<Column> columns;
    const auto add = [&](hid_t parent, const char* name, const hdf5::Shape& shape,
                         const std::vector<std::size_t>& from, const char* description,
                         const std::vector<std::string>& labels,
                         const std::vector<std::string>& units) {
      hdf5::Handle dataset = hdf5::created_dataset(parent, name, H5T_IEEE_F64LE, shape);
      hdf5::set_attribute(dataset, "description", description);
      if (!labels.empty()) hdf5::set_attribute(dataset, "labels", std::span(labels));
      if (units.size() == 1)
        hdf5::set_attribute(dataset, "units", units.front());
      else
        hdf5::set_attribute(dataset, "units", std::span(units));
      columns.push_back({std::move(dataset), from, shape});
    };
    const auto consecutive = [](std::size_t first, std::size_t number) {
      std::vector<std::size_t> places(number);
      for (std::size_t i = 0; i < number; ++i) places[i] = first + i;
      return places;
    };
    const auto of_contacts = [&](std::size_t first, std::size_t number) {
      std::vector<std::size_t> places;
      for (std::size_t i = 0; i < contacts; ++i)
        for (std::size_t k = 0; k < number; ++k) places.push_back(layout.contact(i) + first + k);
      return places;
    };
    const auto names = coordinate_names(mechanism);
    add(file, "time", {n}, {0}, "time of the sample", {}, {"s"});
    add(file, "positions", {n, freedom}, consecutive(1, freedom),
        "base, angles of the links, displacements of yielding surfaces", names,
        coordinate_units(mechanism, false));
    add(file, "velocities", {n, freedom}, consecutive(layout.velocities(), freedom),
        "their rates of change", names, coordinate_units(mechanism, true));
    add(file, "energy", {n, energy_names.size()}, consecutive(layout.energy(), energy_names.size()),
        "kinetic, potential of gravity, in springs; lost in dampers, friction, impacts; given by "
        "inputs and moved surfaces, so far",
        {energy_names.begin(), energy_names.end()}, {"J"});
    hdf5::Handle group = hdf5::created_group(file, "contacts");
    add(group, "mode", {n, contacts}, of_contacts(0, 1),
        "0 apart, 1 touching without force, 2 sticks, 3 slides along +t, 4 slides along -t",
        contact_names, {"1"});
    add(group, "gap", {n, contacts}, of_contacts(1, 1), "distance from the surface", contact_names,
        {"m"});
    add(group, "velocity", {n, contacts, 2}, of_contacts(2, 2),
        "tangential and normal, relative to the surface", contact_names, {"m/s"});
    add(group, "force", {n, contacts, 2}, of_contacts(4, 2), "tangential and normal, on the chain",
        contact_names, {"N"});
    add(group, "determined", {n, contacts, 2}, of_contacts(6, 2),
        "1 where the tangential, the normal force is determined, 0 where it is one of several that "
        "rigid contact allows",
        contact_names, {"1"});
    add(group, "position", {n, contacts, 2}, consecutive(layout.contact_points(), 2 * contacts),
        "world x and y of what is next to the surface", contact_names, {"m"});
    const hsize_t links = layout.links;
    add(file, "joints", {n, links, 2}, consecutive(layout.joints(), 2 * links),
        "world x and y of the links' near joints", link_names, {"m"});
    add(file, "ends", {n, links, 2}, consecutive(layout.ends(), 2 * links),
        "world x and y of the links' far ends", link_names, {"m"});
    add(file, "mass_centre", {n, 2}, consecutive(layout.mass_centre(), 2),
        "world x and y of the mass centre of the links and a slider", {"x", "y"}, {"m"});
    add(file, "couples", {n, layout.drives}, consecutive(layout.couples(), layout.drives),
        "what drives give to their links", drive_names, {"N m"});
    for_blocks([&](std::size_t first, std::size_t rows_here, std::span<const double> block) {
      std::vector<double> part;
      for (const Column& column : columns) {
        if (column.from.empty()) continue;
        part.clear();
        for (std::size_t r = 0; r < rows_here; ++r)
          for (const std::size_t c : column.from) part.push_back(block[r * layout.width() + c]);
        hdf5::Box box{hdf5::Shape(column.shape.size(), 0), column.shape, {}};
        box.start[0] = first;
        box.count[0] = rows_here;
        hdf5::write(column.dataset, H5T_NATIVE_DOUBLE, box, part.data());
      }
    });
    columns.clear();
    group.close();
    file.close();
  } catch (const hdf5::Error& error) {
    throw InputError(path, {{{}, fmt::format("cannot be written: {}", error.what()), {}}});
  }
  sync(part_of(path));
  complete_part(path);
}

namespace {

std::string events_csv(const SimulationReport& report) {
  std::string out = csv_line(std::vector<std::string>{
      "time", "kind", "contact", "mode", "velocity_before.t", "velocity_before.n",
      "velocity_after.t", "velocity_after.n", "impulse.t", "impulse.n", "force.t", "force.n",
      "energy_loss", "law", "makes_energy", "determined.t", "determined.n"});
  for (const MotionEvent& e : report.events) {
    const bool impact = e.kind == MotionEventKind::impact;
    const auto pair = [](const std::array<double, 2>& v, bool there) {
      return std::array{there ? csv_number(v[0]) : "", there ? csv_number(v[1]) : ""};
    };
    const auto impulse = pair(impact ? e.impulses[e.contact] : std::array<double, 2>{}, impact);
    const bool limit = e.kind == MotionEventKind::limit;
    const auto force = pair(e.force, !impact && !limit);
    const auto determined =
        impact && !e.impulses_determined ? e.impulse_determined[e.contact] : e.determined;
    const auto yes_or_no = [](bool yes, bool asked) { return !asked ? "" : yes ? "yes" : "no"; };
    out += csv_line(std::vector<std::string>{
        csv_number(e.time), std::string(name(e.kind)), report.contacts[e.contact],
        std::string(name(e.mode)), csv_number(e.velocity_before[0]),
        csv_number(e.velocity_before[1]), csv_number(e.velocity_after[0]),
        csv_number(e.velocity_after[1]), impulse[0], impulse[1], force[0], force[1],
        csv_number(e.energy_loss), std::string(e.law), yes_or_no(e.makes_energy, impact || limit),
        yes_or_no(determined[0], !limit), yes_or_no(determined[1], !limit)});
  }
  return out;
}

}  // namespace

void TrajectoryFiles::complete(const SimulationReport& report) {
  parts_->rows->close(false);
  parts_->write_hdf5();
  if (parts_->count <= most_csv_rows) parts_->write_csv();
  parts_->folder.write("events.csv", events_csv(report));
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
    const auto numbers_at = [&](const char* dataset, std::size_t row, std::size_t width,
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
    // Folders of earlier versions do not say.
    const bool has_determined = hdf5::has_link(file, "contacts/determined");
    Trajectory result;
    for (const std::size_t row : chosen) {
      result.time.push_back(numbers_at("time", row, 1, {}).front());
      result.positions.push_back(numbers_at("positions", row, freedom, {freedom}));
      result.velocities.push_back(numbers_at("velocities", row, freedom, {freedom}));
      const auto modes = numbers_at("contacts/mode", row, contacts, {contacts});
      const auto gaps = numbers_at("contacts/gap", row, contacts, {contacts});
      const auto speeds = numbers_at("contacts/velocity", row, 2 * contacts, {contacts, 2});
      const auto forces = numbers_at("contacts/force", row, 2 * contacts, {contacts, 2});
      const auto known = has_determined
                             ? numbers_at("contacts/determined", row, 2 * contacts, {contacts, 2})
                             : std::vector<double>(2 * contacts, 1.0);
      std::vector<Trajectory::At> at(contacts);
      for (std::size_t i = 0; i < contacts; ++i)
        at[i] = {static_cast<Mode>(std::clamp(static_cast<int>(modes[i]), 0, 4)),
                 gaps[i],
                 {speeds[2 * i], speeds[2 * i + 1]},
                 {forces[2 * i], forces[2 * i + 1]},
                 {known[2 * i] != 0, known[2 * i + 1] != 0}};
      result.contacts.push_back(std::move(at));
      const auto e = numbers_at("energy", row, 8, {8});
      result.energy.push_back({e[0], e[1], e[2], e[3], e[4], e[5], e[6], e[7]});
    }
    return result;
  } catch (const hdf5::Error& error) {
    throw InputError(path, {{{}, fmt::format("cannot be read: {}", error.what()), {}}});
  }
}

}  // namespace carom
