#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "dynamics/compiled_model.hpp"
#include "dynamics/drive_check.hpp"
#include "motion/simulation.hpp"
#include "motion/variation.hpp"
#include "study/prediction.hpp"
#include "sweeps/scenario_point.hpp"
#include "sweeps/scenario_slopes.hpp"

namespace carom {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// The state at an instant; at an event, before and after it.
struct Knot {
  double time = 0;
  std::vector<double> positions, before, after;
};

/// Keeps a motion's instants: samples and events.
class MotionTrace : public MotionSink {
 public:
  void sample(const MotionSample& sample) override {
    const std::vector<double> velocities(sample.velocities.begin(), sample.velocities.end());
    knots_.push_back(
        {sample.time, {sample.positions.begin(), sample.positions.end()}, velocities, velocities});
  }
  void event(const MotionEvent& event) override {
    event_times_.push_back(event.time);
    if (event.kind == MotionEventKind::impact) impact_times_.push_back(event.time);
    // One that yields has gone on meanwhile: samples see it.
    if (!event.positions.empty() && !event.velocities_before.empty() && !event.yields)
      knots_.push_back(
          {event.time, event.positions, event.velocities_before, event.velocities_after});
  }

  void order() {
    std::ranges::stable_sort(knots_, {}, &Knot::time);
    std::ranges::sort(event_times_);
    std::ranges::sort(impact_times_);
  }
  double event_time(std::size_t i) const { return nth(event_times_, i); }
  double impact_time(std::size_t i) const { return nth(impact_times_, i); }

  /// A coordinate at a time by the cubic through both neighbours and their velocities: (position,
  /// velocity). At an instant itself what is after it.
  std::array<double, 2> at(double time, std::size_t i) const {
    auto next = std::ranges::upper_bound(knots_, time, {}, &Knot::time);
    if (next == knots_.begin()) return {not_a_number, not_a_number};
    const Knot& from = *(next - 1);
    if (time == from.time || next == knots_.end()) {
      if (time - from.time > 1e-9 * std::max(1.0, std::abs(time)))
        return {not_a_number, not_a_number};
      return {from.positions[i], from.after[i]};
    }
    const Knot& to = *next;
    const double h = to.time - from.time, s = (time - from.time) / h;
    const double rise = to.positions[i] - from.positions[i];
    const double a = from.after[i] * h, b = to.before[i] * h;
    const double c2 = 3 * rise - 2 * a - b, c3 = a + b - 2 * rise;
    return {from.positions[i] + s * (a + s * (c2 + s * c3)), (a + s * (2 * c2 + 3 * s * c3)) / h};
  }

 private:
  static double nth(const std::vector<double>& times, std::size_t i) {
    return i < times.size() ? times[i] : not_a_number;
  }
  std::vector<Knot> knots_;
  std::vector<double> event_times_, impact_times_;
};

/// So many samples a motion, where the times of rows are not themselves at equal steps.
constexpr double most_knots = 4000;

/// A step of which all times are whole multiples, or 0.
double common_step(const std::vector<double>& times, double start) {
  std::vector<double> sorted;
  for (const double time : times)
    if (time > start) sorted.push_back(time - start);
  if (sorted.empty()) return 0;
  std::ranges::sort(sorted);
  double step = sorted.front();
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i] - sorted[i - 1] > 1e-9 * sorted[i])
      step = std::min(step, sorted[i] - sorted[i - 1]);
  for (const double time : sorted) {
    const double count = time / step;
    if (std::abs(count - std::round(count)) > 1e-7 || count > 1e6) return 0;
  }
  return step;
}

/// A row is a motion, or a sample of one.
class MotionPrediction : public Prediction {
 public:
  MotionPrediction(const Study& study, const PredictionTask& task)
      : task_(task),
        given_(given_as_parameters(study.scenario, task)),
        point_(given_.scenario, study.model.compiled().tree, given_.parameters),
        values_(given_.parameters.size()),
        samples_(task.quantities.front().subject == FitSubject::sample) {}

  std::size_t experiments() const override { return samples_ ? 1 : task_.inputs.size(); }
  std::size_t size() const override {
    return task_.quantities.size() * (samples_ ? task_.times.size() : 1);
  }
  double accuracy() const override {
    return 100 * given_.scenario.simulate->tolerance;  // an error of every step adds up
  }

  std::string predict(std::span<const double> values, std::size_t experiment,
                      std::span<double> out) override {
    std::ranges::fill(out, not_a_number);
    if (const PointStatus status = take(values, experiment); status != PointStatus::solved)
      return std::string(name(status));
    const Scenario& scenario = point_.scenario();
    const Tree& tree = point_.tree();
    MotionOptions options = options_of(scenario);
    if (samples_) {
      options.every = common_step(task_.times, scenario.state.time);
      const double fine = options.duration / most_knots;
      if (options.every == 0)
        options.every = fine;
      else  // other velocities than those of the samples are seldom asked for
        options.every /= std::ceil(options.every / options.duration * 100);
    }
    MotionTrace trace;
    const Motion motion = Simulation(tree, *task_.law, scenario.state, options, trace).run();
    trace.order();
    return samples_ ? sampled(trace, motion, out) : ended(trace, motion, out);
  }

  /// By the motion's own (motion/variation.hpp), which is followed without samples in between.
  bool slopes(std::span<const double> values, std::size_t experiment,
              std::span<double> out) override {
    if (take(values, experiment) != PointStatus::solved) return false;
    const Scenario& scenario = point_.scenario();
    const Tree& tree = point_.tree();
    if (std::ranges::any_of(tree.contacts, [](const TreeContact& each) { return each.yields; }))
      return false;
    MotionDirections along;
    if (!directions(scenario, tree, along)) return false;
    const MotionOptions options = options_of(scenario);
    MotionTrace trace;
    Simulation simulation(tree, *task_.law, scenario.state, options, trace);
    MotionVariation variation(tree, *task_.law, options, std::move(along));
    simulation.lead(variation);
    const Motion motion = simulation.run();
    trace.order();
    const MotionSensitivity found = variation.take();
    return samples_ ? read_samples(variation, found, motion.final.time, out)
                    : read(found, trace, out);
  }

 private:
  PointStatus take(std::span<const double> values, std::size_t experiment) {
    std::ranges::copy(values, values_.begin());
    if (!samples_)
      std::ranges::copy(task_.inputs[experiment],
                        values_.begin() + static_cast<std::ptrdiff_t>(values.size()));
    const PointStatus status = point_.move_to(values_);
    if (status != PointStatus::solved) return status;
    const Scenario& scenario = point_.scenario();
    const bool sound = in_range(*scenario.simulate) && drives_kept(point_.tree(), scenario.state);
    return sound ? status : PointStatus::out_of_range;
  }

  static MotionOptions options_of(const Scenario& scenario) {
    MotionOptions options = motion_options(*scenario.simulate);
    if (scenario.impact.several) options.several = *scenario.impact.several;
    return options;
  }

  /// Along the free parameters; false where a formula or [close] has no derivative.
  bool directions(const Scenario& scenario, const Tree& tree, MotionDirections& along) const {
    std::vector<int> places;
    for (const std::string& each : task_.free)
      places.push_back(
          static_cast<int>(std::ranges::find(scenario.parameters, each, &Parameter::name) -
                           scenario.parameters.begin()));
    for (std::size_t first = 0; first < places.size(); first += Sloped::directions) {
      const std::size_t count = std::min<std::size_t>(Sloped::directions, places.size() - first);
      SlopedStart start = sloped_start(scenario, tree, std::span(places).subspan(first, count));
      if (!start.closed || !start.finite) return false;
      add_directions(start, start.numbers(scenario.simulate->duration), count, along);
      along.trees.push_back(std::move(start.tree));
    }
    along.count = along.of_tree = places.size();
    if (!samples_) return true;
    along.samples = task_.times;
    std::ranges::sort(along.samples);
    // Samples are at their times, whenever the motion begins.
    return std::ranges::all_of(along.start, [](double slope) { return slope == 0; });
  }

  /// What is predicted has these slopes; what is not (an event that does not happen) is left.
  bool read(const MotionSensitivity& found, const MotionTrace& trace, std::span<double> out) const {
    using Kind = FitQuantity::Kind;
    const std::size_t free = task_.free.size();
    for (std::size_t k = 0; k < task_.quantities.size(); ++k) {
      const FitQuantity& quantity = task_.quantities[k];
      const std::span<double> row = out.subspan(k * free, free);
      if (quantity.kind == Kind::event_time || quantity.kind == Kind::impact_time) {
        const double time = quantity.kind == Kind::event_time ? trace.event_time(quantity.index)
                                                              : trace.impact_time(quantity.index);
        const auto at = std::ranges::lower_bound(found.instants, time, {}, &InstantSlopes::time);
        if (std::isnan(time)) continue;
        if (at == found.instants.end() || at->time != time) return false;
        std::copy_n(at->slopes.begin(), free, row.begin());
      } else {
        const auto& of = quantity.kind == Kind::position ? found.positions : found.velocities;
        for (std::size_t j = 0; j < free; ++j) {
          if (of[j].empty()) return false;
          row[j] = of[j][quantity.index];
        }
      }
      if (!std::ranges::all_of(row, [](double slope) { return std::isfinite(slope); }))
        return false;
    }
    return true;
  }

  bool read_samples(const MotionVariation& variation, const MotionSensitivity& found, double end,
                    std::span<double> out) const {
    const std::size_t free = task_.free.size(), rows = task_.times.size();
    std::vector<double> sorted = task_.times;
    std::ranges::sort(sorted);
    for (std::size_t i = 0; i < rows; ++i) {
      const double time = task_.times[i];
      if (time > end) continue;
      const auto& slopes = variation.samples()[static_cast<std::size_t>(
          std::ranges::lower_bound(sorted, time) - sorted.begin())];
      if (slopes.empty()) return false;
      for (std::size_t j = 0; j < free; ++j) {
        if (found.hindered[j] && found.hindered[j]->time <= time) return false;
        for (std::size_t k = 0; k < task_.quantities.size(); ++k) {
          const FitQuantity& quantity = task_.quantities[k];
          const bool place = quantity.kind == FitQuantity::Kind::position;
          const std::size_t row = quantity.index + (place ? 0 : slopes.size() / 2);
          out[(k * rows + i) * free + j] = slopes[row][j];
        }
      }
    }
    return true;
  }

  std::string sampled(const MotionTrace& trace, const Motion& motion, std::span<double> out) const {
    const std::size_t rows = task_.times.size();
    bool beyond = false;
    for (std::size_t k = 0; k < task_.quantities.size(); ++k)
      for (std::size_t i = 0; i < rows; ++i) {
        const FitQuantity& quantity = task_.quantities[k];
        out[k * rows + i] =
            task_.times[i] > motion.final.time * (1 + 1e-12)
                ? not_a_number
                : trace.at(task_.times[i],
                           quantity.index)[quantity.kind == FitQuantity::Kind::position ? 0 : 1];
        beyond = beyond || std::isnan(out[k * rows + i]);
      }
    if (!beyond) return {};
    return motion.end == MotionEnd::duration ? "beyond the motion" : std::string(name(motion.end));
  }

  std::string ended(const MotionTrace& trace, const Motion& motion, std::span<double> out) const {
    using Kind = FitQuantity::Kind;
    bool missing = false;
    for (std::size_t k = 0; k < out.size(); ++k) {
      const FitQuantity& quantity = task_.quantities[k];
      if (quantity.kind == Kind::event_time)
        out[k] = trace.event_time(quantity.index);
      else if (quantity.kind == Kind::impact_time)
        out[k] = trace.impact_time(quantity.index);
      else if (motion.end == MotionEnd::duration)
        out[k] = quantity.kind == Kind::position ? motion.final.positions[quantity.index]
                                                 : motion.final.velocities[quantity.index];
      missing = missing || std::isnan(out[k]);
    }
    if (!missing) return {};
    return motion.end == MotionEnd::duration ? "no such event within the motion"
                                             : std::string(name(motion.end));
  }

  PredictionTask task_;
  GivenAsParameters given_;
  ScenarioPoint point_;
  std::vector<double> values_;
  bool samples_ = false;
};

}  // namespace

std::unique_ptr<Prediction> motion_prediction(const Study& study, const PredictionTask& task) {
  return std::make_unique<MotionPrediction>(study, task);
}

}  // namespace carom
