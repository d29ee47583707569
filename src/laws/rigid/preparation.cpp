#include "laws/rigid/preparation.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "laws/rigid/scaling.hpp"

namespace carom {
namespace {

template <class T>
void scale_row(int count, double own, const double* __restrict unit, const T* __restrict from,
               T* __restrict to) {
  for (int i = 0; i < count; ++i) {
    const double units = own * unit[i];
    to[2 * i] = T(units) * from[2 * i];
    to[2 * i + 1] = T(units) * from[2 * i + 1];
  }
}

template <class T>
void scale(const ContactProblem<T>& problem, ScaledProblem<T>& scaled) {
  const int c = problem.count;
  const int width = 2 * c;
  const auto entry = [&](int r, int s) -> const T& {
    return problem.inertia[static_cast<std::size_t>(r * width + s)];
  };
  const std::span<const T> friction = problem.friction();
  scaled.count = c;
  double largest = 0;
  for (int r = 0; r < width; ++r) largest = std::max(largest, plain(entry(r, r)));
  for (int i = 0; i < c; ++i) {
    const double tangential = plain(entry(2 * i, 2 * i));
    const double either = std::max(tangential, plain(entry(2 * i + 1, 2 * i + 1)));
    scaled.inert[i] = !(either > immobile * largest);
    scaled.tangential_inert[i] = !(tangential > immobile * either);
    scaled.normal_inert[i] =
        scaled.inert[i] || !(plain(entry(2 * i + 1, 2 * i + 1)) > immobile * either);
    scaled.unit[i] = scaled.inert[i] ? 1 : unit_for(either);
    scaled.friction[i] = std::min(plain(friction[i]), largest_friction);
    if constexpr (!std::is_same_v<T, double>)
      scaled.sloped_friction[i] =
          plain(friction[i]) <= largest_friction ? friction[i] : T(largest_friction);
  }
  for (int r = 0; r < width; ++r) {
    const T* const from = &entry(r, 0);
    const double own = scaled.unit[r / 2];
    const auto row = static_cast<std::size_t>(r * width);
    scale_row(c, own, scaled.unit.data(), from, scaled.inertia.data() + row);
    if constexpr (!std::is_same_v<T, double>)
      for (int s = 0; s < width; ++s)
        scaled.plain_inertia[row + s] = plain(scaled.inertia[row + s]);
  }
}

}  // namespace

template <class T>
void clear_answer(Solution<T>& solution) {
  solution.verdict = Verdict::unique;
  solution.reason = Reason::none;
  solution.reason_contact = -1;
  solution.reason_stage = -1;
  solution.impulse.clear();
  solution.velocity_after.clear();
  solution.work.clear();
  solution.outcome.clear();
  solution.interacted.clear();
  solution.energy_loss = T(0);
  solution.makes_energy = false;
  solution.is_choice = false;
  solution.impulses_determined = true;
  solution.open.assign(static_cast<std::size_t>(2 * solution.count), 0);
  solution.loose = -1;
  solution.wedged = false;
  solution.events_coincide = false;
  solution.stages.clear();
  solution.stage_modes.clear();
  solution.stage_velocities.clear();
  solution.stage_impulses.clear();
  solution.springs.clear();
  solution.violations.clear();
  solution.alternatives.clear();
}

template <class T>
bool prepare(const ContactProblem<T>& problem, const LawOptions& options,
             LawWorkspace<T>& workspace, Strikers strikers) {
  const int c = problem.count;
  assert(c <= workspace.capacity());
  assert(problem.inertia.size() >= static_cast<std::size_t>(4 * c * c));
  Solution<T>& solution = workspace.solution;
  ScaledProblem<T>& scaled = workspace.scaled;
  solution.count = c;
  clear_answer(solution);
  solution.colliding = -1;
  solution.exhaustive = true;
  solution.approaching.assign(static_cast<std::size_t>(c), 0);
  scale(problem, scaled);

  double fastest = 0;
  scaled.speed_scale = 0;
  for (int r = 0; r < 2 * c; ++r) {
    const double speed = std::abs(plain(problem.velocity[r]));
    fastest = std::max(fastest, speed);
    if (!scaled.inert[r / 2])
      scaled.speed_scale = std::max(scaled.speed_scale, scaled.unit[r / 2] * speed);
  }
  const double slowest = std::max(rest_tolerance * fastest, options.speed_floor);
  int approaching = 0;
  int striker = -1;
  for (int r = 0; r < 2 * c; ++r) {
    scaled.velocity[r] = T(scaled.unit[r / 2]) * problem.velocity[r];
    const double u = plain(scaled.velocity[r]);
    const bool at_rest = std::abs(plain(problem.velocity[r])) <= slowest ||
                         std::abs(u) <= rest_tolerance * scaled.speed_scale;
    if (at_rest) scaled.velocity[r] = value_removed(scaled.velocity[r]);
    if (r % 2 == 1 && !at_rest && u < 0) {
      solution.approaching[r / 2] = 1;
      ++approaching;
      if (striker < 0 || problem.colliding == r / 2) striker = r / 2;
    }
  }
  if (approaching > 1 && strikers == Strikers::one) {
    solution.verdict = Verdict::several_colliding;
    solution.reason = Reason::several_approach;
    return false;
  }
  if (approaching == 0 || (problem.colliding >= 0 && problem.colliding != striker)) {
    solution.verdict = Verdict::not_colliding;
    solution.reason =
        approaching == 0 ? Reason::nothing_approaches : Reason::named_does_not_approach;
    solution.reason_contact = problem.colliding;
    return false;
  }
  scaled.striker = striker;
  scaled.restitution = problem.restitution()[striker];
  solution.colliding = striker;
  for (int i = 0; i < c; ++i) {
    if (solution.approaching[i] == 0 || !scaled.inert[i]) continue;
    solution.verdict = Verdict::jammed;
    solution.reason = Reason::compression_cannot_end;
    solution.reason_contact = i;
    return false;
  }
  scaled.single =
      options.method == Method::consistent &&
      proved_unique({c, scaled.decisions_inertia(), scaled.friction.data(), scaled.inert.data()},
                    workspace.uniqueness);
  scaled.regular = scaled.single || c > determinacy_limit ||
                   regular_inertia(c, scaled.decisions_inertia(), workspace.determinacy);
  scaled.may_be_loose = !scaled.regular;
  for (int i = 0; i < c && !scaled.may_be_loose; ++i)
    scaled.may_be_loose = scaled.normal_inert[i] && !scaled.inert[i] && scaled.friction[i] > 0;
  return true;
}

template <class T>
void conclude(LawWorkspace<T>& workspace) {
  Solution<T>& solution = workspace.solution;
  const ScaledProblem<T>& scaled = workspace.scaled;
  const int c = scaled.count;
  const double rest = outcome_tolerance * scaled.speed_scale;
  double largest_impulse = 0;
  for (int i = 0; i < c; ++i)
    largest_impulse = std::max(largest_impulse, std::abs(plain(workspace.impulse[2 * i + 1])));
  const auto rows = static_cast<std::size_t>(2 * c);
  solution.impulse.resize(rows);
  solution.velocity_after.resize(rows);
  solution.work.resize(rows);
  solution.outcome.resize(rows / 2);
  solution.interacted.resize(rows / 2);
  T total(0);
  double exchanged = 0;
  for (int r = 0; r < 2 * c; ++r) {
    const double unit = scaled.unit[r / 2];
    solution.impulse[r] = T(unit) * workspace.impulse[r];
    solution.velocity_after[r] = workspace.velocity[r] / T(unit);
    solution.work[r] = workspace.work[r];
    total += workspace.work[r];
    // Not the sum of |work|: an elastic normal impulse does none, yet its rounding is that of
    // the energy it stored and gave back; and velocities are differences of terms as large as the
    // (scaled) impulses.
    exchanged += 0.5 * std::abs(plain(workspace.impulse[r])) *
                 (std::abs(plain(scaled.velocity[r])) + std::abs(plain(workspace.velocity[r])) +
                  exchanged_share * largest_impulse);
  }
  for (int i = 0; i < c; ++i) {
    const double tangential = plain(workspace.velocity[2 * i]);
    const double normal = plain(workspace.velocity[2 * i + 1]);
    solution.outcome[i] = normal > rest                 ? Outcome::rebounds
                          : std::abs(tangential) > rest ? Outcome::slides
                                                        : Outcome::rests;
    solution.interacted[i] =
        plain(workspace.impulse[2 * i + 1]) > interaction_share * largest_impulse;
    // One that rests where no impulse moves it may be pressed as hard as one likes; the friction
    // that goes with it counts where it slips or cannot slip at all.
    if (scaled.normal_inert[i] && solution.approaching[i] == 0 && !(normal > rest)) {
      const bool slips = plain(scaled.velocity[2 * i]) != 0 || std::abs(tangential) > rest;
      solution.open[2 * i + 1] = 1;
      if (scaled.friction[i] > 0 && (scaled.inert[i] || slips)) solution.open[2 * i] = 1;
      solution.impulses_determined = false;
    }
  }
  solution.energy_loss = -total;
  solution.makes_energy = plain(total) > energy_rounding * exchanged;
}

template void clear_answer(Solution<double>&);
template void clear_answer(Solution<Sloped>&);
template bool prepare(const ContactProblem<double>&, const LawOptions&, LawWorkspace<double>&,
                      Strikers);
template bool prepare(const ContactProblem<Sloped>&, const LawOptions&, LawWorkspace<Sloped>&,
                      Strikers);
template void conclude(LawWorkspace<double>&);
template void conclude(LawWorkspace<Sloped>&);

}  // namespace carom
