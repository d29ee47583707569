// A law of impact of one's own, in a program that links Carom.
//
// The law is Walton's, for one contact that strikes alone. Beside friction μ and restitution e it
// has a coefficient β for the tangential direction, which a superball has above zero:
//
//     v_n⁺ = −e v_n⁻                                         as Newton's law has it
//     v_t⁺ = −β v_t⁻           if |τ_t| ≤ μ τ_n              the contact sticks, and springs back
//     τ_t  = −μ τ_n sign v_t⁻  otherwise                     it slides throughout
//
// β = −1 is a smooth contact, 0 one that sticks, 1 one that gives back all its slip. Source: O. R.
// Walton, Numerical simulation of inelastic, frictional particle–particle interactions, in:
// Particulate Two-Phase Flow (1993); measured so by Foerster, Louge, Chang and Allia, Physics of
// Fluids 6 (1994) 1108.
//
// A law is a constant `carom::Law`: words, parameters, and a function from W, v⁻ and the parameters
// to impulses. What it declares is checked (ranges, names, defaults), and what follows from its
// impulses is computed by Carom: velocities, work, energy made or lost.

#include <cmath>
#include <cstdio>

#include "carom/law.hpp"
#include "carom/simulate.hpp"
#include "carom/strike.hpp"

namespace {

enum { friction, restitution, tangential };  // in the order of the declaration

constexpr carom::LawParameter parameters[] = {
    carom::friction_parameter,
    carom::restitution_parameter,
    {"tangential_restitution",
     {.from = -1, .to = 1},
     0.0,
     "1",
     "β of a contact that does not slide throughout: v_t⁺ = −β v_t⁻"}};

void solve(const carom::LawProblem& problem, carom::LawAnswer& answer) noexcept {
  if (problem.count > 1) {
    answer.verdict = carom::Verdict::inconsistent;
    answer.reason = carom::Reason::no_consistent_modes;
    return;
  }
  const double mu = problem.parameters[friction][0];
  const double e = problem.parameters[restitution][0];
  const double beta = problem.parameters[tangential][0];
  const double w_tt = problem.w(0, 0), w_tn = problem.w(0, 1), w_nn = problem.w(1, 1);
  const double v_t = problem.velocity[0], v_n = problem.velocity[1];
  double& tau_t = answer.impulse[0];
  double& tau_n = answer.impulse[1];

  // W τ = (−(1 + β) v_t, −(1 + e) v_n)
  const double determinant = w_tt * w_nn - w_tn * w_tn;
  tau_t = (-(1 + beta) * v_t * w_nn + (1 + e) * v_n * w_tn) / determinant;
  tau_n = (-(1 + e) * v_n * w_tt + (1 + beta) * v_t * w_tn) / determinant;
  if (std::abs(tau_t) <= mu * tau_n) return;

  const double slope = v_t > 0 ? -mu : mu;
  tau_n = -(1 + e) * v_n / (w_nn + slope * w_tn);
  tau_t = slope * tau_n;
}

constexpr carom::Law walton{
    .name = "walton",
    .title = "Algebraic, with tangential restitution",
    .formula = "v_n⁺ = −e v_n⁻; v_t⁺ = −β v_t⁻, or τ_t = ∓μ τ_n where that takes less",
    .source = "Walton 1993; Foerster et al. 1994",
    .limits = "One contact alone. Makes energy where the directions are coupled (W_tn ≠ 0).",
    .can_make_energy = true,
    .parameters = parameters,
    .solve = solve};

/// A disc of radius 0.1 m that falls on a floor. W_tt = 3/m, W_nn = 1/m.
carom::Mechanism superball(double beta) {
  carom::Mechanism mechanism;
  mechanism.laws = {&walton};
  mechanism.gravity = {0, -9.81};
  carom::Link disc;
  disc.name = "disc";
  disc.mass = 2;
  disc.com = carom::Vec2{0, 0};
  disc.inertia = 0.5 * disc.mass * 0.1 * 0.1;
  mechanism.links = {disc};
  carom::Surface floor;
  floor.name = "floor";
  mechanism.surfaces = {floor};
  carom::Contact contact;
  contact.name = "rim";
  contact.link = "disc";
  contact.surface = "floor";
  contact.friction = 0.5;
  contact.restitution = 0.9;
  contact.parameters = {{"tangential_restitution", beta}};
  contact.outline.kind = carom::OutlineKind::disc;
  contact.outline.radius = 0.1;
  mechanism.contacts = {contact};
  return mechanism;
}

/// Counts the impacts of a motion, and those that this program's law resolved.
struct Counted : carom::MotionSink {
  int impacts = 0, by_own_law = 0;
  void event(const carom::MotionEvent& event) override {
    if (event.kind != carom::MotionEventKind::impact) return;
    ++impacts;
    if (event.law == "walton") ++by_own_law;
  }
};

}  // namespace

int main() {
  try {
    for (const double beta : {-1.0, 0.0, 0.6}) {
      const carom::Model model(superball(beta));
      carom::Workspace workspace(model);
      const carom::State state{0, {0, 0.1, 0}, {0.4, -2, 0}};  // x, y, angle
      const carom::Impact impact = carom::strike(model, state, {.law = "walton"}, workspace);
      std::printf("beta %4.1f: %s, leaves with (%.3f, %.3f) m/s, lost %.4f J%s\n", beta,
                  carom::name(impact.verdict).data(), impact.contacts[0].velocity_after[0],
                  impact.contacts[0].velocity_after[1],
                  impact.kinetic_energy_before - impact.kinetic_energy_after,
                  impact.makes_energy ? ", MAKES energy" : "");
    }

    // Spun against its way, it comes back: a motion of several bounces.
    Counted counted;
    const carom::Motion motion =
        carom::simulate(carom::Model(superball(0.6)), {0, {0, 0.5, 0}, {0.5, 0, 15}},
                        {.duration = 2, .law = "walton"}, counted);
    std::printf("bounces: %d, all by walton: %s; after %g s it moves with %.3f m/s\n",
                counted.impacts, counted.by_own_law == counted.impacts ? "yes" : "no",
                motion.final.time, motion.final.velocities[0]);

    // What is declared is checked.
    const carom::Model wrong(superball(1.5));
  } catch (const carom::InputError& error) {
    std::printf("refused: %s\n", error.what());
  }
}
