#pragma once

/// reproductions/alluhydan.hpp
///
/// Chapters 2 and 3 of Alluhydan's dissertation (2019) beside Carom: every row of
/// Tables 2.2, 2.4, 2.7 and 3.4 to 3.7, the numbers of Figures 2.6 to 2.14 and 3.5 to 3.11, and
/// what is said in words. Each row has what was measured, what was printed as predicted, ours with
/// both interiors (at three speeds where none was stated), and a verdict with its reason.

#include "data/dataset.hpp"
#include "reproductions/comparison.hpp"
#include "study/stop_request.hpp"

namespace carom {

/// Some ten seconds of work on one core.
Comparison alluhydan_chapter_2(const StopRequest& stop = {});

/// About a second.
Comparison alluhydan_chapter_3(const StopRequest& stop = {});

/// The momentum that a row of Tables 3.4 to 3.7 has after and before, and the least mean error that
/// a theory which conserves momentum could have on it:
///
///     Σ m_i x_i = p⁻ for the prediction x, so Σ |x_i − v_i|/|v_i| ≥ |p⁺ − p⁻|/max m_i |v_i|,
///     APE ≥ 100 |p⁺ − p⁻|/(k max m_i |v_i|) per cent.
struct MomentumAccount {
  double momentum_ratio = 1;       ///< p⁺/p⁻
  double energy_ratio = 1;         ///< of kinetic energies
  double least_error = 0;          ///< per cent; the numbers as printed
  double least_error_rounded = 0;  ///< per cent; each may be off by half of its last digit
};

MomentumAccount momentum_account(const Dataset& dataset, const DatasetExperiment& row);

}  // namespace carom
