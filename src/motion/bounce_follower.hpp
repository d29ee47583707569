#pragma once

/// motion/bounce_follower.hpp
///
/// Infinitely many bounces that end in a finite time: when they are summed, and the state at their
/// end. The sums are those of bounces.hpp. They are taken of one contact that strikes by itself,
/// three times in a row with nothing between, where those to come take so little of the local time
/// that what the sum leaves out does not count, and where nothing else happens meanwhile: no other
/// gap closes, no slip comes to its end.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "motion/bounces.hpp"
#include "motion/contact_decision.hpp"
#include "motion/motion_present.hpp"
#include "motion/motion_record.hpp"

namespace carom {

class BounceFollower {
 public:
  /// `tolerance`: of the motion; `end`, s: no sum goes beyond.
  BounceFollower(const Flow& flow, double tolerance, double end);

  /// An instant without an impact: the row is broken.
  void forget() { count_ = 0; }

  /// After the impact of an instant, `touching` who touched in it: the bounces to come, where they
  /// shrink regularly and can be summed now.
  std::optional<BounceLimit> follow(const MotionPresent& present, const InstantImpact& impact,
                                    std::span<const TouchingContact> touching);

  /// Carries the state of the present to the end of the bounces; returns what their impacts took,
  /// J.
  double complete(const BounceLimit& limit, const InstantImpact& impact, MotionPresent& present);

 private:
  bool undisturbed(const BounceLimit& limit, const MotionPresent& present,
                   const InstantImpact& impact) const;

  const Flow& flow_;
  double tolerance_;
  double end_;
  std::array<Bounce, 3> bounces_{};
  int count_ = 0;
  int bouncing_ = -1;
};

}  // namespace carom
