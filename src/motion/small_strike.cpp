#include "motion/small_strike.hpp"

#include <cmath>

#include "dynamics/small_passes.hpp"
#include "motion/impact.hpp"

namespace carom {
namespace {

template <int N, int C>
bool strike_sized(const SmallTree& tree, double gap_tolerance, const State& given, const Law& law,
                  const std::uint8_t* rows, const StrikeOptions& options, SmallWorkspace& workspace,
                  std::span<ContactImpact> contacts, Impact& impact) {
  SmallState<N, C> state;
  const double* const velocities = given.velocities.data();
  if (!condense(tree, given.positions.data(), velocities, state)) return false;
  // One of two contacts may have a gap; the law then sees the other alone.
  int apart = -1;
  for (int i = 0; i < C; ++i) {
    if (std::abs(state.gap[i]) <= gap_tolerance) continue;
    if (C == 1 || apart >= 0 || !(state.gap[i] > 0) || options.colliding == i) return false;
    apart = i;
  }
  ContactProblem<double> problem{
      .count = C,
      .inertia = {state.w[0], 4 * C * C},
      .velocity = state.v,
      .parameters = {tree.parameters[0].data(), SmallTree::most_contacts, rows, C},
      .colliding = options.colliding};
  double own_inertia[4];
  const int touching = apart == 0 ? 1 : 0;  // where it is the only one
  if (apart >= 0) {
    const auto at = static_cast<std::size_t>(touching);
    for (int r = 0; r < 2; ++r)
      put(both(state.w[2 * touching + r] + 2 * touching), own_inertia + 2 * r);
    problem = {.count = 1,
               .inertia = own_inertia,
               .velocity = {state.v + 2 * touching, 2},
               .parameters = {&tree.parameters[0][at], SmallTree::most_contacts, rows, 1},
               .colliding = options.colliding < 0 ? -1 : 0};
  }
  LawOptions law_options;
  law_options.method = options.method;
  law_options.record = false;
  law_options.speed_floor = speed_rounding * state.speed;
  solve_impact(law, problem, law_options, workspace.law);

  const Solution<double>& solution = workspace.law.solution;
  const bool answered =
      solution.verdict == Verdict::unique || solution.verdict == Verdict::ambiguous;
  impact.verdict = solution.verdict;
  impact.reason = solution.reason;
  impact.contacts = contacts;
  impact.kinetic_energy_before = state.energy;
  if (answered) {
    Both impulse[C]{};
    for (int i = 0; i < C; ++i)
      if (i != apart) impulse[i] = both(solution.impulse.data() + (apart < 0 ? 2 * i : 0));
    double* const after = workspace.after.data();
    impact.kinetic_energy_after = depart(tree, state, velocities, impulse, after);
    impact.velocities = std::span<const double>(after, given.velocities.size());
    fill_certificate(solution, impact);
  }
  for (int i = 0; i < C; ++i) {
    ContactImpact& contact = contacts[static_cast<std::size_t>(i)];
    contact.gap = state.gap[i];
    contact.velocity_before = {state.v[2 * i], state.v[2 * i + 1]};
    if (i != apart) {
      fill_touching(solution, answered, static_cast<std::size_t>(apart < 0 ? i : 0), contact);
      continue;
    }
    fill_apart(contact);
    if (!answered) continue;
    const Both felt = both(solution.impulse.data());
    for (int r = 0; r < 2; ++r)
      contact.velocity_after[static_cast<std::size_t>(r)] =
          state.v[2 * i + r] + sum(both(state.w[2 * i + r] + 2 * touching) * felt);
  }
  return true;
}

}  // namespace

bool strike_small(const SmallTree& tree, double gap_tolerance, const State& state, const Law& law,
                  const std::uint8_t* rows, const StrikeOptions& options, SmallWorkspace& workspace,
                  std::span<ContactImpact> contacts, Impact& impact) {
  // Nobody else says what it means to name a contact that there is not.
  if (options.colliding >= tree.contacts) return false;
  const auto strike_of = [&]<int N>() {
    const auto& sized = tree.contacts == 1 ? strike_sized<N, 1> : strike_sized<N, 2>;
    return sized(tree, gap_tolerance, state, law, rows, options, workspace, contacts, impact);
  };
  switch (tree.links) {
    case 1:
      return strike_of.template operator()<1>();
    case 2:
      return strike_of.template operator()<2>();
    case 3:
      return strike_of.template operator()<3>();
    case 4:
      return strike_of.template operator()<4>();
    case 5:
      return strike_of.template operator()<5>();
    case 6:
      return strike_of.template operator()<6>();
    default:
      return false;
  }
}

}  // namespace carom
