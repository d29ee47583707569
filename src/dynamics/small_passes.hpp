#pragma once

/// dynamics/small_passes.hpp
///
/// The fast path of an impact of a mechanism with a few links, beside passes.hpp, which does the
/// same for any tree. In the terms of small_tree.hpp,
///
///     v  = V + Jω,     M = L D Lᵀ,     L Y = Jᵀ
///     W  = 1/m + J M⁻¹Jᵀ = 1/m + YᵀD⁻¹Y
///     ω⁺ = ω⁻ + L⁻ᵀD⁻¹Y τ,     V⁺ = V⁻ + τ/m
///
/// That is O(n³ + n²c + nc²), with no lookups, no stores for others and, as the numbers of links
/// and contacts are known to the compiler, no loops. Where a pivot of M is small the plain way must
/// be gone. The passes are the same for one state and for several abreast (base/wide.hpp).

#include <cmath>

#include "dynamics/small_tree.hpp"

namespace carom {

/// A pivot below this share of M_kk is for the plain path.
inline constexpr double small_pivot = 1e-4;

/// A state of a small tree as its contacts see it, however many links and contacts there are.
template <class T>
struct SmallContactsOf {
  static constexpr int most = SmallTree::most_contacts;
  T w[4 * most * most];  ///< W, row-major, 2c × 2c
  T v[2 * most];         ///< v⁻
  T gap[most];           ///< m
  T energy;              ///< J; kinetic
  T speed;               ///< m/s; not less than that of any point
};
using SmallContacts = SmallContactsOf<double>;

/// What else there is of a state with N links and C contacts.
template <class T, int N, int C>
struct SmallStateOf {
  T inertia[N][N];           ///< kg m²; M_jk for j < k
  T lower[N][N];             ///< L_kj for j < k
  BothOf<T> response[N][C];  ///< D⁻¹Y
  BothOf<T> centre[N];       ///< m; velocity of the mass centre from the first joint, per rate
  BothOf<T> drift;           ///< m/s; V
  T rates[N];                ///< rad/s; ω⁻
  BothOf<T> moving;          ///< m/s; of the first joint, before
};
template <int N, int C>
using SmallState = SmallStateOf<double, N, C>;

template <class T, int N, int C>
T kinetic_energy(const SmallTree& tree, const SmallStateOf<T, N, C>& state, const BothOf<T>& drift,
                 const T* rates) {
  T twice = tree.mass * (drift[0] * drift[0] + drift[1] * drift[1]);
  for (int k = 0; k < N; ++k) {
    T coupled = 0;
    for (int j = 0; j < k; ++j) coupled += state.inertia[j][k] * rates[j];
    twice += (tree.column[k].inertia * rates[k] + 2 * coupled) * rates[k];
  }
  return 0.5 * twice;
}

/// The unit vector of a link with this angle.
inline Vec2 unit_vector(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

/// Everything up to W and v⁻, the contacts all taken as touching, from the place of the first joint
/// (of a free base), the links' unit vectors and q̇. False where a pivot is small or something is
/// not finite.
template <class T, int N, int C>
TruthOf<T> condense(const SmallTree& tree, const T* base_position, const Vec2T<T>* e,
                    const T* velocities, SmallContactsOf<T>& seen, SmallStateOf<T, N, C>& state) {
  using std::abs;
  using Pair = BothOf<T>;
  const int base = tree.free ? 2 : 0;
  const Vec2T<T> none{T(0), T(0)};
  const Vec2T<T> joint = tree.free ? Vec2T<T>{base_position[0], base_position[1]} : none;
  const Vec2T<T> moving = tree.free ? Vec2T<T>{velocities[0], velocities[1]} : none;
  const T* const rates = velocities + base;

  for (int k = 0; k < N; ++k)
    for (int j = 0; j < k; ++j) {
      const Vec2& coupling = tree.column[k].coupling[j];
      state.inertia[j][k] = coupling.x * dot(e[j], e[k]) - coupling.y * cross(e[j], e[k]);
    }
  T check = 0;  // unless something is not finite
  for (int i = 0; i < C; ++i) {
    const SmallTree::Contact& contact = tree.contact[i];
    Pair v = contact.per_x * moving.x + contact.per_y * moving.y;
    T gap = contact.height + contact.normal[0] * joint.x + contact.normal[1] * joint.y;
    for (int k = 0; k < N; ++k) {
      const Pair arm = tree.column[k].from_joint[i].turned(e[k]);
      v += rates[k] * arm;
      // What a turn moves along the surface is how far the point lies below the turn's centre.
      gap -= arm[0];
    }
    put(v, seen.v + 2 * i);
    seen.gap[i] = gap;
    check += 0 * gap;
  }
  state.drift = state.moving = Pair{moving.x, moving.y};
  seen.speed = abs(moving.x) + abs(moving.y);
  for (int k = 0; k < N; ++k) {
    state.centre[k] = tree.column[k].centre.turned(e[k]);
    state.rates[k] = rates[k];
    state.drift += rates[k] * state.centre[k];
    seen.speed += abs(rates[k]) * tree.column[k].reach;
  }
  seen.energy = kinetic_energy<T, N, C>(tree, state, state.drift, rates);

  TruthOf<T> usable = check + 0 * seen.energy == 0;
  Pair w[2 * C][C];
  for (int i = 0; i < C; ++i)
    for (int j = 0; j < C; ++j)
      for (int a = 0; a < 2; ++a) w[2 * i + a][j] = Scalar<T>::pair(tree.contact[i].together[a][j]);
  T pivot[N], inverse[N], lower[N][N];
  Pair y[N][C];
#pragma GCC unroll 8
  for (int k = 0; k < N; ++k) {
    const SmallTree::Column& column = tree.column[k];
    pivot[k] = column.inertia;
    for (int i = 0; i < C; ++i) y[k][i] = column.from_centre[i].turned(e[k]);
#pragma GCC unroll 8
    for (int j = 0; j < k; ++j) {
      T entry = state.inertia[j][k];
      for (int i = 0; i < j; ++i) entry -= lower[k][i] * pivot[i] * lower[j][i];
      state.lower[k][j] = lower[k][j] = entry * inverse[j];
      pivot[k] -= lower[k][j] * entry;
      for (int i = 0; i < C; ++i) y[k][i] -= lower[k][j] * y[j][i];
    }
    usable = usable & (pivot[k] > small_pivot * column.inertia);
    inverse[k] = 1 / pivot[k];
    for (int i = 0; i < C; ++i) {
      const Pair response = inverse[k] * y[k][i];
      state.response[k][i] = response;
      for (int j = 0; j < C; ++j)
        for (int a = 0; a < 2; ++a) w[2 * j + a][i] += y[k][j][a] * response;
    }
  }
  for (int r = 0; r < 2 * C; ++r)
    for (int i = 0; i < C; ++i) put(w[r][i], seen.w + 2 * C * r + 2 * i);
  return usable;
}

/// The same from q.
template <int N, int C>
bool condense(const SmallTree& tree, const double* positions, const double* velocities,
              SmallContacts& seen, SmallState<N, C>& state) {
  Vec2 e[N];
  for (int k = 0; k < N; ++k) e[k] = unit_vector(positions[(tree.free ? 2 : 0) + k]);
  return condense(tree, positions, e, velocities, seen, state);
}

/// Generalized velocities after impulses at the contacts; returns the kinetic energy after.
template <class T, int N, int C>
T depart(const SmallTree& tree, const SmallStateOf<T, N, C>& state, const BothOf<T>* impulse,
         T* after) {
  using Pair = BothOf<T>;
  const int base = tree.free ? 2 : 0;
  T jump[N];
#pragma GCC unroll 8
  for (int k = N - 1; k >= 0; --k) {
    Pair felt = state.response[k][0] * impulse[0];
    for (int i = 1; i < C; ++i) felt += state.response[k][i] * impulse[i];
    jump[k] = felt[0] + felt[1];
    for (int j = k + 1; j < N; ++j) jump[k] -= state.lower[j][k] * jump[j];
    after[base + k] = state.rates[k] + jump[k];
  }
  Pair kick = Scalar<T>::pair(Both{});
  for (int i = 0; i < C; ++i)
    kick += impulse[i][0] * tree.contact[i].tangent + impulse[i][1] * tree.contact[i].normal;
  kick = kick * tree.inverse_mass;
  if (tree.free) {
    Pair joint = state.moving + kick;
    for (int k = 0; k < N; ++k) joint -= jump[k] * state.centre[k];
    after[0] = joint[0];
    after[1] = joint[1];
  }
  return kinetic_energy<T, N, C>(tree, state, state.drift + kick, after + base);
}

}  // namespace carom
