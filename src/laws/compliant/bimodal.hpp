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

/// What trains ask of it is written for any scalar: `double`, and `Sloped` for derivatives.

#include <array>
#include <cassert>
#include <cmath>
#include <concepts>
#include <type_traits>

#include "base/dual.hpp"
#include "laws/compliant/law.hpp"

namespace carom {

struct Bimodal {
  double stiffness = 0;    ///< K_C, N/m^n
  double exponent = 1.5;   ///< n
  double restitution = 1;  ///< e in [0, 1]
  History history = History::remembered;
  bool bilateral = false;
};

/// The same with slopes, and what it remembers.
struct SlopedBimodal {
  Sloped stiffness;
  double exponent = 1.5;
  Sloped restitution = 1;
  History history = History::remembered;
  bool bilateral = false;
};
struct SlopedMemory {
  Branch branch = Branch::open;
  Sloped deepest, permanent, unloading, lost;
  bool armed = true;
};

template <class T>
using BimodalOf = std::conditional_t<std::is_same_v<T, double>, Bimodal, SlopedBimodal>;
template <class T>
using MemoryOf = std::conditional_t<std::is_same_v<T, double>, CompliantMemory, SlopedMemory>;

template <class Law>
concept BimodalLaw = std::same_as<Law, Bimodal> || std::same_as<Law, SlopedBimodal>;

/// What its numbers are: plain ones are taken as such wherever they are asked for.
template <BimodalLaw Law>
using NumberOf = std::conditional_t<std::same_as<Law, Bimodal>, double, Sloped>;

/// Without slopes.
inline const Bimodal& plain(const Bimodal& law) {
  return law;
}
inline Bimodal plain(const SlopedBimodal& law) {
  return {law.stiffness.value, law.exponent, law.restitution.value, law.history, law.bilateral};
}
inline const CompliantMemory& plain(const CompliantMemory& memory) {
  return memory;
}
inline CompliantMemory plain(const SlopedMemory& memory) {
  CompliantMemory plain;
  plain.branch = memory.branch;
  plain.deepest = memory.deepest.value;
  plain.permanent = memory.permanent.value;
  plain.unloading = memory.unloading.value;
  plain.lost = memory.lost.value;
  plain.armed = memory.armed;
  return plain;
}

inline double power(double x, double n) {
  return std::pow(x, n);
}
inline Sloped power(const Sloped& x, double n) {
  return detail::chained(x, std::pow(x.value, n),
                         x.value == 0 && n > 1 ? 0 : n * std::pow(x.value, n - 1));
}

/// F = stiffness (δ − origin)^n.
template <class T>
struct CurveOf {
  T stiffness{};
  T origin{};
};
using Curve = CurveOf<double>;

template <BimodalLaw Law, class Memory>
auto curve(const Law& law, const Memory& memory) {
  using T = std::remove_cvref_t<decltype(law.stiffness)>;
  if (memory.branch == Branch::loading) return CurveOf<T>{law.stiffness, T(0)};
  if (memory.branch == Branch::elastic) return CurveOf<T>{memory.unloading, memory.permanent};
  return CurveOf<T>{};
}

/// Where an open contact closes.
template <class Memory>
requires requires(Memory memory) {
  memory.permanent;
}
auto closing_level(const Memory& memory) {
  return memory.permanent;
}

/// What can end the branch that holds.
Guards guards(const Bimodal& law, const CompliantMemory& memory);

/// ∫ F dδ over loading from 0 to δ.
template <BimodalLaw Law>
NumberOf<Law> loading_work(const Law& law, const NumberOf<Law>& indentation) {
  return law.stiffness * power(indentation, law.exponent + 1) / (law.exponent + 1);
}

template <BimodalLaw Law>
NumberOf<Law> loss_of_loop(const Law& law, const NumberOf<Law>& deepest) {
  return (1 - law.restitution * law.restitution) * loading_work(law, deepest);
}

/// The deepest indentation is reached: from loading to elastic, or locked with e = 0.
template <BimodalLaw Law, class Memory>
void turn(const Law& law, Memory& memory, const NumberOf<Law>& indentation) {
  assert(memory.branch == Branch::loading);
  memory.deepest = indentation;
  memory.permanent = indentation * (1 - law.restitution * law.restitution);
  memory.branch = law.restitution > 0 ? Branch::elastic : Branch::locked;
  memory.unloading = law.restitution > 0 ? law.stiffness / power(law.restitution, 2 * law.exponent)
                                         : NumberOf<Law>(0);
}

/// δ_m is passed again: from elastic or locked to loading.
template <class Memory>
requires requires(Memory memory) {
  memory.branch;
}
void load(Memory& memory) {
  memory.branch = Branch::loading;
}

/// An open contact closes at its closing level.
template <BimodalLaw Law, class Memory>
void close(const Law& law, Memory& memory) {
  assert(memory.branch == Branch::open);
  // With e = 0 the unloading curve has no width: contact is on the loading curve at once.
  const bool fresh = memory.deepest == 0 || law.restitution == 0;
  memory.branch = fresh ? Branch::loading : Branch::elastic;
}

/// The force is gone: to open.
template <BimodalLaw Law, class Memory>
void release(const Law& law, Memory& memory) {
  memory.branch = Branch::open;
  if (law.history == History::remembered) return;
  memory.lost += loss_of_loop(law, memory.deepest);
  memory.deepest = 0;
  memory.permanent = 0;
  memory.armed = false;
}

/// One of these, or `arm`.
template <BimodalLaw Law, class Memory>
void pass(const Law& law, Memory& memory, CompliantEvent event, const NumberOf<Law>& indentation) {
  switch (event) {
    case CompliantEvent::arm:
      memory.armed = true;
      break;
    case CompliantEvent::close:
      close(law, memory);
      break;
    case CompliantEvent::turn:
      turn(law, memory, indentation);
      break;
    case CompliantEvent::load:
      load(memory);
      break;
    case CompliantEvent::release:
      release(law, memory);
      break;
  }
}

/// What has been lost for good: by loops that are over, and by the present one, which cannot give
/// back more than its unloading curve holds.
template <BimodalLaw Law, class Memory>
auto lost(const Law& law, const Memory& memory) {
  return memory.lost + loss_of_loop(law, memory.deepest);
}

/// What the contact would still give back, unloading from δ.
template <BimodalLaw Law, class Memory>
NumberOf<Law> stored(const Law& law, const Memory& memory, const NumberOf<Law>& indentation) {
  if (memory.branch == Branch::open || memory.branch == Branch::locked) return 0;
  Memory turned = memory;
  if (memory.branch == Branch::loading) turn(law, turned, indentation);
  if (turned.branch == Branch::locked) return 0;
  using std::abs;
  const NumberOf<Law> u = abs(indentation - turned.permanent);
  return turned.unloading * power(u, law.exponent + 1) / (law.exponent + 1);
}

/// The force after the memory has followed a small step to (δ, δ̇).
double advance(const Bimodal& law, CompliantMemory& memory, double indentation, double rate);

/// The force on the branch that holds.
template <BimodalLaw Law, class Memory>
NumberOf<Law> force(const Law& law, const Memory& memory, const NumberOf<Law>& indentation) {
  if (memory.branch == Branch::open) return 0;
  const CurveOf<NumberOf<Law>> c = curve(law, memory);
  const NumberOf<Law> u = indentation - c.origin;
  if (law.exponent == 1) return c.stiffness * u;
  if (u <= 0) return 0;
  using std::sqrt;
  return law.exponent == 1.5 ? c.stiffness * u * sqrt(u) : c.stiffness * power(u, law.exponent);
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
