#include "io/report_json.hpp"

#include "data/strike_table.hpp"
#include "io/json_table.hpp"

namespace carom {
namespace {

using namespace json_parts;

Json link(const DescribedLink& link) {
  return {{"name", link.name},       {"parent", link.parent},
          {"at", pair(link.at)},     {"length", link.length},
          {"mass", link.mass},       {"com", pair(link.com)},
          {"inertia", link.inertia}, {"point_masses", link.point_masses},
          {"angle", link.angle},     {"rate", link.rate},
          {"near", pair(link.near)}, {"far", pair(link.far)}};
}

Json surface(const DescribedSurface& surface) {
  Json node = {{"name", surface.name},
               {"kind", surface.kind},
               {"angle", surface.angle},
               {"point", pair(surface.point)}};
  if (surface.body)
    node["body"] = {
        {"direction", surface.body->direction},       {"mass", surface.body->mass},
        {"stiffness", surface.body->stiffness},       {"damping", surface.body->damping},
        {"displacement", surface.body->displacement}, {"velocity", surface.body->velocity}};
  return node;
}

Json mass(const DescribedMass& mass) {
  return {{"link", mass.link},
          {"at", pair(mass.at)},
          {"mass", mass.mass},
          {"position", pair(mass.position)}};
}

Json outline(const Outline& outline) {
  Json node = {{"kind", name(outline.kind)}};
  switch (outline.kind) {
    case OutlineKind::point:
      return node;
    case OutlineKind::disc:
      node["radius"] = outline.radius;
      break;
    case OutlineKind::ellipse:
      node["semi_axes"] = pair(outline.semi_axes);
      break;
    case OutlineKind::fourier:
      node["a"] = outline.a;
      node["b"] = outline.b;
      break;
    case OutlineKind::expression:
      node["h"] = outline.h.text;
      break;
  }
  if (outline.centre) node["centre"] = pair(*outline.centre);
  node["angle"] = outline.angle;
  return node;
}

Json against(const std::optional<std::string>& link) {
  return link.value_or("ground");
}

Json contact(const DescribedContact& contact) {
  Json node = {{"name", contact.name},
               {"link", contact.link},
               {"surface", contact.surface},
               {"outline", outline(contact.outline)},
               {"state", contact.state},
               {"position", pair(contact.position)},
               {"gap", contact.gap},
               {"velocity", contact.velocity},
               {"friction", contact.friction},
               {"static_friction", contact.static_friction},
               {"restitution", contact.restitution}};
  for (const Parameter& parameter : contact.parameters) node[parameter.name] = parameter.value;
  if (contact.compliance) {
    Json& compliance = node["compliance"] = {{"kind", contact.compliance->kind}};
    for (const Parameter& parameter : contact.compliance->parameters)
      compliance[parameter.name] = parameter.value;
  }
  return node;
}

Json base(const DescribeReport& report) {
  constexpr const char* kinds[] = {"free", "pinned", "slider"};
  Json node = {{"kind", kinds[static_cast<int>(report.base.kind)]},
               {"position", pair(report.base.position)},
               {"velocity", report.base_velocity}};
  if (report.base.kind == BaseKind::slider) {
    node["direction"] = report.base.direction;
    node["displacement"] = report.base.displacement;
    node["mass"] = report.base.mass;
    node["stiffness"] = report.base.stiffness;
    node["damping"] = report.base.damping;
  }
  return node;
}

Json contact_inertia(const DescribedInertia& inertia) {
  const std::size_t size = 2 * inertia.contacts.size();
  Json rows = Json::array();
  for (std::size_t i = 0; i < size; ++i)
    rows.push_back(std::vector<double>(inertia.matrix.begin() + static_cast<long>(i * size),
                                       inertia.matrix.begin() + static_cast<long>((i + 1) * size)));
  Json node = {{"contacts", inertia.contacts}, {"matrix", rows}};
  node["rank"] = inertia.measured ? Json(inertia.rank) : Json(nullptr);
  node["condition"] = inertia.condition ? Json(*inertia.condition) : Json(nullptr);
  return node;
}

}  // namespace

std::string json(const DescribeReport& report) {
  Json root = document(report.title);
  root["time"] = report.time;
  root["gravity"] = pair(report.gravity);
  root["parameters"] = Json::object();
  for (const Parameter& parameter : report.parameters)
    root["parameters"][parameter.name] = parameter.value;
  root["degrees_of_freedom"] = report.degrees_of_freedom;
  root["base"] = base(report);
  root["links"] = array(report.links, link);
  root["masses"] = array(report.masses, mass);
  root["surfaces"] = array(report.surfaces, surface);
  root["contacts"] = array(report.contacts, contact);
  root["torques"] = array(report.torques, [](const Torque& torque) -> Json {
    return {
        {"link", torque.link}, {"against", against(torque.against)}, {"value", torque.value.text}};
  });
  root["forces"] = array(report.forces, [](const Force& force) -> Json {
    return {{"link", force.link},
            {"at", pair(force.at)},
            {"value", {force.value_x.text, force.value_y.text}}};
  });
  root["springs"] = array(report.springs, [](const Spring& spring) -> Json {
    return {{"link", spring.link},
            {"against", against(spring.against)},
            {"stiffness", spring.stiffness},
            {"damping", spring.damping},
            {"rest", spring.rest}};
  });
  root["drives"] = array(report.drives, [](const Drive& drive) -> Json {
    return {{"link", drive.link}, {"against", against(drive.against)}, {"angle", drive.angle.text}};
  });
  root["mass"] = report.mass;
  root["com"] = pair(report.com);
  root["energy"] = {{"kinetic", report.kinetic_energy},
                    {"gravity", report.gravity_energy},
                    {"springs", report.spring_energy}};
  root["momentum"] = {{"linear", pair(report.momentum)}, {"angular", report.angular_momentum}};
  if (report.mass_matrix_condition > 0)
    root["mass_matrix_condition"] = report.mass_matrix_condition;
  root["contact_inertia"] = contact_inertia(report.contact_inertia);
  if (report.closing)
    root["close"] = {{"angles", report.closing->angles},
                     {"touch", report.closing->touch},
                     {"solutions", report.closing->solutions},
                     {"chosen", report.closing->chosen},
                     {"complete", report.closing->complete}};
  root["warnings"] = report.warnings;
  return printed(root);
}

std::string json(const StrikeReport& report) {
  return json_table::written(report);
}

void read_answer(const std::string& answer, StrikeReport& report) {
  json_table::read_document(answer, report);
}

}  // namespace carom
