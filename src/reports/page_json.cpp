#include "reports/page_json.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "keys/mechanism_keys.hpp"
#include "reports/json_parts.hpp"
#include "reports/motion_json.hpp"
#include "reports/page_columns.hpp"
#include "reports/panels_json.hpp"

namespace carom {
namespace {

using json_parts::Json;
using json_parts::pair;

Json points(const std::vector<Vec2>& all) {
  return json_parts::array(all, pair);
}

double angle_of(const Vec2& direction) {
  return std::atan2(direction.y, direction.x);
}

/// One sweep, written column by column.
class SweepWriter {
 public:
  explicit SweepWriter(const PageSweep& sweep)
      : sweep_(sweep), columns_(sweep.table, sweep.question.columns) {}

  Json section() const;

 private:
  const Column& column(std::size_t i) const { return sweep_.question.columns[i]; }
  std::vector<std::string> labels(std::string_view extent) const;
  Json axis(const PageAxis& axis) const;
  Json values(const PageAxis& axis) const;
  Json vectors(std::size_t column, std::size_t contact) const;
  Json law(const std::string& name, std::map<std::string, int>& histories) const;
  Json history(const std::string& law, std::map<std::string, int>& histories) const;
  Json boundary(const Boundary& boundary) const;
  Json mechanism(const MechanismDrawing& drawing) const;
  Json stop(const PageStop& stop) const;
  void add_contacts(Json& node) const;

  const PageSweep& sweep_;
  PageColumns columns_;
};

/// The labels of an extent, from the first column that has it.
std::vector<std::string> SweepWriter::labels(std::string_view extent) const {
  for (const Column& each : sweep_.question.columns)
    for (const ColumnExtent& own : each.extents)
      if (own.name == extent) return own.labels;
  return {};
}

Json SweepWriter::axis(const PageAxis& axis) const {
  Json node = values(axis);
  for (const PageAxis& other : axis.with) node["with"].push_back(values(other));
  return node;
}

/// A swept parameter and its values.
Json SweepWriter::values(const PageAxis& axis) const {
  const std::string& parameter = sweep_.question.grid.parameters[axis.parameter];
  Json node = {{"parameter", parameter}};
  if (!axis.unit.empty()) {
    node["unit"] = axis.unit;
    node["angular"] = true;
  }
  node["values"] = page_numbers(axis.values);
  for (const GridDimension& dimension : sweep_.question.grid.dimensions)
    for (const SweepAxis& own : dimension.axes) {
      if (own.parameter != parameter) continue;
      if (own.distribution) node["random"] = name(own.distribution->kind);
      if (own.spacing == Spacing::log) node["spacing"] = name(own.spacing);
    }
  return node;
}

Json SweepWriter::vectors(std::size_t place, std::size_t contact) const {
  return {{"t", columns_.reals(place, 2 * contact)}, {"n", columns_.reals(place, 2 * contact + 1)}};
}

void SweepWriter::add_contacts(Json& node) const {
  const std::size_t before = columns_.find("", "velocity_before");
  node["contacts"] = Json::array();
  const std::vector<std::string> names = labels("contact");
  for (std::size_t i = 0; i < names.size(); ++i) {
    Json contact = {{"name", names[i]}};
    if (before < sweep_.question.columns.size()) contact["velocity_before"] = vectors(before, i);
    node["contacts"].push_back(std::move(contact));
  }
}

/// One word a point for what all contacts did.
Json SweepWriter::history(const std::string& law, std::map<std::string, int>& histories) const {
  const std::size_t place = columns_.find(law, "history");
  const std::vector<std::string> contacts = labels("contact");
  std::vector<double> codes;
  for (std::int64_t i = 0; i < sweep_.table.count; ++i) {
    std::string text;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      const std::uint16_t code = columns_.text_code(place, k, i);
      if (code == no_text) continue;
      text += (text.empty() ? "" : "; ") + contacts[k] + " " + sweep_.texts[code];
    }
    codes.push_back(
        text.empty()
            ? std::nan("")
            : histories.try_emplace(text, static_cast<int>(histories.size())).first->second);
  }
  return page_numbers(codes);
}

Json SweepWriter::law(const std::string& name, std::map<std::string, int>& histories) const {
  Json node = {{"name", name}};
  const auto place = [&](std::string_view quantity) { return columns_.find(name, quantity); };
  const auto there = [&](std::string_view quantity) { return columns_.has(name, quantity); };
  node["verdict"] = columns_.codes(place("verdict"), 0);
  if (there("energy_loss")) node["energy_loss"] = columns_.reals(place("energy_loss"), 0);
  if (there("generalized_velocity_after")) {
    node["velocities"] = Json::array();
    for (std::size_t i = 0; i < labels("coordinate").size(); ++i)
      node["velocities"].push_back(columns_.reals(place("generalized_velocity_after"), i));
  }
  node["contacts"] = Json::array();
  for (std::size_t i = 0; i < labels("contact").size(); ++i) {
    Json contact = Json::object();
    for (const char* quantity : {"velocity_after", "impulse"})
      if (there(quantity)) contact[quantity] = vectors(place(quantity), i);
    for (const char* quantity : {"outcome", "interacted"})
      if (there(quantity)) contact[quantity] = columns_.codes(place(quantity), i);
    node["contacts"].push_back(std::move(contact));
  }
  if (there("impulses_determined")) {
    const std::size_t own = place("impulses_determined");
    // Where all are determined there is nothing to say.
    if (columns_.has_code(own, 0, 0)) node["determined"] = columns_.codes(own, 0);
  }
  if (there("makes_energy")) node["makes_energy"] = columns_.codes(place("makes_energy"), 0);
  if (there("history")) node["history"] = history(name, histories);
  return node;
}

Json SweepWriter::boundary(const Boundary& boundary) const {
  Json node = {
      {"parameter", boundary.parameter}, {"at", boundary.at}, {"kind", name(boundary.kind)}};
  if (!boundary.law.empty())
    node["law"] =
        boundary.other_law.empty() ? boundary.law : boundary.law + ", " + boundary.other_law;
  if (!boundary.contact.empty()) node["contact"] = boundary.contact;
  node["below"] = boundary.below;
  node["above"] = boundary.above;
  for (const auto& [name, value] :
       values_besides(sweep_.question.grid, boundary.point, boundary.parameter))
    node["held"][name] = value;
  return node;
}

Json SweepWriter::mechanism(const MechanismDrawing& drawing) const {
  Json node = {{"base", name(drawing.base.kind)}, {"links", Json::array()}};
  for (const DrawnLink& link : drawing.links) {
    Json own = {{"name", link.name}};
    if (link.mass == 0) own["massless"] = true;
    node["links"].push_back(std::move(own));
  }
  if (!drawing.masses.empty())
    for (const DrawnMass& mass : drawing.masses) node["masses"].push_back(mass.mass);
  node["surfaces"] = Json::array();
  for (const DrawnSurface& surface : drawing.surfaces)
    node["surfaces"].push_back({{"name", surface.name}, {"kind", name(surface.kind)}});
  node["contact_surfaces"] = Json::array();
  for (const DrawnContact& contact : drawing.contacts)
    node["contact_surfaces"].push_back(contact.surface);
  return node;
}

Json SweepWriter::stop(const PageStop& stop) const {
  const MechanismDrawing& drawing = stop.drawing;
  Json node = {{"point", stop.shown}, {"base", pair(drawing.base.position)}};
  node["links"] = Json::array();
  node["centres"] = Json::array();
  for (const DrawnLink& link : drawing.links) {
    Json shape = {link.near.x, link.near.y, link.far.x, link.far.y};
    for (const Vec2& arm : link.arms) {
      shape.push_back(arm.x);
      shape.push_back(arm.y);
    }
    node["links"].push_back(std::move(shape));
    node["centres"].push_back(link.mass == 0 ? Json(nullptr) : pair(link.com));
  }
  if (std::ranges::any_of(drawing.links, [](const DrawnLink& link) { return !link.block.empty(); }))
    for (const DrawnLink& link : drawing.links)
      node["blocks"].push_back(link.block.empty() ? Json(nullptr) : points(link.block));
  if (!drawing.masses.empty())
    for (const DrawnMass& mass : drawing.masses) node["masses"].push_back(pair(mass.position));
  node["surfaces"] = Json::array();
  for (const DrawnSurface& surface : drawing.surfaces)
    node["surfaces"].push_back({surface.point.x, surface.point.y, angle_of(surface.tangent)});
  node["contacts"] = Json::array();
  bool rounded = false;
  for (const DrawnContact& contact : drawing.contacts) {
    node["contacts"].push_back(
        {contact.position.x, contact.position.y, angle_of(contact.tangent), contact.gap});
    rounded = rounded || !contact.outline.empty();
  }
  if (rounded)
    for (const DrawnContact& contact : drawing.contacts)
      node["outlines"].push_back(contact.outline.empty() ? Json(nullptr) : points(contact.outline));
  node["joints"] = Json::array();
  node["before"] = Json::array();
  for (const DrawnVelocity& velocity : drawing.velocities) {
    node["joints"].push_back(pair(velocity.position));
    node["before"].push_back(pair(velocity.velocity));
  }
  node["after"] = Json::array();
  node["accounts"] = Json::array();
  for (const PageAccount& account : stop.accounts) {
    node["after"].push_back(account.has_answer ? points(account.velocities) : Json(nullptr));
    Json told = {{"stages", account.stages}};
    if (!account.notes.empty()) told["notes"] = account.notes;
    node["accounts"].push_back(std::move(told));
  }
  return node;
}

Json SweepWriter::section() const {
  Json node = {{"kind", "sweep"}, {"title", sweep_.title}};
  if (!sweep_.caption.empty()) node["caption"] = sweep_.caption;
  node["scenario"] = {{"name", sweep_.scenario_name}, {"text", sweep_.question.scenario}};
  node["parameters"] = Json::object();
  for (const auto& [name, value] : sweep_.parameters) node["parameters"][name] = value;
  node["axes"] = Json::array();
  for (const PageAxis& each : sweep_.axes) node["axes"].push_back(axis(each));
  if (!sweep_.thinned.empty())
    node["thinned"] = {{"computed", sweep_.question.grid.points}, {"note", sweep_.thinned}};
  const std::size_t status = columns_.find("", "point");
  node["statuses"] = column(status).categories;
  node["status"] = columns_.codes(status, 0);
  const std::string& first = sweep_.question.laws.front();
  node["verdicts"] = column(columns_.find(first, "verdict")).categories;
  node["outcomes"] = columns_.has(first, "outcome")
                         ? Json(column(columns_.find(first, "outcome")).categories)
                         : Json::array();
  add_contacts(node);
  const std::vector<std::string> coordinates = labels("coordinate");
  if (!coordinates.empty()) {
    node["velocities"] = Json::array();
    for (const std::string& each : coordinates)
      node["velocities"].push_back(
          {{"name", each}, {"unit", each.starts_with("rate.") ? "rad/s" : "m/s"}});
  }
  if (columns_.has("", "kinetic_energy_before"))
    node["kinetic_energy_before"] = columns_.reals(columns_.find("", "kinetic_energy_before"), 0);
  std::map<std::string, int> histories;
  node["laws"] = Json::array();
  for (const std::string& each : sweep_.question.laws) node["laws"].push_back(law(each, histories));
  std::vector<std::string> words(histories.size());
  for (const auto& [text, code] : histories) words[static_cast<std::size_t>(code)] = text;
  node["histories"] = words;
  node["boundaries"] = Json::array();
  for (const Boundary& each : sweep_.boundaries) node["boundaries"].push_back(boundary(each));
  if (!sweep_.stops.empty()) {
    node["mechanism"] = mechanism(sweep_.stops.front().drawing);
    node["stops"] = Json::array();
    for (const PageStop& each : sweep_.stops) node["stops"].push_back(stop(each));
  }
  if (!sweep_.figures.empty()) node["figures"] = sweep_.figures;
  return node;
}

Json section(const PageSweep& sweep) {
  return SweepWriter(sweep).section();
}

Json section(const PageClaims& claims) {
  Json node = {{"kind", "claims"}, {"title", claims.title}};
  if (!claims.source.empty()) node["source"] = claims.source;
  node["claims"] = Json::array();
  for (const PageClaim& claim : claims.claims)
    node["claims"].push_back({{"claim", claim.claim},
                              {"place", claim.place},
                              {"published", claim.published},
                              {"ours", claim.ours},
                              {"verdict", name(claim.verdict)},
                              {"reason", claim.reason},
                              {"assumed", claim.assumed}});
  return node;
}

Json section(const PageText& text) {
  Json node = {{"kind", "text"}, {"title", text.title}, {"paragraphs", text.paragraphs}};
  if (!text.listing_name.empty())
    node["listing"] = {{"name", text.listing_name}, {"text", text.listing}};
  return node;
}

}  // namespace

std::string json(const Page& page) {
  Json root = {{"format", 1}, {"carom", version}, {"title", page.title}};
  if (!page.summary.empty()) root["summary"] = page.summary;
  root["sections"] = Json::array();
  for (const PageSection& each : page.sections)
    root["sections"].push_back(std::visit([](const auto& own) { return section(own); }, each));
  return root.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace carom
