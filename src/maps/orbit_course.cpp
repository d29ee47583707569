#include "maps/orbit_course.hpp"

#include <algorithm>
#include <tuple>

namespace carom {
namespace {

/// An approach slower than this share of the fastest one is a graze. Courses are compared next to
/// where they part, where it is zero.
constexpr double grazes = 0.02;

bool same(const CourseEvent& a, const CourseEvent& b) {
  return a.kind == b.kind && a.contact == b.contact && a.how == b.how && a.after == b.after &&
         a.struck == b.struck;
}

double fastest(const OrbitCourse& course) {
  double most = 0;
  for (const CourseEvent& each : course) most = std::max(most, each.approach);
  return most;
}

bool slow(const CourseEvent& event, double fast) {
  return event.contact >= 0 && event.kind == MotionEventKind::impact &&
         event.approach <= grazes * fast;
}

}  // namespace

void put_in_order(OrbitCourse& course) {
  std::ranges::stable_sort(course, {}, [](const CourseEvent& each) {
    return std::tuple(each.time, each.kind, each.contact);
  });
}

bool alike(const OrbitCourse& a, const OrbitCourse& b) {
  return std::ranges::equal(a, b, same);
}

std::optional<CourseChange> first_change(const OrbitCourse& a, const OrbitCourse& b) {
  const double fast = std::max(fastest(a), fastest(b));
  std::size_t k = 0;
  while (k < a.size() && k < b.size() && same(a[k], b[k]) && slow(a[k], fast) == slow(b[k], fast))
    ++k;
  if (k == a.size() && k == b.size()) return std::nullopt;
  CourseChange change;
  if (k < a.size()) change.from = a[k];
  if (k < b.size()) change.to = b[k];
  const bool goes = slow(change.from, fast), comes = slow(change.to, fast);
  change.grazing = goes != comes;
  if (!change.grazing) return change;
  // Who grazes is told, and not whom the other course meets next.
  (goes ? change.to : change.from) = {};
  return change;
}

}  // namespace carom
