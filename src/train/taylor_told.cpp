#include <algorithm>
#include <cmath>

#include "train/taylor_run.hpp"

namespace carom::taylor {

template <class T>
void RunOf<T>::sample_until(double time) {
  while (next_sample_ <= time_ + time) {
    const double at = std::max(next_sample_ - plain(time_), 0.0);
    std::vector<double> velocities(n_), positions(n_), indentations, forces;
    for (std::size_t b = 0; b < line_.bodies.size(); ++b) {
      const LineBodyOf<T>& body = line_.bodies[b];
      double x = 0;
      for (int k = order; k-- > 0;) x = (x + plain(v(k)[body.first]) / (k + 1)) * at;
      x += position_[b];
      for (std::size_t i = body.first; i < body.first + body.count; ++i) {
        double sum = 0, squeeze = 0;
        for (int k = order; k >= 0; --k) {
          sum = sum * at + plain(v(k)[i]);
          squeeze = squeeze * at + plain(g(k)[i]);
        }
        velocities[i] = sum;
        if (i > body.first) x -= squeeze;
        positions[i] = x;
      }
    }
    for (std::size_t c = 0; c < contacts_; ++c) {
      const std::size_t i = nodes_[c].interface;
      double squeeze = 0, push = 0;
      for (int k = order; k >= 0; --k) {
        squeeze = squeeze * at + plain(g(k)[i]);
        push = push * at + plain(f(k)[i]);
      }
      indentations.push_back(squeeze);
      forces.push_back(nodes_[c].memory.branch == Branch::open ? 0 : push);
    }
    trace_->times.push_back(next_sample_);
    trace_->velocities.push_back(std::move(velocities));
    trace_->positions.push_back(std::move(positions));
    trace_->indentations.push_back(std::move(indentations));
    trace_->forces.push_back(std::move(forces));
    next_sample_ += trace_->step;
  }
}

template <class T>
TrainContactResult told_contact(const ContactTally<T>& tally) {
  TrainContactResult told;
  told.peak_force = plain(tally.peak_force);
  told.largest = plain(tally.largest);
  told.permanent = plain(tally.permanent);
  told.from = plain(tally.from);
  told.to = plain(tally.to);
  told.duration = plain(tally.duration);
  told.impulse = plain(tally.impulse);
  told.lost = plain(tally.lost);
  told.touches = tally.touches;
  told.passed_through = tally.passed_through;
  return told;
}

/// Slower than this share of V bodies do not part.
constexpr double parting = 1e-12;

template <class T>
TrainResult RunOf<T>::told(TrainVerdict verdict) {
  TrainResult result;
  result.verdict = verdict;
  result.order = order_;
  result.time = plain(time_);
  result.steps = steps_;
  result.events = events_;
  result.simultaneous = together_;
  result.energy_before = initial_energy_;
  std::vector<T> velocities, vibrations, interior_losses(line_.bodies.size(), T(0));
  for (const LineBodyOf<T>& body : line_.bodies) {
    T mean = 0, vibration = 0;
    for (std::size_t i = body.first; i < body.first + body.count; ++i) mean += v(0)[i];
    mean /= static_cast<double>(body.count);
    for (std::size_t i = body.first; i < body.first + body.count; ++i) {
      const T own = v(0)[i] - mean;
      vibration += 0.5 * body.mass * own * own;
      if (i > body.first && !line_.dissipating)
        vibration += 0.5 * body.stiffness * g(0)[i] * g(0)[i];
    }
    velocities.push_back(mean);
    vibrations.push_back(vibration);
  }
  for (const Node& node : nodes_) {
    if (node.contact >= 0) continue;
    std::size_t b = 0;
    while (line_.bodies[b].first + line_.bodies[b].count <= node.interface) ++b;
    MemoryOf<T> memory = node.memory;
    const T squeeze = g(0)[node.interface];
    vibrations[b] += stored(node.law, memory, squeeze);
    if (memory.branch == Branch::loading) turn(node.law, memory, squeeze);
    interior_losses[b] += lost(node.law, memory);
  }
  T all_lost = 0, all_vibration = 0;
  for (std::size_t c = 0; c < contacts_; ++c) {
    Node& node = nodes_[c];
    // What ends with one velocity has parted by rounding alone, if at all.
    const auto b = static_cast<std::size_t>(node.contact);
    const bool parts = node.memory.branch == Branch::open &&
                       plain(velocities[b + 1]) - plain(velocities[b]) > parting;
    if (node.memory.branch != Branch::open) note_open(node);
    ContactTally<T>& tally = node.result;
    tally.permanent = node.memory.permanent;
    tally.lost =
        line_.model == ContactModel::rigid ? node.memory.lost : lost(node.law, node.memory);
    result.contacts.push_back(told_contact(tally));
    all_lost += tally.lost;
    if constexpr (sloped)
      outcome_.contacts.push_back(
          {tally.from, tally.to, tally.impulse, tally.touches > 0, parts, outcome_.marks.parts[c]});
  }
  for (std::size_t b = 0; b < line_.bodies.size(); ++b) {
    const LineBodyOf<T>& body = line_.bodies[b];
    const double after = plain(velocities[b]);
    result.bodies.push_back({.segments = static_cast<int>(body.count),
                             .velocity_before = plain(body.velocity),
                             .velocity_after = after,
                             .vibration = plain(vibrations[b]),
                             .interior_loss = plain(interior_losses[b])});
    result.energy_after += 0.5 * plain(body.mass) * static_cast<double>(body.count) * after * after;
    all_vibration += vibrations[b];
    all_lost += interior_losses[b];
  }
  result.vibration = plain(all_vibration);
  result.lost = plain(all_lost);
  if constexpr (sloped) {
    outcome_.velocities = std::move(velocities);
    outcome_.vibration = all_vibration;
    outcome_.lost = all_lost;
  }
  return result;
}

#define CAROM_TOLD(T)                           \
  template void RunOf<T>::sample_until(double); \
  template TrainResult RunOf<T>::told(TrainVerdict);
CAROM_TOLD(double)
CAROM_TOLD(Sloped)
#undef CAROM_TOLD

}  // namespace carom::taylor
