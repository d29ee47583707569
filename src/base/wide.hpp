#pragma once

/// base/wide.hpp
///
/// One number of several problems that are solved abreast (base/abreast.hpp), in the registers of
/// the processor that the file is compiled for: what is done to it is done to each, with the bits
/// of a plain number, as nothing is fused. What problems decide differently is decided for each,
/// by `select`:
///
///     std::max(a, b)   (a < b) ? b : a   larger(a, b)   select(a < b, b, a)
///
/// A file that includes this names its processor, CAROM_PROCESSOR, and its CAROM_REGISTER_BYTES,
/// and says `#pragma GCC target` before anything else (which defines no macros in C++). All that it
/// defines has the processor in its name, so that what is compiled for one processor is not taken
/// for what runs on every one (the test `habits.wide`).

#if CAROM_REGISTER_BYTES > 16
#include <immintrin.h>
#endif

// Wide numbers go by value between functions of one file alone.
#pragma GCC diagnostic ignored "-Wpsabi"

#include <bit>
#include <cmath>
#include <cstring>

#include "base/abreast.hpp"
#include "base/scalar.hpp"

#define CAROM_WIDE [[gnu::always_inline]] inline

namespace carom {
namespace CAROM_PROCESSOR {

inline constexpr std::size_t register_bytes = CAROM_REGISTER_BYTES;
/// How many problems a register holds, and which of those abreast are in it: from part · wide on.
inline constexpr std::size_t wide = register_bytes / sizeof(double);
inline constexpr std::size_t parts = abreast_count / wide;

/// Yes or no of each problem.
struct Truths {
  using Bits [[gnu::vector_size(register_bytes)]] = std::int64_t;
  Bits bits;  ///< −1: yes, 0: no

  Truths() = default;
  CAROM_WIDE constexpr Truths(const Bits& each) : bits(each) {}  // NOLINT: as of any truth
  CAROM_WIDE Truths(bool yes) : bits(Bits{} - (yes ? 1 : 0)) {}  // NOLINT: as of any truth
  CAROM_WIDE Truths(Which all, std::size_t part) {
    for (std::size_t i = 0; i < wide; ++i) bits[i] = has(all, part * wide + i) ? -1 : 0;
  }
  CAROM_WIDE friend Truths operator&(const Truths& a, const Truths& b) { return a.bits & b.bits; }
  CAROM_WIDE friend Truths operator|(const Truths& a, const Truths& b) { return a.bits | b.bits; }
  CAROM_WIDE friend Truths operator!(const Truths& a) { return ~a.bits; }
  CAROM_WIDE Truths& operator&=(const Truths& o) { return *this = *this & o; }
  CAROM_WIDE Truths& operator|=(const Truths& o) { return *this = *this | o; }
};

/// The bits of those in this part.
CAROM_WIDE Which which(const Truths& truths, std::size_t part = 0) {
#if CAROM_REGISTER_BYTES == 64
  const Which found = _mm512_movepi64_mask(std::bit_cast<__m512i>(truths.bits));
#elif CAROM_REGISTER_BYTES == 32
  const auto found = static_cast<Which>(_mm256_movemask_pd(std::bit_cast<__m256d>(truths.bits)));
#else
  Which found = 0;
  for (std::size_t i = 0; i < wide; ++i) found |= static_cast<Which>(truths.bits[i] & 1) << i;
#endif
  return found << part * wide;
}
CAROM_WIDE bool any(const Truths& truths) {
  return which(truths) != 0;
}

struct Wide {
  using Vector [[gnu::vector_size(register_bytes)]] = double;
  Vector of;

  Wide() = default;
  CAROM_WIDE Wide(const Vector& numbers) : of(numbers) {}  // NOLINT: as of any number
  CAROM_WIDE Wide(double x) : of(x - Vector{}) {}          // NOLINT: as of any number
  CAROM_WIDE Wide(const Abreast& from, std::size_t part) {
    std::memcpy(&of, from.of + part * wide, sizeof of);
  }
  CAROM_WIDE void put(Abreast& to, std::size_t part) const {
    std::memcpy(to.of + part * wide, &of, sizeof of);
  }

  CAROM_WIDE friend Wide operator+(const Wide& a, const Wide& b) { return a.of + b.of; }
  CAROM_WIDE friend Wide operator-(const Wide& a, const Wide& b) { return a.of - b.of; }
  CAROM_WIDE friend Wide operator*(const Wide& a, const Wide& b) { return a.of * b.of; }
  CAROM_WIDE friend Wide operator/(const Wide& a, const Wide& b) { return a.of / b.of; }
  CAROM_WIDE friend Wide operator-(const Wide& a) { return -a.of; }
  CAROM_WIDE Wide& operator+=(const Wide& o) { return *this = *this + o; }
  CAROM_WIDE Wide& operator-=(const Wide& o) { return *this = *this - o; }
  CAROM_WIDE Wide& operator*=(const Wide& o) { return *this = *this * o; }
  CAROM_WIDE friend Truths operator<(const Wide& a, const Wide& b) { return a.of < b.of; }
  CAROM_WIDE friend Truths operator>(const Wide& a, const Wide& b) { return a.of > b.of; }
  CAROM_WIDE friend Truths operator<=(const Wide& a, const Wide& b) { return a.of <= b.of; }
  CAROM_WIDE friend Truths operator>=(const Wide& a, const Wide& b) { return a.of >= b.of; }
  CAROM_WIDE friend constexpr Truths operator==(const Wide& a, const Wide& b) {
    return a.of == b.of;
  }
  CAROM_WIDE friend Truths operator!=(const Wide& a, const Wide& b) { return a.of != b.of; }
};

CAROM_WIDE Wide select(const Truths& which, const Wide& yes, const Wide& no) {
  return which.bits ? yes.of : no.of;
}
CAROM_WIDE Wide select(const Truths& which, double yes, double no) {
  return select(which, Wide(yes), Wide(no));
}
CAROM_WIDE Truths select(const Truths& which, const Truths& yes, const Truths& no) {
  return (which.bits & yes.bits) | (~which.bits & no.bits);
}
CAROM_WIDE Wide abs(const Wide& x) {
  constexpr std::int64_t all_but_sign = INT64_MAX;
  return std::bit_cast<Wide::Vector>(std::bit_cast<Truths::Bits>(x.of) & all_but_sign);
}
CAROM_WIDE Wide sqrt(const Wide& x) {
#if CAROM_REGISTER_BYTES == 64
  return Wide::Vector(_mm512_maskz_sqrt_pd(0xff, x.of));
#elif CAROM_REGISTER_BYTES == 32
  return Wide::Vector(_mm256_sqrt_pd(x.of));
#else
  Wide roots = x;
  for (std::size_t i = 0; i < wide; ++i) roots.of[i] = std::sqrt(x.of[i]);
  return roots;
#endif
}
CAROM_WIDE Wide plain(const Wide& x) {
  return x;
}
/// std::max, std::min: the first where neither is more.
CAROM_WIDE Wide larger(const Wide& a, const Wide& b) {
  return select(a < b, b, a);
}
CAROM_WIDE Wide smaller(const Wide& a, const Wide& b) {
  return select(b < a, b, a);
}

/// Two of them, as `Both` is of plain numbers.
struct WideBoth {
  Wide part[2];

  CAROM_WIDE Wide& operator[](std::size_t i) { return part[i]; }
  CAROM_WIDE const Wide& operator[](std::size_t i) const { return part[i]; }
  CAROM_WIDE friend WideBoth operator+(const WideBoth& a, const WideBoth& b) {
    return {{a.part[0] + b.part[0], a.part[1] + b.part[1]}};
  }
  CAROM_WIDE friend WideBoth operator-(const WideBoth& a, const WideBoth& b) {
    return {{a.part[0] - b.part[0], a.part[1] - b.part[1]}};
  }
  CAROM_WIDE friend WideBoth operator*(const WideBoth& a, const WideBoth& b) {
    return {{a.part[0] * b.part[0], a.part[1] * b.part[1]}};
  }
  CAROM_WIDE friend WideBoth operator*(const WideBoth& a, const Wide& s) {
    return {{a.part[0] * s, a.part[1] * s}};
  }
  CAROM_WIDE friend WideBoth operator*(const Wide& s, const WideBoth& a) {
    return {{s * a.part[0], s * a.part[1]}};
  }
  CAROM_WIDE WideBoth& operator+=(const WideBoth& o) { return *this = *this + o; }
  CAROM_WIDE WideBoth& operator-=(const WideBoth& o) { return *this = *this - o; }
};

/// A pair of constants, the same in every problem.
CAROM_WIDE WideBoth operator*(const Both& a, const Wide& s) {
  return {{a[0] * s, a[1] * s}};
}
CAROM_WIDE WideBoth operator*(const Wide& s, const Both& a) {
  return {{s * a[0], s * a[1]}};
}

CAROM_WIDE WideBoth select(const Truths& which, const WideBoth& yes, const WideBoth& no) {
  return {{select(which, yes[0], no[0]), select(which, yes[1], no[1])}};
}
CAROM_WIDE WideBoth magnitude(const WideBoth& x) {
  return {{abs(x[0]), abs(x[1])}};
}
CAROM_WIDE Wide sum(const WideBoth& x) {
  return x[0] + x[1];
}
CAROM_WIDE void put(const WideBoth& x, Wide* to) {
  to[0] = x[0];
  to[1] = x[1];
}

}  // namespace CAROM_PROCESSOR

template <>
struct Scalar<CAROM_PROCESSOR::Wide> {
  using Pair = CAROM_PROCESSOR::WideBoth;
  using Truth = CAROM_PROCESSOR::Truths;
  CAROM_WIDE static Pair pair(const Both& x) { return {{x[0], x[1]}}; }
};

}  // namespace carom
