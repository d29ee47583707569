#pragma once

/// base/abreast.hpp
///
/// One number of several problems that are solved abreast, as it stands in memory. What computes
/// with them (base/wide.hpp) is compiled for processors that have wide registers, each in files of
/// its own, `*_avx2.cpp` and `*_avx512.cpp`; which of them runs is asked of the machine, and where
/// there are none, nothing goes abreast. The bits are those of plain numbers everywhere.

#include <cstddef>
#include <cstdint>

namespace carom {

/// How many problems go abreast.
inline constexpr std::size_t abreast_count = 8;

struct alignas(abreast_count * sizeof(double)) Abreast {
  double of[abreast_count]{};
};

/// Yes or no of each problem: bit i for the i-th.
using Which = std::uint32_t;

constexpr bool has(Which which, std::size_t i) {
  return (which >> i & 1U) != 0;
}

/// Processors that wide code is compiled for.
enum class Processor : std::uint8_t { plain, avx2, avx512 };

/// What this machine can run.
inline Processor this_processor() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    return Processor::avx512;
  if (__builtin_cpu_supports("avx2")) return Processor::avx2;
#endif
  return Processor::plain;
}

}  // namespace carom
