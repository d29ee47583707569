#pragma once

/// motion/small_flow.hpp
///
/// ẏ of a collision of contacts that yield, for a few links that fly free: the fast path beside
/// Flow's, within steps. In the terms of dynamics/small_tree.hpp, with V the velocity of the mass
/// centre, f the contacts' forces (t, n), x their directions,
///
///     m V̇ = m g + Σ x f,     M ω̇ + Σ_k (∂M_jk/∂θ_k) ω_k² = Jᵀf
///     v̇ = V̇ + J ω̇ + (∂J/∂θ) ω²
///
/// Forces are those of the contacts' laws and of sliding; one that sticks has the tangential force
/// that keeps its v̇_t = 0: with M = L D Lᵀ and one column M⁻¹J_tᵀ each, two at most.
///
/// For gravity and contacts alone: nothing rigid is pressed, no springs, torques, forces, drives,
/// springs along surfaces and locked contacts. Where a pivot is small the plain way must be gone.

#include <array>
#include <span>

#include "dynamics/small_tree.hpp"

namespace carom {

struct Yielding;  // motion/flow.hpp

/// What else is seen of a state there.
struct SmallFlowSeen {
  std::array<Both, SmallTree::most_contacts> velocity{};      ///< (t, n), m/s
  std::array<Both, SmallTree::most_contacts> acceleration{};  ///< (t, n), m/s²
  std::array<Both, SmallTree::most_contacts> force{};         ///< (t, n), N
  double speed = 0;                                           ///< m/s; as Flow::speed
};

class SmallFlow {
 public:
  explicit SmallFlow(const Tree& tree);

  /// Whether the mechanism is one for it.
  bool suits() const { return small_.links > 0; }

  /// ẏ at y, laid out as Flow's (2n positions and velocities, gaps, `ledger` energies that do not
  /// change, `numbers` a contact that yields), and what is seen there, if anybody looks. False: the
  /// plain way must be gone.
  bool follow(const Tree& tree, std::span<const Yielding> yielding, std::span<const double> y,
              std::span<double> slope, std::size_t ledger, std::size_t numbers,
              SmallFlowSeen* seen) const {
    return method_(small_, tree, yielding, y, slope, ledger, numbers, seen);
  }

 private:
  using Method = bool (*)(const SmallTree&, const Tree&, std::span<const Yielding>,
                          std::span<const double>, std::span<double>, std::size_t, std::size_t,
                          SmallFlowSeen*);
  SmallTree small_;
  Method method_ = nullptr;  ///< for so many links and contacts
};

}  // namespace carom
