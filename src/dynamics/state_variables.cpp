#include "dynamics/state_variables.hpp"

#include <algorithm>

namespace carom {

StateVariables::StateVariables(const Tree& tree)
    : first_gap_(first_gap(tree)),
      contacts_(tree.contacts.size()),
      space_(tree, ContactSpace<double>::Small::refused) {
  numbers_.reserve(count_of_state_numbers(tree));
}

void StateVariables::serve(const Expression& formula) {
  gaps_ = gaps_ || std::ranges::any_of(formula.variables_used(), [&](int i) {
            const auto place = static_cast<std::size_t>(i);
            return place >= first_gap_ && place < first_gap_ + contacts_;
          });
}

std::span<const double> StateVariables::at(const Tree& tree, std::span<const double> positions,
                                           std::span<const double> velocities, double t) {
  if (gaps_) space_.place_links(tree, positions, velocities, t);
  find_state_numbers(
      tree, positions, velocities, t, [&](int i) { return gaps_ ? space_.gap(i) : 0.0; }, numbers_);
  return numbers_;
}

}  // namespace carom
