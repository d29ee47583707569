#pragma once

/// train/taylor_run.hpp
///
/// The working parts of train/taylor.hpp, for the files that make it up: taylor.cpp (series and
/// steps), taylor_events.cpp (what happens at contacts), taylor_flight.cpp (when all is over) and
/// taylor_told.cpp (what is told).

#include <span>
#include <vector>

#include "numerics/series.hpp"
#include "train/modes.hpp"
#include "train/taylor.hpp"

namespace carom::taylor {

inline constexpr int order = series_order;
inline constexpr std::size_t terms = order + 1;
inline constexpr double force_begins = 1e-7;  // of the deepest possible indentation; see the header
inline constexpr double lasting_approach = 1e-11;  // of V: below it a rigid contact lasts
inline constexpr double longest_step = 64;         // of T

/// What ends the branch that holds at an interface.
enum class What { close, arm, turn, load, release, strike };

struct Happening {
  double at = never;
  std::size_t interface = 0;
  What what = What::close;
};

/// Whether contacts can close again, and when.
enum class Flight { for_ever, flown, short_one };

/// An interface that is more than a spring that never changes.
struct Node {
  std::size_t interface = 0;
  int contact = -1;  // −1: a spring that dissipates
  Bimodal law;
  BimodalMemory memory;
  double threshold = 0;          // force begins this far above the origin of the loading curve
  double elastic_threshold = 0;  // and this far above that of the unloading curve: as little work
  double locked_force_limit = never;
  // Zeros that the quantities of the guards are known to begin with, right after a change.
  int zeros_of_indentation = 0;
  int zeros_of_rate = 0;
  bool just_locked = false;
  TrainContactResult result;
  double closed_at = 0;
};

/// Where an open contact closes.
inline double level(const Node& node) {
  return closing_level(node.memory) +
         (node.memory.deepest == 0 ? node.threshold : node.elastic_threshold);
}

class Run {
 public:
  Run(const Line& line, const LineLimits& limits, LineTrace* trace);
  TrainResult result();

 private:
  double* v(int k) { return velocity_.data() + static_cast<std::size_t>(k) * stride_; }
  double* g(int k) { return compression_.data() + static_cast<std::size_t>(k) * stride_; }
  double* f(int k) { return force_.data() + static_cast<std::size_t>(k) * stride_; }

  void expand();
  void expand_contacts(int k);
  void expand_locked(int k);
  double step_size() const;
  Happening first_event(double width);
  void guard(const Node& node, std::span<const double> series, double width, What what,
             Happening& first);
  void move(double time);
  void happen(const Happening& event);
  void strike(Node& node);
  void settle_strikes();
  void lock(Node& node, double limit);
  double way_to_threshold(const Node& node);
  void note_closed(Node& node);
  void note_open(Node& node);
  void set_curve(Node& node);
  bool quiet();
  Flight flight_ahead();
  double reach(std::size_t body, EndSwing& swing);
  void sample_until(double time);
  void begin();
  TrainResult told(TrainVerdict verdict);

  const Line& line_;
  const LineLimits& limits_;
  LineTrace* trace_;
  std::size_t n_ = 0;
  std::size_t stride_ = 0;
  std::vector<double> velocity_, compression_, force_;  // series, one row an order
  std::vector<double> inverse_mass_, stiffness_, origin_;
  std::vector<double> position_;  // of the bodies' first segments, for a trace
  std::vector<Node> nodes_;       // contacts first
  std::size_t contacts_ = 0;
  double time_ = 0;
  double local_tolerance_ = 1e-15;
  double next_sample_ = 0;
  long steps_ = 0, events_ = 0;
  double initial_energy_ = 0;
  std::vector<double> scratch_;
};

}  // namespace carom::taylor
