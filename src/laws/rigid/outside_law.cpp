/// Laws of a program's own (carom/law.hpp): they say what the impulses are, and what follows from
/// them is computed here, as for Carom's laws.
///
///     v⁺ = v⁻ + Wτ,   work ½ τ (v⁻ + v⁺),   energy made or lost,   impulses open where W is
///     singular
///
/// An answer must be one: finite, not pulling (τ_n ≥ 0), and after it nothing approaches (v_n⁺ ≥
/// 0). A law of which one is not so has no answer.

#include <algorithm>
#include <cmath>

#include "laws/rigid/law.hpp"
#include "laws/rigid/preparation.hpp"

namespace carom {
namespace {

/// Sums of 2c terms round by a few units; what is left of them below this share is nothing.
constexpr double sum_rounding = 1e-13;

bool declares_friction(const Law& law) {
  return std::ranges::any_of(law.parameters, [](const LawParameter& parameter) {
    return parameter.name == friction_parameter.name;
  });
}

/// The law's impulses, scaled, in `workspace.impulse`; its verdict in the solution.
void ask(const Law& law, const ContactProblem<double>& problem, const LawOptions& options,
         LawWorkspace<double>& w) {
  const ScaledProblem<double>& scaled = w.scaled;
  const auto rows = static_cast<std::size_t>(2 * scaled.count);
  // Units are powers of two: nothing is rounded, and what counts as rest is zero.
  for (std::size_t r = 0; r < rows; ++r) w.offset[r] = scaled.velocity[r] / scaled.unit[r / 2];
  std::fill_n(w.force.begin(), rows, 0.0);
  LawAnswer answer{.impulse = std::span(w.force).first(rows)};
  law.solve({.count = problem.count,
             .inertia = problem.inertia.first(rows * rows),
             .velocity = std::span<const double>(w.offset).first(rows),
             .parameters = problem.parameters,
             .colliding = scaled.striker,
             .method = options.method,
             .context = law.context},
            answer);
  w.solution.verdict = answer.verdict;
  w.solution.reason = answer.reason;
  w.solution.reason_contact = answer.reason_contact;
  w.solution.is_choice = answer.verdict == Verdict::ambiguous;
  for (std::size_t r = 0; r < rows; ++r) w.impulse[r] = w.force[r] / scaled.unit[r / 2];
}

/// u⁺ = u⁻ + A p and the work of each direction.
void follow(LawWorkspace<double>& w) {
  const int rows = 2 * w.scaled.count;
  for (int r = 0; r < rows; ++r) {
    double velocity = w.scaled.velocity[r];
    double size = std::abs(velocity);
    for (int s = 0; s < rows; ++s) {
      const double change = w.scaled.inertia[r * rows + s] * w.impulse[s];
      velocity += change;
      size += std::abs(change);
    }
    w.velocity[r] = std::abs(velocity) <= sum_rounding * size ? 0 : velocity;
    w.work[r] = 0.5 * w.impulse[r] * (w.scaled.velocity[r] + w.velocity[r]);
  }
}

/// What is wrong with the answer, and at which contact.
Reason fault_of(const LawWorkspace<double>& w, int& contact) {
  const double rest = rest_tolerance * w.scaled.speed_scale;
  double largest = 0;
  for (contact = 0; contact < w.scaled.count; ++contact) {
    const double tangential = w.impulse[2 * contact];
    const double normal = w.impulse[2 * contact + 1];
    if (!std::isfinite(tangential) || !std::isfinite(normal)) return Reason::answer_not_finite;
    largest = std::max(largest, std::abs(normal));
  }
  for (contact = 0; contact < w.scaled.count; ++contact) {
    if (w.impulse[2 * contact + 1] < -rest_tolerance * largest) return Reason::answer_pulls;
    if (w.velocity[2 * contact + 1] < -rest) return Reason::answer_approaches;
  }
  contact = -1;
  return Reason::none;
}

}  // namespace

template <class T>
void note_open_cones(bool with_friction, LawWorkspace<T>& w) {
  for (int i = 0; i < w.scaled.count; ++i) {
    const double tangential = w.plain_force[2 * i] = plain(w.impulse[2 * i]);
    const double normal = w.plain_force[2 * i + 1] = plain(w.impulse[2 * i + 1]);
    const double needed = normal > 0 ? std::abs(tangential) / normal : 0;
    const double allowed = with_friction ? w.scaled.friction[i] : 1;
    w.determinacy.carrying[i] =
        w.scaled.inert[i] ? CarryingContact{} : carrying(std::max(needed, allowed), 0);
  }
  if (find_open(w.scaled.count, w.scaled.decisions_inertia(), w.determinacy.carrying.data(),
                w.plain_force.data(), w.solution.open.data(), w.determinacy))
    w.solution.impulses_determined = false;
}

template void note_open_cones(bool, LawWorkspace<double>&);
template void note_open_cones(bool, LawWorkspace<Dual<double>>&);

void solve_outside(const Law& law, const ContactProblem<double>& problem, const LawOptions& options,
                   LawWorkspace<double>& workspace) {
  // The table's first two rows are friction and restitution, whatever the law declares.
  ContactProblem<double> plain = problem;
  plain.parameters.rows = LawParameters::in_order;
  const Strikers strikers = law.needs_one_striker ? Strikers::one : Strikers::several;
  if (!prepare(plain, options, workspace, strikers)) return;
  ask(law, problem, options, workspace);
  Solution<double>& solution = workspace.solution;
  if (solution.verdict != Verdict::unique && solution.verdict != Verdict::ambiguous) return;
  follow(workspace);
  int contact = -1;
  if (const Reason reason = fault_of(workspace, contact); reason != Reason::none) {
    solution.verdict = Verdict::inconsistent;
    solution.reason = reason;
    solution.reason_contact = contact;
    solution.is_choice = false;
    return;
  }
  for (int i = 0; i < workspace.scaled.count; ++i)
    workspace.velocity[2 * i + 1] = std::max(workspace.velocity[2 * i + 1], 0.0);
  conclude(workspace);
  if (!workspace.scaled.regular) note_open_cones(declares_friction(law), workspace);
}

}  // namespace carom
