#pragma once

/// laws/compliant/viscous.hpp
///
/// Hertz's spring with a damper that grows with the indentation, and how they differ:
///
///     F = K u^1.5 (1 + d δ̇/v₀),    u = δ − δ_p
///
/// v₀ is the speed at which contact began and d a number that follows from the restitution e asked
/// for: 3(1−e)/2 (Hunt and Crossley), 3(1−e²)/4 (Lankarani and Nikravesh), 8(1−e)/(5e) (Flores and
/// others), (1−e²)/e (Gonthier and others). A mass that strikes by itself leaves with e′ of
///
///     d (1 + e′) = ln((1 + d)/(1 − d e′))
///
/// whatever mass, speed and stiffness: m v dv = −K u^1.5 (1 + d v/v₀) dδ, from u = 0 to u = 0. So
/// each formula for d is an approximation of that equation, good where e is near 1, and what it
/// yields is another number than what was asked for (`carom laws` has the table).
///
/// Contact ends where u = 0, or where the force would pull (the sides part faster than v₀/d). Then
/// what was stored is lost, and the surface stays where it was left, δ_p, until the sides are
/// apart: contact that begins again before that begins there. So no force ever makes energy.
///
/// Memory: v₀ (of a contact that began at rest: 0, no damping, unless who integrates gives it one),
/// and δ_p.

#include <cmath>

#include "laws/compliant/law.hpp"

namespace carom {

/// A contact of the family.
struct Viscous {
  double stiffness = 0;  ///< K, N/m^1.5
  double damping = 0;    ///< d, 1
};

/// d/v₀, s/m.
inline double damping_rate(const Viscous& law, const CompliantMemory& memory) {
  return memory.approach > 0 ? law.damping / memory.approach : 0;
}

double force(const Viscous& law, const CompliantMemory& memory, double indentation, double rate);
double loss_rate(const Viscous& law, const CompliantMemory& memory, double indentation,
                 double rate);
double stored(const Viscous& law, const CompliantMemory& memory, double indentation);
Guards guards(const Viscous& law, const CompliantMemory& memory);
void pass(const Viscous& law, CompliantMemory& memory, CompliantEvent event, double indentation,
          double rate);

/// e′ of a mass that strikes by itself, from d: the root of the equation above.
double yielded_restitution(double damping);

/// What the laws of the family declare.
constexpr LawParameter viscous_stiffness{"stiffness", Range::positive, {}, "N/m^1.5", "K"};

/// The law whose d is `damping(e)`, but for its words.
template <double (*damping)(double restitution)>
constexpr CompliantLaw viscous_law() {
  CompliantLaw law;
  law.force = [](const CompliantContact& contact, const CompliantMemory& memory, double indentation,
                 double rate) {
    return force(Viscous{contact.parameters[0], damping(contact.parameters[1])}, memory,
                 indentation, rate);
  };
  law.guards = [](const CompliantContact& contact, const CompliantMemory& memory) {
    return guards(Viscous{contact.parameters[0], damping(contact.parameters[1])}, memory);
  };
  law.pass = [](const CompliantContact& contact, CompliantMemory& memory, CompliantEvent event,
                double indentation, double rate) {
    pass(Viscous{contact.parameters[0], damping(contact.parameters[1])}, memory, event, indentation,
         rate);
  };
  law.stored = [](const CompliantContact& contact, const CompliantMemory& memory,
                  double indentation) {
    return stored(Viscous{contact.parameters[0], 0}, memory, indentation);
  };
  law.lost = [](const CompliantContact&, const CompliantMemory& memory) { return memory.lost; };
  law.loss_rate = [](const CompliantContact& contact, const CompliantMemory& memory,
                     double indentation, double rate) {
    return loss_rate(Viscous{contact.parameters[0], damping(contact.parameters[1])}, memory,
                     indentation, rate);
  };
  return law;
}

}  // namespace carom
