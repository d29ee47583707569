#if defined(__x86_64__)
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#define CAROM_PROCESSOR avx2
#define CAROM_REGISTER_BYTES 32

#include "laws/rigid/pair_group_stages.hpp"

namespace carom {

extern const GroupSolvers pair_group_avx2;
constinit const GroupSolvers pair_group_avx2 = avx2::solvers;

}  // namespace carom

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
