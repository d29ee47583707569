#pragma once

/// motion/passing.hpp
///
/// Ends of links that go where nothing holds them: a joint or a free end that passes a surface with
/// which it has no contact. That is what the description says, and mostly not what was meant. With
/// p the end and a surface's point, normal n and displacement d along n,
///
///     height   n·(p − point) − d
///
/// goes below zero. It does not count where a contact covers the end, nor where the surface is an
/// obstacle of limited size (dynamics/link_ends.hpp). An end that starts behind a surface does not
/// pass it; it is told where its own link has contacts with that surface and none covers the end.
/// Others go past what that surface is part of (the fingers of a hand around a box), and an end
/// that has a contact elsewhere was put there by choice.

#include <span>
#include <vector>

#include "carom/simulate.hpp"
#include "dynamics/link_ends.hpp"
#include "dynamics/pose.hpp"
#include "numerics/dense_step.hpp"

namespace carom {

/// Heights of ends above surfaces and their rates.
class EndHeights {
 public:
  explicit EndHeights(const Tree& tree) : tree_(tree), pose_(tree), motion_(tree) {}

  void place_at(std::span<const double> positions, double time);
  double height(const LinkPoint& end, int surface) const;  ///< m
  /// After `place_at` and this.
  void move_with(std::span<const double> velocities);
  double rate(const LinkPoint& end, int surface) const;  ///< m/s

 private:
  const Tree& tree_;
  TreePose<double> pose_;
  TreeMotion<double> motion_;
  std::span<const double> positions_, velocities_;
  double time_ = 0;
};

/// Looks at the steps of a motion. Costs nothing where every end has its contacts, and next to
/// nothing while all ends are far from the surfaces.
class PassingWatch {
 public:
  explicit PassingWatch(const Tree& tree);

  /// The first state.
  void begin(std::span<const double> positions, double time);
  /// A step that was taken. `speed` is that of the fastest end.
  void look(const DenseStep& step, double speed);

  /// In the order of their times.
  std::vector<MotionPassing> take();

 private:
  struct Pair {
    LinkEnd end;
    int surface = 0;
    double height[2] = {};  ///< m; where a part of a step begins and ends
    double rate[2] = {};    ///< m/s
  };
  /// A part of a step, as shares of it.
  struct Part {
    const DenseStep& step;
    double from = 0;
    double to = 1;
    double duration() const { return (to - from) * step.size; }
  };

  void look_within(const Part& part);
  void see(const DenseStep& step, double share, int side);
  double behind(const Pair& pair, const Part& part);
  double height_inside(const Pair& pair, const DenseStep& step, double share);
  double passing_time(const Pair& pair, const Part& part, double behind);

  const Tree& tree_;
  LinkEnds ends_;
  EndHeights heights_;
  std::vector<Pair> pairs_;  ///< those that are watched still
  std::vector<double> inside_;
  double tolerance_;   ///< m; nearer to a surface is on it
  bool still_ = true;  ///< no surface is moved
  double least_ = 0;   ///< m; the smallest height when it was looked at last
  double reach_ = 0;   ///< m; how far an end can have come since
  std::vector<MotionPassing> passed_;
};

/// The ends that a state has behind surfaces without a contact that covers them; and those that are
/// at one and move into it (depth 0).
std::vector<MotionPassing> ends_behind(const Tree& tree, const State& state);

}  // namespace carom
