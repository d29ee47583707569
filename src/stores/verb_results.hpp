#pragma once

/// stores/verb_results.hpp
///
/// What verbs leave in their folders (docs/results.md), and completes these.
///
///     critical   critical.csv: the points, or the points of the curves; regions.csv over two axes
///     collide    velocities.csv: mass centres and segments over time; loops.csv: the contacts'
///                indentations and forces; only where bodies collide
///     fit        residuals.csv: measured and predicted, row by row
///     map        returns.csv, orbits.csv, branches.csv: where there are any

#include "data/collide_report.hpp"
#include "data/critical_report.hpp"
#include "data/identification_report.hpp"
#include "data/map_report.hpp"
#include "stores/verb_folder.hpp"

namespace carom {

void write_results(VerbFolder& folder, const CriticalReport& report);

void write_results(VerbFolder& folder, const IdentificationReport& report);

void write_results(VerbFolder& folder, const MapReport& report);

/// The report has its drawing where bodies collide. At most `most_segments` are written, those of a
/// body at equal steps.
void write_results(VerbFolder& folder, const CollideReport& report);
inline constexpr int most_segments = 400;

}  // namespace carom
