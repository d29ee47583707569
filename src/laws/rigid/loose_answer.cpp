/// What is told of an answer with loose contacts (loose_contacts.hpp): it is a choice, the one with
/// no more normal impulse there than is needed. The other end of the family is the alternative:
/// those contacts are pressed so hard that friction stops their slip at once and holds them,
///
///     stop    τ_H = −W_HH⁻¹ v_H                 (H: their tangential rows)
///     then    W' = W − W_H W_HH⁻¹ W_Hᵀ,  v' = v + W_H τ_H, by the same law,
///
/// with normal impulses along the family's direction that keep them within friction's cone. Every
/// impulse between the two is as good.

#include <algorithm>
#include <cmath>
#include <optional>

#include "laws/rigid/preparation.hpp"
#include "laws/rigid/workspace.hpp"
#include "numerics/dense_solve.hpp"

namespace carom {
namespace {

/// A mechanism some of whose contacts do not slip.
struct Held {
  const ContactProblem<double>& problem;
  int width = 2 * problem.count;
  std::vector<int> rows{};  ///< H, without those that others hold already
  std::vector<double> inertia{problem.inertia.begin(),
                              problem.inertia.begin() + width* width};  ///< W'
  std::vector<double> velocity{};                                       ///< v'

  double w(int r, int c) const { return problem.inertia[r * width + c]; }

  void hold(int row) {
    const double pivot = inertia[row * width + row];
    if (!(pivot > singularity_threshold * w(row, row))) {
      clear(row);
      return;
    }
    rows.push_back(row);
    const std::vector<double> column(inertia.begin() + row * width,
                                     inertia.begin() + (row + 1) * width);
    for (int r = 0; r < width; ++r)
      for (int c = 0; c < width; ++c) {
        double& entry = inertia[r * width + c];
        const double taken = column[r] * column[c] / pivot;
        const double size = std::max(std::abs(entry), std::abs(taken));
        entry -= taken;
        // What nothing moves any more is exactly that: rounding would be an inertia.
        if (std::abs(entry) <= singularity_threshold * size) entry = 0;
      }
    clear(row);
  }
  void clear(int row) {
    for (int r = 0; r < width; ++r) inertia[r * width + row] = inertia[row * width + r] = 0;
  }
  /// −W_HH⁻¹ x, for x of the rows held.
  std::vector<double> answer(std::vector<double> x) const {
    const int n = static_cast<int>(rows.size());
    std::vector<double> matrix;
    for (const int r : rows)
      for (const int c : rows) matrix.push_back(w(r, c));
    if (n > 0 && !solve_dense(n, matrix.data(), x.data(), 0)) x.assign(rows.size(), 0);
    for (double& each : x) each = -each;
    return x;
  }
};

std::optional<Solution<double>> held_answer(const Law& law, const ContactProblem<double>& problem,
                                            const LawOptions& options,
                                            const LawWorkspace<double>& workspace) {
  const int count = problem.count;
  const int width = 2 * count;
  const ScaledProblem<double>& scaled = workspace.scaled;
  const std::vector<double>& direction = workspace.loose.direction;
  Held held{problem};
  std::vector<int> pressed;
  for (int i = 0; i < count; ++i)
    if (direction[2 * i + 1] > unchanged && problem.friction()[i] > 0) {
      held.hold(2 * i);
      pressed.push_back(i);
    }
  // What counts as rest does so here too.
  double fastest = 0;
  for (int r = 0; r < width; ++r) {
    held.velocity.push_back(scaled.velocity[r] / scaled.unit[r / 2]);
    fastest = std::max(fastest, std::abs(held.velocity[r]));
  }
  const std::vector<double> before = held.velocity;
  std::vector<double> slip;
  for (const int r : held.rows) slip.push_back(before[r]);
  const std::vector<double> stop = held.answer(slip);
  for (std::size_t h = 0; h < stop.size(); ++h)
    for (int r = 0; r < width; ++r) held.velocity[r] += held.w(r, held.rows[h]) * stop[h];
  for (const int i : pressed) held.velocity[2 * i] = 0;

  ContactProblem<double> rest = problem;
  rest.inertia = held.inertia;
  rest.velocity = held.velocity;
  LawOptions simply = options;
  simply.alternatives = simply.record = false;
  simply.speed_floor = std::max(options.speed_floor, rest_tolerance * fastest);
  LawWorkspace<double> own(count);
  law.kernel->solve(rest, simply, own);
  Solution<double> other = own.solution;
  if (other.reason == Reason::nothing_approaches) {
    // The stop was all of the impact.
    clear_answer(other);
    const auto rows = static_cast<std::size_t>(width);
    other.impulse.assign(rows, 0.0);
    other.work.assign(rows, 0.0);
    other.velocity_after = held.velocity;
    other.outcome.resize(rows / 2);
    other.interacted.resize(rows / 2);
  } else if (other.verdict != Verdict::unique && other.verdict != Verdict::ambiguous) {
    return std::nullopt;
  }
  other.verdict = Verdict::unique;
  other.is_choice = false;
  other.loose = workspace.solution.loose;
  other.colliding = workspace.solution.colliding;
  other.approaching = workspace.solution.approaching;

  std::vector<double> pushed(held.rows.size(), 0.0);
  for (std::size_t h = 0; h < pushed.size(); ++h)
    for (int c = 0; c < width; ++c) pushed[h] += held.w(held.rows[h], c) * other.impulse[c];
  const std::vector<double> later = held.answer(pushed);
  for (std::size_t h = 0; h < stop.size(); ++h) {
    other.impulse[held.rows[h]] += stop[h] + later[h];
    other.work[held.rows[h]] += 0.5 * stop[h] * before[held.rows[h]];
  }
  double needed = 0;
  for (const int i : pressed)
    needed = std::max(needed, (std::abs(other.impulse[2 * i]) / problem.friction()[i] -
                               other.impulse[2 * i + 1]) /
                                  (scaled.unit[i] * direction[2 * i + 1]));
  for (int i = 0; i < count; ++i)
    other.impulse[2 * i + 1] += needed * scaled.unit[i] * direction[2 * i + 1];
  double largest = 0;
  for (int i = 0; i < count; ++i) largest = std::max(largest, std::abs(other.impulse[2 * i + 1]));
  const double still = outcome_tolerance * fastest;
  other.energy_loss = 0;
  for (int i = 0; i < count; ++i) {
    const double* const after = other.velocity_after.data() + 2 * i;
    other.outcome[i] = after[1] > still             ? Outcome::rebounds
                       : std::abs(after[0]) > still ? Outcome::slides
                                                    : Outcome::rests;
    other.interacted[i] = other.impulse[2 * i + 1] > interaction_share * largest;
    other.energy_loss -= other.work[2 * i] + other.work[2 * i + 1];
    if (std::abs(direction[2 * i + 1]) > unchanged) other.open[2 * i + 1] = 1;
  }
  other.impulses_determined = false;
  return other;
}

}  // namespace

template <class T>
void settle_loose(const Law& law, const ContactProblem<T>& problem, const LawOptions& options,
                  LawWorkspace<T>& workspace) {
  Solution<T>& solution = workspace.solution;
  if (solution.loose < 0) return;
  const bool answered =
      solution.verdict == Verdict::unique || solution.verdict == Verdict::ambiguous;
  if (!answered) return;
  solution.verdict = Verdict::ambiguous;
  solution.reason = Reason::several_continuations;
  solution.reason_contact = solution.loose;
  solution.is_choice = true;
  solution.impulses_determined = false;
  for (std::size_t r = 0; r < solution.open.size(); ++r)
    if (std::abs(workspace.loose.direction[r]) > unchanged) solution.open[r] = 1;
  if constexpr (std::is_same_v<T, double>)
    if (options.alternatives)
      if (auto other = held_answer(law, problem, options, workspace))
        solution.alternatives.push_back(std::move(*other));
}

template void settle_loose(const Law&, const ContactProblem<double>&, const LawOptions&,
                           LawWorkspace<double>&);
template void settle_loose(const Law&, const ContactProblem<Sloped>&, const LawOptions&,
                           LawWorkspace<Sloped>&);

}  // namespace carom
