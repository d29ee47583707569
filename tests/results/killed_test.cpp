/// A run that makes a result folder is killed before each of its changes to the file system, one
/// after the other, in the middle of each write: whatever it left, going on ends with the bytes of
/// an undisturbed run. The functions of the C library that change files are replaced here by ones
/// that count, in this program only.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>

#include "carom/fault.hpp"
#include "support/made_sweep.hpp"
#include "support/scratch_folder.hpp"

namespace {

/// Changes left until the process dies; below zero: it lives.
std::atomic<int> changes_left{-1};

bool last_change() {
  return changes_left.load() >= 0 && changes_left.fetch_sub(1) == 0;
}

void die() {
  ::kill(::getpid(), SIGKILL);
}

void change() {
  if (last_change()) die();
}

}  // namespace

// NOLINTBEGIN: the C library's names and types.
extern "C" {
ssize_t write(int file, const void* data, size_t size) {
  if (file > 2 && last_change()) {
    syscall(SYS_write, file, data, size / 2);
    die();
  }
  return syscall(SYS_write, file, data, size);
}
ssize_t pwrite64(int file, const void* data, size_t size, off64_t offset) {
  // The table's own writes go to a file that counts for nothing yet: every eighth will do.
  static int writes = 0;
  if (writes++ % 8 == 0 && last_change()) {
    syscall(SYS_pwrite64, file, data, size / 2, offset);
    die();
  }
  return syscall(SYS_pwrite64, file, data, size, offset);
}
ssize_t pwrite(int file, const void* data, size_t size, off_t offset) {
  return pwrite64(file, data, size, offset);
}
int rename(const char* from, const char* to) noexcept {
  change();
  return static_cast<int>(syscall(SYS_rename, from, to));
}
int unlink(const char* path) noexcept {
  change();
  return static_cast<int>(syscall(SYS_unlink, path));
}
int rmdir(const char* path) noexcept {
  change();
  return static_cast<int>(syscall(SYS_rmdir, path));
}
int remove(const char* path) noexcept {
  change();
  const long removed = syscall(SYS_unlink, path);
  return static_cast<int>(removed != 0 && errno == EISDIR ? syscall(SYS_rmdir, path) : removed);
}
int mkdir(const char* path, mode_t mode) noexcept {
  change();
  return static_cast<int>(syscall(SYS_mkdir, path, mode));
}
int fsync(int file) {
  change();
  return static_cast<int>(syscall(SYS_fsync, file));
}
int ftruncate64(int file, off64_t size) noexcept {
  change();
  return static_cast<int>(syscall(SYS_ftruncate, file, size));
}
int ftruncate(int file, off_t size) noexcept {
  return ftruncate64(file, size);
}
int open64(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const int mode = (flags & O_CREAT) != 0 ? va_arg(more, int) : 0;
  va_end(more);
  if ((flags & (O_CREAT | O_TRUNC)) != 0) change();
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}
int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const int mode = (flags & O_CREAT) != 0 ? va_arg(more, int) : 0;
  va_end(more);
  return open64(path, flags, mode);
}
}
// NOLINTEND

namespace carom {
namespace {

constexpr FolderOptions resume{Opening::resume};

/// Does it in a process of its own, which is killed at a change (from 0). Whether it was.
template <class Work>
bool killed_at(int at, Work&& work) {
  const pid_t child = fork();
  if (child == 0) {
    changes_left = at;
    work();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
  EXPECT_TRUE(!WIFSIGNALED(status) || WTERMSIG(status) == SIGKILL);
  return WIFSIGNALED(status);
}

/// Goes on to the end; how many chunks had to be computed.
int gone_on(const std::string& path, const SweepQuestion& question) {
  const auto folder = ResultsFolder::opened(path, question, resume);
  int computed = 0;
  for (std::int64_t index = 0; index < question.chunks(); ++index) {
    if (folder->has(index)) continue;
    folder->put(made_chunk(question, index));
    ++computed;
  }
  folder->assembled();
  return computed;
}

int whole_chunks(const std::string& path) {
  int count = 0;
  if (std::filesystem::exists(path + "/chunks"))
    for (const auto& entry : std::filesystem::directory_iterator(path + "/chunks"))
      count += entry.path().extension() == ".chunk" ? 1 : 0;
  return count;
}

class Killed : public testing::Test {
 protected:
  Killed() {
    made_folder(scratch / "undisturbed", question);
    undisturbed = contents(scratch / "undisturbed");
  }

  const SweepQuestion question = made_question(10);
  const ScratchFolder scratch{ScratchFolder::in_memory()};
  std::map<std::string, std::string> undisturbed;
};

TEST_F(Killed, AFreshRunLosesNothing) {
  int at = 0;
  for (bool killed = true; killed; ++at) {
    const std::string path = scratch / ("r" + std::to_string(at));
    killed = killed_at(at, [&] { made_folder(path, question); });
    const bool complete = std::filesystem::exists(path + "/summary.json");
    const int whole = whole_chunks(path);
    EXPECT_EQ(gone_on(path, question), complete ? 0 : question.chunks() - whole) << at;
    EXPECT_EQ(contents(path), undisturbed) << at;
    std::filesystem::remove_all(path);
  }
  // The kills reached the chunks, the table, the renames and the tidying up.
  EXPECT_GT(at, 50);
}

TEST_F(Killed, SoDoesOneThatGoesOn) {
  std::filesystem::create_directory(scratch / "begun");
  {
    const auto begun = ResultsFolder::opened(scratch / "begun/r", question);
    begun->put(made_chunk(question, 2));
    begun->put(made_chunk(question, 1));
  }
  write(scratch / "begun/r/chunks/00000002.chunk", "damaged");
  write(scratch / "begun/r/chunks/00000000.chunk.part", "torn");
  write(scratch / "begun/r/results.h5.part", "torn");
  int at = 0;
  for (bool killed = true; killed; ++at) {
    const std::string path = scratch / ("r" + std::to_string(at));
    std::filesystem::copy(scratch / "begun/r", path, std::filesystem::copy_options::recursive);
    killed = killed_at(at, [&] { gone_on(path, question); });
    EXPECT_LE(gone_on(path, question), 2) << at;
    EXPECT_EQ(contents(path), undisturbed) << at;
    std::filesystem::remove_all(path);
  }
  EXPECT_GT(at, 50);
}

/// --force over the results of another question: at any moment the folder has either those, whole,
/// or can go on with the new one.
TEST_F(Killed, ForceLeavesTheOldOrTheNew) {
  SweepQuestion old_question = made_question(4);
  old_question.laws = {"energetic"};
  std::erase_if(old_question.columns, [](const Column& c) { return c.group == "brach"; });
  made_folder(scratch / "old", old_question);
  const auto old_results = contents(scratch / "old");
  int at = 0, old_ones = 0;
  for (bool killed = true; killed; ++at) {
    const std::string path = scratch / ("r" + std::to_string(at));
    std::filesystem::copy(scratch / "old", path, std::filesystem::copy_options::recursive);
    killed = killed_at(at, [&] { made_folder(path, question, {Opening::force}); });
    try {
      gone_on(path, question);
      EXPECT_EQ(contents(path), undisturbed) << at;
    } catch (const InputError&) {
      EXPECT_EQ(gone_on(path, old_question), 0) << at;
      EXPECT_EQ(contents(path), old_results) << at;
      ++old_ones;
    }
    std::filesystem::remove_all(path);
  }
  EXPECT_GT(old_ones, 2);
  EXPECT_LT(old_ones, 10);
}

TEST_F(Killed, AgainAndAgain) {
  for (const int patience : {1, 7}) {
    const std::string path = scratch / ("again" + std::to_string(patience));
    int kills = 0;
    // Every attempt gets a little further.
    for (int at = 1; killed_at(at, [&] { made_folder(path, question, resume); }); at += patience)
      ++kills;
    EXPECT_GT(kills, 5);
    EXPECT_EQ(contents(path), undisturbed);
  }
}

}  // namespace
}  // namespace carom
