#pragma once

/// laws/rigid/outcomes.hpp
///
/// The distinct outcomes of an impact that can go on in several ways. Outcomes are the same when
/// their velocities agree to `distinction_tolerance` of the largest (if the impulses do not, W is
/// singular and they are not determined), or when both have none and the same verdict.

#include <algorithm>
#include <cmath>

#include "base/dual.hpp"
#include "laws/rigid/law.hpp"
#include "laws/rigid/workspace.hpp"

namespace carom {

/// Adds the workspace's present solution, reached by its present path, unless it is known. False
/// when there is no room for it.
template <class T>
bool note_outcome(LawWorkspace<T>& workspace) {
  const int width = 2 * workspace.scaled.count;
  const Verdict verdict = workspace.solution.verdict;
  const double near = distinction_tolerance * workspace.scaled.speed_scale;
  for (std::size_t k = 0; k < workspace.outcomes.size(); ++k) {
    if (workspace.outcomes[k].verdict != verdict) continue;
    if (verdict != Verdict::unique) return true;
    const double* const known = workspace.outcome_velocities.data() + k * width;
    double apart = 0;
    for (int r = 0; r < width; ++r)
      apart = std::max(apart, std::abs(known[r] - plain(workspace.velocity[r])));
    if (apart > near) continue;
    const double* const impulses = workspace.outcome_impulses.data() + k * width;
    double size = 0;
    for (int r = 0; r < width; ++r) size = std::max(size, std::abs(impulses[r]));
    for (int r = 0; r < width; ++r) {
      if (std::abs(impulses[r] - plain(workspace.impulse[r])) <= distinction_tolerance * size)
        continue;
      workspace.outcomes[k].impulses_determined = false;
      workspace.outcome_open[k * width + r] = 1;
    }
    return true;
  }
  const std::size_t place = workspace.outcomes.size();
  if (place == LawWorkspace<T>::outcome_capacity) return false;
  workspace.outcomes.push_back({verdict, workspace.path.length, true});
  for (int r = 0; r < width; ++r) {
    workspace.outcome_velocities[place * width + r] = plain(workspace.velocity[r]);
    workspace.outcome_impulses[place * width + r] = plain(workspace.impulse[r]);
    workspace.outcome_open[place * width + r] = 0;
  }
  std::copy(workspace.path.choice.begin(), workspace.path.choice.begin() + workspace.path.length,
            workspace.outcome_paths.begin() + place * workspace.path.choice.size());
  return true;
}

/// Prescribes the path by which outcome k was first reached.
template <class T>
void recall_path(LawWorkspace<T>& workspace, int k) {
  const auto from = workspace.outcome_paths.begin() +
                    static_cast<std::ptrdiff_t>(k * workspace.path.choice.size());
  workspace.path.length = workspace.outcomes[k].length;
  std::copy(from, from + workspace.path.length, workspace.path.choice.begin());
}

/// Leaves in the workspace the outcome to be given: the first that has an answer, else the first.
/// `rerun(k)` makes the workspace hold outcome k again. With several outcomes the verdict is
/// `ambiguous` if any has an answer. The others become alternatives when asked for.
template <class T, class Rerun>
void give_choice(const LawOptions& options, LawWorkspace<T>& workspace, const Rerun& rerun) {
  Solution<T>& solution = workspace.solution;
  const int number = static_cast<int>(workspace.outcomes.size());
  int chosen = 0;
  while (chosen < number && workspace.outcomes[chosen].verdict != Verdict::unique) ++chosen;
  const bool answered = chosen < number;
  if (!answered) chosen = 0;
  const auto remember = [&](int k) {
    rerun(k);
    if (workspace.outcomes[k].impulses_determined) return;
    solution.impulses_determined = false;
    for (std::size_t r = 0; r < solution.open.size(); ++r)
      solution.open[r] |=
          workspace.outcome_open[static_cast<std::size_t>(k) * solution.open.size() + r];
  };
  std::vector<Solution<T>> alternatives;
  if (options.alternatives && number > 1) {
    for (int k = 0; k < number; ++k) {
      if (k == chosen) continue;
      remember(k);
      alternatives.push_back(solution);
    }
  }
  remember(chosen);
  solution.alternatives = std::move(alternatives);
  if (!answered || number == 1) return;
  solution.verdict = Verdict::ambiguous;
  solution.reason = Reason::several_continuations;
  solution.is_choice = true;
}

}  // namespace carom
