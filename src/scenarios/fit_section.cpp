#include "scenarios/fit_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/nearest_name.hpp"
#include "data/fit_names.hpp"

namespace carom::io {
namespace {

/// The table under a key; a fault where it is none.
const toml::table* table_of_names(Reader& reader, const Found& found, std::string_view form) {
  const toml::table* table = found.node.as_table();
  if (table == nullptr)
    reader.fault(found, fmt::format("{} is {}; must be a table, {}", found.written,
                                    described(found.node), form));
  return table;
}

void fault_at(Reader& reader, const Found& found, std::string_view name, const toml::node& node,
              std::string_view must) {
  reader.fault(
      found.element, found.key,
      fmt::format("{}.\"{}\" is {}; must be {}", found.written, name, described(node), must),
      place(node.source()));
}

}  // namespace

void read_named(Reader& reader, const Found& found, std::vector<NamedRange>& all) {
  const toml::table* table = table_of_names(reader, found, "{ name = [low, high] }");
  if (table == nullptr) return;
  for (auto&& [key, node] : *table) {
    const toml::array* ends = node.as_array();
    const auto low =
        ends != nullptr && ends->size() == 2 ? (*ends)[0].value<double>() : std::nullopt;
    const auto high = low ? (*ends)[1].value<double>() : std::nullopt;
    if (!high || !(*low < *high))
      fault_at(reader, found, key.str(), node, "two numbers, [low, high], the lower one first");
    else
      all.push_back({std::string(key.str()), *low, *high});
  }
}

void read_named(Reader& reader, const Found& found, std::vector<NamedText>& all) {
  const toml::table* table = table_of_names(reader, found, "{ \"name\" = \"column\" }");
  if (table == nullptr) return;
  for (auto&& [key, node] : *table) {
    const auto* text = node.as_string();
    if (text == nullptr)
      fault_at(reader, found, key.str(), node,
               "a text in quotes (a name with a dot needs quotes too)");
    else
      all.push_back({std::string(key.str()), text->get()});
  }
}

void read_named(Reader& reader, const Found& found, std::vector<NamedWeight>& all) {
  const toml::table* table = table_of_names(reader, found, "{ \"name\" = 1.0 }");
  if (table == nullptr) return;
  for (auto&& [key, node] : *table) {
    const auto number = node.value<double>();
    if (const auto* text = node.as_string())
      all.push_back({std::string(key.str()), 1, text->get()});
    else if (number && std::isfinite(*number) && *number > 0)
      all.push_back({std::string(key.str()), *number, {}});
    else
      fault_at(reader, found, key.str(), node,
               "a number > 0, or the name of a column of standard deviations in quotes");
  }
}

namespace {

/// What is checked, and where a fault about it stands.
class FitCheck {
 public:
  FitCheck(Reader& reader, const toml::table& table, const Element& element)
      : reader_(reader), table_(table), element_(element) {}

  void fault(std::string_view key, std::string_view problem, int component = -1) {
    if (const toml::node* node = table_.get(key))
      reader_.fault({*node, element_, key, key}, problem, component);
    else
      reader_.fault(element_, key, problem);
  }
  /// Each is one of `valid`, and none stands twice.
  void names(std::string_view key, const std::vector<std::string>& named,
             const std::vector<std::string>& valid, std::string_view what) {
    for (std::size_t i = 0; i < named.size(); ++i) {
      if (named[i].empty()) continue;  // could not be read, and is told
      if (std::ranges::find(valid, named[i]) == valid.end())
        fault(key,
              fmt::format("{} \"{}\" is not {}{}", key, named[i], what,
                          nearest_or_all(named[i], valid)),
              static_cast<int>(i));
      else if (std::find(named.begin(), named.begin() + static_cast<long>(i), named[i]) !=
               named.begin() + static_cast<long>(i))
        fault(key, fmt::format("{} names \"{}\" twice", key, named[i]), static_cast<int>(i));
    }
    if (named.empty() && table_[key].is_array())
      fault(key, fmt::format("{} is empty; needs {}", key, what));
  }

 private:
  Reader& reader_;
  const toml::table& table_;
  const Element& element_;
};

template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names;
  for (const auto& each : list) names.push_back(each.name);
  return names;
}

/// What is compared has names that the scenario has, and rows of one kind.
void check_compared(FitCheck& check, const Scenario& scenario, const FitChoice& choice) {
  std::vector<std::string> valid = fit_quantity_names(scenario);
  for (const std::string& each : choice.compare)
    if (fit_quantity(scenario, each)) valid.push_back(each);
  check.names("compare", choice.compare, valid, "something that is predicted");
  std::optional<FitQuantity> first;
  for (std::size_t i = 0; i < choice.compare.size(); ++i) {
    const auto quantity = fit_quantity(scenario, choice.compare[i]);
    if (!quantity) continue;
    if (!first) first = quantity;
    if (quantity->subject != first->subject)
      check.fault(
          "compare",
          fmt::format("compare \"{}\" is of one {} a row, and \"{}\" of one {}; all must be "
                      "of one kind",
                      quantity->name, name(quantity->subject), first->name, name(first->subject)),
          static_cast<int>(i));
  }
}

}  // namespace

void check_fit(Reader& reader, const toml::table& table, const Element& element,
               FitChoice& choice) {
  FitCheck check(reader, table, element);
  const Scenario& scenario = reader.scenario();
  // What could not be read is told; which names there would be is not known then.
  const bool any_free = table["free"].is_array(), any_compared = table["compare"].is_array();
  const bool names_known = !reader.has_fault_outside(element.section);
  if (names_known) check.names("free", choice.free, names_of(scenario.parameters), "a parameter");
  if (any_free) check.names("bounds", names_of(choice.bounds), choice.free, "a free parameter");
  for (const NamedRange& bound : choice.bounds)
    for (const Parameter& parameter : scenario.parameters)
      if (parameter.name == bound.name &&
          !(parameter.value >= bound.low && parameter.value <= bound.high))
        check.fault("bounds", fmt::format("bounds: {} starts at {}; must be within [{}, {}]",
                                          bound.name, parameter.value, bound.low, bound.high));
  if (names_known) check_compared(check, scenario, choice);
  if (any_compared) {
    std::vector<std::string> measured = choice.compare;
    measured.emplace_back("time");  // of samples
    check.names("columns", names_of(choice.columns), measured, "something that is compared");
    check.names("weights", names_of(choice.weights), choice.compare, "something that is compared");
  }
  if (names_known)
    check.names("given", names_of(choice.given), fit_input_names(scenario),
                "a parameter or a part of the state");
  for (const NamedText& given : choice.given) {
    if (std::ranges::find(choice.free, given.name) != choice.free.end())
      check.fault("given",
                  fmt::format("given \"{}\" is free; must be one or the other", given.name));
    if (scenario.close)
      for (const std::string& link : scenario.close->angles)
        if (given.name == "angle." + link)
          check.fault("given",
                      fmt::format("given \"{}\" is an angle that [close] solves for", given.name));
  }
  if (!(choice.confidence > 0 && choice.confidence < 1) && table.contains("confidence") &&
      !reader.has_fault({std::string(element.section), element.index, "confidence", -1}))
    check.fault("confidence",
                fmt::format("confidence is {}; must be in (0, 1)", choice.confidence));
}

}  // namespace carom::io
