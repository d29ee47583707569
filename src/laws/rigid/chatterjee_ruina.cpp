#include "laws/rigid/chatterjee_ruina.hpp"

#include <algorithm>
#include <cmath>

#include "laws/rigid/preparation.hpp"

namespace carom {
namespace {

/// The parameters of a contact beyond those of ContactProblem, in one place.
double tangential_restitution_of(std::span<const double> values, int i) {
  return values.empty() ? 0 : values[static_cast<std::size_t>(i)];
}

/// The striking contact's impulse (τ_t, τ_n), in the scaled units.
template <class T>
struct Impulse {
  T tangential, normal;
};

template <class T>
Impulse<T> impulse_of(const ScaledProblem<T>& scaled, double tangential_restitution) {
  const int t = 2 * scaled.striker;
  const int n = t + 1;
  const int width = 2 * scaled.count;
  const T& tt = scaled.inertia[static_cast<std::size_t>(t * width + t)];
  const T& tn = scaled.inertia[static_cast<std::size_t>(t * width + n)];
  const T& nn = scaled.inertia[static_cast<std::size_t>(n * width + n)];
  const T stops = -scaled.velocity[n] / nn;
  const T pressed = T(1 + scaled.restitution) * stops;
  const double friction = scaled.friction[scaled.striker];
  const T slip = scaled.velocity[t] + tn * stops;  // w
  if (friction == 0 || plain(slip) == 0) return {T(0), pressed};
  // τ = (0, pressed) + λ(W_nn, −W_nt): sticks at λ = −(1 + e_t) w/det, if |λ|W_nn ≤ μτ_n there.
  const T det = tt * nn - tn * tn;
  const T wanted = T(-(1 + tangential_restitution)) * slip;
  const double sign = plain(wanted) < 0 ? -1 : 1;
  const T outside = T(sign) * wanted * nn - T(friction) * (pressed * det - wanted * tn);
  const bool sticks = plain(outside) <= 0 && plain(det) > 1e-14 * plain(tt) * plain(nn);
  if (sticks) {
    const T length = wanted / det;
    return {length * nn, pressed - length * tn};
  }
  const T along = nn + T(sign * friction) * tn;
  const T length = T(sign * friction) * pressed / along;
  return {length * nn, pressed - length * tn};
}

template <class T>
void solve(const ContactProblem<T>& problem, const LawOptions& options,
           LawWorkspace<T>& workspace) {
  solve_chatterjee_ruina<T>(problem, {}, options, workspace);
}

}  // namespace

template <class T>
void solve_chatterjee_ruina(const ContactProblem<T>& problem,
                            std::span<const double> tangential_restitution,
                            const LawOptions& options, LawWorkspace<T>& workspace) {
  if (!prepare(problem, options, workspace)) return;
  const ScaledProblem<T>& scaled = workspace.scaled;
  Solution<T>& solution = workspace.solution;
  const int striker = scaled.striker;
  const int width = 2 * scaled.count;
  if (scaled.normal_inert[striker]) {
    solution.verdict = Verdict::jammed;
    solution.reason = Reason::compression_cannot_end;
    solution.reason_contact = striker;
    return;
  }
  const Impulse<T> impulse =
      impulse_of(scaled, tangential_restitution_of(tangential_restitution, striker));
  for (int r = 0; r < width; ++r) {
    const T* const row = scaled.inertia.data() + static_cast<std::size_t>(r * width);
    workspace.impulse[r] = r == 2 * striker       ? impulse.tangential
                           : r == 2 * striker + 1 ? impulse.normal
                                                  : T(0);
    workspace.velocity[r] = scaled.velocity[r] + row[2 * striker] * impulse.tangential +
                            row[2 * striker + 1] * impulse.normal;
    workspace.work[r] =
        T(0.5) * workspace.impulse[r] * (scaled.velocity[r] + workspace.velocity[r]);
  }
  for (int i = 0; i < scaled.count; ++i) {
    if (i == striker) continue;
    if (plain(workspace.velocity[2 * i + 1]) >= -rest_tolerance * scaled.speed_scale) continue;
    solution.verdict = Verdict::inconsistent;
    solution.reason = Reason::presses_another;
    solution.reason_contact = i;
    return;
  }
  conclude(workspace);
}

template void solve_chatterjee_ruina(const ContactProblem<double>&, std::span<const double>,
                                     const LawOptions&, LawWorkspace<double>&);
template void solve_chatterjee_ruina(const ContactProblem<Dual<double>>&, std::span<const double>,
                                     const LawOptions&, LawWorkspace<Dual<double>>&);

const Law chatterjee_ruina_law = {
    .name = "chatterjee_ruina",
    .title = "Algebraic, kinematic restitution with a tangential one",
    .formula =
        "τ = (1 + e)P_I + κ(P_II − P_I), P_I = (0, −v_n/W_nn), P_II = −W⁻¹v, κ = 1 + e_t or on the "
        "edge of the friction cone",
    .source = "Chatterjee & Ruina 1998",
    .limits = "Never makes energy. Knows one contact: no answer where the impulse presses another.",
    .can_make_energy = false,
    .algebraic = true,
    .solve = solve<double>,
    .solve_dual = solve<Dual<double>>,
};

}  // namespace carom
