#include "train/modal.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "numerics/series.hpp"

// The same loop compiled for wider vectors too, and chosen when the program starts. Four sums side
// by side and no fused operations: the bits are the same.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__OPTIMIZE__) && \
    !defined(__SANITIZE_ADDRESS__)
#define CAROM_VECTOR_CLONES __attribute__((target_clones("avx2", "default"), optimize("O3")))
#else
#define CAROM_VECTOR_CLONES
#endif

namespace carom {
namespace {

/// Bodies that part very slowly may take long; series do better then.
constexpr long most_steps = 200000;

/// A flight shorter than this many steps is stepped through.
constexpr double least_flight = 32;
constexpr std::size_t lanes = 4;

/// Modes that turn by more than this in a step, rad, follow their forces at once.
constexpr double largest_turn = 2.5;

/// One body's modes: four side by side, those of even and odd q apart, since they add and subtract
/// at the last end. Unused lanes are zero.
struct ModalBody {
  double total = 0;            // mass
  double inverse = 0;          // 1/mass
  double x = 0, v = 0;         // of the mass centre
  std::size_t even = 0;        // so many places are even modes, the rest odd
  std::size_t size = 0;        // of each row below
  std::vector<double> rows;    // w_q, ẇ_q/ω_q, c_q/ω_q, cos ω_q h, sin ω_q h, ω_q
  double first = 0, last = 0;  // displacements of the ends
  double own = 0, across = 0;  // α of a force at an end, at this end and at the other

  double* row(std::size_t k) { return rows.data() + k * size; }
  const double* row(std::size_t k) const { return rows.data() + k * size; }
};

std::size_t padded(std::size_t count) {
  return (count + lanes - 1) / lanes * lanes;
}

ModalBody modal_body(const LineBody& body, double h) {
  ModalBody modal;
  const std::size_t j = body.count;
  modal.total = body.mass * static_cast<double>(j);
  modal.inverse = 1 / modal.total;
  modal.v = body.velocity;
  modal.own = modal.across = h * h / 12 * modal.inverse;
  if (j == 1) return modal;
  // cos and sin of π q/2j by turning on by π/2j
  const double angle = std::numbers::pi / (2.0 * static_cast<double>(j));
  const double turn_cosine = std::cos(angle), turn_sine = std::sin(angle);
  const double fastest = 2 * std::sqrt(body.stiffness / body.mass);
  // Modes are in the order of their frequencies: the first are the ones that the steps resolve.
  std::size_t slow = j - 1;
  if (fastest * h > largest_turn)
    slow =
        std::min(slow, static_cast<std::size_t>(std::asin(largest_turn / (fastest * h)) / angle));
  modal.even = padded(slow / 2);
  modal.size = modal.even + padded((slow + 1) / 2);
  modal.rows.assign(6 * modal.size, 0.0);
  double cosine = 1, sine = 0, sign = 1;
  for (std::size_t q = 1; q < j; ++q) {
    const double next = cosine * turn_cosine - sine * turn_sine;
    sine = sine * turn_cosine + cosine * turn_sine;
    cosine = next;
    sign = -sign;
    const double frequency = fastest * sine;
    const double response = 2 * cosine * cosine * modal.inverse;
    double give = 0;
    if (q <= slow) {
      const std::size_t at = q % 2 == 0 ? q / 2 - 1 : modal.even + q / 2;
      const double turn = frequency * h;
      modal.row(2)[at] = response / frequency;
      modal.row(3)[at] = std::cos(turn);
      modal.row(4)[at] = std::sin(turn);
      modal.row(5)[at] = frequency;
      // (1 − x cot x)/ω², x = ω h/2
      const double y = 0.25 * turn * turn;
      give = response * h * h / 12 *
             (1 + y * (1.0 / 15 + y * (2.0 / 315 + y * (1.0 / 1575 + y * (2.0 / 31185)))));
    } else {
      give = response / (frequency * frequency);
    }
    modal.own += give;
    modal.across += sign * give;
  }
  return modal;
}

/// Kicks with `impulse` (of this parity), then turns; the sum of the w. Four sums side by side, so
/// that the result does not depend on how the compiler vectorizes.
CAROM_VECTOR_CLONES double turned(ModalBody& body, std::size_t from, std::size_t to,
                                  double impulse) {
  double* const w = body.row(0);
  double* const u = body.row(1);
  const double* const kick = body.row(2);
  const double* const c = body.row(3);
  const double* const s = body.row(4);
  double sums[lanes] = {};
  for (std::size_t q = from; q < to; q += lanes)
    for (std::size_t l = 0; l < lanes; ++l) {
      const double pushed = u[q + l] + impulse * kick[q + l];
      const double place = c[q + l] * w[q + l] + s[q + l] * pushed;
      u[q + l] = c[q + l] * pushed - s[q + l] * w[q + l];
      w[q + l] = place;
      sums[l] += place;
    }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// Impulses to the right at the first and the last segment, then free motion for h.
void kick_and_drift(ModalBody& body, double h, double at_first, double at_last) {
  body.v += (at_first + at_last) * body.inverse;
  body.x += h * body.v;
  const double even = body.even > 0 ? turned(body, 0, body.even, at_first + at_last) : 0;
  const double odd =
      body.size > body.even ? turned(body, body.even, body.size, at_first - at_last) : 0;
  body.first = body.x + even + odd;
  body.last = body.x + even - odd;
}

/// How far the ends can ever swing from the mass centre.
double reach(const ModalBody& body) {
  double sum = 0;
  for (std::size_t q = 0; q < body.size; ++q)
    sum += std::sqrt(body.row(0)[q] * body.row(0)[q] + body.row(1)[q] * body.row(1)[q]);
  return sum;
}

/// ζ(−n, θ), Hurwitz's: what a sum of (θ + m)^n over m ≥ 0 has beyond the integral from 0 on.
double excess(double n, double theta) {
  if (n == 1) return -0.5 * (theta * (theta - 1) + 1.0 / 6);
  // Euler and Maclaurin's series from 1 + θ on, n = 3/2; to 4e-5
  const double a = 1 + theta, root = std::sqrt(a);
  return theta * std::sqrt(theta) + root * (a * (0.5 - 0.4 * a) - 0.125 - 0.375 / (720 * a * a));
}

/// Free motion for any time.
void fly(ModalBody& body, double time) {
  body.x += time * body.v;
  double sums[2] = {0, 0};
  for (std::size_t q = 0; q < body.size; ++q) {
    const double c = std::cos(body.row(5)[q] * time), s = std::sin(body.row(5)[q] * time);
    const double place = c * body.row(0)[q] + s * body.row(1)[q];
    body.row(1)[q] = c * body.row(1)[q] - s * body.row(0)[q];
    body.row(0)[q] = place;
    sums[q < body.even ? 0 : 1] += place;
  }
  body.first = body.x + sums[0] + sums[1];
  body.last = body.x + sums[0] - sums[1];
}

struct ModalContact {
  Bimodal law;
  CompliantMemory memory;
  double give = 0;                              // α
  double now = 0, before = 0, long_before = 0;  // the last three indentations
  double last_force = 0, force = 0;
  TrainContactResult result;
};

/// u with u + r u^n = u0 > 0.
double yielded(double exponent, double r, double u0) {
  if (exponent == 1) return u0 / (1 + r);
  double u = u0 / (1 + r * std::sqrt(u0));
  const double root = std::sqrt(u);
  u -= (u + r * u * root - u0) / (1 + 1.5 * r * root);
  return u;
}

/// The indentation on the branch that holds, where it would be `free` without this contact's force
/// of now; F follows.
double settled(ModalContact& contact, double free) {
  const Curve c = curve(contact.law, contact.memory);
  const double u0 = free - c.origin;
  if (u0 <= 0) {
    contact.force = 0;
    return free;
  }
  const double u = yielded(contact.law.exponent, contact.give * c.stiffness, u0);
  contact.force = (u0 - u) / contact.give;
  return c.origin + u;
}

/// dF/dδ
double slope(const Bimodal& law, double stiffness, double u) {
  return law.exponent == 1 ? stiffness : 1.5 * stiffness * std::sqrt(std::max(u, 0.0));
}

/// Follows to a new sample; the impulse of the next kick.
double followed(ModalContact& contact, double free, double h, double time) {
  CompliantMemory& memory = contact.memory;
  const Bimodal& law = contact.law;
  const double now = contact.now;
  double indentation = free, correction = 0;
  contact.last_force = contact.force;
  contact.force = 0;
  if (memory.branch == Branch::open) {
    if (!memory.armed && free < 0) memory.armed = true;
    const double level = closing_level(memory);
    if (memory.armed && free > level) {
      close(law, memory);
      const double way = free - now;
      const double theta = way > 0 ? std::min((free - level) / way, 1.0) : 1;
      const double stiffness = curve(law, memory).stiffness;
      correction -= stiffness * std::pow(way, law.exponent) * excess(law.exponent, theta);
      if (contact.result.touches++ == 0) contact.result.from = time - theta * h;
      contact.result.duration += (theta - 0.5) * h;
      indentation = settled(contact, free);
    }
  } else {
    indentation = settled(contact, free);
    if (memory.branch == Branch::loading) {
      const double first = indentation - now;
      const double second = first - (now - contact.before);
      const double third =
          second - ((now - contact.before) - (contact.before - contact.long_before));
      const double rate = first + second / 2 + third / 3;
      if (rate <= 0) {
        const double bend = second + third;
        double top = std::max(indentation, now), past = 0;
        if (bend < 0) {
          past = rate / bend;
          past = past - (rate + past * (-bend + 0.5 * past * third)) / (-bend + past * third);
          past = std::clamp(past, 0.0, 2.0);
          top = std::max(top, indentation - past * (rate - past * (bend / 2 - past * third / 6)));
        }
        turn(law, memory, top);
        const double steeper =
            slope(law, memory.unloading, top - memory.permanent) - slope(law, law.stiffness, top);
        correction += steeper * (bend - past * third) * past * (past - 0.5) * (past - 1) / 6;
        contact.result.largest = std::max(contact.result.largest, memory.deepest);
        contact.result.peak_force = std::max(
            contact.result.peak_force, law.stiffness * std::pow(memory.deepest, law.exponent));
        indentation = settled(contact, free);
      }
    } else if (indentation > memory.deepest && law.history != History::latched) {
      const double way = indentation - now;
      const double theta = way > 0 ? std::min((indentation - memory.deepest) / way, 1.0) : 1;
      const double steeper = slope(law, law.stiffness, memory.deepest) -
                             slope(law, memory.unloading, memory.deepest - memory.permanent);
      load(memory);
      correction += steeper * way * 0.5 * (theta * (theta - 1) + 1.0 / 6);
      indentation = settled(contact, free);
    }
    if (memory.branch == Branch::elastic && indentation <= memory.permanent) {
      const double left = now - memory.permanent, way = now - indentation;
      const double theta = way > 0 ? std::clamp(left / way, 0.0, 1.0) : 1;
      correction -= memory.unloading * std::pow(std::max(way, 0.0), law.exponent) *
                    excess(law.exponent, theta);
      contact.result.to = time - (1 - theta) * h;
      contact.result.duration += (theta - 0.5) * h;
      release(law, memory);
      contact.force = 0;
    }
  }
  contact.long_before = contact.before;
  contact.before = now;
  contact.now = indentation;
  if (memory.branch != Branch::open) contact.result.duration += h;
  const double impulse = h * (contact.force + correction);
  contact.result.impulse += impulse;
  return impulse;
}

/// The force of the sample to come, by the last two.
double ahead(const ModalContact& contact) {
  return std::max(2 * contact.force - contact.last_force, 0.0);
}

/// For how long no contact can close again: the time that the mass centres need at least to come
/// within reach of vibrations. All contacts are open.
double flight(const std::vector<ModalBody>& bodies, const std::vector<ModalContact>& contacts) {
  double safe = never;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ModalBody &left = bodies[c], &right = bodies[c + 1];
    const double room =
        closing_level(contacts[c].memory) - (left.x - right.x) - reach(left) - reach(right);
    if (room < 0) return 0;
    if (left.v > right.v) safe = std::min(safe, room / (left.v - right.v));
  }
  return safe;
}

/// The shortest time in which whole bodies would collide.
double contact_time(const Line& line) {
  double shortest = 0;
  for (std::size_t c = 0; c < line.contacts.size(); ++c) {
    const double time = whole_contact_time(line, c);
    shortest = c == 0 ? time : std::min(shortest, time);
  }
  return shortest;
}

}  // namespace

bool modal_applies(const Line& line) {
  const bool latched = line.contacts.front().law.history == History::latched;
  return line.model != ContactModel::rigid && !line.dissipating &&
         !(latched && line.contacts.size() > 1) &&
         std::all_of(line.contacts.begin(), line.contacts.end(), [](const LineContact& contact) {
           return contact.law.restitution > 0 && contact.gap == 0;
         });
}

TrainResult collide_by_modes(const Line& line, double steps) {
  assert(modal_applies(line));
  const double h = contact_time(line) / steps;
  std::vector<ModalBody> bodies;
  for (const LineBody& body : line.bodies) bodies.push_back(modal_body(body, h));
  std::vector<ModalContact> contacts;
  for (std::size_t c = 0; c < line.contacts.size(); ++c) {
    ModalContact& contact = contacts.emplace_back();
    contact.law = line.contacts[c].law;
    contact.give = bodies[c].own + bodies[c + 1].own;
    const double approach = h * (line.bodies[c].velocity - line.bodies[c + 1].velocity);
    contact.before = -approach;
    contact.long_before = -2 * approach;
  }
  TrainResult result;
  result.verdict = TrainVerdict::too_long;
  std::vector<double> impulse(contacts.size() + 2, 0.0);  // impulse[c + 1] of contact c
  long next_check = 0;
  double time = 0;
  for (long step = 0; step < most_steps; ++step) {
    for (std::size_t b = 0; b < bodies.size(); ++b)
      kick_and_drift(bodies[b], h, impulse[b], -impulse[b + 1]);
    time += h;
    bool open = true;
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      double free = bodies[c].last - bodies[c + 1].first;
      if (c > 0) free += bodies[c].across * ahead(contacts[c - 1]);
      if (c + 1 < contacts.size()) free += bodies[c + 1].across * ahead(contacts[c + 1]);
      impulse[c + 1] = followed(contacts[c], free, h, time);
      open = open && impulse[c + 1] == 0;
    }
    if (!open || step < next_check) continue;
    next_check = step + 4;
    const double safe = flight(bodies, contacts);
    if (safe == never) {
      result.verdict = TrainVerdict::collided;
      result.steps = step;
      break;
    }
    if (safe < least_flight * h) continue;
    // As many steps at once, so that contacts have their samples before the next touch.
    const double skipped = std::floor(safe / h) - 4;
    for (ModalBody& body : bodies) fly(body, skipped * h);
    for (std::size_t c = 0; c < contacts.size(); ++c)
      contacts[c].now = bodies[c].last - bodies[c + 1].first;
    time += skipped * h;
  }
  result.time = time;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    TrainBodyResult one;
    one.segments = static_cast<int>(line.bodies[b].count);
    one.velocity_before = line.bodies[b].velocity;
    one.velocity_after = bodies[b].v;
    const ModalBody& body = bodies[b];
    for (std::size_t q = 0; q < body.size; ++q) {
      const double w = body.row(0)[q], u = body.row(1)[q];
      // ½ M_q/φ_q² ω_q² (w² + u²), of which c_q/ω_q = φ_q²/(M_q ω_q) is at hand
      if (body.row(2)[q] > 0)
        one.vibration += 0.5 * body.row(5)[q] / body.row(2)[q] * (w * w + u * u);
    }
    result.vibration += one.vibration;
    result.energy_before += 0.5 * bodies[b].total * one.velocity_before * one.velocity_before;
    result.energy_after += 0.5 * bodies[b].total * one.velocity_after * one.velocity_after;
    result.bodies.push_back(one);
  }
  for (ModalContact& contact : contacts) {
    contact.result.permanent = contact.memory.permanent;
    contact.result.lost = lost(contact.law, contact.memory);
    result.lost += contact.result.lost;
    result.contacts.push_back(contact.result);
  }
  return result;
}

}  // namespace carom
