#include <algorithm>
#include <cmath>

#include "base/finite.hpp"
#include "base/nearest_name.hpp"
#include "dynamics/compiled_model.hpp"
#include "keys/range_checks.hpp"
#include "model/mechanism_numbers.hpp"
#include "model/sloped_tree.hpp"
#include "motion/call_fault.hpp"
#include "motion/simulate_along.hpp"
#include "motion/simulation.hpp"
#include "motion/variation.hpp"

namespace carom {
namespace {

/// Those along which the mechanism changes first.
std::vector<std::size_t> tree_first(std::span<const Direction> along) {
  std::vector<std::size_t> order;
  for (const bool of_tree : {true, false})
    for (std::size_t j = 0; j < along.size(); ++j)
      if (along[j].numbers.empty() != of_tree) order.push_back(j);
  return order;
}

MotionDirections asked_directions(const Model::Compiled& compiled, std::span<const Direction> along,
                                  std::span<const std::size_t> order) {
  MotionDirections asked;
  asked.count = along.size();
  asked.of_tree = static_cast<std::size_t>(
      std::ranges::count_if(along, [](const Direction& each) { return !each.numbers.empty(); }));
  for (std::size_t first = 0; first < asked.of_tree; first += lane_count) {
    NumberSlopes slopes;
    for (std::size_t l = 0; l < lane_count && first + l < asked.of_tree; ++l)
      for (const NumberSlope& number : along[order[first + l]].numbers)
        slopes.add(number_named(compiled.mechanism, number.number), static_cast<int>(l),
                   number.slope);
    asked.trees.push_back(sloped_tree(compiled.mechanism, compiled.tree, slopes));
  }
  for (const std::size_t j : order) {
    asked.positions.push_back(along[j].positions);
    asked.velocities.push_back(along[j].velocities);
    asked.start.push_back(along[j].time);
    asked.duration.push_back(along[j].duration);
  }
  return asked;
}

template <class Numbers>
void put_back(std::span<const std::size_t> order, Numbers& numbers) {
  Numbers sorted(numbers.size());
  for (std::size_t j = 0; j < order.size(); ++j) sorted[order[j]] = std::move(numbers[j]);
  numbers = std::move(sorted);
}

}  // namespace

std::vector<Fault> faults(std::span<const Direction> along, const Model& model) {
  const Mechanism& mechanism = model.mechanism();
  const auto freedom = static_cast<std::size_t>(model.degrees_of_freedom());
  std::vector<Fault> found;
  for (std::size_t j = 0; j < along.size(); ++j) {
    const Element element(found, "direction", static_cast<int>(j));
    const Direction& each = along[j];
    bool finite = std::isfinite(each.time) && std::isfinite(each.duration);
    for (const NumberSlope& number : each.numbers) {
      finite = finite && std::isfinite(number.slope);
      if (number_named(mechanism, number.number) == nullptr)
        element.fault("numbers", "\"" + number.number + "\" is not a number of the mechanism" +
                                     did_you_mean(number.number, number_names(mechanism)));
    }
    for (const auto* numbers : {&each.positions, &each.velocities}) {
      finite = finite && all_finite(*numbers);
      if (!numbers->empty() && numbers->size() != freedom)
        element.fault("state", "has " + std::to_string(numbers->size()) +
                                   " numbers; must have none or " + std::to_string(freedom));
    }
    if (!finite) element.fault("slopes", "slopes must be finite");
  }
  return found;
}

Motion simulate_along(const Model& model, const State& state, const MotionOptions& options,
                      MotionSink& sink, MotionDirections asked, MotionSensitivity& slopes) {
  slopes = {};
  const Tree& tree = model.compiled().tree;
  const Law* const law = tree.laws->find(options.law);
  CallError error = fault_of_motion(model, state, options, law);
  if (asked.count > 0 && options.controller != nullptr) error = CallError::bad_option;
  if (error != CallError::none) return {.error = error, .end = MotionEnd::refused, .final = state};
  Simulation simulation(tree, *law, state, options, sink);
  if (asked.count == 0) return simulation.run();
  const auto yields = std::ranges::find_if(
      tree.contacts, [](const TreeContact& each) { return each.yields != nullptr; });
  if (yields != tree.contacts.end()) {
    const auto contact = static_cast<int>(yields - tree.contacts.begin());
    slopes.positions.resize(asked.count);
    slopes.velocities.resize(asked.count);
    slopes.hindered.assign(asked.count, DirectionHindrance{Hindrance::yields, state.time, contact});
    return simulation.run();
  }
  MotionVariation variation(tree, *law, options, std::move(asked));
  simulation.lead(variation);
  Motion motion = simulation.run();
  slopes = variation.take();
  return motion;
}

Motion simulate(const Model& model, const State& state, const MotionOptions& options,
                MotionSink& sink, std::span<const Direction> along, MotionSensitivity& slopes) {
  std::vector<Fault> wrong = faults(along, model);
  if (!wrong.empty()) throw InputError("", std::move(wrong));
  const std::vector<std::size_t> order = tree_first(along);
  Motion motion = simulate_along(model, state, options, sink,
                                 asked_directions(model.compiled(), along, order), slopes);
  if (slopes.positions.empty()) return motion;
  put_back(order, slopes.positions);
  put_back(order, slopes.velocities);
  put_back(order, slopes.hindered);
  for (InstantSlopes& instant : slopes.instants) put_back(order, instant.slopes);
  return motion;
}

}  // namespace carom
