#pragma once

/// data/critical_report.hpp
///
/// What `critical` tells: configurations at which a resting contact gets neither impulse nor
/// velocity from the strike.

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "data/critical_cause.hpp"
#include "data/critical_outcome.hpp"

namespace carom {

/// On one axis.
struct CriticalPoint {
  std::string parameter;
  double at = 0;  ///< in the parameter's own unit
  std::string contact;
  std::string cause;
  int multiplicity = 1;  ///< of the zero; the outcome flips only where it is odd
  StruckRest below = StruckRest::untouched;  ///< what the contact does there
  StruckRest above = StruckRest::untouched;
  std::vector<CriticalCause> causes{};  ///< whose words `cause` has; not in results that are read
};

/// A stretch of the axis on which nothing reaches a contact.
struct CriticalStretch {
  std::string contact;
  std::string cause;
  double from = 0;
  double to = 0;
};

/// What a contact does on a part of the axis; all parts of it together are the whole axis.
struct CriticalOutcome {
  std::string contact;
  double from = 0;
  double to = 0;
  StruckRest outcome = StruckRest::untouched;
};

/// Over two axes.
struct CriticalCurve {
  std::string contact;
  std::string cause;
  bool closed = false;                            ///< a loop
  std::vector<std::pair<double, double>> points;  ///< (first axis, second axis), in order
};

struct CriticalAxis {
  std::string parameter;
  double from = 0;
  double to = 0;
  bool logarithmic = false;

  /// The value at a share of the way, 0 to 1: what is evenly spaced on the axis.
  double value(double share) const {
    return logarithmic ? from * std::pow(to / from, share) : from + (to - from) * share;
  }
};

/// Outcomes over the grid of two axes: for every contact, first axis fastest.
struct CriticalRegions {
  int columns = 0;
  int rows = 0;
  std::vector<std::vector<StruckRest>> outcome;
};

struct CriticalReport {
  std::string title;
  std::string striker;
  double ratio = 0;  ///< tangential part of the impulse
  CriticalMethod method = CriticalMethod::factors;
  bool complete = true;               ///< every critical configuration is listed, to rounding
  std::vector<std::string> contacts;  ///< the resting ones
  std::vector<CriticalAxis> axes;
  std::vector<CriticalPoint> critical;
  std::vector<CriticalStretch> stretches;
  std::vector<CriticalOutcome> outcomes;  ///< along one axis
  std::vector<CriticalCurve> curves;
  CriticalRegions regions;
  std::vector<std::string> notes;
};

}  // namespace carom
