#pragma once

/// laws/rigid/pair_problem.hpp
///
/// One or two contacts as the fast paths see them (pair_stages.hpp, pair_algebraic.hpp): scaled as
/// in ScaledProblem, the striker first; and the answer turned into a Solution. It is what
/// preparation.hpp does for any number.

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/both.hpp"
#include "laws/rigid/mode_problem.hpp"
#include "laws/rigid/preparation.hpp"
#include "laws/rigid/scaling.hpp"

/// A solve is one function, so that its numbers stay in registers. Sanitizers make such a function
/// very slow to compile.
#ifdef __SANITIZE_ADDRESS__
#define CAROM_IN_ONE
#else
#define CAROM_IN_ONE [[gnu::flatten]]
#endif

namespace carom {

/// By which share of the problem's size an inequality must hold to be beyond doubt.
inline constexpr double clear = 1e-7;
/// By which share the pivots of the certificate must.
inline constexpr double regular = 1e-3;

enum PairRole { striker, other };

/// One contact, scaled as in ScaledProblem. Pairs are (tangential, normal).
struct PairContact {
  int index;        ///< in the problem
  double unit;      ///< s
  double friction;  ///< μ
  Both velocity;
  Both start;  ///< u⁻
  Both impulse;
  Both work;
  // As the stage found it.
  bool apart;
  SlipRule slip;
};

/// A block of W: rates at one contact per tangential and per normal force at another.
struct PairBlock {
  Both tangential, normal;
};

template <int count>
struct PairProblem {
  PairBlock own;          ///< striker's rates per striker's force
  PairBlock handed_on;    ///< other's rates per striker's force
  PairBlock handed_back;  ///< striker's rates per other's force
  PairBlock others;       ///< other's rates per other's force
  PairContact contact[count];
};

/// Scales W and v⁻ into `pair`; false where there is nothing to solve, or something unusual.
template <int count>
bool pose(const ContactProblem<double>& problem, const LawOptions& options,
          PairProblem<count>& pair, double& speed_scale) {
  constexpr int width = 2 * count;
  const double* const w = problem.inertia.data();
  const double* const v = problem.velocity.data();
  double unit[count];
  double largest = 0;
  double smallest = std::numeric_limits<double>::infinity();
  double fastest = 0;
  speed_scale = 0;
  for (int i = 0; i < count; ++i) {
    const double tangential = w[2 * i * (width + 1)];
    const double normal = w[(2 * i + 1) * (width + 1)];
    const double either = std::max(tangential, normal);
    smallest = std::min({smallest, tangential, normal});
    largest = std::max(largest, either);
    unit[i] = unit_for(either);
    const double speed = std::max(std::abs(v[2 * i]), std::abs(v[2 * i + 1]));
    fastest = std::max(fastest, speed);
    speed_scale = std::max(speed_scale, unit[i] * speed);
  }
  // Contacts that cannot move, or only with difficulty, are for the plain path.
  if (!(smallest > regular * regular * largest)) return false;
  const double slowest = std::max(rest_tolerance * fastest, options.speed_floor);
  Both velocity[count];
  int approaching = -1;
  for (int i = 0; i < count; ++i) {
    const auto moving = [&](double speed) {
      const double scaled = unit[i] * speed;
      return std::abs(speed) <= slowest || std::abs(scaled) <= rest_tolerance * speed_scale
                 ? 0
                 : scaled;
    };
    velocity[i] = Both{moving(v[2 * i]), moving(v[2 * i + 1])};
    if (velocity[i][1] < 0) {
      if (approaching >= 0) return false;
      approaching = i;
    }
  }
  if (approaching < 0 || (problem.colliding >= 0 && problem.colliding != approaching)) return false;
  // Rates at contact j per force at contact i: W is symmetric.
  const auto block = [&](int i, int j) {
    const double units = unit[i] * unit[j];
    const double* const at = w + 2 * i * width + 2 * j;
    return PairBlock{units * both(at), units * both(at + width)};
  };
  for (int role = 0; role < count; ++role) {
    const int i = role == striker ? approaching : 1 - approaching;
    PairContact& contact = pair.contact[role];
    contact.index = i;
    contact.unit = unit[i];
    contact.friction = std::min(problem.friction()[i], largest_friction);
    contact.velocity = contact.start = velocity[i];
    contact.impulse = contact.work = Both{};
  }
  pair.own = block(approaching, approaching);
  if constexpr (count == 2) {
    pair.handed_on = block(approaching, 1 - approaching);
    pair.handed_back = block(1 - approaching, approaching);
    pair.others = block(1 - approaching, 1 - approaching);
  }
  return true;
}

/// The answer, as `conclude` gives it for any number of contacts.
template <int count>
void conclude(const PairProblem<count>& pair, double speed_scale, Solution<double>& solution) {
  const double rest = outcome_tolerance * speed_scale;
  double largest = 0;
  for (const PairContact& contact : pair.contact)
    largest = std::max(largest, std::abs(contact.impulse[1]));
  double total = 0;
  double exchanged = 0;
  for (const PairContact& contact : pair.contact) {
    const auto i = static_cast<std::size_t>(contact.index);
    put(contact.unit * contact.impulse, solution.impulse.data() + 2 * i);
    put(contact.velocity * (1 / contact.unit), solution.velocity_after.data() + 2 * i);
    put(contact.work, solution.work.data() + 2 * i);
    total += sum(contact.work);
    exchanged +=
        0.5 *
        sum(magnitude(contact.impulse) *
            (magnitude(contact.start) + magnitude(contact.velocity) + exchanged_share * largest));
    solution.outcome[i] = contact.velocity[1] > rest             ? Outcome::rebounds
                          : std::abs(contact.velocity[0]) > rest ? Outcome::slides
                                                                 : Outcome::rests;
    solution.interacted[i] = contact.impulse[1] > interaction_share * largest;
    solution.approaching[i] = 0;
  }
  solution.approaching[static_cast<std::size_t>(pair.contact[striker].index)] = 1;
  solution.energy_loss = -total;
  solution.makes_energy = total > energy_rounding * exchanged;
}

/// The solution with room for an answer of so many contacts and no account.
inline void make_room(int count, Solution<double>& solution) {
  const auto c = static_cast<std::size_t>(count);
  if (!solution.stages.empty() || !solution.stage_velocities.empty() ||
      !solution.violations.empty() || !solution.alternatives.empty() ||
      solution.impulse.size() != 2 * c || solution.approaching.size() != c) {
    clear_answer(solution);
    solution.impulse.resize(2 * c);
    solution.velocity_after.resize(2 * c);
    solution.work.resize(2 * c);
    solution.outcome.resize(c);
    solution.interacted.resize(c);
    solution.approaching.resize(c);
    solution.open.assign(2 * c, 0);
  }
  if (!solution.impulses_determined) std::ranges::fill(solution.open, std::uint8_t{0});
  solution.verdict = Verdict::unique;
  solution.reason = Reason::none;
  solution.reason_contact = -1;
  solution.reason_stage = -1;
  solution.is_choice = false;
  solution.impulses_determined = true;
  solution.loose = -1;
  solution.wedged = false;
  solution.events_coincide = false;
  solution.exhaustive = true;
  solution.count = count;
}

}  // namespace carom
