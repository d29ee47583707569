#pragma once

/// laws/rigid/stage_slopes.hpp
///
/// How the answer of a law with one or two contacts moves with W and v⁻: the modes are known, of a
/// differential law from the account of its stages (which must have been recorded), and what is
/// left is linear. Beside stages.cpp with numbers that carry slopes, which does the same for any
/// impact.
///
/// In a stage F = dτ/dη and Ψ = WF, with F_n = 1 at the striker. Of the rows U that the modes hold
/// (Ψ_U = 0: both where a contact sticks, the normal one where it slides and does not strike),
///
///     S F_U = −W_U,striker,      S dF_U = −(dW F)_U,      dΨ = dW F + W dF
///     the stage's end            dh from v + hΨ = 0, or from the law's end
///     then                       dv += h dΨ + Ψ dh,   dτ += h dF + F dh
///
/// with S the columns of W that forces at U make, friction that is fixed by them included. Before
/// the first stage, velocities of U that a direction makes are stopped at once: S P = −dv_U (a slip
/// that begins, or a leaving that begins, lasts for a stage of no extent). An algebraic law's modes
/// hold v⁺ itself: S dτ_U = −(dv + dW τ)_U, and −e dv_n of who strikes; where Brach's law has
/// reduced the striker's τ_t its row is that of a loss that stays zero, v⁺·dτ = −τ·(dv + ½dW τ).
/// The change of W is of rank two, dW = g zᵀ + z gᵀ, as it is for the turn of one link.

#include <array>
#include <cstdint>
#include <optional>

#include "contact/contact_problem.hpp"
#include "contact/thresholds.hpp"
#include "laws/rigid/law.hpp"
#include "laws/rigid/solution.hpp"

namespace carom {

/// How the striking contact's restitution ends an impact (restitution.hpp); `algebraic`: modes of
/// v⁺, v_n⁺ = −e v_n⁻ of who strikes; `brach`: the same, and where that would make energy, none
/// lost.
enum class Ending : std::uint8_t { kinematic, kinetic, energetic, algebraic, brach };
/// That of a law; none: the law is of another kind.
std::optional<Ending> ending_of(const Law& law);

/// Numbers in eight directions at once.
struct Lanes {
  static constexpr int count = 8;
  alignas(16) double at[count];
};

struct StageDirections {
  std::array<Lanes, 4> velocity{};  ///< dv⁻
  std::array<Lanes, 4> g{}, z{};    ///< dW = g zᵀ + z gᵀ
};
struct StageChanges {
  std::array<Lanes, 4> impulse;   ///< dτ
  std::array<Lanes, 4> velocity;  ///< dv⁺
};

/// False where the answer is not beyond doubt: it is not unique, a slip begins from rest, a contact
/// is at the edge of its cone, a stage has no extent.
bool stage_slopes(const ContactProblem<double>& problem, const Solution<double>& solution,
                  Ending ending, const StageDirections& directions, StageChanges& changes);

}  // namespace carom
