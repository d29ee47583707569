#include "io/sections.hpp"

#include <algorithm>
#include <cmath>

#include "io/schema.hpp"
#include "io/section_checks.hpp"
#include "io/state_keys.hpp"
#include "io/train_sections.hpp"

namespace carom::io {
namespace {

/// A force's formulas along x and y.
Key<Force> force_value() {
  return {"value", [](Reader& reader, const Found& found, const Access<Force>& access) {
            const toml::array* array = found.node.as_array();
            if (array == nullptr || array->size() != 2)
              return reader.fault(
                  found, fmt::format("value {}; must be two numbers or formulas, [x, y]",
                                     array == nullptr ? "is " + described(found.node)
                                                      : "has " + counted(array->size(), "part")));
            Force& force = access(reader.scenario());
            if (auto x = reader.formula(found, 0)) force.value_x = std::move(*x);
            if (auto y = reader.formula(found, 1)) force.value_y = std::move(*y);
          }};
}

/// A whole number from 1 on.
template <class T>
Key<T> count(std::string_view name, int T::*member) {
  return {name, [member](Reader& reader, const Found& found, const Access<T>& access) {
            const auto read = reader.number(found);
            if (!read) return;
            constexpr double most = 1e9;
            if (read->value >= 1 && read->value <= most && read->value == std::floor(read->value))
              access(reader.scenario()).*member = static_cast<int>(read->value);
            else
              reader.fault(found, fmt::format("{} is {}; must be a whole number from 1 to {}",
                                              found.written, described(found.node), most));
          }};
}

// clang-format off
const Keys<Mechanism> world_keys{
    pair("gravity", &Mechanism::gravity)};

const Keys<Base> base_keys{
    choice("kind", &Base::kind, {{"free", BaseKind::free}, {"pinned", BaseKind::pinned},
                                 {"slider", BaseKind::slider}}),
    pair("position", &Base::position),
    angle("direction", &Base::direction),
    number("displacement", &Base::displacement),
    number("mass", &Base::mass),
    number("stiffness", &Base::stiffness),
    number("damping", &Base::damping)};

const Keys<Link> link_keys{
    text("name", &Link::name).needed(),
    text("parent", &Link::parent),
    point_on_link("at", &Link::at),
    number("length", &Link::length).needed(),
    number("mass", &Link::mass).needed(),
    point_on_link("com", &Link::com),
    number("inertia", &Link::inertia)};

const Keys<PointMass> mass_keys{
    text("link", &PointMass::link).needed(),
    point_on_link("at", &PointMass::at).needed(),
    number("mass", &PointMass::mass).needed()};

const Keys<SurfaceBody> body_keys{
    angle("direction", &SurfaceBody::direction),
    number("mass", &SurfaceBody::mass).needed(),
    number("stiffness", &SurfaceBody::stiffness),
    number("damping", &SurfaceBody::damping),
    number("displacement", &SurfaceBody::displacement),
    number("velocity", &SurfaceBody::velocity)};

const Keys<SurfaceMotion> motion_keys{
    formula("normal", &SurfaceMotion::normal),
    formula("tangential", &SurfaceMotion::tangential)};

const Keys<Surface> surface_keys{
    text("name", &Surface::name).needed(),
    angle("angle", &Surface::angle),
    pair("point", &Surface::point),
    table("body", &Surface::body, body_keys),
    table("motion", &Surface::motion, motion_keys)};

const Keys<Outline> outline_keys{
    choice("kind", &Outline::kind, {{"point", OutlineKind::point}, {"disc", OutlineKind::disc},
                                    {"ellipse", OutlineKind::ellipse},
                                    {"fourier", OutlineKind::fourier},
                                    {"expression", OutlineKind::expression}}).needed(),
    number("radius", &Outline::radius),
    pair("semi_axes", &Outline::semi_axes),
    numbers("a", &Outline::a),
    numbers("b", &Outline::b),
    formula("h", &Outline::h).also_called("expression"),
    point_on_link("centre", &Outline::centre),
    angle("angle", &Outline::angle)};

const Keys<Compliance> compliance_keys{
    text("kind", &Compliance::kind),
    number("young", &Compliance::young).needed(),
    number("poisson", &Compliance::poisson).needed(),
    number("yield", &Compliance::yield).needed(),
    number("hardness", &Compliance::hardness).needed(),
    number("radius", &Compliance::radius).needed()};

const Keys<Contact> contact_keys{
    text("name", &Contact::name).needed(),
    text("link", &Contact::link).needed(),
    point_on_link("at", &Contact::at),
    text("surface", &Contact::surface).needed(),
    number("friction", &Contact::friction),
    number("static_friction", &Contact::static_friction),
    number("restitution", &Contact::restitution),
    table("outline", &Contact::outline, outline_keys),
    inside(&Contact::outline, point_on_link("centre", &Outline::centre)),
    inside(&Contact::outline, angle("angle", &Outline::angle)),
    table("compliance", &Contact::compliance, compliance_keys)};

const Keys<Torque> torque_keys{
    text("link", &Torque::link).needed(),
    text("against", &Torque::against),
    formula("value", &Torque::value).needed()};

const Keys<Force> force_keys{
    text("link", &Force::link).needed(),
    point_on_link("at", &Force::at).needed(),
    force_value().needed()};

const Keys<Spring> spring_keys{
    text("link", &Spring::link).needed(),
    text("against", &Spring::against),
    number("stiffness", &Spring::stiffness),
    number("damping", &Spring::damping),
    angle("rest", &Spring::rest)};

const Keys<ImpactChoice> impact_keys{
    text("law", &ImpactChoice::law),
    text("colliding", &ImpactChoice::colliding)};

const Keys<SweepAxis> sweep_keys{
    text("parameter", &SweepAxis::parameter).needed(),
    number("from", &SweepAxis::from),
    number("to", &SweepAxis::to),
    count("count", &SweepAxis::count),
    numbers("values", &SweepAxis::values),
    choice("spacing", &SweepAxis::spacing, {{"linear", Spacing::linear}, {"log", Spacing::log}})};

/// In the order of reading: what a state's numbers are depends on the links and the base.
const std::vector<Section> sections{
    one<Mechanism>("world", world_keys, [](Scenario& s) -> Mechanism& { return s.mechanism; }),
    one<Base>("base", base_keys, [](Scenario& s) -> Base& { return s.mechanism.base; }),
    many("link", &Mechanism::links, link_keys),
    many("mass", &Mechanism::masses, mass_keys),
    many("surface", &Mechanism::surfaces, surface_keys),
    many("contact", &Mechanism::contacts, contact_keys, check_contact),
    many("torque", &Mechanism::torques, torque_keys),
    many("force", &Mechanism::forces, force_keys),
    many("spring", &Mechanism::springs, spring_keys, check_spring),
    {"state", read_state},
    one<ImpactChoice>("impact", impact_keys, [](Scenario& s) -> ImpactChoice& { return s.impact; },
                      check_impact),
    many<SweepAxis>("sweep", [](Scenario& s) -> std::vector<SweepAxis>& { return s.sweep; },
                    sweep_keys, check_sweep)};
// clang-format on

}  // namespace

void read_sections(Reader& reader, const TomlDocument& document) {
  const toml::table& root = document.root();
  if (const toml::node* title = root.get("title")) {
    if (const auto* text = title->as_string())
      reader.scenario().title = text->get();
    else
      reader.fault(Element{"title", -1, {}, {}}, "",
                   fmt::format("is {}; must be a text in quotes", described(*title)));
  }
  std::vector<std::string> valid{"title", "parameters"};
  for (const std::vector<Section>* group : {&sections, &train_sections()})
    for (const Section& section : *group) {
      section.read(reader, root.get(section.name));
      valid.emplace_back(section.name);
    }
  for (auto&& [key, node] : root) {
    if (std::find(valid.begin(), valid.end(), key.str()) != valid.end()) continue;
    reader.fault_at_root(
        key.str(),
        fmt::format("\"{}\" is not a {}{}", key.str(),
                    node.is_table() || node.is_array_of_tables() ? "section" : "key",
                    nearest_or_all(key.str(), valid)),
        place(key.source()));
  }
}

}  // namespace carom::io
