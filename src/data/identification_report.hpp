#pragma once

/// data/identification_report.hpp
///
/// Parameters of a scenario found from measurements (docs/fit.md), as plain data.

#include <optional>
#include <string>
#include <vector>

#include "data/fit_names.hpp"

namespace carom {

/// Where a parameter ended.
enum class FitEnd { inside, low, high };
constexpr std::string_view name(FitEnd end) {
  constexpr std::string_view names[] = {"inside", "low", "high"};
  return names[static_cast<int>(end)];
}

/// Who made the derivatives.
enum class FitSlopes { exact, differences };
constexpr std::string_view name(FitSlopes slopes) {
  constexpr std::string_view names[] = {"exact", "differences"};
  return names[static_cast<int>(slopes)];
}

struct FittedParameter {
  std::string name;
  double start = 0;
  double value = 0;
  FitEnd at = FitEnd::inside;
  bool determined = true;       ///< by the data
  std::optional<double> error;  ///< standard error; none where held at a bound or not determined
  std::optional<double> low, high;                   ///< Wald's interval, where there is an error
  std::optional<double> profile_low, profile_high;   ///< none: no end within reach
  bool low_at_bound = false, high_at_bound = false;  ///< the profile's interval ends there
};

/// What was compared.
struct FittedColumn {
  std::string name;
  std::string unit;
  long count = 0;        ///< of residuals
  double mean = 0;       ///< of them: predicted minus measured
  double deviation = 0;  ///< their root mean square
  double largest = 0;    ///< of their sizes
  double spread = 0;     ///< of what was measured, about its mean
  double explained = 0;  ///< 1 − Σ residual²/Σ (measured − its mean)²
};

/// A row that has no answer, or no number to compare.
struct FitGap {
  long row = 0;   ///< of the table, from 1
  long line = 0;  ///< of its file
  std::string why;
};
struct FitGapCount {
  std::string why;
  long rows = 0;
};

struct FittedPoint {
  long row = 0;
  std::string quantity;
  double measured = 0;
  double predicted = 0;
  double weight = 1;
};

/// Parameters that the data determine only together, or not at all: a direction along which nothing
/// changes that was measured.
struct FitOpen {
  std::vector<std::pair<std::string, double>> direction;  ///< relative changes
};

struct IdentificationReport {
  std::string title;
  std::string data;  ///< what was measured
  FitSubject subject = FitSubject::impact;
  std::string law;  ///< of impact; empty: of a train
  double confidence = 0.95;
  std::vector<FittedParameter> parameters;
  std::vector<FittedColumn> columns;
  std::vector<std::vector<double>> correlations;  ///< of `parameters`; of those that have an error
  std::vector<std::string> correlated;            ///< the names of its rows
  std::optional<double> condition;                ///< none: without full rank
  std::vector<FitOpen> open;
  double sum = 0;        ///< of weighted squares
  double deviation = 0;  ///< s
  double freedom = 0;
  long rows = 0;      ///< of the table
  long left_out = 0;  ///< by `where`
  long answered = 0;  ///< that were used
  std::vector<FitGap> gaps;
  std::vector<FitGapCount> gap_counts;
  FitSlopes slopes = FitSlopes::differences;
  bool converged = false;
  int starts = 0, agree = 0;
  int evaluations = 0;
  std::vector<FittedPoint> points;  ///< in the order of rows
  std::vector<std::string> notes, warnings;
};

}  // namespace carom
