/// Chatterjee and Ruina's algebraic law with a tangential restitution, for one contact. With
///
///     P_I  = (0, −v_n/W_nn)     the frictionless impulse that ends the approach
///     P_II = −W⁻¹v              the impulse that ends all motion of the contact
///
///     τ = (1 + e) P_I + κ (P_II − P_I),    κ = 1 + e_t  where that is in the friction cone,
///     else κ = μ(1 + e) P_I,n / (|P_II,t| − μ(P_II,n − P_I,n)):  on the cone's edge.
///
/// v_n⁺ = −e v_n⁻ always; sticking, v_t⁺ = −e_t w + e (w − v_t⁻) with w = v_t⁻ + W_tn P_I,n. Loses
/// energy or keeps it for e in [0, 1], e_t in [−1, 1], and its impulses fill all that conservation
/// and friction allow: e_t = −1 is no friction at all.
///
/// P_II − P_I = −(w/det W)(W_nn, −W_nt), so that W may be singular: w = 0, as where one freedom is
/// left, needs no tangential impulse; else the cone's edge is met, or, where the line to P_II stays
/// in the cone, nothing is (`inconsistent`).
///
/// Limits. It knows one contact. Others that touch get no impulse; if the impulse would press one
/// of them the law has no answer (`inconsistent`), because no rule says what that one would do.
///
/// Source: A. Chatterjee & A. Ruina, A new algebraic rigid-body collision law based on impulse
/// space considerations, J. Appl. Mech. 65 (1998) 939.

#include <algorithm>
#include <cmath>

#include "laws/rigid/preparation.hpp"

namespace carom {
namespace {

/// A w up to this share of its two parts is their rounding.
constexpr double slip_rounding = 1e-14;

/// The striking contact's impulse (τ_t, τ_n), in the scaled units.
template <class T>
struct Impulse {
  T tangential, normal;
};

template <class T>
Impulse<T> impulse_of(const ScaledProblem<T>& scaled, const T& tangential_restitution) {
  const int t = 2 * scaled.striker;
  const int n = t + 1;
  const int width = 2 * scaled.count;
  const T& tt = scaled.inertia[static_cast<std::size_t>(t * width + t)];
  const T& tn = scaled.inertia[static_cast<std::size_t>(t * width + n)];
  const T& nn = scaled.inertia[static_cast<std::size_t>(n * width + n)];
  const T stops = -scaled.velocity[n] / nn;
  const T pressed = T(1 + scaled.restitution) * stops;
  const T friction = scaled.frictions()[scaled.striker];
  const T slip = scaled.velocity[t] + tn * stops;  // w
  const double parts = std::abs(plain(scaled.velocity[t])) + std::abs(plain(tn * stops));
  if (friction == 0 || std::abs(plain(slip)) <= slip_rounding * parts) return {T(0), pressed};
  // τ = (0, pressed) + λ(W_nn, −W_nt): sticks at λ = −(1 + e_t) w/det, if |λ|W_nn ≤ μτ_n there.
  const T det = tt * nn - tn * tn;
  const T wanted = T(-(1 + tangential_restitution)) * slip;
  const double sign = plain(wanted) < 0 ? -1 : 1;
  const T outside = T(sign) * wanted * nn - friction * (pressed * det - wanted * tn);
  const bool sticks = plain(outside) <= 0 && plain(det) > 1e-14 * plain(tt) * plain(nn);
  if (sticks) {
    const T length = wanted / det;
    return {length * nn, pressed - length * tn};
  }
  const T along = nn + T(sign) * friction * tn;
  const T length = T(sign) * friction * pressed / along;
  return {length * nn, pressed - length * tn};
}

template <class T>
void solve(const ContactProblem<T>& problem, const LawOptions& options,
           LawWorkspace<T>& workspace) {
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
      impulse_of(scaled, problem.parameters[2][static_cast<std::size_t>(striker)]);
  if (!(plain(impulse.normal) > 0)) {
    solution.verdict = Verdict::inconsistent;
    solution.reason = Reason::no_consistent_modes;
    return;
  }
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
  workspace.velocity[2 * striker + 1] = T(-scaled.restitution) * scaled.velocity[2 * striker + 1];
  conclude(workspace);
  if (!scaled.regular) note_open_cones(true, workspace);
}

constexpr LawKernel kernel{solve<double>, solve<Sloped>};

constexpr LawParameter parameters[] = {
    friction_parameter,
    restitution_parameter,
    {"tangential_restitution",
     {.from = -1, .to = 1},
     0.0,
     "1",
     "e_t of chatterjee_ruina: −1 no friction at all, 0 slip ends, 1 it turns round"}};

}  // namespace

extern const Law chatterjee_ruina_law;
constinit const Law chatterjee_ruina_law = {
    .name = "chatterjee_ruina",
    .title = "Algebraic, kinematic restitution with a tangential one",
    .formula =
        "τ = (1 + e)P_I + κ(P_II − P_I), P_I = (0, −v_n/W_nn), P_II = −W⁻¹v, κ = 1 + e_t or on the "
        "edge of the friction cone",
    .source = "Chatterjee & Ruina 1998",
    .limits = "Never makes energy. Knows one contact: no answer where the impulse presses another.",
    .can_make_energy = false,
    .algebraic = true,
    .parameters = parameters,
    .kernel = &kernel,
    .knows_one_contact = true,
};

}  // namespace carom
