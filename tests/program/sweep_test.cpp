/// Sweeps as users run them: results that are the same bytes whoever computed them, however often
/// the run was stopped.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "program/started.hpp"

namespace carom {
namespace {

using namespace testing;
using ::testing::HasSubstr;

/// A folder's files, by name. What keeps other runs out has nothing in it.
std::map<std::string, std::string> files(const std::string& folder) {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      all[fs::relative(entry.path(), folder).string()] = content(entry.path().string());
  return all;
}

int chunk_count(const std::string& folder) {
  std::error_code ignored;
  int count = 0;
  for (const auto& entry : fs::directory_iterator(folder + "/chunks", ignored))
    count += entry.path().extension() == ".chunk" ? 1 : 0;
  return count;
}

/// The three-link chain with more points, in files of its own.
std::string three_links(int count, const std::string& more = "") {
  std::string text = content(example("three_link"));
  const std::string sparse = "count = 181";
  text.replace(text.find(sparse), sparse.size(), "count = " + std::to_string(count));
  return written("three_link_" + std::to_string(count) + ".toml", text + more);
}

std::string program() {
  return CAROM_PROGRAM;
}

/// mpirun with more ranks than cores, also as root.
std::string mpirun(int ranks) {
  return "env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
         "OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1 "
         "mpirun --bind-to none -n " +
         std::to_string(ranks) + " ";
}

TEST(SweepProgram, ThreadsChunksAndRanksGiveTheSameBytes) {
  const std::string scenario = three_links(2001);
  const std::string asked = "sweep " + scenario + " --law all --boundaries ";
  const std::string first = fresh("alone");
  ASSERT_EQ(carom(asked + "--threads 1 -o " + first).status, 0);
  const auto expected = files(first);
  EXPECT_TRUE(expected.contains("results.h5"));
  EXPECT_TRUE(expected.contains("results.csv"));
  EXPECT_TRUE(expected.contains("boundaries.csv"));
  EXPECT_FALSE(fs::exists(first + "/chunks"));
  for (const char* how : {"--threads 2", "--threads 7", "--threads 2 --chunk 13", "--chunk 5000"}) {
    const std::string folder = fresh("other");
    ASSERT_EQ(carom(asked + how + " -o " + folder).status, 0);
    for (const auto& [name, bytes] : expected)
      EXPECT_TRUE(files(folder)[name] == bytes) << name << " differs with " << how;
  }
  for (const int ranks : {1, 2, 4}) {
    const std::string folder = fresh("ranks");
    Started run(mpirun(ranks) + program() + " " + asked + "--chunk 50 -o " + folder);
    const auto end = run.end();
    ASSERT_EQ(end.ran.status, 0) << end.ran.err;
    EXPECT_THAT(end.ran.out, HasSubstr("2001, all solved"));
    for (const auto& [name, bytes] : expected)
      EXPECT_TRUE(files(folder)[name] == bytes) << name << " differs with " << ranks << " ranks";
  }
}

TEST(SweepProgram, KilledAtAnyMomentItGoesOnAndEndsWithTheSameBytes) {
  const std::string scenario = three_links(60000);
  const std::string asked = " sweep " + scenario + " --law energetic,brach --csv --chunk 500 ";
  const std::string undisturbed = fresh("undisturbed");
  ASSERT_EQ(carom(asked + "-o " + undisturbed).status, 0);

  const std::string folder = fresh("killed");
  int kills = 0;
  std::map<std::string, fs::file_time_type> before;
  for (int round = 0; round < 40; ++round) {
    Started run(program() + asked + "--resume -o " + folder);
    // Each time a little later, in the end while the results are put together.
    const int enough = chunk_count(folder) + 1 + 4 * round;
    waited_for([&] {
      return chunk_count(folder) >= enough || fs::exists(folder + "/results.h5.part") ||
             fs::exists(folder + "/summary.json");
    });
    run.send(SIGKILL);
    const auto end = run.end();
    for (const auto& [name, time] : before) {
      std::error_code gone;
      const auto now = fs::last_write_time(folder + "/chunks/" + name, gone);
      if (gone) continue;
      EXPECT_EQ(now, time) << name << " was whole and was computed again";
    }
    before.clear();
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder + "/chunks", ignored))
      if (entry.path().extension() == ".chunk")
        before[entry.path().filename().string()] = entry.last_write_time();
    if (end.signal == 0) break;
    ++kills;
  }
  EXPECT_GE(kills, 4);
  ASSERT_EQ(carom(asked + "--resume -o " + folder).status, 0);
  EXPECT_TRUE(files(folder) == files(undisturbed));
}

TEST(SweepProgram, CtrlCFinishesTheChunkAndSaysHowToGoOn) {
  const std::string scenario = three_links(3000000);
  const std::string asked = " sweep " + scenario + " --quantities energy_loss --chunk 2000 -o ";
  const std::string folder = fresh("interrupted");
  Started run(program() + asked + folder);
  ASSERT_TRUE(waited_for([&] { return chunk_count(folder) >= 3; }));
  run.send(SIGINT);
  const auto end = run.end();
  EXPECT_EQ(end.ran.status, 130);
  EXPECT_EQ(end.ran.out, "");
  EXPECT_THAT(end.ran.err, HasSubstr("interrupted after "));
  EXPECT_THAT(end.ran.err, HasSubstr("--resume goes on"));
  EXPECT_GE(chunk_count(folder), 3);
  for (const auto& entry : fs::directory_iterator(folder + "/chunks"))
    EXPECT_EQ(entry.path().extension(), ".chunk");
}

TEST(SweepProgram, ARanksDeathIsReportedWithItsChunkAndLosesNothing) {
  const std::string scenario = three_links(1000000);
  const std::string asked = " sweep " + scenario + " --quantities energy_loss --chunk 4000 ";
  const std::string folder = fresh("bereft");
  Started run(mpirun(3) + program() + asked + "--threads 1 -o " + folder);
  ASSERT_TRUE(waited_for([&] { return chunk_count(folder) >= 5; }));
  pid_t victim = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string environment = content(entry.path().string() + "/environ");
    const std::string arguments = content(entry.path().string() + "/cmdline");
    if (environment.find("OMPI_COMM_WORLD_RANK=1") != std::string::npos &&
        arguments.find(folder) != std::string::npos)
      victim = static_cast<pid_t>(std::stoi(entry.path().filename()));
  }
  ASSERT_GT(victim, 0);
  kill(victim, SIGKILL);
  const auto end = run.end();
  EXPECT_NE(end.ran.status, 0);
  EXPECT_THAT(end.ran.err, HasSubstr("rank 1 has died; it had chunk "));
  const int kept = chunk_count(folder);
  EXPECT_GE(kept, 5);

  const std::string undisturbed = fresh("whole");
  ASSERT_EQ(carom(asked + "-o " + undisturbed).status, 0);
  ASSERT_EQ(carom(asked + "--resume -o " + folder).status, 0);
  EXPECT_TRUE(files(folder) == files(undisturbed));
}

TEST(SweepProgram, MemoryDoesNotGrowWithTheGrid) {
  const auto memory = [](int count, const std::string& folder) {
    Started run(program() + " sweep " + three_links(count) +
                " --quantities verdict --no-csv --chunk 5000 --threads 2" + folder);
    const auto end = run.end();
    EXPECT_EQ(end.ran.status, 0) << end.ran.err;
    return end.most_memory;
  };
  const long small = memory(50000, " -o " + fresh("small"));
  const long large = memory(2000000, " -o " + fresh("large"));
  EXPECT_LT(large, small + 4096) << "kB";
  EXPECT_LT(memory(2000000, ""), small + 4096) << "kB, results not kept";
}

TEST(SweepProgram, AResultFolderIsNeverOverwrittenUnasked) {
  const std::string folder = fresh("precious");
  const std::string asked = "sweep " + example("three_link") + " -o " + folder;
  ASSERT_EQ(carom(asked).status, 0);
  const auto before = files(folder);
  const auto again = carom(asked + " --law brach");
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, HasSubstr("--force"));
  EXPECT_TRUE(files(folder) == before);
  const auto other = carom(asked + " --law brach --resume");
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("laws"));
  EXPECT_TRUE(files(folder) == before);
  EXPECT_EQ(carom(asked + " --resume").status, 0) << "complete: nothing to do";
  EXPECT_TRUE(files(folder) == before);
  std::ofstream(folder + "/notes.txt") << "mine";
  EXPECT_EQ(carom(asked + " --law brach --force").status, 0);
  EXPECT_EQ(content(folder + "/notes.txt"), "mine");
  EXPECT_FALSE(files(folder)["results.h5"] == before.at("results.h5"));

  const std::string foreign = fresh("foreign");
  fs::create_directory(foreign);
  std::ofstream(foreign + "/thesis.tex") << "years of work";
  EXPECT_EQ(carom("sweep " + example("three_link") + " --force -o " + foreign).status, 2);
  EXPECT_EQ(content(foreign + "/thesis.tex"), "years of work");
}

TEST(SweepProgram, AFolderThatCannotBeWrittenIsRefusedBeforeTheWork) {
  const std::string file = written("file", "");
  for (const std::string& folder : {file, file + "/inside", std::string("/proc/results")}) {
    const auto ran =
        carom("sweep " + three_links(100000000) + " --quantities verdict -o " + folder);
    EXPECT_EQ(ran.status, 2) << folder;
    EXPECT_THAT(ran.err, HasSubstr(folder.substr(0, folder.rfind('/'))));
  }
}

TEST(SweepProgram, AFullDiskIsAClearErrorAndLosesNothing) {
  const std::string folder = fresh("full");
  const std::string asked =
      program() + " sweep " + three_links(20000) + " --chunk 1000 --no-csv -o " + folder;
  // Files larger than this many blocks of 1 kB fail to be written: chunks fit, the table does not.
  const std::string out = scratch("full.out"), err = scratch("full.err");
  const int result = std::system(
      ("bash -c 'trap \"\" XFSZ; ulimit -f 500; exec " + asked + "' >" + out + " 2>" + err)
          .c_str());
  EXPECT_EQ(WEXITSTATUS(result), 2);
  EXPECT_THAT(content(err), HasSubstr("cannot be written"));
  EXPECT_EQ(chunk_count(folder), 20) << "all that was done is kept";
  EXPECT_EQ(std::system((asked + " --resume >" + out).c_str()), 0);
  const std::string undisturbed = fresh("roomy");
  carom("sweep " + three_links(20000) + " --chunk 1000 --no-csv -o " + undisturbed);
  EXPECT_TRUE(files(folder) == files(undisturbed));
}

TEST(SweepProgram, JsonHasBoundariesByTheContract) {
  const auto ran = carom("sweep " + example("three_link") + " --json --boundaries");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json root = json::parse(ran.out);
  EXPECT_EQ(root.at("format"), 1);
  EXPECT_EQ(root.at("points"), 181);
  EXPECT_EQ(root.at("holes"), 0);
  bool found = false;
  for (const json& boundary : root.at("boundaries")) {
    EXPECT_EQ(boundary.at("parameter"), "phi");
    if (boundary.value("contact", "") == "A0" && boundary.at("below") == "slides" &&
        boundary.at("above") == "rebounds" &&
        std::abs(boundary.at("at").get<double>() + 1.4124) < 1e-4)
      found = boundary.at("law") == "energetic";
  }
  EXPECT_TRUE(found);
}

TEST(SweepProgram, RandomAxesDependOnTheSeedAlone) {
  const std::string text = content(example("three_link"));
  const std::string grid = text.substr(0, text.find("[[sweep]]"));
  const auto sampled = [&](const std::string& seed) {
    const std::string file = written(
        "random.toml", grid +
                           "[[sweep]]\nparameter = \"e\"\ncount = 300\ndistribution = { kind = "
                           "\"normal\", mean = 0.9, deviation = 0.05, from = 0, to = 1 }\nseed = " +
                           seed +
                           "\n[[sweep]]\nparameter = \"muc\"\nwith = \"e\"\ncount = 300\n"
                           "distribution = { kind = \"uniform\", from = 0.3, to = 0.7 }\nseed = " +
                           seed + "\n");
    const std::string folder = fresh("random");
    const auto ran = carom("sweep " + file + " -o " + folder);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("300, all solved"));
    return files(folder)["results.csv"];
  };
  const std::string first = sampled("1");
  EXPECT_TRUE(first == sampled("1"));
  EXPECT_FALSE(first == sampled("2"));
}

TEST(SweepProgram, WithoutAxesThereIsNothingToSweep) {
  const std::string text = content(example("three_link"));
  const std::string file = written("no_axes.toml", text.substr(0, text.find("[[sweep]]")));
  const auto ran = carom("sweep " + file + " -o " + fresh("nothing"));
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("no [[sweep]]"));
  EXPECT_FALSE(fs::exists(scratch("nothing")));
}

TEST(SweepProgram, ASweepOfMapsTellsOfEnergyMade) {
  const std::string file = written(
      "rocking.toml",
      "[parameters]\nr = 3.0\n[world]\ngravity = [0, -9.81]\n[base]\nkind = 'free'\nposition = [0, "
      "0.3]\n[[link]]\nname = 'body'\nlength = 0.0\nmass = 1.0\ncom = [0, 0]\ninertia = 0.002\n"
      "[[surface]]\nname = 'plate'\n[[contact]]\nname = 'rim'\nlink = 'body'\nsurface = 'plate'\n"
      "friction = 1.5\nrestitution = 0.9\noutline = { kind = 'ellipse', semi_axes = [0.2, 0.05], "
      "centre = [0, 0] }\n[state]\nangles = [0.3]\nrates = ['r']\nvelocity = [2.0, 0]\n[impact]\n"
      "law = 'kinematic'\n[map]\nreturns = 10\n[[sweep]]\nparameter = 'r'\nfrom = 1.0\nto = 4.0\n"
      "count = 4\n");
  const auto ran = carom("sweep " + file + " --of map");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("of a motion MAKE energy: the contacts put it into the chain"));
}

}  // namespace
}  // namespace carom
