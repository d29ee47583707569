#pragma once

/// motion/instant.hpp
///
/// What happens in the instant of an event, in this order:
///
///     jumps      surfaces whose formulas have jumped are where they are now
///     classify   who strikes (v_n < 0 by more than rest), who touches, who is not there
///     strike     the impact of those that strike, by the rule of impacts (impact_rule.hpp)
///     settle     what is rounding in the velocities of those that touch goes
///     decide     the modes of all that touch, together (contact_decision.hpp)
///
/// and the state is put onto the constraints of what was decided. Contacts that would strike within
/// coincidence_share of the local time strike together. What counts as rest is coarser than in one
/// impact by itself: a motion knows its velocities to its tolerance (motion/thresholds.hpp).
///
/// It remembers of every contact when it struck last and when it left from rest, for what comes
/// back so slowly that nothing can be told from rounding: bounces too slow to follow are rest.

#include <optional>
#include <span>
#include <vector>

#include "motion/contact_decision.hpp"
#include "motion/flow.hpp"
#include "motion/formula_switches.hpp"
#include "motion/impact_rule.hpp"
#include "motion/motion_present.hpp"
#include "motion/motion_record.hpp"

namespace carom {

class Instant {
 public:
  /// `tolerance`: of a step.
  Instant(Flow& flow, const Law& law, const MotionOptions& options, double tolerance, double start);

  /// What formulas make jump is met.
  void watch(FormulaSwitches& switches) { switches_ = &switches; }

  /// Everything, from the event that led here (none: the first instant). False where the motion is
  /// over.
  bool resolve(const std::optional<FoundEvent>& trigger, MotionPresent& present,
               MotionRecord& record);

  /// Goes on at a state that is the end of infinitely many bounces of some contacts: no one
  /// strikes, what is pressed touches, and so do they. False where the motion is over.
  bool rest_after_bounces(std::span<const int> contacts, MotionPresent& present,
                          MotionRecord& record);

  /// The impact of the last instant.
  const InstantImpact& impact() const { return impact_; }
  /// Who touched in it.
  std::span<const TouchingContact> touching() const { return touching_; }

 private:
  bool too_many(const MotionPresent& present);
  bool meet_jumps(MotionPresent& present, MotionRecord& record);
  void classify(const std::optional<FoundEvent>& trigger, MotionPresent& present);
  bool wake(MotionPresent& present, MotionRecord& record);
  void part(int contact, MotionPresent& present);
  bool strike(MotionPresent& present, MotionRecord& record);
  void remember_impact(const MotionPresent& present);
  void settle(MotionPresent& present);
  bool settled(MotionPresent& present);
  Verdict find_modes(MotionPresent& present, std::span<Regime> regimes,
                     std::span<double> approaches);
  bool decide_at_rest(MotionPresent& present, std::vector<Regime>& regimes,
                      std::vector<double>& approaches);
  bool decide(const std::optional<FoundEvent>& trigger, MotionPresent& present,
              MotionRecord& record);
  void begin_regimes(std::span<const Regime> regimes, std::span<const double> approaches,
                     MotionPresent& present);
  double continued(const MotionPresent& present, std::span<const Regime> regimes, double moment,
                   std::span<ContactRates> then);
  static void note_wedges(MotionPresent& present);
  double rest_speed(const MotionPresent& present) const;
  bool grazes(const MotionPresent& present, int contact);
  bool has_bounced(const MotionPresent& present, int contact) const;
  bool stops_slipping(const MotionPresent& present, const ContactRates& rates, int direction) const;
  int slip_on_arrival(const MotionPresent& present, int contact, bool too_slow) const;

  Flow& flow_;
  const Tree& tree_;
  const MotionOptions& options_;
  FormulaSwitches* switches_ = nullptr;
  double tolerance_;
  ContactDecision decision_;
  ImpactRule<double> rule_;
  DenseStep probe_;
  InstantImpact impact_;
  std::vector<TouchingContact> touching_;
  std::vector<int> striking_;
  std::vector<std::uint8_t> in_instant_;  ///< a contact: touches in this instant
  double last_time_;                      ///< s; of the last instant
  int at_once_ = 0;                       ///< instants without progress in time
  bool struck_last_ = false;              ///< the last instant had an impact
  int slow_impacts_ = 0;                  ///< in a row
  std::vector<double> last_struck_;       ///< s; a contact: its last impact
  std::vector<double> rested_;            ///< s; a contact: when it left from rest
  std::vector<std::uint8_t> stuck_;       ///< a contact: that impact left it without slip
};

}  // namespace carom
