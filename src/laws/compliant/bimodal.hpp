#pragma once

/// laws/compliant/bimodal.hpp
///
/// A contact that yields: load on one curve, unload on a steeper one. δ is the indentation (minus
/// the gap), δ_m the deepest one so far, F the force that pushes the two sides apart.
///
///     loading     F = K_C δ^n                  while δ̇ > 0 beyond δ_m
///     unloading   F = K_R (δ − δ_p)^n          below δ_m, both ways
///     K_R = K_C/e^2n,   δ_p = δ_m (1 − e²)     so that both curves meet at δ_m
///     loss        (1 − e²) K_C δ_m^(n+1)/(n+1) of a loop that ended at δ_p
///
/// n = 1.5 is Hertz's exponent, n = 1 the bilinear law. With e = 0 unloading takes no way: the
/// contact is locked at δ_m with any force in [0, F_m] until it would pull. Two sides that are
/// tied (`bilateral`) follow the unloading line into tension instead of parting; n is 1 there.
/// Source: Alluhydan 2019, Eqns 2.15–2.24; Yigit and Christoforou's bimodal law.
///
/// A law is data, its memory is data, and a contact knows nothing of bodies: (δ, δ̇, memory) → F.
/// An integrator that locates events asks which curve holds (`branch`), how far (`Curve`) and moves
/// the memory at the event; one that takes small steps calls `advance` at each.

#include <cmath>

#include "carom/train.hpp"

namespace carom {

struct Bimodal {
  double stiffness = 0;    ///< K_C, N/m^n
  double exponent = 1.5;   ///< n
  double restitution = 1;  ///< e in [0, 1]
  History history = History::remembered;
  bool bilateral = false;
};

enum class Branch {
  open,     ///< no force
  loading,  ///< on K_C
  elastic,  ///< on K_R, both ways
  locked    ///< e = 0: δ̇ = 0, the force is what keeps it so
};

struct BimodalMemory {
  Branch branch = Branch::open;
  double deepest = 0;    ///< δ_m of the contact as it is remembered
  double permanent = 0;  ///< δ_p
  double unloading = 0;  ///< K_R, once it has turned
  double lost = 0;       ///< J; by loops that are over (resets)
  bool armed = true;     ///< after a reset: has been apart (δ < 0) again and can close
};

/// F = stiffness (δ − origin)^n.
struct Curve {
  double stiffness = 0;
  double origin = 0;
};

inline Curve curve(const Bimodal& law, const BimodalMemory& memory) {
  if (memory.branch == Branch::loading) return {law.stiffness, 0};
  if (memory.branch == Branch::elastic) return {memory.unloading, memory.permanent};
  return {0, 0};
}

/// Where an open contact closes.
inline double closing_level(const BimodalMemory& memory) {
  return memory.permanent;
}

/// The deepest indentation is reached: from loading to elastic, or locked with e = 0.
void turn(const Bimodal& law, BimodalMemory& memory, double indentation);
/// δ_m is passed again: from elastic or locked to loading.
void load(BimodalMemory& memory);
/// An open contact closes at its closing level.
void close(const Bimodal& law, BimodalMemory& memory);
/// The force is gone: to open.
void release(const Bimodal& law, BimodalMemory& memory);

/// What has been lost for good: by loops that are over, and by the present one, which cannot give
/// back more than its unloading curve holds.
double lost(const Bimodal& law, const BimodalMemory& memory);

/// What the contact would still give back, unloading from δ.
double stored(const Bimodal& law, const BimodalMemory& memory, double indentation);

/// The force after the memory has followed a small step to (δ, δ̇).
double advance(const Bimodal& law, BimodalMemory& memory, double indentation, double rate);

/// The force on the branch that holds.
inline double force(const Bimodal& law, const BimodalMemory& memory, double indentation) {
  if (memory.branch == Branch::open) return 0;
  const Curve c = curve(law, memory);
  const double u = indentation - c.origin;
  if (law.exponent == 1) return c.stiffness * u;
  if (u <= 0) return 0;
  return law.exponent == 1.5 ? c.stiffness * u * std::sqrt(u)
                             : c.stiffness * std::pow(u, law.exponent);
}

}  // namespace carom
