#pragma once

/// dynamics/small_tree.hpp
///
/// The fast path of an impact of a mechanism with a few links, beside passes.hpp, which does the
/// same for any tree.
///
/// Angles are absolute, so all that depends on the configuration is constants turned by the links'
/// unit vectors e_k. Velocities are measured from the mass centre of the whole, whose velocity V no
/// rate changes: that takes a free base out of the problem before it starts.
///
///     M_jk = c_jk e_j·e_k − s_jk e_j×e_k           inertia of the rates ω; M_kk is constant
///     J_rk = a_rk cos θ_k + b_rk sin θ_k           velocity of a contact in direction r, per rate
///     T    = ½ m V² + ½ ωᵀMω                       v = V + Jω
///     W    = 1/m + J M⁻¹Jᵀ = 1/m + YᵀD⁻¹Y          M = L D Lᵀ,  L Y = Jᵀ
///     ω⁺   = ω⁻ + L⁻ᵀD⁻¹Y τ                        V⁺ = V⁻ + τ/m
///
/// A pinned base is the same with 1/m = 0 and V = 0, all measured from the joint. It costs
/// O(n³ + n²c + nc²) with no lookups, no stores for others and, for numbers of links and contacts
/// known to the compiler, no loops.
///
/// For point contacts on surfaces that neither move nor yield, a free or pinned base, and no driven
/// joints. Pivots of M must be far from singular; everything else goes the plain way.

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "model/tree.hpp"

namespace carom {

/// The constants. Links and contacts are in file order; direction 2i is tangential, 2i + 1 normal
/// at contact i.
struct SmallTree {
  static constexpr int most_links = 4;
  static constexpr int most_contacts = 2;
  using Directions = std::array<double, 2 * most_contacts>;

  struct Column {                               ///< what a link's rate does
    double inertia = 0;                         ///< kg m²; M_kk
    std::array<Vec2, most_links> coupling;      ///< kg m²; (c_jk, s_jk) for j < k
    Vec2 centre;                                ///< m; velocity of the mass centre, at θ = 0
    double reach = 0;                           ///< m; of the points that the link moves
    Directions from_joint_cos, from_joint_sin;  ///< m; a, b from the first joint
    Directions cos, sin;                        ///< m; a, b from the mass centre
  };

  struct Contact {
    Vec2 tangent, normal;
    double height = 0;  ///< m; gap where the coordinates of the base and all arms are zero
  };

  int links = 0;  ///< 0: not a mechanism for the fast path
  int contacts = 0;
  bool free = true;          ///< base
  double mass = 0;           ///< kg; 0 for a pinned base
  double inverse_mass = 0;   ///< 1/kg; 0 for a pinned base
  std::array<Column, most_links> column;
  std::array<Contact, most_contacts> contact;
  std::array<Directions, 2 * most_contacts> together;  ///< 1/kg; the part 1/m of W
  std::array<double, most_contacts> friction{}, restitution{};
};

/// The tree's constants; `links` is 0 where it is not for the fast path.
SmallTree small_tree(const Tree& tree);

/// A pivot below this share of M_kk is for the plain path.
inline constexpr double small_pivot = 1e-4;

/// A state of a small tree of N links, seen from its C contacts.
template <int N, int C>
struct SmallState {
  static constexpr int rows = 2 * C;
  double w[rows * rows];  ///< W
  double v[rows];         ///< v⁻
  double gap[C];          ///< m
  double energy;          ///< J; kinetic
  double speed;           ///< m/s; not less than that of any point

  double inertia[N][N];      ///< kg m²; M_jk for j < k
  double lower[N][N];        ///< L_kj for j < k
  double response[N][rows];  ///< D⁻¹Y
  Vec2 centre[N];            ///< m; velocity of the mass centre from the first joint, per rate
  Vec2 drift;                ///< m/s; V
};

template <int N, int C>
double kinetic_energy(const SmallTree& tree, const SmallState<N, C>& state, const Vec2& drift,
                      const double* rates) {
  double twice = tree.mass * dot(drift, drift);
  for (int k = 0; k < N; ++k) {
    double momentum = tree.column[k].inertia * rates[k];
    for (int j = 0; j < k; ++j) momentum += 2 * state.inertia[j][k] * rates[j];
    twice += momentum * rates[k];
  }
  return 0.5 * twice;
}

/// Everything up to W and v⁻, the contacts all taken as touching. False where a pivot is small or
/// something is not finite.
template <int N, int C>
bool condense(const SmallTree& tree, const double* positions, const double* velocities,
              SmallState<N, C>& state) {
  constexpr int rows = SmallState<N, C>::rows;
  const int base = tree.free ? 2 : 0;
  const Vec2 joint = tree.free ? Vec2{positions[0], positions[1]} : Vec2{};
  const Vec2 moving = tree.free ? Vec2{velocities[0], velocities[1]} : Vec2{};
  const double* const angles = positions + base;
  const double* const rates = velocities + base;
  Vec2 e[N];
  for (int k = 0; k < N; ++k) e[k] = {std::cos(angles[k]), std::sin(angles[k])};

  for (int i = 0; i < C; ++i) {
    const SmallTree::Contact& contact = tree.contact[i];
    state.gap[i] = contact.height + dot(contact.normal, joint);
    state.v[2 * i] = dot(contact.tangent, moving);
    state.v[2 * i + 1] = dot(contact.normal, moving);
  }
  state.drift = moving;
  state.speed = std::abs(moving.x) + std::abs(moving.y);
  double y[N][rows];
  for (int k = 0; k < N; ++k) {
    const SmallTree::Column& column = tree.column[k];
    double arm[rows];
    for (int r = 0; r < rows; ++r)
      arm[r] = column.from_joint_cos[r] * e[k].x + column.from_joint_sin[r] * e[k].y;
    for (int r = 0; r < rows; ++r) state.v[r] += rates[k] * arm[r];
    // What a turn moves along the surface is how far the point lies below the turn's centre.
    for (int i = 0; i < C; ++i) state.gap[i] -= arm[2 * i];
    for (int r = 0; r < rows; ++r) y[k][r] = column.cos[r] * e[k].x + column.sin[r] * e[k].y;
    state.centre[k] = rotated(column.centre, e[k]);
    state.drift += rates[k] * state.centre[k];
    state.speed += std::abs(rates[k]) * column.reach;
    for (int j = 0; j < k; ++j)
      state.inertia[j][k] =
          column.coupling[j].x * dot(e[j], e[k]) - column.coupling[j].y * cross(e[j], e[k]);
  }
  state.energy = kinetic_energy(tree, state, state.drift, rates);
  bool usable = 0 * state.energy == 0;

  for (int r = 0; r < rows; ++r)
    for (int s = 0; s < rows; ++s) state.w[r * rows + s] = tree.together[r][s];
  double pivot[N];
  double inverse[N];
  for (int k = 0; k < N; ++k) {
    const double whole = tree.column[k].inertia;
    pivot[k] = whole;
    for (int j = 0; j < k; ++j) {
      double entry = state.inertia[j][k];
      for (int i = 0; i < j; ++i) entry -= state.lower[k][i] * pivot[i] * state.lower[j][i];
      state.lower[k][j] = entry * inverse[j];
      pivot[k] -= state.lower[k][j] * entry;
      for (int r = 0; r < rows; ++r) y[k][r] -= state.lower[k][j] * y[j][r];
    }
    usable = usable && pivot[k] > small_pivot * whole;
    inverse[k] = 1 / pivot[k];
    for (int r = 0; r < rows; ++r) state.response[k][r] = inverse[k] * y[k][r];
    for (int r = 0; r < rows; ++r)
      for (int s = 0; s < rows; ++s) state.w[r * rows + s] += y[k][r] * state.response[k][s];
  }
  return usable;
}

/// Generalized velocities after impulses at the contacts; returns the kinetic energy after.
template <int N, int C>
double depart(const SmallTree& tree, const SmallState<N, C>& state, const double* velocities,
              const double* impulse, double* after) {
  constexpr int rows = SmallState<N, C>::rows;
  const int base = tree.free ? 2 : 0;
  double jump[N];
  for (int k = N - 1; k >= 0; --k) {
    jump[k] = 0;
    for (int r = 0; r < rows; ++r) jump[k] += state.response[k][r] * impulse[r];
    for (int j = k + 1; j < N; ++j) jump[k] -= state.lower[j][k] * jump[j];
    after[base + k] = velocities[base + k] + jump[k];
  }
  Vec2 kick{};
  for (int i = 0; i < C; ++i)
    kick += impulse[2 * i] * tree.contact[i].tangent + impulse[2 * i + 1] * tree.contact[i].normal;
  kick = tree.inverse_mass * kick;
  if (tree.free) {
    Vec2 joint = Vec2{velocities[0], velocities[1]} + kick;
    for (int k = 0; k < N; ++k) joint -= jump[k] * state.centre[k];
    after[0] = joint.x;
    after[1] = joint.y;
  }
  return kinetic_energy(tree, state, state.drift + kick, after + base);
}

}  // namespace carom
