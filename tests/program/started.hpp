#pragma once

/// The program started and left to itself, to be interrupted, killed or measured.

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "program/running.hpp"

namespace carom::testing {

class Started {
 public:
  /// `command` is split at blanks; output goes to files.
  explicit Started(const std::string& command)
      : out_(scratch("started.out")), err_(scratch("started.err")) {
    std::vector<std::string> words;
    std::istringstream stream(command);
    for (std::string word; stream >> word;) words.push_back(word);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    process_ = fork();
    if (process_ != 0) return;
    if (std::freopen(out_.c_str(), "w", stdout) == nullptr ||
        std::freopen(err_.c_str(), "w", stderr) == nullptr)
      _exit(126);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  ~Started() {
    if (process_ > 0 && !ended_) {
      kill(process_, SIGKILL);
      end();
    }
  }
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;

  pid_t process() const { return process_; }
  void send(int signal) const { kill(process_, signal); }

  struct End {
    Ran ran;
    int signal = 0;        ///< that ended it; 0: it ended by itself
    long most_memory = 0;  ///< kB resident at its largest
  };
  End end() {
    int result = 0;
    rusage usage{};
    wait4(process_, &result, 0, &usage);
    ended_ = true;
    return {{WIFEXITED(result) ? WEXITSTATUS(result) : -1, content(out_), content(err_)},
            WIFSIGNALED(result) ? WTERMSIG(result) : 0,
            usage.ru_maxrss};
  }

 private:
  pid_t process_ = -1;
  bool ended_ = false;
  std::string out_, err_;
};

/// Waits until something is so; false after a minute.
inline bool waited_for(const std::function<bool()>& so) {
  for (int i = 0; i < 60000; ++i) {
    if (so()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

}  // namespace carom::testing
