#include "io/state_keys.hpp"

#include <fmt/format.h>

#include "io/schema.hpp"

namespace carom::io {
namespace {

std::size_t base_coordinates(const Scenario& scenario) {
  const BaseKind kind = scenario.mechanism.base.kind;
  return kind == BaseKind::free ? 2 : kind == BaseKind::slider ? 1 : 0;
}

Target coordinate(std::vector<double> State::*member, std::size_t index) {
  return [member, index](Scenario& scenario) -> double& { return (scenario.state.*member)[index]; };
}

/// One number a link, after the base's.
Key<Scenario> one_a_link(std::string_view name, std::vector<double> State::*member) {
  Key<Scenario> key{
      name, [member](Reader& reader, const Found& found, const Access<Scenario>&) {
        const auto read = reader.numbers(found);
        if (!read || reader.has_fault({"link", -1, {}, -1})) return;
        const std::size_t links = reader.scenario().mechanism.links.size();
        if (read->size() != links)
          reader.fault(found, fmt::format("{} has {}; {} need{} {}", found.written,
                                          counted(read->size(), "number"), counted(links, "link"),
                                          links == 1 ? "s" : "", links));
        const std::size_t base = base_coordinates(reader.scenario());
        for (std::size_t i = 0; i < std::min(links, read->size()); ++i)
          reader.put((*read)[i], coordinate(member, base + i));
      }};
  key.is_angle = true;
  return key;
}

/// The base's velocity: [x, y], a slider's one number, nothing for a pinned base.
void read_velocity(Reader& reader, const Found& found) {
  if (reader.has_fault({"base", -1, "kind", -1})) return;
  const BaseKind kind = reader.scenario().mechanism.base.kind;
  const toml::array* array = found.node.as_array();
  if (kind == BaseKind::free) {
    if (const auto read = reader.pair(found, false))
      for (std::size_t i = 0; i < 2; ++i) reader.put((*read)[i], coordinate(&State::velocities, i));
  } else if (kind == BaseKind::slider) {
    if (array != nullptr && array->size() != 1)
      return reader.fault(
          found, fmt::format("velocity has {}; a slider has 1", counted(array->size(), "number")));
    if (const auto read = reader.number(found, array != nullptr ? 0 : -1))
      reader.put(*read, coordinate(&State::velocities, 0));
  } else {  // zeros say nothing that is not so
    std::vector<Number> all;
    if (array != nullptr)
      all = reader.numbers(found).value_or(all);
    else if (const auto read = reader.number(found))
      all.push_back(*read);
    if (std::any_of(all.begin(), all.end(),
                    [](const Number& number) { return number.value != 0 || number.formula; }))
      reader.fault(found, "velocity is given, but a pinned base has none");
  }
}

}  // namespace

void read_state(Reader& reader, const toml::node* node) {
  settle(reader.scenario());
  Keys<Scenario> keys{one_a_link("angles", &State::positions),
                      one_a_link("rates", &State::velocities),
                      {"velocity", [](Reader& r, const Found& found,
                                      const Access<Scenario>&) { read_velocity(r, found); }},
                      {"time", [](Reader& r, const Found& found, const Access<Scenario>&) {
                         if (const auto read = r.number(found))
                           r.put(*read, [](Scenario& s) -> double& { return s.state.time; });
                       }}};
  keys[0].required = !reader.scenario().mechanism.links.empty();

  const Element element{"state", -1, {}, {}};
  static const toml::table nothing;
  if (node != nullptr && !node->is_table())
    return reader.fault(element, "", "must be written [state]");
  filled<Scenario>(reader, node != nullptr ? *node->as_table() : nothing, element, keys,
                   [](Scenario& scenario) -> Scenario& { return scenario; });
}

}  // namespace carom::io
