#pragma once

/// laws/rigid/simultaneous_friction.hpp
///
/// Friction with normal forces given: the least of
///
///     ½xᵀAx + q·x    over    lo ≤ x ≤ hi,
///
/// A symmetric, positive semidefinite. With A = W_tt, q the tangential accelerations without x, and
/// hi = −lo = μF_n its conditions are Coulomb's: the gradient g = Ax + q is the acceleration, zero
/// inside, ≤ 0 at hi and ≥ 0 at lo.
///
/// By a primal active-set method: minimise over the components that are inside, stop at the first
/// bound met, let go of the bound whose gradient points inward most. The function falls with every
/// step, so that it ends. q lies in the range of A (both come from one inertia), therefore a
/// singular block of A has no direction of descent: components that depend on others are left where
/// they are, and g is unique all the same.

#include <cstdint>
#include <vector>

namespace carom::springs {

struct BoxScratch {
  std::vector<double> matrix, gradient, direction;  // factor; g; step
  std::vector<int> pivot;

  void reserve(int size);
};

struct BoxProblem {
  int size = 0;
  const double* matrix = nullptr;  ///< A, size × size
  const double* offset = nullptr;  ///< q
  const double* low = nullptr;
  const double* high = nullptr;
  const double* zero = nullptr;  ///< gradients below this are rounding, one a component
};

/// Where a component ended.
enum class Side : std::int8_t { low = -1, inside = 0, high = 1 };

/// `x` and `side` are given as the start: x within its bounds, at the bound that `side` names.
/// Answers with x, side and the gradient (in scratch.gradient). False when it did not end
/// (rounding).
bool least_in_box(const BoxProblem& problem, double* x, Side* side, BoxScratch& scratch);

/// dependent[i] = 1 where row i of A (size × size) is a sum of others that have 0 and no higher
/// rank.
void find_dependent(int size, const double* matrix, const int* rank, std::uint8_t* dependent,
                    BoxScratch& scratch);

}  // namespace carom::springs
