#include "dynamics/small_space.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace carom {
namespace {

/// Makes the variant hold its alternative number `index`.
template <class Variant, std::size_t... I>
void choose(Variant& variant, std::size_t index, std::index_sequence<I...> /*alternatives*/) {
  ((index == I ? static_cast<void>(variant.template emplace<I>()) : void()), ...);
}

}  // namespace

SmallSpace::SmallSpace(const Tree& tree) : tree_(small_tree(tree)) {
  if (!suits()) return;
  const auto links = static_cast<std::size_t>(tree_.links);
  const auto contacts = static_cast<std::size_t>(tree_.contacts);
  choose(state_, (contacts - 1) * SmallTree::most_links + links - 1,
         std::make_index_sequence<std::variant_size_v<State>>());
}

bool SmallSpace::place(const double* positions, const double* velocities) {
  return std::visit(
      [&](auto& state) {
        if (!condense(tree_, positions, velocities, state)) return false;
        double check = 0;  // unless a gap is not finite
        for (const double gap : state.gap) check += 0 * gap;
        std::ranges::copy(state.gap, gap_.begin());
        std::ranges::copy(state.v, velocity_.begin());
        energy_ = state.energy;
        speed_ = state.speed;
        return check == 0;
      },
      state_);
}

void SmallSpace::inertia(std::span<const int> set, std::span<double> w) const {
  std::visit(
      [&](const auto& state) {
        const std::size_t width = 2 * set.size();
        if (set.size() == std::size(state.gap)) {
          std::memcpy(w.data(), state.w, sizeof(state.w));
          return;
        }
        for (std::size_t r = 0; r < width; ++r)
          for (std::size_t j = 0; j < set.size(); ++j)
            put(both(state.w[2 * set[r / 2] + static_cast<int>(r % 2)] + 2 * set[j]),
                w.data() + r * width + 2 * j);
      },
      state_);
}

double SmallSpace::strike(std::span<const int> set, std::span<const double> impulse,
                          const double* velocities, double* after) {
  impulse_ = {};
  for (std::size_t k = 0; k < set.size(); ++k)
    put(both(impulse.data() + 2 * k), impulse_.data() + 2 * set[k]);
  return std::visit(
      [&](const auto& state) {
        constexpr int contacts = static_cast<int>(std::size(decltype(state.gap){}));
        Both felt[contacts];
        for (int i = 0; i < contacts; ++i) felt[i] = both(impulse_.data() + 2 * i);
        return depart(tree_, state, velocities, felt, after);
      },
      state_);
}

double SmallSpace::velocity_after(int contact, int axis) const {
  return std::visit(
      [&](const auto& state) {
        double v = state.v[2 * contact + axis];
        const double* const row = state.w[2 * contact + axis];
        for (std::size_t i = 0; i < std::size(state.gap); ++i)
          v += sum(both(row + 2 * i) * both(impulse_.data() + 2 * i));
        return v;
      },
      state_);
}

}  // namespace carom
