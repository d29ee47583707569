#pragma once

/// motion/motion_record.hpp
///
/// The account of a motion: what is told to the sink as it happens, the books of its energy, and
/// the result. At every event
///
///     kinetic + gravity + springs + dampers + friction + impacts − inputs − surfaces
///
/// must be what it was when the books were opened; the largest difference is the energy error.
/// It also knows when the motion is over, and why.

#include <array>
#include <span>
#include <vector>

#include "carom/simulate.hpp"
#include "dynamics/world_places.hpp"
#include "laws/compliant/touch.hpp"
#include "motion/flow.hpp"
#include "motion/impact_rule.hpp"
#include "motion/motion_present.hpp"

namespace carom {

/// The impact of an instant.
struct InstantImpact {
  bool any = false;
  bool slow = false;  ///< none, but the end of bounces that have become too slow to tell from rest
  std::vector<int> striking;
  std::vector<int> set;                   ///< contacts that take part, in rising order
  double rest = 0;                        ///< m/s; slower than this is rest
  std::vector<double> velocities_before;  ///< generalized
  std::vector<std::array<double, 2>> contact_before;
  std::vector<double> jump;  ///< of the generalized velocities
  double loss = 0;           ///< J; of kinetic energy
  double at_slip = 0;        ///< J; the part of it that is in proportion to the impulse
  ImpactAnswer answer;
};

class MotionRecord {
 public:
  MotionRecord(Flow& flow, const MotionOptions& options, MotionSink& sink);

  /// Ends the motion; the first to say so says why.
  void stop(MotionEnd end, int contact = -1);
  bool over() const { return over_; }
  /// The sink wants no more of it.
  bool asked_to_stop() { return sink_.stop(); }
  /// Counts that others keep here.
  Motion& motion() { return motion_; }
  double last_impact() const { return last_impact_; }  ///< s

  /// The books are opened with the energy of this state.
  void open(const MotionPresent& present);
  /// The energies of this state and so far.
  MotionEnergy energy(const MotionPresent& present);
  /// An impact, or bounces that were summed, took this much, J.
  void add_loss(double loss) { lost_in_impacts_ += loss; }

  /// An impact, by the rule that solved it.
  void tell_impact(const MotionPresent& present, const InstantImpact& impact,
                   const ImpactRule<double>& rule);
  /// A collision of a contact that yields, which ends here: where it began, the mechanism was at
  /// these positions and velocities.
  MotionEvent collision_event(const MotionPresent& present, int contact, std::string_view law,
                              const CompliantTouch& touch, CompliantCollision collision,
                              std::span<const double> positions,
                              std::span<const double> velocities);
  /// Contact that lasts of one that yields, as it is here.
  MotionEvent lasting_event(const MotionPresent& present, MotionEventKind kind, int contact);
  /// One of these, here or later.
  void tell(MotionEvent event);
  /// Bounces of the contact (of several in turn: the last to strike) that were summed: since when,
  /// what their impacts took, and whether some made energy. `impact` is the last of them that was
  /// followed.
  void tell_limit(const MotionPresent& present, int contact, const InstantImpact& impact,
                  std::span<const double> velocities_before, double since, double loss,
                  bool makes_energy);
  /// Bounces that have become too slow to tell from rest.
  void tell_slow_limit(const MotionPresent& present, int contact, double rest);
  /// The section that is watched is crossed here.
  void tell_crossing(const MotionPresent& present);
  /// Whether anything has been told since this was asked.
  bool has_told() { return std::exchange(told_, false); }
  /// A contact has left that touched without a force.
  void tell_separation(const MotionPresent& present, int contact);
  /// What the contacts do from now on that they did not before. `seen` are they as they were.
  void tell_changes(const MotionPresent& present, std::span<const Regime> before,
                    std::span<const ContactRates> seen);
  /// The samples that are due within a step of the present, up to a time.
  void tell_samples(const MotionPresent& present, double until);

  /// The result, at this state.
  Motion take(const MotionPresent& present);

 private:
  MotionEvent new_event(const MotionPresent& present, MotionEventKind kind, int contact) const;
  void send(const MotionPresent& present, MotionEvent event);
  Mode mode_of(const MotionPresent& present, int contact) const;
  void determine(const MotionPresent& present, std::span<const Regime> regimes,
                 std::span<const ContactRates> contacts);

  Flow& flow_;
  const MotionOptions& options_;
  MotionSink& sink_;
  Motion motion_;
  bool over_ = false;
  double start_ = 0;
  double first_balance_ = 0;
  double lost_in_impacts_ = 0;
  double last_impact_ = 0;
  long events_ = 0;
  bool told_ = false;
  long next_sample_ = 0;
  long sampling_ = 0;  ///< evaluations that served samples alone
  std::vector<std::array<bool, 2>> determined_;
  std::vector<std::uint8_t> couples_determined_;
  std::vector<double> inside_, inside_slope_;
  std::vector<ContactRates> between_;
  WorldPlaces places_;
};

}  // namespace carom
