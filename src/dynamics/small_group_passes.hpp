#pragma once

/// dynamics/small_group_passes.hpp
///
/// The passes of small_passes.hpp over states abreast. For small_group_avx2.cpp and its like alone,
/// which say what they are compiled for.

#include <new>
#include <utility>

#include "base/wide.hpp"
#include "dynamics/small_group.hpp"
#include "dynamics/small_passes.hpp"

namespace carom::CAROM_PROCESSOR {

template <int N, int C>
[[gnu::flatten]] void place_part(SmallGroupState& group, SmallStateOf<Wide, N, C>& state,
                                 std::size_t part) {
  Wide base[2], velocities[N + 2];
  Vec2T<Wide> e[N];
  const int coordinates = group.tree.free ? 2 : 0;
  for (int i = 0; i < coordinates; ++i) base[i] = {group.base_position[i], part};
  for (int k = 0; k < N; ++k) e[k] = {{group.e[k][0], part}, {group.e[k][1], part}};
  for (int i = 0; i < N + coordinates; ++i) velocities[i] = {group.velocities[i], part};
  SmallContactsOf<Wide> seen;
  group.usable |= which(condense(group.tree, base, e, velocities, seen, state), part);
  for (int i = 0; i < 4 * C * C; ++i) seen.w[i].put(group.w[i], part);
  for (int i = 0; i < 2 * C; ++i) seen.v[i].put(group.v[i], part);
  for (int i = 0; i < C; ++i) seen.gap[i].put(group.gap[i], part);
  seen.energy.put(group.energy, part);
  seen.speed.put(group.speed, part);
}

template <int N, int C>
[[gnu::flatten]] void strike_part(SmallGroupState& group, const SmallStateOf<Wide, N, C>& state,
                                  std::size_t part) {
  WideBoth impulse[C];
  for (int i = 0; i < C; ++i)
    impulse[i] = {{{group.impulse[2 * i], part}, {group.impulse[2 * i + 1], part}}};
  Wide after[N + 2];
  depart(group.tree, state, impulse, after).put(group.energy_after, part);
  for (int i = 0; i < N + (group.tree.free ? 2 : 0); ++i) after[i].put(group.after[i], part);
}

template <int N, int C>
using PartStates = SmallStateOf<Wide, N, C>[parts];

template <int N, int C>
void place(SmallGroupState& group) {
  static_assert(sizeof(PartStates<N, C>) <= sizeof group.rest);
  group.usable = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    void* const at = group.rest.bytes + part * sizeof(SmallStateOf<Wide, N, C>);
    place_part(group, *new (at) SmallStateOf<Wide, N, C>, part);
  }
}

template <int N, int C>
void strike(SmallGroupState& group) {
  for (std::size_t part = 0; part < parts; ++part) {
    std::byte* const at = group.rest.bytes + part * sizeof(SmallStateOf<Wide, N, C>);
    strike_part(group, *std::launder(reinterpret_cast<SmallStateOf<Wide, N, C>*>(at)), part);
  }
}

template <int C, int... N>
constexpr void fill(SmallGroupPasses& passes, std::integer_sequence<int, N...> /*links*/) {
  ((passes.place[C - 1][N] = place<N + 1, C>, passes.strike[C - 1][N] = strike<N + 1, C>), ...);
}

constexpr SmallGroupPasses passes() {
  SmallGroupPasses passes{};
  constexpr std::make_integer_sequence<int, SmallTree::most_links> links;
  fill<1>(passes, links);
  fill<2>(passes, links);
  return passes;
}

}  // namespace carom::CAROM_PROCESSOR
