#include "stores/results_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <csignal>
#include <map>
#include <thread>

#include "carom/fault.hpp"
#include "stores/results_reader.hpp"
#include "stores/summary_json.hpp"
#include "stores/sweep_summary.hpp"
#include "support/made_sweep.hpp"
#include "support/scratch_folder.hpp"

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr FolderOptions resume{Opening::resume};
constexpr FolderOptions force{Opening::force};

/// The faults of an opening that must fail.
std::vector<std::string> refusal(const std::string& path, const SweepQuestion& question,
                                 const FolderOptions& options = {}) {
  try {
    ResultsFolder::opened(path, question, options);
  } catch (const InputError& error) {
    EXPECT_EQ(error.source(), path);
    std::vector<std::string> messages;
    for (const Fault& fault : error.faults()) messages.push_back(fault.message);
    return messages;
  }
  ADD_FAILURE() << path << " was opened";
  return {};
}

std::vector<std::string> names(const std::map<std::string, std::string>& all) {
  std::vector<std::string> list;
  for (const auto& [name, bytes] : all) list.push_back(name);
  return list;
}

TEST(ResultsFolder, LeavesResultsAndNothingElse) {
  const ScratchFolder scratch;
  const SweepReport report = made_folder(scratch / "deep/er/results/", made_question());
  EXPECT_EQ(report.folder, scratch / "deep/er/results");
  EXPECT_THAT(
      names(contents(report.folder)),
      ElementsAre("boundaries.csv", "results.csv", "results.h5", "scenario.toml", "summary.json"));
  EXPECT_EQ(content(report.folder + "/scenario.toml"), made_question().scenario);
}

TEST(ResultsFolder, ReportsWhatASweepWithoutAFolderReports) {
  const ScratchFolder scratch;
  const SweepQuestion question = made_question();
  SummaryStore store(question);
  for (std::int64_t index = question.chunks(); index-- > 0;) store.put(made_chunk(question, index));
  const SweepReport expected = store.report();
  const SweepReport report = made_folder(scratch / "r", question);
  EXPECT_EQ(summary_json(report, 8), summary_json(expected, 8));
  ASSERT_EQ(report.boundaries.size(), expected.boundaries.size());
  // And what is read from the folder later.
  const SweepReport later = report_of_folder(scratch / "r");
  EXPECT_EQ(summary_json(later, 8), summary_json(expected, 8));
  ASSERT_EQ(later.boundaries.size(), expected.boundaries.size());
  EXPECT_EQ(later.boundaries[3].at, expected.boundaries[3].at);
  EXPECT_EQ(later.boundaries[3].above, expected.boundaries[3].above);
}

/// The same bytes whatever the size of the chunks, their order and the threads that put them.
TEST(ResultsFolder, SameBytesHoweverTheyCame) {
  const ScratchFolder scratch;
  made_folder(scratch / "expected", made_question(30));
  const auto expected = contents(scratch / "expected");
  for (const std::int64_t size : {1, 4, 7, 29, 100}) {
    const SweepQuestion question = made_question(size);
    const std::string path = scratch / std::to_string(size);
    const auto folder = ResultsFolder::opened(path, question);
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t)
      threads.emplace_back([&, t] {
        for (std::int64_t index = question.chunks() - 1 - t; index >= 0; index -= 3)
          folder->put(made_chunk(question, index));
      });
    for (std::thread& thread : threads) thread.join();
    folder->assembled();
    EXPECT_EQ(contents(path), expected) << size;
  }
}

TEST(ResultsFolder, CsvAsAskedFor) {
  const ScratchFolder scratch;
  const SweepQuestion question = made_question();
  made_folder(scratch / "always", question, {Opening::fresh, CsvMode::always});
  made_folder(scratch / "never", question, {Opening::fresh, CsvMode::never});
  const auto always = contents(scratch / "always");
  auto never = contents(scratch / "never");
  EXPECT_FALSE(never.contains("results.csv"));
  never["results.csv"] = always.at("results.csv");
  EXPECT_EQ(always, never);
  // A complete folder gets it when it is asked for later.
  made_folder(scratch / "never", question, {Opening::resume, CsvMode::always});
  EXPECT_EQ(contents(scratch / "never"), always);
}

TEST(ResultsFolder, IsNotOverwritten) {
  const ScratchFolder scratch;
  const SweepQuestion question = made_question();
  made_folder(scratch / "r", question);
  const auto before = contents(scratch / "r");
  EXPECT_THAT(refusal(scratch / "r", question),
              ElementsAre("has results already; --force starts again and replaces them"));
  EXPECT_EQ(contents(scratch / "r"), before);
  {
    const auto unfinished = ResultsFolder::opened(scratch / "u", question);
    unfinished->put(made_chunk(question, 1));
  }
  EXPECT_THAT(refusal(scratch / "u", question),
              ElementsAre("has a sweep that is not finished; --resume goes on with it, --force "
                          "starts again"));
  EXPECT_TRUE(contents(scratch / "u").contains("chunks/00000001.chunk"));
}

TEST(ResultsFolder, LeavesOtherPeoplesFoldersAlone) {
  const ScratchFolder scratch;
  const SweepQuestion question = made_question();
  std::filesystem::create_directory(scratch / "home");
  write(scratch / "home/scenario.toml", "mine");
  write(scratch / "home/thesis.tex", "mine");
  const auto before = contents(scratch / "home");
  for (const Opening opening : {Opening::fresh, Opening::resume, Opening::force})
    EXPECT_THAT(refusal(scratch / "home", question, {opening}),
                ElementsAre("is not empty and not a result folder of Carom: it has "
                            "\"scenario.toml\"; name another folder"));
  EXPECT_EQ(contents(scratch / "home"), before);

  // In a result folder, what is not Carom's stays.
  made_folder(scratch / "r", question);
  write(scratch / "r/notes.txt", "mine");
  write(scratch / "r/results.h5.txt", "mine");
  made_folder(scratch / "r", made_question(3), force);
  EXPECT_EQ(content(scratch / "r/notes.txt"), "mine");
  EXPECT_EQ(content(scratch / "r/results.h5.txt"), "mine");
}

TEST(ResultsFolder, ForceStartsAgain) {
  const ScratchFolder scratch;
  SweepQuestion other = made_question(3);
  other.laws = {"whittaker"};
  other.boundaries = false;
  std::erase_if(other.columns, [](const Column& column) { return !column.group.empty(); });
  made_folder(scratch / "expected", other, {Opening::fresh, CsvMode::never});
  made_folder(scratch / "r", made_question());
  made_folder(scratch / "r", other, {Opening::force, CsvMode::never});
  EXPECT_EQ(contents(scratch / "r"), contents(scratch / "expected"));
  // An empty folder, or none, needs no force but takes it.
  made_folder(scratch / "new", other, {Opening::force, CsvMode::never});
  EXPECT_EQ(contents(scratch / "new"), contents(scratch / "expected"));
}

TEST(ResultsFolder, ResumeKeepsWhatIsWhole) {
  const ScratchFolder scratch;
  const SweepQuestion question = made_question();
  made_folder(scratch / "expected", question);
  {
    const auto folder = ResultsFolder::opened(scratch / "r", question, resume);
    for (const std::int64_t index : {0, 2, 3, 4}) folder->put(made_chunk(question, index));
  }
  // A chunk that is damaged, one that was cut off, one in the making, and one that never was.
  std::string bytes = content(scratch / "r/chunks/00000002.chunk");
  bytes[bytes.size() / 2] ^= 1;
  write(scratch / "r/chunks/00000002.chunk", bytes);
  write(scratch / "r/chunks/00000003.chunk", bytes.substr(0, bytes.size() / 2));
  write(scratch / "r/chunks/00000001.chunk.part", "the beginning");
  write(scratch / "r/chunks/00000099.chunk", "no such chunk");
  const auto folder = ResultsFolder::opened(scratch / "r", question, resume);
  EXPECT_FALSE(folder->complete());
  EXPECT_EQ(folder->chunks_kept(), 2);
  for (std::int64_t index = 0; index < question.chunks(); ++index)
    EXPECT_EQ(folder->has(index), index == 0 || index == 4) << index;
  EXPECT_FALSE(contents(scratch / "r").contains("chunks/00000001.chunk.part"));
  put_all(*folder, question);
  folder->assembled();
  EXPECT_EQ(contents(scratch / "r"), contents(scratch / "expected"));
}

TEST(ResultsFolder, ResumeOfACompleteOneHasNothingToDo) {
  const ScratchFolder scratch;
  const SweepQuestion question = made_question();
  made_folder(scratch / "r", question);
  const auto before = contents(scratch / "r");
  // The size of chunks no longer matters.
  const auto folder = ResultsFolder::opened(scratch / "r", made_question(11), resume);
  EXPECT_TRUE(folder->complete());
  EXPECT_TRUE(folder->has(0));
  EXPECT_EQ(folder->assembled().holes, 4);
  EXPECT_EQ(contents(scratch / "r"), before);
}

TEST(ResultsFolder, ResumeNeedsTheSameQuestion) {
  const ScratchFolder scratch;
  const SweepQuestion question = made_question();
  SweepQuestion other = question;
  other.laws = {"brach"};
  other.overrides.clear();
  { ResultsFolder::opened(scratch / "u", question)->put(made_chunk(question, 0)); }
  made_folder(scratch / "r", question);
  for (const char* name : {"u", "r"}) {
    const auto before = contents(scratch / name);
    EXPECT_THAT(refusal(scratch / name, other, resume),
                ElementsAre("cannot go on, the question is another: parameters set: mu=0.5 there, "
                            "none now",
                            "cannot go on, the question is another: laws: energetic, brach there, "
                            "brach now; --force starts again"));
    EXPECT_EQ(contents(scratch / name), before);
  }
  EXPECT_THAT(refusal(scratch / "u", made_question(8), resume).front(),
              HasSubstr("points a chunk: 7 there, 8 now"));
}

TEST(ResultsFolder, OneRunAtATime) {
  const ScratchFolder scratch;
  const SweepQuestion question = made_question();
  const auto first = ResultsFolder::opened(scratch / "r", question);
  const std::string busy = "is in use by another run (process " + std::to_string(getpid()) + ")";
  for (const Opening opening : {Opening::fresh, Opening::resume, Opening::force})
    EXPECT_THAT(refusal(scratch / "r", question, {opening}), ElementsAre(busy));
  put_all(*first, question);
  first->assembled();
}

TEST(ResultsFolder, UnusablePlacesAreRefusedBeforeTheWork) {
  const ScratchFolder scratch;
  const SweepQuestion question = made_question();
  write(scratch / "file", "mine");
  EXPECT_THAT(refusal(scratch / "file", question), ElementsAre("is a file, not a folder"));
  EXPECT_THAT(refusal(scratch / "file/below", question),
              ElementsAre("cannot be made: Not a directory"));
  // No user may write there, not even root.
  EXPECT_THAT(refusal("/proc/carom", question).front(), StartsWith("cannot be "));
  EXPECT_EQ(content(scratch / "file"), "mine");
}

TEST(ResultsFolder, ADiskTooSmallIsRefusedBeforeTheWork) {
  const ScratchFolder scratch;
  SweepQuestion question = made_question(1'000'000);
  SweepAxis axis;
  axis.parameter = "phi";
  axis.to = 1;
  axis.count = 2'000'000'000;
  SweepAxis second = axis;
  second.parameter = "psi";
  second.count = 100'000;
  question.grid = grid_of(std::vector{axis, second});
  EXPECT_THAT(
      refusal(scratch / "r", question).front(),
      testing::MatchesRegex("needs about [0-9.e+]+ TB of disk while it is made \\(half of it "
                            "afterwards\\); [0-9.e+]+ [kMGT]B are free"));
  EXPECT_FALSE(std::filesystem::exists(scratch / "r"));
}

/// Files may not grow beyond a limit while it lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST(ResultsFolder, AFailedWriteLosesNothing) {
  const ScratchFolder scratch;
  const SweepQuestion question = made_question();
  made_folder(scratch / "expected", question);
  std::string message;
  {
    const auto folder = ResultsFolder::opened(scratch / "r", question);
    folder->put(made_chunk(question, 0));
    const auto before = contents(scratch / "r");
    try {
      const FileSizeLimit limit(1000);
      folder->put(made_chunk(question, 1));
    } catch (const InputError& error) {
      message = error.what();
    }
    EXPECT_EQ(message, scratch / "r" +
                           ": cannot be written: File too large; 1 of 5 chunks are kept, "
                           "--resume goes on with them");
    EXPECT_EQ(contents(scratch / "r"), before);
  }
  // While the results are made: at every size they can have.
  for (rlim_t size = 2'000; size < 60'000; size += 4'000) {
    const auto folder = ResultsFolder::opened(scratch / "r", question, resume);
    put_all(*folder, question);
    try {
      const FileSizeLimit limit(size);
      folder->assembled();
    } catch (const InputError& error) {
      message = error.what();
      EXPECT_THAT(message, HasSubstr("cannot be written: File too large")) << size;
      EXPECT_FALSE(std::filesystem::exists(scratch / "r/summary.json"));
      EXPECT_FALSE(std::filesystem::exists(scratch / "r/results.h5.part"));
      EXPECT_EQ(folder->chunks_kept(), question.chunks());
      continue;
    }
    EXPECT_GT(size, 40'000U);
    break;
  }
  EXPECT_EQ(contents(scratch / "r"), contents(scratch / "expected"));
}

/// A disk that is really full, where this machine lets us make one.
TEST(ResultsFolder, AFullDiskLosesNothing) {
  const ScratchFolder scratch;
  SweepQuestion question = made_question(1000);
  SweepAxis axis;
  axis.parameter = "phi";
  axis.to = 1;
  axis.count = 10'000;
  question.grid = grid_of(std::vector{axis});
  question.boundaries = false;
  const std::string disk = scratch / "disk";
  std::filesystem::create_directory(disk);
  if (mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=8m") != 0)
    GTEST_SKIP() << "no rights to mount a small disk here";
  struct Unmount {
    std::string path;
    ~Unmount() { umount(path.c_str()); }
  } const unmount{disk};
  const FolderOptions without_csv{Opening::fresh, CsvMode::never};
  const FolderOptions go_on{Opening::resume, CsvMode::never};
  made_folder(scratch / "expected", question, without_csv);

  // Something else fills the disk up, first while chunks come in, then while they are assembled.
  const std::string filling(8'000'000, 'x');
  {
    const auto folder = ResultsFolder::opened(disk + "/r", question, without_csv);
    write(disk + "/filling", filling);
    try {
      put_all(*folder, question);
      ADD_FAILURE();
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("cannot be written: No space left on device; "));
      EXPECT_GT(folder->chunks_kept(), 0);
    }
  }
  EXPECT_THAT(refusal(disk + "/r", question, go_on).front(), HasSubstr("needs about "));
  std::filesystem::remove(disk + "/filling");
  {
    const auto folder = ResultsFolder::opened(disk + "/r", question, go_on);
    EXPECT_GT(folder->chunks_kept(), 0);
    put_all(*folder, question);
    write(disk + "/filling", filling);
    try {
      folder->assembled();
      ADD_FAILURE();
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("cannot be written: No space left on device"));
    }
  }
  std::filesystem::remove(disk + "/filling");
  made_folder(disk + "/r", question, go_on);
  EXPECT_EQ(contents(disk + "/r"), contents(scratch / "expected"));
}

}  // namespace
}  // namespace carom
