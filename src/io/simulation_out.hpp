#pragma once

/// io/simulation_out.hpp
///
/// A motion as text and as JSON, and back.

#include <string>

#include "data/simulation_report.hpp"

namespace carom {

std::string json(const SimulationReport& report);
/// Back from JSON into a report that has the scenario's names; throws DamagedAnswer.
void read_answer(const std::string& answer, SimulationReport& report);

/// What happens in an event, in words.
std::string event_words(const SimulationReport& report, const MotionEvent& event);

/// How events are listed: bounces that converge as one line (io/bounce_runs.hpp), and at most so
/// many lines, the first and the last of them; or all events, one by one.
struct EventLines {
  bool all = false;
  std::size_t most = 60;
};
std::string text(const SimulationReport& report, const EventLines& lines = {});

}  // namespace carom
