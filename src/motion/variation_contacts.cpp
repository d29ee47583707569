// What contacts, drives and formulas ask of the derivative of a motion, and where there is none.

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/state_variables.hpp"
#include "motion/thresholds.hpp"
#include "motion/variation.hpp"

namespace carom {
namespace {

/// The end of summed bounces is known to this share.
constexpr double limit_rounding = 1e-3;
/// Slopes of this share of the motion's size, per unit of the input, may be rounding.
constexpr double slope_noise = 1e-14;

}  // namespace

/// Slopes keep to what contacts and drives hold. Where contact begins they do already, and what
/// they miss tells that something has not been understood; `may_correct`: at the beginning, and
/// where bounces end, slopes are put there.
void MotionVariation::hold(const MotionPresent& present, bool may_correct, bool begins) {
  std::vector<SlopeLanes> change(freedom_);
  for (std::size_t k = 0; k < chunks(); ++k) {
    const SlopedTree& tree = tree_of(k);
    sloped_state(k, present.step.y0, false);
    time_ = Sloped(present.time());
    tangent_->look(tree, positions_, velocities_, time_);
    std::ranges::fill(change, SlopeLanes{});
    const SlopeLanes off = tangent_->hold_positions(tree, positions_, change, time_);
    for (std::size_t i = 0; i < freedom_; ++i)
      for (std::size_t l = 0; l < lane_count; ++l) {
        state_[i][k * lane_count + l] += change[i].of[l];
        positions_[i].slope[l] += change[i].of[l];
      }
    tangent_->look(tree, positions_, velocities_, time_);
    for (std::size_t i = 0; i < freedom_; ++i) change[i] = slopes(velocities_[i]);
    const SlopeLanes fast = tangent_->hold_velocities(tree, change, time_);
    const double share = may_correct ? limit_rounding : slope_rounding;
    for (std::size_t l = 0; l < lane_count; ++l) {
      const std::size_t j = k * lane_count + l;
      const double size = size_of(j) * std::max(1.0, tree_.size) +
                          std::abs(event_time_[j]) * present.scales.fastest();
      const double speed = size + std::abs(event_time_[j]) * flow_->acceleration_size();
      // Along a direction that moves nothing all slopes are rounding of what does not move.
      const double noise = begins ? 0 : slope_noise;
      if (off.of[l] > share * size + noise * tree_.size)
        hinder(j, begins ? Hindrance::off_surface : Hindrance::not_followed, present.time(), -1);
      if (!begins && fast.of[l] > share * speed + noise * present.scales.fastest())
        hinder(j, Hindrance::not_followed, present.time(), -1);
      for (std::size_t i = 0; i < freedom_; ++i) state_[freedom_ + i][j] = change[i].of[l];
    }
  }
}

/// Contact that begins at the edge of its mode goes on in another one on one side.
void MotionVariation::look_at_edges(const MotionPresent& present) {
  for (std::size_t i = 0; i < regimes_.size(); ++i) {
    const Regime& regime = regimes_[i];
    if (!regime.closed() || tree_.contacts[i].yields != nullptr) continue;
    const auto& force = present.contacts[i].force;
    const double edge = edge_share * std::max(std::abs(force[0]), std::abs(force[1]));
    const double static_friction = tree_.contacts[i].static_friction;
    const bool began = trigger_ && trigger_->contact == static_cast<int>(i);
    const bool at_edge =
        regime.mode == Mode::separates || (regime.fixed() && !began && static_friction > 0 &&
                                           static_friction * force[1] - std::abs(force[0]) <= edge);
    if (!at_edge) continue;
    for (std::size_t j = 0; j < asked_.count; ++j)
      hinder(j, Hindrance::edge, present.time(), static_cast<int>(i));
  }
}

/// A contact that touches at the beginning and leaves without a velocity: along a direction it must
/// do the same.
void MotionVariation::look_at_start(const MotionPresent& present) {
  const double rest = 2 * present.scales.events().speed;
  for (std::size_t k = 0; k < chunks(); ++k) {
    sloped_state(k, present.step.y0, false);
    time_ = Sloped(present.time());
    tangent_->look(tree_of(k), positions_, velocities_, time_);
    for (int contact = 0; contact < flow_->contacts(); ++contact) {
      const auto i = static_cast<std::size_t>(contact);
      if (regimes_[i].pressed() || present.orders[i].asleep ||
          before_[flow_->gap_index(contact)] != 0 ||
          std::abs(present.contacts[i].velocity[1]) > rest)
        continue;
      for (std::size_t l = 0; l < lane_count; ++l) {
        const std::size_t j = k * lane_count + l;
        const double off = std::max(std::abs(tangent_->gap(contact).slope[l]),
                                    std::abs(tangent_->velocity(contact)[1].slope[l]));
        if (off > slope_rounding * size_of(j) * std::max(1.0, tree_.size))
          hinder(j, Hindrance::off_surface, present.time(), contact);
      }
    }
  }
}

/// Formulas of t alone switch here: s(t, p) = 0, dt = −s_p p′/s_t. Those of forces and torques are
/// followed; surfaces and drives must not move their instants, and all that switch now must go on
/// to do so together.
void MotionVariation::time_moved_switches() {
  std::vector<Dual<double>> variables, values;
  const auto seen = [&](const SlopedFormula& formula, std::size_t own, double in_time,
                        std::size_t l) {
    variables.assign(own, Dual<double>(0));
    variables[0] = {at_, {in_time}};
    for (const Sloped& parameter : formula.parameters)
      variables.push_back({parameter.value, {in_time != 0 ? 0 : parameter.slope[l]}});
    values.resize(static_cast<std::size_t>(formula.expression.switches()));
    formula.expression.switch_values(std::span<const Dual<double>>(variables), std::span(values));
  };
  for (std::size_t chunk = 0; chunk < chunks(); ++chunk) {
    std::optional<std::array<double, lane_count>> here;
    const auto look = [&](const SlopedFormula& formula, std::size_t own, bool followed) {
      const bool of_time = std::ranges::all_of(formula.expression.variables_used(), [&](int i) {
        return i == 0 || static_cast<std::size_t>(i) >= own;
      });
      if (formula.expression.switches() == 0 || !of_time) return;
      seen(formula, own, 1, 0);
      const std::vector<Dual<double>> in_time = values;
      for (std::size_t s = 0; s < in_time.size(); ++s) {
        const double rate = in_time[s].slope[0];
        const double rounding = 1e-9 * std::max(std::abs(at_), options_.duration);
        if (!(std::abs(in_time[s].value) <= rounding * std::abs(rate))) continue;
        std::array<double, lane_count> moves{};
        for (std::size_t l = 0; l < lane_count; ++l) {
          seen(formula, own, 0, l);
          moves[l] = -values[s].slope[0] / rate;
          const std::size_t j = chunk * lane_count + l;
          if (!followed && moves[l] != 0) hinder(j, Hindrance::not_followed, at_, -1);
          if (here && (*here)[l] != moves[l]) hinder(j, Hindrance::simultaneous, at_, -1);
          event_time_[j] = moves[l];
        }
        here = moves;
      }
    };
    const SlopedTree& tree = tree_of(chunk);
    const std::size_t numbers = count_of_state_numbers(tree_);
    for (const auto& torque : tree.torques) look(torque.value, numbers, true);
    for (const auto& force : tree.forces) {
      look(force.value_x, numbers, true);
      look(force.value_y, numbers, true);
    }
    for (const auto& drive : tree.drives) look(drive.angle, 1, false);
    for (const auto& surface : tree.surfaces) {
      look(surface.normal_motion, 1, false);
      look(surface.tangential_motion, 1, false);
    }
  }
}

/// dt = −g′/ġ of a function of the state's numbers. `followed`: it as formulas of the trees with
/// slopes, where those have it.
void MotionVariation::time_function(const FormulaSwitches::StateFunction& function,
                                    std::span<const SlopedFormula> followed) {
  slope_in_time();
  tangent_->look(plain_, positions_, velocities_, time_);
  const double rate = function_slope(function, plain_, nullptr, 0);
  time_ = Sloped(at_);
  for (std::size_t k = 0; k < chunks(); ++k) {
    sloped_state(k, before_, false);
    tangent_->look(tree_of(k), positions_, velocities_, time_);
    for (std::size_t l = 0; l < lane_count; ++l) {
      const std::size_t j = k * lane_count + l;
      const double value =
          function_slope(function, tree_of(k), k < followed.size() ? &followed[k] : nullptr, l);
      event_time_[j] = value == 0 ? 0 : -value / rate;
      if (std::isfinite(event_time_[j])) continue;
      event_time_[j] = 0;
      hinder(j, std::isnan(value) ? Hindrance::not_followed : Hindrance::grazing, at_, -1);
    }
  }
}

/// After `look`. NaN where the formula has other switches once its parameters are variables.
double MotionVariation::function_slope(const FormulaSwitches::StateFunction& function,
                                       const SlopedTree& tree, const SlopedFormula* followed,
                                       std::size_t lane) {
  numbers_.clear();
  for_each_state_number(
      tree_, std::span<const Sloped>(positions_), std::span<const Sloped>(velocities_), time_,
      [&](int contact) { return tangent_->gap(contact); },
      [&](const Sloped& number) { numbers_.push_back(number); });
  const std::span<const Sloped> all(numbers_);
  if (followed != nullptr) return (*followed)(all).slope[lane];
  if (function.whole != nullptr)
    return (*function.whole)(all, std::span<const Sloped>()).slope[lane];
  double slope = 0;
  int index = 0;
  each_formula(tree, [&](const SlopedFormula& formula, bool) {
    if (index++ != function.formula) return;
    if (formula.expression.switches() != function.among) {
      slope = std::numeric_limits<double>::quiet_NaN();
      return;
    }
    std::vector<Dual<double>> variables,
        values(static_cast<std::size_t>(formula.expression.switches()));
    const auto put = [&](const Sloped& number) {
      variables.emplace_back(number.value, std::array{number.slope[lane]});
    };
    std::ranges::for_each(numbers_, put);
    std::ranges::for_each(formula.parameters, put);
    formula.expression.switch_values(std::span<const Dual<double>>(variables),
                                     std::span<Dual<double>>(values));
    slope = values[static_cast<std::size_t>(function.which)].slope[0];
  });
  return slope;
}

/// A formula that goes to and fro across its switch is evaluated as it is there. Who takes part has
/// no slopes: where the motion jumps there, its time is not known along the mechanism's numbers.
void MotionVariation::look_at_jump(const MotionPresent& present) {
  if (switches_->state_function(trigger_->formula).whole == nullptr) {
    if (switches_->state_side(trigger_->formula) == 0)
      for (std::size_t j = 0; j < asked_.count; ++j) hinder(j, Hindrance::edge, at_, -1);
    return;
  }
  double jump = 0, size = flow_->acceleration_size();
  for (std::size_t i = 0; i < 2 * freedom_; ++i) {
    jump = std::max(jump, std::abs(present.step.slope0[i] - slope_before_[i]));
    size = std::max(size, std::abs(slope_before_[i]));
  }
  if (jump <= slope_rounding * size) return;
  for (std::size_t j = 0; j < asked_.of_tree; ++j) hinder(j, Hindrance::not_followed, at_, -1);
}

/// Formulas of the mechanism with slopes are on the sides of those without.
void MotionVariation::follow_sides(const Tree& tree) {
  const auto follow = [](const Expression& from, SlopedFormula& to) {
    if (from.switches() != to.expression.switches()) return;
    for (int k = 0; k < from.switches(); ++k) to.expression.set_side(k, from.side(k));
  };
  const auto follow_tree = [&](SlopedTree& to) {
    for (std::size_t i = 0; i < tree.torques.size(); ++i)
      follow(tree.torques[i].value, to.torques[i].value);
    for (std::size_t i = 0; i < tree.forces.size(); ++i) {
      follow(tree.forces[i].value_x, to.forces[i].value_x);
      follow(tree.forces[i].value_y, to.forces[i].value_y);
    }
    for (std::size_t i = 0; i < tree.drives.size(); ++i)
      follow(tree.drives[i].angle, to.drives[i].angle);
    for (std::size_t i = 0; i < tree.surfaces.size(); ++i) {
      follow(tree.surfaces[i].normal_motion, to.surfaces[i].normal_motion);
      follow(tree.surfaces[i].tangential_motion, to.surfaces[i].tangential_motion);
    }
  };
  follow_tree(plain_);
  for (SlopedTree& sloped : asked_.trees) follow_tree(sloped);
}

}  // namespace carom
