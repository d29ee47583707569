/// Hertz's law with losses: load and unload on powers of the indentation (bimodal.hpp, n = 3/2).

#include "laws/compliant/bimodal.hpp"

namespace carom {
namespace {

constexpr std::array parameters = bimodal_parameters("N/m^1.5");

constexpr CompliantLaw made() {
  CompliantLaw law = bimodal_law<3>();
  law.name = "hertz";
  law.title = "Bimodal, Hertz's exponent";
  law.formula =
      "F = K_C δ^1.5 loading, K_R (δ − δ_p)^1.5 unloading; K_R = K_C/e³, δ_p = δ_m (1 − e²)";
  law.source =
      "Alluhydan 2019, Eqns 2.15–2.24; Yigit and Christoforou's bimodal law; tangential: Stronge "
      "1994, Mindlin 1949";
  law.limits =
      "Smooth, small contacts. No viscosity: e does not depend on the speed. Friction along the "
      "surface is rigid, or bounds a spring (tangential).";
  law.parameters = parameters;
  return law;
}

}  // namespace

extern const CompliantLaw hertz_law;
constinit const CompliantLaw hertz_law = made();

}  // namespace carom
