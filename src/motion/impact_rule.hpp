#pragma once

/// motion/impact_rule.hpp
///
/// An impact within a motion: the contacts that touch, by the law asked for. Laws know one striking
/// contact. Where several strike in one instant they are resolved together instead,
///
///     0 ≤ v_n⁺ + e v_n⁻ ⊥ τ_n ≥ 0  (striking),    0 ≤ v_n⁺ ⊥ τ_n ≥ 0  (resting),
///     |τ_t| ≤ μτ_n, and τ_t = ∓μτ_n where ±v_t⁺ > 0
///
/// which treats mirror images alike and, with one e for all, never makes energy.
///
/// Source: J. J. Moreau, Unilateral contact and dry friction in finite freedom dynamics, CISM
/// Courses 302 (1988).

#include <span>
#include <vector>

#include "laws/rigid/law.hpp"
#include "laws/rigid/workspace.hpp"
#include "motion/flow.hpp"

namespace carom {

struct ImpactAnswer {
  Verdict verdict = Verdict::unique;
  Reason reason = Reason::none;
  int reason_contact = -1;  ///< of the mechanism, or −1
  bool simultaneous = false;
  bool has_answer() const { return verdict == Verdict::unique || verdict == Verdict::ambiguous; }
};

class ImpactRule {
 public:
  ImpactRule(const Tree& tree, const Law& law);

  /// The impact at the set that `flow` has prepared. `striking` are contacts of the mechanism.
  /// Normal velocities of the others below `rest`, m/s, are rounding.
  ImpactAnswer solve(const Flow& flow, std::span<const int> striking, double rest);

  std::span<const double> impulse() const { return impulse_; }          ///< (t, n) a contact
  std::span<const double> velocity_after() const { return velocity_; }  ///< zeros are exact

 private:
  ImpactAnswer strike(const Flow& flow, int striking);
  ImpactAnswer strike_together(const Flow& flow, std::span<const int> striking);

  const Law& law_;
  LawWorkspace<double> workspace_;
  std::vector<double> before_, friction_, restitution_;
  std::vector<double> impulse_, velocity_;
  ScaledModes scaled_;
  std::vector<double> rates_, bounce_;
  ModeAnswers answers_;
  ModeScratch scratch_;
};

}  // namespace carom
