#include "reproductions/ellipse_laws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "study/identify.hpp"
#include "study/law_choice.hpp"
#include "study/measured_input.hpp"
#include "study/prediction.hpp"

namespace carom::ellipse {

std::string scenario_text(bool third) {
  return fmt::format(
      R"toml(title = "An ellipse on a plate"
[parameters]
theta = 0.3
height = "sqrt({0}^2*sin(theta)^2 + {1}^2*cos(theta)^2)"
mu = 0.2
e = 0.5
e_t = 0.0
[base]
position = [0.0, "height"]
[[link]]
name = "ellipse"
length = 0.0
mass = {2}
inertia = "{2}*({0}^2 + {1}^2)/4"
[[surface]]
name = "plate"
[[contact]]
name = "rim"
link = "ellipse"
at = 0.0
surface = "plate"
outline = {{ kind = "ellipse", semi_axes = [{0}, {1}] }}
friction = "mu"
restitution = "e"
tangential_restitution = "e_t"
[state]
angles = ["theta"]
velocity = [0.5, -2.5]
[fit]
free = ["mu", "e"{3}]
bounds = {{ mu = [0.0, 1.0], e = [0.0, 1.0]{4} }}
compare = ["velocity.x_after", "velocity.y_after"]
columns = {{ "velocity.x_after" = "-vx_after", "velocity.y_after" = "vy_after" }}
given = {{ theta = "theta_before", "velocity.x" = "-vx_before", "velocity.y" = "vy_before", "rate.ellipse" = "omega_before" }}
where = "0.5 - abs(flag)"
)toml",
      long_axis, short_axis, mass, third ? ", \"e_t\"" : "", third ? ", e_t = [-1.0, 1.0]" : "");
}

std::vector<MeasuredImpact> sound_impacts(const std::vector<MeasuredImpact>& all) {
  std::vector<MeasuredImpact> sound;
  for (MeasuredImpact impact : all) {
    if (impact.flag != 0) continue;
    impact.before[0] = -impact.before[0];
    impact.after[0] = -impact.after[0];
    sound.push_back(impact);
  }
  return sound;
}

Mean mean_of(const std::vector<double>& values) {
  const double n = static_cast<double>(values.size());
  Mean mean;
  for (const double value : values) mean.value += value / n;
  for (const double value : values) mean.error += (value - mean.value) * (value - mean.value);
  mean.error = std::sqrt(mean.error / (n - 1) / n);
  return mean;
}

namespace {

/// The errors of rows at numbers of a law.
class Errors {
 public:
  Errors(Prediction& prediction, const std::vector<MeasuredImpact>& impacts)
      : prediction_(prediction), impacts_(impacts) {}

  /// Without an answer the ellipse goes on as it came.
  double of(std::span<const double> numbers, std::size_t row, bool* answered = nullptr,
            std::array<double, 2>* predicted = nullptr) {
    const MeasuredImpact& impact = impacts_[row];
    std::array<double, 2> v{};
    const bool any = prediction_.predict(numbers, row, v).empty();
    if (!any) v = {impact.before[0], impact.before[1]};
    if (answered != nullptr) *answered = any;
    if (predicted != nullptr) *predicted = v;
    return std::hypot(v[0] - impact.after[0], v[1] - impact.after[1]) /
           std::hypot(impact.after[0], impact.after[1]);
  }
  double mean(std::span<const double> numbers, const std::vector<std::size_t>& rows) {
    double sum = 0;
    for (const std::size_t row : rows) sum += of(numbers, row);
    return sum / static_cast<double>(rows.size());
  }

 private:
  Prediction& prediction_;
  const std::vector<MeasuredImpact>& impacts_;
};

constexpr double finest_step = 5e-4;

/// The least mean over some rows: steps along every number as long as they help, then half as
/// large.
std::vector<double> least(Errors& errors, const std::vector<std::size_t>& rows,
                          std::vector<double> numbers, double step, const StopRequest& stop) {
  const auto low = [](std::size_t j) { return j == 2 ? -1.0 : 0.0; };
  double best = errors.mean(numbers, rows);
  for (; step >= finest_step; step /= 2)
    for (bool better = true; better;) {
      better = false;
      stop.heed();
      for (std::size_t j = 0; j < numbers.size(); ++j)
        for (const double side : {-step, step}) {
          std::vector<double> moved = numbers;
          moved[j] = std::clamp(moved[j] + side, low(j), 1.0);
          const double there = errors.mean(moved, rows);
          if (!(there < best)) continue;
          best = there;
          numbers = moved;
          better = true;
          break;
        }
    }
  return numbers;
}

/// The fold of every row: dealt by a shuffle that is the same everywhere (splitmix64).
std::vector<int> dealt(std::size_t rows) {
  std::vector<int> fold(rows);
  for (std::size_t i = 0; i < rows; ++i) fold[i] = static_cast<int>(i % folds);
  std::uint64_t state = 2017;
  const auto next = [&] {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  };
  for (std::size_t i = rows; i > 1; --i) std::swap(fold[i - 1], fold[next() % i]);
  return fold;
}

}  // namespace

LawFit fitted_law(const std::string& law, bool third, const std::vector<MeasuredImpact>& impacts,
                  const StopRequest& stop) {
  const Study study = study_from_text(scenario_text(third), "");
  LawFit fit;
  fit.law = law + (third ? ", e_t" : "");
  IdentifyRequest request;
  request.law = law;
  request.starts = 0;
  request.profiles = false;
  request.stop = stop;
  fit.squares = identify(study, measured_named("ellipse"), request);

  PredictionTask task;
  task.free = study.scenario.fit->free;
  task.given = {"theta", "velocity.x", "velocity.y", "rate.ellipse"};
  for (const std::string& each : study.scenario.fit->compare)
    task.quantities.push_back(*fit_quantity(study.scenario, each));
  for (const MeasuredImpact& impact : impacts)
    task.inputs.push_back({impact.theta, impact.before[0], impact.before[1], impact.before[2]});
  task.law = chosen_laws(study, {law}).front();
  const std::unique_ptr<Prediction> prediction = impact_prediction(study, task);
  Errors errors(*prediction, impacts);

  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < impacts.size(); ++i) all.push_back(i);
  std::vector<double> start;
  for (const FittedParameter& each : fit.squares.parameters) start.push_back(each.value);
  fit.numbers = least(errors, all, start, 0.04, stop);
  for (const std::size_t row : all) {
    bool answered = false;
    std::array<double, 2> predicted{};
    fit.row_errors.push_back(errors.of(fit.numbers, row, &answered, &predicted));
    fit.predicted.push_back(predicted);
    fit.unanswered += answered ? 0 : 1;
  }
  fit.error = mean_of(fit.row_errors).value;

  const std::vector<int> fold = dealt(impacts.size());
  fit.held_out_errors.resize(impacts.size());
  for (int k = 0; k < folds; ++k) {
    std::vector<std::size_t> others;
    for (const std::size_t row : all)
      if (fold[row] != k) others.push_back(row);
    const std::vector<double> numbers = least(errors, others, fit.numbers, 0.004, stop);
    for (const std::size_t row : all)
      if (fold[row] == k) fit.held_out_errors[row] = errors.of(numbers, row);
  }
  fit.held_out = mean_of(fit.held_out_errors).value;
  return fit;
}

}  // namespace carom::ellipse
