#pragma once

/// reports/simulation_out.hpp
///
/// A motion in words (reports/report_out.hpp has the rest).

#include <string>

#include "data/simulation_report.hpp"

namespace carom {

/// What happens in an event, in words.
std::string event_words(const SimulationReport& report, const MotionEvent& event);

/// How events are listed: bounces that converge as one line (reports/bounce_runs.hpp), and at most
/// so many lines, the first and the last of them; or all events, one by one.
struct EventLines {
  bool all = false;
  std::size_t most = 60;
};
std::string text(const SimulationReport& report, const EventLines& lines);

}  // namespace carom
