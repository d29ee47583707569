#pragma once

/// dynamics/state_variables.hpp
///
/// The numbers that a formula of the whole state sees (`state_variables` of model/tree.hpp): t,
/// angle and rate of every link, the base, the gaps of the contacts, displacements of surfaces that
/// yield.

#include <cstddef>
#include <span>
#include <vector>

#include "base/dual.hpp"
#include "dynamics/contact_space.hpp"

namespace carom {

/// The place of the first contact's gap among them.
template <class AnyTree>
std::size_t first_gap(const AnyTree& tree) {
  return 1 + 2 * tree.links.size() + 2 * static_cast<std::size_t>(tree.base_coordinates());
}

template <class AnyTree>
std::size_t count_of_state_numbers(const AnyTree& tree) {
  return first_gap(tree) + tree.contacts.size() + static_cast<std::size_t>(tree.yielding);
}

/// Calls put(number) with each, `gap(contact)` given.
template <class AnyTree, class T, class Gap, class Put>
void for_each_state_number(const AnyTree& tree, std::span<const T> positions,
                           std::span<const T> velocities, const T& t, const Gap& gap,
                           const Put& put) {
  const auto base = static_cast<std::size_t>(tree.base_coordinates());
  put(t);
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    put(positions[base + i]);
    put(velocities[base + i]);
  }
  for (std::size_t i = 0; i < base; ++i) put(positions[i]);
  for (std::size_t i = 0; i < base; ++i) put(velocities[i]);
  for (int i = 0; i < static_cast<int>(tree.contacts.size()); ++i) put(gap(i));
  for (int body = 0; body < tree.yielding; ++body)
    put(positions[static_cast<std::size_t>(tree.surface_coordinate(body))]);
}

/// Their plain values.
template <class AnyTree, class T, class Gap>
void find_state_numbers(const AnyTree& tree, std::span<const T> positions,
                        std::span<const T> velocities, const T& t, const Gap& gap,
                        std::vector<double>& numbers) {
  numbers.clear();
  for_each_state_number(tree, positions, velocities, t, gap,
                        [&](const auto& number) { numbers.push_back(plain(number)); });
}

/// Owns its memory. One a thread.
class StateVariables {
 public:
  explicit StateVariables(const Tree& tree);

  /// Gaps are zero unless a formula that is served names one.
  std::span<const double> at(const Tree& tree, std::span<const double> positions,
                             std::span<const double> velocities, double t);
  /// From now on gaps are found, if this formula names one.
  void serve(const Expression& formula);

 private:
  std::size_t first_gap_, contacts_;
  bool gaps_ = false;
  ContactSpace<double> space_;
  std::vector<double> numbers_;
};

}  // namespace carom
