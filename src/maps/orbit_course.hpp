#pragma once

/// maps/orbit_course.hpp
///
/// What happens on the way round an orbit, as far as contacts tell it: who strikes and how, who
/// sticks, slides, leaves. Along a branch of orbits it changes where a body begins to touch on its
/// way, or touches no more (grazing: the impact that appears is without an approach), and where a
/// contact takes another mode. There the map is not smooth, and these are no bifurcations of smooth
/// maps.

#include <optional>
#include <string_view>
#include <vector>

#include "carom/simulate.hpp"
#include "maps/impact_pair.hpp"

namespace carom {

struct CourseEvent {
  MotionEventKind kind = MotionEventKind::impact;
  int contact = -1;
  std::optional<PairMode> how{};  ///< of an impact of one contact
  Mode after = Mode::apart;       ///< of the contact
  std::vector<int> struck{};      ///< contacts with an impulse; of several
  double time = 0;
  double approach = 0;  ///< m/s; of an impact
};
using OrbitCourse = std::vector<CourseEvent>;

/// Events of one instant in one order.
void put_in_order(OrbitCourse& course);

/// Whether two courses are the same, but for times and speeds.
bool alike(const OrbitCourse& a, const OrbitCourse& b);

/// Where two courses part, `a` before a change of the parameter and `b` after it.
struct CourseChange {
  bool grazing = false;  ///< an impact without an approach comes, or goes
  CourseEvent from, to;  ///< one that the other course does not have has contact −1
  int contact() const { return from.contact >= 0 ? from.contact : to.contact; }
};
/// None where they are alike, and no impact of one is a graze that in the other is none: where
/// returns are impacts, a graze is a return at another place.
std::optional<CourseChange> first_change(const OrbitCourse& a, const OrbitCourse& b);

}  // namespace carom
