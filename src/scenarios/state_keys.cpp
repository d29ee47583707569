#include "scenarios/state_keys.hpp"

#include <fmt/format.h>

#include "scenarios/schema.hpp"

namespace carom::io {
namespace {

std::size_t base_coordinates(const Scenario& scenario) {
  const BaseKind kind = scenario.mechanism.base.kind;
  return kind == BaseKind::free ? 2 : kind == BaseKind::slider ? 1 : 0;
}

Target coordinate(std::vector<double> State::*member, std::size_t index) {
  return [member, index](Scenario& scenario) -> double& { return (scenario.state.*member)[index]; };
}

}  // namespace

/// One number a link, after the base's.
void read_special(Reader& reader, const Found& found, const OneALink& numbers) {
  const auto read = reader.numbers(found);
  if (!read || reader.has_fault({"link", -1, {}, -1})) return;
  const std::size_t links = reader.scenario().mechanism.links.size();
  if (read->size() != links)
    reader.fault(found, fmt::format("{} has {}; {} need{} {}", found.written,
                                    counted(read->size(), "number"), counted(links, "link"),
                                    links == 1 ? "s" : "", links));
  const std::size_t base = base_coordinates(reader.scenario());
  for (std::size_t i = 0; i < std::min(links, read->size()); ++i)
    reader.put((*read)[i], found, Home::state, coordinate(numbers.member, base + i));
}

/// The base's velocity: [x, y], a slider's one number, nothing for a pinned base.
void read_special(Reader& reader, const Found& found, const OfTheBase& numbers) {
  const auto put = [&](const Number& number, std::size_t i) {
    reader.put(number, found, Home::state, coordinate(numbers.member, i));
  };
  if (reader.has_fault({"base", -1, "kind", -1})) return;
  const BaseKind kind = reader.scenario().mechanism.base.kind;
  const toml::array* array = found.node.as_array();
  if (kind == BaseKind::free) {
    if (const auto read = reader.pair(found, false))
      for (std::size_t i = 0; i < 2; ++i) put((*read)[i], i);
  } else if (kind == BaseKind::slider) {
    if (array != nullptr && array->size() != 1)
      return reader.fault(
          found, fmt::format("velocity has {}; a slider has 1", counted(array->size(), "number")));
    if (const auto read = reader.number(found, array != nullptr ? 0 : -1)) put(*read, 0);
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

void read_state(Reader& reader, const toml::node* node) {
  settle(reader.scenario());
  const Element element{"state", -1, {}, {}};
  static const toml::table nothing;
  if (node != nullptr && !node->is_table())
    return reader.fault(element, "", "must be written [state]");
  const toml::table& table = node != nullptr ? *node->as_table() : nothing;
  filled<State>(reader, table, element,
                [](Scenario& scenario) -> State& { return scenario.state; });
  const bool angles = table.contains("angles") || table.contains("angles_deg");
  if (!angles && !reader.scenario().mechanism.links.empty())
    reader.fault(element, "angles", "angles is missing");
}

}  // namespace carom::io
