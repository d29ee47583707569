#pragma once

/// laws/rigid/pair_group.hpp
///
/// Impacts with one or two contacts abreast (base/abreast.hpp), by a differential law: what
/// pair_stages.hpp does for one, with its formulas, margins and bits. Where paths part, each
/// problem takes its own: all are computed that some problem takes, and of each what is its own is
/// kept. A problem that pair_stages leaves to the plain path is left here too.

#include "base/abreast.hpp"

namespace carom {

/// As many problems as go abreast, and their answers. Pairs are (tangential, normal).
struct PairGroup {
  static constexpr std::size_t most = 2;

  int count = 0;                      ///< c, of each
  int colliding = -1;                 ///< the contact that was named, or −1: whichever approaches
  Which asked = 0;                    ///< which problems there are
  const Abreast* inertia = nullptr;   ///< W, row-major, 2c × 2c
  const Abreast* velocity = nullptr;  ///< v⁻, 2c
  const Abreast* friction = nullptr;  ///< c
  const Abreast* restitution = nullptr;  ///< c
  Abreast speed_floor;                   ///< m/s, as LawOptions

  Which answered = 0;  ///< of the others nothing is told here
  Abreast impulse[2 * most], velocity_after[2 * most];
  Which rebounds[most]{}, slides[most]{};  ///< else a contact rests
  Abreast energy_loss;
  Which makes_energy = 0;
};

/// Answers what it can.
using SolveGroup = void (*)(PairGroup& group);
/// What this machine has for it, or null.
using GroupSolver = SolveGroup (*)();

SolveGroup kinematic_group();
SolveGroup kinetic_group();
SolveGroup energetic_group();

/// Of one processor: pair_group_avx2.cpp, pair_group_avx512.cpp.
struct GroupSolvers {
  SolveGroup kinematic, kinetic, energetic;
};
extern const GroupSolvers pair_group_avx2, pair_group_avx512;

}  // namespace carom
