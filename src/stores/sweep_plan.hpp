#pragma once

/// stores/sweep_plan.hpp
///
/// A sweep's question as JSON: in a result folder it says what the folder holds, and two questions
/// with the same text have the same results.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/sweep_report.hpp"

namespace carom {

/// All of the question but the size of chunks, on which results do not depend.
std::string question_json(const SweepQuestion& question);

/// XXH64 over the question, Carom's version and the format number.
std::uint64_t fingerprint(const SweepQuestion& question);

/// Sixteen hexadecimal digits.
std::string written_fingerprint(std::uint64_t fingerprint);

/// A question and who was asked.
struct SweepPlan {
  std::string version;  ///< of Carom
  int format = 0;
  std::optional<SweepQuestion> question;  ///< where it is sound and this Carom understands it
};
/// The file sweep.json of a folder in the making; without the size of chunks the member `question`
/// of results.h5.
std::string plan_json(const SweepQuestion& question, bool with_chunks = true);
/// Of these and of summary.json, which has the same members. Nothing where the text is neither.
std::optional<SweepPlan> plan_from_json(std::string_view text);

/// What differs, one sentence each; empty: the results of one are those of the other, and where
/// `with_chunks` the chunks too.
std::vector<std::string> differences(const SweepPlan& there, const SweepQuestion& now,
                                     bool with_chunks);

}  // namespace carom
