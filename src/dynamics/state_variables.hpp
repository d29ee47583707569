#pragma once

/// dynamics/state_variables.hpp
///
/// The numbers that a formula of the whole state sees (`state_variables` of model/tree.hpp): t,
/// angle and rate of every link, the base, the gaps of the contacts, displacements of surfaces that
/// yield.

#include <span>
#include <vector>

#include "base/dual.hpp"
#include "dynamics/contact_space.hpp"

namespace carom {

/// The numbers themselves, `gap(contact)` given.
template <class AnyTree, class T, class Gap>
void find_state_numbers(const AnyTree& tree, std::span<const T> positions,
                        std::span<const T> velocities, const T& t, const Gap& gap,
                        std::vector<double>& numbers) {
  const auto base = static_cast<std::size_t>(tree.base_coordinates());
  numbers.clear();
  numbers.push_back(plain(t));
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    numbers.push_back(plain(positions[base + i]));
    numbers.push_back(plain(velocities[base + i]));
  }
  for (std::size_t i = 0; i < base; ++i) numbers.push_back(plain(positions[i]));
  for (std::size_t i = 0; i < base; ++i) numbers.push_back(plain(velocities[i]));
  for (int i = 0; i < static_cast<int>(tree.contacts.size()); ++i) numbers.push_back(gap(i));
  for (int body = 0; body < tree.yielding; ++body)
    numbers.push_back(plain(positions[static_cast<std::size_t>(tree.surface_coordinate(body))]));
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
