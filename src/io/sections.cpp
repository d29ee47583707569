#include "io/sections.hpp"

#include <algorithm>
#include <cmath>

#include "io/law_parameters.hpp"
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

/// A whole number.
template <class T, class Integer>
Key<T> whole(std::string_view name, Integer T::*member, double least, double most) {
  return {name, [member, least, most](Reader& reader, const Found& found, const Access<T>& access) {
            const auto read = reader.number(found);
            if (!read) return;
            const double value = read->value;
            if (value >= least && value <= most && value == std::floor(value))
              access(reader.scenario()).*member = static_cast<Integer>(value);
            else
              reader.fault(found, fmt::format("{} is {}; must be a whole number from {} to {}",
                                              found.written, described(found.node), least, most));
          }};
}

/// A list of names.
template <class T>
Key<T> texts(std::string_view name, std::vector<std::string> T::*member) {
  return {name, [member](Reader& reader, const Found& found, const Access<T>& access) {
            const toml::array* array = found.node.as_array();
            if (array == nullptr)
              return reader.fault(found, fmt::format("{} is {}; must be an array of texts",
                                                     found.written, described(found.node)));
            std::vector<std::string>& list = access(reader.scenario()).*member;
            for (std::size_t i = 0; i < array->size(); ++i) {
              const auto* text = (*array)[i].as_string();
              if (text == nullptr)
                reader.fault(found,
                             fmt::format("{}[{}] is {}; must be a text in quotes", found.written, i,
                                         described((*array)[i])),
                             static_cast<int>(i));
              list.push_back(text == nullptr ? std::string() : text->get());
            }
          }};
}

/// A table that need not be there.
Closing& made_closing(Scenario& scenario) {
  return scenario.close ? *scenario.close : scenario.close.emplace();
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
    compliance_key()};

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

/// A formula for an angle, in degrees where the key says so.
Key<Drive> drive_angle() {
  Key<Drive> key{"angle", [](Reader& reader, const Found& found, const Access<Drive>& access) {
                   auto read = reader.formula(found);
                   if (!read) return;
                   if (found.scale != 1) read->text = fmt::format("({})*pi/180", read->text);
                   access(reader.scenario()).angle = std::move(*read);
                 }};
  key.is_angle = true;
  return key;
}

const Keys<Drive> drive_keys{
    text("link", &Drive::link).needed(),
    text("against", &Drive::against),
    drive_angle().needed()};

const Keys<ImpactChoice> impact_keys{
    text("law", &ImpactChoice::law),
    text("colliding", &ImpactChoice::colliding)};

const Keys<Distribution> distribution_table_keys{
    choice("kind", &Distribution::kind, {{"uniform", DistributionKind::uniform},
                                         {"log_uniform", DistributionKind::log_uniform},
                                         {"triangular", DistributionKind::triangular},
                                         {"normal", DistributionKind::normal},
                                         {"log_normal", DistributionKind::log_normal}}).needed(),
    number("from", &Distribution::from),
    number("to", &Distribution::to),
    number("mode", &Distribution::mode),
    number("mean", &Distribution::mean),
    number("median", &Distribution::median),
    number("deviation", &Distribution::deviation)};

const Keys<Closing> close_keys{
    texts("angles", &Closing::angles).needed(),
    texts("touch", &Closing::touch).needed(),
    whole("solution", &Closing::solution, 1, 1e9)};

const Keys<MotionChoice> simulate_keys{
    number("duration", &MotionChoice::duration).needed(),
    number("every", &MotionChoice::every),
    number("tolerance", &MotionChoice::tolerance),
    number("step", &MotionChoice::step),
    whole("events", &MotionChoice::events, 1, 1e9),
    whole("steps", &MotionChoice::steps, 1, 1e12)};

const Keys<SweepAxis> sweep_keys{
    text("parameter", &SweepAxis::parameter).needed(),
    number("from", &SweepAxis::from),
    number("to", &SweepAxis::to),
    whole("count", &SweepAxis::count, 1, 1e9),
    numbers("values", &SweepAxis::values),
    choice("spacing", &SweepAxis::spacing, {{"linear", Spacing::linear}, {"log", Spacing::log}}),
    table("distribution", &SweepAxis::distribution, distribution_table_keys),
    whole("seed", &SweepAxis::seed, 0, 0x1p53),
    text("with", &SweepAxis::with)};

/// With what the laws declare.
void read_contacts(Reader& reader, const toml::node* node) {
  const Keys<Contact> keys = with_law_parameters(contact_keys, reader.scenario().mechanism);
  many("contact", &Mechanism::contacts, keys, check_contact).read(reader, node);
}

/// In the order of reading: what a state's numbers are depends on the links and the base.
const std::vector<Section> sections{
    one<Mechanism>("world", world_keys, [](Scenario& s) -> Mechanism& { return s.mechanism; }),
    one<Base>("base", base_keys, [](Scenario& s) -> Base& { return s.mechanism.base; }),
    many("link", &Mechanism::links, link_keys),
    many("mass", &Mechanism::masses, mass_keys),
    many("surface", &Mechanism::surfaces, surface_keys),
    {"contact", read_contacts},
    many("torque", &Mechanism::torques, torque_keys),
    many("force", &Mechanism::forces, force_keys),
    many("spring", &Mechanism::springs, spring_keys, check_spring),
    many("drive", &Mechanism::drives, drive_keys),
    {"state", read_state},
    one<ImpactChoice>("impact", impact_keys, [](Scenario& s) -> ImpactChoice& { return s.impact; },
                      check_impact),
    one<Closing>("close", close_keys, made_closing, check_close),
    one<MotionChoice>("simulate", simulate_keys,
                      [](Scenario& s) -> MotionChoice& { return made(s.simulate); },
                      check_simulate),
    many<SweepAxis>("sweep", [](Scenario& s) -> std::vector<SweepAxis>& { return s.sweep; },
                    sweep_keys, check_sweep)};
// clang-format on

}  // namespace

namespace {

/// What a file is that is no scenario, and who takes it; empty: it may be one.
std::string other_kind(const toml::table& root) {
  for (const std::string_view section : {"restitution", "measured", "experiment", "erratum"})
    if (root.contains(section))
      return "this is a data file, not a scenario; `carom fit` takes it, and a train names it by "
             "data in [train]";
  for (const std::string_view key : {"scenario", "computed", "record"})
    if (root.contains(key))
      return "this is a published study, not a scenario; `carom reproduce` does the studies that "
             "it lists";
  return {};
}

}  // namespace

void read_sections(Reader& reader, const TomlDocument& document) {
  const toml::table& root = document.root();
  if (const std::string other = other_kind(root); !other.empty())
    return reader.fault_at_root("", other, {1, 1});
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
