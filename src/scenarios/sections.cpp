#include "scenarios/sections.hpp"

#include <algorithm>

#include "scenarios/fit_section.hpp"
#include "scenarios/schema.hpp"
#include "scenarios/section_checks.hpp"
#include "scenarios/state_keys.hpp"
#include "scenarios/train_sections.hpp"

namespace carom::io {
namespace {

// clang-format off
/// Of a mechanism, in the order of reading: what a state's numbers are depends on the links and the
/// base.
const std::vector<Section> mechanism_sections{
    one<Mechanism>("world", [](Scenario& s) -> Mechanism& { return s.mechanism; }),
    one<Base>("base", [](Scenario& s) -> Base& { return s.mechanism.base; }),
    many("link", &Mechanism::links),
    many("mass", &Mechanism::masses),
    many("surface", &Mechanism::surfaces),
    many("contact", &Mechanism::contacts, check_contact),
    many("torque", &Mechanism::torques),
    many("force", &Mechanism::forces),
    many("spring", &Mechanism::springs, check_spring),
    many("drive", &Mechanism::drives),
    {"state", read_state, [](std::string_view name) { return key_rows<State>(name); }},
    one<ImpactChoice>("impact", [](Scenario& s) -> ImpactChoice& { return s.impact; },
                      check_impact),
    one<Closing>("close", [](Scenario& s) -> Closing& { return made(s.close); }, check_close),
    one<MotionChoice>("simulate",
                      [](Scenario& s) -> MotionChoice& { return made(s.simulate); },
                      check_simulate),
    one<MapChoice>("map", [](Scenario& s) -> MapChoice& { return made(s.map); }, check_map)};

const std::vector<Section> shared_sections{
    many<SweepAxis>("sweep", [](Scenario& s) -> std::vector<SweepAxis>& { return s.sweep; },
                    check_sweep)};

/// What may name anything of the others.
const std::vector<Section> last_sections{
    one<FitChoice>("fit", [](Scenario& s) -> FitChoice& { return made(s.fit); }, check_fit)};
// clang-format on

/// What a file is that is no scenario, and who takes it; empty: it may be one.
std::string other_kind(const toml::table& root) {
  for (const std::string_view section : {"restitution", "measured", "experiment", "erratum"})
    if (root.contains(section))
      return "this is a data file, not a scenario; `carom fit` takes it, and a train names it by "
             "data in [train]";
  for (const std::string_view key : {"scenario", "computed", "record"})
    if (root.contains(key))
      return "this is a published study, not a scenario; `carom reproduce` does the studies that "
             "it lists";
  return {};
}

}  // namespace

void read_sections(Reader& reader, const TomlDocument& document) {
  const toml::table& root = document.root();
  if (const std::string other = other_kind(root); !other.empty())
    return reader.fault_at_root("", other, {1, 1}, FaultKind::not_a_scenario);
  if (const toml::node* title = root.get("title")) {
    if (const auto* text = title->as_string())
      reader.scenario().title = text->get();
    else
      reader.fault(Element{"title", -1, {}, {}}, "",
                   fmt::format("is {}; must be a text in quotes", described(*title)));
  }
  std::vector<std::string> valid{"title", "parameters"};
  for (const std::vector<Section>* group :
       {&mechanism_sections, &shared_sections, &train_sections(), &last_sections})
    for (const Section& section : *group) {
      section.read(reader, root.get(section.name));
      valid.emplace_back(section.name);
    }
  if (reader.scenario().train)
    for (const Section& section : mechanism_sections)
      if (root.contains(section.name))
        reader.fault(
            Element{section.name, -1, {}, {}}, "",
            "belongs to a mechanism, but this file has a train; a scenario is one of them");
  for (auto&& [key, node] : root) {
    if (std::find(valid.begin(), valid.end(), key.str()) != valid.end()) continue;
    reader.fault_at_root(
        key.str(),
        fmt::format("\"{}\" is not a {}{}", key.str(),
                    node.is_table() || node.is_array_of_tables() ? "section" : "key",
                    nearest_or_all(key.str(), valid)),
        place(key.source()));
  }
}

std::vector<ScenarioKey> section_rows() {
  std::vector<ScenarioKey> all;
  for (const std::vector<Section>* group :
       {&mechanism_sections, &shared_sections, &train_sections(), &last_sections})
    for (const Section& section : *group)
      for (ScenarioKey& row : section.rows(section.name)) {
        row.listed = section.listed;
        all.push_back(std::move(row));
      }
  return all;
}

}  // namespace carom::io
