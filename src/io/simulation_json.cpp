#include "io/json_parts.hpp"
#include "io/report_json.hpp"
#include "io/simulation_out.hpp"

namespace carom {
namespace {

using namespace json_parts;

Json surfaces(const SimulationReport& report, const std::vector<double>& displacements,
              const std::vector<double>& velocities) {
  Json list = Json::array();
  for (std::size_t i = 0; i < report.yielding_surfaces.size(); ++i)
    list.push_back({{"name", report.yielding_surfaces[i]},
                    {"displacement", displacements[i]},
                    {"velocity", velocities[i]}});
  return list;
}

/// Positions and velocities; a state without one of them leaves it out.
Json state(const SimulationReport& report, const std::vector<double>& positions,
           const std::vector<double>& velocities) {
  const NamedState q = named(report, positions);
  const NamedState v = named(report, velocities);
  Json node = {
      {"position", q.base}, {"angles", q.angles}, {"velocity", v.base}, {"rates", v.angles}};
  node["surfaces"] = surfaces(report, q.surfaces, v.surfaces);
  return node;
}

Json energy(const MotionEnergy& e) {
  return {{"kinetic", e.kinetic}, {"gravity", e.gravity},   {"springs", e.springs},
          {"dampers", e.dampers}, {"friction", e.friction}, {"impacts", e.impacts},
          {"inputs", e.inputs},   {"surfaces", e.surfaces}};
}

Json event(const SimulationReport& report, const MotionEvent& e) {
  Json node = {{"time", e.time}, {"kind", name(e.kind)}, {"contact", report.contacts[e.contact]}};
  if (e.kind == MotionEventKind::impact) {
    node["law"] = e.law;
    node["verdict"] = name(e.verdict);
    if (e.simultaneous) node["simultaneous"] = true;
    node["impulse"] = e.impulses[e.contact];
    Json impulses = Json::array();
    for (std::size_t i = 0; i < e.impulses.size(); ++i) {
      impulses.push_back({{"name", report.contacts[i]}, {"impulse", e.impulses[i]}});
      if (!e.impulses_determined) mark_open(e.impulse_determined[i], impulses.back());
    }
    node["contacts"] = impulses;
    node["impulses_determined"] = e.impulses_determined;
    node["velocity_before"] = e.velocity_before;
    node["velocity_after"] = e.velocity_after;
    node["energy_loss"] = e.energy_loss;
  } else if (e.kind == MotionEventKind::limit) {
    if (!e.law.empty()) node["law"] = e.law;
    node["since"] = e.since;
    node["energy_loss"] = e.energy_loss;
  } else {
    node["mode"] = name(e.mode);
    node["force"] = e.force;
    mark_open(e.determined, node);
  }
  node["before"] = state(report, e.positions, e.velocities_before);
  node["after"] = state(report, e.positions, e.velocities_after);
  node["energy"] = energy(e.energy);
  if (e.kind == MotionEventKind::impact) node["energy"]["contact_work"] = e.contact_work;
  if (e.kind == MotionEventKind::impact || e.kind == MotionEventKind::limit)
    node["energy"]["makes_energy"] = e.makes_energy;
  return node;
}

}  // namespace

std::string json(const SimulationReport& report) {
  const Motion& motion = report.motion;
  Json root = document(report.title);
  root["law"] = report.law;
  root["duration"] = report.duration;
  root["tolerance"] = report.tolerance;
  root["end"] = name(motion.end);
  if (!report.why.empty()) root["why"] = report.why;
  if (motion.end == MotionEnd::verdict) {
    root["verdict"] = name(motion.verdict);
    root["verdict_law"] = motion.law;
  }
  if (report.impact) root["impact"] = Json::parse(json(*report.impact));
  root["events"] = array(report.events, [&](const MotionEvent& e) { return event(report, e); });
  Json last = {{"time", motion.final.time}};
  last.update(state(report, motion.final.positions, motion.final.velocities));
  Json contacts = Json::array();
  for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
    contacts.push_back({{"name", report.contacts[i]},
                        {"mode", name(motion.contacts[i].mode)},
                        {"gap", motion.contacts[i].gap},
                        {"velocity", motion.contacts[i].velocity},
                        {"force", motion.contacts[i].force}});
    mark_open(motion.contacts[i].determined, contacts.back());
  }
  last["contacts"] = contacts;
  root["final"] = last;
  Json books = energy(motion.energy);
  books["before"] = energy(report.first_energy);
  books["total_before"] = report.first_energy.balance();
  books["total"] = motion.energy.kinetic + motion.energy.gravity + motion.energy.springs;
  books["error"] = motion.energy_error;
  books["makes_energy"] = motion.gains > 0;
  root["energy"] = books;
  root["counts"] = {
      {"impacts", motion.impacts},        {"simultaneous", motion.simultaneous_impacts},
      {"making_energy", motion.gains},    {"limits", motion.limits},
      {"choices", motion.choices},        {"steps", motion.steps},
      {"evaluations", motion.evaluations}};
  if (!motion.passed.empty())
    root["passed"] = array(motion.passed, [&](const MotionPassing& passing) -> Json {
      return {{"link", report.links[passing.link]},
              {"end", passing.far ? "far" : "near"},
              {"surface", report.surfaces[passing.surface]},
              {"time", passing.time},
              {"depth", passing.depth}};
    });
  root["notes"] = report.notes;
  root["warnings"] = report.warnings;
  return printed(root);
}

}  // namespace carom
