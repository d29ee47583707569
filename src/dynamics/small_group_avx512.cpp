#if defined(__x86_64__)
#pragma GCC target("avx512f,avx512dq")
#define CAROM_PROCESSOR avx512
#define CAROM_REGISTER_BYTES 64

#include "dynamics/small_group_passes.hpp"

namespace carom {

extern const SmallGroupPasses small_group_avx512;
constinit const SmallGroupPasses small_group_avx512 = avx512::passes();

}  // namespace carom
#endif
