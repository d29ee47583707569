#pragma once

/// sweeps/boundary_search.hpp
///
/// Where labels change between two neighbouring points of a grid. The interval is halved as long as
/// the labels at its ends differ and it is wider than the tolerance; each half is looked at in the
/// same way, so that several changes in one cell are found, whatever kinds they are. Changes that
/// undo each other between two points of the grid, so that both ends have the same labels, are not
/// seen: a finer grid shows them.

#include <functional>
#include <span>
#include <vector>

#include "sweeps/sweep_task.hpp"

namespace carom {

/// One label's change; places are fractions of the cell.
struct LabelChange {
  double low = 0;   ///< it changes above this
  double high = 1;  ///< and below this
  std::size_t watch = 0;
  int from = nothing;
  int to = nothing;
};

class BoundarySearch {
 public:
  /// `labels_at(fraction, labels)` solves within the cell.
  using LabelsAt = std::function<void(double fraction, std::span<int> labels)>;

  explicit BoundarySearch(std::size_t watches) : watches_(watches) {}

  /// Changes between 0 and 1, rising; those of one place in the order of the watches.
  std::span<const LabelChange> changes(std::span<const int> at_0, std::span<const int> at_1,
                                       double tolerance, const LabelsAt& labels_at);

 private:
  void search(double low, double high, std::span<const int> at_low, std::span<const int> at_high,
              std::size_t depth);

  std::size_t watches_;
  double tolerance_ = 0;
  const LabelsAt* labels_at_ = nullptr;
  std::vector<std::vector<int>> middles_;  // by depth
  std::vector<LabelChange> found_;
};

/// The changes of a cell as boundaries. A label that is nothing is an empty text.
/// `value_at` gives the refined parameter at a fraction of the cell. See data/boundaries.hpp for
/// how they are listed.
std::vector<Boundary> boundaries_of(std::span<const LabelChange> changes,
                                    std::span<const Watch> watches, const NumberedTexts& texts,
                                    const std::string& parameter, std::int64_t point,
                                    const std::function<double(double)>& value_at);

}  // namespace carom
