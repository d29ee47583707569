#include "motion/simulation.hpp"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>

#include "motion/impact.hpp"

namespace carom {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
/// Errors of steps add up: a step may err by this share of the tolerance, but for rounding.
constexpr double step_share = 0.004;
constexpr double least_step_error = 1e-15;
/// A step is at most so many times longer than the one before.
constexpr double growth = 5;
/// After a flight a step is at most so many times longer than the one that ended it, or this share
/// of the duration: one that is far longer than a flight finds its end badly.
constexpr double growth_after_flight = 4;
constexpr double share_after_flight = 1e-9;

/// Accelerations are remembered for so many local times.
constexpr double fading_times = 10;

/// Accelerations that bring the mechanism this share of its size within the duration are small.
constexpr double least_acceleration = 1e-3;

/// Whether a formula varies.
bool has_formulas(const Tree& tree) {
  const auto varies = [](const Expression& formula) { return !formula.is_constant(); };
  return std::ranges::any_of(tree.torques, varies, &TreeTorque::value) ||
         std::ranges::any_of(tree.forces, varies, &TreeForce::value_x) ||
         std::ranges::any_of(tree.forces, varies, &TreeForce::value_y) ||
         std::ranges::any_of(tree.drives, varies, &TreeDrive::angle) ||
         std::ranges::any_of(tree.surfaces, varies, &TreeSurface::normal_motion) ||
         std::ranges::any_of(tree.surfaces, varies, &TreeSurface::tangential_motion);
}

}  // namespace

Simulation::Simulation(const Tree& tree, const Law& law, const State& state,
                       const MotionOptions& options, MotionSink& sink)
    : tree_(tree),
      options_(options),
      sink_(sink),
      flow_(tree),
      decision_(tree),
      rule_(tree, law),
      step_(flow_.size()),
      probe_(flow_.size()),
      scale_(flow_.size()),
      inside_(flow_.size()),
      inside_slope_(flow_.size()),
      places_(tree),
      passing_(tree),
      start_(state.time),
      end_time_(state.time + options.duration),
      tolerance_(std::max(step_share * options.tolerance, least_step_error)),
      regimes_(tree.contacts.size()),
      orders_(tree.contacts.size()),
      at_0_(tree.contacts.size()),
      at_1_(tree.contacts.size()),
      probed_rates_(tree.contacts.size()),
      between_(tree.contacts.size()),
      determined_(tree.contacts.size(), {true, true}),
      in_instant_(tree.contacts.size()),
      last_struck_(tree.contacts.size(), -std::numeric_limits<double>::infinity()),
      rested_(tree.contacts.size(), -std::numeric_limits<double>::infinity()),
      stuck_(tree.contacts.size()) {
  step_.t0 = reference_time_ = state.time;
  std::ranges::copy(state.positions, step_.y0.begin());
  std::ranges::copy(state.velocities, step_.y0.begin() + flow_.freedom());
  // A formula may vary faster than a few samples of it can tell; steps that are no simple part of
  // the duration at least do not fall into step with it.
  formulas_ = has_formulas(tree);
  longest_step_ = options.largest_step > 0 ? options.largest_step
                  : formulas_              ? options.duration / 161.80339887
                                           : options.duration;
  step_size_ = options.duration / 100;
}

void Simulation::stop(MotionEnd end, int contact) {
  result_.end = end;
  result_.contact = contact;
  over_ = true;
}

/// The derivative and the contacts where the next step begins.
void Simulation::evaluate() {
  flow_(step_.y0, step_.slope0, step_.t0);
  const bool finite = std::ranges::all_of(step_.slope0, [](double x) { return std::isfinite(x); });
  if (flow_.failed() || !finite) return stop(why_failed());
  flow_.observe(step_.y0, at_0_);
  set_scales();
}

/// Which forces are determined at the state evaluated last.
void Simulation::determine() {
  if (flow_.failed())
    std::ranges::fill(determined_, std::array{true, true});
  else
    flow_.find_determined(event_scales_.speed, determined_);
}

/// Why the flow has no slope.
MotionEnd Simulation::why_failed() const {
  return flow_.singular()         ? MotionEnd::singular_inertia
         : flow_.without_forces() ? MotionEnd::no_modes
                                  : MotionEnd::not_finite;
}

/// A force as it is told: a pull that is rounding is none.
std::array<double, 2> Simulation::told(std::array<double, 2> force) const {
  if (force[1] < 0 && force[1] >= -event_scales_.force) force[1] = 0;
  return force;
}

void Simulation::set_scales() {
  const double length = tree_.size;
  speed_run_ = std::max(speed_run_, flow_.speed());
  const double speed = std::max(speed_run_, length / options_.duration);
  const int n = flow_.freedom();
  const int links = static_cast<int>(tree_.links.size());
  for (int i = 0; i < n; ++i) {
    const bool angle = i >= tree_.base_coordinates() && i < tree_.base_coordinates() + links;
    scale_[i] = angle ? 1 : length;
    scale_[n + i] = angle ? speed / length : speed;
  }
  for (int i = 0; i < flow_.contacts(); ++i) scale_[flow_.gap_index(i)] = length;
  double mass = tree_.slider_mass;
  for (const TreeLink& link : tree_.links) mass += link.mass;
  for (int k = 0; k < Flow::ledger_size; ++k)
    scale_[flow_.ledger_index(static_cast<Flow::Ledger>(k))] = mass * speed * speed;
  double force = 0;
  for (const ContactRates& c : at_0_)
    force = std::max({force, std::abs(c.force[0]), std::abs(c.force[1])});
  // Accelerations of late: where those at the contacts cancel, they still say what is small. The
  // larger they were the sooner they are forgotten: a force may grow without bound for an instant.
  double acceleration =
      std::max({flow_.acceleration_size(), std::hypot(tree_.gravity.x, tree_.gravity.y),
                least_acceleration * length / (options_.duration * options_.duration)});
  for (const double rate : flow_.rates()) acceleration = std::max(acceleration, std::abs(rate));
  const double fading =
      std::exp(-(step_.t0 - reference_time_) / (fading_times * local_time(flow_.reference())));
  flow_.set_reference(std::max(acceleration, flow_.reference() * fading));
  reference_time_ = step_.t0;
  event_scales_.gap = 1e-10 * length;
  // Above the tolerance with which modes are found consistent (laws/rigid/mode_problem.hpp).
  event_scales_.force = std::max(event_scales_.force * fading, 10 * consistency_tolerance * force);
  event_scales_.acceleration = 10 * consistency_tolerance * flow_.reference();
  event_scales_.speed = 1e-9 * std::max(speed_run_, 1e-3 * length / options_.duration);
}

void Simulation::begin() {
  flow_.prepare(step_.y0, step_.t0, {});
  if (flow_.failed()) return stop(MotionEnd::singular_inertia);
  result_.first_energy = energy();
  std::vector<Regime> touching = regimes_;
  for (int i = 0; i < flow_.contacts(); ++i) {
    const double gap = flow_.geometric_gap(i);
    const bool touches = std::abs(gap) <= touching_tolerance * tree_.size;
    if (gap < 0 && !touches) return stop(MotionEnd::below_surface, i);
    step_.y0[flow_.gap_index(i)] = touches ? 0 : gap;
    if (touches) touching[i].mode = Mode::slides_plus;
  }
  // What touches but for a little is put onto its surface before the books are opened.
  flow_.set_regimes(touching);
  flow_.project_positions(step_.y0, step_.t0);
  if (flow_.failed()) return stop(MotionEnd::singular_inertia);
  result_.first_energy = energy();
  first_balance_ = result_.first_energy.balance();
  passing_.begin(flow_.positions(step_.y0), start_);
  flow_.set_regimes(regimes_);
  evaluate();
  if (over_) return;
  last_event_time_ = start_;
  instant(std::nullopt);
  if (options_.every > 0) send_samples(step_, start_);
}

Motion Simulation::run() {
  begin();
  while (!over_) advance();
  result_.final.time = step_.t0;
  result_.final.positions.assign(step_.y0.begin(), step_.y0.begin() + flow_.freedom());
  result_.final.velocities.assign(step_.y0.begin() + flow_.freedom(),
                                  step_.y0.begin() + 2 * flow_.freedom());
  determine();
  for (int i = 0; i < flow_.contacts(); ++i)
    result_.contacts.push_back(
        {regimes_[i].mode, at_0_[i].gap, at_0_[i].velocity, told(at_0_[i].force), determined_[i]});
  result_.energy = energy();
  result_.energy_error =
      std::max(result_.energy_error, std::abs(result_.energy.balance() - first_balance_));
  result_.evaluations = flow_.evaluations() - sampling_;
  result_.passed = passing_.take();
  return std::move(result_);
}

void Simulation::advance() {
  if (step_.t0 >= end_time_) return stop(MotionEnd::duration);
  if (result_.steps >= options_.step_limit) return stop(MotionEnd::step_limit);
  if (result_.steps % 64 == 0 && sink_.stop()) return stop(MotionEnd::stopped);
  if (!attempt_step()) return;
  auto event = first_event(tree_, regimes_, orders_, at_0_, at_1_, step_.size, event_scales_,
                           [&](double share) { return inside(step_, share); });
  if (event && !locate(*event)) event.reset();
  finish_step(event);
}

/// The contacts inside a step.
std::span<const ContactRates> Simulation::inside(const DenseStep& step, double share) {
  const double t = step.t0 + share * step.size;
  step.between(t, inside_);
  flow_(inside_, inside_slope_, t);
  flow_.observe(inside_, between_);
  return between_;
}

/// A step that the error allows, observed at its end; false where there is none.
bool Simulation::attempt_step() {
  const double left = end_time_ - step_.t0;
  while (true) {
    double h = std::min(step_size_, longest_step_);
    const bool last = h >= left * (1 - 1e-10);
    if (last) h = left;
    const double share = step_.attempt(flow_, h, tolerance_, scale_);
    ++result_.steps;
    const bool accepted = share <= 1;
    // A step that the end or an event cuts short says nothing against longer ones.
    const double next = DenseStep::next_size(h, share, growth);
    if (!accepted || !last) step_size_ = next;
    if (accepted) break;
    if (h <= 16 * epsilon * std::max(std::abs(step_.t0), options_.duration)) {
      stop(share < 1e300 && !flow_.singular() ? MotionEnd::step_size : why_failed());
      return false;
    }
  }
  flow_.observe(step_.y1, at_1_);
  speed_at_end_ = flow_.speed();
  return true;
}

/// The watched function at the end of a step of size x from where the last one began.
double Simulation::probed(const FoundEvent& event, double x) {
  probe_.attempt(flow_, x, tolerance_, scale_);
  flow_.observe(probe_.y1, probed_rates_);
  return watched_value(tree_, event.contact, regimes_[event.contact], event.watched,
                       probed_rates_[event.contact], event_scales_);
}

/// Where in (0, longest] the function comes to zero; leaves the probe there.
double Simulation::located_root(const FoundEvent& event, double longest) {
  // Time itself matters to formulas alone.
  const auto resolution_at = [&](double x) {
    return std::max(64 * epsilon * x, formulas_ ? 2 * epsilon * std::abs(step_.t0) : 0);
  };
  pole_ = false;
  const bool has_slope = event.watched == Watched::gap || event.watched == Watched::slip;
  if (!has_slope) {
    double low = event.from * step_.size;
    double high = std::min(event.until * step_.size, longest);
    const double resolution = resolution_at(high);
    const double at_high = probed(event, high);
    if (!(at_high < 0)) return high;
    const double at_low = low > 0
                              ? probed(event, low)
                              : watched_value(tree_, event.contact, regimes_[event.contact],
                                              event.watched, at_0_[event.contact], event_scales_);
    // A share of friction may lie on the edge of its cone for long: there only a fall below it, by
    // more than rounding, is an event.
    const double allowed = at_low > 0 ? 0 : event_scales_.force;
    if (!(at_low + allowed > 0) || !(at_high + allowed < 0)) {
      low = std::max(low, resolution);
      probed(event, low);
      return low;
    }
    std::uintmax_t iterations = 60;
    const auto close = [&](double a, double b) { return std::abs(a - b) <= resolution; };
    const auto root = boost::math::tools::toms748_solve(
        [&](double x) { return probed(event, x) + allowed; }, low, high, at_low + allowed,
        at_high + allowed, close, iterations);
    pole_ = std::abs(probed(event, root.second)) > std::max(at_low, -at_high);
    return root.second;
  }
  // Newton's method, kept between the ends by bisection.
  // What rounding left where the step begins may be a root too.
  const double shortest = std::min(2 * epsilon * std::max(std::abs(step_.t0), step_.size), longest);
  double low = shortest;
  double high = longest;
  double x = std::clamp(event.at * step_.size, low, high);
  for (int iteration = 0; iteration < 100; ++iteration) {
    const double resolution = resolution_at(step_.size);
    const double value = probed(event, x);
    const ContactRates& rates = probed_rates_[event.contact];
    const double slope = event.watched == Watched::gap ? rates.velocity[1]
                         : regimes_[event.contact].mode == Mode::slides_plus
                             ? rates.acceleration[0]
                             : -rates.acceleration[0];
    (value > 0 ? low : high) = x;
    double next = slope < 0 ? x - value / slope : 0.5 * (low + high);
    if (std::abs(next - x) <= resolution) break;
    if (!(next > low && next <= high)) next = 0.5 * (low + high);
    if (std::abs(next - x) <= resolution) break;
    x = next;
  }
  return x;
}

/// Whether the probe ends where the event's function is zero, but for rounding. A force that
/// changes its sign by way of infinity has no zero there: feet of a symmetric mechanism can come to
/// share their load in any way for an instant, and rounding decides how they do. (Where loads are
/// shared for longer, they may jump.)
bool Simulation::at_event(const FoundEvent& event) const {
  const double value = watched_value(tree_, event.contact, regimes_[event.contact], event.watched,
                                     probed_rates_[event.contact], event_scales_);
  const bool shared = std::isfinite(probed_rates_[event.contact].wedge);
  if (event.watched == Watched::normal_force && !shared && pole_) return false;
  return value <= (event.watched == Watched::gap     ? event_scales_.gap
                   : event.watched == Watched::slip  ? event_scales_.speed
                   : event.watched == Watched::wedge ? event_scales_.acceleration
                                                     : event_scales_.force);
}

/// Shortens the step so that it ends at the event, or at an earlier one that the shorter step
/// shows. False where the function only seemed to fall: the step has no event.
bool Simulation::locate(FoundEvent& event) {
  const double whole = step_.size;
  probe_.t0 = step_.t0;
  probe_.y0 = step_.y0;
  probe_.slope0 = step_.slope0;
  double longest = whole;
  std::optional<FoundEvent> found;
  std::vector<FoundEvent> ignored;
  for (int tries = 0; tries < 4 * flow_.contacts() + 4; ++tries) {
    const double x = located_root(event, longest);
    if (at_event(event)) {
      found = event;
      longest = x;
    } else {
      probed(event, longest);
    }
    // Whatever else this shorter step shows happens before.
    ignored.push_back(event);
    std::ranges::copy(probed_rates_, at_1_.begin());
    const auto earlier = first_event(
        tree_, regimes_, orders_, at_0_, at_1_, longest, event_scales_,
        [&](double share) { return inside(probe_, share); }, ignored);
    if (!earlier) break;
    event = *earlier;
    event.from *= longest / whole;
    event.at *= longest / whole;
    event.until *= longest / whole;
  }
  if (found) {
    event = *found;
    if (probe_.size != longest) probed(event, longest);
    std::swap(step_, probe_);
    std::ranges::copy(probed_rates_, at_1_.begin());
  } else {
    flow_.observe(step_.y1, at_1_);
  }
  return found.has_value();
}

void Simulation::send_samples(const DenseStep& step, double until) {
  const double rounding = 4 * epsilon * std::max(std::abs(start_), std::abs(end_time_));
  while (true) {
    const double time = start_ + static_cast<double>(next_sample_) * options_.every;
    const bool last = until >= end_time_ && time >= end_time_ - 0.5 * options_.every;
    if (time > until + rounding && !last) return;
    const double at = std::min(time, until);
    if (next_sample_ == 0)
      inside_ = step.y0;
    else
      step.between(at, inside_);
    flow_(inside_, inside_slope_, at);
    ++sampling_;
    if (!flow_.failed()) {
      flow_.observe(inside_, between_);
      determine();
      std::vector<ContactMotion> contacts;
      for (int i = 0; i < flow_.contacts(); ++i)
        contacts.push_back({regimes_[i].mode, between_[i].gap, between_[i].velocity,
                            told(between_[i].force), determined_[i]});
      MotionEnergy e = flow_.energy(inside_);
      e.impacts = lost_in_impacts_;
      places_.find(flow_.positions(inside_), at);
      sink_.sample({at, flow_.positions(inside_), flow_.velocities(inside_), contacts, e,
                    places_.joints(), places_.ends(), places_.contacts(), places_.mass_centre(),
                    flow_.drive_couples()});
    }
    ++next_sample_;
    if (last) return;
  }
}

void Simulation::finish_step(const std::optional<FoundEvent>& event) {
  part_lifted();
  if (over_) return;
  passing_.look(step_, std::max(speed_run_, speed_at_end_));
  const double reached = step_.t0 + step_.size;
  const bool ends = !event && step_.size == end_time_ - step_.t0;
  if (options_.every > 0) send_samples(step_, ends ? end_time_ : reached);
  if (event && event->watched == Watched::gap)
    step_size_ = std::min(step_size_, std::max(growth_after_flight * step_.size,
                                               share_after_flight * options_.duration));
  step_.advance();
  if (ends) step_.t0 = end_time_;
  std::ranges::swap(at_0_, at_1_);
  std::ranges::fill(orders_, StartOrder{});
  if (event) return instant(event);
  if (!tree_.drives.empty() || std::ranges::any_of(regimes_, &Regime::pressed)) {
    flow_.project(step_.y0, step_.t0);
    evaluate();
  } else {
    speed_run_ = std::max(speed_run_, speed_at_end_);
  }
}

/// A contact that touched without a force and is lifted within this step has left where the step
/// began.
void Simulation::part_lifted() {
  for (int i = 0; i < flow_.contacts() && !over_; ++i) {
    if (regimes_[i].mode != Mode::separates || at_1_[i].gap <= 2 * event_scales_.gap) continue;
    regimes_[i] = {};
    send(new_event(MotionEventKind::separation, i));
  }
}

}  // namespace carom
