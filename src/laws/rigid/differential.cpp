#include "laws/rigid/differential.hpp"

#include <algorithm>
#include <cmath>

#include "laws/rigid/outcomes.hpp"
#include "laws/rigid/pair_stages.hpp"
#include "laws/rigid/preparation.hpp"
#include "laws/rigid/stages.hpp"

namespace carom {
namespace {

/// Ends of impacts that are followed before giving up on completeness.
constexpr int leaf_limit = 256;

/// The next path in depth-first order; false after the last.
bool next_path(BranchPath& path) {
  while (path.length > 0) {
    const int last = path.length - 1;
    if (++path.choice[last] < path.choices[last]) return true;
    --path.length;
  }
  return false;
}

}  // namespace

template <class T>
void solve_differential(const ContactProblem<T>& problem, const LawOptions& options,
                        EndRule<T> end_rule, LawWorkspace<T>& workspace) {
  if constexpr (std::is_same_v<T, double>)
    if (solve_pair(problem, options, end_rule, workspace)) return;
  if (!prepare(problem, options, workspace)) return;
  Solution<T>& solution = workspace.solution;
  BranchPath& path = workspace.path;
  path.length = 0;
  run_stages(options, end_rule, workspace);
  if (path.length == 0) return;

  // Several continuations: follow all of them, then decide.
  workspace.outcomes.clear();
  bool complete = true;
  for (int leaves = 1;; ++leaves) {
    complete = note_outcome(workspace) && complete;
    if (!next_path(path)) break;
    if (leaves == leaf_limit) {
      complete = false;
      break;
    }
    run_stages(options, end_rule, workspace);
  }
  const auto rerun = [&](int outcome) {
    recall_path(workspace, outcome);
    run_stages(options, end_rule, workspace);
  };
  give_choice(options, workspace, rerun);
  if (!complete) solution.exhaustive = false;
}

template void solve_differential(const ContactProblem<double>&, const LawOptions&, EndRule<double>,
                                 LawWorkspace<double>&);
template void solve_differential(const ContactProblem<Sloped>&, const LawOptions&, EndRule<Sloped>,
                                 LawWorkspace<Sloped>&);

}  // namespace carom
