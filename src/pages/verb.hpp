#pragma once

/// pages/verb.hpp
///
/// What is made of a verb's results: a page of the folder that -o leaves, and the columns of a
/// sweep. A verb that has one of these says so in a file of its own, VERB_verb.cpp, which defines
/// `VERB_verb`; the list of all is made of these files (cmake/rooms.cmake).

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pages/report.hpp"
#include "sweeps/sweep_task.hpp"

namespace carom {

struct Verb {
  std::string_view name;
  int place = 0;  ///< in lists of verbs
  Page (*page)(const std::string& folder, const ReportRequest& request) = nullptr;
  const SweepTaskEntry& (*task)() = nullptr;  ///< what a sweep of it does at a point
};

/// By their places.
std::span<const Verb* const> all_verbs();

/// Names of those whose results have a page, and of those that can be swept.
std::vector<std::string> verbs_with_pages();
std::vector<std::string> sweepable_verbs();

/// Null where the verb cannot be swept.
const SweepTaskEntry* find_sweep_task(std::string_view verb);

}  // namespace carom
