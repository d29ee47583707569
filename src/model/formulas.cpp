#include "model/formulas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "keys/mechanism_keys.hpp"
#include "model/tree.hpp"

namespace carom {
namespace {

Expression parsed(const ExpressionNames& names, const Element& user, std::string_view key,
                  const Formula& formula, int component) {
  ParsedExpression result = parsed_expression(formula.text, names);
  for (const ExpressionFault& fault : result.faults)
    user.fault(key, fmt::format("{} = \"{}\": {}", key, formula.text, fault.message), component,
               fault.offset);
  return std::move(result.expression);
}

/// A link's name as formulas write it: what cannot stand in a name there becomes "_".
std::string formula_name(std::string_view name) {
  std::string written;
  for (const char c : name) {
    const bool continues = (static_cast<unsigned char>(c) & 0xC0) == 0x80;  // of one character
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!continues) written += plain ? c : '_';
  }
  return written;
}

/// Calls use(formula) on every formula of an item that applies, and of the tables in it.
template <class T, class Use>
void for_each_formula(const T& item, const Use& use) {
  for_each_key<T>([&](const auto& key) {
    if constexpr (requires { key.parameters; }) {
      return;  // numbers alone
    } else if constexpr (requires { key.second; }) {
      use(std::invoke(key.first, item));
      use(std::invoke(key.second, item));
    } else {
      const auto* value = given(std::invoke(key.access, item));
      using Value = std::remove_cvref_t<decltype(*value)>;
      if (value == nullptr || !applies(key.facts, item)) return;
      if constexpr (std::is_same_v<Value, Formula>)
        use(*value);
      else if constexpr (Keyed<Value>)
        for_each_formula(*value, use);
    }
  });
}

}  // namespace

std::vector<std::string> state_variables(const Mechanism& mechanism) {
  std::vector<std::string> names{"t"};
  names.reserve(5 + 2 * mechanism.links.size() + mechanism.contacts.size());
  for (const Link& link : mechanism.links) {
    names.push_back("angle." + formula_name(link.name));
    names.push_back("rate." + formula_name(link.name));
  }
  if (mechanism.base.kind == BaseKind::free)
    names.insert(names.end(), {"position.x", "position.y", "velocity.x", "velocity.y"});
  if (mechanism.base.kind == BaseKind::slider)
    names.insert(names.end(), {"displacement", "velocity"});
  for (const Contact& contact : mechanism.contacts)
    names.push_back("gap." + formula_name(contact.name));
  for (const Surface& surface : mechanism.surfaces)
    if (surface.body) names.push_back("surface." + formula_name(surface.name));
  return names;
}

Formulas::Formulas(const Mechanism& mechanism)
    : mechanism_(mechanism),
      motion_names_(std::vector<std::string>{"t"}, mechanism.parameters),
      outline_names_(std::vector<std::string>{"theta"}, mechanism.parameters) {}

bool Formulas::names_are_known() const {
  return std::ranges::none_of(mechanism_.links, [](const Link& link) { return link.name.empty(); });
}

Expression Formulas::state(const Element& user, std::string_view key, const Formula& formula,
                           int component) {
  if (!names_are_known()) return {};
  if (!state_names_) state_names_.emplace(state_variables(mechanism_), mechanism_.parameters);
  return parsed(*state_names_, user, key, formula, component);
}

Expression Formulas::motion(const Element& user, std::string_view key,
                            const Formula& formula) const {
  return parsed(motion_names_, user, key, formula, -1);
}

Expression Formulas::outline(const Element& user, std::string_view key,
                             const Formula& formula) const {
  return parsed(outline_names_, user, key, formula, -1);
}

std::vector<int> parameters_in_formulas(const Mechanism& mechanism) {
  std::vector<std::string> names;
  for (const Parameter& parameter : mechanism.parameters) names.push_back(parameter.name);
  const std::size_t parameters = names.size();
  std::vector<std::string> variables = state_variables(mechanism);
  variables.emplace_back("theta");
  for (std::string& variable : variables)
    if (std::find(names.begin(), names.end(), variable) == names.end())
      names.push_back(std::move(variable));
  const ExpressionNames all(names);

  std::set<int> named;
  const auto read = [&](const Formula& formula) {
    for (const int i : parsed_expression(formula.text, all).expression.variables_used())
      if (static_cast<std::size_t>(i) < parameters) named.insert(i);
  };
  const auto read_all = [&](const auto& items) {
    for (const auto& item : items) for_each_formula(item, read);
  };
  read_all(mechanism.surfaces);
  read_all(mechanism.contacts);
  read_all(mechanism.torques);
  read_all(mechanism.forces);
  read_all(mechanism.drives);
  return {named.begin(), named.end()};
}

}  // namespace carom
