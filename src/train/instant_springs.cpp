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

template <class T>
std::vector<RunOfContacts> runs_of(const InstantOf<T>& instant) {
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

template <class T>
bool strikes(const HitOf<T>& hit) {
  return hit.kind != HitKind::lets_go && hit.impulse > 0;
}

/// How many of the run's contacts strike.
template <class T>
std::size_t striking(const RunOfContacts& run, const std::vector<HitOf<T>>& hits) {
  std::vector<bool> struck(run.to - run.from);
  for (const HitOf<T>& hit : hits)
    if (strikes(hit) && hit.contact >= run.from && hit.contact < run.to)
      struck[hit.contact - run.from] = true;
  return static_cast<std::size_t>(std::ranges::count(struck, true));
}

/// One run, in place of what `velocity` and `hits` have of it. False where the law has no answer.
template <class T>
bool solve_run(const InstantOf<T>& instant, const RunOfContacts& run, std::vector<T>& velocity,
               std::vector<HitOf<T>>& hits) {
  const std::size_t c = run.to - run.from;
  if (c > most_springs) return false;
  const auto contact = [&](std::size_t i) -> const InstantContactOf<T>& {
    return instant.contacts[run.from + i];
  };
  std::vector<T> inertia(4 * c * c), speed(2 * c), table(2 * c), stiffness(c);
  double fastest = 0;
  for (std::size_t i = 0; i < c; ++i) {
    const T approach = instant.velocity[contact(i).left] - instant.velocity[contact(i).right];
    speed[2 * i + 1] = -approach;
    fastest = std::max(fastest, plain(approach));
    stiffness[i] = contact(i).stiffness;
    const std::size_t row = (2 * i + 1) * 2 * c;
    inertia[row + 2 * i + 1] =
        instant.inverse_mass[contact(i).left] + instant.inverse_mass[contact(i).right];
    if (i > 0) inertia[row + 2 * i - 1] = -instant.inverse_mass[contact(i).left];
    if (i + 1 < c) inertia[row + 2 * i + 3] = -instant.inverse_mass[contact(i).right];
  }
  // What hardly approaches any more stays together, as a single pair does.
  for (std::size_t i = 0; i < c; ++i)
    table[c + i] = fastest <= lasting_approach ? T(0) : contact(i).restitution;
  LawWorkspace<T> workspace(static_cast<int>(c));
  const ContactProblem<T> problem{
      static_cast<int>(c), inertia, speed, {table.data(), c, LawParameters::in_order, c}, -1};
  solve_simultaneous(problem, std::span<const T>(stiffness), {.record = false}, workspace);
  const Solution<T>& found = workspace.solution;
  if (found.verdict != Verdict::unique) return false;
  for (std::size_t i = 0; i < c; ++i) {
    const T impulse = found.impulse[2 * i + 1];
    velocity[contact(i).left] -= impulse * instant.inverse_mass[contact(i).left];
    velocity[contact(i).right] += impulse * instant.inverse_mass[contact(i).right];
  }
  std::vector<bool> stays(c);
  for (std::size_t i = 0; i < c; ++i) {
    const bool struck = found.impulse[2 * i + 1] > 0;
    const T parts = velocity[contact(i).right] - velocity[contact(i).left];
    stays[i] = (struck || contact(i).lasts) && parts <= no_approach * fastest;
    if (struck)
      hits.push_back({run.from + i, stays[i] ? HitKind::lasts : HitKind::bounces,
                      found.impulse[2 * i + 1], std::max(T(0), -found.work[2 * i + 1])});
    else if (contact(i).lasts && !stays[i])
      hits.push_back({run.from + i, HitKind::lets_go, 0, 0});
  }
  // Those that stay together have one velocity, exactly.
  for (std::size_t i = 0; i < c;) {
    std::size_t end = i;
    T mass = 1 / instant.inverse_mass[contact(i).left];
    T momentum = mass * velocity[contact(i).left];
    for (; end < c && stays[end]; ++end) {
      const T more = 1 / instant.inverse_mass[contact(end).right];
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

template <class T>
bool hits_coincide(const InstantOf<T>& instant, const SettledInstantOf<T>& settled) {
  return std::ranges::any_of(
      runs_of(instant), [&](const RunOfContacts& run) { return striking(run, settled.hits) > 1; });
}

template <class T>
std::optional<SettledInstantOf<T>> settled_by_springs(const InstantOf<T>& instant,
                                                      const SettledInstantOf<T>& in_turn) {
  SettledInstantOf<T> settled{instant.velocity, {}};
  for (const RunOfContacts& run : runs_of(instant)) {
    if (striking(run, in_turn.hits) > 1) {
      if (!solve_run(instant, run, settled.velocity, settled.hits)) return std::nullopt;
      continue;
    }
    for (const HitOf<T>& hit : in_turn.hits)
      if (hit.contact >= run.from && hit.contact < run.to) settled.hits.push_back(hit);
    for (std::size_t i = instant.contacts[run.from].left; i <= instant.contacts[run.to - 1].right;
         ++i)
      settled.velocity[i] = in_turn.velocity[i];
  }
  return settled;
}

#define CAROM_SPRINGS(T)                                                              \
  template bool hits_coincide(const InstantOf<T>&, const SettledInstantOf<T>&);       \
  template std::optional<SettledInstantOf<T>> settled_by_springs(const InstantOf<T>&, \
                                                                 const SettledInstantOf<T>&);
CAROM_SPRINGS(double)
CAROM_SPRINGS(Sloped)
#undef CAROM_SPRINGS

}  // namespace carom
