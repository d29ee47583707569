/// One declaration a key: what follows from it, of a struct that only the test has; and the table
/// in docs/scenario.md, which is made from the declarations.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "keys/range_checks.hpp"
#include "scenarios/key_rows.hpp"
#include "scenarios/key_text.hpp"
#include "scenarios/schema.hpp"
#include "support/places.hpp"
#include "support/scratch_folder.hpp"
#include "unit/scenarios/reading.hpp"

namespace carom {

enum class Shade { light, dark };
constexpr std::string_view name(Shade shade) {
  constexpr std::string_view names[] = {"light", "dark"};
  return names[static_cast<int>(shade)];
}

struct Lamp {
  std::string name{};
  Shade kind = Shade::light;
  double height = 2;
  double power = 0;
  std::optional<double> turn{};
  Vec2 at{};
};

constexpr auto keys(KeysOf<Lamp>) {
  return Entries{key("name", "", &Lamp::name).needed(),
                 key("kind", "", &Lamp::kind),
                 key("height", "m", "above the floor", &Lamp::height).within(Range::positive),
                 key("power", "W", "", &Lamp::power)
                     .within(Range::not_negative)
                     .at_home(Home::option)
                     .only_of(Shade::light),
                 angle_key("turn", "", &Lamp::turn).otherwise("as it hangs"),
                 key("at", "m", "", &Lamp::at)};
}

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A lamp read from the table [lamp] of a text, and what was said about it.
struct ReadLamp {
  Lamp lamp;
  Scenario scenario;
  std::vector<Fault> faults;
};

void read_into(ReadLamp& read, const std::string& text) {
  const io::TomlDocument document(text, read.faults);
  io::Reader reader(document, read.scenario, read.faults,
                    io::parameter_table(document, {}, {}, read.faults));
  io::filled<Lamp>(reader, *document.root()["lamp"].as_table(), {"lamp", 3, {}, {}},
                   [&read](Scenario&) -> Lamp& { return read.lamp; });
}

TEST(ScenarioKeys, ADeclarationIsRead) {
  ReadLamp read;
  read_into(read,
            "[parameters]\np = 40\n[lamp]\nname = \"hall\"\nkind = \"light\"\npower = \"p/2\"\n"
            "turn_deg = 90\nat = [1, \"p\"]\n");
  EXPECT_TRUE(read.faults.empty());
  EXPECT_EQ(read.lamp.power, 20);
  EXPECT_EQ(read.lamp.height, 2);
  EXPECT_DOUBLE_EQ(*read.lamp.turn, std::numbers::pi / 2);
  ASSERT_EQ(read.scenario.bindings.size(), 2U);
  EXPECT_EQ(read.scenario.bindings[0].home, Home::option);
  EXPECT_EQ(read.scenario.bindings[1].home, Home::structure);
  EXPECT_EQ(read.scenario.bindings[0].element, 3);
  read.scenario.bindings[1].target(read.scenario) = 7;
  EXPECT_EQ(read.lamp.at.y, 7);

  ReadLamp faulty;
  read_into(faulty, "[lamp]\nkind = \"dim\"\nhieght = 1\n");
  EXPECT_THAT(lines(faulty.faults),
              ElementsAre(HasSubstr("name is missing"), HasSubstr("must be \"light\" or \"dark\""),
                          HasSubstr("did you mean \"height\"")));
}

TEST(ScenarioKeys, ADeclarationIsWrittenAndReadAgain) {
  const Lamp lamp{"hall", Shade::light, 3, 0.1, {}, {1, 2}};
  const std::string text = io::section_text("[lamp]", lamp);
  EXPECT_EQ(
      text,
      "[lamp]\nname = \"hall\"\nkind = \"light\"\nheight = 3.0\npower = 0.1\nat = [1.0, 2.0]\n\n");
  ReadLamp again;
  read_into(again, text);
  EXPECT_TRUE(again.faults.empty());
  EXPECT_EQ(io::section_text("[lamp]", again.lamp), text);
  const Lamp dark{"hall", Shade::dark, 3, 0, 1.0, {}};
  EXPECT_EQ(
      io::section_text("[lamp]", dark),
      "[lamp]\nname = \"hall\"\nkind = \"dark\"\nheight = 3.0\nturn = 1.0\nat = [0.0, 0.0]\n\n");
}

TEST(ScenarioKeys, ADeclarationIsChecked) {
  std::vector<Fault> faults;
  const Lamp lamp{"hall", Shade::light, 0, -1, {}, {}};
  check_ranges(Element(faults, "lamp", 0, lamp.name), lamp);
  EXPECT_THAT(lines(faults), ElementsAre("lamp \"hall\": height is 0; must be > 0",
                                         "lamp \"hall\": power is -1; must be >= 0"));
  EXPECT_FALSE(in_ranges(lamp));
  EXPECT_TRUE(in_ranges(Lamp{"hall", Shade::dark, 1, -1, {}, {}})) << "a dark one has no power";
}

TEST(ScenarioKeys, ADeclarationIsARow) {
  EXPECT_EQ(markdown(io::key_rows<Lamp>("lamp")),
            "| section | key | value | meaning | default |\n|---|---|---|---|---|\n"
            "| `[lamp]` | `name` | text |  | required |\n"
            "|  | `kind` | `light`, `dark` |  | `light` |\n"
            "|  | `height` | m, > 0 | above the floor | 2 |\n"
            "|  | `power` | W, ≥ 0 | `light` | 0 |\n"
            "|  | `turn` | rad |  | as it hangs |\n"
            "|  | `at` | [x, y], m |  | [0, 0] |\n");
}

/// docs/scenario.md has two tables of keys, of mechanisms and of trains.
/// CAROM_WRITE_DOCS=1 build/dev/test_scenarios --gtest_filter='ScenarioKeys.*' puts them there.
TEST(ScenarioKeys, TheDocumentHasThem) {
  const std::string path = places::docs + "/scenario.md";
  const std::set<std::string> of_trains{"train", "body", "pair"};
  std::vector<ScenarioKey> rows[2];
  for (const ScenarioKey& row : scenario_keys()) rows[of_trains.count(row.section)].push_back(row);
  std::string text = content(path), expected = text;
  const std::string heading = "| section | key | value |";
  std::size_t at = 0;
  for (const std::vector<ScenarioKey>& table : rows) {
    at = expected.find(heading, at);
    ASSERT_NE(at, std::string::npos) << "a table is missing";
    std::size_t end = at;
    while (expected[end] == '|') end = expected.find('\n', end) + 1;
    const std::string made = markdown(table);
    expected.replace(at, end - at, made);
    at += made.size();
  }
  if (std::getenv("CAROM_WRITE_DOCS") != nullptr) std::ofstream(path, std::ios::binary) << expected;
  const auto must_be =
      std::mismatch(text.begin(), text.end(), expected.begin(), expected.end()).second;
  EXPECT_TRUE(text == expected) << "the keys have changed (see above this test), from here on: "
                                << std::string(must_be, expected.end()).substr(0, 200);
}

}  // namespace
}  // namespace carom
