#pragma once

/// base/both.hpp
///
/// Two numbers that are always worked on together, such as a contact's (tangential, normal), in one
/// register where the processor has such: every x86-64 does; elsewhere the compiler takes what is
/// there. The bits are those of two plain numbers.

#include <bit>
#include <cstdint>
#include <cstring>

namespace carom {

using Both [[gnu::vector_size(2 * sizeof(double))]] = double;

inline Both both(const double* from) {
  Both x;
  std::memcpy(&x, from, sizeof x);
  return x;
}

inline void put(const Both& x, double* to) {
  std::memcpy(to, &x, sizeof x);
}

inline double sum(const Both& x) {
  return x[0] + x[1];
}

/// |x| of each.
inline Both magnitude(const Both& x) {
  using Bits [[gnu::vector_size(2 * sizeof(double))]] = std::int64_t;
  constexpr Bits all_but_sign{INT64_MAX, INT64_MAX};
  return std::bit_cast<Both>(std::bit_cast<Bits>(x) & all_but_sign);
}

}  // namespace carom
