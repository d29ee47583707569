#if defined(__x86_64__)
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512dq")
#endif
#define CAROM_PROCESSOR avx512
#define CAROM_REGISTER_BYTES 64

#include "dynamics/small_group_passes.hpp"

namespace carom {

extern const SmallGroupPasses small_group_avx512;
constinit const SmallGroupPasses small_group_avx512 = avx512::passes();

}  // namespace carom

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
