#pragma once

/// particles/critical_axis.hpp
///
/// The critical configurations along one axis. While the set A of closed contacts does not change,
/// contact j is critical where one of its factors under A is zero, each a smooth function of the
/// axis whose roots are all found (numerics/smooth_roots.hpp). A itself changes only where some
/// contact is critical: so the axis is walked from one critical point to the next, the set being
/// looked at anew behind each. Roots that coincide are one configuration with several causes, whose
/// multiplicities add. What a contact does on either side is looked at midway to its next critical
/// point.

#include <utility>
#include <vector>

#include "data/critical_outcome.hpp"
#include "particles/critical_system.hpp"

namespace carom {

struct CriticalRoot {
  double s = 0;  ///< place on the axis, 0 to 1
  int contact = 0;
  std::vector<CriticalCause> causes;
  int multiplicity = 0;
  StruckRest below = StruckRest::untouched;
  StruckRest above = StruckRest::untouched;
};

struct BlockedStretch {
  int contact = 0;
  CriticalCause cause;
  double from = 0;
  double to = 0;
};

struct CriticalLine {
  std::vector<CriticalRoot> roots;  ///< rising
  std::vector<BlockedStretch> blocked;
  std::vector<std::pair<double, double>> undefined;   ///< no configuration there
  std::vector<std::pair<double, double>> unresolved;  ///< not smooth there
};

/// Along axis `axis`; `others` holds s of every axis (that of `axis` is not used). `from`, `to` in
/// s.
CriticalLine critical_line(CriticalSystem& system, std::vector<double> others, int axis,
                           double from = 0, double to = 1);

/// By changes of sign of the outcomes between `samples` points: for friction at several contacts.
/// Pairs between two samples are missed.
CriticalLine scanned_line(CriticalSystem& system, std::vector<double> others, int axis,
                          int samples);

/// What an outcome (CriticalSystem::outcomes) means; NaN: no single answer.
StruckRest rest_of(double y);

}  // namespace carom
