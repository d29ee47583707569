/// One mistake is one fault: what follows from it is not told beside it.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>

#include "study/either_study.hpp"
#include "study/study.hpp"
#include "study/train_study.hpp"
#include "support/places.hpp"

namespace carom {
namespace {

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// What is told of the text.
std::vector<Fault> faults_of(const std::vector<std::string>& lines, bool train) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  try {
    if (train)
      train_study_from_text(text, "file");
    else
      study_from_text(text, "file");
  } catch (const InputError& error) {
    return error.faults();
  }
  return {};
}

/// Every key of every example, misspelt, and with a value of the wrong kind.
TEST(OneFault, OfOneMistakeInAnyKeyOfTheExamples) {
  const std::regex entry("(\\w+) = (.*)"), section("\\[+(\\w+)\\]+");
  int tried = 0;
  for (const auto& file : std::filesystem::directory_iterator(places::examples)) {
    if (file.path().extension() != ".toml") continue;
    const std::vector<std::string> lines = lines_of(file.path());
    const bool train =
        std::ranges::any_of(lines, [](const std::string& line) { return line == "[train]"; });
    std::string in;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::smatch found;
      if (std::regex_match(lines[i], found, section)) in = found[1];
      if (!std::regex_match(lines[i], found, entry) || in == "parameters") continue;
      const std::string key = found[1], value = found[2];
      for (const bool misspelt : {true, false}) {
        // A table is of the right kind there.
        if (!misspelt && (value.starts_with("{") || key == "rule")) continue;
        std::vector<std::string> mistaken = lines;
        mistaken[i] = misspelt ? key + "x = " + value : key + " = {a = 1}";
        const std::vector<Fault> faults = faults_of(mistaken, train);
        std::string told;
        for (const Fault& fault : faults) told += "\n  " + fault.message;
        EXPECT_EQ(faults.size(), 1U)
            << file.path().filename() << ":" << i + 1 << ": " << mistaken[i] << told;
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 1000);
}

}  // namespace
}  // namespace carom
