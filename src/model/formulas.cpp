#include "model/formulas.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

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

}  // namespace

std::vector<std::string> input_variables(const Mechanism& mechanism) {
  std::vector<std::string> names{"t"};
  names.reserve(1 + 2 * mechanism.links.size());
  for (const Link& link : mechanism.links) {
    names.push_back("angle." + formula_name(link.name));
    names.push_back("rate." + formula_name(link.name));
  }
  return names;
}

Formulas::Formulas(const Mechanism& mechanism)
    : mechanism_(mechanism),
      motion_names_(std::vector<std::string>{"t"}, mechanism.parameters),
      outline_names_(std::vector<std::string>{"theta"}, mechanism.parameters) {}

Expression Formulas::input(const Element& user, std::string_view key, const Formula& formula,
                           int component) {
  if (!input_names_) input_names_.emplace(input_variables(mechanism_), mechanism_.parameters);
  return parsed(*input_names_, user, key, formula, component);
}

Expression Formulas::motion(const Element& user, std::string_view key,
                            const Formula& formula) const {
  return parsed(motion_names_, user, key, formula, -1);
}

Expression Formulas::outline(const Element& user, std::string_view key,
                             const Formula& formula) const {
  return parsed(outline_names_, user, key, formula, -1);
}

}  // namespace carom
