/// Energetic restitution: restitution gives back e² of the normal work of compression
/// (Stronge 1990). With C = W_r + e² W_c ≤ 0, where W_c < 0 is the work ∫v dη over compression and
/// W_r that over restitution so far, the remaining step x solves v x + ½Ψx² = −C:
///
///     x = −2C / (v + √(v² − 2ΨC)),
///
/// which does not cancel and holds for Ψ ≤ 0 while v ≥ 0. A negative radicand: v returns to zero
/// before the work is done. At v = 0 and W_r = 0 it is x = e √(−2W_c/Ψ), which has a slope where e
/// is zero too.

#include <cmath>

#include "laws/rigid/differential.hpp"

namespace carom {
namespace {

template <class T>
bool end(const RestitutionState<T>& state, T& step) {
  using std::sqrt;
  if (state.locked) {
    step = T(0);
    return true;
  }
  if constexpr (!std::is_same_v<T, double>)
    if (plain(state.restitution) == 0 && plain(state.slope) > 0) {
      step = state.restitution * sqrt(T(-2) * state.compression_work / state.slope);
      return true;
    }
  const T missing =
      state.restitution_work + T(state.restitution * state.restitution) * state.compression_work;
  const T radicand = state.velocity * state.velocity - T(2) * state.slope * missing;
  if (!(plain(radicand) > 0)) return false;
  const T denominator = state.velocity + sqrt(radicand);
  step = T(-2) * missing / denominator;
  return true;
}

template <class T>
void solve(const ContactProblem<T>& problem, const LawOptions& options,
           LawWorkspace<T>& workspace) {
  solve_differential<T>(problem, options, end<T>, workspace);
}

constexpr LawKernel kernel{solve<double>, solve<Sloped>};

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
