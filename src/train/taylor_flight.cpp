#include <algorithm>
#include <cmath>

#include "train/taylor_run.hpp"

namespace carom::taylor {

/// Whether every contact is open, or locked without a force.
template <class T>
bool RunOf<T>::quiet() {
  for (std::size_t c = 0; c < contacts_; ++c) {
    if (nodes_[c].memory.branch == Branch::open) continue;
    if (nodes_[c].memory.branch != Branch::locked) return false;
    for (int k = 0; k <= order; ++k)
      if (std::abs(plain(f(k)[nodes_[c].interface])) > 1e-15) return false;
  }
  return true;
}

/// How far a body's ends can ever swing from where they would be if it were relaxed.
template <class T>
double RunOf<T>::reach(std::size_t b, EndSwingOf<T>& swing) {
  const LineBodyOf<T>& body = line_.bodies[b];
  const std::span<const T> velocities(v(0) + body.first, body.count);
  const std::span<const T> compressions(g(0) + body.first + 1, body.count - 1);
  if (!line_.dissipating || body.count == 1) {
    swing = end_swing(body, velocities, compressions);
    return swing.reach;
  }
  // Springs that all unload are linear about what they have yielded; if one yields further, the
  // body only becomes shorter.
  const double unloading = plain(body.stiffness) / std::pow(plain(line_.springs[b].restitution), 2);
  const std::span<const T> stiffness(stiffness_.data() + body.first + 1, body.count - 1);
  if (std::all_of(stiffness.begin(), stiffness.end(),
                  [&](const T& each) { return each > 0.999 * unloading; })) {
    std::vector<T> elastic(compressions.begin(), compressions.end());
    for (std::size_t i = 0; i < elastic.size(); ++i) elastic[i] -= origin_[body.first + 1 + i];
    LineBodyOf<T> stiff = body;
    stiff.stiffness = unloading;
    swing = end_swing(stiff, velocities, elastic);
    return swing.reach;
  }
  // Else only the energy bounds Σ s², and |y_end| ≤ √(j/3) √Σ s²; what they have yielded and may
  // yet yield is within the same bound about the shape as it is.
  T mean = 0;
  double energy = 0;
  for (const T& each : velocities) mean += each;
  mean /= static_cast<double>(body.count);
  for (const T& each : velocities) {
    const double own = plain(each - mean);
    energy += 0.5 * plain(body.mass) * own * own;
  }
  for (std::size_t i = 0; i < compressions.size(); ++i) {
    const double elastic = plain(compressions[i] - origin_[body.first + 1 + i]);
    energy += 0.5 * plain(stiffness_[body.first + 1 + i]) * elastic * elastic;
  }
  const std::vector<T> y = displacements<T>(compressions);
  swing.left = y.front();
  swing.right = y.back();
  swing.velocity = mean;
  swing.reach =
      2 * std::sqrt(static_cast<double>(body.count) / 3 * 2 * energy / plain(body.stiffness));
  return swing.reach + std::max(std::abs(plain(swing.left)), std::abs(plain(swing.right)));
}

/// With all contacts open: whether none can ever close again; and if flight is long, it is flown.
template <class T>
Flight RunOf<T>::flight_ahead() {
  std::vector<EndSwingOf<T>> swings(line_.bodies.size());
  std::vector<double> reaches(line_.bodies.size());
  for (std::size_t b = 0; b < line_.bodies.size(); ++b) reaches[b] = reach(b, swings[b]);
  double safe = never;
  bool finished = true;
  std::vector<T> partings;
  for (std::size_t c = 0; c < contacts_; ++c) {
    const Node& node = nodes_[c];
    const double relaxed = plain(g(0)[node.interface] - swings[c].right + swings[c + 1].left);
    const double swing = reaches[c] + reaches[c + 1];
    const T parting = swings[c].velocity - swings[c + 1].velocity;
    const double approach = plain(parting);
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
    const double closes = plain(level(node));
    const double room = closes - relaxed - swing + 1e-13 * (closes + swing) +
                        (line_.model == ContactModel::rigid ? 1e-13 : 0);
    if (approach <= 1e-14 && room >= 0) {
      partings.push_back(parting);
      continue;
    }
    finished = false;
    if (approach <= 1e-14 || room <= 0)
      safe = 0;
    else
      safe = std::min(safe, room / approach);
  }
  if (finished) {
    for (const T& parting : partings) mark_end(parting);
    return Flight::for_ever;
  }
  if (safe == never || safe < 2 * longest_step || line_.dissipating) return Flight::short_one;
  fly_for(safe - longest_step, swings);
  return Flight::flown;
}

template <class T>
void RunOf<T>::fly_for(double time, const std::vector<EndSwingOf<T>>& swings) {
  if (trace_ != nullptr)
    while (next_sample_ <= time_ + time) next_sample_ += trace_->step;
  const auto shape = [&](const LineBodyOf<T>& body) {
    return body.count > 1 ? displacements(std::span<const T>(g(0) + body.first + 1, body.count - 1))
                          : std::vector<T>{T(0)};
  };
  for (std::size_t b = 0; b < line_.bodies.size(); ++b) {
    const LineBodyOf<T>& body = line_.bodies[b];
    const double before = plain(shape(body).front());
    fly(body, time, {v(0) + body.first, body.count}, {g(0) + body.first + 1, body.count - 1});
    const double after = plain(shape(body).front());
    position_[b] += plain(swings[b].velocity) * time + after - before;
  }
  for (std::size_t c = 0; c < contacts_; ++c) {
    const T last = shape(line_.bodies[c]).back();
    const T first = shape(line_.bodies[c + 1]).front();
    g(0)[nodes_[c].interface] += (swings[c].velocity - swings[c + 1].velocity) * time + last -
                                 swings[c].right - first + swings[c + 1].left;
    nodes_[c].zeros_of_indentation = nodes_[c].zeros_of_rate = 0;
  }
  time_ += time;
}

#define CAROM_FLIGHT(T)            \
  template bool RunOf<T>::quiet(); \
  template Flight RunOf<T>::flight_ahead();
CAROM_FLIGHT(double)
CAROM_FLIGHT(Sloped)
#undef CAROM_FLIGHT

}  // namespace carom::taylor
