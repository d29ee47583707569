#pragma once

/// motion/contact_decision.hpp
///
/// Who stays, who slides, who leaves: for all contacts that touch with v_n = 0, in one decision.
/// The state has exact zeros: v_n = 0 at all of them, v_t = 0 at those at rest. With
/// v̇ = b + W λ, a contact goes on in one of these ways, while its conditions hold:
///
///     way       forces               conditions            where v_t ≠ 0      where v_t = 0
///     leaves    λ = 0                v̇_n ≥ 0               yes                yes
///     rests     v̇ = 0                λ_n, μ_sλ_n−|λ_t| ≥ 0  no                 yes
///     slides ±  v̇_n = 0, λ_t = ∓μλ_n  λ_n ≥ 0               the way it slides  where ±v̇_t ≥ 0
///
/// A combination of ways is a continuation if every condition holds from now on. One that holds
/// with room to spare now does. One that just holds (a force that comes to zero, a contact at the
/// edge of its cone, a gap that opens with v̇_n = 0) is decided by what follows: the motion is
/// continued in that combination for a moment, and the condition must hold there. So several
/// changes in one instant are one decision, and no order among them matters. Where a condition is
/// zero still (a load that comes to zero with its slopes), the moment is prolonged until it shows.
///
///     continuations     verdict
///     none              inconsistent (Painlevé)
///     all move alike    unique; the ways with the fewest changes name it, but that a contact which
///                       no load comes to press leaves
///     several motions   ambiguous; first those in which nothing that could let go holds itself by
///                       a stress of its own, then those with the fewest changes
///
/// Static friction: who must give way, and in which direction, is decided with μ_s for all that are
/// at rest; those then slide with μ, and it is decided anew for the others. With less friction the
/// motion may turn out to take them the other way: where none goes on as it gave way, either
/// direction will do. Sliding cannot begin
/// along what others hold (two feet of a rigid body slip together or not at all). A contact that no
/// force can lift or press (W_nn = 0) carries none; where its friction could act (`guided`), that
/// is a choice, and so is the motion.

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "motion/flow.hpp"

namespace carom {

struct TouchingContact {
  int contact = 0;
  int slip = 0;  ///< sign of v_t; zero is exact
  /// Decided: what begins (a gap, a slip) begins with the next order of time.
  bool gently = false;
  bool hardly = false;  ///< and so slowly that a polynomial would not tell it from a return
};

class ContactDecision {
 public:
  explicit ContactDecision(const Tree& tree);

  /// Continues the motion for a moment, s, with these regimes (of all contacts) from the state that
  /// is decided upon, and observes its end. Returns the error's share of what is allowed; infinity
  /// where there is no such motion.
  using Continue = std::function<double(std::span<const Regime> regimes, double moment,
                                        std::span<ContactRates> then)>;

  /// Sets the regimes of the touching contacts (others are left); unique, ambiguous (the first is
  /// taken) or inconsistent (nothing is set). `moment`, s: small against the time in which anything
  /// changes; it is prolonged up to `longest`. `flow` is left at another state.
  Verdict decide(Flow& flow, std::span<const double> y, double t,
                 std::span<TouchingContact> touching, std::span<Regime> regimes, double moment,
                 double longest, const Continue& continued);

  /// The last decision: contacts that no force can lift or press and whose friction could act.
  std::span<const int> guided() const { return guided_; }

 private:
  /// A combination whose conditions hold now.
  struct Combination {
    std::vector<Mode> modes;            ///< of the touching contacts
    std::vector<std::uint8_t> tight;    ///< of them: which conditions just hold
    std::vector<double> rates, forces;  ///< scaled
    double size = 1;                    ///< of them
    std::vector<double> later;          ///< rates after the moment; empty where nothing was tight
    std::vector<double> shown;          ///< and after the longest, where it was prolonged
    double least = 0;                   ///< the least of the tight conditions then
    int idle = 0;                       ///< slips that should begin, and do not
    int unloaded = 0;                   ///< contacts that press with no force, now and then
    int changes = 0;                    ///< against the modes before
    bool wedged = false;                ///< something that could let go does not
    bool held = false;                  ///< a slip begins along what the others hold
    double missed = 0;                  ///< share of the size by which a condition misses now
    bool lasts = true;                  ///< all conditions hold after the moment
  };
  using Touching = std::span<const TouchingContact>;

  void list_ways(Touching touching);
  void try_all(Touching touching);
  void try_found(Touching touching);
  void try_combination(Touching touching);
  bool slides_where_held(Touching touching, const Combination& trial) const;
  std::array<double, 2> conditions(const TouchingContact& touching, Mode mode, const double* force,
                                   const double* rate) const;
  /// `all`: also where no condition just holds.
  void continue_each(Touching touching, double moment, const Continue& continued, bool all);
  bool continue_all(Touching touching, double moment, const Continue& continued);
  void prolong(Touching touching, double moment, const Continue& continued);
  void shorten(Touching touching, double moment, const Continue& continued);
  void keep_consistent();
  void find_continuations(Touching touching, double moment, const Continue& continued);
  void drop_unfounded(Touching touching, double moment, const Continue& continued);
  bool note_giving_way(Touching touching);
  bool begins(const TouchingContact& touching) const {
    return touching.slip == 0 && tree_.contacts[touching.contact].static_friction > 0;
  }
  /// The regime of a contact in a trial.
  Regime regime(int k, const TouchingContact& touching, Mode mode) const;
  void take(const Combination& taken, std::span<TouchingContact> touching,
            std::span<Regime> regimes) const;

  const Tree& tree_;
  ScaledModes scaled_;
  ContactForces forces_;
  std::vector<std::vector<Mode>> ways_;
  std::vector<Mode> gave_way_;  ///< of a contact at rest that must: its sliding mode, else apart
  bool either_way_ = false;     ///< those slide with μ in either direction
  std::vector<Mode> trial_, previous_;
  std::vector<Combination> found_;
  std::vector<double> inertia_, rates_;
  std::vector<Regime> regimes_;
  std::vector<ContactRates> then_;
  std::vector<int> pressed_, guided_;
  double flow_reference_ = 0, reference_ = 0;  // m/s²; scaled
  double longest_ = 0;                         // s
  bool settled_ = false;                       // what shows nothing does not for long
  double allowed_ = 0;                         // share of the size by which a condition may miss
  std::vector<double> part_inertia_, part_rates_, part_forces_;
  ModeAnswers answers_;
  ModeScratch scratch_;
};

}  // namespace carom
