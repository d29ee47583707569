// What events do to the derivative of a motion.

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/thresholds.hpp"
#include "motion/variation.hpp"

namespace carom {
/// S at a state, as numbers with slopes. `in_time`: at the event itself.
void MotionVariation::sloped_state(std::size_t chunk, std::span<const double> y, bool in_time) {
  const std::vector<Row>& rows = in_time ? at_event_ : state_;
  for (std::size_t i = 0; i < freedom_; ++i) {
    positions_[i] = Sloped(y[i]);
    velocities_[i] = Sloped(y[freedom_ + i]);
    for (std::size_t l = 0; l < lane_count; ++l) {
      positions_[i].slope[l] = rows[i][chunk * lane_count + l];
      velocities_[i].slope[l] = rows[freedom_ + i][chunk * lane_count + l];
    }
  }
}

/// The state before the event along the motion itself.
void MotionVariation::slope_in_time() {
  for (std::size_t i = 0; i < freedom_; ++i) {
    positions_[i] = Sloped(before_[i], {before_[freedom_ + i]});
    velocities_[i] = Sloped(before_[freedom_ + i], {slope_before_[freedom_ + i]});
  }
  time_ = Sloped(at_, {1});
}

/// What slopes of the state are measured in.
double MotionVariation::size_of(std::size_t direction) const {
  double size = 0;
  for (const Row& row : state_) size = std::max(size, std::abs(row[direction]));
  return size;
}

void MotionVariation::arrive(const std::optional<FoundEvent>& trigger,
                             const MotionPresent& present) {
  trigger_ = trigger;
  at_ = present.time();
  before_ = present.step.y0;
  slope_before_ = present.step.slope0;
  if (!first_) {
    keep_knot(present);
    follow_leg(true);
  }
  std::ranges::fill(event_time_, 0.0);
  if (trigger) time_event(*trigger);
  for (std::size_t i = 0; i < freedom_; ++i)
    for (std::size_t j = 0; j < padded_; ++j) {
      at_event_[i][j] = state_[i][j] + before_[freedom_ + i] * event_time_[j];
      at_event_[freedom_ + i][j] =
          state_[freedom_ + i][j] + slope_before_[freedom_ + i] * event_time_[j];
    }
}

/// dt = −g′/ġ of the function that tells the event.
void MotionVariation::time_event(const FoundEvent& trigger) {
  evaluate_at(before_, at_, regimes_);
  const int contact = trigger.contact;
  if (trigger.watched == Watched::formula) {
    if (trigger.formula < 0) return time_moved_switches();  // for others its time is given
    return time_function(switches_->state_function(trigger.formula), {});
  }
  if (contact < 0 || trigger.watched == Watched::wedge) {
    for (std::size_t j = 0; j < asked_.count; ++j) hinder(j, Hindrance::not_followed, at_, contact);
    return;
  }
  const auto i = static_cast<std::size_t>(contact);
  const bool by_force =
      trigger.watched == Watched::normal_force || trigger.watched == Watched::friction_cone;
  if (by_force && tangent_->singular())
    for (std::size_t j = 0; j < asked_.count; ++j) hinder(j, Hindrance::open_forces, at_, contact);
  std::vector<ContactRates> rates(tree_.contacts.size());
  flow_->observe(node_state_, rates);
  // Along the motion itself: by the state's own rates, in time.
  const auto value_of = [&](std::size_t l) {
    switch (trigger.watched) {
      case Watched::gap:
        return tangent_->gap(contact).slope[l];
      case Watched::slip:
        return tangent_->velocity(contact)[0].slope[l];
      case Watched::normal_force:
        return tangent_->force(contact)[1].of[l];
      default: {
        const double sign = rates[i].force[0] < 0 ? -1 : 1;
        return tree_.contacts[i].static_friction * tangent_->force(contact)[1].of[l] -
               sign * tangent_->force(contact)[0].of[l];
      }
    }
  };
  double rate = 0;
  if (trigger.watched == Watched::gap) {
    rate = rates[i].velocity[1];
  } else if (trigger.watched == Watched::slip) {
    rate = rates[i].acceleration[0];
  } else {
    slope_in_time();
    tangent_->find(plain_, positions_, velocities_, time_);
    rate = value_of(0);
  }
  time_ = Sloped(at_);
  for (std::size_t k = 0; k < chunks(); ++k) {
    sloped_state(k, before_, false);
    const SlopedTree& tree = tree_of(k);
    if (by_force)
      tangent_->find(tree, positions_, velocities_, time_);
    else
      tangent_->look(tree, positions_, velocities_, time_);
    for (std::size_t l = 0; l < lane_count; ++l) {
      const std::size_t j = k * lane_count + l;
      double value = value_of(l);
      if (trigger.watched == Watched::friction_cone)
        value += tree.contacts[i].static_friction.slope[l] * rates[i].force[1];
      event_time_[j] = value == 0 ? 0 : -value / rate;
      if (!std::isfinite(event_time_[j])) {
        event_time_[j] = 0;
        hinder(j, Hindrance::grazing, at_, contact);
      }
    }
  }
}

void MotionVariation::depart(const MotionPresent& present, const InstantImpact& impact) {
  const double* const slope = present.step.slope0.data() + freedom_;
  const double* const velocity = present.step.y0.data() + freedom_;
  const bool was_limit = limit_;
  limit_ = false;
  if (!was_limit) {
    if (impact.any) {
      if (!trigger_) time_first_impact(present, impact);
      strike(present, impact);
    } else if (trigger_ && trigger_->watched == Watched::gap) {
      if (impact.slow) {
        // Bounces that are slower than anything that is known: their time has come to its limit.
        if (!instants_.empty()) event_time_ = instants_.back().slopes, event_time_.resize(padded_);
        for (std::size_t r = 0; r < 2 * freedom_; ++r)
          for (std::size_t j = 0; j < padded_; ++j)
            at_event_[r][j] =
                state_[r][j] +
                (r < freedom_ ? before_[freedom_ + r] : slope_before_[r]) * event_time_[j];
      } else {
        for (std::size_t j = 0; j < asked_.count; ++j)
          hinder(j, Hindrance::grazing, at_, trigger_->contact);
      }
    }
  }
  for (std::size_t i = 0; i < freedom_; ++i)
    for (std::size_t j = 0; j < padded_; ++j) {
      state_[i][j] = at_event_[i][j] - velocity[i] * event_time_[j];
      state_[freedom_ + i][j] = at_event_[freedom_ + i][j] - slope[i] * event_time_[j];
    }
  regimes_ = present.regimes;
  follow_sides(flow_->tree());
  if (trigger_ && trigger_->formula >= 0) look_at_jump(present);
  const bool begins = first_;
  if (begins)
    for (std::size_t j = 0; j < asked_.count; ++j) {
      // The motion began at another time.
      for (std::size_t i = 0; i < freedom_; ++i) {
        state_[i][j] -= velocity[i] * asked_.start[j];
        state_[freedom_ + i][j] -= slope[i] * asked_.start[j];
      }
    }
  evaluate_at(present.step.y0, present.time(), regimes_);
  hold(present, begins || was_limit || impact.slow, begins);
  if (!begins) {
    instants_.push_back(
        {present.time(), Row(event_time_.begin(),
                             event_time_.begin() + static_cast<std::ptrdiff_t>(asked_.count))});
  } else if (impact.any) {
    Row times(event_time_.begin(), event_time_.begin() + static_cast<std::ptrdiff_t>(asked_.count));
    for (std::size_t j = 0; j < asked_.count; ++j) times[j] += asked_.start[j];
    instants_.push_back({present.time(), std::move(times)});
  }
  if (begins) look_at_start(present);
  look_at_edges(present);
  if (impact.any) keep_struck(present, impact);
  first_ = false;
  knots_.clear();
  keep_knot(present);
  reached_ = present.time();
  known_.reset();
  frequency_ = 0;
}

/// A contact that strikes where the motion begins: it would have struck when its gap closed.
void MotionVariation::time_first_impact(const MotionPresent& present, const InstantImpact& impact) {
  const int contact = impact.striking.front();
  evaluate_at(before_, at_, regimes_);
  const double approach = impact.contact_before[static_cast<std::size_t>(contact)][1];
  for (std::size_t k = 0; k < chunks(); ++k) {
    sloped_state(k, before_, false);
    time_ = Sloped(at_);
    for (std::size_t l = 0; l < lane_count; ++l) time_.slope[l] = start_slope(k * lane_count + l);
    tangent_->look(tree_of(k), positions_, velocities_, time_);
    for (std::size_t l = 0; l < lane_count; ++l)
      event_time_[k * lane_count + l] = -tangent_->gap(contact).slope[l] / approach;
  }
  for (std::size_t i = 0; i < freedom_; ++i)
    for (std::size_t j = 0; j < padded_; ++j) {
      at_event_[i][j] = state_[i][j] + before_[freedom_ + i] * event_time_[j];
      at_event_[freedom_ + i][j] =
          state_[freedom_ + i][j] + slope_before_[freedom_ + i] * event_time_[j];
    }
  (void)present;
}

/// The impact with slopes, at the event itself.
void MotionVariation::strike(const MotionPresent& present, const InstantImpact& impact) {
  const std::vector<double>& after = present.step.y0;
  const int striker = impact.striking.front();
  std::vector<double> at = after;
  std::ranges::copy(impact.velocities_before, at.begin() + static_cast<std::ptrdiff_t>(freedom_));
  // Its gap has told the time.
  const int timed = trigger_ && trigger_->contact >= 0 ? trigger_->contact : striker;
  for (std::size_t k = 0; k < chunks(); ++k) {
    const SlopedTree& tree = tree_of(k);
    sloped_state(k, at, true);
    time_ = Sloped(at_);
    for (std::size_t l = 0; l < lane_count; ++l) {
      const std::size_t j = k * lane_count + l;
      time_.slope[l] = event_time_[j] + (first_ ? start_slope(j) : 0);
    }
    evaluate_at(at, at_, regimes_);
    tangent_->look(tree, positions_, velocities_, time_);
    for (std::size_t l = 0; l < lane_count; ++l)
      approach_[k * lane_count + l] = -tangent_->velocity(striker)[1].slope[l];
    for (const int contact : impact.set) {
      // Who takes part must do so along a direction too: be there, and strike or rest.
      if (contact == timed || regimes_[static_cast<std::size_t>(contact)].pressed()) continue;
      const bool strikes = std::ranges::find(impact.striking, contact) != impact.striking.end();
      const double normal = impact.contact_before[static_cast<std::size_t>(contact)][1];
      for (std::size_t l = 0; l < lane_count; ++l) {
        const std::size_t j = k * lane_count + l;
        const double places = size_of(j) * std::max(1.0, tree_.size) +
                              std::abs(event_time_[j]) * present.scales.fastest();
        const bool there = std::abs(tangent_->gap(contact).slope[l]) <= slope_rounding * places;
        const bool rests =
            strikes || normal > impact.rest ||
            std::abs(tangent_->velocity(contact)[1].slope[l]) <= slope_rounding * places;
        if (!there || !rests)
          hinder(j, first_ ? Hindrance::off_surface : Hindrance::simultaneous, at_, contact);
      }
    }
    const ImpactAnswer answer =
        rule_.solve(tree, positions_, velocities_, time_, impact.set, impact.striking, impact.rest);
    bool same = answer.has_answer();
    double size = 0, off = 0;
    if (same)
      for (std::size_t i = 0; i < freedom_; ++i) {
        size = std::max(size, std::abs(impact.jump[i]));
        off = std::max(off, std::abs(plain(rule_.velocities_after()[i]) -
                                     impact.velocities_before[i] - impact.jump[i]));
      }
    same = same && off <= slope_rounding * size;
    for (std::size_t l = 0; l < lane_count; ++l) {
      const std::size_t j = k * lane_count + l;
      if (!same) {
        hinder(j, Hindrance::branch, at_, striker);
        continue;
      }
      for (std::size_t i = 0; i < freedom_; ++i) {
        const double slope = rule_.velocities_after()[i].slope[l];
        struck_[i][j] = slope - at_event_[freedom_ + i][j];
        at_event_[freedom_ + i][j] = slope;
      }
    }
  }
}

void MotionVariation::sum(const BounceLimit& limit, const InstantImpact& impact,
                          const MotionPresent& present) {
  const int contact = impact.striking.front();
  const auto i = static_cast<std::size_t>(contact);
  const std::vector<double>& y = present.step.y0;
  const std::vector<double>& slope = present.step.slope0;
  // Back to the event: S of right after the last impact, at its own time.
  for (std::size_t r = 0; r < 2 * freedom_; ++r)
    for (std::size_t j = 0; j < padded_; ++j)
      at_event_[r][j] = state_[r][j] + slope[r] * event_time_[j];
  evaluate_at(y, present.time(), regimes_);
  for (std::size_t k = 0; k < chunks(); ++k) {
    sloped_state(k, y, true);
    time_ = Sloped(present.time());
    for (std::size_t l = 0; l < lane_count; ++l) time_.slope[l] = event_time_[k * lane_count + l];
    tangent_->find(tree_of(k), positions_, velocities_, time_);
    Sloped approach(-impact.contact_before[i][1]);
    const Sloped rebound = tangent_->velocity(contact)[1];
    Sloped falls(present.contacts[i].acceleration[1]);
    falls.slope = tangent_->contact_acceleration(contact)[1].of;
    for (std::size_t l = 0; l < lane_count; ++l) approach.slope[l] = approach_[k * lane_count + l];
    const Sloped ratio = rebound / approach;
    const Sloped T = -2.0 * rebound / falls / (1.0 - ratio);
    const Sloped jumps = ratio / (1.0 - ratio);
    const Sloped losses = ratio * ratio / (1.0 - ratio * ratio);
    for (std::size_t r = 0; r < freedom_; ++r) {
      Sloped acceleration(slope[freedom_ + r]), jump(impact.jump[r]);
      acceleration.slope = tangent_->accelerations()[r].of;
      for (std::size_t l = 0; l < lane_count; ++l) jump.slope[l] = struck_[r][k * lane_count + l];
      const Sloped q =
          positions_[r] + T * velocities_[r] + 0.5 * T * T * acceleration + jump * T * losses;
      const Sloped v = velocities_[r] + T * acceleration + jump * jumps;
      for (std::size_t l = 0; l < lane_count; ++l) {
        at_event_[r][k * lane_count + l] = q.slope[l];
        at_event_[freedom_ + r][k * lane_count + l] = v.slope[l];
      }
    }
    for (std::size_t l = 0; l < lane_count; ++l) event_time_[k * lane_count + l] += T.slope[l];
  }
  (void)limit;
  limit_ = true;
}

/// S of right after an impact, at its own time, for the sums of cycles.
void MotionVariation::keep_struck(const MotionPresent& present, const InstantImpact& impact) {
  if (tree_.contacts.size() < 2) return;
  if (impacts_.size() > static_cast<std::size_t>(longest_cycle)) {
    std::ranges::rotate(impacts_, impacts_.begin() + 1);
    impacts_.pop_back();
  }
  Struck& now = impacts_.emplace_back();
  now.time = present.time();
  now.approach = -impact.contact_before[static_cast<std::size_t>(impact.striking.front())][1];
  now.y = present.step.y0;
  now.state = state_;
  for (std::size_t r = 0; r < 2 * freedom_; ++r)
    for (std::size_t j = 0; j < padded_; ++j)
      now.state[r][j] += present.step.slope0[r] * event_time_[j];
  now.event_time = event_time_;
  now.approach_slope = approach_;
}

void MotionVariation::sum(const CycleLimit& limit) {
  const Struck& now = impacts_.back();
  const Struck& was = impacts_[impacts_.size() - 1 - static_cast<std::size_t>(limit.period)];
  for (std::size_t k = 0; k < chunks(); ++k) {
    const auto sloped = [&](double value, const Row& slopes) {
      Sloped number(value);
      for (std::size_t l = 0; l < lane_count; ++l) number.slope[l] = slopes[k * lane_count + l];
      return number;
    };
    const auto number = [&](const Struck& at, std::size_t r) {
      return sloped(at.y[r], at.state[r]);
    };
    const CycleSum<Sloped> cycle{
        sloped(now.approach, now.approach_slope) / sloped(was.approach, was.approach_slope),
        sloped(now.time, now.event_time) - sloped(was.time, was.event_time)};
    for (std::size_t r = 0; r < freedom_; ++r) {
      const std::size_t v = freedom_ + r;
      const Sloped place =
          cycle.place(number(now, r), number(was, r), number(now, v), number(was, v));
      const Sloped rate = cycle.rate(number(now, v), number(was, v));
      for (std::size_t l = 0; l < lane_count; ++l) {
        at_event_[r][k * lane_count + l] = place.slope[l];
        at_event_[v][k * lane_count + l] = rate.slope[l];
      }
    }
    const Sloped duration = cycle.duration();
    for (std::size_t l = 0; l < lane_count; ++l)
      event_time_[k * lane_count + l] += duration.slope[l];
  }
  limit_ = true;
}

void MotionVariation::close(const MotionPresent& present, MotionEnd end) {
  end_ = end;
  end_time_ = present.time();
  if (end != MotionEnd::duration || first_) return;
  if (knots_.back().t < present.time()) keep_knot(present);
  follow_leg(true);
  for (std::size_t j = 0; j < asked_.count; ++j) {
    const double later = asked_.start[j] + asked_.duration[j];
    if (later == 0) continue;
    for (std::size_t r = 0; r < 2 * freedom_; ++r) state_[r][j] += present.step.slope0[r] * later;
  }
}

}  // namespace carom
