#include "signals.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstring>

#include "facade/sweep.hpp"

namespace carom {
namespace {

std::atomic<int> asked_to_stop = 0;  // the signal
std::atomic<int> own_rank = -1;

void take_note(int signal) {
  asked_to_stop = signal;
}

/// Text put together without allocation, as a signal handler must.
class SafeText {
 public:
  void add(const char* text) {
    const std::size_t length = std::min(std::strlen(text), sizeof buffer_ - used_);
    std::memcpy(buffer_ + used_, text, length);
    used_ += length;
  }
  void add(std::int64_t number) {
    char digits[24];
    char* at = digits + sizeof digits - 1;
    *at = '\0';
    do {
      *--at = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number > 0);
    add(at);
  }
  void write_to(int file) const {
    // Nothing can be done where even this fails.
    [[maybe_unused]] const auto written = ::write(file, buffer_, used_);
  }

 private:
  char buffer_[256] = {};
  std::size_t used_ = 0;
};

void tell(int signal) {
  SafeText text;
  text.add("carom: a fault of ours: signal ");
  text.add(static_cast<std::int64_t>(signal));
  if (own_rank >= 0) {
    text.add(", rank ");
    text.add(static_cast<std::int64_t>(own_rank));
  }
  if (const std::int64_t chunk = chunk_of_this_thread(); chunk >= 0) {
    text.add(", while solving chunk ");
    text.add(chunk);
  }
  text.add("\n");
  text.write_to(STDERR_FILENO);
  raise(signal);  // by now with its own effect
}

void end(int signal) {
  SafeText text;
  text.add("carom: interrupted\n");
  text.write_to(STDERR_FILENO);
  _exit(128 + signal);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(signal, &action, nullptr);
}

}  // namespace

void end_when_interrupted() {
  handle(SIGINT, end);
  handle(SIGTERM, end);
}

void heed_interruption() {
  handle(SIGINT, take_note);
  handle(SIGTERM, take_note);
}

bool interrupted() {
  return asked_to_stop != 0;
}

int interruption_status() {
  return 128 + asked_to_stop;
}

void tell_of_crashes(int rank) {
  own_rank = rank;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) handle(signal, tell);
}

}  // namespace carom
