/// No text, however broken, may crash the reader or make it throw; where it finds no fault, the
/// scenario is usable.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "unit/scenarios/reading.hpp"

namespace carom {
namespace {

using ::testing::ElementsAre;

void expect_sane(const std::string& text) {
  ReadScenario read_file;
  ASSERT_NO_THROW(read_file = read(text)) << text;
  for (const Fault& fault : read_file.faults) {
    EXPECT_FALSE(fault.message.empty());
    EXPECT_GE(fault.place.line, fault.where.section.empty() ? 0 : 1) << fault.message;
  }
  Scenario& scenario = read_file.scenario;
  EXPECT_EQ(scenario.mechanism.parameters.size(), scenario.parameters.size());
  EXPECT_EQ(scenario.state.positions.size(), scenario.state.velocities.size());
  EXPECT_TRUE(scenario.state.positions.size() >= scenario.mechanism.links.size() ||
              !read_file.faults.empty());
  std::vector<double> values;
  for (const Parameter& parameter : scenario.parameters) {
    EXPECT_TRUE(std::isfinite(parameter.value));
    values.push_back(parameter.value + 1);
  }
  evaluate(scenario, values);
}

TEST(HostileScenario, RandomBytes) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    std::string text(random() % 60, ' ');
    for (char& c : text) c = static_cast<char>(random() % 256);
    expect_sane(text);
  }
}

TEST(HostileScenario, RandomTokens) {
  const std::vector<std::string> tokens{"[",
                                        "]",
                                        "[[",
                                        "]]",
                                        "{",
                                        "}",
                                        "=",
                                        ",",
                                        ".",
                                        "\n",
                                        "\n",
                                        "\r\n",
                                        "\"",
                                        "'",
                                        "\"\"\"",
                                        "'''",
                                        "#",
                                        "link",
                                        "state",
                                        "base",
                                        "contact",
                                        "outline",
                                        "parameters",
                                        "sweep",
                                        "values",
                                        "name",
                                        "mass",
                                        "at",
                                        "1",
                                        "-2.5",
                                        "\"phi\"",
                                        "\"1/\"",
                                        "true",
                                        "inf",
                                        "nan",
                                        "1979-05-27",
                                        "07:32:00",
                                        "é",
                                        "\\u00e9",
                                        "\\",
                                        std::string(1, '\0'),
                                        "\xff",
                                        "[]",
                                        "{}",
                                        " "};
  std::mt19937 random(2);
  for (int trial = 0; trial < 5000; ++trial) {
    std::string text;
    const unsigned count = random() % 40;
    for (unsigned i = 0; i < count; ++i) text += tokens[random() % tokens.size()];
    expect_sane(text);
  }
}

TEST(HostileScenario, MutationsOfGoodFiles) {
  std::mt19937 random(3);
  const std::vector<std::string> values{"true",    "[]",     "{}",       "\"\"",       "\"x\"",
                                        "-1",      "nan",    "1e308",    "[[1], [2]]", "[1, 2]",
                                        "\"1/0\"", "\"a.\"", "12:00:00", "{ a = 1 }",  "'(('"};
  int read_well = 0;
  for (const std::string_view good : {three_links, everything}) {
    for (int trial = 0; trial < 1500; ++trial) {
      std::string text(good);
      const unsigned changes = 1 + random() % 3;
      for (unsigned change = 0; change < changes && !text.empty(); ++change) {
        const std::size_t at = random() % text.size();
        const std::size_t line = text.rfind('\n', at) + 1;  // 0 where there is none before
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::size_t equals = text.find('=', line);
        switch (random() % 6) {
          case 0:
            text[at] = static_cast<char>(random() % 256);
            break;
          case 1:
            text.erase(at, random() % 5);
            break;
          case 2:
            text.insert(at, text.substr(random() % text.size(), random() % 30));
            break;
          case 3:
            text.erase(line, end - line);
            break;
          case 4:
            text.resize(at + 1);
            break;
          default:
            if (equals < end)
              text.replace(equals + 1, end - equals - 1, values[random() % values.size()]);
        }
      }
      expect_sane(text);
      if (read(text).faults.empty()) ++read_well;
    }
  }
  EXPECT_GT(read_well, 50);
}

TEST(HostileScenario, EveryValueOfEveryOtherType) {
  const std::vector<std::string> values{"true",   "1",    "\"x\"", "[]",         "{}",
                                        "[1, 2]", "[[]]", "[{}]",  "1979-05-27", "{ kind = 1 }",
                                        "\"\""};
  for (std::size_t line = 0; line < everything.size(); line = everything.find('\n', line) + 1) {
    const std::size_t end = everything.find('\n', line);
    const std::size_t equals = everything.find('=', line);
    if (equals < end)
      for (const std::string& value : values)
        expect_sane(std::string(everything.substr(0, equals + 1)) + value +
                    std::string(everything.substr(end)));
    if (end + 1 == everything.size()) break;
  }
}

TEST(HostileScenario, DeepNesting) {
  const auto repeated = [](std::string_view text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
  };
  expect_sane("[state]\nangles = " + repeated("[", 100000));
  expect_sane("[state]\nangles = " + repeated("[", 200) + repeated("]", 200));
  expect_sane(repeated("[", 100000));
  expect_sane("base = " + repeated("{a=", 100000));
  expect_sane("[parameters]\na = \"" + repeated("(", 60000) + "\"");
  for (const std::string_view start :
       {"a", "[a", "[[a", "x = {a", "x = [\"\"\"q\"\"\"\", {a", "\"=\".a"})
    expect_sane(std::string(start) + repeated(".a", 200000) + " = 1");
  expect_sane("a" + repeated(".\"a\"", 200000) + " = 1");
  expect_sane("a" + repeated(". 'a' ", 200000) + " = 1");
  EXPECT_THAT(faults("[world]\na" + repeated(".a", 17) + " = 1\n"),
              ElementsAre("2:2 a key has more than 16 parts joined by dots"));
  EXPECT_THAT(
      faults("# ................................\ntitle = '...............................'\n"),
      ::testing::IsEmpty());
}

TEST(HostileScenario, ALongChainOfParameters) {
  std::string text = "[parameters]\n";
  constexpr int count = 20000;
  for (int i = 0; i < count; ++i)
    text += "p" + std::to_string(i) + " = \"p" + std::to_string((i + 1) % count) + "\"\n";
  const ReadScenario ring = read(text);
  ASSERT_EQ(ring.faults.size(), 1u);
  EXPECT_TRUE(ring.faults[0].message.starts_with("parameters: p0 depends on itself: p0 -> p1 -> "));
  text.erase(text.rfind('p', text.rfind('=')));
  const ReadScenario chain = read(text + "p" + std::to_string(count - 1) + " = 7\n");
  ASSERT_TRUE(chain.faults.empty());
  EXPECT_EQ(chain.scenario.parameters[0].value, 7.0);
}

}  // namespace
}  // namespace carom
