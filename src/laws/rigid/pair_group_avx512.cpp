#if defined(__x86_64__)
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512dq")
#endif
#define CAROM_PROCESSOR avx512
#define CAROM_REGISTER_BYTES 64

#include "laws/rigid/pair_group_stages.hpp"

namespace carom {

extern const GroupSolvers pair_group_avx512;
constinit const GroupSolvers pair_group_avx512 = avx512::solvers;

}  // namespace carom

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
