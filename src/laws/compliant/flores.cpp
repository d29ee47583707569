/// Flores and others: losses of both phases, along assumed courses of the speed (viscous.hpp).

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
  return 8 * (1 - e) / (5 * e);
}

constexpr CompliantLaw made() {
  CompliantLaw law = viscous_law<damping>();
  law.name = "flores";
  law.title = "Flores and others";
  law.formula = "F = K δ^1.5 (1 + d δ̇/v₀), d = 8 (1 − e)/(5 e)";
  law.source = "Flores, Machado, Silva and Martins, Multibody Syst. Dyn. 25 (2011), 357–375";
  law.limits =
      "For all e above 0; yields less than asked for, down to 5/8 of it where e is small. "
      "Remembers v₀.";
  law.parameters = parameters;
  return law;
}

}  // namespace

extern const CompliantLaw flores_law;
constinit const CompliantLaw flores_law = made();

}  // namespace carom
