#pragma once

/// A progress bar on standard error, where that is a terminal; else nothing.

#include <chrono>
#include <cstdint>
#include <string>

namespace carom {

class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// `done` of `all`; the rate and the time left are judged by what was `computed` since the bar
  /// came to be.
  void show(const std::string& what, std::int64_t done, std::int64_t all, std::int64_t computed);
  /// A stage of which only the fraction done is known.
  void show(const std::string& what, double fraction);
  void clear();

 private:
  void draw(const std::string& line);
  bool due() const;

  using Clock = std::chrono::steady_clock;
  bool on_terminal_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_{};
};

/// "1.3 million", "12.4 thousand", "85": for rates.
std::string rounded_count(double count);
/// "3:05", "1:02:45"
std::string clock_time(double seconds);

}  // namespace carom
