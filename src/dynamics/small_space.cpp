#include "dynamics/small_space.hpp"

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
      [&](auto& state) { return condense(tree_, positions, velocities, seen_, state); }, state_);
}

void SmallSpace::inertia(std::span<const int> set, std::span<double> w) const {
  const std::size_t width = 2 * set.size();
  for (std::size_t r = 0; r < width; ++r) {
    const std::size_t row = 2 * static_cast<std::size_t>(set[r / 2]) + r % 2;
    for (std::size_t j = 0; j < set.size(); ++j)
      put(both(seen_.w + row * 2 * contacts() + 2 * set[j]), w.data() + r * width + 2 * j);
  }
}

double SmallSpace::strike(std::span<const int> set, std::span<const double> impulse,
                          const double* velocities, double* after) {
  Both felt[SmallTree::most_contacts]{};
  for (std::size_t k = 0; k < set.size(); ++k) felt[set[k]] = both(impulse.data() + 2 * k);
  for (int i = 0; i < SmallTree::most_contacts; ++i) put(felt[i], impulse_.data() + 2 * i);
  return std::visit(
      [&](const auto& state) { return depart(tree_, state, velocities, felt, after); }, state_);
}

double SmallSpace::velocity_after(int contact, int axis) const {
  double v = seen_.v[2 * contact + axis];
  const double* const row = seen_.w + static_cast<std::size_t>(2 * contact + axis) * 2 * contacts();
  for (std::size_t i = 0; i < contacts(); ++i)
    v += sum(both(row + 2 * i) * both(impulse_.data() + 2 * i));
  return v;
}

}  // namespace carom
