#pragma once

/// maps/symmetry.hpp
///
/// The symmetry that is applied at a section (maps/motion_map.hpp), of plain numbers and of such
/// with slopes.

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "model/tree.hpp"

namespace carom {

/// Why a mechanism does not fit itself.
struct SymmetryFault {
  bool base_stays = false;  ///< the base would move to the chain's other end, and is not free
  int one = 0, other = 0;   ///< else: links (places in Mechanism::links) that do not meet
};

/// Links change places (pairs of places in Mechanism::links), then all is turned back by `turn`,
/// rad. T is double or Sloped; what fits is asked of plain numbers.
template <class T>
std::optional<SymmetryFault> apply_symmetry(const TreeOf<T>& tree,
                                            std::span<const std::pair<int, int>> swap,
                                            const T& turn, std::span<T> positions,
                                            std::span<T> velocities);

}  // namespace carom
