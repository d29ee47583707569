#pragma once

/// laws/rigid/determinacy.hpp
///
/// Which forces (or impulses) the rigid model leaves open. With the modes given, each contact's
/// force is a sum of edges of its cone with shares x ≥ 0,
///
///     cone   (sticks)             F = x₁(μ, 1) + x₂(−μ, 1)
///     edge   (slides, or smooth)  F = x(∓μ, 1), or x(0, 1)
///     none   (apart, leaves)      F = 0
///
/// F = B x, and all x ≥ 0 with the same rates W B x are as good as the x at hand. They differ by z
/// with zᵀQz = 0, Q = BᵀWB (+ 1 in the block of a contact whose F_n is given: its shares keep their
/// sum). A component of F is open if some such z changes it and x + z ≥ 0 for a small z: where x is
/// above zero z may have either sign, where it is zero z must not be negative. So
///
///     1   eliminate the edges with x > 0 from Q; what is left, Q', is positive semidefinite
///     2   an edge with x = 0 can carry if some y ≥ 0 on such edges, with its own y = 1, has
///         yᵀQ'y = 0: a linear complementarity problem each, solved by Lemke's path
///     3   go on eliminating those; the edges that give no pivot span the null space, and a row of
///     B
///         that is not zero there after the elimination is open
///
/// W regular: nothing is open. B z of those edges are the directions in which F can change, and
/// what follows from F linearly (a joint's impulse, a drive's couple) is open where one of them
/// changes it.

#include <cstdint>
#include <span>
#include <vector>

#include "numerics/complementarity.hpp"

namespace carom {

enum class Carries : std::uint8_t { none, edge, cone };

/// What a contact's force may be, in the mode that it has.
struct CarryingContact {
  Carries carries = Carries::none;
  double slope = 0;     ///< edge: F_t/F_n
  double friction = 0;  ///< cone: μ > 0
  bool given = false;   ///< F_n is prescribed
};

/// Of a contact that is pressed, or could be: its force is on the edge against its slip (or
/// smooth), or anywhere in its cone where it does not move. `slip` is the sign of what it does or
/// begins.
CarryingContact carrying(double friction, int slip);

/// With more contacts laws do not look for what is open beyond what their search for modes meets.
inline constexpr int determinacy_limit = 64;

/// Memory for problems up to a size. Only `reserve` allocates.
struct DeterminacyScratch {
  std::vector<double> unit, quadratic, rows, share;
  std::vector<int> contact;
  std::vector<std::uint8_t> state;
  std::vector<CarryingContact> carrying;
  std::vector<double> small, offset, cover, solution;
  std::vector<int> idle;
  int edges = 0;  ///< of the problem solved last
  PivotingWorkspace pivoting;
  void reserve(int contacts);
};

/// Whether W (2c × 2c) is regular, so that forces are what rates ask for.
bool regular_inertia(int count, const double* inertia, DeterminacyScratch& scratch);

/// Sets open[2i], open[2i+1] to 1 where the tangential, the normal force of contact i is open (and
/// leaves them else); true if any is. `force` are F, in any unit; W in those that go with it.
bool find_open(int count, const double* inertia, const CarryingContact* contacts,
               const double* force, std::uint8_t* open, DeterminacyScratch& scratch);

/// What changes by less than this share of the largest component of a direction is determined.
inline constexpr double unchanged = 1e-6;

/// After `find_open`: adds the directions in which all F may change together, 2c numbers each, in
/// the unit of F and with a largest component of one.
void add_open_directions(int count, const DeterminacyScratch& scratch,
                         std::vector<double>& directions);

/// Rows that are known to be open and that no direction changes are directions of their own.
void cover_open(std::span<const std::uint8_t> open, std::vector<double>& directions);

}  // namespace carom
