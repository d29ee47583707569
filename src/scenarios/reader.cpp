#include "scenarios/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace carom::io {
namespace {

/// Stands for a number that cannot be known because a parameter it names is faulty. Within every
/// range that numbers have, so that no fault follows from it.
constexpr double unknown_number = 0.5;

std::string label(const Found& found, int component) {
  std::string text = fmt::format("{}{}", found.element.prefix, found.written);
  if (component >= 0) text += fmt::format("[{}]", component);
  return text;
}

Where where(const Element& element, std::string_view key, int component = -1) {
  return {std::string(element.section), element.index, fmt::format("{}{}", element.prefix, key),
          component};
}

std::vector<std::string> names(const std::vector<Parameter>& parameters) {
  std::vector<std::string> all;
  for (const Parameter& parameter : parameters) all.push_back(parameter.name);
  return all;
}

const toml::node& component_of(const Found& found, int component) {
  const toml::array* array = found.node.as_array();
  return component >= 0 && array != nullptr ? (*array)[static_cast<std::size_t>(component)]
                                            : found.node;
}

}  // namespace

std::string title(const Element& element) {
  if (!element.name.empty()) return fmt::format("{} {}", element.section, quoted(element.name));
  if (element.index >= 0) return fmt::format("{} {}", element.section, element.index + 1);
  return std::string(element.section);
}

Reader::Reader(const TomlDocument& document, Scenario& scenario, std::vector<Fault>& faults,
               ParameterTable parameters)
    : document_(document),
      scenario_(scenario),
      faults_(faults),
      faulty_(std::move(parameters.faulty)),
      names_(names(parameters.parameters)) {
  for (const Parameter& parameter : parameters.parameters) values_.push_back(parameter.value);
  scenario_.parameters = std::move(parameters.parameters);
  scenario_.mechanism.parameters = scenario_.parameters;
  scenario_.dependent_parameters = std::move(parameters.dependent);
}

std::optional<Number> Reader::number(const Found& found, int component) {
  const toml::node& node = component_of(found, component);
  Number number{0, found.scale, std::nullopt};
  if (const auto plain = plain_number(node)) {
    number.value = found.scale * *plain;
    if (std::isfinite(*plain)) return number;
    fault(found,
          fmt::format("{} is {}; must be finite", label(found, component), described(*plain)),
          component);
    return std::nullopt;
  }
  const auto* text = node.as_string();
  if (text == nullptr) {
    fault(found,
          fmt::format("{} is {}; must be a number", label(found, component), described(node)),
          component);
    return std::nullopt;
  }
  ParsedExpression parsed = parsed_expression(text->get(), names_);
  for (const ExpressionFault& problem : parsed.faults)
    faults_.push_back({where(found.element, found.key, component),
                       fmt::format("{}: {} = {}: {}", title(found.element), label(found, component),
                                   quoted(text->get()), problem.message),
                       document_.place_in(node, static_cast<std::size_t>(problem.offset))});
  if (!parsed.faults.empty()) return std::nullopt;
  const double value = parsed.expression(std::span<const double>(values_));
  const std::vector<int> used = parsed.expression.variables_used();
  number.value = found.scale * value;
  if (std::any_of(used.begin(), used.end(),
                  [&](int i) { return faulty_[static_cast<std::size_t>(i)]; })) {
    number.value = unknown_number;
  } else if (!std::isfinite(value)) {
    fault(found,
          fmt::format("{} is {} = {}; must be finite", label(found, component), quoted(text->get()),
                      described(value)),
          component);
    return std::nullopt;
  }
  if (!used.empty()) number.formula = std::move(parsed.expression);
  return number;
}

std::optional<std::vector<Number>> Reader::numbers(const Found& found) {
  const toml::array* array = found.node.as_array();
  if (array == nullptr) {
    fault(found, fmt::format("{} is {}; must be an array of numbers", label(found, -1),
                             described(found.node)));
    return std::nullopt;
  }
  std::vector<Number> all(array->size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (auto read = number(found, static_cast<int>(i))) all[i] = std::move(*read);
  return all;
}

std::optional<std::vector<Number>> Reader::pair(const Found& found, bool or_number) {
  if (or_number && !found.node.is_array() && !found.node.is_table()) {
    if (auto along = number(found)) return std::vector<Number>{*along, Number{}};
    return std::nullopt;
  }
  const toml::array* array = found.node.as_array();
  if (array == nullptr || array->size() != 2) {
    const std::string is = array == nullptr ? "is " + described(found.node)
                                            : "has " + counted(array->size(), "number");
    fault(found, fmt::format("{} {}; must be {}", label(found, -1), is,
                             or_number ? "a number or [along, across]" : "two numbers, [x, y]"));
    return std::nullopt;
  }
  return numbers(found);
}

std::optional<std::string> Reader::text(const Found& found) {
  if (const auto* text = found.node.as_string()) return text->get();
  fault(found,
        fmt::format("{} is {}; must be a text in quotes", label(found, -1), described(found.node)));
  return std::nullopt;
}

std::optional<Formula> Reader::formula(const Found& found, int component) {
  const toml::node& node = component_of(found, component);
  if (const auto* text = node.as_string()) return Formula{text->get()};
  const auto plain = plain_number(node);
  if (plain && std::isfinite(*plain)) return Formula{described(*plain)};
  fault(found,
        fmt::format("{} is {}; must be {}", label(found, component), described(node),
                    plain ? "finite" : "a number or a formula"),
        component);
  return std::nullopt;
}

void Reader::put(const Number& number, const Found& found, Home home, const Target& target) {
  target(scenario_) = number.value;
  if (number.formula)
    scenario_.bindings.push_back(
        {*number.formula, number.scale, target, home, found.element.index});
}

void Reader::bind_like(const double& original, const Target& target) {
  auto& bindings = scenario_.bindings;
  for (std::size_t i = first_own_, end = bindings.size(); i < end; ++i)
    if (&bindings[i].target(scenario_) == &original)
      bindings.push_back({bindings[i].expression, bindings[i].scale, target, bindings[i].home,
                          bindings[i].element});
}

void Reader::fault(const Found& found, std::string_view problem, int component) {
  faults_.push_back({where(found.element, found.key, component),
                     fmt::format("{}: {}", title(found.element), problem),
                     place(component_of(found, component).source())});
}

void Reader::fault(const Element& element, std::string_view key, std::string_view problem) {
  if (!key.empty() && has_fault(where(element, key))) return;
  fault(element, key, problem, document_.place_of(where(element, key)));
}

void Reader::fault(const Element& element, std::string_view key, std::string_view problem,
                   Place place) {
  faults_.push_back({where(element, key), fmt::format("{}: {}", title(element), problem), place});
}

void Reader::forget_missing(const Element& element, std::string_view key) {
  std::erase_if(faults_, [&](const Fault& fault) { return fault.where == where(element, key); });
}

void Reader::fault_at_root(std::string_view key, std::string_view problem, Place place,
                           FaultKind kind) {
  faults_.push_back({{std::string(key), -1, {}, -1}, std::string(problem), place, kind});
}

bool Reader::has_fault_in(std::string_view section, int index) const {
  return std::any_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
    return fault.where.section == section && fault.where.index == index;
  });
}

bool Reader::has_fault_outside(std::string_view section) const {
  return std::ranges::any_of(faults_,
                             [&](const Fault& fault) { return fault.where.section != section; });
}

bool Reader::has_fault(const Where& where) const {
  return std::any_of(faults_.begin(), faults_.end(),
                     [&](const Fault& fault) { return fault.where == where; });
}

}  // namespace carom::io
