#pragma once

/// motion/contact_forces.hpp
///
/// The forces at contacts that last. With the contacts of a set pressed, v̇ = b + W λ at them; λ
/// follows from what each does:
///
///     sticks    v̇_t = 0, v̇_n = 0
///     slides    v̇_n = 0, λ_t = ∓μλ_n
///
/// Where these equations leave forces open (two feet of a rigid body share their friction, a wedged
/// contact presses as it likes) all solutions move the mechanism alike. Given is one that friction
/// can provide, if there is one: the contacts use their friction in equal shares.

#include <Eigen/Core>
#include <span>
#include <vector>

#include "carom/impact.hpp"
#include "model/tree.hpp"
#include "motion/scaled_modes.hpp"

namespace carom {

/// What a contact does between two events.
struct Regime {
  Mode mode = Mode::apart;
  /// Slides with μ_s: while it is decided whether it must give way.
  bool by_static = false;
  bool pressed() const { return mode != Mode::apart && mode != Mode::separates; }
  /// Pressed, or on its surface without a force.
  bool closed() const { return mode != Mode::apart; }
  bool fixed() const { return mode == Mode::sticks; }
  bool slides() const { return pressed() && !fixed(); }
  friend bool operator==(const Regime&, const Regime&) = default;
};

class ContactForces {
 public:
  explicit ContactForces(const Tree& tree);

  /// λ (t, n) of the contacts `set`, from their W and b; false where there are none. Regimes are
  /// those of all contacts.
  /// `reference`, m/s²: what accelerations are compared with where those of the set cancel.
  /// `exactly`: also beside a dead point, where equations that rounding makes singular are nearly
  /// met by the forces of the dead point itself.
  bool find(std::span<const int> set, std::span<const Regime> regimes,
            std::span<const double> inertia, std::span<const double> rates, double reference,
            bool exactly, std::span<double> forces);

  /// Nobody is wedged until forces are found again.
  void forget() { wedged_.clear(); }

  /// The set found last: contacts (places in the set) whose normal forces the equations leave
  /// open, and the least v̇_n among them, m/s², if all of them let go. Above zero they can.
  std::span<const int> wedged() const { return wedged_; }
  double release() const { return release_; }

 private:
  void form_equations();
  double residual() const;
  void take(const Eigen::VectorXd& x);
  bool magnifies_rounding();
  void find_even();
  bool find_shared(double tolerance);
  void share_equally(double singular);
  bool is_provided() const;
  void find_other();
  void find_release();
  double friction(int k) const;
  double slope(int k) const;
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
  std::vector<int> rows_;  // the equations
  Eigen::MatrixXd matrix_;
  Eigen::VectorXd right_;
  std::vector<double> disturbed_, other_;
  std::vector<int> wedged_;
  double release_ = 0;
  double reference_ = 0;  // scaled
};

}  // namespace carom
