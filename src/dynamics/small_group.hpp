#pragma once

/// dynamics/small_group.hpp
///
/// Several states of a mechanism of a few links abreast (base/abreast.hpp), by the passes of
/// small_passes.hpp: what SmallSpace is for one.

#include <cstddef>

#include "base/abreast.hpp"
#include "dynamics/small_tree.hpp"

namespace carom {

/// States and what is known of them.
struct SmallGroupState {
  static constexpr std::size_t most_links = SmallTree::most_links;
  static constexpr std::size_t most_contacts = SmallTree::most_contacts;

  SmallTree tree;
  Abreast base_position[2];
  Abreast e[most_links][2];  ///< the links' unit vectors
  Abreast velocities[most_links + 2];

  Which usable = 0;                              ///< after `place`
  Abreast w[4 * most_contacts * most_contacts];  ///< W of all contacts, row-major, 2c × 2c
  Abreast v[2 * most_contacts];                  ///< v⁻
  Abreast gap[most_contacts];                    ///< m
  Abreast energy, speed;                         ///< J; m/s
  /// What else `place` leaves for `strike`.
  struct alignas(Abreast) {
    std::byte bytes[128 * sizeof(Abreast)];
  } rest;

  Abreast impulse[2 * most_contacts];  ///< (t, n)
  Abreast after[most_links + 2];       ///< q̇⁺
  Abreast energy_after;
};

/// The passes for so many links and contacts, compiled for a processor.
struct SmallGroupPasses {
  using Pass = void (*)(SmallGroupState& group);
  Pass place[SmallTree::most_contacts][SmallTree::most_links];
  Pass strike[SmallTree::most_contacts][SmallTree::most_links];
};
extern const SmallGroupPasses small_group_avx2, small_group_avx512;

class SmallGroup {
 public:
  SmallGroup() = default;
  explicit SmallGroup(const Tree& tree);

  /// Whether the mechanism is one for this route, and the machine has it.
  bool suits() const { return place_ != nullptr; }
  std::size_t contacts() const { return static_cast<std::size_t>(state_.tree.contacts); }
  std::size_t freedom() const {
    return static_cast<std::size_t>(state_.tree.links + (state_.tree.free ? 2 : 0));
  }

  /// Takes state `at` of those abreast: q and q̇ of `freedom()` numbers.
  void take(std::size_t at, const double* positions, const double* velocities);

  /// Everything up to W and v⁻ of all contacts; of which states. The others, where a pivot is small
  /// or something is not finite, must go another route.
  Which place() {
    place_(state_);
    return state_.usable;
  }
  /// Velocities after the impulses `impulses()`, from those placed, and the energy then.
  void strike() { strike_(state_); }
  Abreast* impulses() { return state_.impulse; }
  const SmallGroupState& state() const { return state_; }

 private:
  SmallGroupPasses::Pass place_ = nullptr, strike_ = nullptr;
  SmallGroupState state_;
};

}  // namespace carom
