/// Kinematic restitution: the impact ends where v(η_f) = −e v(0) (Newton 1686).

#include "laws/rigid/differential.hpp"

namespace carom {
namespace {

template <class T>
void solve(const ContactProblem<T>& problem, const LawOptions& options,
           LawWorkspace<T>& workspace) {
  solve_differential<T>(problem, options, kinematic_end<T>, workspace);
}

constexpr LawKernel kernel{solve<double>, solve<Sloped>, kinematic_group};

}  // namespace

extern const Law kinematic_law;
constinit const Law kinematic_law = {
    .name = "kinematic",
    .title = "Differential, kinematic restitution",
    .formula = "v_n(η_f) = −e v_n(0) at the striking contact",
    .source = "Newton 1686; in stages: Hurmuzlu & Marghitu 1994",
    .limits = "Makes energy where friction reverses or stops the slip. Needs one striking contact.",
    .can_make_energy = true,
    .algebraic = false,
    .parameters = friction_and_restitution,
    .kernel = &kernel,
};

}  // namespace carom
