#pragma once

/// data/critical_report.hpp
///
/// What `critical` tells: configurations at which a resting contact gets neither impulse nor
/// velocity from the strike.

#include <string>
#include <utility>
#include <vector>

namespace carom {

/// On one axis.
struct CriticalPoint {
  std::string parameter;
  double at = 0;  ///< in the parameter's own unit
  std::string contact;
  std::string cause;
  int multiplicity = 1;  ///< of the zero; the outcome flips only where it is odd
  std::string below;     ///< what the contact does there: leaves | pressed | untouched
  std::string above;
};

/// A stretch of the axis on which nothing reaches a contact.
struct CriticalStretch {
  std::string contact;
  std::string cause;
  double from = 0;
  double to = 0;
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
};

/// Outcomes over the grid of two axes: for every contact, first axis fastest; 1 leaves, −1 pressed,
/// 0 untouched, 2 no configuration.
struct CriticalRegions {
  int columns = 0;
  int rows = 0;
  std::vector<std::vector<int>> outcome;
};

struct CriticalReport {
  std::string title;
  std::string striker;
  double ratio = 0;                   ///< tangential part of the impulse
  std::string method;                 ///< factors | transmission | scan
  bool complete = true;               ///< every critical configuration is listed, to rounding
  std::vector<std::string> contacts;  ///< the resting ones
  std::vector<CriticalAxis> axes;
  std::vector<CriticalPoint> critical;
  std::vector<CriticalStretch> stretches;
  std::vector<CriticalCurve> curves;
  CriticalRegions regions;
  std::vector<std::string> notes;
};

}  // namespace carom
