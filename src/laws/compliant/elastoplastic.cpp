/// Elasto-plastic contact of a sphere and a half-space: Hertz's law, and beyond a critical force an
/// indentation that stays and grows in proportion to the force.
///
///     k₁ = ⅔ E √R/(1 − ν²),   F_c = 8π³R³σ_y³/k₁²,   η = 1/(2πRH)
///     loading     δ = (F/k₁)^⅔ + η max(0, F − F_c)
///     unloading   F = k₁ (δ − δ_p)^1.5,   δ_p = η (F_m − F_c)       below the deepest, both ways
///     loss        η (F_m² − F_c²)/2
///
/// Loading beyond F_c: with s = (F/k₁)^⅓, η k₁ s³ + s² = r = δ + η F_c; g = s/√r solves x g³ + g² =
/// 1, x = η k₁ √r, by Halley's method. Unloading is not printed in the source; a sphere that has
/// yielded unloads as Hertz's law has it (Johnson, Contact Mechanics, 6.4), at the same k₁.
///
/// Memory: δ_m, the deepest, and δ_p. Until it has yielded, δ_m is where F = F_c. Restitution falls
/// with the speed: ½mv² = ⅖ F_m^{5/3} k₁^{−⅔} + η (F_m² − F_c²)/2 of a mass by itself, and e² is
/// the first term's share. Source: Dupac and Marghitu, Eqns 9–14, after Goldsmith and Johnson.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "laws/compliant/law.hpp"

namespace carom {
namespace {

constexpr LawParameter parameters[] = {
    {"young", Range::positive, {}, "Pa", "Young's modulus"},
    {"poisson", {.from = 0, .to = 0.5}, {}, "1", "Poisson's ratio"},
    {"yield", Range::positive, {}, "Pa", "yield stress"},
    {"hardness", Range::positive, {}, "Pa", "hardness of indentation"},
    {"radius", Range::positive, {}, "m", "radius of the end"},
};

struct Material {
  explicit Material(const CompliantContact& contact) {
    const auto& [young, poisson, yield, hardness, radius, a, b, c] = contact.parameters;
    k1 = 2 * young * std::sqrt(radius) / (3 * (1 - poisson * poisson));
    const double strength = 2 * std::numbers::pi * radius * yield;
    critical_force = strength * strength * strength / (k1 * k1);
    eta = 1 / (2 * std::numbers::pi * radius * hardness);
  }

  double critical_indentation() const {
    const double root = std::cbrt(critical_force / k1);
    return root * root;
  }
  /// F of an elastic indentation.
  double elastic(double u) const { return u > 0 ? k1 * u * std::sqrt(u) : 0; }
  /// F of loading beyond F_c.
  double loading(double indentation) const {
    const double right = indentation + eta * critical_force;
    const double root = std::sqrt(right);
    const double x = eta * k1 * root;
    double g = 1 / std::sqrt(1 + x / (1 + x / 3));
    for (int i = 0; i < 60; ++i) {
      const double miss = (x * g + 1) * g * g - 1;
      const double slope = (3 * x * g + 2) * g;
      const double step = miss * slope / (slope * slope - miss * (3 * x * g + 1));
      g -= step;
      // The next error is about the third power of this one.
      if (std::abs(step) < 3e-6 * g) break;
    }
    const double s = root * g;
    return k1 * s * s * s;
  }
  double plastic_work(double force) const {
    return 0.5 * eta * (force - critical_force) * (force + critical_force);
  }

  double k1 = 0;              ///< N/m^1.5
  double critical_force = 0;  ///< F_c, N
  double eta = 0;             ///< m/N
};

/// How deep it has been, or yields.
double limit(const Material& material, const CompliantMemory& memory) {
  return memory.deepest > 0 ? memory.deepest : material.critical_indentation();
}

constexpr CompliantLaw made() {
  CompliantLaw law;
  law.name = "elastoplastic";
  law.title = "Elastic until it yields";
  law.formula =
      "δ = (F/k₁)^⅔ + η max(0, F − F_c) loading, F = k₁ (δ − δ_p)^1.5 unloading, δ_p = η (F_m − "
      "F_c); k₁ = ⅔E√R/(1 − ν²), F_c = 8π³R³σ_y³/k₁², η = 1/(2πRH)";
  law.source =
      "Dupac and Marghitu, Eqns 9–14; Goldsmith, Impact (1960); Johnson, Contact Mechanics";
  law.limits =
      "A sphere's end on a half-space. No viscosity: e falls with the speed because more of it "
      "yields. Remembers the deepest indentation and the permanent one.";
  law.parameters = parameters;
  law.force = [](const CompliantContact& contact, const CompliantMemory& memory, double indentation,
                 double) {
    const Material material(contact);
    switch (memory.branch) {
      case Branch::loading:
        return material.loading(indentation);
      case Branch::elastic:
        return material.elastic(indentation - memory.permanent);
      default:
        return 0.0;
    }
  };
  law.guards = [](const CompliantContact& contact, const CompliantMemory& memory) {
    Guards all;
    if (memory.branch == Branch::open) {
      all.add({CompliantEvent::close, CompliantQuantity::indentation, memory.permanent, true});
    } else if (memory.branch == Branch::loading) {
      all.add({CompliantEvent::turn, CompliantQuantity::rate, 0, false});
    } else {
      all.add({CompliantEvent::load, CompliantQuantity::indentation,
               limit(Material(contact), memory), true});
      all.add({CompliantEvent::release, CompliantQuantity::indentation, memory.permanent, false});
    }
    return all;
  };
  law.pass = [](const CompliantContact& contact, CompliantMemory& memory, CompliantEvent event,
                double indentation, double) {
    const Material material(contact);
    switch (event) {
      case CompliantEvent::close:
        memory.branch = Branch::elastic;
        break;
      case CompliantEvent::load:
        memory.branch = Branch::loading;
        break;
      case CompliantEvent::turn:
        memory.deepest = indentation;
        memory.permanent = material.eta * (material.loading(indentation) - material.critical_force);
        memory.branch = Branch::elastic;
        break;
      case CompliantEvent::release:
        memory.branch = Branch::open;
        break;
      case CompliantEvent::arm:
        break;
    }
  };
  law.stored = [](const CompliantContact& contact, const CompliantMemory& memory,
                  double indentation) {
    const Material material(contact);
    double u = 0;
    if (memory.branch == Branch::elastic) u = std::max(indentation - memory.permanent, 0.0);
    if (memory.branch == Branch::loading)
      u = indentation - material.eta * (material.loading(indentation) - material.critical_force);
    return 0.4 * material.elastic(u) * u;
  };
  law.lost = [](const CompliantContact& contact, const CompliantMemory& memory) {
    if (memory.deepest == 0) return memory.lost;
    const Material material(contact);
    return memory.lost + material.plastic_work(material.elastic(memory.deepest - memory.permanent));
  };
  return law;
}

}  // namespace

extern const CompliantLaw elastoplastic_law;
constinit const CompliantLaw elastoplastic_law = made();

}  // namespace carom
