#pragma once

/// train/taylor_run.hpp
///
/// The working parts of train/taylor.hpp, for the files that make it up: taylor.cpp (series and
/// steps), taylor_events.cpp (what happens at contacts), taylor_strikes.cpp (rigid contacts),
/// taylor_flight.cpp (when all is over), taylor_told.cpp (what is told) and taylor_slopes.cpp (what
/// a run with slopes cannot follow, and on which side it is).
///
/// A run is of any scalar. Decisions are on values, so that one with `Sloped` takes the same way;
/// an event's time has the slope of its guard, τ′ = −p′(τ)/ṗ(τ), and what comes after it begins
/// there.

#include <deque>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "numerics/series.hpp"
#include "train/instant.hpp"
#include "train/modes.hpp"
#include "train/slope_marks.hpp"
#include "train/taylor.hpp"

namespace carom::taylor {

inline constexpr int order = series_order;
inline constexpr std::size_t terms = order + 1;
inline constexpr double force_begins = 1e-7;  // of the deepest possible indentation; see the header
inline constexpr double coincident = 1e-12;   // of the time: rounding of when contacts meet
inline constexpr std::size_t most_runs = 256;  // that follow other orders of coincident hits
inline constexpr double longest_step = 64;     // of T

/// What ends the branch that holds at an interface.
struct Happening {
  double at = never;
  std::size_t interface = 0;
  CompliantEvent event = CompliantEvent::close;  // of a rigid contact `close` is a strike
  Guard guard{};
  int zeros = 0;  // that its series is known to begin with
};

/// Whether contacts can close again, and when.
enum class Flight { for_ever, flown, short_one };

/// TrainContactResult of a run.
template <class T>
struct ContactTally {
  T peak_force{}, largest{}, permanent{}, from{}, to{}, duration{}, impulse{}, lost{};
  int touches = 0;
  bool passed_through = false;
};

/// An interface that is more than a spring that never changes.
template <class T>
struct NodeOf {
  std::size_t interface = 0;
  int contact = -1;  // −1: a spring that dissipates
  BimodalOf<T> law{};
  MemoryOf<T> memory{};
  double threshold = 0;          // force begins this far above the origin of the loading curve
  double elastic_threshold = 0;  // and this far above that of the unloading curve: as little work
  T locked_force_limit = never;
  // Zeros that the quantities of the guards are known to begin with, right after a change.
  int zeros_of_indentation = 0;
  int zeros_of_rate = 0;
  bool just_locked = false;
  bool arrives = false;  // meets in the present instant; rigid
  T ratio = 1;           // of its stiffness; rigid
  ContactTally<T> result{};
  T closed_at{};
};

/// Where an open contact closes.
template <class T>
T level(const NodeOf<T>& node) {
  return closing_level(node.memory) +
         (node.memory.deepest == 0 ? node.threshold : node.elastic_threshold);
}

/// What a run does where orders of coincident hits have different outcomes.
enum class Policy {
  together,  ///< by springs; at the first such instant each order is left to another run, if asked
  orders,    ///< it takes one of the orders, each other is left to another run
  from_left  ///< the leftmost is first
};

/// The touching contacts as an instant, and where they are in the train.
template <class T>
struct TouchingOf {
  InstantOf<T> instant;
  std::vector<std::size_t> segments;  // of its velocities
  std::vector<std::size_t> contacts;
};

template <class T>
class RunOf;

/// What the runs of one collision have in common.
struct Runs {
  std::deque<std::unique_ptr<RunOf<double>>> waiting;
  std::size_t begun = 0;
  bool exhaustive = true;                   // every order was followed
  std::size_t states = most_states_in_all;  // of instants that may yet be followed
};

template <class T>
class RunOf {
 public:
  using Node = NodeOf<T>;
  using Touching = TouchingOf<T>;
  static constexpr bool sloped = !std::is_same_v<T, double>;

  RunOf(const LineOf<T>& line, const LineLimits& limits, LineTrace* trace, Policy policy,
        Runs& runs);
  TrainResult result();
  /// From where it is, which the constructor or another run has left.
  TrainResult rest();
  double spent() const { return spent_; }
  bool in_rounds() const { return in_rounds_; }
  /// With slopes: what the result is, once it is there.
  const SlopedOutcome& outcome() const { return outcome_; }

 private:
  T* v(int k) { return velocity_.data() + static_cast<std::size_t>(k) * stride_; }
  T* g(int k) { return compression_.data() + static_cast<std::size_t>(k) * stride_; }
  T* f(int k) { return force_.data() + static_cast<std::size_t>(k) * stride_; }

  void expand();
  void expand_contacts(int k);
  void expand_locked(int k);
  double step_size() const;
  Guards guards_of(const Node& node) const;
  Happening first_event(double width);
  template <class S>
  std::span<const S> series_of(const Node& node, const Guard& guard, const S& level, int zeros,
                               std::span<S> series);
  T event_time(const Happening& event);
  T sloped_level(const Node& node, const Guard& guard) const;
  void move(const T& time);
  void happen(const Happening& event);
  void arrive(Node& node);
  void meet(Node& node);
  bool meets_with(const Node& node, const Node& other);
  void settle_strikes();
  bool settle_by_springs(const Touching& all);
  void settle_in_any_order(const Touching& all);
  Touching touching();
  void take(const Touching& all, const SettledInstantOf<T>& settled);
  void leave_to_another(const Touching& all, const SettledInstantOf<T>& settled);
  void lock(Node& node, const T& limit);
  T way_to_threshold(const Node& node);
  void note_closed(Node& node);
  void note_open(Node& node);
  void set_curve(Node& node);
  bool quiet();
  Flight flight_ahead();
  double reach(std::size_t body, EndSwingOf<T>& swing);
  void fly_for(double time, const std::vector<EndSwingOf<T>>& swings);
  void sample_until(double time);
  void begin();
  TrainResult told(TrainVerdict verdict);

  // taylor_slopes.cpp; with `double` nothing.
  void mark_steepest();
  void mark_start();
  void mark_touching_start();
  void mark_instant(const Touching& all, const SettledInstantOf<T>& settled, bool by_springs);
  void mark_end(const T& approach);

  const LineOf<T>& line_;
  const LineLimits& limits_;
  LineTrace* trace_;
  Policy policy_;
  Runs* runs_;
  bool chose_ = false;
  bool in_rounds_ = false;          // struck together by their own e: too many for springs
  long together_ = 0;               // instants by springs
  std::vector<std::size_t> order_;  // contacts that struck, where their order was decided
  std::size_t n_ = 0;
  std::size_t stride_ = 0;
  std::vector<T> velocity_, compression_, force_;  // series, one row an order
  std::vector<T> inverse_mass_, stiffness_, origin_;
  std::vector<double> position_;  // of the bodies' first segments, for a trace
  std::vector<Node> nodes_;       // contacts first
  std::size_t contacts_ = 0;
  T time_{};
  double local_tolerance_ = 1e-15;
  double next_sample_ = 0;
  long steps_ = 0, events_ = 0;
  double spent_ = 0;
  double initial_energy_ = 0;
  std::vector<T> scratch_;
  std::vector<double> stiffnesses_, inverse_masses_;  // plain, for every lane of a number
  SlopedOutcome outcome_;
};

}  // namespace carom::taylor
