#include "dynamics/small_group.hpp"

#include "dynamics/small_passes.hpp"

namespace carom {
namespace {

const SmallGroupPasses* passes_of_this_machine() {
#if defined(__x86_64__)
  switch (this_processor()) {
    case Processor::avx512:
      return &small_group_avx512;
    case Processor::avx2:
      return &small_group_avx2;
    case Processor::plain:
      break;
  }
#endif
  return nullptr;
}

}  // namespace

SmallGroup::SmallGroup(const Tree& tree) {
  state_.tree = small_tree(tree);
  const SmallGroupPasses* const passes = passes_of_this_machine();
  if (state_.tree.links == 0 || passes == nullptr) return;
  const std::size_t c = contacts() - 1;
  const auto n = static_cast<std::size_t>(state_.tree.links) - 1;
  place_ = passes->place[c][n];
  strike_ = passes->strike[c][n];
}

void SmallGroup::take(std::size_t at, const double* positions, const double* velocities) {
  const std::size_t base = state_.tree.free ? 2 : 0;
  for (std::size_t i = 0; i < base; ++i) state_.base_position[i].of[at] = positions[i];
  for (std::size_t k = 0; k + base < freedom(); ++k) {
    const Vec2 e = unit_vector(positions[base + k]);
    state_.e[k][0].of[at] = e.x;
    state_.e[k][1].of[at] = e.y;
  }
  for (std::size_t i = 0; i < freedom(); ++i) state_.velocities[i].of[at] = velocities[i];
}

}  // namespace carom
