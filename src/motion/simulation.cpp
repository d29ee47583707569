#include "motion/simulation.hpp"

#include <algorithm>
#include <cmath>

#include "motion/thresholds.hpp"

namespace carom {
namespace {

/// A formula may vary faster than a few samples of it can tell; steps that are no simple part of
/// the duration at least do not fall into step with it.
double longest_step(bool formulas, const MotionOptions& options) {
  if (options.largest_step > 0) return options.largest_step;
  return formulas ? options.duration / 161.80339887 : options.duration;
}

}  // namespace

Simulation::Simulation(const Tree& tree, const Law& law, const State& state,
                       const MotionOptions& options, MotionSink& sink)
    : tree_(tree),
      options_(options),
      tolerance_(std::max(step_share * options.tolerance, least_step_error)),
      end_time_(state.time + options.duration),
      flow_(tree),
      present_(flow_, state, options.duration),
      record_(flow_, options, sink),
      locator_(flow_, tolerance_),
      instant_(flow_, law, options, tolerance_, state.time),
      bounces_(flow_, options.tolerance, end_time_),
      passing_(tree),
      end_(tree.contacts.size()),
      step_size_(options.duration / 100),
      longest_step_(longest_step(locator_.formulas(), options)) {}

void Simulation::begin() {
  std::vector<double>& y = present_.state();
  const double start = present_.time();
  flow_.prepare(y, start, {});
  if (flow_.failed()) return record_.stop(why_failed(flow_));
  record_.open(present_);
  std::vector<Regime> touching = present_.regimes;
  for (int i = 0; i < flow_.contacts(); ++i) {
    const double gap = flow_.geometric_gap(i);
    const bool touches = std::abs(gap) <= touching_tolerance * tree_.size;
    if (gap < 0 && !touches) return record_.stop(MotionEnd::below_surface, i);
    y[flow_.gap_index(i)] = touches ? 0 : gap;
    if (touches) touching[i].mode = Mode::slides_plus;
  }
  // What touches but for a little is put onto its surface before the books are opened.
  flow_.set_regimes(touching);
  flow_.project_positions(y, start);
  if (flow_.failed()) return record_.stop(MotionEnd::singular_inertia);
  record_.open(present_);
  passing_.begin(flow_.positions(y), start);
  flow_.set_regimes(present_.regimes);
  if (const auto end = evaluate(flow_, present_)) return record_.stop(*end);
  pass_instant(std::nullopt);
  record_.tell_samples(present_, start);
}

Motion Simulation::run() {
  begin();
  while (!record_.over()) advance();
  Motion motion = record_.take(present_);
  motion.passed = passing_.take();
  return motion;
}

void Simulation::advance() {
  const long steps = record_.motion().steps;
  if (present_.time() >= end_time_) return record_.stop(MotionEnd::duration);
  if (steps >= options_.step_limit) return record_.stop(MotionEnd::step_limit);
  if (steps % 64 == 0 && record_.asked_to_stop()) return record_.stop(MotionEnd::stopped);
  if (!attempt_step()) return;
  finish_step(locator_.find(present_, end_));
}

/// A step that the error allows, observed at its end; false where there is none.
bool Simulation::attempt_step() {
  DenseStep& step = present_.step;
  const double left = end_time_ - step.t0;
  while (true) {
    double h = std::min(step_size_, longest_step_);
    const bool last = h >= left * (1 - last_step_share);
    if (last) h = left;
    const double share = step.attempt(flow_, h, tolerance_, present_.scales.of_state());
    ++record_.motion().steps;
    const bool accepted = share <= 1;
    // A step that the end or an event cuts short says nothing against longer ones.
    const double next = DenseStep::next_size(h, share, step_growth);
    if (!accepted || !last) step_size_ = next;
    if (accepted) break;
    if (h <= 16 * epsilon * std::max(std::abs(step.t0), options_.duration)) {
      record_.stop(share < 1e300 && !flow_.singular() ? MotionEnd::step_size : why_no_step(h));
      return false;
    }
  }
  flow_.observe(step.y1, end_);
  speed_at_end_ = flow_.speed();
  return true;
}

/// Why not even a step of this size can be made. Where all is finite without contacts, their forces
/// have grown beyond all numbers.
MotionEnd Simulation::why_no_step(double h) {
  const MotionEnd end = why_failed(flow_);
  if (end != MotionEnd::not_finite) return end;
  std::vector<double> slope(flow_.size());
  flow_.set_regimes(std::vector<Regime>(present_.regimes.size()));
  flow_(present_.step.y0, slope, present_.step.t0 + h);
  flow_.set_regimes(present_.regimes);
  const bool finite = std::ranges::all_of(slope, [](double x) { return std::isfinite(x); });
  return finite ? MotionEnd::step_size : end;
}

void Simulation::finish_step(const std::optional<FoundEvent>& event) {
  part_lifted();
  if (record_.over()) return;
  DenseStep& step = present_.step;
  passing_.look(step, std::max(present_.scales.fastest(), speed_at_end_));
  const double reached = step.t0 + step.size;
  const bool ends = !event && step.size == end_time_ - step.t0;
  record_.tell_samples(present_, ends ? end_time_ : reached);
  if (event && event->watched == Watched::gap)
    step_size_ = std::min(step_size_, std::max(growth_after_flight * step.size,
                                               share_after_flight * options_.duration));
  step.advance();
  if (ends) step.t0 = end_time_;
  std::ranges::swap(present_.contacts, end_);
  std::ranges::fill(present_.orders, StartOrder{});
  if (event) return pass_instant(event);
  if (!tree_.drives.empty() || std::ranges::any_of(present_.regimes, &Regime::pressed)) {
    flow_.project(step.y0, step.t0);
    if (const auto end = evaluate(flow_, present_)) record_.stop(*end);
  } else {
    present_.scales.note_speed(speed_at_end_);
  }
}

/// A contact that touched without a force and is lifted within this step has left where the step
/// began.
void Simulation::part_lifted() {
  for (int i = 0; i < flow_.contacts() && !record_.over(); ++i) {
    if (present_.regimes[i].mode != Mode::separates ||
        end_[i].gap <= 2 * present_.scales.events().gap)
      continue;
    present_.regimes[i] = {};
    record_.tell_separation(present_, i);
  }
}

/// An instant, and the bounces that it is the last of to be followed.
void Simulation::pass_instant(const std::optional<FoundEvent>& trigger) {
  if (!instant_.resolve(trigger, present_, record_)) return;
  if (!instant_.impact().any) return bounces_.forget();
  if (const auto limit = bounces_.follow(present_, instant_.impact(), instant_.touching()))
    sum_bounces(*limit);
}

void Simulation::sum_bounces(const BounceLimit& limit) {
  const InstantImpact& impact = instant_.impact();
  const int contact = impact.striking.front();
  const double since = present_.time();
  const std::vector<Regime> before = present_.regimes;
  const std::vector<ContactRates> seen = present_.contacts;
  const auto velocities = flow_.velocities(present_.state());
  const std::vector<double> velocities_before(velocities.begin(), velocities.end());
  const double loss = bounces_.complete(limit, impact, present_);
  record_.add_loss(loss);
  ++record_.motion().limits;
  if (!instant_.rest_after_bounces(contact, present_, record_)) return;
  record_.tell_limit(present_, contact, impact, velocities_before, since, loss);
  if (!record_.over()) record_.tell_changes(present_, before, seen);
}

}  // namespace carom
