#pragma once

/// motion/contact_decision.hpp
///
/// Who stays, who slides, who leaves: for all contacts that touch with v_n = 0, in one decision.
/// It is the mode problem of an impact in accelerations, v̇ = b + W λ,
///
///     0 ≤ v̇_n ⊥ λ_n ≥ 0,    |λ_t| ≤ μλ_n where v_t = 0,    λ_t = ∓μλ_n where ±v_t > 0 (or begins)
///
/// Static friction: a contact at rest holds up to μ_s λ_n. One that must give way does so in the
/// direction that follows with μ_s, and from then on rubs with μ.

#include <span>
#include <vector>

#include "motion/flow.hpp"

namespace carom {

struct TouchingContact {
  int contact = 0;
  int slip = 0;       ///< sign of v_t
  int gives_way = 0;  ///< slip 0: the direction in which it has begun to slide, or 0
  /// It does give way: to take it for held by others has been tried in this instant.
  bool insists = false;
};

class ContactDecision {
 public:
  explicit ContactDecision(const Tree& tree);

  /// Sets the regimes of the touching contacts (others are left); unique, ambiguous (the first is
  /// taken) or inconsistent (nothing is set).
  Verdict decide(Flow& flow, std::span<const double> y, double t,
                 std::span<TouchingContact> touching, std::span<Regime> regimes);

 private:
  void pose(const Flow& flow, std::span<const TouchingContact> touching);
  bool gave_way(const Flow& flow, int answer, std::span<TouchingContact> touching) const;
  bool is_tied(int answer, int contact, std::span<const TouchingContact> touching);
  void take(int answer, std::span<TouchingContact> touching, std::span<Regime> regimes);
  bool is_held(int answer, int contact);

  std::vector<int> set_;
  ScaledModes scaled_;
  std::vector<Mode> previous_;
  ModeProblem<double> problem_;
  ModeAnswers answers_;
  ModeScratch scratch_;
};

}  // namespace carom
