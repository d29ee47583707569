/// Lankarani and Nikravesh: the damper's work along an elastic loop is the loss asked for
/// (viscous.hpp).

#include "laws/compliant/viscous.hpp"

namespace carom {
namespace {

constexpr LawParameter parameters[] = {viscous_stiffness,
                                       {"restitution", Range::zero_to_one, 1.0, "1",
                                        "e asked for; what it yields is in the table below"}};

double damping(double e) {
  return 0.75 * (1 - e * e);
}

constexpr CompliantLaw made() {
  CompliantLaw law = viscous_law<damping>();
  law.name = "lankarani_nikravesh";
  law.title = "Lankarani and Nikravesh";
  law.formula = "F = K δ^1.5 (1 + d δ̇/v₀), d = 3 (1 − e²)/4";
  law.source = "Lankarani and Nikravesh, J. Mech. Des. 112 (1990), 369–376";
  law.limits =
      "The loss is that of an elastic loop: for e near 1 only; asked for e = 0 it yields 0.66. "
      "Remembers v₀.";
  law.parameters = parameters;
  return law;
}

}  // namespace

extern const CompliantLaw lankarani_nikravesh_law;
constinit const CompliantLaw lankarani_nikravesh_law = made();

}  // namespace carom
