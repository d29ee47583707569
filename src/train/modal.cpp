#include "train/modal.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <vector>

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

constexpr long most_steps = 20000000;

constexpr std::size_t lanes = 4;

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
  modal.even = padded((j - 1) / 2);
  modal.size = modal.even + padded(j / 2);
  modal.rows.assign(6 * modal.size, 0.0);
  // cos and sin of π q/2j by turning on by π/2j
  const double angle = std::numbers::pi / (2.0 * static_cast<double>(j));
  const double turn_cosine = std::cos(angle), turn_sine = std::sin(angle);
  const double fastest = 2 * std::sqrt(body.stiffness / body.mass);
  double cosine = 1, sine = 0;
  for (std::size_t q = 1; q < j; ++q) {
    const double next = cosine * turn_cosine - sine * turn_sine;
    sine = sine * turn_cosine + cosine * turn_sine;
    cosine = next;
    const double frequency = fastest * sine;
    const std::size_t at = q % 2 == 0 ? q / 2 - 1 : modal.even + q / 2;
    modal.row(2)[at] = 2 * cosine * cosine / (modal.total * frequency);
    modal.row(3)[at] = std::cos(frequency * h);
    modal.row(4)[at] = std::sin(frequency * h);
    modal.row(5)[at] = frequency;
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

struct ModalContact {
  Bimodal law;
  BimodalMemory memory;
  double before = 0, now = 0;  // the last two indentations
  TrainContactResult result;
};

/// The contact's force at a new sample; its memory follows.
double followed(ModalContact& contact, double indentation, double h, double time) {
  const double before = contact.before, now = contact.now;
  const bool was_open = contact.memory.branch == Branch::open;
  if (contact.memory.branch == Branch::loading && indentation < now) {
    // Top of the parabola through the last three samples.
    const double curvature = indentation - 2 * now + before, slope = 0.5 * (indentation - before);
    const double top = curvature < 0 ? now - 0.5 * slope * slope / curvature : now;
    contact.memory.deepest = std::max(contact.memory.deepest, now);
    turn(contact.law, contact.memory, std::max(top, now));
    contact.result.largest = std::max(contact.result.largest, contact.memory.deepest);
    contact.result.peak_force =
        std::max(contact.result.peak_force,
                 contact.law.stiffness * std::pow(contact.memory.deepest, contact.law.exponent));
  }
  contact.before = now;
  contact.now = indentation;
  // Most samples change nothing.
  const BimodalMemory& memory = contact.memory;
  const bool stays = memory.branch == Branch::loading
                         ? indentation >= now
                         : memory.branch == Branch::elastic && indentation > memory.permanent &&
                               indentation < memory.deepest;
  if (stays) {
    const double push = force(contact.law, memory, indentation);
    contact.result.duration += h;
    contact.result.impulse += h * push;
    return push;
  }
  const double push =
      advance(contact.law, contact.memory, indentation, indentation >= now ? 1.0 : -1.0);
  const bool open = contact.memory.branch == Branch::open;
  if (was_open && !open && contact.result.touches++ == 0) contact.result.from = time;
  if (!open) contact.result.duration += h;
  if (!was_open && open) contact.result.to = time;
  contact.result.impulse += h * push;
  return push;
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
  return line.model != ContactModel::rigid && !line.dissipating &&
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
  for (const LineContact& contact : line.contacts) {
    contacts.emplace_back();
    contacts.back().law = contact.law;
  }
  TrainResult result;
  result.verdict = TrainVerdict::too_long;
  std::vector<double> force(contacts.size() + 2, 0.0);  // force[c + 1] of contact c
  long next_check = 0;
  double time = 0;
  for (long step = 0; step < most_steps; ++step) {
    for (std::size_t b = 0; b < bodies.size(); ++b)
      kick_and_drift(bodies[b], h, h * force[b], -h * force[b + 1]);
    time += h;
    bool open = true;
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      force[c + 1] = followed(contacts[c], bodies[c].last - bodies[c + 1].first, h, time);
      open = open && force[c + 1] == 0;
    }
    if (open) {
      if (step < next_check) continue;
      next_check = step + 16;
      bool finished = true;
      for (std::size_t c = 0; c < contacts.size(); ++c) {
        const ModalBody &left = bodies[c], &right = bodies[c + 1];
        const double room =
            closing_level(contacts[c].memory) - (left.x - right.x) - reach(left) - reach(right);
        finished = finished && left.v <= right.v && room >= 0;
      }
      if (!finished) continue;
      result.verdict = TrainVerdict::collided;
      result.steps = step;
      break;
    }
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
