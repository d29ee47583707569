#include "sweeps/scenario_point.hpp"

#include <algorithm>
#include <cmath>

#include "data/question_keys.hpp"
#include "keys/range_checks.hpp"
#include "model/formulas.hpp"
#include "sweeps/closing_solution.hpp"

namespace carom {
namespace {

/// Whether something is compiled that names one of these parameters.
bool formulas_follow(const Mechanism& mechanism, const std::vector<bool>& follows) {
  return std::ranges::any_of(parameters_in_formulas(mechanism),
                             [&](int i) { return follows[static_cast<std::size_t>(i)]; });
}

}  // namespace

ScenarioPoint::ScenarioPoint(const Scenario& scenario, const Tree& tree,
                             std::span<const std::string> swept)
    : scenario_(std::make_unique<Scenario>(scenario)),
      tree_(tree),
      guess_(scenario.state.positions) {
  const auto& parameters = scenario_->parameters;
  std::vector<bool> follows(parameters.size(), false);
  for (const std::string& name : swept) {
    const auto found = std::ranges::find(parameters, name, &Parameter::name);
    swept_.push_back(static_cast<int>(found - parameters.begin()));
    follows[static_cast<std::size_t>(swept_.back())] = true;
  }
  const auto any_follows = [&](const Expression& expression) {
    return std::ranges::any_of(expression.variables_used(),
                               [&](int i) { return follows[static_cast<std::size_t>(i)]; });
  };
  for (const Parameter& parameter : parameters) values_.push_back(parameter.value);
  for (const DependentParameter& dependent : scenario_->dependent_parameters) {
    if (!any_follows(dependent.expression)) continue;
    follows[static_cast<std::size_t>(dependent.parameter)] = true;
    dependent_.push_back(dependent);
  }
  for (const Binding& binding : scenario_->bindings) {
    if (!any_follows(binding.expression)) continue;
    double& target = binding.target(*scenario_);
    bound_.push_back({&binding.expression, binding.scale, &target});
    settles_ = settles_ || binding.home == Home::start;
    recompiles_ = recompiles_ || binding.home == Home::structure;
    const auto contact = static_cast<std::size_t>(binding.element);
    if (binding.home == Home::coefficient &&
        std::ranges::find(coefficients_, contact) == coefficients_.end())
      coefficients_.push_back(contact);
  }
  recompiles_ = recompiles_ || formulas_follow(scenario_->mechanism, follows);
}

/// Parameters and all numbers bound to them; whether all are finite.
bool ScenarioPoint::follow_parameters(std::span<const double> swept) {
  bool finite = true;
  for (std::size_t i = 0; i < swept_.size(); ++i) {
    values_[static_cast<std::size_t>(swept_[i])] = swept[i];
    finite = finite && std::isfinite(swept[i]);
  }
  const std::span<const double> values(values_);
  for (const DependentParameter& each : dependent_) {
    double& value = values_[static_cast<std::size_t>(each.parameter)];
    value = each.expression(values);
    finite = finite && std::isfinite(value);
  }
  for (const Followed& each : bound_) {
    *each.target = each.scale * (*each.expression)(values);
    finite = finite && std::isfinite(*each.target);
  }
  return finite;
}

/// What of the mechanism follows.
PointStatus ScenarioPoint::follow_mechanism() {
  if (recompiles_) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      scenario_->parameters[i].value = values_[i];
      scenario_->mechanism.parameters[i].value = values_[i];
    }
    std::vector<Fault> faults;
    ++compilations_;
    Tree tree = compiled(scenario_->mechanism, faults);
    if (!faults.empty()) return PointStatus::out_of_range;
    tree_ = std::move(tree);
    return PointStatus::solved;
  }
  bool sound = true;
  for (const std::size_t i : coefficients_)
    sound =
        set_coefficients(scenario_->mechanism.contacts[i], *tree_.laws, tree_.contacts[i]) && sound;
  return sound ? PointStatus::solved : PointStatus::out_of_range;
}

PointStatus ScenarioPoint::move_to(std::span<const double> swept) {
  // What was closed at the point before must not be the guess at this one: the answer at a point
  // would depend on the way to it.
  if (scenario_->close) scenario_->state.positions = guess_;
  if (!follow_parameters(swept)) return PointStatus::not_finite;
  if (settles_) settle(*scenario_);
  const PointStatus followed = follow_mechanism();
  if (followed != PointStatus::solved) return followed;
  if (scenario_->close && !in_ranges(*scenario_->close)) return PointStatus::out_of_range;
  return close(*scenario_, tree_) ? PointStatus::solved : PointStatus::not_closed;
}

}  // namespace carom
