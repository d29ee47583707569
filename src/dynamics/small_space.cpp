#include "dynamics/small_space.hpp"

namespace carom {

template <int N, int C>
struct SmallSpace::Sized {
  using Its = SmallState<N, C>;

  static bool place(SmallSpace& space, const double* positions, const double* velocities) {
    return condense(space.tree_, positions, velocities, space.seen_,
                    *std::get_if<Its>(&space.state_));
  }
  static double strike(SmallSpace& space, double* after) {
    return depart(space.tree_, *std::get_if<Its>(&space.state_), space.impulse_.data(), after);
  }
};

/// Takes the templates for so many links and contacts.
template <std::size_t... I>
void SmallSpace::choose(std::size_t index, std::index_sequence<I...> /*alternatives*/) {
  const auto take = [&]<int N, int C>(const SmallState<N, C>& /*of*/) {
    state_.emplace<SmallState<N, C>>();
    place_ = Sized<N, C>::place;
    strike_ = Sized<N, C>::strike;
  };
  ((index == I ? take(std::variant_alternative_t<I, State>{}) : void()), ...);
}

SmallSpace::SmallSpace(const Tree& tree) : tree_(small_tree(tree)) {
  if (!suits()) return;
  const auto links = static_cast<std::size_t>(tree_.links);
  choose((contacts() - 1) * SmallTree::most_links + links - 1,
         std::make_index_sequence<std::variant_size_v<State>>());
}

void SmallSpace::inertia(std::span<const int> set, std::span<double> w) const {
  const std::size_t width = 2 * set.size();
  for (std::size_t r = 0; r < width; ++r) {
    const std::size_t row = 2 * static_cast<std::size_t>(set[r / 2]) + r % 2;
    for (std::size_t j = 0; j < set.size(); ++j)
      put(both(seen_.w + row * 2 * contacts() + 2 * set[j]), w.data() + r * width + 2 * j);
  }
}

double SmallSpace::velocity_after(int contact, int axis) const {
  double v = seen_.v[2 * contact + axis];
  const double* const row = seen_.w + static_cast<std::size_t>(2 * contact + axis) * 2 * contacts();
  for (std::size_t i = 0; i < contacts(); ++i) v += sum(both(row + 2 * i) * impulse_[i]);
  return v;
}

}  // namespace carom
