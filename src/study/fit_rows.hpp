#pragma once

/// study/fit_rows.hpp
///
/// Measurements as [fit] asks for them: which rows, what they set, what they measured.

#include <vector>

#include "data/identification_report.hpp"
#include "scenarios/measured_file.hpp"
#include "study/prediction.hpp"

namespace carom {

struct FitRows {
  PredictionTask task;                        ///< without its law
  std::vector<std::size_t> rows;              ///< of the table, that are used
  std::vector<std::vector<double>> measured;  ///< a quantity, a row; NaN: an empty cell
  std::vector<std::vector<double>> weights;   ///< of its square
  long left_out = 0;                          ///< by `where`
  std::vector<FitGap> gaps;                   ///< rows that set something and have no number for it
};

/// `place_of` finds [fit] in the scenario's file. Throws InputError with every fault.
FitRows fit_rows(const Scenario& scenario, const MeasuredTable& table,
                 const std::function<Place(const Where&)>& place_of);

}  // namespace carom
