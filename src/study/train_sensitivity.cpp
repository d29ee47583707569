#include "study/train_sensitivity.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study/sensitivity_names.hpp"
#include "sweeps/scenario_slopes.hpp"
#include "train/collide_slopes.hpp"

namespace carom {
namespace {

/// What one differentiates by: a parameter at its place, or a number of the state.
struct TrainInput {
  std::vector<std::string> of;
  int parameter = -1;
  const double* number = nullptr;
};

std::string words(TrainHindrance why) {
  switch (why) {
    case TrainHindrance::coincident:
      return "hits that feel each other fall into one instant, and would come one after the other: "
             "the outcome jumps here";
    case TrainHindrance::resting:
      return "bodies that touch at rest would part or press: hits in one instant would come one "
             "after the other";
    case TrainHindrance::edge:
      return "modes change here: contacts touch without an approach, and would strike on one side";
    case TrainHindrance::grazing:
      return "a contact just reaches the place of an event, and would miss it on one side";
    case TrainHindrance::plastic:
      return "a contact with restitution 0 is held; with more it bounces, however little";
    case TrainHindrance::springs:
      return "of hits in one instant, springs that lose nothing or all are of another kind than "
             "those beside them";
    case TrainHindrance::segments:
      return "numbers of segments are whole";
    case TrainHindrance::unanswered:
      return "the collision has no single answer";
    case TrainHindrance::unconfirmed:
      return "the way with slopes came to another answer: rounding decides this collision";
  }
  return {};
}

/// Of the scenario as it is collided.
std::vector<TrainInput> inputs_of(const Scenario& scenario, const std::vector<std::string>& names) {
  std::vector<TrainInput> inputs;
  for (const int place : asked_parameters(scenario, names))
    inputs.push_back({{scenario.parameters[static_cast<std::size_t>(place)].name}, place, nullptr});
  if (std::ranges::find(names, by_state) == names.end()) return inputs;
  const auto add = [&](const std::string& name, const double& number) {
    inputs.push_back({{std::string(by_state), name}, -1, &number});
  };
  for (const TrainBody& body : scenario.train->bodies) add("velocity." + body.name, body.velocity);
  for (const TrainPair& pair : scenario.train->pairs)
    add("gap." + pair.left + "." + pair.right, pair.gap);
  return inputs;
}

TrainSensitivity told(const TrainInput& input, TrainSlopes slopes) {
  TrainSensitivity each{.of = input.of};
  if (slopes.hindered) {
    each.why = words(*slopes.hindered);
    return each;
  }
  if (slopes.side != Side::both) each.side = slopes.side;
  each.slopes = std::move(slopes);
  return each;
}

}  // namespace

void check_sensitivity(const TrainStudy& study, const std::vector<std::string>& names) {
  check_sensitivity_names(study.scenario, names, "velocities and gaps");
}

void add_sensitivity(const TrainStudy& study, const std::vector<std::string>& names,
                     CollideReport& report) {
  Scenario scenario = study.scenario;
  *scenario.train = report.train;
  const std::vector<TrainInput> inputs = inputs_of(scenario, names);
  constexpr auto width = static_cast<std::size_t>(Sloped::directions);
  for (std::size_t first = 0; first < inputs.size();) {
    std::size_t last = first;
    std::vector<int> places;
    const bool of_parameters = inputs[first].parameter >= 0;
    while (last < inputs.size() && last - first < width &&
           (inputs[last].parameter >= 0) == of_parameters)
      places.push_back(inputs[last++].parameter);
    NumberSlopes numbers;
    if (of_parameters) numbers = number_slopes(scenario, places);
    for (std::size_t i = first; !of_parameters && i < last; ++i)
      numbers.add(inputs[i].number, static_cast<int>(i - first), 1);
    const bool finite = numbers.finite();
    std::vector<TrainSlopes> slopes = collision_slopes(
        *scenario.train, report.result, [&](const double& number) { return numbers(number); },
        last - first);
    for (std::size_t i = first; i < last; ++i) {
      report.sensitivity.push_back(told(inputs[i], std::move(slopes[i - first])));
      if (!finite && report.sensitivity.back().why)
        report.sensitivity.back().why = "a formula has no derivative here";
    }
    first = last;
  }
  if (std::ranges::any_of(study.scenario.train->bodies, &TrainBody::segments_by_rule))
    report.notes.emplace_back("derivatives hold the numbers of segments, which the rule chose");
}

}  // namespace carom
