#pragma once

/// numerics/dense_step.hpp
///
/// One step of Dormand and Prince's method of order 5(4) with its continuous extension of order 4,
/// as Boost.odeint has it, and the size of the next step. The derivative at the step's end is
/// the last that the step evaluates, so it costs six evaluations.
///
/// The error of component i counts against tolerance·(scale_i + |y_i|); a step is accepted where
/// the largest share is at most 1.
///
/// Source: Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I (1993), II.4–II.6.

#include <algorithm>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <functional>
#include <span>
#include <vector>

namespace carom {

class DenseStep {
 public:
  using Numbers = std::vector<double>;

  explicit DenseStep(std::size_t count)
      : y0(count), slope0(count), y1(count), slope1(count), error_(count) {}

  double t0 = 0;    ///< where the step begins
  double size = 0;  ///< of the step
  Numbers y0, slope0;
  Numbers y1, slope1;

  /// From (t0, y0, slope0) to (t0 + h, y1, slope1); returns the error's share of what is allowed.
  /// `derivative(y, dy, t)` is called last with (y1, slope1, t0 + h); before that
  /// `derivative.within(y, dy, t)`, where it has such, five times. `arriving`: its `arrive` is
  /// called last.
  template <bool arriving = false, class Derivative>
  double attempt(Derivative& derivative, double h, double tolerance,
                 std::span<const double> scale) {
    size = h;
    int stages = 0;
    const auto stage = [&](const Numbers& y, Numbers& slope, double t) {
      if constexpr (requires { derivative.within(y, slope, t); })
        if (++stages < 6) return derivative.within(y, slope, t);
      if constexpr (arriving)
        derivative.arrive(y, slope, t);
      else
        derivative(y, slope, t);
    };
    method_.do_step(stage, y0, slope0, t0, y1, slope1, h, error_);
    double worst = 0;
    for (std::size_t i = 0; i < y1.size(); ++i) {
      const double allowed = tolerance * (scale[i] + std::max(std::abs(y0[i]), std::abs(y1[i])));
      const double share = std::abs(error_[i]) / allowed;
      // Once not a number, it stays so.
      if (!(share <= worst) && !std::isnan(worst)) worst = share;
    }
    return worst;
  }

  /// The state inside the step, to order 4.
  void between(double t, Numbers& y) const {
    method_.calc_state(t, y, y0, slope0, t0, y1, slope1, t0 + size);
  }

  /// Where this step ended the next one begins.
  void advance() {
    t0 += size;
    y0.swap(y1);
    slope0.swap(slope1);
  }

  /// The next step's size after an error share, at most `growth` times this one.
  static double next_size(double h, double share, double growth) {
    constexpr double safety = 0.9;
    constexpr double smallest = 0.2;
    if (!(share < 1e300)) return smallest * h;
    if (share == 0) return growth * h;
    return h * std::clamp(safety * std::pow(share, -0.2), smallest, growth);
  }

 private:
  boost::numeric::odeint::runge_kutta_dopri5<Numbers> method_;
  Numbers error_;
};

}  // namespace carom
