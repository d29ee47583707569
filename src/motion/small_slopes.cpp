#include "motion/small_slopes.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/small_passes.hpp"

namespace carom {
namespace {

/// Slopes of a resting contact's approach below this share of the largest are rounding.
constexpr double approach_rounding = 1e-10;

/// The inverse of a symmetric positive matrix.
template <int n>
void invert(const double (&m)[n][n], double (&inverse)[n][n]) {
  double lower[n][n], over[n];
  for (int j = 0; j < n; ++j) {
    double pivot = m[j][j];
    for (int i = 0; i < j; ++i) pivot -= lower[j][i] * lower[j][i] / over[i];
    over[j] = 1 / pivot;
    for (int k = j + 1; k < n; ++k) {
      double entry = m[k][j];
      for (int i = 0; i < j; ++i) entry -= lower[k][i] * lower[j][i] / over[i];
      lower[k][j] = entry * over[j];
    }
  }
  for (int c = 0; c < n; ++c) {
    double x[n];
    for (int k = 0; k < n; ++k) {
      x[k] = k == c ? 1 : 0;
      for (int j = 0; j < k; ++j) x[k] -= lower[k][j] * x[j];
    }
    for (int k = n - 1; k >= 0; --k) {
      x[k] *= over[k];
      for (int j = k + 1; j < n; ++j) x[k] -= lower[j][k] * x[j];
      inverse[k][c] = x[k];
    }
  }
}

}  // namespace

SmallSlopes::SmallSlopes(const Tree& tree) : tree_(small_tree(tree)) {
  if (tree_.links > most_links || tree.contacts.empty()) tree_.links = 0;
}

template <int n, int contacts>
bool SmallSlopes::solve_sized(std::span<const double> positions, std::span<const double> velocities,
                              const ContactProblem<double>& problem,
                              const Solution<double>& solution, Ending ending, double rest,
                              std::span<double> velocity_rows, std::span<double> impulse_rows,
                              std::span<double> losses, std::span<Side> sides) const {
  constexpr int rows = 2 * contacts;
  const int base = tree_.free ? 2 : 0;
  const int freedoms = base + n;
  const double* const angles = positions.data() + base;
  const double* const rates = velocities.data() + base;
  Vec2 e[n], turned[n];
  for (int k = 0; k < n; ++k) {
    e[k] = {std::cos(angles[k]), std::sin(angles[k])};
    turned[k] = perpendicular(e[k]);
  }
  double m[n][n], slope[n][n];  // slope[k][j]: of M_kj by θ_k
  for (int k = 0; k < n; ++k) {
    m[k][k] = tree_.column[static_cast<std::size_t>(k)].inertia;
    slope[k][k] = 0;
    for (int j = 0; j < k; ++j) {
      const Vec2& coupling =
          tree_.column[static_cast<std::size_t>(k)].coupling[static_cast<std::size_t>(j)];
      const double along = dot(e[j], e[k]), across = cross(e[j], e[k]);
      m[k][j] = m[j][k] = coupling.x * along - coupling.y * across;
      slope[k][j] = -coupling.x * across - coupling.y * along;
      slope[j][k] = -slope[k][j];
    }
  }
  double inverse[n][n];
  invert<n>(m, inverse);
  // J about the mass centre and about the first joint, and what a turn makes of it.
  double centred[n][rows], centred_turned[n][rows], joined[n][rows], joined_turned[n][rows];
  Both centre[n], centre_turned[n];
  for (int k = 0; k < n; ++k) {
    const SmallTree::Column& column = tree_.column[static_cast<std::size_t>(k)];
    for (std::size_t i = 0; i < contacts; ++i) {
      put(column.from_centre[i].turned(e[k]), centred[k] + 2 * i);
      put(column.from_centre[i].turned(turned[k]), centred_turned[k] + 2 * i);
      put(column.from_joint[i].turned(e[k]), joined[k] + 2 * i);
      put(column.from_joint[i].turned(turned[k]), joined_turned[k] + 2 * i);
    }
    centre[k] = column.centre.turned(e[k]);
    centre_turned[k] = column.centre.turned(turned[k]);
  }
  double z[n][rows], jump[n];
  for (int k = 0; k < n; ++k) {
    jump[k] = 0;
    for (int r = 0; r < rows; ++r) {
      double sum = 0;
      for (int j = 0; j < n; ++j) sum += inverse[k][j] * centred[j][r];
      z[k][r] = sum;
      jump[k] += sum * solution.impulse[static_cast<std::size_t>(r)];
    }
  }

  StageDirections asked;
  for (int r = 0; r < rows; ++r) asked.velocity[static_cast<std::size_t>(r)].at[r] = 1;
  for (int k = 0; k < n; ++k)
    for (int r = 0; r < rows; ++r) {
      const auto row = static_cast<std::size_t>(r);
      double g = centred_turned[k][r];
      for (int j = 0; j < n; ++j) g -= slope[k][j] * z[j][r];
      asked.velocity[row].at[4 + k] = rates[k] * joined_turned[k][r];
      asked.g[row].at[4 + k] = g;
      asked.z[row].at[4 + k] = z[k][r];
    }
  StageChanges found;
  if (!stage_slopes(problem, solution, ending, asked, found)) return false;

  Both tangent[contacts], normal[contacts];
  for (std::size_t i = 0; i < contacts; ++i) {
    tangent[i] = tree_.inverse_mass * tree_.contact[i].tangent;
    normal[i] = tree_.inverse_mass * tree_.contact[i].normal;
  }
  double middle[rows];  // v⁻ + v⁺
  for (int r = 0; r < rows; ++r)
    middle[r] = problem.velocity[static_cast<std::size_t>(r)] +
                solution.velocity_after[static_cast<std::size_t>(r)];
  // The rows of one input, from dv⁻, dτ, dv⁺ and what else turns the jump.
  const auto tell = [&](int input, const double* before, const double* impulse, const double* after,
                        const double* also, int turning) {
    double* const out = velocity_rows.data() + input * freedoms;
    Both joint{};
    for (std::size_t i = 0; i < contacts; ++i)
      joint += impulse[2 * i] * tangent[i] + impulse[2 * i + 1] * normal[i];
    for (int k = 0; k < n; ++k) {
      double change = also != nullptr ? also[k] : 0;
      for (int r = 0; r < rows; ++r) change += z[k][r] * impulse[r];
      out[base + k] = change;
      joint -= change * centre[k];
    }
    if (turning >= 0) joint -= jump[turning] * centre_turned[turning];
    if (base > 0) put(joint, out);
    double loss = 0;
    double largest = 0;
    for (int r = 0; r < rows; ++r) {
      impulse_rows[static_cast<std::size_t>(input * rows + r)] = impulse[r];
      loss -= 0.5 * (impulse[r] * middle[r] +
                     solution.impulse[static_cast<std::size_t>(r)] * (before[r] + after[r]));
      largest = std::max(largest, std::abs(before[r]));
    }
    losses[static_cast<std::size_t>(input)] = loss;
    Side side = Side::both;
    for (int r = 1; r < rows; r += 2) {
      if (std::abs(problem.velocity[static_cast<std::size_t>(r)]) > rest ||
          std::abs(before[r]) <= approach_rounding * largest)
        continue;
      side = before[r] > 0 ? Side::above : Side::below;
    }
    sides[static_cast<std::size_t>(input)] = side;
  };
  const auto lane = [&](const std::array<Lanes, 4>& of, int d, double* to) {
    for (int r = 0; r < rows; ++r) to[r] = of[static_cast<std::size_t>(r)].at[d];
  };
  // Positions.
  double before[rows], impulse[rows], after[rows];
  for (int i = 0; i < base; ++i) {
    for (int r = 0; r < rows; ++r) before[r] = impulse[r] = after[r] = 0;
    tell(i, before, impulse, after, nullptr, -1);
  }
  for (int k = 0; k < n; ++k) {
    lane(asked.velocity, 4 + k, before);
    lane(found.impulse, 4 + k, impulse);
    lane(found.velocity, 4 + k, after);
    double b[n], also[n];
    b[k] = 0;
    for (int j = 0; j < n; ++j)
      if (j != k) {
        b[j] = -slope[k][j] * jump[k];
        b[k] -= slope[k][j] * jump[j];
      }
    for (int r = 0; r < rows; ++r)
      b[k] += centred_turned[k][r] * solution.impulse[static_cast<std::size_t>(r)];
    for (int j = 0; j < n; ++j) {
      also[j] = 0;
      for (int i = 0; i < n; ++i) also[j] += inverse[j][i] * b[i];
    }
    tell(base + k, before, impulse, after, also, k);
  }
  // Velocities.
  for (int i = 0; i < freedoms; ++i) {
    if (i < base)
      for (std::size_t c = 0; c < contacts; ++c)
        put(i == 0 ? tree_.contact[c].per_x : tree_.contact[c].per_y, before + 2 * c);
    else
      for (int r = 0; r < rows; ++r) before[r] = joined[i - base][r];
    for (int r = 0; r < rows; ++r) {
      impulse[r] = after[r] = 0;
      for (int s = 0; s < rows; ++s) {
        impulse[r] += found.impulse[static_cast<std::size_t>(r)].at[s] * before[s];
        after[r] += found.velocity[static_cast<std::size_t>(r)].at[s] * before[s];
      }
    }
    tell(freedoms + i, before, impulse, after, nullptr, -1);
    velocity_rows[static_cast<std::size_t>((freedoms + i) * freedoms + i)] += 1;
  }
  return true;
}

bool SmallSlopes::solve(std::span<const double> positions, std::span<const double> velocities,
                        const ImpactSolver<double>& solver, const Law& law,
                        std::span<double> velocity_rows, std::span<double> impulse_rows,
                        std::span<double> losses, std::span<Side> sides) const {
  if (tree_.links == 0 || solver.route() != InertiaRoute::small ||
      solver.touching().size() != static_cast<std::size_t>(tree_.contacts))
    return false;
  const std::optional<Ending> ending = ending_of(law);
  if (!ending) return false;
  const ContactProblem<double> problem = solver.problem();
  double fastest = 0;
  for (const double v : problem.velocity) fastest = std::max(fastest, std::abs(v));
  const double rest = std::max(rest_tolerance * fastest, solver.speed_floor());
  const auto sized = [&]<int n, int c>() {
    return solve_sized<n, c>(positions, velocities, problem, solver.solution(), *ending, rest,
                             velocity_rows, impulse_rows, losses, sides);
  };
  const bool two = tree_.contacts == 2;
  switch (tree_.links) {
    case 1:
      return two ? sized.operator()<1, 2>() : sized.operator()<1, 1>();
    case 2:
      return two ? sized.operator()<2, 2>() : sized.operator()<2, 1>();
    case 3:
      return two ? sized.operator()<3, 2>() : sized.operator()<3, 1>();
    default:
      return two ? sized.operator()<4, 2>() : sized.operator()<4, 1>();
  }
}

}  // namespace carom
