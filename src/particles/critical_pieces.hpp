#pragma once

/// particles/critical_pieces.hpp
///
/// What every contact does along an axis, from end to end: pieces that are as long as nothing
/// changes. The critical points and the ends of what is undefined are known (critical_axis.hpp); an
/// edge that is not among them (where an answer ends to be the only one) is closed in by halving
/// between equally spaced points. A piece shorter than their distance may be missed.

#include <vector>

#include "particles/critical_axis.hpp"

namespace carom {

struct CriticalPiece {
  int contact = 0;
  StruckRest outcome = StruckRest::untouched;
  double from = 0;  ///< s
  double to = 0;
};

/// Contact by contact, rising; `others` holds s of every axis (that of `axis` is not used).
std::vector<CriticalPiece> critical_pieces(CriticalSystem& system, std::vector<double> others,
                                           int axis, const CriticalLine& line);

}  // namespace carom
