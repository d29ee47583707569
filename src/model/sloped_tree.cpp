#include "model/sloped_tree.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "model/formulas.hpp"
#include "model/tree_numbers.hpp"

namespace carom {
namespace {

/// Formulas of a mechanism with its parameters as variables after those of their own.
class SlopedFormulas {
 public:
  SlopedFormulas(const Mechanism& mechanism, const NumberSlopes& slopes) {
    for (const Parameter& parameter : mechanism.parameters) {
      names_.push_back(parameter.name);
      values_.push_back(slopes(parameter.value));
    }
  }

  SlopedFormula formula(const Formula& formula, std::vector<std::string> own) const {
    // A variable hides a parameter of its name.
    for (const std::string& name : names_)
      own.push_back(std::ranges::find(own, name) == own.end() ? name : std::string());
    return {parsed_expression(formula.text, own).expression, values_};
  }

 private:
  std::vector<std::string> names_;
  std::vector<Sloped> values_;
};

void follow_formulas(const Mechanism& mechanism, const NumberSlopes& slopes, SlopedTree& tree) {
  const SlopedFormulas formulas(mechanism, slopes);
  for (std::size_t i = 0; i < tree.surfaces.size(); ++i) {
    const Surface& surface = mechanism.surfaces[i];
    if (!surface.motion) continue;
    tree.surfaces[i].normal_motion = formulas.formula(surface.motion->normal, {"t"});
    tree.surfaces[i].tangential_motion = formulas.formula(surface.motion->tangential, {"t"});
  }
  for (std::size_t i = 0; i < tree.contacts.size(); ++i)
    if (tree.contacts[i].outline.kind == OutlineKind::expression)
      tree.contacts[i].outline.expression =
          formulas.formula(mechanism.contacts[i].outline.h, {"theta"});
  for (std::size_t i = 0; i < tree.drives.size(); ++i)
    tree.drives[i].angle = formulas.formula(mechanism.drives[i].angle, {"t"});
  if (tree.torques.empty() && tree.forces.empty()) return;
  const std::vector<std::string> variables = state_variables(mechanism);
  for (std::size_t i = 0; i < tree.torques.size(); ++i)
    tree.torques[i].value = formulas.formula(mechanism.torques[i].value, variables);
  for (std::size_t i = 0; i < tree.forces.size(); ++i) {
    tree.forces[i].value_x = formulas.formula(mechanism.forces[i].value_x, variables);
    tree.forces[i].value_y = formulas.formula(mechanism.forces[i].value_y, variables);
  }
}

}  // namespace

bool NumberSlopes::finite() const {
  return std::ranges::all_of(slopes_, [](const auto& each) {
    return std::ranges::all_of(each.second, [](double slope) { return std::isfinite(slope); });
  });
}

void follow(const Mechanism& mechanism, const Tree& tree, const NumberSlopes& slopes,
            SlopedTree& sloped) {
  put_base(mechanism, slopes, sloped);
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const TreeLink& link = tree.links[k];
    const Link* const parent = link.parent < 0
                                   ? nullptr
                                   : &mechanism.links[static_cast<std::size_t>(
                                         tree.links[static_cast<std::size_t>(link.parent)].file)];
    put_link(mechanism.links[static_cast<std::size_t>(link.file)], parent, slopes, sloped.links[k]);
  }
  for (const PointMass& point : mechanism.masses) {
    const auto file = std::ranges::find(mechanism.links, point.link, &Link::name);
    const int k = tree.tree_index[static_cast<std::size_t>(file - mechanism.links.begin())];
    add_mass(point, slopes, sloped.links[static_cast<std::size_t>(k)]);
  }
  for (std::size_t i = 0; i < tree.surfaces.size(); ++i)
    put_surface(mechanism.surfaces[i], slopes, sloped.surfaces[i]);
  for (std::size_t i = 0; i < tree.contacts.size(); ++i) {
    const Contact& contact = mechanism.contacts[i];
    put_place(contact, slopes, sloped.contacts[i]);
    put_coefficients(contact, *tree.laws, slopes, sloped.contacts[i]);
    sloped.contacts[i].yields = tree.contacts[i].yields;
    sloped.contacts[i].conditional = tree.contacts[i].conditional;
    sloped.contacts[i].active = tree.contacts[i].active;
    sloped.contacts[i].compliance = tree.contacts[i].compliance;
  }
  for (std::size_t i = 0; i < tree.forces.size(); ++i)
    sloped.forces[i].at = read_pair<Sloped>(slopes, mechanism.forces[i].at);
  for (std::size_t i = 0; i < tree.springs.size(); ++i)
    put_spring(mechanism.springs[i], slopes, sloped.springs[i]);
  sloped.size = tree.size;
  follow_formulas(mechanism, slopes, sloped);
}

SlopedTree without_slopes(const Tree& tree) {
  const auto pair = [](const Vec2& v) { return Vec2T<Sloped>{v.x, v.y}; };
  const auto numbers = [](const std::vector<double>& from) {
    return std::vector<Sloped>(from.begin(), from.end());
  };
  const auto formula = [](const Expression& expression) { return SlopedFormula{expression, {}}; };
  SlopedTree sloped;
  sloped.gravity = pair(tree.gravity);
  sloped.base = tree.base;
  sloped.base_position = pair(tree.base_position);
  sloped.slider_direction = pair(tree.slider_direction);
  sloped.slider_mass = tree.slider_mass;
  sloped.slider_stiffness = tree.slider_stiffness;
  sloped.slider_damping = tree.slider_damping;
  for (const TreeLink& link : tree.links)
    sloped.links.push_back({link.parent, link.file, pair(link.attach), link.length, link.mass,
                            pair(link.com), link.inertia});
  sloped.tree_index = tree.tree_index;
  for (const TreeSurface& surface : tree.surfaces)
    sloped.surfaces.push_back({pair(surface.point), surface.angle, pair(surface.tangent),
                               pair(surface.normal), surface.body, pair(surface.body_direction),
                               surface.mass, surface.stiffness, surface.damping, surface.moved,
                               formula(surface.normal_motion), formula(surface.tangential_motion)});
  for (const TreeContact& contact : tree.contacts) {
    TreeContactOf<Sloped>& to = sloped.contacts.emplace_back();
    to.link = contact.link;
    to.surface = contact.surface;
    to.centre = pair(contact.centre);
    to.outline_angle = contact.outline_angle;
    to.outline = {contact.outline.kind,
                  contact.outline.radius,
                  pair(contact.outline.semi_axes),
                  numbers(contact.outline.cosines),
                  numbers(contact.outline.sines),
                  formula(contact.outline.expression)};
    to.friction = contact.friction;
    to.static_friction = contact.static_friction;
    std::ranges::copy(contact.parameters, to.parameters.begin());
    to.yields = contact.yields;
    to.conditional = contact.conditional;
    to.active = contact.active;
    to.compliance = contact.compliance;
  }
  for (const TreeTorque& torque : tree.torques)
    sloped.torques.push_back({torque.link, torque.against, formula(torque.value)});
  for (const TreeForce& force : tree.forces)
    sloped.forces.push_back(
        {force.link, pair(force.at), formula(force.value_x), formula(force.value_y)});
  for (const TreeSpring& spring : tree.springs)
    sloped.springs.push_back(
        {spring.link, spring.against, spring.stiffness, spring.damping, spring.rest});
  for (const TreeDrive& drive : tree.drives)
    sloped.drives.push_back({drive.link, drive.against, formula(drive.angle)});
  sloped.inputs_see_gaps = tree.inputs_see_gaps;
  sloped.yielding = tree.yielding;
  sloped.laws = tree.laws;
  sloped.size = tree.size;
  return sloped;
}

SlopedTree sloped_tree(const Mechanism& mechanism, const Tree& tree, const NumberSlopes& slopes) {
  SlopedTree sloped = without_slopes(tree);
  follow(mechanism, tree, slopes, sloped);
  return sloped;
}

}  // namespace carom
