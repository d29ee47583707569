/// Kinetic restitution: the impact ends at η_f = (1 + e) η† (Poisson 1817). The striking contact
/// must not be driven back into its surface on the way: if v_n would fall below zero before η_f,
/// restitution has no end. It may stay at zero: a wedged contact takes e η† more and rests.

#include "laws/rigid/differential.hpp"

namespace carom {
namespace {

template <class T>
void solve(const ContactProblem<T>& problem, const LawOptions& options,
           LawWorkspace<T>& workspace) {
  solve_differential<T>(problem, options, kinetic_end<T>, workspace);
}

constexpr LawKernel kernel{solve<double>, solve<Sloped>, kinetic_group};

}  // namespace

extern const Law kinetic_law;
constinit const Law kinetic_law = {
    .name = "kinetic",
    .title = "Differential, kinetic restitution",
    .formula = "η_f = (1 + e) η†, with η† the normal impulse of compression",
    .source = "Poisson 1817; Routh 1905; in stages: Hurmuzlu & Marghitu 1994",
    .limits = "Can make energy where several contacts act (rarely). Needs one striking contact.",
    .can_make_energy = true,
    .algebraic = false,
    .parameters = friction_and_restitution,
    .kernel = &kernel,
};

}  // namespace carom
