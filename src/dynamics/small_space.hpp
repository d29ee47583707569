#pragma once

/// dynamics/small_space.hpp
///
/// A mechanism of a few links seen from its contacts (small_tree.hpp, small_passes.hpp): the state
/// of whichever of the templates fits it, behind functions that do not depend on which. It is one
/// of the routes of ContactSpace, which says where it is gone.

#include <array>
#include <span>
#include <utility>
#include <variant>

#include "dynamics/small_passes.hpp"

namespace carom {

class SmallSpace {
 public:
  SmallSpace() = default;
  explicit SmallSpace(const Tree& tree);

  /// Whether the mechanism is one for this route.
  bool suits() const { return tree_.links > 0; }

  /// Everything up to W and v⁻ of all contacts. False where a pivot is small or something is not
  /// finite: then another route must be gone.
  bool place(const double* positions, const double* velocities) {
    return place_(*this, positions, velocities);
  }

  /// What all contacts see there.
  const SmallContacts& seen() const { return seen_; }
  std::size_t contacts() const { return static_cast<std::size_t>(tree_.contacts); }

  /// W (row-major) of the contacts `set`, in rising order: a part of seen().w.
  void inertia(std::span<const int> set, std::span<double> w) const;

  /// Generalized velocities after impulses (t, n) at the contacts `set`, from those given to
  /// `place`; returns the kinetic energy after.
  double strike(std::span<const int> set, std::span<const double> impulse, double* after) {
    impulse_ = {};
    for (std::size_t k = 0; k < set.size(); ++k) impulse_[set[k]] = both(impulse.data() + 2 * k);
    return strike_(*this, after);
  }

  /// The velocity of any contact after the last `strike`, m/s.
  double velocity_after(int contact, int axis) const;

 private:
  using State =
      std::variant<SmallState<1, 1>, SmallState<2, 1>, SmallState<3, 1>, SmallState<4, 1>,
                   SmallState<5, 1>, SmallState<6, 1>, SmallState<1, 2>, SmallState<2, 2>,
                   SmallState<3, 2>, SmallState<4, 2>, SmallState<5, 2>, SmallState<6, 2>>;

  template <int N, int C>
  struct Sized;
  template <std::size_t... I>
  void choose(std::size_t index, std::index_sequence<I...> alternatives);

  bool (*place_)(SmallSpace& space, const double* positions, const double* velocities) = nullptr;
  double (*strike_)(SmallSpace& space, double* after) = nullptr;
  SmallTree tree_;
  SmallContacts seen_{};
  State state_;
  std::array<Both, SmallTree::most_contacts> impulse_{};  ///< of the last `strike`
};

}  // namespace carom
