#include "train/instant_springs.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "laws/rigid/simultaneous.hpp"
#include "laws/rigid/workspace.hpp"

namespace carom {
namespace {

/// After springs an approach below this share of the fastest is none (law `simultaneous`).
constexpr double no_approach = 2e-9;

/// Contacts [from, to) of touching segments, one after the other.
struct RunOfContacts {
  std::size_t from = 0, to = 0;
};

std::vector<RunOfContacts> runs_of(const Instant& instant) {
  std::vector<RunOfContacts> runs;
  for (std::size_t c = 0; c < instant.contacts.size(); ++c) {
    const bool goes_on =
        c > 0 && instant.contacts[c].left == instant.contacts[c - 1].right && !runs.empty();
    if (goes_on)
      ++runs.back().to;
    else
      runs.push_back({c, c + 1});
  }
  return runs;
}

bool strikes(const Hit& hit) {
  return hit.kind != Hit::Kind::lets_go && hit.impulse > 0;
}

/// How many of the run's contacts strike.
std::size_t striking(const RunOfContacts& run, std::span<const Hit> hits) {
  std::vector<bool> struck(run.to - run.from);
  for (const Hit& hit : hits)
    if (strikes(hit) && hit.contact >= run.from && hit.contact < run.to)
      struck[hit.contact - run.from] = true;
  return static_cast<std::size_t>(std::ranges::count(struck, true));
}

/// One run, in place of what `velocity` and `hits` have of it. False where the law has no answer.
bool solve_run(const Instant& instant, const RunOfContacts& run, std::vector<double>& velocity,
               std::vector<Hit>& hits) {
  const std::size_t c = run.to - run.from;
  if (c > most_springs) return false;
  const auto contact = [&](std::size_t i) -> const InstantContact& {
    return instant.contacts[run.from + i];
  };
  std::vector<double> inertia(4 * c * c), speed(2 * c), table(2 * c), stiffness(c);
  double fastest = 0;
  for (std::size_t i = 0; i < c; ++i) {
    const double approach = instant.velocity[contact(i).left] - instant.velocity[contact(i).right];
    speed[2 * i + 1] = -approach;
    fastest = std::max(fastest, approach);
    stiffness[i] = contact(i).stiffness;
    const std::size_t row = (2 * i + 1) * 2 * c;
    inertia[row + 2 * i + 1] =
        instant.inverse_mass[contact(i).left] + instant.inverse_mass[contact(i).right];
    if (i > 0) inertia[row + 2 * i - 1] = -instant.inverse_mass[contact(i).left];
    if (i + 1 < c) inertia[row + 2 * i + 3] = -instant.inverse_mass[contact(i).right];
  }
  // What hardly approaches any more stays together, as a single pair does.
  for (std::size_t i = 0; i < c; ++i)
    table[c + i] = fastest <= lasting_approach ? 0 : contact(i).restitution;
  LawWorkspace<double> workspace(static_cast<int>(c));
  const ContactProblem<double> problem{
      static_cast<int>(c), inertia, speed, {table.data(), c, LawParameters::in_order, c}, -1};
  solve_simultaneous(problem, std::span<const double>(stiffness), {.record = false}, workspace);
  const Solution<double>& found = workspace.solution;
  if (found.verdict != Verdict::unique) return false;
  for (std::size_t i = 0; i < c; ++i) {
    const double impulse = found.impulse[2 * i + 1];
    velocity[contact(i).left] -= impulse * instant.inverse_mass[contact(i).left];
    velocity[contact(i).right] += impulse * instant.inverse_mass[contact(i).right];
  }
  std::vector<bool> stays(c);
  for (std::size_t i = 0; i < c; ++i) {
    const bool struck = found.impulse[2 * i + 1] > 0;
    const double parts = velocity[contact(i).right] - velocity[contact(i).left];
    stays[i] = (struck || contact(i).lasts) && parts <= no_approach * fastest;
    if (struck)
      hits.push_back({run.from + i, stays[i] ? Hit::Kind::lasts : Hit::Kind::bounces,
                      found.impulse[2 * i + 1], std::max(0.0, -found.work[2 * i + 1])});
    else if (contact(i).lasts && !stays[i])
      hits.push_back({run.from + i, Hit::Kind::lets_go, 0, 0});
  }
  // Those that stay together have one velocity, exactly.
  for (std::size_t i = 0; i < c;) {
    std::size_t end = i;
    double mass = 1 / instant.inverse_mass[contact(i).left];
    double momentum = mass * velocity[contact(i).left];
    for (; end < c && stays[end]; ++end) {
      const double more = 1 / instant.inverse_mass[contact(end).right];
      mass += more;
      momentum += more * velocity[contact(end).right];
    }
    for (std::size_t k = i; k < end; ++k)
      velocity[contact(k).left] = velocity[contact(k).right] = momentum / mass;
    i = end + 1;
  }
  return true;
}

}  // namespace

bool hits_coincide(const Instant& instant, const SettledInstant& settled) {
  return std::ranges::any_of(
      runs_of(instant), [&](const RunOfContacts& run) { return striking(run, settled.hits) > 1; });
}

std::optional<SettledInstant> settled_by_springs(const Instant& instant,
                                                 const SettledInstant& in_turn) {
  SettledInstant settled{instant.velocity, {}};
  for (const RunOfContacts& run : runs_of(instant)) {
    if (striking(run, in_turn.hits) > 1) {
      if (!solve_run(instant, run, settled.velocity, settled.hits)) return std::nullopt;
      continue;
    }
    for (const Hit& hit : in_turn.hits)
      if (hit.contact >= run.from && hit.contact < run.to) settled.hits.push_back(hit);
    for (std::size_t i = instant.contacts[run.from].left; i <= instant.contacts[run.to - 1].right;
         ++i)
      settled.velocity[i] = in_turn.velocity[i];
  }
  return settled;
}

}  // namespace carom
