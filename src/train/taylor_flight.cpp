#include <algorithm>
#include <cmath>

#include "train/taylor_run.hpp"

namespace carom::taylor {

/// Whether every contact is open, or locked without a force.
bool Run::quiet() {
  for (std::size_t c = 0; c < contacts_; ++c) {
    if (nodes_[c].memory.branch == Branch::open) continue;
    if (nodes_[c].memory.branch != Branch::locked) return false;
    for (int k = 0; k <= order; ++k)
      if (std::abs(f(k)[nodes_[c].interface]) > 1e-15) return false;
  }
  return true;
}

/// How far a body's ends can ever swing from where they would be if it were relaxed.
double Run::reach(std::size_t b, EndSwing& swing) {
  const LineBody& body = line_.bodies[b];
  const std::span<const double> velocities(v(0) + body.first, body.count);
  const std::span<const double> compressions(g(0) + body.first + 1, body.count - 1);
  if (!line_.dissipating || body.count == 1) {
    swing = end_swing(body, velocities, compressions);
    return swing.reach;
  }
  // Springs that all unload are linear about what they have yielded; if one yields further, the
  // body only becomes shorter.
  const double unloading = body.stiffness / std::pow(line_.springs[b].restitution, 2);
  const std::span<const double> stiffness(stiffness_.data() + body.first + 1, body.count - 1);
  if (std::all_of(stiffness.begin(), stiffness.end(),
                  [&](double each) { return each > 0.999 * unloading; })) {
    std::vector<double> elastic(compressions.begin(), compressions.end());
    for (std::size_t i = 0; i < elastic.size(); ++i) elastic[i] -= origin_[body.first + 1 + i];
    LineBody stiff = body;
    stiff.stiffness = unloading;
    swing = end_swing(stiff, velocities, elastic);
    return swing.reach;
  }
  // Else only the energy bounds Σ s², and |y_end| ≤ √(j/3) √Σ s²; what they have yielded and may
  // yet yield is within the same bound about the shape as it is.
  double mean = 0, energy = 0;
  for (const double each : velocities) mean += each;
  mean /= static_cast<double>(body.count);
  for (const double each : velocities) energy += 0.5 * body.mass * (each - mean) * (each - mean);
  for (std::size_t i = 0; i < compressions.size(); ++i)
    energy += 0.5 * stiffness_[body.first + 1 + i] *
              (compressions[i] - origin_[body.first + 1 + i]) *
              (compressions[i] - origin_[body.first + 1 + i]);
  const std::vector<double> y = displacements(compressions);
  swing.left = y.front();
  swing.right = y.back();
  swing.velocity = mean;
  swing.reach = 2 * std::sqrt(static_cast<double>(body.count) / 3 * 2 * energy / body.stiffness);
  return swing.reach + std::max(std::abs(swing.left), std::abs(swing.right));
}

/// With all contacts open: whether none can ever close again; and if flight is long, it is flown.
Flight Run::flight_ahead() {
  std::vector<EndSwing> swings(line_.bodies.size());
  std::vector<double> reaches(line_.bodies.size());
  for (std::size_t b = 0; b < line_.bodies.size(); ++b) reaches[b] = reach(b, swings[b]);
  double safe = never;
  bool finished = true;
  for (std::size_t c = 0; c < contacts_; ++c) {
    const Node& node = nodes_[c];
    const double relaxed = g(0)[node.interface] - swings[c].right + swings[c + 1].left;
    const double swing = reaches[c] + reaches[c + 1];
    const double approach = swings[c].velocity - swings[c + 1].velocity;
    if (!node.memory.armed) {
      // It closes again only after the two sides have been apart.
      const double overlap = relaxed - swing;
      if (approach >= 0 && overlap >= 0) {
        nodes_[c].result.passed_through = true;
        continue;
      }
      finished = false;
      safe = approach < 0 && overlap > 0 ? std::min(safe, -overlap / approach) : 0;
      continue;
    }
    // Rounding of a contact that has just been left, and of velocities that have become equal.
    const double room = level(node) - relaxed - swing + 1e-13 * (level(node) + swing) +
                        (line_.model == ContactModel::rigid ? 1e-13 : 0);
    if (approach <= 1e-14 && room >= 0) continue;
    finished = false;
    if (approach <= 1e-14 || room <= 0)
      safe = 0;
    else
      safe = std::min(safe, room / approach);
  }
  if (finished) return Flight::for_ever;
  if (safe == never || safe < 2 * longest_step || line_.dissipating) return Flight::short_one;
  safe -= longest_step;
  if (trace_ != nullptr)
    while (next_sample_ <= time_ + safe) next_sample_ += trace_->step;
  for (std::size_t b = 0; b < line_.bodies.size(); ++b) {
    const LineBody& body = line_.bodies[b];
    const double before =
        body.count > 1 ? displacements({g(0) + body.first + 1, body.count - 1})[0] : 0;
    fly(body, safe, {v(0) + body.first, body.count}, {g(0) + body.first + 1, body.count - 1});
    const double after =
        body.count > 1 ? displacements({g(0) + body.first + 1, body.count - 1})[0] : 0;
    position_[b] += swings[b].velocity * safe + after - before;
  }
  for (std::size_t c = 0; c < contacts_; ++c) {
    const std::size_t i = nodes_[c].interface;
    const LineBody &left = line_.bodies[c], &right = line_.bodies[c + 1];
    const double last =
        left.count > 1 ? displacements({g(0) + left.first + 1, left.count - 1}).back() : 0;
    const double first =
        right.count > 1 ? displacements({g(0) + right.first + 1, right.count - 1}).front() : 0;
    g(0)[i] += (swings[c].velocity - swings[c + 1].velocity) * safe + last - swings[c].right -
               first + swings[c + 1].left;
    nodes_[c].zeros_of_indentation = nodes_[c].zeros_of_rate = 0;
  }
  time_ += safe;
  return Flight::flown;
}

}  // namespace carom::taylor
