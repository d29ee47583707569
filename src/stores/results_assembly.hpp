#pragma once

/// stores/results_assembly.hpp
///
/// From chunk files to results. In this order, so that it may be interrupted anywhere:
///
///     1. every result file is written as NAME.part and brought to the disk
///     2. they are renamed, summary.json last; the folder is brought to the disk
///     3. the chunks and the plan are removed
///
/// Before the last rename the chunks are all there and the next attempt begins at 1; after it the
/// folder is complete and only 3 is left.

#include <cstdint>
#include <functional>

#include "data/sweep_report.hpp"
#include "stores/folder_files.hpp"

namespace carom {

/// Steps 1 and 2. Throws InputError where a chunk is damaged (it is removed) or a file cannot be
/// written; the chunks stay.
SweepReport assembled_results(const FolderFiles& files, const SweepQuestion& question,
                              bool with_csv, const std::function<void(double)>& progress);

/// Step 3.
void tidy(const FolderFiles& files);

/// results.csv of a complete folder that has none.
void add_csv(const FolderFiles& files, const std::function<void(double)>& progress);

}  // namespace carom
