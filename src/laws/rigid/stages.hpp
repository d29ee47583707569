#pragma once

/// laws/rigid/stages.hpp
///
/// One pass through the stages of a differential impact. Where a stage can go on in several ways,
/// `workspace.path` says which to take (the first where it says nothing) and records how many
/// there were; differential.hpp walks through all paths.

#include "laws/rigid/law.hpp"
#include "laws/rigid/restitution.hpp"
#include "laws/rigid/workspace.hpp"

namespace carom {

/// Runs the prepared problem to its end. Leaves the verdict (`unique`, `jammed`, `inconsistent`),
/// the stages and, where the impact ends, the answer in `workspace.solution`.
template <class T>
void run_stages(const LawOptions& options, EndRule<T> end_rule, LawWorkspace<T>& workspace);

}  // namespace carom
