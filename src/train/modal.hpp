#pragma once

/// train/modal.hpp
///
/// A second way through a collision, independent of the series: the exact motion of the free bodies
/// by their modes, and the contacts' forces as kicks between (Strang's splitting). In the scaled
/// modal coordinates w_q = φ_q(first) a_q of a body (train/modes.hpp)
///
///     x_first = Σ w_q,   x_last = Σ (−1)^q w_q,   drift: (w, ẇ/ω) turns by ω h,
///     kick by F at an end for h:  ẇ_q ± F h c_q,  c_q = φ_q(first)²/M_q,  M_0 = j m, M_q = j m/2.
///
/// The step follows the contacts, not the segments: its cost does not depend on the interior's
/// stiffness. Substeps are never negative: a running maximum must not go back.
///
/// Kicks h F(t_k) are the trapezoidal rule for the integral of G(t − s) F(s), G(t) the way that an
/// impulse of one at a contact opens it in the time t. Its errors are known (Euler and Maclaurin)
/// and taken off, so that the error falls with about the power 3.5 of the step:
///
///     at the end of the integral   δ = δ_kicked − α F(δ),  α = Σ c_q (1 − ½ω_q h cot ½ω_q h)/ω_q²
///                                  (h²/12 Σ c_q for slow modes), also across whole bodies
///     a force that begins or ends  like A u^n, u the steps since then, has in the sum A ζ(−n, θ)
///                                  too much, θ at the first sample
///     a bend of the force          of its slope (δ_m passed again): −½B₂(θ) ΔF', of its curvature
///                                  (at δ_m): −B₃(θ) ΔF''/6
///
/// ζ is Hurwitz's, B Bernoulli's polynomials; an impulse of that size at the next kick makes good.
/// δ_m is the top of the cubic through four samples. Modes that turn by more than 2.5 in a step
/// follow their forces at once, α = c_q/ω_q²: their vibration is not kept.
///
/// For bilinear and Hertz contacts with lossless interiors; with 20 steps a contact e_G of two
/// bodies is found to about 5e-4, with 128 to 1e-6.

#include "train/line.hpp"

namespace carom {

/// Whether the method can do it. Not several latched contacts: any maximum latches one, however
/// small, and the smallest are beyond samples.
bool modal_applies(const Line& line);

/// `steps` a contact time (of whole bodies). In the line's units; peak forces and times are of the
/// samples.
TrainResult collide_by_modes(const Line& line, double steps);

}  // namespace carom
