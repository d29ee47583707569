#include "train/collide.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "keys/option_keys.hpp"
#include "keys/range_checks.hpp"
#include "train/cost.hpp"
#include "train/segmentation.hpp"

namespace carom {
namespace {

/// From the line's units and frame to SI and the ground's.
TrainResult in_si(TrainResult result, const Train& train, const Line& line) {
  const LineUnits& units = line.units;
  double before = 0, after = 0, largest = 0;
  const double relative = result.energy_before * units.energy();
  result.energy_before = result.energy_after = 0;
  // In the frame of the train: differences of velocities keep their digits there.
  if (result.bodies.size() == 2) {
    const double approach = train.bodies[0].velocity - train.bodies[1].velocity;
    if (approach > 0)
      result.restitution = -(result.bodies[0].velocity_after - result.bodies[1].velocity_after) *
                           units.velocity / approach;
  }
  for (std::size_t b = 0; b < result.bodies.size(); ++b) {
    TrainBodyResult& body = result.bodies[b];
    const double mass = train.bodies[b].mass;
    body.velocity_before = train.bodies[b].velocity;
    body.velocity_after = result.verdict == TrainVerdict::never_meet
                              ? body.velocity_before
                              : body.velocity_after * units.velocity + units.frame;
    body.vibration *= units.energy();
    body.interior_loss *= units.energy();
    before += mass * body.velocity_before;
    after += mass * body.velocity_after;
    largest = std::max(
        {largest, std::abs(mass * body.velocity_before), std::abs(mass * body.velocity_after)});
    result.energy_before += 0.5 * mass * body.velocity_before * body.velocity_before;
    result.energy_after += 0.5 * mass * body.velocity_after * body.velocity_after;
  }
  for (TrainContactResult& contact : result.contacts) {
    contact.peak_force *= units.force();
    contact.largest *= units.length();
    contact.permanent *= units.length();
    contact.from *= units.time;
    contact.to *= units.time;
    contact.duration *= units.time;
    contact.impulse *= units.mass * units.velocity;
    contact.lost *= units.energy();
  }
  result.vibration *= units.energy();
  result.lost *= units.energy();
  result.time *= units.time;
  const double scale = relative > 0 ? relative : 1;
  result.energy_residual =
      (result.energy_before - result.energy_after - result.vibration - result.lost) / scale;
  result.momentum_residual = largest > 0 ? (after - before) / largest : 0;
  for (TrainResult& other : result.alternatives) other = in_si(std::move(other), train, line);
  return result;
}

}  // namespace

TrainResult collision(const Train& train, const LineLimits& limits) {
  const Line line = line_of(train);
  return in_si(collide_by_series(line, limits, nullptr), train, line);
}

TrainResult patient_collision(const Train& train, double patience, bool orders) {
  const double work = estimated_work(line_of(train));
  const LineLimits limits{patience * work_a_second, orders};
  TrainResult result;
  if (work <= limits.work)
    result = collision(train, limits);
  else
    result.verdict = TrainVerdict::too_long;
  result.estimated_seconds = work / work_a_second;
  return result;
}

std::vector<Fault> faults(const CollideOptions& options) {
  std::vector<Fault> found;
  check_ranges(Element(found, "collide"), options);
  return found;
}

TrainResult collide(const Train& train, const CollideOptions& options) {
  std::vector<Fault> found = train_faults(train);
  std::ranges::move(faults(options), std::back_inserter(found));
  if (!found.empty()) throw InputError("", std::move(found));
  return patient_collision(segmented(train), options.patience, options.orders);
}

TrainResult quick_collision(const Train& train, Precision precision) {
  const Line line = line_of(train);
  if (!modal_applies(line)) return collision(train);
  TrainResult result = collide_by_modes(line, precision == Precision::table ? 20 : 128);
  if (result.verdict == TrainVerdict::too_long) return collision(train);
  return in_si(std::move(result), train, line);
}

TrainTrace collision_trace(const Train& train, const TrainResult& result, int samples) {
  const Line line = line_of(train);
  const LineUnits& units = line.units;
  double first = result.time, last = 0;
  for (const TrainContactResult& contact : result.contacts) {
    if (contact.touches > 0) first = std::min(first, contact.from);
    last = std::max(last, contact.to);
  }
  // Bodies that were far apart are seen from shortly before they meet.
  const double margin = 0.1 * (last - first);
  const double begin = first > margin ? first - margin : 0;
  const double end = last + margin;
  LineTrace trace;
  trace.from = begin / units.time;
  // Steps that time can resolve.
  trace.step = std::max((end - begin) / units.time / samples, 1e-14 * end / units.time);
  collide_by_series(line, {}, &trace);
  TrainTrace seen;
  seen.begin = begin;
  for (std::size_t s = 0; s < trace.times.size(); ++s) {
    const double time = trace.times[s] * units.time;
    if (time > end * (1 + 1e-9)) break;
    seen.times.push_back(time - begin);
    for (double& each : trace.velocities[s]) each = each * units.velocity + units.frame;
    for (double& each : trace.positions[s]) each = each * units.length() + units.frame * time;
    for (double& each : trace.indentations[s]) each *= units.length();
    for (double& each : trace.forces[s]) each *= units.force();
    seen.velocities.push_back(std::move(trace.velocities[s]));
    seen.positions.push_back(std::move(trace.positions[s]));
    seen.indentations.push_back(std::move(trace.indentations[s]));
    seen.forces.push_back(std::move(trace.forces[s]));
  }
  return seen;
}

}  // namespace carom
