#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/compiled_model.hpp"
#include "laws/registry.hpp"
#include "motion/impact_slopes.hpp"
#include "study/prediction.hpp"
#include "sweeps/scenario_slopes.hpp"
#include "sweeps/strike_solver.hpp"
#include "sweeps/striker.hpp"

namespace carom {
namespace {

/// The derivative of an impact, by the jump's own (motion/impact_slopes.hpp).
class ImpactDerivative {
 public:
  ImpactDerivative(const PredictionTask& task, const GivenAsParameters& given, const Tree& tree)
      : task_(task),
        point_(given.scenario, tree, given.parameters),
        colliding_(named_striker(given.scenario)),
        solver_(tree),
        slopes_(tree) {
    for (const std::string& each : task.free)
      places_.push_back(
          static_cast<int>(std::ranges::find(given.scenario.parameters, each, &Parameter::name) -
                           given.scenario.parameters.begin()));
  }

  /// By the free parameters at values of all; false where there is none: no single answer, or one
  /// that is not followed (velocities of contacts, kinetic energies).
  bool at(std::span<const double> values, std::span<double> out) {
    if (point_.move_to(values) != PointStatus::solved) return false;
    const Tree& tree = point_.tree();
    const State& state = point_.scenario().state;
    if (point_.recompiles()) {
      solver_ = ImpactSolver<double>(tree);
      slopes_ = ImpactSlopes(tree);
    }
    if (!solver_.prepare(tree, state.positions, state.velocities, state.time)) return false;
    set_.assign(solver_.touching().begin(), solver_.touching().end());
    const Solution<double>& answer = solver_.solve(tree, *task_.law, {}, colliding_);
    if (answer.verdict != Verdict::unique || !answer.impulses_determined) return false;
    constexpr auto directions = static_cast<std::size_t>(ImpactSlopes::directions);
    for (std::size_t first = 0; first < places_.size(); first += directions) {
      const std::size_t count = std::min(directions, places_.size() - first);
      const SlopedStart start =
          sloped_start(point_.scenario(), tree, std::span(places_).subspan(first, count));
      if (!start.closed || !start.finite ||
          !slopes_.prepare(start.tree, start.positions, start.velocities, start.time, set_))
        return false;
      slopes_.solve(start.tree, *task_.law, {}, colliding_, answer);
      for (std::size_t d = 0; d < count; ++d)
        if (!read(d, first + d, out)) return false;
    }
    return true;
  }

 private:
  bool read(std::size_t direction, std::size_t column, std::span<double> out) const {
    using Kind = FitQuantity::Kind;
    if (slopes_.side(static_cast<int>(direction)) == Side::none) return false;
    for (std::size_t k = 0; k < task_.quantities.size(); ++k) {
      const FitQuantity& quantity = task_.quantities[k];
      double& slope = out[k * places_.size() + column];
      if (quantity.kind == Kind::velocity_after) {
        slope = slopes_.velocities_after()[quantity.index].slope[direction];
      } else if (quantity.kind == Kind::energy_loss) {
        slope = slopes_.energy_loss().slope[direction];
      } else if (quantity.kind == Kind::contact_impulse) {
        const auto found = std::ranges::find(set_, static_cast<int>(quantity.index));
        const auto place = static_cast<std::size_t>(found - set_.begin());
        slope =
            found == set_.end() ? 0 : slopes_.impulse()[2 * place + quantity.axis].slope[direction];
      } else {
        return false;
      }
      if (!std::isfinite(slope)) return false;
    }
    return true;
  }

  PredictionTask task_;
  ScenarioPoint point_;
  int colliding_ = -1;
  ImpactSolver<double> solver_;
  ImpactSlopes slopes_;
  std::vector<int> places_;  // of the free ones among the parameters
  std::vector<int> set_;     // contacts that take part
};

/// A row is an impact.
class ImpactPrediction : public Prediction {
 public:
  ImpactPrediction(const Study& study, const PredictionTask& task)
      : task_(task),
        given_(given_as_parameters(study.scenario, task)),
        laws_{task.law},
        solver_(given_.scenario, study.model.compiled().tree, given_.parameters, laws_,
                Method::consistent, false,
                study.model.compiled().tree.laws->find(
                    study.scenario.impact.several.value_or(std::string(law_for_several)))),
        derivative_(task, given_, study.model.compiled().tree),
        values_(given_.parameters.size()) {}

  std::size_t experiments() const override { return task_.inputs.size(); }
  std::size_t size() const override { return task_.quantities.size(); }
  double accuracy() const override { return 1e-14; }

  std::string predict(std::span<const double> values, std::size_t experiment,
                      std::span<double> out) override {
    std::ranges::fill(out, std::numeric_limits<double>::quiet_NaN());
    take(values, experiment);
    const PointStatus status = solver_.solve(values_);
    if (status != PointStatus::solved) return std::string(name(status));
    const StrikePointLaw& law = solver_.laws().front();
    if (law.verdict != Verdict::unique) return std::string(name(law.verdict));
    bool open = false;
    for (std::size_t k = 0; k < out.size(); ++k) {
      const FitQuantity& quantity = task_.quantities[k];
      if (quantity.kind == FitQuantity::Kind::contact_impulse &&
          law.determined[quantity.index] == 0)
        open = true;
      else
        out[k] = number(quantity, law);
    }
    return open ? "an impulse is not determined" : "";
  }

  bool slopes(std::span<const double> values, std::size_t experiment,
              std::span<double> out) override {
    take(values, experiment);
    return derivative_.at(values_, out);
  }

 private:
  void take(std::span<const double> values, std::size_t experiment) {
    std::ranges::copy(values, values_.begin());
    std::ranges::copy(task_.inputs[experiment],
                      values_.begin() + static_cast<std::ptrdiff_t>(values.size()));
  }
  static double number(const FitQuantity& quantity, const StrikePointLaw& law) {
    using Kind = FitQuantity::Kind;
    switch (quantity.kind) {
      case Kind::velocity_after:
        return law.coordinates[quantity.index];
      case Kind::contact_velocity:
        return law.velocity[2 * quantity.index + quantity.axis];
      case Kind::contact_impulse:
        return law.impulse[2 * quantity.index + quantity.axis];
      case Kind::kinetic_energy:
        return law.energy_after;
      default:
        return law.energy_loss;
    }
  }

  PredictionTask task_;
  GivenAsParameters given_;
  std::vector<const Law*> laws_;
  StrikePointSolver solver_;
  ImpactDerivative derivative_;
  std::vector<double> values_;
};

}  // namespace

std::unique_ptr<Prediction> impact_prediction(const Study& study, const PredictionTask& task) {
  return std::make_unique<ImpactPrediction>(study, task);
}

}  // namespace carom
