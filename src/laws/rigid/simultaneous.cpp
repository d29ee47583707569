#include "laws/rigid/simultaneous.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include "laws/rigid/preparation.hpp"
#include "laws/rigid/scaling.hpp"
#include "laws/rigid/workspace.hpp"

namespace carom {
namespace {

using springs::Decision;
using springs::SpringScratch;

/// Entries with W_ij² below this share of W_ii W_jj are rounding.
constexpr double uncoupled = 1e-28;
/// Restitution below this is none; below the second where springs would tremble too often.
constexpr double plastic = 1e-9;
constexpr double plastic_if_endless = 1e-3;
/// After an impact, normal velocities below this share are zero: what events set to zero is as
/// exact as that (springs::coincident).
constexpr double at_rest = 1e-10;
/// Work above this share of what was exchanged is energy made. Events that are nearly one are taken
/// as one, 1e-10 each, of which contacts under self-stress have hundreds.
constexpr double work_rounding = 1e-8;

/// A power of two within a factor of two of x > 0.
double power_of_two(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, exponent);
}

template <class T>
void jam(LawWorkspace<T>& workspace, Reason reason, int contact) {
  workspace.solution.verdict = Verdict::jammed;
  workspace.solution.reason = reason;
  workspace.solution.reason_contact = contact;
}

/// Who approaches; false where the verdict is known.
template <class T>
bool begin(const ContactProblem<T>& problem, double floor, LawWorkspace<T>& workspace) {
  const int c = problem.count;
  Solution<T>& solution = workspace.solution;
  solution.count = c;
  clear_answer(solution);
  solution.colliding = -1;
  solution.exhaustive = true;
  solution.approaching.assign(static_cast<std::size_t>(c), 0);
  double fastest = 0;
  for (int r = 0; r < 2 * c; ++r) fastest = std::max(fastest, std::abs(plain(problem.velocity[r])));
  const double slowest = std::max(rest_tolerance * fastest, floor);
  SpringScratch<T>& s = workspace.springs;
  s.count = c;
  s.speed = fastest > 0 ? power_of_two(fastest) : 1;
  int striking = 0;
  for (int r = 0; r < 2 * c; ++r) {
    s.velocity[r] = problem.velocity[r] * T(1 / s.speed);
    const double v = plain(problem.velocity[r]);
    if (std::abs(v) <= slowest) {
      s.velocity[r] = value_removed(s.velocity[r]);
    } else if (r % 2 == 1 && v < 0) {
      solution.approaching[r / 2] = 1;
      if (striking++ == 0 || problem.colliding == r / 2) solution.colliding = r / 2;
    }
  }
  if (striking > 0 && (problem.colliding < 0 || problem.colliding == solution.colliding))
    return true;
  solution.verdict = Verdict::not_colliding;
  solution.reason = striking == 0 ? Reason::nothing_approaches : Reason::named_does_not_approach;
  solution.reason_contact = problem.colliding;
  solution.colliding = -1;
  return false;
}

/// W, k and the units; false where a striking contact cannot be moved. Restitution below `least`
/// is none.
template <class T>
bool set_units(const ContactProblem<T>& problem, std::span<const T> stiffness, double least,
               LawWorkspace<T>& workspace) {
  const int c = problem.count;
  const int width = 2 * c;
  SpringScratch<T>& s = workspace.springs;
  const auto entry = [&](int r, int q) -> const T& {
    return problem.inertia[static_cast<std::size_t>(r * width + q)];
  };
  double largest = 0;
  double stiffest = 0;
  for (int i = 0; i < c; ++i) {
    const double own = plain(entry(2 * i + 1, 2 * i + 1));
    largest = std::max({largest, own, plain(entry(2 * i, 2 * i))});
    stiffest = std::max(stiffest, plain(stiffness[i]) * own);
  }
  for (int i = 0; i < c; ++i) {
    const double either = std::max(plain(entry(2 * i, 2 * i)), plain(entry(2 * i + 1, 2 * i + 1)));
    if (workspace.solution.approaching[i] != 0 &&
        !(plain(entry(2 * i + 1, 2 * i + 1)) > immobile * std::max(either, immobile * largest))) {
      jam(workspace, Reason::compression_cannot_end, i);
      return false;
    }
  }
  s.mobility = power_of_two(largest);
  const double natural = 1 / std::sqrt(stiffest);
  s.time_unit = power_of_two(natural);
  s.natural_time = natural / s.time_unit;
  for (int r = 0; r < width; ++r)
    for (int q = 0; q < width; ++q) {
      const double w = plain(entry(r, q));
      const bool zero = w * w < uncoupled * plain(entry(r, r)) * plain(entry(q, q));
      T& scaled = s.inertia[static_cast<std::size_t>(r * width + q)];
      scaled = zero ? T(0) : entry(r, q) * T(1 / s.mobility);
      s.plain_inertia[static_cast<std::size_t>(r * width + q)] = plain(scaled);
    }
  const double stiff_unit = s.mobility * s.time_unit * s.time_unit;
  for (int i = 0; i < c; ++i) {
    s.stiffness[i] = stiffness[i] * T(stiff_unit);
    Decision& contact = s.decisions.contacts[i];
    contact = {};
    const T friction = problem.friction()[i];
    contact.friction = std::min(plain(friction), largest_friction);
    s.friction[i] = plain(friction) <= largest_friction ? friction : T(largest_friction);
    s.restitution[i] = problem.restitution()[i];
    const double restitution = plain(s.restitution[i]);
    contact.restitution = restitution < least ? 0 : restitution;
    contact.stiffness = plain(s.stiffness[i]);
    const double e = contact.restitution;
    contact.steep = e > 0 ? contact.stiffness / (e * e) : contact.stiffness;
    contact.unmoved_slip = s.plain_inertia[2 * i * (width + 1)] == 0;
  }
  if constexpr (!std::is_same_v<T, double>) s.flow.friction = s.friction.data();
  s.decisions.inertia = s.plain_inertia.data();
  s.regular =
      c > determinacy_limit || regular_inertia(c, s.plain_inertia.data(), workspace.determinacy);
  return true;
}

template <class T>
void conclude_contact(const ContactProblem<T>& problem, int i, Solution<T>& solution,
                      const SpringScratch<T>& s) {
  SpringContact<T>& told = solution.springs.contacts[i];
  const double energy = s.speed * s.speed / s.mobility;
  const double impulse = s.speed / s.mobility;
  told.work_compression *= T(energy);
  told.work_restitution *= T(energy);
  told.impulse_compression *= T(impulse);
  told.impulse_restitution *= T(impulse);
  told.stored = s.crest[i] * s.crest[i] / (T(2) * s.stiffness[i]) * T(energy);
  // Where e = 1 nothing is virgin: what the spring took is what it stored.
  solution.work[2 * i + 1] = told.work_compression + told.work_restitution;
  if (solution.interacted[i] == 0) return;
  const double before = plain(problem.velocity[2 * i + 1]);
  if (solution.approaching[i] != 0)
    told.kinematic = -plain(solution.velocity_after[2 * i + 1]) / before;
  const double in = plain(told.impulse_compression);
  if (in > 0) told.kinetic = plain(told.impulse_restitution) / in;
  const double taken = -plain(told.work_compression);
  if (taken > 0) told.energetic = std::sqrt(std::max(0.0, plain(told.work_restitution)) / taken);
}

template <class T>
void conclude(const ContactProblem<T>& problem, LawWorkspace<T>& workspace) {
  const SpringScratch<T>& s = workspace.springs;
  Solution<T>& solution = workspace.solution;
  const int c = s.count;
  const auto rows = static_cast<std::size_t>(2 * c);
  solution.impulse.resize(rows);
  solution.velocity_after.resize(rows);
  solution.work.resize(rows);
  solution.outcome.resize(rows / 2);
  solution.interacted.resize(rows / 2);
  double largest = 0;
  for (int i = 0; i < c; ++i) largest = std::max(largest, plain(s.impulse[2 * i + 1]));
  for (int i = 0; i < c; ++i) {
    for (const int r : {2 * i, 2 * i + 1}) {
      solution.impulse[r] = s.impulse[r] * T(s.speed / s.mobility);
      solution.velocity_after[r] = s.velocity[r] * T(s.speed);
    }
    solution.work[2 * i] = s.work[2 * i] * T(s.speed * s.speed / s.mobility);
    solution.outcome[i] = plain(s.velocity[2 * i + 1]) > at_rest         ? Outcome::rebounds
                          : std::abs(plain(s.velocity[2 * i])) > at_rest ? Outcome::slides
                                                                         : Outcome::rests;
    solution.interacted[i] = plain(s.impulse[2 * i + 1]) > 1e-10 * largest;
    conclude_contact(problem, i, solution, s);
  }
  // The certificate asks impulses and velocities, not the springs: ½ τ·(v⁻ + v⁺).
  T loss(0);
  double made = 0;
  double exchanged = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    loss -= solution.work[r];
    const double before = plain(problem.velocity[r]);
    const double after = plain(solution.velocity_after[r]);
    const double half = 0.5 * plain(solution.impulse[r]);
    made += half * (before + after);
    exchanged += std::abs(half) * (std::abs(before) + std::abs(after));
  }
  solution.energy_loss = loss;
  solution.makes_energy = made > work_rounding * exchanged;
}

/// From v⁻ on; restitution below `least` is none. Nothing where the verdict is known at once.
template <class T>
std::optional<springs::RunResult> run_all(const ContactProblem<T>& problem,
                                          std::span<const T> stiffness, const LawOptions& options,
                                          double least, LawWorkspace<T>& workspace) {
  if (!begin(problem, options.speed_floor, workspace)) return std::nullopt;
  if (!set_units(problem, stiffness, least, workspace)) return std::nullopt;
  Solution<T>& solution = workspace.solution;
  SpringScratch<T>& s = workspace.springs;
  std::fill(s.impulse.begin(), s.impulse.begin() + 2 * s.count, T(0));
  std::fill(s.work.begin(), s.work.begin() + 2 * s.count, T(0));
  solution.springs.contacts.resize(static_cast<std::size_t>(s.count));
  solution.springs.time_unit = s.natural_time * s.time_unit;
  return springs::run(options.record, s, workspace.determinacy, solution);
}

/// How many contacts have an e that the law knows and does not follow without an end.
template <class T>
int trembling(const ContactProblem<T>& problem) {
  int number = 0;
  for (int i = 0; i < problem.count; ++i) {
    const double e = plain(problem.restitution()[i]);
    if (e >= plastic && e < plastic_if_endless) ++number;
  }
  return number;
}

}  // namespace

template <class T>
void solve_simultaneous(const ContactProblem<T>& problem, std::span<const T> stiffness,
                        const LawOptions& options, LawWorkspace<T>& workspace) {
  assert(problem.count <= workspace.capacity());
  Solution<T>& solution = workspace.solution;
  auto ran = run_all(problem, stiffness, options, plastic, workspace);
  if (!ran) return;
  if (ran->end == springs::RunEnd::endless)
    if (const int number = trembling(problem); number > 0) {
      ran = run_all(problem, stiffness, options, plastic_if_endless, workspace);
      solution.springs.counted_plastic = number;
    }
  const springs::RunResult& result = *ran;
  solution.exhaustive = result.exhaustive;
  solution.events_coincide = result.coincided;
  switch (result.end) {
    case springs::RunEnd::locked:
      jam(workspace, Reason::locked, -1);
      conclude(problem, workspace);
      return;
    case springs::RunEnd::endless:
      jam(workspace, Reason::does_not_end, -1);
      return;
    case springs::RunEnd::pressed:
      jam(workspace, Reason::compression_cannot_end, result.contact);
      return;
    case springs::RunEnd::inconsistent:
      solution.verdict = Verdict::inconsistent;
      solution.reason = Reason::no_consistent_modes;
      return;
    case springs::RunEnd::ended:
      break;
  }
  solution.verdict = result.ambiguous ? Verdict::ambiguous : Verdict::unique;
  if (result.ambiguous) {
    solution.reason = Reason::several_continuations;
    solution.is_choice = true;
  }
  conclude(problem, workspace);
}

template void solve_simultaneous(const ContactProblem<double>&, std::span<const double>,
                                 const LawOptions&, LawWorkspace<double>&);
template void solve_simultaneous(const ContactProblem<Sloped>&, std::span<const Sloped>,
                                 const LawOptions&, LawWorkspace<Sloped>&);

namespace {

template <class T>
void solve(const ContactProblem<T>& problem, const LawOptions& options,
           LawWorkspace<T>& workspace) {
  solve_simultaneous(problem, problem.parameters[2], options, workspace);
}

constexpr LawKernel kernel{solve<double>, solve<Sloped>};

constexpr LawParameter parameters[] = {
    friction_parameter,
    restitution_parameter,
    {"stiffness", Range::positive, 1.0, "1",
     "of the contact against that of the others; only ratios matter"}};

}  // namespace

extern const Law simultaneous_law;
constinit const Law simultaneous_law = {
    .name = "simultaneous",
    .title = "Springs without a scale, several striking contacts",
    .formula =
        "v′ = WF, F_n = (k/e²)(δ − (1 − e²)m)₊ with m the largest δ so far, Coulomb friction; "
        "until no contact is pressed or approaches",
    .source =
        "for linear springs Liu, Zhao & Brogliato 2008, with friction and lossless reloading; "
        "one contact: Stronge 1990",
    .limits =
        "Never makes energy. Takes any number of contacts that strike, rest or leave. Outcomes "
        "depend on the ratios of the contacts' stiffness.",
    .can_make_energy = false,
    .algebraic = false,
    .needs_one_striker = false,
    .parameters = parameters,
    .kernel = &kernel,
};

}  // namespace carom
