#include "motion/motion_scales.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/thresholds.hpp"

namespace carom {

MotionScales::MotionScales(const Flow& flow, double start, double duration)
    : tree_(flow.tree()), duration_(duration), time_(start), state_(flow.size()) {}

void MotionScales::update(Flow& flow, std::span<const ContactRates> contacts, double time) {
  const double length = tree_.size;
  note_speed(flow.speed());
  double speed = std::max(fastest_, length / duration_);
  double collision = 0;
  for (const Yielding& each : flow.yielding())
    if (each.closed()) collision = std::max(collision, each.speed);
  if (collision > 0) speed = std::max(fastest_, collision);
  const int n = flow.freedom();
  const int links = static_cast<int>(tree_.links.size());
  for (int i = 0; i < n; ++i) {
    const bool angle = i >= tree_.base_coordinates() && i < tree_.base_coordinates() + links;
    state_[i] = angle ? 1 : length;
    state_[n + i] = angle ? speed / length : speed;
  }
  for (int i = 0; i < flow.contacts(); ++i) state_[flow.gap_index(i)] = length;
  double mass = tree_.slider_mass;
  for (const TreeLink& link : tree_.links) mass += link.mass;
  for (int k = 0; k < Flow::ledger_size; ++k)
    state_[flow.ledger_index(static_cast<Flow::Ledger>(k))] = mass * speed * speed;
  for (std::size_t k = 0; k < flow.yielding().size(); ++k)
    for (std::size_t entry = 0; entry < 4; ++entry)
      state_[flow.yielding_index(k) + entry] = mass * speed * (entry < 2 ? 1 : speed);
  follow(flow);
  double force = 0;
  for (const ContactRates& c : contacts)
    force = std::max({force, std::abs(c.force[0]), std::abs(c.force[1])});
  double acceleration =
      std::max({flow.acceleration_size(), std::hypot(tree_.gravity.x, tree_.gravity.y),
                least_acceleration * length / (duration_ * duration_)});
  for (const double rate : flow.rates()) acceleration = std::max(acceleration, std::abs(rate));
  const double fading = std::exp(-(time - time_) / (fading_times * local_time(flow.reference())));
  flow.set_reference(std::max(acceleration, flow.reference() * fading));
  time_ = time;
  events_.gap = event_gap_share * length;
  events_.force =
      std::max(events_.force * fading, event_force_factor * consistency_tolerance * force);
  events_.acceleration = event_force_factor * consistency_tolerance * flow.reference();
  events_.speed = rest_tolerance * std::max(fastest_, least_speed_share * length / duration_);
}

void MotionScales::follow(const Flow& flow) {
  for (std::size_t k = 0; k < flow.yielding().size(); ++k) {
    const Yielding& each = flow.yielding()[k];
    if (each.closed()) state_[flow.gap_index(each.contact)] = each.depth;
    // A spring that is not there has no error.
    state_[flow.spring_index(k)] =
        each.closed() && each.load > 0 ? each.load : std::numeric_limits<double>::infinity();
  }
}

double MotionScales::local_time(double acceleration) const {
  const double a = std::abs(acceleration);
  const double fall = a > 0 ? std::sqrt(tree_.size / a) : duration_;
  return std::min(fall, duration_);
}

int MotionScales::slip_sign(double velocity) const {
  const double rounding = slip_share * events_.speed;
  return velocity > rounding ? 1 : velocity < -rounding ? -1 : 0;
}

std::array<double, 2> MotionScales::told(std::array<double, 2> force) const {
  if (force[1] < 0 && force[1] >= -events_.force) force[1] = 0;
  return force;
}

}  // namespace carom
