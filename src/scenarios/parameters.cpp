#include "scenarios/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/nearest_name.hpp"
#include "numerics/expression.hpp"
#include "scenarios/described.hpp"

namespace carom::io {
namespace {

/// A parameter while its value is being found.
struct Definition {
  std::string name;
  const toml::node* node = nullptr;
  const std::string* override_text = nullptr;  // "name=value", which replaces the node
  bool is_formula = false;
  Expression formula;
  std::vector<int> waits_for;  // parameters that its formula names
  bool known = false;          // its value is
  bool faulty = false;
};

/// Definitions in the file's order.
std::vector<Definition> definitions(const toml::table& table) {
  std::vector<Definition> all;
  for (auto&& [key, node] : table) {
    all.emplace_back().name = key.str();
    all.back().node = &node;
  }
  const auto position = [](const Definition& definition) {
    const Place at = place(definition.node->source());
    return std::pair(at.line, at.column);
  };
  std::stable_sort(all.begin(), all.end(), [&](const Definition& a, const Definition& b) {
    return position(a) < position(b);
  });
  return all;
}

/// Indices so that each comes after those that it waits for; what waits for itself is left out.
std::vector<int> in_order(const std::vector<Definition>& all) {
  std::vector<int> open(all.size());
  std::vector<std::vector<int>> needed_by(all.size());
  std::vector<int> order;
  for (std::size_t i = 0; i < all.size(); ++i) {
    open[i] = static_cast<int>(all[i].waits_for.size());
    for (const int other : all[i].waits_for)
      needed_by[static_cast<std::size_t>(other)].push_back(static_cast<int>(i));
    if (open[i] == 0) order.push_back(static_cast<int>(i));
  }
  for (std::size_t done = 0; done < order.size(); ++done)
    for (const int next : needed_by[static_cast<std::size_t>(order[done])])
      if (--open[static_cast<std::size_t>(next)] == 0) order.push_back(next);
  return order;
}

/// Each ring of parameters that wait for each other, once, from its first in the file's order.
std::vector<std::vector<int>> rings(const std::vector<Definition>& all) {
  std::vector<std::vector<int>> found;
  std::vector<int> walk_of(all.size(), -1);
  for (std::size_t start = 0; start < all.size(); ++start) {
    std::vector<int> path;
    int at = static_cast<int>(start);
    while (!all[static_cast<std::size_t>(at)].known && walk_of[static_cast<std::size_t>(at)] < 0) {
      walk_of[static_cast<std::size_t>(at)] = static_cast<int>(start);
      path.push_back(at);
      // Some parameter that it waits for is not known either, or it would be known itself.
      const auto& waits_for = all[static_cast<std::size_t>(at)].waits_for;
      at = *std::find_if(waits_for.begin(), waits_for.end(),
                         [&](int other) { return !all[static_cast<std::size_t>(other)].known; });
    }
    const auto entry = std::find(path.begin(), path.end(), at);
    if (entry == path.end()) continue;
    std::vector<int> ring(entry, path.end());
    std::rotate(ring.begin(), std::min_element(ring.begin(), ring.end()), ring.end());
    found.push_back(std::move(ring));
  }
  return found;
}

class ParameterReader {
 public:
  ParameterReader(const TomlDocument& document, std::vector<Fault>& faults)
      : document_(document), faults_(faults) {}

  ParameterTable table(std::span<const std::string> overrides, std::span<const std::string> swept);

 private:
  void find_names();
  void override_by(const std::string& text);
  double compiled(Definition& definition, const ExpressionNames& names);
  void find_values();
  void find_rings();
  void fault(const Definition& definition, std::string_view problem);
  void fault(const Definition& definition, std::string_view problem, Place place);

  const TomlDocument& document_;
  std::vector<Fault>& faults_;
  std::vector<Definition> all_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<double> values_;
};

ParameterTable ParameterReader::table(std::span<const std::string> overrides,
                                      std::span<const std::string> swept) {
  find_names();
  for (const std::string& text : overrides) override_by(text);
  values_.assign(all_.size(), 0.0);
  const ExpressionNames names(names_);
  for (std::size_t i = 0; i < all_.size(); ++i) values_[i] = compiled(all_[i], names);
  find_values();
  find_rings();

  ParameterTable table;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    table.faulty.push_back(all_[i].faulty || !all_[i].known);
    table.parameters.push_back({names_[i], table.faulty[i] ? 0 : values_[i]});
  }
  for (const int i : in_order(all_)) {
    const Definition& definition = all_[static_cast<std::size_t>(i)];
    if (definition.waits_for.empty()) continue;
    if (std::find(swept.begin(), swept.end(), definition.name) != swept.end()) continue;
    table.dependent.push_back({i, definition.formula});
  }
  return table;
}

void ParameterReader::find_names() {
  const toml::node* section = document_.root().get("parameters");
  if (section == nullptr) return;
  if (!section->is_table()) {
    faults_.push_back({{"parameters", -1, {}, -1},
                       "parameters: must be written [parameters]",
                       place(section->source())});
    return;
  }
  all_ = definitions(*section->as_table());
  for (const Definition& definition : all_) {
    const std::string& name = definition.name;
    index_[name] = names_.size();
    names_.push_back(name);
    if (!is_expression_name(name))
      fault(definition, fmt::format("\"{}\" cannot be a name; only letters, digits and _ can, "
                                    "not starting with a digit",
                                    name));
    else if (is_reserved_name(name))
      fault(definition,
            fmt::format("\"{}\" cannot be a parameter; it is a name of formulas' own", name));
  }
}

void ParameterReader::override_by(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const auto found = index_.find(name);
  if (equals != std::string::npos && found != index_.end()) {
    all_[found->second].override_text = &text;
    return;
  }
  faults_.push_back({{"-p", -1, name, -1},
                     equals == std::string::npos
                         ? fmt::format("-p {}: must be name=value", text)
                         : fmt::format("-p {}: \"{}\" is not a parameter{}", text, name,
                                       did_you_mean(name, names_)),
                     {}});
}

/// The value of a plain number; for a formula, which is compiled with all parameters as
/// variables, 0 until `find_values`.
double ParameterReader::compiled(Definition& definition, const ExpressionNames& names) {
  const std::string* text = nullptr;
  std::string given;
  if (definition.override_text != nullptr) {
    given = definition.override_text->substr(definition.override_text->find('=') + 1);
    text = &given;
  } else if (const auto* string = definition.node->as_string()) {
    text = &string->get();
  }
  if (text == nullptr) {
    const auto plain = plain_number(*definition.node);
    definition.faulty = !plain || !std::isfinite(*plain);
    if (definition.faulty)
      fault(definition, fmt::format("{} is {}; must be {}", definition.name,
                                    described(*definition.node), plain ? "finite" : "a number"));
    return definition.faulty ? 0 : *plain;
  }
  ParsedExpression parsed = parsed_expression(*text, names);
  for (const ExpressionFault& problem : parsed.faults)
    fault(definition, fmt::format("{} = {}: {}", definition.name, quoted(*text), problem.message),
          document_.place_in(*definition.node, static_cast<std::size_t>(problem.offset)));
  definition.faulty = !parsed.faults.empty();
  definition.formula = std::move(parsed.expression);
  definition.waits_for = definition.formula.variables_used();
  definition.is_formula = true;
  return 0;
}

void ParameterReader::find_values() {
  for (const int next : in_order(all_)) {
    const auto i = static_cast<std::size_t>(next);
    Definition& definition = all_[i];
    definition.known = true;
    for (const int other : definition.waits_for)
      if (all_[static_cast<std::size_t>(other)].faulty) definition.faulty = true;
    if (definition.faulty || !definition.is_formula) continue;
    values_[i] = definition.formula(std::span<const double>(values_));
    definition.faulty = !std::isfinite(values_[i]);
    if (definition.faulty)
      fault(definition,
            definition.override_text != nullptr
                ? fmt::format("{} is {}; must be finite", definition.name, described(values_[i]))
                : fmt::format("{} is {} = {}; must be finite", definition.name,
                              described(*definition.node), described(values_[i])));
  }
}

void ParameterReader::find_rings() {
  for (const std::vector<int>& ring : rings(all_)) {
    const Definition& first = all_[static_cast<std::size_t>(ring.front())];
    std::string path;
    for (const int i : ring) path += all_[static_cast<std::size_t>(i)].name + " -> ";
    fault(first, fmt::format("{} depends on itself: {}{}", first.name, path, first.name));
  }
}

void ParameterReader::fault(const Definition& definition, std::string_view problem) {
  fault(definition, problem, place(definition.node->source()));
}

/// A fault of what was given after -p has no place in the file.
void ParameterReader::fault(const Definition& definition, std::string_view problem, Place place) {
  if (definition.override_text != nullptr)
    faults_.push_back({{"-p", -1, definition.name, -1},
                       fmt::format("-p {}: {}", *definition.override_text, problem),
                       {}});
  else
    faults_.push_back(
        {{"parameters", -1, definition.name, -1}, fmt::format("parameters: {}", problem), place});
}

}  // namespace

ParameterTable parameter_table(const TomlDocument& document, std::span<const std::string> overrides,
                               std::span<const std::string> swept, std::vector<Fault>& faults) {
  return ParameterReader(document, faults).table(overrides, swept);
}

}  // namespace carom::io
