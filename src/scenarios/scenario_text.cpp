#include "scenarios/scenario_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <utility>
#include <vector>

#include "keys/mechanism_keys.hpp"
#include "scenarios/key_text.hpp"

namespace carom {

using io::list_text;
using io::number_text;
using io::quoted_text;
using io::section_text;
using io::sections_text;

namespace {

std::size_t base_coordinates(const Base& base) {
  return base.kind == BaseKind::free ? 2 : base.kind == BaseKind::slider ? 1 : 0;
}

/// With the base and the yielding surfaces where the state has them.
Mechanism placed(Mechanism mechanism, const State& state) {
  if (mechanism.base.kind == BaseKind::free)
    mechanism.base.position = {state.positions[0], state.positions[1]};
  if (mechanism.base.kind == BaseKind::slider) mechanism.base.displacement = state.positions[0];
  std::size_t coordinate = base_coordinates(mechanism.base) + mechanism.links.size();
  for (Surface& surface : mechanism.surfaces) {
    if (!surface.body) continue;
    surface.body->displacement = state.positions[coordinate];
    surface.body->velocity = state.velocities[coordinate];
    ++coordinate;
  }
  return mechanism;
}

}  // namespace

std::string surface_text(const Surface& surface) {
  return section_text("[[surface]]", surface);
}

std::string contact_text(const Contact& contact) {
  std::string out = section_text("[[contact]]", contact);
  const Outline& outline = contact.outline;
  if (outline.kind == OutlineKind::point && outline.centre)
    out.insert(out.size() - 1, "centre = " + io::pair_text(*outline.centre) + "\n");
  return out;
}

std::string state_text(const Mechanism& mechanism, const State& state, const ScenarioText& about) {
  const std::size_t base = base_coordinates(mechanism.base);
  const std::size_t links = mechanism.links.size();
  const std::span<const double> q(state.positions), v(state.velocities);
  std::string out =
      fmt::format("[state]\nangles = {}\nrates = {}\n", list_text(q.subspan(base, links)),
                  list_text(v.subspan(base, links)));
  if (base > 0) out += "velocity = " + list_text(v.first(base)) + "\n";
  if (state.time != 0) out += "time = " + number_text(state.time) + "\n";
  if (about.colliding.empty() && about.law.empty()) return out;
  out += "\n[impact]\n";
  if (!about.law.empty()) out += "law = " + quoted_text(about.law) + "\n";
  if (!about.colliding.empty()) out += "colliding = " + quoted_text(about.colliding) + "\n";
  return out;
}

std::string scenario_text(const Mechanism& given, const State& state, const ScenarioText& about) {
  const Mechanism mechanism = placed(given, state);
  std::string out;
  if (!about.comment.empty()) out += "# " + about.comment + "\n\n";
  out += "title = " + quoted_text(about.title) + "\n\n";
  if (!mechanism.parameters.empty()) {
    out += "[parameters]\n";
    for (const Parameter& parameter : mechanism.parameters)
      out += parameter.name + " = " + number_text(parameter.value) + "\n";
    out += "\n";
  }
  const std::string world = section_text("[world]", mechanism);
  if (world != section_text("[world]", Mechanism{})) out += world;
  out += section_text("[base]", mechanism.base);
  out += sections_text("[[link]]", mechanism.links);
  out += sections_text("[[mass]]", mechanism.masses);
  out += sections_text("[[surface]]", mechanism.surfaces);
  for (const Contact& contact : mechanism.contacts) out += contact_text(contact);
  out += sections_text("[[torque]]", mechanism.torques);
  out += sections_text("[[force]]", mechanism.forces);
  out += sections_text("[[spring]]", mechanism.springs);
  out += sections_text("[[drive]]", mechanism.drives);
  return out + state_text(mechanism, state, about);
}

}  // namespace carom
