#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "reproductions/chapter4_chains.hpp"
#include "reproductions/chapter4_parts.hpp"
#include "reproductions/judges.hpp"

namespace carom::chapter4 {
namespace {

/// What the rig of Figure 4.8 may weigh: materials and the housing's inside are not stated. Rods of
/// 28 cm and 1 cm diameter, from massless (the text's own idealisation) over aluminium to steel; a
/// housing of 7.5 × 4 × 4 cm, from a tenth full to solid, of steel.
constexpr double steel = 7850, aluminium = 2700;  // kg/m³
constexpr double rod_volume = std::numbers::pi / 4 * 0.01 * 0.01 * 0.28;
constexpr double housing_volume = 0.075 * 0.04 * 0.04;

struct Masses {
  double rod, housing;
};
constexpr Masses possible[] = {{0, housing_volume* steel / 10},
                               {0, housing_volume* steel},
                               {rod_volume * aluminium, housing_volume* steel / 10},
                               {rod_volume * aluminium, housing_volume* steel},
                               {rod_volume * steel, housing_volume* steel / 10},
                               {rod_volume * steel, housing_volume* steel}};

constexpr const char* assumed =
    "masses: the text has 544 g at the ends, but neither the material of the rods nor the mass of "
    "the housing; tried: massless, aluminium and steel rods, a housing from a tenth full to solid "
    "steel. A measured angle fits within two of the printed standard deviations, 3.41°";

/// The measured angle beside the range of ours.
void add_measured(std::vector<Claim>& claims, const char* source, const char* what, double measured,
                  const std::vector<double>& ours) {
  constexpr double spread = 2 * 1.705;
  std::vector<Holding> verdicts;
  for (const double each : ours) verdicts.push_back(within(measured, each, spread));
  const auto [low, high] = std::ranges::minmax(ours);
  claims.push_back(
      {source, what, measured, std::nullopt, "°", unanimous(verdicts),
       fmt::format("ours from {:.2f}° (massless rods) to {:.2f}°: rods with mass move the right "
                   "angle up, and which the rig has is not stated",
                   low, high),
       assumed});
}

/// The outcome of the resting mass at an angle between the rods, between two of many x.
double outcome_between(const Chain& chain, double between) {
  const std::vector<OutcomePoint> points = outcomes(chain, chain.from, chain.to, 300);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const OutcomePoint &a = points[i], &b = points[i + 1];
    if ((a.between - between) * (b.between - between) > 0) continue;
    return a.outcome + (b.outcome - a.outcome) * (between - a.between) / (b.between - a.between);
  }
  return std::nan("");
}

/// The contact mass was seen to leave at a plotted angle below 90°, and not at 90°. Whether the
/// angle plotted is θ₁ − θ₂ of the theory or the one that the rods include is not stated.
void add_readout(std::vector<Claim>& claims, const char* source, const char* what,
                 const Chain& chain, double plotted) {
  const double as_difference = outcome_between(chain, plotted);
  const double as_included = outcome_between(chain, 180 - plotted);
  const auto leaves = [](double outcome) {
    return outcome > 0 ? Holding::holds : Holding::does_not_hold;
  };
  const Holding verdicts[] = {leaves(as_difference), leaves(as_included)};
  claims.push_back(
      {source, what, plotted, std::nullopt, "°", unanimous(verdicts),
       fmt::format(
           "as θ₁ − θ₂, which the text defines Δθ to be, the mass would {} (V − G F = {:.4f} "
           "/kg), as the angle that the rods include it would {} ({:.4f} /kg); the figure "
           "that shows which is meant is not at hand",
           as_difference > 0 ? "leave" : "stay", as_difference, as_included > 0 ? "leave" : "stay",
           as_included),
       "particles on massless rods, as in the theory of the chapter"});
}

}  // namespace

void add_rig(std::vector<Claim>& claims) {
  const double inclines[] = {0.0, 5.0, 10.0, 15.0, 20.0, 25.0};
  std::vector<double> on_floor, at_25, means;
  for (const Masses& masses : possible) {
    on_floor.push_back(right_angle(rig_on_floor(masses.rod, masses.housing)).between);
    double sum = 0;
    for (const double incline : inclines) {
      const double angle = right_angle(rig_on_incline(incline, masses.rod, masses.housing)).between;
      sum += angle;
      if (incline == 25) at_25.push_back(angle);
    }
    means.push_back(sum / static_cast<double>(std::size(inclines)));
  }
  add_measured(claims, "Figure 4.9, measured", "the rig of Figure 4.8 on a flat surface: Δθ_c", 88,
               on_floor);
  add_measured(claims, "Figure 4.11, measured", "the rig on an incline of 25°: Δθ_c", 91.3, at_25);
  add_measured(claims, "Figure 4.13, measured", "the rig over inclines of 0° to 25°: mean Δθ_c",
               91.3, means);
  add_readout(claims, "Figure 4.10", "flat surface: the contact mass leaves at a drop angle of 70°",
              flat(), 70);
  add_readout(claims, "Figure 4.12", "incline of 25°: the contact mass leaves at Δθ = 60°",
              on_incline(25), 60);
}

}  // namespace carom::chapter4
