#include "scenarios/key_rows.hpp"

#include "scenarios/sections.hpp"

namespace carom {

std::string io::number_words(const KeyFacts& facts, std::string_view form) {
  std::vector<std::string> parts;
  if (!form.empty()) parts.emplace_back(form);
  if (!facts.unit.empty() && facts.unit != "1") parts.emplace_back(facts.unit);
  if (std::string range = allowed_words(facts); !range.empty()) parts.push_back(range);
  return parts.empty() ? "number" : fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<ScenarioKey> scenario_keys() {
  return io::section_rows();
}

ScenarioKey io::declared_row(const LawParameter& parameter, Home home, std::string_view section,
                             const std::string& prefix) {
  return {.section = std::string(section),
          .key = prefix + std::string(parameter.name),
          .value = number_words(facts_of(parameter, home), ""),
          .meaning = std::string(parameter.meaning),
          .fallback = parameter.otherwise ? fallback_words(*parameter.otherwise) : "required",
          .number = true,
          .home = home};
}

std::string markdown(const std::vector<ScenarioKey>& rows) {
  std::string text = "| section | key | value | meaning | default |\n|---|---|---|---|---|\n";
  std::string_view section;
  for (const ScenarioKey& row : rows) {
    const std::string heading =
        row.listed ? fmt::format("`[[{}]]`", row.section) : fmt::format("`[{}]`", row.section);
    text += fmt::format("| {} | `{}` | {} | {} | {} |\n", row.section == section ? "" : heading,
                        row.key, row.value, row.meaning, row.fallback);
    section = row.section;
  }
  return text;
}

}  // namespace carom
