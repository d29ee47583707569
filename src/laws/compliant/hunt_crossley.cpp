/// Hunt and Crossley: the loss of a slow impact, e = 1 − αv₀, to first order in it (viscous.hpp).

#include "laws/compliant/viscous.hpp"

namespace carom {
namespace {

constexpr LawParameter parameters[] = {viscous_stiffness,
                                       {"restitution", Range::zero_to_one, 1.0, "1",
                                        "e asked for; what it yields is in the table below"}};

double damping(double e) {
  return 1.5 * (1 - e);
}

constexpr CompliantLaw made() {
  CompliantLaw law = viscous_law<damping>();
  law.name = "hunt_crossley";
  law.title = "Hunt and Crossley";
  law.formula = "F = K δ^1.5 (1 + d δ̇/v₀), d = 3 (1 − e)/2";
  law.source = "Hunt and Crossley, J. Appl. Mech. 42 (1975), 440–445";
  law.limits =
      "d is right to first order in 1 − e; asked for e = 0 it still yields 0.49. Remembers v₀.";
  law.parameters = parameters;
  return law;
}

}  // namespace

extern const CompliantLaw hunt_crossley_law;
constinit const CompliantLaw hunt_crossley_law = made();

}  // namespace carom
