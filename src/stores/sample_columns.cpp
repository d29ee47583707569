#include "stores/sample_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "data/simulation_table.hpp"

namespace carom {
namespace {

using Labels = std::vector<std::string>;

/// Names of what a mechanism has several of.
struct Names {
  Labels coordinates, coordinate_units, rate_units, contacts, links, drives, couples;
};

Names names_of(const Mechanism& m) {
  Names names;
  const auto add = [&](const std::string& name, const char* unit) {
    names.coordinates.push_back(name);
    names.coordinate_units.emplace_back(unit);
    names.rate_units.push_back(std::string(unit) + "/s");
  };
  if (m.base.kind == BaseKind::free)
    for (const char* name : {"base.x", "base.y"}) add(name, "m");
  if (m.base.kind == BaseKind::slider) add("base", "m");
  for (const Link& link : m.links) add(link.name, "rad");
  for (const Surface& surface : m.surfaces)
    if (surface.body) add(surface.name, "m");
  for (const Contact& contact : m.contacts) names.contacts.push_back(contact.name);
  for (const Link& link : m.links) names.links.push_back(link.name);
  for (const Drive& drive : m.drives) {
    const std::string against = drive.against.value_or("ground");
    names.drives.push_back(fmt::format("{} against {}", drive.link, against));
    names.couples.push_back(fmt::format("{}.couple.{}", drive.link, against));
  }
  return names;
}

Labels with(const Labels& names, const std::string& ending) {
  Labels all;
  for (const std::string& name : names) all.push_back(name + ending);
  return all;
}

Labels pairs(const Labels& names, const std::string& ending, const char* first,
             const char* second) {
  Labels all;
  for (const std::string& name : names)
    for (const char* component : {first, second}) all.push_back(name + ending + component);
  return all;
}

using Sample = const MotionSample&;
using Numbers = std::span<double>;
using Fill = std::function<void(Sample sample, Numbers to)>;

/// A number of each.
SampleColumn numbers(const char* dataset, Labels units, const char* description,
                     const Labels& labels, Labels headings, Fill fill) {
  return {dataset,         std::move(units),    description, labels,
          {labels.size()}, std::move(headings), {},          std::move(fill)};
}

void fill_places(std::span<const Vec2> places, Numbers to) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    to[2 * i] = places[i].x;
    to[2 * i + 1] = places[i].y;
  }
}

/// World x and y of a place of each.
SampleColumn places(const char* dataset, const std::string& of, const Labels& labels,
                    const char* ending, std::span<const Vec2> MotionSample::*where) {
  return {dataset,
          {"m"},
          "world x and y of " + of,
          labels,
          {labels.size(), 2},
          pairs(labels, ending, ".x", ".y"),
          {},
          [where](Sample s, Numbers to) { fill_places(s.*where, to); }};
}

/// What a contact has by its table: a column for the mechanism's contacts.
SampleColumn of_contacts(const Number<ContactMotion>& number, const Labels& contacts) {
  const std::string name(number.name);
  SampleColumn column;
  column.dataset = "contacts/" + name;
  column.units = {std::string(number.unit)};
  column.description = number.description;
  column.labels = contacts;
  column.shape = {contacts.size()};
  if (number.width == 2) column.shape.push_back(2);
  column.headings =
      number.width == 2 ? pairs(contacts, "." + name, ".t", ".n") : with(contacts, "." + name);
  column.words = number.words;
  column.fill = [&number](const MotionSample& sample, std::span<double> numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = number.value(sample.contacts[i / number.width], i % number.width);
  };
  return column;
}

}  // namespace

std::vector<SampleColumn> sample_columns(const Mechanism& mechanism) {
  const Names of = names_of(mechanism);
  Labels parts;
  for (const auto& part : numbers_of<MotionEnergy>()) parts.emplace_back(part.name);
  std::vector<SampleColumn> columns{
      {"time",
       {"s"},
       "time of the sample",
       {},
       {},
       {"time"},
       {},
       [](Sample s, Numbers to) { to[0] = s.time; }},
      numbers("positions", of.coordinate_units,
              "base, angles of the links, displacements of yielding surfaces", of.coordinates,
              of.coordinates,
              [](Sample s, Numbers to) { std::ranges::copy(s.positions, to.begin()); }),
      numbers("velocities", of.rate_units, "their rates of change", of.coordinates,
              with(of.coordinates, ".rate"),
              [](Sample s, Numbers to) { std::ranges::copy(s.velocities, to.begin()); }),
      numbers("energy", {"J"},
              "kinetic, potential of gravity, in springs; lost in dampers, friction, impacts; "
              "given by inputs and moved surfaces, so far",
              parts, {}, [](Sample s, Numbers to) {
                for (std::size_t i = 0; i < to.size(); ++i)
                  to[i] = numbers_of<MotionEnergy>()[i].value(s.energy, 0);
              })};
  for (const std::string& part : parts) columns.back().headings.push_back("energy." + part);
  for (const auto& number : numbers_of<ContactMotion>())
    columns.push_back(of_contacts(number, of.contacts));
  columns.push_back(places("contacts/position", "what is next to the surface", of.contacts,
                           ".position", &MotionSample::contact_points));
  columns.push_back(
      places("joints", "the links' near joints", of.links, ".joint", &MotionSample::joints));
  columns.push_back(places("ends", "the links' far ends", of.links, ".end", &MotionSample::ends));
  columns.push_back(
      numbers("mass_centre", {"m"}, "world x and y of the mass centre of the links and a slider",
              {"x", "y"}, {"mass_centre.x", "mass_centre.y"}, [](Sample s, Numbers to) {
                fill_places({&s.mass_centre, 1}, to);
              }));
  columns.push_back(
      numbers("couples", {"N m"}, "what drives give to their links", of.drives, of.couples,
              [](Sample s, Numbers to) { std::ranges::copy(s.couples, to.begin()); }));
  columns.push_back(numbers("couples_determined", {"1"},
                            "1 where a drive's couple is determined, 0 where it is one of several, "
                            "as forces that it follows from",
                            of.drives, with(of.couples, ".determined"), [](Sample s, Numbers to) {
                              std::ranges::fill(to, 1.0);
                              std::ranges::copy(s.couples_determined, to.begin());
                            }));
  std::size_t place = 0;
  for (SampleColumn& column : columns) {
    column.place = place;
    place += column.headings.size();
  }
  return columns;
}

std::size_t width_of(const std::vector<SampleColumn>& columns) {
  return columns.back().place + columns.back().headings.size();
}

std::vector<SampleCell> csv_cells(const std::vector<SampleColumn>& columns) {
  static constexpr std::array blocks{"time",
                                     "positions",
                                     "velocities",
                                     "contacts",
                                     "energy",
                                     "joints",
                                     "ends",
                                     "contacts/position",
                                     "mass_centre",
                                     "couples",
                                     "couples_determined"};
  const auto block_of = [](const SampleColumn& column) {
    const auto own = std::ranges::find(blocks, column.dataset);
    const bool contacts = own == blocks.end() && column.dataset.starts_with("contacts/");
    return contacts ? std::ranges::find(blocks, std::string("contacts")) : own;
  };
  std::vector<SampleCell> cells;
  for (const SampleColumn& column : columns)
    for (std::size_t i = 0; i < column.headings.size(); ++i) cells.push_back({&column, i});
  std::ranges::stable_sort(cells, {}, [&](const SampleCell& cell) {
    const std::size_t each = std::max<std::size_t>(1, cell.column->labels.size());
    const std::size_t width = std::max<std::size_t>(1, cell.column->headings.size() / each);
    return std::pair(block_of(*cell.column), cell.number / width);
  });
  return cells;
}

}  // namespace carom
