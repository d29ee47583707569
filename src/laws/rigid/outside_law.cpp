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
#include <limits>

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
template void note_open_cones(bool, LawWorkspace<Sloped>&);

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

namespace {

/// W, v⁻ and the parameters, moved by `by` along a direction.
ContactProblem<double> moved(const Law& law, const ContactProblem<Sloped>& problem, std::size_t d,
                             double by, DifferenceScratch& scratch) {
  const std::size_t rows = 2 * static_cast<std::size_t>(problem.count);
  const auto at = [&](const Sloped& x) { return x.value + by * x.slope[d]; };
  for (std::size_t r = 0; r < rows * rows; ++r) scratch.inertia[r] = at(problem.inertia[r]);
  for (std::size_t r = 0; r < rows; ++r) {
    const Sloped& v = problem.velocity[r];
    // A resting contact that began to approach would be another impact: it is held.
    scratch.velocity[r] = v.value == 0 && r % 2 == 1 ? 0 : at(v);
  }
  const auto& table = problem.parameters;
  const std::size_t contacts = table.contacts;
  std::size_t last = 1;
  for (std::size_t k = 0; k < law.parameters.size(); ++k)
    last = std::max<std::size_t>(last, table.rows[k]);
  for (std::size_t row = 0; row <= last; ++row)
    for (std::size_t i = 0; i < contacts; ++i)
      scratch.parameters[row * contacts + i] = at(table.values[row * table.stride + i]);
  return {problem.count,
          std::span(scratch.inertia).first(rows * rows),
          std::span(scratch.velocity).first(rows),
          {scratch.parameters.data(), contacts, table.rows, contacts},
          problem.colliding};
}

/// A step that moves nothing by more than this share of its size.
constexpr double difference_share = 1e-6;

double difference_step(const Law& law, const ContactProblem<Sloped>& problem, std::size_t d) {
  double rate = 0;
  const auto consider = [&](std::span<const Sloped> numbers, double least) {
    double size = least, slope = 0;
    for (const Sloped& x : numbers) {
      size = std::max(size, std::abs(x.value));
      slope = std::max(slope, std::abs(x.slope[d]));
    }
    if (slope > 0) rate = std::max(rate, slope / size);
  };
  const std::size_t rows = 2 * static_cast<std::size_t>(problem.count);
  consider(problem.inertia.first(rows * rows), 0);
  consider(problem.velocity.first(rows), 0);
  for (std::size_t k = 0; k < law.parameters.size(); ++k) consider(problem.parameters[k], 0.1);
  return rate > 0 ? difference_share / rate : 0;
}

/// Whether the parameters stay in their ranges.
bool in_range(const Law& law, const ContactProblem<double>& problem) {
  for (std::size_t k = 0; k < law.parameters.size(); ++k)
    for (const double x : problem.parameters[k])
      if (!law.parameters[k].range.contains(x)) return false;
  return true;
}

}  // namespace

void solve_outside(const Law& law, const ContactProblem<Sloped>& problem, const LawOptions& options,
                   LawWorkspace<Sloped>& workspace) {
  DifferenceScratch& scratch = workspace.differences;
  LawWorkspace<double>& plain = *scratch.plain;
  const auto rows = static_cast<std::size_t>(2 * problem.count);
  solve_outside(law, moved(law, problem, 0, 0, scratch), options, plain);
  Solution<Sloped>& solution = workspace.solution;
  ContactProblem<Sloped> table = problem;
  table.parameters.rows = LawParameters::in_order;
  prepare(table, options, workspace, law.needs_one_striker ? Strikers::one : Strikers::several);
  const Solution<double>& here = plain.solution;
  const bool answered = here.verdict == Verdict::unique || here.verdict == Verdict::ambiguous;
  if (answered)
    for (std::size_t r = 0; r < rows; ++r)
      workspace.impulse[r] = here.impulse[r] / workspace.scaled.unit[r / 2];
  const Verdict verdict = here.verdict;
  const Reason reason = here.reason;
  const int reason_contact = here.reason_contact;
  const bool is_choice = here.is_choice;
  for (std::size_t d = 0; answered && d < Sloped::directions; ++d) {
    const double h = difference_step(law, problem, d);
    if (h == 0) continue;
    // The difference (f(bh) − f(ah))/((b − a)h) about the middle, or beside a range's end.
    double ends[2] = {-h, h};
    for (const int side : {0, 1})
      if (!in_range(law, moved(law, problem, d, ends[side], scratch))) ends[side] = 0;
    for (const int side : {0, 1}) {
      solve_outside(law, moved(law, problem, d, ends[side], scratch), options, plain);
      std::vector<double>& impulse = side == 0 ? scratch.first : scratch.second;
      const bool same = plain.solution.verdict == verdict;
      for (std::size_t r = 0; r < rows; ++r)
        impulse[r] = same ? plain.solution.impulse[r] : std::numeric_limits<double>::quiet_NaN();
    }
    for (std::size_t r = 0; r < rows; ++r)
      workspace.impulse[r].slope[d] = (scratch.second[r] - scratch.first[r]) /
                                      ((ends[1] - ends[0]) * workspace.scaled.unit[r / 2]);
  }
  solution.verdict = verdict;
  solution.reason = reason;
  solution.reason_contact = reason_contact;
  solution.is_choice = is_choice;
  if (!answered) return;
  for (std::size_t r = 0; r < rows; ++r) {
    Sloped velocity = workspace.scaled.velocity[r];
    for (std::size_t s = 0; s < rows; ++s)
      velocity += workspace.scaled.inertia[r * rows + s] * workspace.impulse[s];
    if (std::abs(velocity.value) <= outcome_tolerance * workspace.scaled.speed_scale)
      velocity = value_removed(velocity);
    workspace.velocity[r] = velocity;
    workspace.work[r] =
        Sloped(0.5) * workspace.impulse[r] * (workspace.scaled.velocity[r] + velocity);
  }
  conclude(workspace);
}

}  // namespace carom
