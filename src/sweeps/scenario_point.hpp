#pragma once

/// sweeps/scenario_point.hpp
///
/// A scenario that follows the points of a grid. Formulas that do not depend on a swept parameter
/// are left alone; of the mechanism only what they touch is compiled anew, as their keys' homes say
/// (keys/key.hpp): nothing for the state and for options of verbs, a contact's numbers for friction
/// and laws, else the whole tree.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "carom/model.hpp"
#include "data/scenario.hpp"
#include "data/sweep_report.hpp"
#include "model/tree.hpp"

namespace carom {

class ScenarioPoint {
 public:
  /// `swept`: the parameters' names, in the order of the values given to `move_to`.
  ScenarioPoint(const Scenario& scenario, const Tree& tree, std::span<const std::string> swept);

  /// Allocates only where the tree must be compiled anew or angles be closed. What it returns:
  /// `solved` (so far), or `not_finite`, `out_of_range`, `not_closed`; then only `move_to` may
  /// follow.
  PointStatus move_to(std::span<const double> swept);

  const Scenario& scenario() const { return *scenario_; }
  const Tree& tree() const { return tree_; }
  /// Whether points have trees of their own, so that memory laid out for one is not for the next.
  bool recompiles() const { return recompiles_; }
  /// Whether points differ in the mechanism, not only in the state.
  bool changes_mechanism() const { return recompiles_ || !coefficients_.empty(); }
  /// How often the tree was compiled so far.
  long compilations() const { return compilations_; }

 private:
  struct Followed {
    const Expression* expression;
    double scale;
    double* target;
  };
  bool follow_parameters(std::span<const double> swept);
  PointStatus follow_mechanism();

  // The scenario stays where it is: `bound_` points into it.
  std::unique_ptr<Scenario> scenario_;
  Tree tree_;
  std::vector<int> swept_;  // their places among the parameters
  std::vector<double> values_;
  std::vector<DependentParameter> dependent_;  // that depend on swept ones
  std::vector<Followed> bound_;
  std::vector<double> guess_;              // the positions from which [close] starts at every point
  std::vector<std::size_t> coefficients_;  // contacts whose numbers for friction or laws follow
  bool settles_ = false;                   // a start in the mechanism follows
  bool recompiles_ = false;
  long compilations_ = 0;
};

}  // namespace carom
