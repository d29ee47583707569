#pragma once

/// motion/simulation.hpp
///
/// The course of a motion: steps of the flow, the first event within each, and what follows from
/// it. See docs/theory/motion.md.

#include <array>
#include <optional>
#include <vector>

#include "carom/simulate.hpp"
#include "dynamics/world_places.hpp"
#include "motion/bounces.hpp"
#include "motion/contact_decision.hpp"
#include "motion/event_search.hpp"
#include "motion/impact_rule.hpp"
#include "motion/passing.hpp"
#include "numerics/dense_step.hpp"

namespace carom {

class Simulation {
 public:
  Simulation(const Tree& tree, const Law& law, const State& state, const MotionOptions& options,
             MotionSink& sink);

  Motion run();

 private:
  /// What happened to a contact in one instant, for the record.
  struct Struck {
    bool any = false;
    std::vector<int> striking;
    std::vector<double> velocities_before;
    std::vector<std::array<double, 2>> contact_before;
    double loss = 0;
    double at_slip = 0;  ///< the part of it that is in proportion to the impulse
    ImpactAnswer answer;
  };

  void begin();
  void advance();
  bool attempt_step();
  bool locate(FoundEvent& event);
  bool at_event(const FoundEvent& event) const;
  std::span<const ContactRates> inside(const DenseStep& step, double share);
  double located_root(const FoundEvent& event, double longest);
  double probed(const FoundEvent& event, double x);
  void finish_step(const std::optional<FoundEvent>& event);
  void part_lifted();
  void send_samples(const DenseStep& step, double until);

  void instant(const std::optional<FoundEvent>& trigger);
  void classify(const std::optional<FoundEvent>& trigger);
  bool strike_contacts(Struck& struck);
  void settle();
  int slip_sign(double velocity) const;
  double local_time(double acceleration) const;
  bool undisturbed(const BounceLimit& limit, const Struck& struck) const;
  bool decide(const std::optional<FoundEvent>& trigger);
  double continued(std::span<const Regime> regimes, double moment, std::span<ContactRates> then);
  double rest_speed() const;
  bool grazes(int contact);
  bool has_bounced(int contact) const;
  bool stops_slipping(const ContactRates& rates, int direction) const;
  int slip_on_arrival(int contact, bool too_slow) const;
  void record_changes(std::span<const Regime> before, std::span<const ContactRates> seen);
  void record_impact(const Struck& struck, const ImpactAnswer& answer);
  void follow_bounces(const Struck& struck);
  void complete(const BounceLimit& limit, const Struck& struck);
  MotionEvent new_event(MotionEventKind kind, int contact) const;
  void send(MotionEvent event);
  void evaluate();
  void determine();
  MotionEnd why_failed() const;
  void set_scales();
  std::array<double, 2> told(std::array<double, 2> force) const;
  MotionEnergy energy();
  void stop(MotionEnd end, int contact = -1);

  const Tree& tree_;
  const MotionOptions& options_;
  MotionSink& sink_;
  Flow flow_;
  ContactDecision decision_;
  ImpactRule rule_;
  DenseStep step_, probe_;
  std::vector<double> scale_;  ///< of y, for the errors of a step
  std::vector<double> inside_, inside_slope_;
  WorldPlaces places_;
  PassingWatch passing_;

  double start_ = 0;
  double end_time_ = 0;
  double step_size_ = 0;  ///< that the error allows
  double longest_step_ = 0;
  bool formulas_ = false;  ///< there are some that vary
  double tolerance_ = 0;
  long next_sample_ = 0;

  std::vector<Regime> regimes_;
  std::vector<StartOrder> orders_;
  std::vector<ContactRates> at_0_, at_1_, probed_rates_, between_;
  std::vector<TouchingContact> touching_;
  std::vector<int> striking_;
  std::vector<std::array<bool, 2>> determined_;
  std::vector<std::uint8_t> in_instant_;  ///< a contact: touches in this instant
  EventScales event_scales_;
  double speed_run_ = 0;       ///< the fastest so far
  double speed_at_end_ = 0;    ///< of the last step
  bool pole_ = false;          ///< the function located last changes its sign by way of infinity
  double reference_time_ = 0;  ///< s; when accelerations were looked at last
  long sampling_ = 0;          ///< evaluations that served samples alone
  double last_event_time_ = 0;
  int events_at_once_ = 0;
  bool struck_last_ = false;  ///< the last instant had an impact
  int slow_impacts_ = 0;      ///< in a row

  std::array<Bounce, 3> bounces_{};
  int bounce_count_ = 0;
  int bouncing_ = -1;
  std::vector<double> last_struck_;  ///< s; a contact: its last impact
  std::vector<double> rested_;       ///< s; a contact: when it left from rest
  std::vector<std::uint8_t> stuck_;  ///< a contact: that impact left it without slip
  std::vector<double> jump_;
  double lost_in_impacts_ = 0;
  double first_balance_ = 0;
  long events_ = 0;
  double last_impact_ = 0;

  bool over_ = false;
  Motion result_;
};

}  // namespace carom
