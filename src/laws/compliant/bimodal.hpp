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
/// A family of compliant laws (laws/compliant/law.hpp), of which `bilinear` and `hertz` are
/// members. An integrator that locates events asks which curve holds (`curve`), what ends it
/// (`guards`) and passes the event; one that takes small steps calls `advance` at each.

#include <array>
#include <cmath>

#include "laws/compliant/law.hpp"

namespace carom {

struct Bimodal {
  double stiffness = 0;    ///< K_C, N/m^n
  double exponent = 1.5;   ///< n
  double restitution = 1;  ///< e in [0, 1]
  History history = History::remembered;
  bool bilateral = false;
};

/// F = stiffness (δ − origin)^n.
struct Curve {
  double stiffness = 0;
  double origin = 0;
};

inline Curve curve(const Bimodal& law, const CompliantMemory& memory) {
  if (memory.branch == Branch::loading) return {law.stiffness, 0};
  if (memory.branch == Branch::elastic) return {memory.unloading, memory.permanent};
  return {0, 0};
}

/// Where an open contact closes.
inline double closing_level(const CompliantMemory& memory) {
  return memory.permanent;
}

/// What can end the branch that holds.
Guards guards(const Bimodal& law, const CompliantMemory& memory);

/// The deepest indentation is reached: from loading to elastic, or locked with e = 0.
void turn(const Bimodal& law, CompliantMemory& memory, double indentation);
/// δ_m is passed again: from elastic or locked to loading.
void load(CompliantMemory& memory);
/// An open contact closes at its closing level.
void close(const Bimodal& law, CompliantMemory& memory);
/// The force is gone: to open.
void release(const Bimodal& law, CompliantMemory& memory);

/// One of these, or `arm`.
void pass(const Bimodal& law, CompliantMemory& memory, CompliantEvent event, double indentation);

/// What has been lost for good: by loops that are over, and by the present one, which cannot give
/// back more than its unloading curve holds.
double lost(const Bimodal& law, const CompliantMemory& memory);

/// What the contact would still give back, unloading from δ.
double stored(const Bimodal& law, const CompliantMemory& memory, double indentation);

/// The force after the memory has followed a small step to (δ, δ̇).
double advance(const Bimodal& law, CompliantMemory& memory, double indentation, double rate);

/// The force on the branch that holds.
inline double force(const Bimodal& law, const CompliantMemory& memory, double indentation) {
  if (memory.branch == Branch::open) return 0;
  const Curve c = curve(law, memory);
  const double u = indentation - c.origin;
  if (law.exponent == 1) return c.stiffness * u;
  if (u <= 0) return 0;
  return law.exponent == 1.5 ? c.stiffness * u * std::sqrt(u)
                             : c.stiffness * std::pow(u, law.exponent);
}

/// The spring along the surface, of compliance η² (tangential.hpp): as wide as the contact is.
///
///     k_t = n K_C δ^(n−1)/η² loading,   n K_C ((δ − δ_p)/e²)^(n−1)/η² unloading
TangentialSpring tangential(const Bimodal& law, double compliance, const CompliantMemory& memory,
                            double indentation);

/// What the laws of the family declare; the stiffness has a unit of its own.
constexpr std::array<LawParameter, 3> bimodal_parameters(std::string_view unit) {
  return {{{"stiffness", Range::positive, {}, unit, "K_C of loading"},
           {"restitution", Range::zero_to_one, 1.0, "1",
            "e of a loop from rest to rest: K_R = K_C/e^2n"},
           {"tangential", Range::not_negative, 0.0, "1",
            "η²: compliance along the surface over that along the normal, (2 − ν)/(2(1 − ν)) of "
            "smooth bodies; 0: stiff"}}};
}

/// A contact of exponent n = halves/2.
template <int halves>
Bimodal bimodal(const CompliantContact& contact) {
  return {contact.parameters[0], 0.5 * halves, contact.parameters[1], contact.history, false};
}

/// The law of that exponent, but for its words.
template <int halves>
constexpr CompliantLaw bimodal_law() {
  CompliantLaw law;
  law.force = [](const CompliantContact& contact, const CompliantMemory& memory, double indentation,
                 double) { return force(bimodal<halves>(contact), memory, indentation); };
  law.guards = [](const CompliantContact& contact, const CompliantMemory& memory) {
    return guards(bimodal<halves>(contact), memory);
  };
  law.pass = [](const CompliantContact& contact, CompliantMemory& memory, CompliantEvent event,
                double indentation,
                double) { pass(bimodal<halves>(contact), memory, event, indentation); };
  law.stored = [](const CompliantContact& contact, const CompliantMemory& memory,
                  double indentation) {
    return stored(bimodal<halves>(contact), memory, indentation);
  };
  law.lost = [](const CompliantContact& contact, const CompliantMemory& memory) {
    return lost(bimodal<halves>(contact), memory);
  };
  law.power = bimodal<halves>;
  law.tangential = [](const CompliantContact& contact, const CompliantMemory& memory,
                      double indentation) {
    return tangential(bimodal<halves>(contact), contact.parameters[2], memory, indentation);
  };
  return law;
}

}  // namespace carom
