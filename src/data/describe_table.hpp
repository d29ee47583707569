#pragma once

/// data/describe_table.hpp
///
/// What `describe` tells of a mechanism, quantity by quantity (data/quantity.hpp).

#include "data/describe_report.hpp"
#include "data/quantity.hpp"
#include "keys/mechanism_keys.hpp"

namespace carom {

inline Named<double> named_values(const std::vector<Parameter>& parameters) {
  Named<double> named;
  for (const Parameter& parameter : parameters) named.emplace_back(parameter.name, parameter.value);
  return named;
}

/// What a torque, a spring or a drive turns a link against.
inline constexpr auto its_other_side = [](const auto& item) {
  return item.against.value_or("ground");
};

constexpr auto quantities(Of<DescribedLink>) {
  using Own = DescribedLink;
  return Entries{quantity("name", &Own::name),
                 quantity("parent", "1", "the link it is on", &Own::parent).labelled("on"),
                 quantity("at", "m", "its near joint, on the parent", &Own::at),
                 quantity("length", "m", "from joint to end", &Own::length),
                 quantity("mass", "kg", "with its point masses", &Own::mass),
                 quantity("com", "m", "centre of that mass, on the link", &Own::com),
                 quantity("inertia", "kg m²", "about it", &Own::inertia),
                 quantity("point_masses", "1", "how many ride on it", &Own::point_masses),
                 quantity("angle", "rad", "at the start", &Own::angle),
                 quantity("rate", "rad/s", "at the start", &Own::rate),
                 quantity("near", "m", "its near joint, in the world", &Own::near),
                 quantity("far", "m", "its far end, in the world", &Own::far)};
}

constexpr auto quantities(Of<DescribedMass>) {
  using Own = DescribedMass;
  return Entries{quantity("link", "1", "that it rides on", &Own::link).labelled("on"),
                 quantity("at", "m", "on the link", &Own::at),
                 quantity("mass", "kg", "its own", &Own::mass),
                 quantity("position", "m", "in the world", &Own::position)};
}

constexpr auto quantities(Of<SurfaceBody>) {
  using Own = SurfaceBody;
  return Entries{quantity("direction", "rad", "of the line on which it moves", &Own::direction),
                 quantity("mass", "kg", "its own", &Own::mass),
                 quantity("stiffness", "N/m", "of its spring", &Own::stiffness),
                 quantity("damping", "N s/m", "of its damper", &Own::damping),
                 quantity("displacement", "m", "at the start", &Own::displacement),
                 quantity("velocity", "m/s", "at the start", &Own::velocity)};
}

constexpr auto quantities(Of<DescribedSurface>) {
  using Own = DescribedSurface;
  return Entries{quantity("name", &Own::name),
                 quantity("kind", "1", "fixed, moved, or yields", &Own::kind),
                 quantity("angle", "rad", "of its tangent", &Own::angle),
                 quantity("point", "m", "a point of it, now", &Own::point),
                 quantity("body", "1", "that yields", &Own::body)};
}

constexpr auto quantities(Of<Outline>) {
  using Own = Outline;
  constexpr auto is = [](OutlineKind kind) {
    return [kind](const Own& outline) { return outline.kind == kind; };
  };
  constexpr auto extended = [](const Own& outline) { return outline.kind != OutlineKind::point; };
  return Entries{
      quantity("kind", &Own::kind),
      quantity("radius", "m", "of a disc", &Own::radius).when(is(OutlineKind::disc)),
      quantity("semi_axes", "m", "of an ellipse", &Own::semi_axes).when(is(OutlineKind::ellipse)),
      quantity("a", "m", "of cosines", &Own::a).when(is(OutlineKind::fourier)),
      quantity("b", "m", "of sines", &Own::b).when(is(OutlineKind::fourier)),
      quantity("h", "m", "support function", [](const Own& outline) { return outline.h.text; })
          .when(is(OutlineKind::expression)),
      quantity("centre", "m", "on the link", &Own::centre).when(extended),
      quantity("angle", "rad", "of its frame against the link", &Own::angle).when(extended)};
}

constexpr auto quantities(Of<Compliance>) {
  using Own = Compliance;
  return Entries{quantity("kind", &Own::kind),
                 parts_of([](const Own& own) { return named_values(own.parameters); })};
}

constexpr auto quantities(Of<DescribedContact>) {
  using Own = DescribedContact;
  return Entries{
      quantity("name", &Own::name),
      quantity("link", "1", "whose it is", &Own::link).labelled("of"),
      quantity("surface", "1", "that it meets", &Own::surface).labelled("with"),
      quantity("outline", "1", "its shape", &Own::outline).labelled("shape"),
      quantity("state", "1", "above, touching, approaching, leaving or below", &Own::state),
      quantity("position", "m", "in the world", &Own::position),
      quantity("gap", "m", "distance from the surface", &Own::gap),
      quantity("velocity", "m/s", "tangential and normal, relative to the surface", &Own::velocity),
      quantity("friction", "1", "μ", &Own::friction),
      quantity("static_friction", "1", "μ where nothing slips", &Own::static_friction),
      quantity("restitution", "1", "e", &Own::restitution),
      parts_of([](const Own& own) { return named_values(own.parameters); }),
      quantity("compliance", "1", "its compliant law", &Own::compliance)};
}

constexpr auto quantities(Of<Torque>) {
  return Entries{quantity("link", &Torque::link), quantity("against", its_other_side),
                 quantity("value", "N m", "a formula",
                          [](const Torque& torque) { return torque.value.text; })};
}

constexpr auto quantities(Of<Force>) {
  return Entries{quantity("link", &Force::link), quantity("at", "m", "on the link", &Force::at),
                 quantity("value", "N", "formulas, in world axes", [](const Force& force) {
                   return std::array{force.value_x.text, force.value_y.text};
                 })};
}

constexpr auto quantities(Of<Spring>) {
  return Entries{quantity("link", &Spring::link), quantity("against", its_other_side),
                 quantity("stiffness", "N m/rad", "of the spring", &Spring::stiffness),
                 quantity("damping", "N m s/rad", "of the damper", &Spring::damping),
                 quantity("rest", "rad", "angle without a couple", &Spring::rest)};
}

constexpr auto quantities(Of<Drive>) {
  return Entries{
      quantity("link", &Drive::link), quantity("against", its_other_side),
      quantity("angle", "rad", "a formula", [](const Drive& drive) { return drive.angle.text; })};
}

constexpr auto quantities(Of<DescribedInertia>) {
  using Own = DescribedInertia;
  return Entries{quantity("contacts", "1", "those that touch", &Own::contacts),
                 quantity("matrix", "1/kg", "W, row by row",
                          [](const Own& inertia) {
                            const std::size_t size = 2 * inertia.contacts.size();
                            std::vector<std::vector<double>> rows;
                            for (auto row = inertia.matrix.begin(); row != inertia.matrix.end();
                                 row += static_cast<std::ptrdiff_t>(size))
                              rows.emplace_back(row, row + static_cast<std::ptrdiff_t>(size));
                            return rows;
                          }),
                 quantity("rank", "1", "of W",
                          [](const Own& inertia) {
                            return inertia.measured ? std::optional(inertia.rank) : std::nullopt;
                          })
                     .null_where_absent(),
                 quantity("condition", "1", "of W", &Own::condition).null_where_absent()};
}

constexpr auto quantities(Of<DescribedClosing>) {
  using Own = DescribedClosing;
  return Entries{quantity("angles", "1", "the links", &Own::angles),
                 quantity("touch", "1", "the contacts", &Own::touch),
                 quantity("solutions", "rad", "a row each", &Own::solutions),
                 quantity("chosen", "1", "from 1", &Own::chosen),
                 quantity("complete", "1", "no other exists", &Own::complete)};
}

constexpr auto quantities(Of<DescribeReport>) {
  using Report = DescribeReport;
  constexpr auto of_base = [](auto member) { return path(&DescribeReport::base, member); };
  constexpr auto slides = [](const Report& r) { return r.base.kind == BaseKind::slider; };
  return Entries{
      quantity("time", "s", "of the start", &Report::time),
      quantity("gravity", "m/s²", "in world axes", &Report::gravity),
      quantity("parameters", [](const Report& r) { return named_values(r.parameters); }),
      quantity("degrees_of_freedom", &Report::degrees_of_freedom),
      group("base", quantity("kind", of_base(&Base::kind)),
            quantity("position", "m", "of the first joint", of_base(&Base::position)),
            quantity("velocity", "m/s", "two numbers, one, or none", &Report::base_velocity),
            quantity("direction", "rad", "of a slider's line", of_base(&Base::direction))
                .when(slides),
            quantity("displacement", "m", "of a slider", of_base(&Base::displacement)).when(slides),
            quantity("mass", "kg", "of a slider", of_base(&Base::mass)).when(slides),
            quantity("stiffness", "N/m", "of its spring", of_base(&Base::stiffness)).when(slides),
            quantity("damping", "N s/m", "of its damper", of_base(&Base::damping)).when(slides)),
      quantity("links", &Report::links),
      quantity("masses", "1", "point masses", &Report::masses),
      quantity("surfaces", &Report::surfaces),
      quantity("contacts", &Report::contacts),
      quantity("torques", &Report::torques),
      quantity("forces", &Report::forces),
      quantity("springs", &Report::springs),
      quantity("drives", &Report::drives),
      quantity("mass", "kg", "of links, point masses and a slider", &Report::mass),
      quantity("com", "m", "mass centre", &Report::com),
      group("energy", quantity("kinetic", "J", "kinetic", &Report::kinetic_energy),
            quantity("gravity", "J", "in the field of gravity", &Report::gravity_energy),
            quantity("springs", "J", "in springs", &Report::spring_energy)),
      group("momentum", quantity("linear", "kg m/s", "in world axes", &Report::momentum),
            quantity("angular", "kg m²/s", "about the origin", &Report::angular_momentum)),
      quantity("mass_matrix_condition", "1", "of M", &Report::mass_matrix_condition)
          .when([](const Report& r) { return r.mass_matrix_condition > 0; }),
      quantity("contact_inertia", "1", "W of the contacts that touch", &Report::contact_inertia),
      quantity("close", "1", "what [close] found", &Report::closing),
      quantity("warnings", &Report::warnings)};
}

}  // namespace carom
