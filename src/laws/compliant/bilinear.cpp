/// The bilinear law: load and unload on straight lines (bimodal.hpp, n = 1).

#include "laws/compliant/bimodal.hpp"

namespace carom {
namespace {

constexpr std::array parameters = bimodal_parameters("N/m");

constexpr CompliantLaw made() {
  CompliantLaw law = bimodal_law<2>();
  law.name = "bilinear";
  law.title = "Bimodal, straight lines";
  law.formula = "F = K_C δ loading, K_R (δ − δ_p) unloading; K_R = K_C/e², δ_p = δ_m (1 − e²)";
  law.source =
      "Alluhydan 2019, Eqns 2.15–2.24; Yigit and Christoforou's bimodal law; tangential: Stronge "
      "1994, Mindlin 1949";
  law.limits =
      "No viscosity: e does not depend on the speed. Friction along the surface is rigid, or "
      "bounds "
      "a spring (tangential).";
  law.parameters = parameters;
  return law;
}

}  // namespace

extern const CompliantLaw bilinear_law;
constinit const CompliantLaw bilinear_law = made();

}  // namespace carom
