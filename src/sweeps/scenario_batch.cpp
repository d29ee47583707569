#include "sweeps/scenario_batch.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "base/nearest_name.hpp"
#include "dynamics/compiled_model.hpp"
#include "motion/batch_run.hpp"
#include "motion/jacobian_kernel.hpp"
#include "motion/strike_group.hpp"
#include "motion/strike_kernel.hpp"
#include "sweeps/scenario_point.hpp"
#include "sweeps/scenario_slopes.hpp"

namespace carom {
namespace {

constexpr std::string_view by_state = "state";

std::vector<Fault> faults_of(const Scenario& scenario, const Tree& tree,
                             std::span<const FollowedParameter> parameters, std::size_t states,
                             std::span<const std::string> by) {
  std::vector<Fault> found;
  std::vector<std::string> known;
  for (const Parameter& parameter : scenario.parameters) known.push_back(parameter.name);
  const auto add = [&](const std::string& name, const std::string& problem) {
    found.push_back({{"strike_batch", -1, "parameters", -1}, name + problem, {}});
  };
  for (const FollowedParameter& each : parameters) {
    if (std::ranges::find(known, each.name) == known.end()) {
      add("\"" + each.name + "\"",
          " is not a parameter of the scenario" + nearest_or_all(each.name, known));
      continue;
    }
    if (each.values.size() != states)
      add(each.name, " has " + std::to_string(each.values.size()) +
                         " values; must have one a state, " + std::to_string(states));
    const std::string alone[] = {each.name};
    if (!ScenarioPoint(scenario, tree, alone).changes_mechanism())
      add(each.name, " changes the state alone, and states are given; set them by it");
  }
  known.emplace_back(by_state);
  for (const std::string& name : by)
    if (std::ranges::find(known, name) == known.end())
      found.push_back(
          {{"strike_batch", -1, "jacobian", -1},
           "\"" + name + "\" is not a parameter of the scenario" + nearest_or_all(name, known),
           {}});
  return found;
}

/// What is differentiated by.
struct BatchInputs {
  bool state = false;
  std::vector<int> parameters;  ///< their places
  std::size_t count(std::size_t freedom) const {
    return (state ? 2 * freedom : 0) + parameters.size();
  }
};

BatchInputs inputs_of(const Scenario& scenario, std::span<const std::string> by) {
  BatchInputs inputs;
  for (const std::string& name : by) {
    const auto found = std::ranges::find(scenario.parameters, name, &Parameter::name);
    const int place = static_cast<int>(found - scenario.parameters.begin());
    if (name == by_state)
      inputs.state = true;
    else if (std::ranges::find(inputs.parameters, place) == inputs.parameters.end())
      inputs.parameters.push_back(place);
  }
  return inputs;
}

JacobianKernel kernel_at(const Scenario& scenario, const Tree& tree, const BatchInputs& inputs) {
  std::vector<SlopedTree> passes;
  const std::span<const int> places(inputs.parameters);
  for (std::size_t first = 0; first < places.size(); first += Sloped::directions) {
    const std::size_t count = std::min<std::size_t>(Sloped::directions, places.size() - first);
    passes.push_back(sloped_start(scenario, tree, places.subspan(first, count)).tree);
  }
  return {tree, inputs.state, places.size(), std::move(passes)};
}

/// Works on one thread.
class Follower {
 public:
  Follower(const Scenario& scenario, const Tree& tree,
           std::span<const FollowedParameter> parameters, std::span<const std::string> names,
           const StrikeBatch& batch, const BatchOptions& options, const BatchAnswers& answers,
           std::size_t freedom, const BatchInputs& inputs)
      : parameters_(parameters),
        batch_(batch),
        options_(options),
        answers_(answers),
        point_(std::make_unique<ScenarioPoint>(scenario, tree, names)),
        kernel_(tree),
        group_(tree),
        values_(names.size()),
        freedom_(freedom),
        inputs_(inputs) {
    if (inputs.count(freedom) > 0) jacobian_.emplace(kernel_at(scenario, tree, inputs));
  }

  void operator()(std::size_t from, std::size_t to, BatchCount& count) {
    const auto alone = [&](std::size_t i) { answer(i, count); };
    if (jacobian_ || point_->recompiles() || !group_.suits(point_->tree(), options_.strike)) {
      for (std::size_t i = from; i < to; ++i) alone(i);
      return;
    }
    const auto its = [&](std::size_t at, std::size_t i) { return take(at, i); };
    strike_abreast(group_, from, to, options_.strike, its, alone, answers_, count);
  }

 private:
  PointStatus move_to(std::size_t i) {
    for (std::size_t k = 0; k < values_.size(); ++k) values_[k] = parameters_[k].values[i];
    return point_->move_to(values_);
  }

  /// State i, as number `at` of those abreast; false: it goes alone.
  bool take(std::size_t at, std::size_t i) {
    if (!batch_.times.empty() && !std::isfinite(batch_.times[i])) return false;
    if (move_to(i) != PointStatus::solved) return false;
    group_.take_contacts(at, point_->tree());
    group_.take(at, &batch_.positions[i * freedom_], &batch_.velocities[i * freedom_]);
    return true;
  }

  void answer(std::size_t i, BatchCount& count) {
    Impact impact;
    ImpactJacobian slopes;
    const PointStatus status = move_to(i);
    const Tree& tree = point_->tree();
    if (status == PointStatus::solved) {
      if (point_->recompiles()) kernel_ = StrikeKernel(tree);
      const double time = batch_.times.empty() ? 0.0 : batch_.times[i];
      const auto positions = batch_.positions.subspan(i * freedom_, freedom_);
      const auto velocities = batch_.velocities.subspan(i * freedom_, freedom_);
      impact = kernel_.strike(tree, time, positions, velocities, options_.strike);
      if (jacobian_) {
        follow();
        slopes = jacobian_->solve(tree, time, positions, velocities, options_.strike);
      }
    } else {
      impact.error =
          status == PointStatus::not_finite ? StrikeError::not_finite : StrikeError::bad_option;
    }
    keep_answer(impact, i, freedom_, tree.contacts.size(), answers_, count);
    if (jacobian_)
      keep_jacobian(slopes, i, freedom_, tree.contacts.size(), jacobian_->inputs(),
                    answers_.jacobians, count);
  }

  /// The kernel of derivatives is that of this point.
  void follow() {
    if (values_.empty()) return;
    if (point_->recompiles() || !inputs_.parameters.empty())
      jacobian_.emplace(kernel_at(point_->scenario(), point_->tree(), inputs_));
    else
      jacobian_->follow_contacts(point_->tree());
  }

  std::span<const FollowedParameter> parameters_;
  const StrikeBatch& batch_;
  const BatchOptions& options_;
  const BatchAnswers& answers_;
  std::unique_ptr<ScenarioPoint> point_;
  StrikeKernel kernel_;
  StrikeGroup group_;
  std::vector<double> values_;
  std::size_t freedom_;
  const BatchInputs& inputs_;
  std::optional<JacobianKernel> jacobian_;
};

}  // namespace

BatchTally strike_batch(const Scenario& scenario, const Model& model,
                        std::span<const FollowedParameter> parameters, const StrikeBatch& batch,
                        const BatchOptions& options, const BatchAnswers& answers,
                        std::span<const std::string> by) {
  const Tree& tree = model.compiled().tree;
  const auto freedom = static_cast<std::size_t>(model.degrees_of_freedom());
  const std::size_t states = batch.positions.size() / freedom;
  std::vector<Fault> found = faults_of(scenario, tree, parameters, states, by);
  const BatchInputs inputs = found.empty() ? inputs_of(scenario, by) : BatchInputs{};
  JacobianInputs sized{.state = inputs.state};
  sized.numbers.resize(inputs.parameters.size());
  BatchAnswers checked = answers;
  if (!found.empty()) checked.jacobians = {};
  for (Fault& fault : faults(batch, options, checked, model, sized))
    found.push_back(std::move(fault));
  if (!found.empty()) throw InputError(scenario.path, std::move(found));
  // States are given: nothing is closed.
  Scenario own = scenario;
  own.close.reset();
  std::vector<std::string> names;
  for (const FollowedParameter& each : parameters) names.push_back(each.name);
  std::vector<Follower> followers;
  const int threads = batch_threads(options.threads, static_cast<std::int64_t>(states));
  for (int t = 0; t < threads; ++t)
    followers.emplace_back(own, tree, parameters, names, batch, options, answers, freedom, inputs);
  return run_batch(static_cast<std::int64_t>(states), std::span(followers), options);
}

}  // namespace carom
