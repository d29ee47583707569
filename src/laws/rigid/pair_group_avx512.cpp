#if defined(__x86_64__)
#pragma GCC target("avx512f,avx512dq")
#define CAROM_PROCESSOR avx512
#define CAROM_REGISTER_BYTES 64

#include "laws/rigid/pair_group_stages.hpp"

namespace carom {

extern const GroupSolvers pair_group_avx512;
constinit const GroupSolvers pair_group_avx512 = avx512::solvers;

}  // namespace carom
#endif
