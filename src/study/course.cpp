#include "study/course.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Velocities and forces below this share of the largest, and differences of them, are rounding.
constexpr double course_rounding = 1e-9;
constexpr double first_step = 1e-6;
constexpr double growth = 1.3;

int sign_of(double x, double rounding) {
  return x > rounding ? 1 : x < -rounding ? -1 : 0;
}

}  // namespace

ImpactCourse course_of(const Solution<double>& solution, std::span<const double> friction) {
  ImpactCourse course;
  course.verdict = solution.verdict;
  course.modes = solution.stage_modes;
  for (const Stage<double>& stage : solution.stages)
    course.events.emplace_back(stage.ends_with, stage.contact);
  course.springs = solution.springs.stage_springs;
  course.outcomes = solution.outcome;
  double fastest = 0, hardest = 0, exchanged = 0;
  for (std::size_t r = 0; r < solution.velocity_after.size(); ++r) {
    fastest = std::max(fastest, std::abs(solution.velocity_after[r]));
    hardest = std::max(hardest, std::abs(solution.impulse[r]));
    exchanged += std::abs(solution.impulse[r] * solution.velocity_after[r]);
  }
  for (std::size_t i = 0; i < solution.outcome.size(); ++i) {
    const double tangential = std::abs(solution.impulse[2 * i]);
    const double normal = solution.impulse[2 * i + 1];
    // Where nothing rubs the sign of a slip is no mode.
    const bool rubs = solution.interacted[i] != 0 && friction[i] > 0;
    course.signs.push_back(rubs ? sign_of(solution.velocity_after[2 * i], course_rounding * fastest)
                                : 0);
    course.signs.push_back(sign_of(solution.velocity_after[2 * i + 1], course_rounding * fastest));
    course.signs.push_back(sign_of(friction[i] * normal - tangential, course_rounding * hardest));
    course.signs.push_back(solution.interacted[i]);
  }
  for (const std::uint8_t approaches : solution.approaching) course.signs.push_back(approaches);
  course.lossless = std::abs(solution.energy_loss) <= course_rounding * exchanged;
  return course;
}

std::string difference(const ImpactCourse& here, const ImpactCourse& there,
                       std::span<const std::string> names) {
  if (!there.obstacle.empty()) return there.obstacle;
  if (here.verdict != there.verdict)
    return fmt::format("the verdict becomes {}", name(there.verdict));
  std::string words;
  const auto add = [&](const std::string& more) { words += (words.empty() ? "" : "; ") + more; };
  for (std::size_t i = 0; i < std::min(here.outcomes.size(), there.outcomes.size()); ++i)
    if (here.outcomes[i] != there.outcomes[i])
      add(fmt::format("{} {} after the impact", names[i], name(there.outcomes[i])));
  if (!words.empty()) return words;
  const std::size_t contacts = names.size();
  const std::size_t stages = std::min(here.events.size(), there.events.size());
  for (std::size_t k = 0; k < stages; ++k) {
    for (std::size_t i = 0; i < contacts; ++i) {
      const Mode was = here.modes[k * contacts + i], is = there.modes[k * contacts + i];
      if (was != is)
        return fmt::format("in stage {} {} has the mode {} instead of {}", k + 1, names[i],
                           name(is), name(was));
    }
    if (here.events[k] != there.events[k])
      return fmt::format("stage {} ends with another event: {}", k + 1,
                         name(there.events[k].first));
  }
  if (here.events.size() != there.events.size())
    return fmt::format("{} stages instead of {}", there.events.size(), here.events.size());
  for (std::size_t i = 0; i < here.outcomes.size(); ++i) {
    const auto sign = [&](const ImpactCourse& course, std::size_t k) {
      return course.signs[4 * i + k];
    };
    if (sign(here, 0) != sign(there, 0))
      add(fmt::format("{} {}", names[i],
                      sign(there, 0) == 0 ? "ends its slip" : "keeps or turns its slip"));
    else if (sign(here, 2) != sign(there, 2))
      add(fmt::format("{} {} the edge of its friction cone", names[i],
                      sign(there, 2) == 0 ? "comes to" : "leaves"));
    else if (sign(here, 3) != sign(there, 3))
      add(fmt::format("{} is {}", names[i], sign(there, 3) != 0 ? "pressed" : "not pressed"));
  }
  if (here.lossless != there.lossless)
    add(there.lossless ? "no energy is lost any more" : "energy is lost");
  return words.empty() ? "the impact takes another course" : words;
}

std::optional<CourseEnd> course_end(const std::function<ImpactCourse(double)>& course_at,
                                    double from, const ImpactCourse& course, int sign, double scale,
                                    double reach) {
  double inside = from;
  for (double step = first_step * scale;; step *= growth) {
    const bool last = step >= reach;
    double outside = from + sign * std::min(step, reach);
    ImpactCourse beyond = course_at(outside);
    if (beyond == course) {
      if (last) return std::nullopt;
      inside = outside;
      continue;
    }
    for (;;) {
      const double middle = 0.5 * (inside + outside);
      if (middle == inside || middle == outside) break;
      ImpactCourse there = course_at(middle);
      if (there == course) {
        inside = middle;
      } else {
        outside = middle;
        beyond = std::move(there);
      }
    }
    return CourseEnd{inside, std::move(beyond)};
  }
}

}  // namespace carom
