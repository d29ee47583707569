#include <algorithm>

#include "laws/rigid/uniqueness.hpp"

namespace carom {
namespace {

/// The share of A's diagonal by which pivots must be positive.
constexpr double pivot_margin = 1e-3;

/// The part of M that is left, of contacts first … count − 1, once earlier ones have been taken in
/// or left out. Columns stay (t, n): μξ is added where a column is used.
struct Remainder {
  const UniquenessProblem& problem;
  double* matrix;  ///< side × side
  int first;

  int side() const { return 2 * (problem.count - first); }
  double friction() const { return problem.friction[first]; }
  double least(int a) const {
    const int r = 2 * first + a;
    return pivot_margin * problem.inertia[r * 2 * problem.count + r];
  }
};

bool minors_positive(const Remainder& whole);

/// The contacts after the first, with the first one's row a and column (t, n)·weight eliminated.
bool rest_positive(const Remainder& whole, int a, double tangential, double normal, double pivot) {
  const int side = whole.side();
  const int left = side - 2;
  const Remainder rest{whole.problem, whole.matrix + side * side, whole.first + 1};
  const double* const row = whole.matrix + a * side;
  for (int r = 0; r < left; ++r) {
    const double* const from = whole.matrix + (r + 2) * side;
    const double factor = (tangential * from[0] + normal * from[1]) / pivot;
    for (int s = 0; s < left; ++s) rest.matrix[r * left + s] = from[s + 2] - factor * row[s + 2];
  }
  return minors_positive(rest);
}

/// The same with both of its rows.
bool rest_positive_beside_sticking(const Remainder& whole, double determinant) {
  const int side = whole.side();
  const int left = side - 2;
  const Remainder rest{whole.problem, whole.matrix + side * side, whole.first + 1};
  const double* const t = whole.matrix;
  const double* const n = whole.matrix + side;
  for (int r = 0; r < left; ++r) {
    const double* const from = whole.matrix + (r + 2) * side;
    const double along_t = (from[0] * n[1] - from[1] * n[0]) / determinant;
    const double along_n = (from[1] * t[0] - from[0] * t[1]) / determinant;
    for (int s = 0; s < left; ++s)
      rest.matrix[r * left + s] = from[s + 2] - along_t * t[s + 2] - along_n * n[s + 2];
  }
  return minors_positive(rest);
}

/// Every minor that takes in none, some or all of the first contact's rows.
bool minors_positive(const Remainder& whole) {
  if (whole.side() == 0) return true;
  const int side = whole.side();
  const double* const t = whole.matrix;
  const double* const n = whole.matrix + side;
  if (!rest_positive(whole, 0, 0, 0, 1)) return false;
  if (whole.problem.inert[whole.first]) return true;
  const double friction = whole.friction();
  for (const double slope : {friction, -friction}) {
    const double pivot = n[1] + slope * n[0];
    if (!(pivot > whole.least(1)) || !rest_positive(whole, 1, slope, 1, pivot)) return false;
    if (friction == 0) return true;
  }
  const double determinant = t[0] * n[1] - t[1] * n[0];
  return t[0] > whole.least(0) && determinant > t[0] * whole.least(1) &&
         rest_positive(whole, 0, 1, 0, t[0]) && rest_positive_beside_sticking(whole, determinant);
}

}  // namespace

bool unique_by_minors(const UniquenessProblem& problem, UniquenessScratch& scratch) {
  if (problem.count > minors_limit) return false;
  const int width = 2 * problem.count;
  std::copy(problem.inertia, problem.inertia + width * width, scratch.minors.begin());
  return minors_positive({problem, scratch.minors.data(), 0});
}

}  // namespace carom
