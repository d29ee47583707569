#pragma once

/// motion/contact_forces.hpp
///
/// The forces at contacts that last. With the contacts of a set pressed, v̇ = b + W λ at them; λ
/// follows from what each does:
///
///     sticks    v̇_t = 0, v̇_n = 0
///     slides    v̇_n = 0, λ_t = ∓μλ_n
///     held      as if it stuck, together with others (two feet of a rigid body): they share

#include <span>
#include <vector>

#include "carom/impact.hpp"
#include "model/tree.hpp"
#include "motion/scaled_modes.hpp"

namespace carom {

/// What a contact does between two events.
struct Regime {
  Mode mode = Mode::apart;
  /// A sliding mode with v_t = 0 that other contacts hold there (as two feet of a rigid body).
  bool held = false;
  bool pressed() const { return mode != Mode::apart && mode != Mode::separates; }
  /// Pressed, or on its surface without a force.
  bool closed() const { return mode != Mode::apart; }
  bool fixed() const { return mode == Mode::sticks || held; }
  friend bool operator==(const Regime&, const Regime&) = default;
};

class ContactForces {
 public:
  explicit ContactForces(const Tree& tree);

  /// λ (t, n) of the contacts `set`, from their W and b; false where there are none. Regimes are
  /// those of all contacts.
  bool find(std::span<const int> set, std::span<const Regime> regimes,
            std::span<const double> inertia, std::span<const double> rates,
            std::span<double> forces);

 private:
  void find_shared();
  void find_other();
  bool fixed(int k) const { return regimes_[set_[k]].fixed(); }
  const TreeContact& contact(int k) const { return tree_.contacts[set_[k]]; }

  const Tree& tree_;
  std::span<const int> set_;  // during a call
  std::span<const Regime> regimes_;
  ScaledModes scaled_;
  std::vector<Mode> modes_;
  std::vector<double> force_;  // scaled
  ModeSystem<double> system_;
  ModeAnswers answers_;
  ModeScratch scratch_;
};

}  // namespace carom
