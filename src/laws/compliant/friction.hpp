#pragma once

/// laws/compliant/friction.hpp
///
/// Friction at contacts that yield. Their normal forces F are known from their laws; with
/// v̇ = b + W f at all of them,
///
///     slides±   f_t = ∓μ F                as long as ±v_t > 0
///     sticks    v̇_t = 0                   as long as |f_t| ≤ μ_s F
///     locked    v̇_n = 0: the normal force itself is what keeps it so (a bimodal law with e = 0)
///     sprung    where it sticks, f_t is what its spring has (tangential.hpp): known, as F is
///
/// Contacts whose slips are zero in one instant are decided together: all of them stick; those that
/// friction cannot hold then slide, all at once, against the friction they lack; and so on.
/// Deciding one end of a symmetric chain while the other still slides would turn its slip round for
/// nothing. Where that ends in a slip against its own acceleration, all combinations are tried,
/// those with most that stick first.

#include <cstdint>
#include <span>
#include <vector>

#include "carom/impact.hpp"

namespace carom {

/// One of those contacts.
struct RubbingContact {
  Mode mode = Mode::apart;  ///< apart: no force
  bool locked = false;      ///< its normal force is to be found
  bool sprung = false;      ///< it yields along its surface
  double spring = 0;        ///< N; f_t of one that is sprung and sticks
  double friction = 0;      ///< μ
  double static_friction = 0;
  bool undecided = false;  ///< its slip is zero: its mode is to be found
  bool gives_way = false;  ///< undecided, and friction has come to its end: it slides
};

class CompliantFriction {
 public:
  void reserve(std::size_t count);

  /// The forces (t, n) with these modes; normal ones that are known are given in `force`. W is
  /// row-major, b may be empty: zeros.
  void find(std::span<const RubbingContact> contacts, std::span<const double> inertia,
            std::span<const double> rates, std::span<double> force);

  /// Modes of the contacts that are undecided, and the forces with them. False where no combination
  /// is consistent: modes are then those that the first way ended with.
  bool decide(std::span<RubbingContact> contacts, std::span<const double> inertia,
              std::span<const double> rates, std::span<double> force);

 private:
  double rate(std::size_t row, std::span<const double> inertia, std::span<const double> rates,
              std::span<const double> force, double& size) const;
  bool consistent(std::span<const RubbingContact> contacts, std::span<const double> inertia,
                  std::span<const double> rates, std::span<const double> force) const;
  bool enumerate(std::span<RubbingContact> contacts, std::span<const double> inertia,
                 std::span<const double> rates, std::span<double> force);

  std::vector<int> rows_;
  std::vector<double> matrix_, right_, given_;
  std::vector<std::uint8_t> gives_way_;
  std::vector<Mode> tried_;
};

}  // namespace carom
