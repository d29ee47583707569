/// Moreau's rule: one balance for the whole impact, for any number of striking contacts,
///
///     v⁺ = v⁻ + Wτ,    0 ≤ v_n⁺ + e v_n⁻ ⊥ τ_n ≥ 0  (striking),    0 ≤ v_n⁺ ⊥ τ_n ≥ 0  (resting),
///     |τ_t| ≤ μτ_n, and τ_t = ∓μτ_n where ±v_t⁺ > 0.
///
/// It treats mirror images alike, and a contact that others throw off faster than −e v_n⁻ has no
/// impulse. It is a mode problem (mode_problem.hpp) in r = v⁺ + e v⁻ at the normals of striking
/// contacts and r = v⁺ elsewhere, so its offset is v_n⁻ + e v_n⁻ there.
///
/// Can make energy, as Whittaker's law does: a striking contact rebounds with e whatever friction
/// did on the way. Without friction and with one e for all it does not: τ·(v⁺ + e v⁻) = 0 then
/// makes the loss −½τ·(v⁻ + v⁺) = ½ (1 − e)/(1 + e) τ·Wτ.
///
/// Source: J. J. Moreau, Unilateral contact and dry friction in finite freedom dynamics, CISM
/// Courses 302 (1988), with Newton's coefficient in the normal direction alone.

#include <algorithm>
#include <cmath>

#include "laws/rigid/algebraic.hpp"
#include "laws/rigid/outcomes.hpp"
#include "laws/rigid/preparation.hpp"

namespace carom {
namespace {

template <class T>
void pose(const ContactProblem<T>& problem, LawWorkspace<T>& w) {
  const ScaledProblem<T>& scaled = w.scaled;
  for (int i = 0; i < scaled.count; ++i) {
    ModeContact& contact = w.contacts[i];
    const int t = 2 * i;
    const int n = t + 1;
    contact.friction = scaled.friction[i];
    contact.normal = scaled.inert[i] ? NormalRule::apart : NormalRule::unilateral;
    const bool still = scaled.tangential_inert[i] && plain(scaled.velocity[t]) == 0;
    contact.slip = contact.friction == 0 || still ? SlipRule::smooth : SlipRule::open;
    const bool strikes = w.solution.approaching[i] != 0;
    w.prescribed[t] = T(0);
    w.prescribed[n] =
        strikes ? T(-problem.restitution()[static_cast<std::size_t>(i)]) * scaled.velocity[n]
                : T(0);
    for (const int r : {t, n}) {
      w.offset[r] = scaled.velocity[r] - w.prescribed[r];
      w.plain_offset[r] = plain(w.offset[r]);
      w.plain_prescribed[r] = plain(w.prescribed[r]);
    }
  }
}

template <class T>
void take(int answer, LawWorkspace<T>& w) {
  const int count = w.scaled.count;
  if constexpr (std::is_same_v<T, double>) {
    std::copy_n(w.answers.force_of(answer), 2 * count, w.impulse.begin());
    std::copy_n(w.answers.rate_of(answer), 2 * count, w.velocity.begin());
  } else {
    const Mode* const modes = w.answers.modes_of(answer);
    const ModeProblem<T> problem{count,
                                 w.scaled.inertia.data(),
                                 w.offset.data(),
                                 w.prescribed.data(),
                                 w.contacts.data(),
                                 w.scaled.speed_scale,
                                 w.scaled.single,
                                 nullptr,
                                 nullptr,
                                 w.scaled.frictions()};
    mode_forces(problem, modes, w.impulse.data(), w.system);
    mode_rates(problem, modes, w.impulse.data(), w.velocity.data());
  }
  for (int i = 0; i < count; ++i) w.velocity[2 * i + 1] += w.prescribed[2 * i + 1];
  w.solution.verdict = Verdict::unique;
  w.solution.impulses_determined = w.answers.impulses_determined[answer] != 0;
  conclude_algebraic(w);
}

template <class T>
void solve(const ContactProblem<T>& problem, const LawOptions& options,
           LawWorkspace<T>& workspace) {
  if (!prepare(problem, options, workspace, Strikers::several)) return;
  pose(problem, workspace);
  const ModeAnswers& answers = workspace.answers;
  select_modes(algebraic_problem(workspace), nullptr, options.method, workspace.answers,
               workspace.mode_scratch);
  workspace.solution.exhaustive = answers.exhaustive;
  if (answers.count == 0) {
    workspace.solution.verdict = Verdict::inconsistent;
    workspace.solution.reason = Reason::no_consistent_modes;
    return;
  }
  workspace.outcomes.assign(static_cast<std::size_t>(answers.count), {Verdict::unique, 0, true});
  give_choice(options, workspace, [&](int k) { take(answers.order[k], workspace); });
}

constexpr LawKernel kernel{solve<double>, solve<Sloped>};

}  // namespace

extern const Law moreau_law;
constinit const Law moreau_law = {
    .name = "moreau",
    .title = "Algebraic, kinematic restitution, several striking contacts",
    .formula =
        "v⁺ = v⁻ + Wτ, 0 ≤ v_n⁺ + e v_n⁻ ⊥ τ_n ≥ 0 at striking contacts, 0 ≤ v_n⁺ ⊥ τ_n ≥ 0 at "
        "resting ones, |τ_t| ≤ μτ_n",
    .source = "Moreau 1988, with restitution in the normal direction alone",
    .limits =
        "Makes energy where friction stops or reverses a slip, or where restitutions differ. Takes "
        "any number of striking contacts; only a striking one can both interact and rebound.",
    .can_make_energy = true,
    .algebraic = true,
    .needs_one_striker = false,
    .parameters = friction_and_restitution,
    .kernel = &kernel,
};

}  // namespace carom
