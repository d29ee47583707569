#if defined(__x86_64__)
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#define CAROM_PROCESSOR avx2
#define CAROM_REGISTER_BYTES 32

#include "dynamics/small_group_passes.hpp"

namespace carom {

extern const SmallGroupPasses small_group_avx2;
constinit const SmallGroupPasses small_group_avx2 = avx2::passes();

}  // namespace carom

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
