#pragma once

/// motion/bounce_cycle.hpp
///
/// The end of infinitely many impacts of several contacts that strike in turn: a block that rocks
/// from foot to foot, a ball between walls that meet, a bar on both its ends. The impacts repeat in
/// cycles of p, and from one cycle to the next all speeds and times shrink by one ratio ρ < 1. Let
/// x be a number of the state and w its rate, right after the last impact of a cycle (1) and of the
/// one before (0), and Θ = t₁ − t₀. In the next cycle
///
///     D = ρ(w₁ − w₀)           is the change of w
///     S = ρ²(x₁ − x₀ − w₀Θ)    what x goes beyond its first rate
///
/// and cycle k of those to come takes ρᵏ·ρΘ, begins with w* − Dρᵏ/(1 − ρ) and adds ρ²ᵏS:
///
///     T  = ρΘ/(1 − ρ)          w* = w₁ + D/(1 − ρ)
///     x* = x₁ + T w* − ρΘ D/((1 − ρ)(1 − ρ²)) + S/(1 − ρ²)
///     losses = Σ loss ρ²/(1 − ρ²), and ρ/(1 − ρ) of what friction takes at a slip that goes on
///
/// No mode and no acceleration is named: flights may be turns about a foot that stays, each of them
/// about another. What is left out is the change of ρ and of the accelerations during T: of order
/// T δ, δ their relative change from one cycle to the next, as of one contact (bounces.hpp), which
/// is p = 1; of speeds, their own size times δ.

#include <array>
#include <optional>
#include <vector>

#include "motion/motion_present.hpp"
#include "motion/motion_record.hpp"
#include "motion/thresholds.hpp"

namespace carom {

/// The sums; T is double, or a number with slopes.
template <class T>
struct CycleSum {
  T ratio{};  ///< ρ
  T lasts{};  ///< Θ, s; of the last cycle
  T duration() const { return ratio * lasts / (1.0 - ratio); }
  T rate(const T& w1, const T& w0) const { return w1 + ratio * (w1 - w0) / (1.0 - ratio); }
  T place(const T& x1, const T& x0, const T& w1, const T& w0) const {
    const T square = ratio * ratio;
    const T change = ratio * (w1 - w0);
    const T beyond = square * (x1 - x0 - w0 * lasts);
    return x1 + duration() * (rate(w1, w0) - change / (1.0 - square)) + beyond / (1.0 - square);
  }
};

struct CycleLimit {
  int period = 0;  ///< p, impacts
  CycleSum<double> sum;
  double since = 0;           ///< s; of the last impact that was followed
  std::vector<int> contacts;  ///< that strike, in rising order
  bool makes_energy = false;  ///< one of the impacts does
};

class BounceCycle {
 public:
  /// `tolerance`: of the motion; `end`, s: no sum goes beyond.
  BounceCycle(const Flow& flow, double tolerance, double end);

  /// An instant without an impact: the row is broken.
  void forget() { count_ = 0; }

  /// After the impact of an instant: the impacts to come, where those of three cycles repeat,
  /// shrink regularly and can be summed now.
  std::optional<CycleLimit> follow(const MotionPresent& present, const InstantImpact& impact);

  /// Carries the state of the present to the end of the cycles; returns what their impacts took, J.
  double complete(const CycleLimit& limit, MotionPresent& present);

 private:
  /// An impact, and all there is right after it.
  struct Struck {
    double time = 0;      ///< s
    double approach = 0;  ///< m/s; of the first that struck
    double loss = 0, at_slip = 0;
    bool makes_energy = false;
    std::vector<int> striking;
    std::vector<Regime> regimes;
    std::vector<double> y;
    std::vector<std::array<double, 2>> before, after;  ///< (t, n) of every contact
    bool like(const Struck& other) const {
      return striking == other.striking && regimes == other.regimes;
    }
  };
  /// The last impact is 0, the one before 1, …
  const Struck& ago(int k) const {
    return kept_[static_cast<std::size_t>((last_ + kept() - k) % kept())];
  }
  int kept() const { return static_cast<int>(kept_.size()); }
  void keep(const MotionPresent& present, const InstantImpact& impact);
  bool repeats(int period) const;
  std::vector<int> strikers(int period) const;
  std::optional<CycleLimit> limit_of(int period, const MotionPresent& present) const;
  bool undisturbed(const CycleLimit& limit, const MotionPresent& present) const;
  bool slip_goes_on(int contact, const CycleLimit& limit, const MotionPresent& present) const;

  const Flow& flow_;
  double tolerance_;
  double end_;
  std::vector<Struck> kept_;
  int last_ = 0;
  int count_ = 0;
};

}  // namespace carom
