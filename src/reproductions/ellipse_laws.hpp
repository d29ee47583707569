#pragma once

/// reproductions/ellipse_laws.hpp
///
/// A law with one friction and one restitution for all impacts, closest by
///
///     E = mean of |v⁺ predicted − v⁺ measured|/|v⁺ measured|,   v the linear velocity,
///
/// which doubtful rows pull less than a sum of squares. E is sought by a pattern search from where
/// the least squares are, and cross-validated: rows are dealt into folds by a fixed seed, and each
/// is judged by numbers that were found without its fold.

#include <string>
#include <vector>

#include "data/identification_report.hpp"
#include "reproductions/ellipse_data.hpp"
#include "study/stop_request.hpp"

namespace carom::ellipse {

inline constexpr int folds = 10;

struct LawFit {
  std::string law;                 ///< "chatterjee_ruina, e_t" has a third number
  std::vector<double> numbers;     ///< μ, e[, e_t] of least E
  double error = 0;                ///< E there
  std::vector<double> row_errors;  ///< a row, there
  double held_out = 0;             ///< mean of the errors of rows that were left out of the fit
  std::vector<double> held_out_errors;
  long unanswered = 0;                           ///< rows that it has no answer for
  std::vector<std::array<double, 2>> predicted;  ///< linear velocity after, a row
  IdentificationReport squares;                  ///< by least squares, with intervals
};

/// The scenario of one impact: examples/fit_ellipse.toml with e_t.
std::string scenario_text(bool third);

/// Rows that their authors do not doubt, x mirrored.
std::vector<MeasuredImpact> sound_impacts(const std::vector<MeasuredImpact>& all);

LawFit fitted_law(const std::string& law, bool third, const std::vector<MeasuredImpact>& impacts,
                  const StopRequest& stop);

/// A mean and its standard error.
struct Mean {
  double value = 0, error = 0;
};
Mean mean_of(const std::vector<double>& values);

}  // namespace carom::ellipse
