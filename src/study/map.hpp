#pragma once

/// study/map.hpp
///
/// `carom map`: Poincaré maps (docs/theory/maps.md).

#include "data/map_report.hpp"
#include "study/study.hpp"

namespace carom {

struct MapRequest {
  std::string law;  ///< empty: the scenario's, or energetic
  OnAmbiguous on_ambiguous = OnAmbiguous::stop;
  std::string path;    ///< "", "closed" or "motion"
  bool fixed = false;  ///< look for fixed points
  int period = 0;      ///< > 0: for orbits of that period
  std::string follow;  ///< a parameter in which orbits are followed
  int doublings = 2;   ///< how often branches of twice the period are followed too
  bool lyapunov = false;
  bool separatrix = false;
  long returns = 0;  ///< > 0: instead of the scenario's
  long last = 0;     ///< > 0: so many of the last are told, and no others
  int starts = 60;   ///< of Newton's method
};

/// Faults here: a section that cannot be read, a law that does not exist, a contact below its
/// surface, a parameter that there is not.
MapReport map(const Study& study, const MapRequest& request, MotionSink* sink = nullptr);

/// As a sweep asks for it: the last returns, what they repeat, and an exponent where [map] asks.
MapReport swept_map(const Study& study);

}  // namespace carom
