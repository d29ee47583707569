#include "progress_bar.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace carom {
namespace {

constexpr int bar_width = 20;

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string bar(double fraction) {
  const int full = static_cast<int>(bar_width * std::clamp(fraction, 0.0, 1.0));
  return "[" + std::string(static_cast<std::size_t>(full), '#') +
         std::string(static_cast<std::size_t>(bar_width - full), '.') + "]";
}

std::string percent(double fraction) {
  char text[16];
  std::snprintf(text, sizeof text, "%3.0f %%", std::floor(100 * fraction));
  return text;
}

}  // namespace

std::string rounded_count(double count) {
  char text[48];
  if (count >= 1e6)
    std::snprintf(text, sizeof text, "%.3g million", count / 1e6);
  else if (count >= 1e4)
    std::snprintf(text, sizeof text, "%.3g thousand", count / 1e3);
  else
    std::snprintf(text, sizeof text, "%.3g", count);
  return text;
}

std::string clock_time(double seconds) {
  const auto whole = static_cast<long long>(std::ceil(seconds));
  char text[48];
  if (whole >= 3600)
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60,
                  whole % 60);
  else
    std::snprintf(text, sizeof text, "%lld:%02lld", whole / 60, whole % 60);
  return text;
}

ProgressBar::ProgressBar() : on_terminal_(isatty(STDERR_FILENO) != 0) {}

bool ProgressBar::due() const {
  return on_terminal_ && Clock::now() - last_ >= std::chrono::milliseconds(100);
}

void ProgressBar::show(const std::string& what, std::int64_t done, std::int64_t all,
                       std::int64_t computed) {
  if (!due()) return;
  const double fraction = all > 0 ? static_cast<double>(done) / static_cast<double>(all) : 1;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  std::string line = what + " " + bar(fraction) + " " + percent(fraction);
  if (computed > 0 && seconds > 0.2) {
    const double rate = static_cast<double>(computed) / seconds;
    line += "  " + rounded_count(rate) + " points/s  " +
            clock_time(static_cast<double>(all - done) / rate) + " left";
  }
  draw(line);
}

void ProgressBar::show(const std::string& what, double fraction) {
  if (due()) draw(what + " " + bar(fraction) + " " + percent(fraction));
}

void ProgressBar::draw(const std::string& line) {
  last_ = Clock::now();
  drawn_ = true;
  // Back to the line's beginning, the line, and away with what was longer.
  std::fprintf(stderr, "\r%s\x1b[K", line.substr(0, terminal_width() - 1).c_str());
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (!drawn_) return;
  drawn_ = false;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
}

}  // namespace carom
