#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "data/describe_table.hpp"
#include "reports/json_table.hpp"
#include "reports/listing.hpp"
#include "reports/text_table.hpp"

namespace carom {
namespace {

/// Longer lists are cut in the text (never in JSON).
constexpr std::size_t most_rows = 40;

std::string degrees(double angle) {
  return number(angle * 180 / std::numbers::pi);
}

template <class Item>
std::string cut(const Listing<Item, DescribeReport>& list, const std::vector<Item>& items) {
  std::string text = list.text(items, most_rows);
  if (items.size() > most_rows)
    text += fmt::format("  … and {} more (all of them with --json)\n", items.size() - most_rows);
  return text;
}

/// What places, velocities, energies and momenta are made of: what is rounding of it is zero.
struct Scales {
  double place = 0;
  double velocity = 0;
  double energy = 0;
  double momentum = 0;
};

Scales scales_of(const DescribeReport& report) {
  Scales scales;
  const auto include = [](double& scale, std::initializer_list<double> numbers) {
    for (const double x : numbers) scale = std::max(scale, std::abs(x));
  };
  for (const DescribedLink& link : report.links)
    include(scales.place, {link.near.x, link.near.y, link.far.x, link.far.y, link.length});
  for (const DescribedContact& contact : report.contacts)
    include(scales.velocity, {contact.velocity[0], contact.velocity[1]});
  scales.energy = report.kinetic_energy + std::abs(report.gravity_energy) + report.spring_energy;
  scales.momentum = std::sqrt(2 * report.mass * report.kinetic_energy);
  include(scales.velocity,
          {report.mass > 0 ? std::sqrt(2 * report.kinetic_energy / report.mass) : 0});
  return scales;
}

std::string base_line(const DescribeReport& report, double place) {
  const Base& base = report.base;
  if (base.kind == BaseKind::pinned)
    return fmt::format("pinned at {} m", numbers(base.position.x, base.position.y, place));
  if (base.kind == BaseKind::slider)
    return fmt::format(
        "slider at {}° through {} m, displacement {} m, velocity {} m/s, mass {} kg, "
        "stiffness {} N/m, damping {} N s/m",
        degrees(base.direction), numbers(base.position.x, base.position.y, place),
        number(base.displacement, place), number(report.base_velocity[0]), number(base.mass),
        number(base.stiffness), number(base.damping));
  return fmt::format("free, first joint at {} m, velocity {} m/s",
                     numbers(base.position.x, base.position.y),
                     numbers(report.base_velocity[0], report.base_velocity[1]));
}

/// How a surface moves.
std::string moving(const DescribedSurface& surface) {
  if (!surface.body) return "";
  return fmt::format("{} kg along {}°, displaced {} m, moving {} m/s", number(surface.body->mass),
                     degrees(surface.body->direction), number(surface.body->displacement),
                     number(surface.body->velocity));
}

std::string friction(const DescribedContact& contact) {
  if (contact.static_friction == contact.friction) return number(contact.friction);
  return fmt::format("{} (static {})", number(contact.friction), number(contact.static_friction));
}

std::string counted(int count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace

std::string words(const DescribeReport& report) {
  const Scales scales = scales_of(report);
  std::string out = titled(report.title);
  out += fmt::format("base      {}\n", base_line(report, scales.place));
  out += fmt::format("freedom   {}: {}, {}{}\n",
                     counted(report.degrees_of_freedom, "degree") + " of freedom",
                     counted(static_cast<int>(report.links.size()), "link"),
                     report.drives.empty()
                         ? ""
                         : counted(static_cast<int>(report.drives.size()), "driven joint") + ", ",
                     counted(static_cast<int>(report.contacts.size()), "contact"));
  out += fmt::format("inputs    gravity {} m/s², {}, {}, {}\n",
                     numbers(report.gravity.x, report.gravity.y),
                     counted(static_cast<int>(report.forces.size()), "force"),
                     counted(static_cast<int>(report.torques.size()), "torque"),
                     counted(static_cast<int>(report.springs.size()), "joint spring"));
  for (const Drive& drive : report.drives)
    out += fmt::format("drive     \"{}\" against \"{}\": angle = {}\n", drive.link,
                       drive.against.value_or("ground"), drive.angle.text);
  if (!report.parameters.empty()) {
    std::vector<std::string> list;
    for (const Parameter& parameter : report.parameters)
      list.push_back(fmt::format("{} = {}", parameter.name, number(parameter.value)));
    out += fmt::format("with      {}\n", fmt::join(list, ", "));
  }
  const ListScales sizes{{"m", scales.place}, {"m/s", scales.velocity}};
  Listing<DescribedLink, DescribeReport> links(report, sizes);
  links.add<"name">().add<"parent">().add<"length">();
  links.add<"mass">([](const DescribedLink& link) {
    return number(link.mass) + (link.point_masses > 0 ? "*" : "");
  });
  links.add<"inertia">().add<"angle">().add<"rate">().add<"near">().add<"far">();
  out += "\nlinks\n" + cut(links, report.links);
  for (const DescribedLink& link : report.links)
    if (link.point_masses > 0) {
      out += "  * with its point masses; inertia is about the common mass centre\n";
      break;
    }
  Listing<DescribedMass, DescribeReport> masses(report, sizes);
  masses.add<"link">().add<"at">().add<"mass">().add<"position">();
  if (!report.masses.empty()) out += "\npoint masses\n" + cut(masses, report.masses);
  Listing<DescribedSurface, DescribeReport> surfaces(report, sizes);
  surfaces.add<"name">().add<"kind">().add<"angle">().add<"point">().add("", moving);
  if (!report.surfaces.empty()) out += "\nsurfaces\n" + cut(surfaces, report.surfaces);
  Listing<DescribedContact, DescribeReport> contacts(report, sizes);
  contacts.add<"name">().add<"link">().add<"surface">();
  contacts.add<"outline">([](const DescribedContact& contact) { return contact.outline.kind; });
  contacts.add<"gap">().add<"velocity">().add<"friction">(friction).add<"restitution">();
  if (!report.contacts.empty())
    for (std::size_t k = 0; k < report.contacts.front().parameters.size(); ++k)
      contacts.add(report.contacts.front().parameters[k].name,
                   [k](const DescribedContact& contact) { return contact.parameters[k].value; });
  const auto yields = [](const DescribedContact& contact) {
    return contact.compliance.has_value();
  };
  if (std::ranges::any_of(report.contacts, yields))
    contacts.add<"compliance">([&](const DescribedContact& contact) {
      return contact.compliance ? contact.compliance->kind : "";
    });
  contacts.add<"state">();
  if (!report.contacts.empty())
    out += "\ncontacts (velocities [tangential, normal], relative to the surface)\n" +
           cut(contacts, report.contacts);
  out += fmt::format("\nmass      {} kg, centre at {} m\n", number(report.mass),
                     numbers(report.com.x, report.com.y, scales.place));
  out += fmt::format("energy    kinetic {} J, gravity {} J, springs {} J\n",
                     number(report.kinetic_energy), number(report.gravity_energy, scales.energy),
                     number(report.spring_energy, scales.energy));
  out += fmt::format("momentum  {} kg m/s, angular {} kg m²/s about the origin\n",
                     numbers(report.momentum.x, report.momentum.y, scales.momentum),
                     number(report.angular_momentum, scales.momentum * scales.place));
  if (report.mass_matrix_condition > 0)
    out += fmt::format("M         condition {:.3g}\n", report.mass_matrix_condition);
  const DescribedInertia& w = report.contact_inertia;
  if (!w.contacts.empty())
    out += fmt::format(
        "W         {} of {} contacts touch; {}\n", w.contacts.size(), report.contacts.size(),
        !w.measured
            ? "too many to measure rank and condition"
            : fmt::format("rank {} of {}, condition {}", w.rank, 2 * w.contacts.size(),
                          w.condition ? fmt::format("{:.3g}", *w.condition) : "none (singular)"));
  return out + noted(report.warnings);
}

template struct ReportOut<DescribeReport>;

}  // namespace carom
