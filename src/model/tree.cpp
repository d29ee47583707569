#include "model/tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

#include "keys/element.hpp"
#include "model/checks.hpp"
#include "model/formulas.hpp"
#include "model/law_checks.hpp"
#include "model/name_table.hpp"
#include "model/tree_numbers.hpp"
#include "model/tree_order.hpp"

namespace carom {
namespace {

template <class Item>
NameTable name_table(std::string_view section, const std::vector<Item>& items) {
  std::vector<std::string> names;
  names.reserve(items.size());
  for (const Item& item : items) names.push_back(item.name);
  return {section, std::move(names)};
}

/// Whether the shape can be looked at; if not, `check_numbers` has said why.
bool has_shape(const Outline& outline) {
  const auto finite = [](double number) { return std::isfinite(number); };
  switch (outline.kind) {
    case OutlineKind::point:
    case OutlineKind::disc:
    case OutlineKind::expression:
      return true;
    case OutlineKind::ellipse:
      return finite(outline.semi_axes.x) && finite(outline.semi_axes.y) &&
             outline.semi_axes.x > 0 && outline.semi_axes.y > 0;
    case OutlineKind::fourier:
      return std::all_of(outline.a.begin(), outline.a.end(), finite) &&
             std::all_of(outline.b.begin(), outline.b.end(), finite);
  }
  return false;
}

/// Compiles one mechanism. Every step runs, whatever the ones before found, so that all faults are
/// reported; what a faulty reference should name stays at its default.
class Compiler {
 public:
  Compiler(const Mechanism& mechanism, std::vector<Fault>& faults)
      : mechanism_(mechanism),
        faults_(faults),
        link_names_(name_table("link", mechanism.links)),
        surface_names_(name_table("surface", mechanism.surfaces)),
        formulas_(mechanism) {
    tree_.laws = laws_with(mechanism.laws);
  }

  Tree tree() {
    const std::size_t earlier_faults = faults_.size();
    check_laws(mechanism_.laws, faults_);
    check_numbers(mechanism_, *tree_.laws, faults_);
    link_names_.check(faults_);
    surface_names_.check(faults_);
    name_table("contact", mechanism_.contacts).check(faults_);

    add_base();
    add_links();
    add_masses();
    add_surfaces();
    add_contacts();
    add_inputs();
    if (faults_.size() == earlier_faults) {
      check_sums();
      measure();
    }
    return std::move(tree_);
  }

 private:
  Element element(std::string_view section, std::size_t index, std::string_view name = {}) {
    return {faults_, section, static_cast<int>(index), name};
  }

  /// Tree index of the link that `user` names, or a fault and 0.
  int link(const Element& user, std::string_view key, const std::string& name) {
    const std::optional<int> file = link_names_.found(user, key, name);
    return file ? tree_.tree_index[static_cast<std::size_t>(*file)] : 0;
  }

  /// Tree index of the link that a torque or spring acts against, −1: the ground.
  int against(const Element& user, const std::string& name,
              const std::optional<std::string>& other) {
    if (!other || *other == "ground") return -1;
    const std::optional<int> file = link_names_.found(user, "against", *other, {"ground"});
    if (!file) return -1;
    if (*other == name)
      user.fault("against", fmt::format("against is \"{}\", the link itself; must be another link "
                                        "or \"ground\"",
                                        name));
    return tree_.tree_index[static_cast<std::size_t>(*file)];
  }

  void add_base() {
    tree_.base = mechanism_.base.kind;
    put_base(mechanism_, as_written, tree_);
  }

  void add_links() {
    if (mechanism_.links.empty())
      faults_.push_back({{"link", -1, "", -1}, "a mechanism needs at least one [[link]]", {}});
    const std::vector<int> parent_of = parents(mechanism_, link_names_, faults_);

    tree_.tree_index.assign(mechanism_.links.size(), 0);
    tree_.links.reserve(mechanism_.links.size());
    for (const int file : tree_order(mechanism_, parent_of, faults_)) {
      const Link& link = mechanism_.links[static_cast<std::size_t>(file)];
      const int parent = parent_of[static_cast<std::size_t>(file)];
      tree_.tree_index[static_cast<std::size_t>(file)] = static_cast<int>(tree_.links.size());
      TreeLink& compiled_link = tree_.links.emplace_back();
      compiled_link.file = file;
      if (parent != on_base)
        compiled_link.parent = tree_.tree_index[static_cast<std::size_t>(parent)];
      put_link(link,
               parent == on_base ? nullptr : &mechanism_.links[static_cast<std::size_t>(parent)],
               as_written, compiled_link);
    }
  }

  void add_masses() {
    for (std::size_t i = 0; i < mechanism_.masses.size(); ++i) {
      const PointMass& point = mechanism_.masses[i];
      const auto index = static_cast<std::size_t>(link(element("mass", i), "link", point.link));
      if (index < tree_.links.size()) add_mass(point, as_written, tree_.links[index]);
    }
  }

  void add_surfaces() {
    for (std::size_t i = 0; i < mechanism_.surfaces.size(); ++i) {
      const Surface& surface = mechanism_.surfaces[i];
      const Element user = element("surface", i, surface.name);
      TreeSurface& compiled_surface = tree_.surfaces.emplace_back();
      put_surface(surface, as_written, compiled_surface);
      if (surface.body) compiled_surface.body = tree_.yielding++;
      if (surface.motion) {
        compiled_surface.moved = true;
        compiled_surface.normal_motion =
            formulas_.motion(user, "motion.normal", surface.motion->normal);
        compiled_surface.tangential_motion =
            formulas_.motion(user, "motion.tangential", surface.motion->tangential);
      }
    }
  }

  void add_contacts() {
    for (std::size_t i = 0; i < mechanism_.contacts.size(); ++i) {
      const Contact& contact = mechanism_.contacts[i];
      const Element user = element("contact", i, contact.name);
      TreeContact& compiled_contact = tree_.contacts.emplace_back();
      compiled_contact.link = link(user, "link", contact.link);
      compiled_contact.surface = surface_names_.found(user, "surface", contact.surface).value_or(0);
      put_place(contact, as_written, compiled_contact);
      check_outline(user, contact.outline, compiled_contact.outline);
      set_coefficients(contact, *tree_.laws, compiled_contact);
      compiled_contact.conditional = contact.active.has_value();
      if (contact.active)
        compiled_contact.active = formulas_.state(user, "active", *contact.active);
    }
  }

  void check_outline(const Element& user, const Outline& outline, SupportFunction& function) {
    const std::size_t earlier_faults = faults_.size();
    if (outline.kind == OutlineKind::expression)
      function.expression = formulas_.outline(user, "outline.h", outline.h);
    if (faults_.size() > earlier_faults || !has_shape(outline)) return;
    if (const auto problem = shape_fault(function)) {
      const std::string_view key = outline.kind == OutlineKind::ellipse   ? "outline.semi_axes"
                                   : outline.kind == OutlineKind::fourier ? "outline.a"
                                                                          : "outline.h";
      user.fault(key, "outline: " + *problem);
    }
  }

  void note_gaps() {
    if (tree_.torques.empty() && tree_.forces.empty()) return;
    const std::vector<std::string> names = state_variables(mechanism_);
    const auto names_gap = [&](const Expression& formula) {
      return std::ranges::any_of(formula.variables_used(), [&](int i) {
        return names[static_cast<std::size_t>(i)].starts_with("gap.");
      });
    };
    tree_.inputs_see_gaps = std::ranges::any_of(tree_.torques, names_gap, &TreeTorque::value) ||
                            std::ranges::any_of(tree_.forces, names_gap, &TreeForce::value_x) ||
                            std::ranges::any_of(tree_.forces, names_gap, &TreeForce::value_y);
  }

  void add_inputs() {
    for (std::size_t i = 0; i < mechanism_.torques.size(); ++i) {
      const Torque& torque = mechanism_.torques[i];
      const Element user = element("torque", i);
      tree_.torques.push_back({link(user, "link", torque.link),
                               against(user, torque.link, torque.against),
                               formulas_.state(user, "value", torque.value)});
    }
    for (std::size_t i = 0; i < mechanism_.forces.size(); ++i) {
      const Force& force = mechanism_.forces[i];
      const Element user = element("force", i);
      tree_.forces.push_back({link(user, "link", force.link), force.at,
                              formulas_.state(user, "value", force.value_x, 0),
                              formulas_.state(user, "value", force.value_y, 1)});
    }
    note_gaps();
    for (std::size_t i = 0; i < mechanism_.springs.size(); ++i) {
      const Spring& spring = mechanism_.springs[i];
      const Element user = element("spring", i);
      TreeSpring& compiled_spring = tree_.springs.emplace_back();
      compiled_spring.link = link(user, "link", spring.link);
      compiled_spring.against = against(user, spring.link, spring.against);
      put_spring(spring, as_written, compiled_spring);
    }
    add_drives();
  }

  /// Drives tie links to each other and to the ground; one that closes a ring is one too many.
  /// Links are counted as in the file: the tree may lack some that have faults of their own.
  void add_drives() {
    const int ground = static_cast<int>(mechanism_.links.size());
    std::vector<int> group(mechanism_.links.size() + 1);  // the last is the ground
    std::iota(group.begin(), group.end(), 0);
    const auto leader = [&](int member) {
      while (group[static_cast<std::size_t>(member)] != member)
        member = group[static_cast<std::size_t>(member)];
      return member;
    };
    for (std::size_t i = 0; i < mechanism_.drives.size(); ++i) {
      const Drive& drive = mechanism_.drives[i];
      const Element user = element("drive", i);
      const std::size_t earlier_faults = faults_.size();
      tree_.drives.push_back({link(user, "link", drive.link),
                              against(user, drive.link, drive.against),
                              formulas_.motion(user, "angle", drive.angle)});
      if (faults_.size() > earlier_faults) continue;
      const bool from_ground = tree_.drives.back().against < 0;
      const int a = leader(*link_names_.found(user, "link", drive.link));
      const int b =
          leader(from_ground ? ground : *link_names_.found(user, "against", *drive.against));
      if (a == b)
        user.fault("link",
                   fmt::format("the angle of \"{}\" against \"{}\" is prescribed already by "
                               "other drives",
                               drive.link, drive.against.value_or("ground")));
      group[static_cast<std::size_t>(a)] = b;
    }
  }

  /// Sums of finite numbers may still overflow.
  void check_sums() {
    for (const TreeLink& body : tree_.links) {
      if (std::isfinite(body.mass) && std::isfinite(body.inertia) && std::isfinite(body.com.x) &&
          std::isfinite(body.com.y))
        continue;
      const Link& link = mechanism_.links[static_cast<std::size_t>(body.file)];
      element("link", static_cast<std::size_t>(body.file), link.name)
          .fault("", fmt::format("with its point masses has mass {}, com {} and inertia {}; "
                                 "must be finite",
                                 body.mass, written(body.com), body.inertia));
    }
  }

  /// Tree::size. A stretched-out tree reaches as far as its links' offsets add up to.
  void measure() {
    double size = 0;
    std::vector<double> reach;  // of each link's near joint
    reach.reserve(tree_.links.size());
    for (const TreeLink& link : tree_.links) {
      const double parent_reach =
          link.parent < 0 ? 0 : reach[static_cast<std::size_t>(link.parent)];
      reach.push_back(parent_reach + std::hypot(link.attach.x, link.attach.y));
      size = std::max(size, reach.back() + link.length);
    }
    for (const TreeContact& contact : tree_.contacts) {
      const double centre = reach[static_cast<std::size_t>(contact.link)] +
                            std::hypot(contact.centre.x, contact.centre.y);
      size = std::max(size, centre + largest_radius(contact.outline));
    }
    if (!std::isfinite(size))
      faults_.push_back({{"link", -1, "", -1},
                         fmt::format("the links reach as far as {}; must be finite", size),
                         {}});
    tree_.size = size > 0 ? size : 1;
  }

  const Mechanism& mechanism_;
  std::vector<Fault>& faults_;
  NameTable link_names_;
  NameTable surface_names_;
  Formulas formulas_;
  Tree tree_;
};

}  // namespace

bool set_compliance(const std::optional<Compliance>& compliance, TreeContact& compiled_contact) {
  compiled_contact.yields = compliance ? find_compliant_law(compliance->kind) : nullptr;
  compiled_contact.compliance = {};
  if (compiled_contact.yields == nullptr) return !compliance;
  bool sound = true;
  for (std::size_t k = 0; k < compiled_contact.yields->parameters.size(); ++k) {
    const LawParameter& parameter = compiled_contact.yields->parameters[k];
    const auto given = std::ranges::find(compliance->parameters, parameter.name, &Parameter::name);
    const double value =
        given != compliance->parameters.end() ? given->value : parameter.otherwise.value_or(0);
    compiled_contact.compliance.parameters[k] = value;
    sound = sound && std::isfinite(value) && parameter.range.contains(value);
  }
  return sound;
}

bool set_coefficients(const Contact& contact, const LawSet& laws, TreeContact& compiled_contact) {
  put_coefficients(contact, laws, as_written, compiled_contact);
  bool sound = std::isfinite(compiled_contact.static_friction) &&
               compiled_contact.static_friction >= compiled_contact.friction;
  for (std::size_t row = 0; row < laws.parameters().size(); ++row) {
    const LawParameter& parameter = laws.parameters()[row];
    const double value = parameter_of(contact, parameter);
    sound = sound && std::isfinite(value) && parameter.range.contains(value);
  }
  return set_compliance(contact.compliance, compiled_contact) && sound;
}

Tree compiled(const Mechanism& mechanism, std::vector<Fault>& faults) {
  return Compiler(mechanism, faults).tree();
}

}  // namespace carom
