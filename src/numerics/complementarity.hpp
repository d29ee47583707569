#pragma once

/// numerics/complementarity.hpp
///
/// The linear complementarity problem
///
///     w = M z + q,    w ≥ 0,  z ≥ 0,  w·z = 0
///
/// by Lemke's pivoting: the artificial column d z₀ (d > 0) makes w = q + d z₀ feasible; pairs are
/// exchanged along the almost-complementary path until z₀ leaves the basis (solved) or a ray is
/// met. Ties are broken lexicographically, so the path cannot cycle. A ray proves that there is no
/// solution only for some classes of M (copositive plus, for one); for others it only says that
/// this path found none.
///
/// Source: C. E. Lemke, Management Science 11 (1965) 681; Cottle, Pang & Stone, The Linear
/// Complementarity Problem (1992), section 4.4.

#include <cstdint>
#include <span>
#include <vector>

namespace carom {

enum class PivotingEnd : std::uint8_t { solved, ray, limit };

/// Memory for problems up to a size. Only `reserve` allocates.
struct PivotingWorkspace {
  std::vector<double> tableau;  ///< n rows of 2n + 2: w columns, z columns, z₀, right side
  std::vector<int> basis;       ///< per row: 0 … n−1 is w, n … 2n−1 is z, 2n is z₀

  void reserve(int size);
};

/// Solves for z (n values); `matrix` is n × n row-major, `cover` is d. On `solved`,
/// `workspace.basis` tells which z are basic (see `basic_variables`).
PivotingEnd complementary_solution(int size, std::span<const double> matrix,
                                   std::span<const double> offset, std::span<const double> cover,
                                   std::span<double> z, PivotingWorkspace& workspace);

/// basic[i] = 1 where z_i is in the final basis.
void basic_variables(int size, const PivotingWorkspace& workspace, std::span<std::uint8_t> basic);

}  // namespace carom
