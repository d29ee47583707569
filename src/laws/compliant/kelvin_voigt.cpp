/// Kelvin and Voigt: a linear spring and a linear damper side by side, F = K u + c δ̇, u = δ − δ_p.
///
///     c = 2ζ √(K m),   ζ = −ln e/√(π² + ln² e)      (e = 0: ζ = 1)
///
/// m is the mass that strikes, 1/W_nn where contact begins. ζ gives e back to a contact that ends
/// at u = 0 and pulls before that. A contact that cannot pull ends where F = 0; a mass that strikes
/// by itself then leaves with
///
///     e′ = exp(−2ζ arccos ζ/√(1 − ζ²)),   at least e⁻² = 0.135
///
/// The force jumps to c v₀ where contact begins: it is of use where that does no harm. Where it
/// ends the energy still stored is lost, and the surface stays where it was left, δ_p, until the
/// sides are apart. Memory: m, δ_p.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "laws/compliant/law.hpp"

namespace carom {
namespace {

constexpr LawParameter parameters[] = {{"stiffness", Range::positive, {}, "N/m", "K"},
                                       {"restitution", Range::zero_to_one, 1.0, "1",
                                        "e asked for; what it yields is in the table below"}};

double damping(const CompliantContact& contact, const CompliantMemory& memory) {
  const double e = contact.parameters[1];
  const double zeta = e > 0 ? -std::log(e) / std::hypot(std::numbers::pi, std::log(e)) : 1;
  return 2 * zeta * std::sqrt(contact.parameters[0] * memory.mass);
}

constexpr CompliantLaw made() {
  CompliantLaw law;
  law.name = "kelvin_voigt";
  law.title = "Kelvin and Voigt";
  law.formula = "F = K δ + 2ζ √(K m) δ̇, ζ = −ln e/√(π² + ln² e), as long as F > 0";
  law.source = "Goldsmith, Impact (1960); Schwager and Pöschel, Granular Matter 9 (2007), 465–469";
  law.limits =
      "Linear. The force jumps where contact begins; it ends where the force does, which yields "
      "more "
      "than e, at least 0.135. Remembers the mass that strikes.";
  law.parameters = parameters;
  law.force = [](const CompliantContact& contact, const CompliantMemory& memory, double indentation,
                 double rate) {
    if (memory.branch == Branch::open) return 0.0;
    return contact.parameters[0] * (indentation - memory.permanent) +
           damping(contact, memory) * rate;
  };
  law.guards = [](const CompliantContact&, const CompliantMemory& memory) {
    Guards all;
    if (memory.branch == Branch::open)
      all.add({CompliantEvent::close, CompliantQuantity::indentation, memory.permanent, true});
    else
      all.add({CompliantEvent::release, CompliantQuantity::force, 0, false});
    return all;
  };
  law.stored = [](const CompliantContact& contact, const CompliantMemory& memory,
                  double indentation) {
    const double u = indentation - memory.permanent;
    return memory.branch == Branch::open ? 0.0 : 0.5 * contact.parameters[0] * u * u;
  };
  law.pass = [](const CompliantContact& contact, CompliantMemory& memory, CompliantEvent event,
                double indentation, double rate) {
    if (event == CompliantEvent::close) {
      memory.branch = Branch::loading;
      if (memory.approach == 0) memory.approach = rate;
    } else if (event == CompliantEvent::release) {
      const double u = indentation - memory.permanent;
      memory.lost += 0.5 * contact.parameters[0] * u * u;
      memory.permanent = std::max(memory.permanent, indentation);
      memory.branch = Branch::open;
    }
  };
  law.lost = [](const CompliantContact&, const CompliantMemory& memory) { return memory.lost; };
  law.loss_rate = [](const CompliantContact& contact, const CompliantMemory& memory, double,
                     double rate) {
    return memory.branch == Branch::open ? 0.0 : damping(contact, memory) * rate * rate;
  };
  return law;
}

}  // namespace

extern const CompliantLaw kelvin_voigt_law;
constinit const CompliantLaw kelvin_voigt_law = made();

}  // namespace carom
