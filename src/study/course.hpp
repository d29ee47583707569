#pragma once

/// study/course.hpp
///
/// The course of an impact, as far as its modes go: two impacts that take the same course have one
/// formula, and its derivatives hold from the one to the other.

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "laws/rigid/solution.hpp"

namespace carom {

struct ImpactCourse {
  Verdict verdict = Verdict::unique;
  std::vector<Mode> modes;                    ///< stages × contacts
  std::vector<std::pair<Event, int>> events;  ///< that end the stages
  std::vector<SpringMode> springs;
  std::vector<Outcome> outcomes;
  std::vector<int> signs;  ///< a contact: of v_t⁺ where it rubs, of v_n⁺; inside the cone; pressed
  bool lossless = false;
  std::string obstacle;  ///< why there is no impact at all
  friend bool operator==(const ImpactCourse&, const ImpactCourse&) = default;
};

/// `friction` of the contacts that take part.
ImpactCourse course_of(const Solution<double>& solution, std::span<const double> friction);

/// What is other in `there` than `here`, in words; `names` of the contacts that take part.
std::string difference(const ImpactCourse& here, const ImpactCourse& there,
                       std::span<const std::string> names);

/// Where the course stops to be that at `from`, going in the direction `sign`: the last place of
/// its kind and the course beyond. Nothing where it does not as far as `reach`.
struct CourseEnd {
  double at = 0;
  ImpactCourse beyond;
};
std::optional<CourseEnd> course_end(const std::function<ImpactCourse(double)>& course_at,
                                    double from, const ImpactCourse& course, int sign, double scale,
                                    double reach);

}  // namespace carom
