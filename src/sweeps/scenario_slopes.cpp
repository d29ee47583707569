#include "sweeps/scenario_slopes.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <unordered_map>

#include "dynamics/contacts.hpp"
#include "numerics/dense_solve.hpp"

namespace carom {
namespace {

bool finite(const Sloped& x) {
  return std::isfinite(x.value) &&
         std::ranges::all_of(x.slope, [](double slope) { return std::isfinite(slope); });
}

/// `settle` (data/scenario.hpp), with slopes.
void settle(const Scenario& scenario, SlopedStart& start) {
  const Mechanism& mechanism = scenario.mechanism;
  const Base& base = mechanism.base;
  const std::size_t coordinates = start.tree.base_coordinates();
  if (base.kind == BaseKind::free) {
    start.positions[0].slope = start.numbers(base.position.x).slope;
    start.positions[1].slope = start.numbers(base.position.y).slope;
  } else if (base.kind == BaseKind::slider) {
    start.positions[0].slope = start.numbers(base.displacement).slope;
  }
  std::size_t next = coordinates + mechanism.links.size();
  for (const Surface& surface : mechanism.surfaces) {
    if (!surface.body) continue;
    start.positions[next].slope = start.numbers(surface.body->displacement).slope;
    start.velocities[next].slope = start.numbers(surface.body->velocity).slope;
    ++next;
  }
}

/// Gaps of the contacts of [close], with slopes.
class ClosedGaps {
 public:
  ClosedGaps(const SlopedTree& tree, const std::vector<int>& contacts)
      : tree_(tree), contacts_(contacts), pose_(tree), frames_(tree.contacts.size()) {}

  std::vector<Sloped> at(const std::vector<Sloped>& positions, const Sloped& time) {
    place(tree_, std::span<const Sloped>(positions), pose_);
    frame_contacts(tree_, pose_, std::span<const Sloped>(positions), time, std::span(frames_));
    std::vector<Sloped> gaps;
    for (const int contact : contacts_)
      gaps.push_back(frames_[static_cast<std::size_t>(contact)].gap);
    return gaps;
  }

 private:
  const SlopedTree& tree_;
  const std::vector<int>& contacts_;
  TreePose<Sloped> pose_;
  std::vector<ContactFrame<Sloped>> frames_;
};

/// A pivot below this share of the largest slope of a gap: the contact just reaches its surface.
constexpr double just_reaches = 1e-9;

void keep_closed(const Scenario& scenario, const Tree& tree, SlopedStart& start) {
  const Mechanism& mechanism = scenario.mechanism;
  std::vector<std::size_t> angles;
  std::vector<int> contacts;
  for (const std::string& name : scenario.close->angles)
    angles.push_back(static_cast<std::size_t>(
        tree.base_coordinates() +
        (std::ranges::find(mechanism.links, name, &Link::name) - mechanism.links.begin())));
  for (const std::string& name : scenario.close->touch)
    contacts.push_back(static_cast<int>(
        std::ranges::find(mechanism.contacts, name, &Contact::name) - mechanism.contacts.begin()));
  for (const std::size_t angle : angles) start.positions[angle].slope = {};
  const std::size_t n = angles.size();
  // G, with gaps as shares of the mechanism's size.
  std::vector<double> slopes(n * n);
  const SlopedTree still = without_slopes(tree);
  ClosedGaps gaps(still, contacts);
  for (std::size_t first = 0; first < n; first += Sloped::directions) {
    std::vector<Sloped> positions = start.positions;
    for (Sloped& position : positions) position.slope = {};
    const std::size_t last = std::min(n, first + Sloped::directions);
    for (std::size_t k = first; k < last; ++k) positions[angles[k]].slope[k - first] = 1;
    const std::vector<Sloped> found = gaps.at(positions, Sloped(start.time.value));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = first; k < last; ++k)
        slopes[i * n + k] = found[i].slope[k - first] / tree.size;
  }
  const std::vector<Sloped> moved =
      ClosedGaps(start.tree, contacts).at(start.positions, start.time);
  for (std::size_t d = 0; d < static_cast<std::size_t>(Sloped::directions); ++d) {
    std::vector<double> matrix = slopes, change;
    for (const Sloped& gap : moved) change.push_back(-gap.slope[d] / tree.size);
    if (!solve_dense(static_cast<int>(n), matrix.data(), change.data(), just_reaches)) {
      start.closed = false;
      return;
    }
    for (std::size_t k = 0; k < n; ++k) start.positions[angles[k]].slope[d] = change[k];
  }
}

}  // namespace

NumberSlopes number_slopes(const Scenario& scenario, std::span<const int> parameters) {
  assert(parameters.size() <= static_cast<std::size_t>(Sloped::directions));
  std::vector<Sloped> values;
  for (const Parameter& parameter : scenario.parameters) values.emplace_back(parameter.value);
  const auto move_alone = [&](int place) {
    for (std::size_t d = 0; d < parameters.size(); ++d)
      if (parameters[d] == place) values[static_cast<std::size_t>(place)].slope[d] = 1;
  };
  for (const int place : parameters) move_alone(place);
  const std::span<const Sloped> none;
  const auto at_values = [&](const Expression& expression) {
    return expression(none, std::span<const Sloped>(values));
  };
  for (const DependentParameter& dependent : scenario.dependent_parameters) {
    Sloped& value = values[static_cast<std::size_t>(dependent.parameter)];
    value.slope = at_values(dependent.expression).slope;
    move_alone(dependent.parameter);
  }
  NumberSlopes slopes;
  const auto add = [&](const double* number, const Sloped& x, double scale) {
    if (!varies(x)) return;
    for (int d = 0; d < Sloped::directions; ++d)
      slopes.add(number, d, scale * x.slope[static_cast<std::size_t>(d)]);
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    add(&scenario.parameters[i].value, values[i], 1);
    add(&scenario.mechanism.parameters[i].value, values[i], 1);
  }
  // A target is asked where it is, and nothing is written there.
  Scenario& places = const_cast<Scenario&>(scenario);
  // Of several formulas for one number the last one holds.
  std::unordered_map<const double*, const Binding*> holds;
  for (const Binding& binding : scenario.bindings) holds[&binding.target(places)] = &binding;
  for (const Binding& binding : scenario.bindings)
    if (const double* target = &binding.target(places); holds[target] == &binding)
      add(target, at_values(binding.expression), binding.scale);
  return slopes;
}

SlopedStart sloped_start(const Scenario& scenario, const Tree& tree, NumberSlopes numbers) {
  SlopedStart start;
  start.numbers = std::move(numbers);
  start.tree = sloped_tree(scenario.mechanism, tree, start.numbers);
  const State& state = scenario.state;
  for (const double& position : state.positions) start.positions.push_back(start.numbers(position));
  for (const double& velocity : state.velocities)
    start.velocities.push_back(start.numbers(velocity));
  start.time = start.numbers(state.time);
  settle(scenario, start);
  if (scenario.close) keep_closed(scenario, tree, start);
  start.finite = start.numbers.finite() && std::ranges::all_of(start.positions, finite) &&
                 std::ranges::all_of(start.velocities, finite);
  return start;
}

SlopedStart sloped_start(const Scenario& scenario, const Tree& tree,
                         std::span<const int> parameters) {
  return sloped_start(scenario, tree, number_slopes(scenario, parameters));
}

void add_directions(const SlopedStart& start, const Sloped& duration, std::size_t count,
                    MotionDirections& along) {
  for (std::size_t l = 0; l < count; ++l) {
    const auto of = [l](const std::vector<Sloped>& numbers) {
      std::vector<double> slopes;
      for (const Sloped& number : numbers) slopes.push_back(number.slope[l]);
      return slopes;
    };
    along.positions.push_back(of(start.positions));
    along.velocities.push_back(of(start.velocities));
    along.start.push_back(start.time.slope[l]);
    along.duration.push_back(duration.slope[l]);
  }
}

std::vector<int> free_parameters(const Scenario& scenario) {
  std::vector<int> places;
  for (int i = 0; i < static_cast<int>(scenario.parameters.size()); ++i)
    if (std::ranges::find(scenario.dependent_parameters, i, &DependentParameter::parameter) ==
        scenario.dependent_parameters.end())
      places.push_back(i);
  return places;
}

}  // namespace carom
