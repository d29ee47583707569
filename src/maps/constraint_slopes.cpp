#include "maps/constraint_slopes.hpp"

#include <algorithm>

#include "dynamics/state_variables.hpp"
#include "model/sloped_tree.hpp"
#include "motion/lanes.hpp"

namespace carom {

ConstraintSlopes::ConstraintSlopes(const Tree& tree)
    : freedom_(static_cast<std::size_t>(tree.degrees_of_freedom())),
      plain_(without_slopes(tree)),
      pose_(plain_),
      motion_(plain_),
      frames_(tree.contacts.size()) {}

void ConstraintSlopes::place_at(const SlopedTree& tree, std::span<const Sloped> all) {
  time_ = all[0];
  positions_.assign(all.begin() + 1, all.begin() + 1 + static_cast<std::ptrdiff_t>(freedom_));
  velocities_.assign(all.begin() + 1 + static_cast<std::ptrdiff_t>(freedom_), all.end());
  const std::span<const Sloped> positions(positions_), velocities(velocities_);
  place(tree, positions, pose_);
  move(tree, pose_, velocities, motion_);
  frame_contacts(tree, pose_, positions, time_, std::span(frames_));
  numbers_.clear();
  for_each_state_number(
      tree, positions, velocities, time_,
      [&](int contact) { return frames_[static_cast<std::size_t>(contact)].gap; },
      [&](const Sloped& number) { numbers_.push_back(number); });
}

template <class Formula>
Sloped ConstraintSlopes::row(const SlopedTree& tree, const Formula& formula,
                             const SectionRow& which) {
  const auto& [contact, what] = which;
  if (contact < 0) return formula(std::span<const Sloped>(numbers_));
  const ContactFrame<Sloped>& frame = frames_[static_cast<std::size_t>(contact)];
  if (what == 2) return frame.gap;
  return contact_velocity(tree, contact, frame, motion_, std::span<const Sloped>(velocities_),
                          time_)[static_cast<std::size_t>(what)];
}

Eigen::MatrixXd ConstraintSlopes::by_state(const Expression& formula,
                                           std::span<const SectionRow> rows,
                                           std::span<const double> all) {
  Eigen::MatrixXd j(static_cast<int>(rows.size()), static_cast<int>(all.size()));
  const SlopedFormula plainly{formula, {}};
  std::vector<Sloped> moved(all.begin(), all.end());
  for (std::size_t first = 0; first < all.size(); first += lane_count) {
    const std::size_t lanes = std::min(lane_count, all.size() - first);
    for (std::size_t l = 0; l < lanes; ++l) moved[first + l].slope[l] = 1;
    place_at(plain_, moved);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const Sloped value = row(plain_, plainly, rows[r]);
      for (std::size_t l = 0; l < lanes; ++l)
        j(static_cast<int>(r), static_cast<int>(first + l)) = value.slope[l];
    }
    for (std::size_t l = 0; l < lanes; ++l) moved[first + l].slope[l] = 0;
  }
  return j;
}

Eigen::VectorXd ConstraintSlopes::by_parameter(const ParameterSlopes& parameter,
                                               std::span<const SectionRow> rows,
                                               std::span<const double> all) {
  const std::vector<Sloped> still(all.begin(), all.end());
  place_at(parameter.tree, still);
  Eigen::VectorXd slopes(static_cast<int>(rows.size()));
  for (std::size_t r = 0; r < rows.size(); ++r)
    slopes[static_cast<int>(r)] = row(parameter.tree, parameter.section, rows[r]).slope[0];
  return slopes;
}

}  // namespace carom
