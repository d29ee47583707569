/// Gonthier and others: fitted to the equation that holds exactly (viscous.hpp).

#include "laws/compliant/viscous.hpp"

namespace carom {
namespace {

constexpr LawParameter parameters[] = {viscous_stiffness,
                                       {"restitution",
                                        {.from = 0, .to = 1, .above = true},
                                        1.0,
                                        "1",
                                        "e asked for; what it yields is in the table below"}};

double damping(double e) {
  return (1 - e * e) / e;
}

constexpr CompliantLaw made() {
  CompliantLaw law = viscous_law<damping>();
  law.name = "gonthier";
  law.title = "Gonthier and others";
  law.formula = "F = K δ^1.5 (1 + d δ̇/v₀), d = (1 − e²)/e";
  law.source = "Gonthier, McPhee, Lange and Piedbœuf, Multibody Syst. Dyn. 11 (2004), 209–233";
  law.limits =
      "For all e above 0: right where e is small; near 1 it loses a third too much. Remembers v₀.";
  law.parameters = parameters;
  return law;
}

}  // namespace

extern const CompliantLaw gonthier_law;
constinit const CompliantLaw gonthier_law = made();

}  // namespace carom
