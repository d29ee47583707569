/// Whittaker's law: the consistent combination of modes for the whole impact, with
/// v_n⁺ = −e v_n⁻ at the striking contact (algebraic.hpp).

#include "laws/rigid/algebraic.hpp"
#include "laws/rigid/outcomes.hpp"
#include "laws/rigid/pair_algebraic.hpp"
#include "laws/rigid/preparation.hpp"

namespace carom {
namespace {

template <class T>
void solve(const ContactProblem<T>& problem, const LawOptions& options,
           LawWorkspace<T>& workspace) {
  if constexpr (std::is_same_v<T, double>)
    if (solve_algebraic_pair(problem, options, AlgebraicLaw::whittaker, workspace)) return;
  if (!prepare(problem, options, workspace)) return;
  find_whittaker_answers(options, workspace);
  const ModeAnswers& answers = workspace.answers;
  workspace.solution.exhaustive = answers.exhaustive;
  if (answers.count == 0) {
    workspace.solution.verdict = Verdict::inconsistent;
    workspace.solution.reason = Reason::no_consistent_modes;
    return;
  }
  // The answers are distinct in their velocities already: each is an outcome.
  workspace.outcomes.assign(static_cast<std::size_t>(answers.count), {Verdict::unique, 0, true});
  give_choice(options, workspace, [&](int k) {
    workspace.solution.verdict = Verdict::unique;
    take_whittaker_answer(answers.order[k], workspace);
  });
}

constexpr LawKernel kernel{solve<double>, solve<Sloped>};

}  // namespace

extern const Law whittaker_law;
constinit const Law whittaker_law = {
    .name = "whittaker",
    .title = "Algebraic, kinematic restitution",
    .formula = "v⁺ = v⁻ + Wτ, v_n⁺ = −e v_n⁻ at the striking contact, |τ_t| ≤ μτ_n",
    .source = "Whittaker 1904; several contacts: Hurmuzlu & Marghitu 1994",
    .limits =
        "Makes energy, often, where friction reverses or stops the slip. No contact can both "
        "interact and rebound, but the striking one. Needs one striking contact.",
    .can_make_energy = true,
    .algebraic = true,
    .parameters = friction_and_restitution,
    .kernel = &kernel,
};

}  // namespace carom
