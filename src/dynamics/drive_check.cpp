#include "dynamics/drive_check.hpp"

#include <algorithm>
#include <cmath>

namespace carom {

int drive_with_another_angle(const Tree& tree, std::span<const double> positions, double time) {
  const auto off = std::ranges::find_if(tree.drives, [&](const TreeDrive& drive) {
    return !(std::abs(driven(tree, drive, positions) - prescribed(drive, time)[0]) <=
             drive_tolerance);
  });
  return off == tree.drives.end() ? -1 : static_cast<int>(off - tree.drives.begin());
}

bool drives_kept(const Tree& tree, const State& state) {
  if (drive_with_another_angle(tree, state.positions, state.time) >= 0) return false;
  return std::ranges::all_of(tree.drives, [&](const TreeDrive& drive) {
    const double wanted = prescribed(drive, state.time)[1];
    const double rate = driven(tree, drive, std::span<const double>(state.velocities));
    return std::abs(rate - wanted) <= drive_tolerance * std::max(1.0, std::abs(wanted));
  });
}

}  // namespace carom
