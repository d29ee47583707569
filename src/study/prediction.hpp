#pragma once

/// study/prediction.hpp
///
/// What a scenario predicts of what was measured, where some of its parameters have other values.
/// A prediction has experiments; each gives some numbers, in an order of its own:
///
///     impacts      a row is an experiment, its numbers are the quantities compared
///     collisions   of trains: the same
///     motions      a row is an experiment: times of events, the state at the end
///     samples      all rows are one experiment, a motion: number k·rows + i is quantity k at row i

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "data/fit_names.hpp"
#include "study/study.hpp"
#include "study/train_study.hpp"

namespace carom {

/// What is to be predicted.
struct PredictionTask {
  std::vector<std::string> free;  ///< parameters
  std::vector<FitQuantity> quantities;
  std::vector<std::string> given;           ///< of `fit_input`
  std::vector<std::vector<double>> inputs;  ///< their values, a row; all are finite
  std::vector<double> times;                ///< s, of samples; a row
  const Law* law = nullptr;                 ///< of impact
};

class Prediction {
 public:
  virtual ~Prediction() = default;

  virtual std::size_t experiments() const = 0;
  /// How many numbers an experiment gives.
  virtual std::size_t size() const = 0;
  /// The numbers of an experiment at values of the free parameters; what has no answer is NaN, and
  /// the text says why.
  virtual std::string predict(std::span<const double> values, std::size_t experiment,
                              std::span<double> out) = 0;
  /// ∂numbers/∂values, number by number, and exact; false: nobody has them here.
  virtual bool slopes(std::span<const double> /*values*/, std::size_t /*experiment*/,
                      std::span<double> /*out*/) {
    return false;
  }
  /// To which the numbers are known, relative.
  virtual double accuracy() const = 0;
};

std::unique_ptr<Prediction> impact_prediction(const Study& study, const PredictionTask& task);
std::unique_ptr<Prediction> motion_prediction(const Study& study, const PredictionTask& task);
std::unique_ptr<Prediction> collision_prediction(const TrainStudy& study,
                                                 const PredictionTask& task);

/// The scenario in which every part of the state that rows set is a parameter too.
struct GivenAsParameters {
  Scenario scenario;
  std::vector<std::string> parameters;  ///< the free ones, then one for each that is given
};
GivenAsParameters given_as_parameters(const Scenario& scenario, const PredictionTask& task);

}  // namespace carom
