#pragma once

/// train/modal.hpp
///
/// A second way through a collision, independent of the series: the exact motion of the free bodies
/// by their modes, and the contacts' forces as kicks between (Strang's splitting, order two). In
/// the scaled modal coordinates w_q = φ_q(first) a_q of a body (train/modes.hpp)
///
///     x_first = Σ w_q,   x_last = Σ (−1)^q w_q,   drift: (w, ẇ/ω) turns by ω h,
///     kick by F at an end for h:  ẇ_q ± F h c_q,  c_q = φ_q(first)²/M_q,  M_0 = j m, M_q = j m/2.
///
/// The step follows the contacts, not the segments: its cost does not depend on the interior's
/// stiffness. Substeps are never negative: a running maximum must not go back. δ_m is the top of
/// the parabola through three samples, so that it too is of order two.
///
/// For bilinear and Hertz contacts with lossless interiors; e_G to about 1e-3 with 60 steps a
/// contact, falling with the square of their number.

#include "train/line.hpp"

namespace carom {

/// Whether the method can do it.
bool modal_applies(const Line& line);

/// `steps` a contact time (of whole bodies). In the line's units; peak forces and times are of the
/// samples.
TrainResult collide_by_modes(const Line& line, double steps);

}  // namespace carom
