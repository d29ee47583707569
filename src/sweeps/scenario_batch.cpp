#include "sweeps/scenario_batch.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "base/nearest_name.hpp"
#include "dynamics/compiled_model.hpp"
#include "motion/batch_run.hpp"
#include "motion/strike_kernel.hpp"
#include "sweeps/scenario_point.hpp"

namespace carom {
namespace {

std::vector<Fault> faults_of(const Scenario& scenario, const Tree& tree,
                             std::span<const FollowedParameter> parameters, std::size_t states) {
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
  return found;
}

/// Works on one thread.
class Follower {
 public:
  Follower(const Scenario& scenario, const Tree& tree,
           std::span<const FollowedParameter> parameters, std::span<const std::string> names,
           const StrikeBatch& batch, const BatchOptions& options, const BatchAnswers& answers,
           std::size_t freedom)
      : parameters_(parameters),
        batch_(batch),
        options_(options),
        answers_(answers),
        point_(std::make_unique<ScenarioPoint>(scenario, tree, names)),
        kernel_(tree),
        values_(names.size()),
        freedom_(freedom) {}

  void operator()(std::size_t i, BatchCount& count) {
    for (std::size_t k = 0; k < values_.size(); ++k) values_[k] = parameters_[k].values[i];
    Impact impact;
    const PointStatus status = point_->move_to(values_);
    if (status == PointStatus::solved) {
      if (point_->recompiles()) kernel_ = StrikeKernel(point_->tree());
      impact = kernel_.strike(point_->tree(), batch_.times.empty() ? 0.0 : batch_.times[i],
                              batch_.positions.subspan(i * freedom_, freedom_),
                              batch_.velocities.subspan(i * freedom_, freedom_), options_.strike);
    } else {
      impact.error =
          status == PointStatus::not_finite ? StrikeError::not_finite : StrikeError::bad_option;
    }
    keep_answer(impact, i, freedom_, point_->tree().contacts.size(), answers_, count);
  }

 private:
  std::span<const FollowedParameter> parameters_;
  const StrikeBatch& batch_;
  const BatchOptions& options_;
  const BatchAnswers& answers_;
  std::unique_ptr<ScenarioPoint> point_;
  StrikeKernel kernel_;
  std::vector<double> values_;
  std::size_t freedom_;
};

}  // namespace

BatchTally strike_batch(const Scenario& scenario, const Model& model,
                        std::span<const FollowedParameter> parameters, const StrikeBatch& batch,
                        const BatchOptions& options, const BatchAnswers& answers) {
  const Tree& tree = model.compiled().tree;
  const auto freedom = static_cast<std::size_t>(model.degrees_of_freedom());
  const std::size_t states = batch.positions.size() / freedom;
  std::vector<Fault> found = faults(batch, options, answers, model);
  for (Fault& fault : faults_of(scenario, tree, parameters, states))
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
    followers.emplace_back(own, tree, parameters, names, batch, options, answers, freedom);
  return run_batch(static_cast<std::int64_t>(states), std::span(followers), options.stop);
}

}  // namespace carom
