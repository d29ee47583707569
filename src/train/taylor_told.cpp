#include <algorithm>
#include <cmath>

#include "train/taylor_run.hpp"

namespace carom::taylor {

void Run::sample_until(double time) {
  while (next_sample_ <= time_ + time) {
    const double at = std::max(next_sample_ - time_, 0.0);
    std::vector<double> velocities(n_), positions(n_), indentations, forces;
    for (std::size_t b = 0; b < line_.bodies.size(); ++b) {
      const LineBody& body = line_.bodies[b];
      double x = 0;
      for (int k = order; k-- > 0;) x = (x + v(k)[body.first] / (k + 1)) * at;
      x += position_[b];
      for (std::size_t i = body.first; i < body.first + body.count; ++i) {
        double sum = 0, squeeze = 0;
        for (int k = order; k >= 0; --k) {
          sum = sum * at + v(k)[i];
          squeeze = squeeze * at + g(k)[i];
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
        squeeze = squeeze * at + g(k)[i];
        push = push * at + f(k)[i];
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

TrainResult Run::told(TrainVerdict verdict) {
  TrainResult result;
  result.verdict = verdict;
  result.order = order_;
  result.time = time_;
  result.steps = steps_;
  result.events = events_;
  result.simultaneous = together_;
  result.energy_before = initial_energy_;
  std::vector<double> interior(line_.bodies.size(), 0.0);
  for (std::size_t b = 0; b < line_.bodies.size(); ++b) {
    const LineBody& body = line_.bodies[b];
    double mean = 0;
    for (std::size_t i = body.first; i < body.first + body.count; ++i) mean += v(0)[i];
    mean /= static_cast<double>(body.count);
    TrainBodyResult one;
    one.segments = static_cast<int>(body.count);
    one.velocity_before = body.velocity;
    one.velocity_after = mean;
    for (std::size_t i = body.first; i < body.first + body.count; ++i) {
      const double own = v(0)[i] - mean;
      one.vibration += 0.5 * body.mass * own * own;
      if (i > body.first && !line_.dissipating)
        one.vibration += 0.5 * body.stiffness * g(0)[i] * g(0)[i];
    }
    result.bodies.push_back(one);
  }
  for (const Node& node : nodes_) {
    if (node.contact >= 0) continue;
    std::size_t b = 0;
    while (line_.bodies[b].first + line_.bodies[b].count <= node.interface) ++b;
    CompliantMemory memory = node.memory;
    const double squeeze = g(0)[node.interface];
    result.bodies[b].vibration += stored(node.law, memory, squeeze);
    if (memory.branch == Branch::loading) turn(node.law, memory, squeeze);
    result.bodies[b].interior_loss += lost(node.law, memory);
  }
  for (std::size_t c = 0; c < contacts_; ++c) {
    Node& node = nodes_[c];
    if (node.memory.branch != Branch::open) note_open(node);
    node.result.permanent = node.memory.permanent;
    node.result.lost =
        line_.model == ContactModel::rigid ? node.memory.lost : lost(node.law, node.memory);
    result.contacts.push_back(node.result);
    result.lost += node.result.lost;
  }
  for (std::size_t b = 0; b < line_.bodies.size(); ++b) {
    const LineBody& body = line_.bodies[b];
    const double after = result.bodies[b].velocity_after;
    result.energy_after += 0.5 * body.mass * static_cast<double>(body.count) * after * after;
    result.vibration += result.bodies[b].vibration;
    result.lost += result.bodies[b].interior_loss;
  }
  return result;
}

}  // namespace carom::taylor
