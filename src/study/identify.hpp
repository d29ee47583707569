#pragma once

/// study/identify.hpp
///
/// `carom fit FILE --to measured.csv`: parameters of a scenario from what was measured.
///
///     S(p) = Σ w (predicted(p) − measured)²
///
/// over every row and everything compared, within the bounds (numbers: numerics/least_squares.hpp,
/// numerics/fit_intervals.hpp; what is predicted: study/prediction.hpp). While the least S is
/// sought, a number without an answer counts as a miss of three spreads of what was measured, so
/// that the search does not gain by going where there are none. At the end the rows without an
/// answer are taken out and named, and the search goes on over the others, until the same rows are
/// out twice.

#include <string>

#include "data/identification_report.hpp"
#include "scenarios/measured_file.hpp"
#include "study/either_study.hpp"
#include "study/stop_request.hpp"

namespace carom {

struct IdentifyRequest {
  std::string law{};     ///< empty: the scenario's, or energetic
  int starts = 6;        ///< beside the scenario's values, ≥ 0
  bool profiles = true;  ///< intervals by profile too
  StopRequest stop{};
};

/// Throws InputError with every fault: no [fit], columns that there are not, cells that are empty
/// where rows set something; Stopped where it is asked to stop.
IdentificationReport identify(const EitherStudy& study, const MeasuredTable& measured,
                              const IdentifyRequest& request = {});

}  // namespace carom
