#pragma once

/// particles/uniqueness_matrix.hpp
///
/// When an answer exists and is the only one, from W alone.
///
/// Sliding. Contact i slides with sign s_i, so F_t = −s_i μ_i F_n, and the normal rates are
/// r = g η + G_s F with G_s = W_nn − W_nt diag(s μ). The complementarity problem 0 ≤ r ⊥ F ≥ 0 has
/// exactly one answer for every g if and only if G_s is a P-matrix: every principal minor is
/// positive (Samelson, Thrall & Wesler 1958). Minors are taken with each contact scaled by √W_nn.
///
/// One contact. With k₁ ≥ k₂ the eigenvalues of its 2 × 2 block of W, G_s = W_nn − sμW_nt can be
/// negative only if μ > W_nn/|W_nt| as its surface lies, and for some surface angle only if
///
///     μ > μ_c = 2√(k₁k₂)/(k₁ − k₂)                 a particle at the end of a rod: 2√(1−ρ)/ρ
///
/// Impulses. z with J_nᵀz = 0 (or of normal and tangential rows together) moves nothing: a
/// self-stress. Where there is none, velocities determine impulses.

#include <span>
#include <vector>

namespace carom {

struct SlidingTest {
  std::vector<int> signs;    ///< one a contact: +1, −1; 0 without friction
  bool unique = true;        ///< G_s is a P-matrix
  std::vector<int> failing;  ///< contacts of the first minor that is not positive
  double minor = 0;          ///< it, scaled
};

/// Every combination of sliding directions of `contacts` (indices into W's contacts), at most
/// `limit` of them; empty where there are more.
std::vector<SlidingTest> sliding_tests(int count, std::span<const double> inertia,
                                       std::span<const double> friction,
                                       std::span<const int> contacts, std::size_t limit = 4096);

struct CriticalFriction {
  double here = 0;  ///< W_nn/|W_nt|; ∞ where W_nt = 0
  double any = 0;   ///< μ_c; ∞ where the block is round
  int slip = 0;     ///< sliding in this direction brings it about
};

CriticalFriction critical_friction(int count, std::span<const double> inertia, int contact);

struct NullCombinations {
  int rank = 0;
  int size = 0;
  /// One row a combination, of as many numbers as rows were chosen, the largest 1.
  std::vector<std::vector<double>> combinations;
};

/// Of the rows of W given (2i tangential, 2i + 1 normal).
NullCombinations null_combinations(int count, std::span<const double> inertia,
                                   std::span<const int> rows);

}  // namespace carom
