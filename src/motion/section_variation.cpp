#include "motion/section_variation.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/compiled_model.hpp"
#include "motion/call_fault.hpp"
#include "motion/simulation.hpp"

namespace carom {

SectionVariation::SectionVariation(const Tree& tree, const Law& law, const MotionOptions& options,
                                   MotionDirections asked, const SectionCourse& course,
                                   SectionSlopes& slopes)
    : MotionVariation(tree, law, options, std::move(asked)), course_(course), slopes_(slopes) {}

void SectionVariation::take_section(const std::vector<Row>& rows, const Row& times,
                                    std::span<const std::optional<DirectionHindrance>> hindered) {
  slopes_.met = true;
  slopes_.times.assign(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(asked_.count));
  slopes_.positions.resize(asked_.count);
  slopes_.velocities.resize(asked_.count);
  slopes_.hindered.assign(hindered.begin(), hindered.end());
  for (std::size_t j = 0; j < asked_.count; ++j) {
    bool finite = std::isfinite(times[j]);
    for (std::size_t i = 0; i < freedom_; ++i) {
      slopes_.positions[j].push_back(rows[i][j]);
      slopes_.velocities[j].push_back(rows[freedom_ + i][j]);
      finite = finite && std::isfinite(rows[i][j]) && std::isfinite(rows[freedom_ + i][j]);
    }
    if (!finite && !slopes_.hindered[j])
      slopes_.hindered[j] = DirectionHindrance{Hindrance::not_followed, at_, -1};
  }
}

void SectionVariation::arrive(const std::optional<FoundEvent>& trigger,
                              const MotionPresent& present) {
  MotionVariation::arrive(trigger, present);
  if (slopes_.met || !course_.before) return;
  arrived_ = at_event_;
  arrived_at_ = event_time_;
  hindered_before_ = hindered_;
}

void SectionVariation::depart(const MotionPresent& present, const InstantImpact& impact) {
  const bool begins = first_;
  MotionVariation::depart(present, impact);
  if (slopes_.met || course_.formula != nullptr || !course_.met()) return;
  if (course_.before) return take_section(arrived_, arrived_at_, hindered_before_);
  Row times = event_time_;
  if (begins)
    for (std::size_t j = 0; j < asked_.count; ++j) times[j] += start_slope(j);
  std::vector<Row> rows = state_;
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t j = 0; j < padded_; ++j) rows[r][j] += present.step.slope0[r] * times[j];
  take_section(rows, times, hindered_);
}

void SectionVariation::advance(const MotionPresent& present) {
  MotionVariation::advance(present);
  if (slopes_.met || course_.formula == nullptr || !course_.met()) return;
  follow_leg(true);
  at_ = present.time();
  before_ = present.step.y0;
  slope_before_ = present.step.slope0;
  evaluate_at(before_, at_, regimes_);
  time_function({.whole = course_.formula}, course_.followed);
  std::vector<Row> rows = state_;
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t j = 0; j < padded_; ++j) rows[r][j] += slope_before_[r] * event_time_[j];
  take_section(rows, event_time_, hindered_);
}

Motion simulate_to_section(const Model& model, const State& state, const MotionOptions& options,
                           MotionSink& sink, const SectionCourse& course, MotionDirections asked,
                           SectionSlopes& slopes) {
  slopes = {};
  const Tree& tree = model.compiled().tree;
  const Law* const law = tree.laws->find(options.law);
  const CallError error = fault_of_motion(model, state, options, law);
  if (error != CallError::none) return {.error = error, .end = MotionEnd::refused, .final = state};
  Simulation simulation(tree, *law, state, options, sink, course.formula);
  if (asked.count == 0) return simulation.run();
  const auto yields = std::ranges::find_if(
      tree.contacts, [](const TreeContact& each) { return each.yields != nullptr; });
  if (yields != tree.contacts.end()) {
    const auto contact = static_cast<int>(yields - tree.contacts.begin());
    slopes.hindered.assign(asked.count, DirectionHindrance{Hindrance::yields, state.time, contact});
    return simulation.run();
  }
  SectionVariation variation(tree, *law, options, std::move(asked), course, slopes);
  simulation.lead(variation);
  return simulation.run();
}

}  // namespace carom
