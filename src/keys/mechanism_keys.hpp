#pragma once

/// keys/mechanism_keys.hpp
///
/// The keys of a mechanism's sections (keys/key.hpp). What two of them are together is checked in
/// model/checks.cpp.

#include "carom/mechanism.hpp"
#include "keys/key.hpp"

namespace carom {

constexpr std::string_view name(BaseKind kind) {
  constexpr std::string_view names[] = {"free", "pinned", "slider"};
  return names[static_cast<int>(kind)];
}

/// [world]
constexpr auto keys(KeysOf<Mechanism>) {
  return Entries{key("gravity", "m/s²", "", &Mechanism::gravity)};
}

constexpr auto keys(KeysOf<Base>) {
  constexpr BaseKind slider = BaseKind::slider;
  return Entries{
      key("kind", "what holds the first joint", &Base::kind),
      key("position", "m", "the first joint (a slider: at displacement 0)", &Base::position)
          .starting_where(BaseKind::free),
      angle_key("direction", "of its line", &Base::direction).only_of(slider),
      key("displacement", "m", "at the start", &Base::displacement)
          .only_of(slider)
          .at_home(Home::start),
      key("mass", "kg", "its own", &Base::mass).within(Range::not_negative).only_of(slider),
      key("stiffness", "N/m", "of its spring, relaxed at displacement 0", &Base::stiffness)
          .within(Range::not_negative)
          .only_of(slider),
      key("damping", "N s/m", "", &Base::damping).within(Range::not_negative).only_of(slider)};
}

constexpr auto keys(KeysOf<Link>) {
  return Entries{
      key("name", "", &Link::name).needed(),
      key("length", "m", "", &Link::length).within(Range::not_negative).needed(),
      key("mass", "kg", "0 is a massless rod", &Link::mass).within(Range::not_negative).needed(),
      key("parent", "a link's name or `base`", &Link::parent)
          .otherwise("the previous link; the first: `base`"),
      key("at", "m", "where on the parent", &Link::at).on_a_link().otherwise("its far end"),
      key("com", "m", "its mass centre", &Link::com).on_a_link().otherwise("length/2"),
      key("inertia", "kg m²", "about `com`", &Link::inertia)
          .within(Range::not_negative)
          .otherwise("mass·length²/12")};
}

/// A point mass riding on a link.
constexpr auto keys(KeysOf<PointMass>) {
  return Entries{key("link", "whom it rides on", &PointMass::link).needed(),
                 key("at", "m", "where on the link", &PointMass::at).on_a_link().needed(),
                 key("mass", "kg", "", &PointMass::mass).within(Range::not_negative).needed()};
}

constexpr auto keys(KeysOf<SurfaceBody>) {
  return Entries{
      angle_key("direction", "of the line on which it moves", &SurfaceBody::direction),
      key("mass", "kg", "", &SurfaceBody::mass).within(Range::positive).needed(),
      key("stiffness", "N/m", "of its spring, relaxed at displacement 0", &SurfaceBody::stiffness)
          .within(Range::not_negative),
      key("damping", "N s/m", "", &SurfaceBody::damping).within(Range::not_negative),
      key("displacement", "m", "at the start", &SurfaceBody::displacement).at_home(Home::start),
      key("velocity", "m/s", "at the start", &SurfaceBody::velocity).at_home(Home::start)};
}

constexpr auto keys(KeysOf<SurfaceMotion>) {
  return Entries{key("normal", "m", "a formula in `t`", &SurfaceMotion::normal),
                 key("tangential", "m", "a formula in `t`", &SurfaceMotion::tangential)};
}

constexpr auto keys(KeysOf<Surface>) {
  return Entries{
      key("name", "", &Surface::name).needed(),
      angle_key("angle", "of its tangent", &Surface::angle),
      key("point", "m", "any point of it", &Surface::point),
      key("body", "it yields: a mass on a spring and damper; gravity acts on it", &Surface::body),
      key("motion", "it is moved: displacements along its normal and tangent", &Surface::motion)};
}

constexpr auto keys(KeysOf<Outline>) {
  return Entries{
      key("kind", "", &Outline::kind).needed(),
      key("radius", "m", "", &Outline::radius)
          .within(Range::positive)
          .only_of(OutlineKind::disc)
          .otherwise("required"),
      key("semi_axes", "m", "", &Outline::semi_axes)
          .within(Range::positive)
          .only_of(OutlineKind::ellipse)
          .otherwise("required"),
      key("a", "m", "from k = 0", &Outline::a).only_of(OutlineKind::fourier),
      key("b", "m", "from k = 0: `b = [0, b1, b2]`", &Outline::b).only_of(OutlineKind::fourier),
      key("h", "m", "a formula in `theta`", &Outline::h)
          .only_of(OutlineKind::expression)
          .also_called("expression")
          .otherwise("required"),
      key("centre", "m", "on the link; goes before the contact's `at`", &Outline::centre)
          .on_a_link()
          .otherwise("the contact's `at`"),
      angle_key("angle", "of its frame against the link", &Outline::angle)};
}

constexpr auto keys(KeysOf<Compliance>) {
  return Entries{key("kind", "a compliant law: `carom laws`", &Compliance::kind),
                 declared_keys(&Compliance::parameters)};
}

constexpr auto keys(KeysOf<Contact>) {
  return Entries{
      key("name", "", &Contact::name).needed(),
      key("link", "whose it is", &Contact::link).needed(),
      key("at", "m", "where on the link", &Contact::at)
          .on_a_link()
          .otherwise("required, or the outline's `centre`"),
      key("surface", "which it may touch", &Contact::surface).needed(),
      key("friction", "1", "Coulomb's", &Contact::friction)
          .within(friction_parameter.range)
          .at_home(Home::coefficient),
      key("restitution", "1", "used when this contact strikes", &Contact::restitution)
          .within(restitution_parameter.range)
          .at_home(Home::coefficient),
      declared_keys(&Contact::parameters).at_home(Home::coefficient),
      key("static_friction", "1",
          "≥ friction; of contact that lasts, and of force models (`compliance`): rigid laws use "
          "`friction` alone",
          &Contact::static_friction)
          .within(Range::not_negative)
          .at_home(Home::coefficient)
          .otherwise("friction"),
      key("compliance",
          "it yields: in a motion by this law ([theory/compliant.md](theory/compliant.md)); rigid "
          "laws do not use it, and say so in a note",
          &Contact::compliance),
      key("active", "",
          "it takes part only where this is above zero: a formula in `t`, `angle.LINK`, "
          "`rate.LINK`, `position.x`, `position.y`, `velocity.x`, `velocity.y` (a slider: "
          "`displacement`, `velocity`), `gap.CONTACT`, `surface.NAME`",
          &Contact::active)
          .otherwise("always"),
      key("outline", "its shape", &Contact::outline).otherwise("a point"),
      key("centre", "m", "the outline's, of a point too",
          inside(&Contact::outline, &Outline::centre))
          .on_a_link()
          .in_files_alone()
          .otherwise("`at`"),
      angle_key("angle", "the outline's", inside(&Contact::outline, &Outline::angle))
          .in_files_alone()};
}

constexpr auto keys(KeysOf<Torque>) {
  return Entries{
      key("link", "on which it acts", &Torque::link).needed(),
      key("against", "another link, or `ground`", &Torque::against).otherwise("the ground"),
      key("value", "N m", "a formula in what a contact's `active` may name", &Torque::value)
          .needed()};
}

constexpr auto keys(KeysOf<Force>) {
  return Entries{
      key("link", "on which it acts", &Force::link).needed(),
      key("at", "m", "where on the link", &Force::at).on_a_link().needed(),
      key("value", "N", "[x, y] in world axes, formulas in what a contact's `active` may name",
          &Force::value_x, &Force::value_y)
          .needed()};
}

/// A torsion spring and damper at a joint.
constexpr auto keys(KeysOf<Spring>) {
  return Entries{
      key("link", "on which it acts", &Spring::link).needed(),
      key("against", "another link, or `ground`", &Spring::against).otherwise("the ground"),
      key("stiffness", "N m/rad", "", &Spring::stiffness).within(Range::not_negative),
      key("damping", "N m s/rad", "", &Spring::damping).within(Range::not_negative),
      angle_key("rest", "where it is relaxed", &Spring::rest)};
}

constexpr auto keys(KeysOf<Drive>) {
  return Entries{
      key("link", "whose joint it is", &Drive::link).needed(),
      key("against", "another link, or `ground`", &Drive::against).otherwise("the ground"),
      angle_key("angle",
                "the joint's, a formula in `t`; the state must start on it; an impact does not "
                "change its rate, so that every verb sees the joint locked",
                &Drive::angle)
          .needed()};
}

/// [state]: one number a link, or a coordinate of the base (scenarios/state_keys.cpp).
struct OneALink {
  std::vector<double> State::*member;
};
struct OfTheBase {
  std::vector<double> State::*member;
};

constexpr auto keys(KeysOf<State>) {
  return Entries{angle_key("angles", "one a link", OneALink{&State::positions})
                     .at_home(Home::state)
                     .otherwise("required"),
                 key("rates", "rad/s", "one a link", OneALink{&State::velocities})
                     .in_degrees_too()
                     .at_home(Home::state)
                     .otherwise("0"),
                 key("velocity", "m/s", "of the base: [x, y]; a slider: one number",
                     OfTheBase{&State::velocities})
                     .at_home(Home::state)
                     .otherwise("0"),
                 key("time", "s", "", &State::time).at_home(Home::state)};
}

}  // namespace carom
