#include <algorithm>
#include <limits>

#include "study/prediction.hpp"
#include "sweeps/scenario_slopes.hpp"
#include "train/collide.hpp"
#include "train/collide_slopes.hpp"
#include "train/segmentation.hpp"

namespace carom {
namespace {

/// A row is a collision of a train.
class CollisionPrediction : public Prediction {
 public:
  CollisionPrediction(const TrainStudy& study, const PredictionTask& task)
      : task_(task), given_(given_as_parameters(study.scenario, task)) {
    for (const Parameter& parameter : given_.scenario.parameters)
      values_.push_back(parameter.value);
    for (const std::string& each : given_.parameters)
      places_.push_back(static_cast<std::size_t>(
          std::ranges::find(given_.scenario.parameters, each, &Parameter::name) -
          given_.scenario.parameters.begin()));
  }

  std::size_t experiments() const override { return task_.inputs.size(); }
  std::size_t size() const override { return task_.quantities.size(); }
  /// The series of a contact are summed to the train's tolerance.
  double accuracy() const override { return 10 * given_.scenario.train->tolerance; }

  std::string predict(std::span<const double> values, std::size_t experiment,
                      std::span<double> out) override {
    std::ranges::fill(out, std::numeric_limits<double>::quiet_NaN());
    if (const std::string why = take(values, experiment); !why.empty()) return why;
    const TrainResult result = patient_collision(*given_.scenario.train, default_patience);
    if (result.verdict != TrainVerdict::collided) return std::string(name(result.verdict));
    for (std::size_t k = 0; k < out.size(); ++k) {
      const FitQuantity& quantity = task_.quantities[k];
      if (quantity.kind == FitQuantity::Kind::body_velocity)
        out[k] = result.bodies[quantity.index].velocity_after;
      else if (result.restitution)
        out[k] = *result.restitution;
    }
    return {};
  }

  bool slopes(std::span<const double> values, std::size_t experiment,
              std::span<double> out) override {
    if (!take(values, experiment).empty()) return false;
    const Train& train = *given_.scenario.train;
    const TrainResult result = patient_collision(train, default_patience);
    constexpr auto width = static_cast<std::size_t>(Sloped::directions);
    for (std::size_t first = 0; first < values.size(); first += width) {
      std::vector<int> places;
      for (std::size_t j = first; j < std::min(first + width, values.size()); ++j)
        places.push_back(static_cast<int>(places_[j]));
      const NumberSlopes numbers = number_slopes(given_.scenario, places);
      if (!numbers.finite()) return false;
      const std::vector<TrainSlopes> found = collision_slopes(
          train, result, [&](const double& number) { return numbers(number); }, places.size());
      for (std::size_t d = 0; d < found.size(); ++d)
        if (!read(found[d], first + d, values.size(), out)) return false;
    }
    return true;
  }

 private:
  /// The train of an experiment, in segments; or why there is none.
  std::string take(std::span<const double> values, std::size_t experiment) {
    const std::vector<double>& inputs = task_.inputs[experiment];
    for (std::size_t i = 0; i < values.size(); ++i) values_[places_[i]] = values[i];
    for (std::size_t i = 0; i < inputs.size(); ++i) values_[places_[values.size() + i]] = inputs[i];
    Scenario& scenario = given_.scenario;
    if (!evaluate(scenario, values_)) return "not_finite";
    if (!train_faults(*scenario.train).empty()) return "out_of_range";
    *scenario.train = segmented(*scenario.train);
    return {};
  }

  bool read(const TrainSlopes& slopes, std::size_t column, std::size_t columns,
            std::span<double> out) const {
    if (slopes.hindered) return false;
    for (std::size_t k = 0; k < task_.quantities.size(); ++k) {
      const FitQuantity& quantity = task_.quantities[k];
      out[k * columns + column] = quantity.kind == FitQuantity::Kind::body_velocity
                                      ? slopes.velocities[quantity.index]
                                      : slopes.restitution.value_or(0);
    }
    return true;
  }

  PredictionTask task_;
  GivenAsParameters given_;
  std::vector<double> values_;       // of all parameters
  std::vector<std::size_t> places_;  // of those that are free or given among them
};

}  // namespace

std::unique_ptr<Prediction> collision_prediction(const TrainStudy& study,
                                                 const PredictionTask& task) {
  return std::make_unique<CollisionPrediction>(study, task);
}

}  // namespace carom
