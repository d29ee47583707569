#include "laws/rigid/mode_problem.hpp"

#include <algorithm>
#include <cmath>

#include "base/dual.hpp"
#include "numerics/dense_solve.hpp"
#include "numerics/rows.hpp"

namespace carom {
namespace {

/// F_t = slope · F_n for a sliding mode.
template <class T>
T slip_slope(const ModeProblem<T>& problem, int i, Mode mode) {
  const ModeContact& contact = problem.contacts[i];
  if (contact.slip == SlipRule::smooth || contact.slip == SlipRule::given) return T(0);
  const T friction = problem.friction != nullptr ? problem.friction[i] : T(contact.friction);
  return mode == Mode::slides_plus ? -friction : friction;
}

/// Σ A_jj F_j²: a size of the forces that does not depend on the units of a contact.
double weighted_square(const ModeProblem<double>& problem, const double* force) {
  const int width = 2 * problem.count;
  double sum = 0;
  for (int j = 0; j < width; ++j) sum += problem.inertia[j * width + j] * force[j] * force[j];
  return sum;
}

}  // namespace

template <class T>
void ModeSystem<T>::reserve(int contacts) {
  const auto rows = static_cast<std::size_t>(2 * contacts);
  matrix.resize(rows * rows);
  right.resize(rows);
  row.resize(rows);
  slope.resize(rows);
}

template <class T>
bool mode_forces(const ModeProblem<T>& problem, const Mode* modes, T* force,
                 ModeSystem<T>& system) {
  const int width = 2 * problem.count;
  int* const row = system.row.data();
  T* const slope = system.slope.data();
  int unknowns = 0;
  int known = -1;
  for (int i = 0; i < problem.count; ++i) {
    const ModeContact& contact = problem.contacts[i];
    const int t = 2 * i;
    const int n = t + 1;
    force[t] = force[n] = T(0);
    if (contact.normal == NormalRule::apart || modes[i] == Mode::separates) continue;
    const bool sticks = modes[i] == Mode::sticks;
    const T along = sticks ? T(0) : slip_slope(problem, i, modes[i]);
    if (contact.normal == NormalRule::impulse) {
      known = i;
      force[n] = problem.prescribed[n];
      force[t] = along * force[n];
    } else {
      row[unknowns] = n;
      slope[unknowns++] = along;
    }
    if (contact.slip == SlipRule::given) {
      known = i;
      force[t] = problem.prescribed[t];
    } else if (sticks) {
      row[unknowns] = t;
      slope[unknowns++] = T(0);
    }
  }
  if (unknowns == 0) return true;
  T* const matrix = system.matrix.data();
  T* const right = system.right.data();
  for (int k = 0; k < unknowns; ++k) {
    const int r = row[k];
    const T* const a = problem.inertia + r * width;
    T target = -problem.offset[r];
    if (r % 2 == 1 && problem.contacts[r / 2].normal == NormalRule::velocity)
      target += problem.prescribed[r];
    if (known >= 0)
      target -= a[2 * known] * force[2 * known] + a[2 * known + 1] * force[2 * known + 1];
    right[k] = target;
    T* const to = matrix + k * unknowns;
    for (int j = 0; j < unknowns; ++j) {
      const int tangential = row[j] & ~1;  // itself where it is tangential: its slope is zero
      to[j] = a[row[j]] + slope[j] * a[tangential];
    }
  }
  if (!solve_dense(unknowns, matrix, right, singularity_threshold)) return false;
  for (int k = 0; k < unknowns; ++k) {
    force[row[k]] += right[k];
    const bool moves = row[k] % 2 == 1 && (!std::is_same_v<T, double> || slope[k] != 0);
    if (moves) force[row[k] - 1] += slope[k] * right[k];
  }
  return true;
}

template <class T>
void mode_rates(const ModeProblem<T>& problem, const Mode* modes, const T* force, T* rate) {
  const int width = 2 * problem.count;
  for (int r = 0; r < width; ++r) rate[r] = problem.offset[r];
  // By columns, which are rows of A too, because most forces are zero where contacts are many.
  for (int i = 0; i < problem.count; ++i) {
    const T* const f = force + 2 * i;
    const bool none = plain(f[0]) == 0 && plain(f[1]) == 0;
    if (none && (std::is_same_v<T, double> || modes[i] == Mode::separates)) continue;
    const T* const a = problem.inertia + 2 * i * width;
    add_multiples(width, f[0], a, f[1], a + width, rate);
  }
  for (int i = 0; i < problem.count; ++i) {
    const int t = 2 * i;
    const int n = t + 1;
    const NormalRule normal = problem.contacts[i].normal;
    if (normal == NormalRule::apart || modes[i] == Mode::separates) continue;
    if (modes[i] == Mode::sticks) rate[t] = T(0);
    if (normal == NormalRule::unilateral) rate[n] = T(0);
    if (normal == NormalRule::velocity) rate[n] = problem.prescribed[n];
  }
}

double mode_violation(const ModeProblem<double>& problem, int contact, Mode mode,
                      const double* force, const double* rate, double size) {
  const ModeContact& c = problem.contacts[contact];
  const int t = 2 * contact;
  const int n = t + 1;
  if (c.normal == NormalRule::apart) return -1;
  if (mode == Mode::separates) return -rate[n] / size;
  double worst = c.normal == NormalRule::impulse ? -1 : -force[n] / size;
  if (c.slip == SlipRule::open) {
    if (mode == Mode::sticks)
      worst = std::max(worst, (std::abs(force[t]) - c.friction * force[n]) / size);
    else
      worst = std::max(worst, (mode == Mode::slides_plus ? -rate[t] : rate[t]) / size);
  }
  return worst;
}

double mode_size(const ModeProblem<double>& problem, const double* force) {
  double size = problem.scale;
  for (int j = 0; j < 2 * problem.count; ++j) size = std::max(size, std::abs(force[j]));
  return size;
}

void ModeAnswers::reserve(int contact_capacity) {
  const auto c = static_cast<std::size_t>(contact_capacity);
  modes.resize(capacity * c);
  force.resize(capacity * 2 * c);
  rate.resize(capacity * 2 * c);
  violation.resize(capacity);
  impulses_determined.resize(capacity);
  order.resize(capacity);
}

void ModeAnswers::clear(int contact_count) {
  contacts = contact_count;
  count = 0;
  exhaustive = false;
}

void ModeAnswers::add(const ModeProblem<double>& problem, const Mode* trial,
                      const double* trial_force, const double* trial_rate, double trial_violation) {
  const int width = 2 * contacts;
  const double size = mode_size(problem, trial_force);
  int place = count;
  bool determined = true;
  for (int k = 0; k < count && place == count; ++k) {
    double rates_apart = 0;
    double forces_apart = 0;
    for (int j = 0; j < width; ++j) {
      rates_apart = std::max(rates_apart, std::abs(rate_of(k)[j] - trial_rate[j]));
      forces_apart = std::max(forces_apart, std::abs(force_of(k)[j] - trial_force[j]));
    }
    // An answer that holds only by the tolerance stands for the edge of its neighbour's range.
    constexpr double rounding = 1e-13;
    const double nearness = std::max(violation[k], trial_violation) > rounding
                                ? 1e3 * distinction_tolerance
                                : distinction_tolerance;
    if (rates_apart > nearness * size) continue;
    const bool same_forces = forces_apart <= nearness * size;
    if (!same_forces) impulses_determined[k] = 0;
    // Where the forces are not determined the smaller set is given; where they agree, the mode
    // that holds best.
    const bool better =
        same_forces ? trial_violation < violation[k] && violation[k] > rounding
                    : weighted_square(problem, trial_force) <
                          weighted_square(problem, force_of(k)) * (1 - distinction_tolerance);
    if (!better) return;
    determined = impulses_determined[k] != 0;
    place = k;
  }
  if (place == capacity) {
    exhaustive = false;
    return;
  }
  if (place == count) ++count;
  std::copy(trial, trial + contacts, modes.begin() + place * contacts);
  std::copy(trial_force, trial_force + width, force.begin() + place * width);
  std::copy(trial_rate, trial_rate + width, rate.begin() + place * width);
  violation[place] = trial_violation;
  impulses_determined[place] = determined ? 1 : 0;
}

void ModeScratch::reserve(int contacts) {
  const auto c = static_cast<std::size_t>(contacts);
  system.reserve(contacts);
  trial.resize(c);
  force.resize(2 * c);
  rate.resize(2 * c);
  option.resize(c);
  pivoting.reserve(3 * contacts);
  matrix.resize(9 * c * c);
  offset.resize(3 * c);
  cover.resize(3 * c);
  solution.resize(3 * c);
  first_variable.resize(c);
  basic.resize(3 * c);
}

void select_modes(const ModeProblem<double>& problem, const Mode* previous, Method method,
                  ModeAnswers& answers, ModeScratch& scratch) {
  answers.clear(problem.count);
  const int limit = method == Method::enumerate ? 65536 : enumeration_limit;
  const bool enumerable = method != Method::pivot && combinations(problem, limit) <= limit;
  const bool proved = problem.single && method == Method::consistent;
  if (proved) {
    pivot_modes(problem, previous, true, answers, scratch);
    answers.exhaustive = answers.count > 0;
  }
  // One answer can be in several modes where a condition just holds; enumeration says which is
  // named.
  if (enumerable && !(proved && answers.count > 0 && answers.violation[0] < -strictness)) {
    answers.clear(problem.count);
    enumerate_modes(problem, answers, scratch);
  } else if (!proved) {
    pivot_modes(problem, previous, method == Method::pivot, answers, scratch);
  }

  for (int k = 0; k < answers.count; ++k) answers.order[k] = k;
  if (answers.count < 2) return;
  const auto changes = [&](int k) {
    int number = 0;
    if (previous != nullptr)
      for (int i = 0; i < problem.count; ++i) number += answers.modes_of(k)[i] != previous[i];
    return number;
  };
  std::sort(answers.order.begin(), answers.order.begin() + answers.count, [&](int a, int b) {
    const int changes_a = changes(a);
    const int changes_b = changes(b);
    if (changes_a != changes_b) return changes_a < changes_b;
    return weighted_square(problem, answers.force_of(a)) <
           weighted_square(problem, answers.force_of(b));
  });
}

template struct ModeSystem<double>;
template struct ModeSystem<Sloped>;
template bool mode_forces(const ModeProblem<double>&, const Mode*, double*, ModeSystem<double>&);
template bool mode_forces(const ModeProblem<Sloped>&, const Mode*, Sloped*, ModeSystem<Sloped>&);
template void mode_rates(const ModeProblem<double>&, const Mode*, const double*, double*);
template void mode_rates(const ModeProblem<Sloped>&, const Mode*, const Sloped*, Sloped*);

}  // namespace carom
