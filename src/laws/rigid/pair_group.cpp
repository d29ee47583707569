#include "laws/rigid/pair_group.hpp"

namespace carom {
namespace {

SolveGroup of_this_machine(SolveGroup GroupSolvers::*law) {
#if defined(__x86_64__)
  switch (this_processor()) {
    case Processor::avx512:
      return pair_group_avx512.*law;
    case Processor::avx2:
      return pair_group_avx2.*law;
    case Processor::plain:
      break;
  }
#endif
  static_cast<void>(law);
  return nullptr;
}

}  // namespace

SolveGroup kinematic_group() {
  return of_this_machine(&GroupSolvers::kinematic);
}
SolveGroup kinetic_group() {
  return of_this_machine(&GroupSolvers::kinetic);
}
SolveGroup energetic_group() {
  return of_this_machine(&GroupSolvers::energetic);
}

}  // namespace carom
