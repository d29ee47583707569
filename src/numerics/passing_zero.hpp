#pragma once

/// numerics/passing_zero.hpp
///
/// Where a function that is above zero at 0 and below at `high` passes zero, by Alefeld, Potra and
/// Shi's algorithm 748 (as Boost has it): the end of a bracket of at most `width` at which the
/// function is not above zero. Events are located so, by steps that end there.

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>

namespace carom {

template <class Value>
double passing_zero(Value&& value, double high, double at_zero, double at_high, double width) {
  std::uintmax_t most = 100;
  const auto narrow = [width](double a, double b) { return std::abs(b - a) <= width; };
  return boost::math::tools::toms748_solve(value, 0.0, high, at_zero, at_high, narrow, most).second;
}

}  // namespace carom
