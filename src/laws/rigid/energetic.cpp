/// Energetic restitution: restitution gives back e² of the normal work of compression
/// (Stronge 1990). With C = W_r + e² W_c ≤ 0, where W_c < 0 is the work ∫v dη over compression and
/// W_r that over restitution so far, the remaining step x solves v x + ½Ψx² = −C:
///
///     x = −2C / (v + √(v² − 2ΨC)),
///
/// which does not cancel and holds for Ψ ≤ 0 while v ≥ 0. A negative radicand: v returns to zero
/// before the work is done. At v = 0 and W_r = 0 it is x = e √(−2W_c/Ψ), which has a slope where e
/// is zero too.

#include "laws/rigid/differential.hpp"

namespace carom {
namespace {

template <class T>
void solve(const ContactProblem<T>& problem, const LawOptions& options,
           LawWorkspace<T>& workspace) {
  solve_differential<T>(problem, options, energetic_end<T>, workspace);
}

constexpr LawKernel kernel{solve<double>, solve<Sloped>, energetic_group};

}  // namespace

extern const Law energetic_law;
constinit const Law energetic_law = {
    .name = "energetic",
    .title = "Differential, energetic restitution",
    .formula = "∫ v_n dη over restitution = −e² ∫ v_n dη over compression, at the striking contact",
    .source = "Stronge 1990; in stages: Hurmuzlu & Marghitu 1994",
    .limits = "Never makes energy. Needs one striking contact.",
    .can_make_energy = false,
    .algebraic = false,
    .parameters = friction_and_restitution,
    .kernel = &kernel,
};

}  // namespace carom
