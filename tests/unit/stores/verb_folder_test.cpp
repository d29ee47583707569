/// Folders that verbs leave: complete or nothing, and never over what is not theirs.

#include "stores/verb_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "carom/fault.hpp"
#include "stores/durable_file.hpp"
#include "support/scratch_folder.hpp"

namespace carom {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

const FolderOrigin origin{"critical", "A chain", "title = \"A chain\"\n", {"x=1"}};

std::string refusal(const std::string& path, bool force = false) {
  try {
    VerbFolder(path, origin, force);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void make(const std::string& path, bool force = false, const std::string& name = "curves.csv") {
  VerbFolder folder(path, origin, force);
  folder.write(name, "a,b\n1,2\n");
  folder.complete(R"({"format": 1, "critical": []})");
}

TEST(VerbFolder, SaysWhatMadeItAndHoldsItsFiles) {
  const ScratchFolder scratch;
  const std::string path = scratch / "out";
  make(path + "/");
  EXPECT_EQ(folder_verb(path), "critical");
  const FolderSummary summary = folder_summary(path);
  EXPECT_EQ(summary.origin.title, origin.title);
  EXPECT_EQ(summary.origin.scenario, origin.scenario);
  EXPECT_EQ(summary.origin.overrides, origin.overrides);
  EXPECT_EQ(summary.files, std::vector<std::string>{"curves.csv"});
  EXPECT_EQ(summary.answer, R"({"format":1,"critical":[]})");
  EXPECT_EQ(file_text(path + "/curves.csv"), "a,b\n1,2\n");
  EXPECT_FALSE(fs::exists(path + "/lock"));
}

TEST(VerbFolder, NothingIsLeftWhereItIsNotCompleted) {
  const ScratchFolder scratch;
  const std::string path = scratch / "deep/out";
  {
    VerbFolder folder(path, origin, false);
    folder.write("curves.csv", "a\n");
  }
  EXPECT_FALSE(fs::exists(path));
  make(path);
  // Forced, but given up before the first file: the old results stay.
  { VerbFolder folder(path, origin, true); }
  EXPECT_EQ(folder_summary(path).files.size(), 1u);
}

TEST(VerbFolder, ReplacesOnlyItsOwnAndOnlyWhenAsked) {
  const ScratchFolder scratch;
  const std::string path = scratch / "out";
  make(path);
  EXPECT_THAT(refusal(path), HasSubstr("has results already; --force replaces them"));
  make(path, true, "points.csv");
  EXPECT_FALSE(fs::exists(path + "/curves.csv"));
  EXPECT_TRUE(fs::exists(path + "/points.csv"));
  const std::string foreign = scratch / "mine";
  fs::create_directory(foreign);
  std::ofstream(foreign + "/thesis.tex") << "all of it";
  EXPECT_THAT(refusal(foreign, true), HasSubstr("it has \"thesis.tex\""));
  EXPECT_THAT(refusal(foreign + "/thesis.tex"), HasSubstr("is a file"));
  EXPECT_THAT(refusal(""), HasSubstr("must name a folder"));
}

TEST(VerbFolder, ADamagedSummaryIsNone) {
  const ScratchFolder scratch;
  const std::string path = scratch / "out";
  make(path);
  std::ofstream(path + "/summary.json") << R"({"format": 1, "verb": "critical", "title": "",)"
                                        << R"("overrides": [], "files": ["../x"], "answer": 0})";
  EXPECT_THROW(folder_summary(path), InputError);
  EXPECT_EQ(folder_verb(path), "sweep");
  EXPECT_THAT(refusal(path, true), HasSubstr("has not left it"));
}

}  // namespace
}  // namespace carom
