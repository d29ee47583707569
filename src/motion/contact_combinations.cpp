/// Which combinations of ways hold now, or just hold: the first half of a decision.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "laws/rigid/preparation.hpp"
#include "motion/contact_decision.hpp"
#include "motion/contact_ways.hpp"
#include "motion/thresholds.hpp"
#include "numerics/dense_algebra.hpp"

namespace carom {

/// The ways open to each contact.
void ContactDecision::list_ways(Touching touching) {
  ways_.assign(touching.size(), {Mode::separates});
  guided_.clear();
  const std::size_t width = 2 * touching.size();
  for (std::size_t k = 0; k < touching.size(); ++k) {
    const double along = inertia_[2 * k * width + 2 * k];
    const double across = inertia_[(2 * k + 1) * width + 2 * k + 1];
    const TouchingContact& c = touching[k];
    if (!(across > immovable * along)) {
      if (along > 0 && tree_.contacts[c.contact].static_friction > 0) guided_.push_back(c.contact);
      continue;
    }
    if (gave_way_[k] != Mode::apart && either_way_) {
      ways_[k].insert(ways_[k].end(), {Mode::slides_plus, Mode::slides_minus});
    } else if (gave_way_[k] != Mode::apart) {
      ways_[k].push_back(gave_way_[k]);
    } else if (begins(c)) {
      ways_[k].insert(ways_[k].end(), {Mode::sticks, Mode::slides_plus, Mode::slides_minus});
    } else {
      ways_[k].push_back(c.slip < 0 ? Mode::slides_minus : Mode::slides_plus);
    }
  }
}

static constexpr double unconditional = std::numeric_limits<double>::infinity();

/// The conditions of a contact's way.
std::array<double, 2> ContactDecision::conditions(const TouchingContact& touching, Mode mode,
                                                  const double* force, const double* rate) const {
  const TreeContact& contact = tree_.contacts[touching.contact];
  if (mode == Mode::separates) return {rate[1], unconditional};
  if (mode == Mode::sticks)
    return {force[1],
            std::min(contact.static_friction, largest_friction) * force[1] - std::abs(force[0])};
  return {force[1],
          begins(touching) ? (mode == Mode::slides_plus ? rate[0] : -rate[0]) : unconditional};
}

/// Whether a slip would begin along a direction that the others hold.
bool ContactDecision::slides_where_held(Touching touching, const Combination& trial) const {
  const int width = 2 * static_cast<int>(touching.size());
  std::vector<int> rows;
  for (int k = 0; k < width / 2; ++k) {
    if (presses(trial.modes[k])) rows.push_back(2 * k + 1);
    if (trial.modes[k] == Mode::sticks) rows.push_back(2 * k);
  }
  if (rows.empty()) return false;
  const ModeProblem<double> problem = scaled_.problem();
  const int count = static_cast<int>(rows.size());
  Eigen::MatrixXd w(count, count);
  for (int r = 0; r < count; ++r)
    for (int c = 0; c < count; ++c) w(r, c) = problem.inertia[rows[r] * width + rows[c]];
  for (int k = 0; k < width / 2; ++k) {
    if (!slides(trial.modes[k]) || !begins(touching[k])) continue;
    if ((trial.tight[k] & second_tight) == 0) continue;
    const int t = 2 * k;
    Eigen::VectorXd column(count);
    for (int r = 0; r < count; ++r) column[r] = problem.inertia[rows[r] * width + t];
    const double own = problem.inertia[t * width + t];
    if (own - column.dot(least_norm_solution(w, column)) <= held_share * own) return true;
  }
  return false;
}

/// Keeps the trial where its conditions hold now, or just hold.
void ContactDecision::try_combination(Touching touching) {
  const std::size_t count = touching.size();
  const std::size_t width = 2 * count;
  pressed_.clear();
  std::vector<int> set;
  for (std::size_t k = 0; k < count; ++k) {
    regimes_[touching[k].contact] = regime(static_cast<int>(k), touching[k], trial_[k]);
    if (!presses(trial_[k])) continue;
    pressed_.push_back(static_cast<int>(k));
    set.push_back(touching[k].contact);
  }
  const std::size_t part = 2 * set.size();
  part_inertia_.resize(part * part);
  part_rates_.resize(part);
  part_forces_.assign(part, 0.0);
  for (std::size_t r = 0; r < part; ++r) {
    const std::size_t row = 2 * pressed_[r / 2] + r % 2;
    part_rates_[r] = rates_[row];
    for (std::size_t c = 0; c < part; ++c)
      part_inertia_[r * part + c] = inertia_[row * width + 2 * pressed_[c / 2] + c % 2];
  }
  if (part > 0 &&
      !forces_.find(set, regimes_, part_inertia_, part_rates_, flow_reference_, true, part_forces_))
    return;
  Combination trial;
  trial.modes = trial_;
  trial.tight.assign(count, 0);
  trial.forces.assign(width, 0.0);
  for (std::size_t c = 0; c < part; ++c)
    trial.forces[2 * pressed_[c / 2] + c % 2] = part_forces_[c];
  trial.rates.assign(rates_.begin(), rates_.end());
  for (std::size_t r = 0; r < width; ++r)
    for (std::size_t c = 0; c < width; ++c)
      trial.rates[r] += inertia_[r * width + c] * trial.forces[c];
  double size = reference_;
  for (std::size_t r = 0; r < width; ++r) {
    const double unit = scaled_.force(static_cast<int>(r), 1);
    trial.forces[r] /= unit;
    trial.rates[r] *= unit;
    size = std::max(size, std::abs(trial.forces[r]));
    const Mode mode = trial.modes[r / 2];
    if (r % 2 == 1 ? presses(mode) : mode == Mode::sticks) trial.rates[r] = 0;
  }
  trial.size = size;
  bool any_tight = false;
  for (std::size_t k = 0; k < count; ++k) {
    trial.changes += trial.modes[k] != previous_[k] ? 1 : 0;
    if (ways_[k].size() == 1) continue;
    const auto values =
        conditions(touching[k], trial.modes[k], &trial.forces[2 * k], &trial.rates[2 * k]);
    for (int which = 0; which < 2; ++which) {
      if (values[which] < -allowed_ * size) return;
      trial.missed = std::max(trial.missed, -values[which] / size);
      if (values[which] <= edge_share * size)
        trial.tight[k] |= which == 0 ? first_tight : second_tight;
    }
    any_tight = any_tight || trial.tight[k] != 0;
  }
  trial.held = any_tight && slides_where_held(touching, trial);
  trial.wedged =
      part > 0 && !forces_.wedged().empty() &&
      forces_.release() * scaled_.force(2 * pressed_[forces_.wedged()[0]], 1) > -edge_share * size;
  found_.push_back(std::move(trial));
}

void ContactDecision::try_all(Touching touching) {
  const std::size_t count = touching.size();
  std::vector<std::size_t> way(count, 0);
  trial_.resize(count);
  while (true) {
    for (std::size_t k = 0; k < count; ++k) trial_[k] = ways_[k][way[k]];
    try_combination(touching);
    std::size_t k = 0;
    while (k < count && ++way[k] == ways_[k].size()) way[k++] = 0;
    if (k == count) return;
  }
}

/// Where there are too many combinations: those that pivoting finds, and what else the contacts
/// whose conditions just hold there may do, one at a time or all leaving.
void ContactDecision::try_found(Touching touching) {
  const int count = static_cast<int>(touching.size());
  for (int k = 0; k < count; ++k) {
    const TreeContact& contact = tree_.contacts[touching[k].contact];
    const int slip = gave_way_[k] == Mode::slides_plus    ? 1
                     : gave_way_[k] == Mode::slides_minus ? -1
                                                          : touching[k].slip;
    scaled_.allow(k, ways_[k].size() > 1 ? NormalRule::unilateral : NormalRule::apart,
                  slip > 0   ? SlipRule::plus
                  : slip < 0 ? SlipRule::minus
                             : SlipRule::open,
                  slip != 0 ? contact.friction : contact.static_friction);
  }
  const ModeProblem<double> problem = scaled_.problem();
  select_modes(problem, previous_.data(), Method::consistent, answers_, scratch_);
  for (int a = 0; a < answers_.count; ++a) {
    const double size = mode_size(problem, answers_.force_of(a));
    trial_.assign(answers_.modes_of(a), answers_.modes_of(a) + count);
    for (int k = 0; k < count; ++k) {
      const bool still = std::abs(answers_.rate_of(a)[2 * k]) <= edge_share * size;
      if (ways_[k].size() > 2 && slides(trial_[k]) && still) trial_[k] = Mode::sticks;
      if (trial_[k] == Mode::apart) trial_[k] = Mode::separates;
    }
    try_combination(touching);
  }
  const std::size_t found = found_.size();
  for (std::size_t f = 0; f < found; ++f) {
    const Combination base = found_[f];
    const auto others = [&](int k) { return base.tight[k] != 0; };
    for (int k = 0; k < count; ++k)
      for (const Mode way : ways_[k]) {
        trial_ = base.modes;
        trial_[k] = way;
        if (others(k) && way != base.modes[k]) try_combination(touching);
      }
    trial_ = base.modes;
    for (int k = 0; k < count; ++k)
      if (others(k)) trial_[k] = Mode::separates;
    if (trial_ != base.modes) try_combination(touching);
  }
}

}  // namespace carom
