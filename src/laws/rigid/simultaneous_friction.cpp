#include "laws/rigid/simultaneous_friction.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace carom::springs {
namespace {

/// A pivot below this share of its diagonal entry: the component depends on those before it.
constexpr double dependence = 1e-10;

void find_gradient(const BoxProblem& p, const double* x, double* gradient) {
  for (int i = 0; i < p.size; ++i) {
    double sum = p.offset[i];
    for (int j = 0; j < p.size; ++j) sum += p.matrix[i * p.size + j] * x[j];
    gradient[i] = sum;
  }
}

/// Gauss–Jordan on the rows and columns `scratch.pivot` of A, which is copied to scratch.matrix,
/// with scratch.direction as the right side: those of lower rank first, by the largest pivots of
/// their own diagonals. Returns how many gave one; those come first in scratch.pivot.
std::size_t eliminate(int n, const double* matrix, const int* rank, BoxScratch& s) {
  std::vector<int>& open = s.pivot;
  for (const int i : open)
    for (const int j : open) s.matrix[i * n + j] = matrix[i * n + j];
  std::size_t done = 0;
  for (; done < open.size(); ++done) {
    std::size_t best = done;
    double largest = 0;
    for (std::size_t k = done; k < open.size(); ++k) {
      const int i = open[k];
      const double share = s.matrix[i * n + i] / matrix[i * n + i];
      if (!(share > dependence)) continue;
      const bool earlier = rank != nullptr && largest > 0 && rank[i] < rank[open[best]];
      const bool later = rank != nullptr && largest > 0 && rank[i] > rank[open[best]];
      if (earlier || (!later && share > largest * (1 + 1e-9))) {
        largest = share;
        best = k;
      }
    }
    if (largest == 0) break;
    std::swap(open[done], open[best]);
    const int r = open[done];
    const double inverse = 1 / s.matrix[r * n + r];
    for (const int i : open) {
      if (i == r) continue;
      const double factor = s.matrix[i * n + r] * inverse;
      if (factor == 0) continue;
      for (std::size_t k = done; k < open.size(); ++k)
        s.matrix[i * n + open[k]] -= factor * s.matrix[r * n + open[k]];
      s.direction[i] -= factor * s.direction[r];
    }
  }
  return done;
}

/// The step d with A_BB d = −g_B on the components inside; 0 where one depends on others.
void find_direction(const BoxProblem& p, const Side* side, BoxScratch& s) {
  const int n = p.size;
  std::vector<int>& open = s.pivot;
  open.clear();
  for (int i = 0; i < n; ++i) {
    s.direction[i] = side[i] == Side::inside ? -s.gradient[i] : 0;
    if (side[i] == Side::inside) open.push_back(i);
  }
  if (open.size() == 1) {
    s.direction[open[0]] /= p.matrix[open[0] * (n + 1)];
    return;
  }
  const std::size_t done = eliminate(n, p.matrix, nullptr, s);
  for (std::size_t k = 0; k < open.size(); ++k) {
    double& d = s.direction[open[k]];
    d = k < done ? d / s.matrix[open[k] * (n + 1)] : 0;
  }
}

}  // namespace

void BoxScratch::reserve(int size) {
  const auto n = static_cast<std::size_t>(size);
  matrix.resize(n * n);
  gradient.resize(n);
  direction.resize(n);
  pivot.reserve(n);
}

bool least_in_box(const BoxProblem& p, double* x, Side* side, BoxScratch& s) {
  const int n = p.size;
  const int limit = 20 + 10 * n;
  for (int iteration = 0; iteration < limit; ++iteration) {
    find_gradient(p, x, s.gradient.data());
    find_direction(p, side, s);
    double length = 1;
    int meets = -1;
    for (int i = 0; i < n; ++i) {
      const double d = s.direction[i];
      if (d == 0) continue;
      const double room = d > 0 ? p.high[i] - x[i] : p.low[i] - x[i];
      if (room / d >= length) continue;
      length = std::max(room / d, 0.0);
      meets = i;
    }
    for (int i = 0; i < n; ++i) x[i] += length * s.direction[i];
    if (meets >= 0) {
      side[meets] = s.direction[meets] > 0 ? Side::high : Side::low;
      x[meets] = s.direction[meets] > 0 ? p.high[meets] : p.low[meets];
      continue;
    }
    find_gradient(p, x, s.gradient.data());
    int worst = -1;
    double most = 0;
    for (int i = 0; i < n; ++i) {
      if (side[i] == Side::inside) continue;
      // An empty box: nothing to let go of.
      if (!(p.high[i] > p.low[i])) continue;
      const double inward = side[i] == Side::high ? s.gradient[i] : -s.gradient[i];
      if (inward > p.zero[i] && inward > most) {
        most = inward;
        worst = i;
      }
    }
    if (worst < 0) return true;
    side[worst] = Side::inside;
  }
  return false;
}

void find_dependent(int size, const double* matrix, const int* rank, std::uint8_t* dependent,
                    BoxScratch& s) {
  s.pivot.clear();
  for (int i = 0; i < size; ++i) {
    s.pivot.push_back(i);
    s.direction[i] = 0;
    dependent[i] = 1;
  }
  const std::size_t done = eliminate(size, matrix, rank, s);
  for (std::size_t k = 0; k < done; ++k) dependent[s.pivot[k]] = 0;
}

}  // namespace carom::springs
