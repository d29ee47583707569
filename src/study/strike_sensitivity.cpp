#include "study/strike_sensitivity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "dynamics/compiled_model.hpp"
#include "motion/impact_slopes.hpp"
#include "study/course.hpp"
#include "study/sensitivity_names.hpp"
#include "sweeps/scenario_point.hpp"
#include "sweeps/scenario_slopes.hpp"
#include "sweeps/striker.hpp"

namespace carom {

std::vector<std::string> state_names(const Mechanism& mechanism, const Tree& tree) {
  std::vector<std::string> names;
  for (const bool rates : {false, true}) {
    const std::string base = rates ? "velocity" : "position";
    if (tree.base == BaseKind::free) {
      names.push_back(base + ".x");
      names.push_back(base + ".y");
    } else if (tree.base == BaseKind::slider) {
      names.push_back(rates ? "velocity" : "displacement");
    }
    for (const Link& link : mechanism.links)
      names.push_back((rates ? "rate." : "angle.") + link.name);
    for (const Surface& surface : mechanism.surfaces)
      if (surface.body) names.push_back((rates ? "surface_velocity." : "surface.") + surface.name);
  }
  return names;
}

namespace {

/// Inputs are followed as far as this, in units of themselves and of 1.
constexpr double farthest = 100;
/// Nearer than this share of the input's size a change is at its very place.
constexpr double at_once = 1e-9;
constexpr double look_beyond = 1e-6;

/// What one differentiates by.
struct SensitivityInput {
  std::vector<std::string> names;
  int parameter = -1;   ///< its place, or −1
  int coordinate = -1;  ///< of the state: positions, then velocities
};

std::vector<SensitivityInput> inputs_of(const Study& study, const std::vector<std::string>& names) {
  const Scenario& scenario = study.scenario;
  std::vector<SensitivityInput> inputs;
  for (const int place : asked_parameters(scenario, names))
    inputs.push_back({{scenario.parameters[static_cast<std::size_t>(place)].name}, place, -1});
  if (std::ranges::find(names, by_state) == names.end()) return inputs;
  int coordinate = 0;
  for (const std::string& name : state_names(scenario.mechanism, study.model.compiled().tree))
    inputs.push_back({{std::string(by_state), name}, -1, coordinate++});
  return inputs;
}

/// The impact by one law at other values of one input, the contacts that take part held.
class ImpactFollower {
 public:
  ImpactFollower(const Study& study, const SensitivityInput& input, const std::vector<int>& set,
                 int colliding)
      : study_(study),
        input_(input),
        set_(set),
        colliding_(colliding),
        state_(study.scenario.state),
        solver_(study.model.compiled().tree) {
    if (input.parameter >= 0)
      point_ = std::make_unique<ScenarioPoint>(study.scenario, study.model.compiled().tree,
                                               std::span(input.names).first(1));
  }

  double value() const {
    if (input_.parameter >= 0)
      return study_.scenario.parameters[static_cast<std::size_t>(input_.parameter)].value;
    return number(study_.scenario.state);
  }

  ImpactCourse at(double value, const Law& law) {
    ImpactCourse none;
    none.verdict = Verdict::not_colliding;
    const Tree* tree = &study_.model.compiled().tree;
    const State* state = &state_;
    if (point_) {
      const PointStatus status = point_->move_to(std::span(&value, 1));
      if (status != PointStatus::solved) {
        none.obstacle = status == PointStatus::not_closed ? "[close] has no solution beyond"
                                                          : "the scenario does not allow it beyond";
        return none;
      }
      tree = &point_->tree();
      state = &point_->scenario().state;
      if (point_->recompiles()) solver_ = ImpactSolver<double>(*tree);
    } else {
      number(state_) = value;
    }
    if (!solver_.prepare(*tree, state->positions, state->velocities, state->time, set_)) {
      none.obstacle = "the impact has no finite numbers beyond";
      return none;
    }
    const Solution<double>& solution = solver_.solve(*tree, law, {}, colliding_);
    return course_of(solution, solver_.problem().friction());
  }

 private:
  const double& number(const State& state) const {
    const auto k = static_cast<std::size_t>(input_.coordinate);
    const std::size_t freedoms = state.positions.size();
    return k < freedoms ? state.positions[k] : state.velocities[k - freedoms];
  }
  double& number(State& state) const {
    return const_cast<double&>(number(static_cast<const State&>(state)));
  }

  const Study& study_;
  const SensitivityInput& input_;
  const std::vector<int>& set_;
  int colliding_;
  State state_;
  std::unique_ptr<ScenarioPoint> point_;
  ImpactSolver<double> solver_;
};

/// The interval in which the derivative holds, and on which side where modes change here.
void add_interval(const Law& law, std::span<const std::string> names, ImpactFollower& follower,
                  Side side, StruckSensitivity& told) {
  const double here = follower.value();
  const double scale = here != 0 ? std::abs(here) : 1;
  const double reach = farthest * std::max(scale, 1.0);
  const std::function<ImpactCourse(double)> course_at = [&](double value) {
    return follower.at(value, law);
  };
  const ImpactCourse course = course_at(here);
  std::optional<CourseEnd> ends[2];
  bool changes_here[2];
  for (const int k : {0, 1}) {
    const int sign = k == 0 ? -1 : 1;
    ends[k] = course_end(course_at, here, course, sign, scale, reach);
    changes_here[k] = ends[k] && std::abs(ends[k]->at - here) <= at_once * scale;
  }
  // The course here is that of one side: its own modes are differentiated.
  if (side == Side::both && changes_here[0] != changes_here[1])
    side = changes_here[0] ? Side::above : Side::below;
  // At the end itself events fall together: what it leads to is seen a little further on.
  const auto words = [&](const ImpactCourse& from, const CourseEnd& end, int sign) {
    const ImpactCourse there = course_at(end.at + sign * look_beyond * scale);
    return difference(from, there == from ? end.beyond : there, names);
  };
  told.changes.assign(2, "");
  for (const int k : {0, 1}) {
    const int sign = k == 0 ? -1 : 1;
    std::string& change = told.changes[static_cast<std::size_t>(k)];
    const bool other = side == (k == 0 ? Side::above : Side::below);
    if (changes_here[k] && !other) {
      // Beyond its first instant the course is one of its own.
      const ImpactCourse own = course_at(here + sign * 10 * at_once * scale);
      ends[k] = course_end(course_at, here + sign * 10 * at_once * scale, own, sign, scale, reach);
      if (ends[k]) change = words(own, *ends[k], sign);
    } else if (ends[k]) {
      change = words(course, *ends[k], sign);
    }
    if (other) {
      told.valid.emplace_back(here);
    } else if (ends[k]) {
      const bool nothing = std::abs(ends[k]->at) <= at_once * scale;
      told.valid.emplace_back(nothing ? 0 : ends[k]->at);
    } else {
      told.valid.emplace_back();
    }
  }
  if (side != Side::both) told.side = side;
}

/// The two ends by slopes.
void add_first_order(const std::array<double, 2>& reach, double here, StruckSensitivity& told) {
  for (const std::size_t k : {0, 1}) {
    const bool other = told.side == (k == 0 ? Side::above : Side::below);
    const double distance = other ? 0 : reach[k];
    told.first_order.emplace_back();
    if (std::isfinite(distance))
      told.first_order.back() = k == 0 ? here - distance : here + distance;
  }
}

void fill(const ImpactSlopes& slopes, std::size_t d, const Tree& tree, StruckSensitivity& told) {
  const auto slope = [d](const Sloped& x) { return x.slope[d]; };
  const std::span<const Sloped> after = slopes.velocities_after();
  const auto base = static_cast<std::size_t>(tree.base_coordinates());
  for (std::size_t i = 0; i < after.size(); ++i)
    (i < base                       ? told.velocity
     : i < base + tree.links.size() ? told.rates
                                    : told.surfaces)
        .push_back(slope(after[i]));
  told.energy_loss = slope(slopes.energy_loss());
  told.impulses.assign(tree.contacts.size(), {0, 0});
  for (std::size_t k = 0; k < slopes.touching().size(); ++k)
    for (std::size_t axis = 0; axis < 2; ++axis)
      told.impulses[static_cast<std::size_t>(slopes.touching()[k])][axis] =
          slope(slopes.impulse()[2 * k + axis]);
}

bool slopes_finite(const StruckSensitivity& told) {
  double check = 0 * told.energy_loss;
  for (const auto* numbers : {&told.velocity, &told.rates, &told.surfaces})
    for (const double x : *numbers) check += 0 * x;
  return check == 0;
}

}  // namespace

void check_sensitivity(const Study& study, const std::vector<std::string>& names) {
  check_sensitivity_names(study.scenario, names, "the state");
}

void add_sensitivity(const Study& study, const StrikeRequest& request,
                     std::span<const Law* const> laws, StrikeReport& report) {
  const Tree& tree = study.model.compiled().tree;
  const State& state = study.scenario.state;
  const int colliding = named_striker(study.scenario);
  const std::vector<SensitivityInput> inputs = inputs_of(study, *request.sensitivity);
  ImpactSolver<double> solver(tree);
  solver.prepare(tree, state.positions, state.velocities, state.time);
  const std::vector<int> set(solver.touching().begin(), solver.touching().end());
  std::vector<std::string> names;
  for (const int contact : set)
    names.push_back(study.scenario.mechanism.contacts[static_cast<std::size_t>(contact)].name);
  std::vector<Solution<double>> answers;
  LawOptions options;
  options.method = request.method;
  for (const Law* law : laws) answers.push_back(solver.solve(tree, *law, options, colliding));

  ImpactSlopes slopes(tree);
  for (std::size_t first = 0; first < inputs.size();) {
    const bool of_state = inputs[first].parameter < 0;
    std::size_t last = first;
    std::vector<int> places;
    while (last < inputs.size() && last - first < static_cast<std::size_t>(Sloped::directions) &&
           (inputs[last].parameter < 0) == of_state)
      places.push_back(inputs[last++].parameter);
    SlopedStart start = of_state ? sloped_start(study.scenario, tree, NumberSlopes())
                                 : sloped_start(study.scenario, tree, places);
    for (std::size_t i = first; of_state && i < last; ++i) {
      const auto k = static_cast<std::size_t>(inputs[i].coordinate);
      const std::size_t freedoms = start.positions.size();
      (k < freedoms ? start.positions[k] : start.velocities[k - freedoms]).slope[i - first] = 1;
    }
    const bool prepared =
        slopes.prepare(start.tree, start.positions, start.velocities, start.time, set);
    for (std::size_t l = 0; l < laws.size(); ++l) {
      if (!report.results[l].has_answer) continue;
      if (prepared) slopes.solve(start.tree, *laws[l], options, colliding, answers[l], true);
      for (std::size_t i = first; i < last; ++i) {
        const std::size_t d = i - first;
        StruckSensitivity told;
        told.of = inputs[i].names;
        told.exact = has_derivatives(*laws[l]);
        const Side side = prepared ? slopes.side(static_cast<int>(d)) : Side::none;
        if (!start.closed)
          told.why = "[close] has no derivative here: a contact just reaches its surface";
        else if (side == Side::none)
          told.why = "the impact has no derivative here, on either side";
        else
          fill(slopes, d, tree, told);
        if (!told.why && !slopes_finite(told)) told.why = "a formula has no derivative here";
        if (!told.why) {
          ImpactFollower follower(study, inputs[i], set, colliding);
          add_interval(*laws[l], names, follower, side, told);
          add_first_order(slopes.reach(static_cast<int>(d)), follower.value(), told);
        }
        report.results[l].sensitivity.push_back(std::move(told));
      }
    }
    first = last;
  }
}

}  // namespace carom
