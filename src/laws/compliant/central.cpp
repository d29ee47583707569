#include "laws/compliant/central.hpp"

#include <algorithm>

namespace carom {

CompliantTouch central_impact(const CompliantLaw& law, const CompliantContact& contact, double mass,
                              double speed, double tolerance) {
  const YieldingContact yields{.law = &law, .numbers = contact};
  const std::array inertia = {1 / mass, 0.0, 0.0, 1 / mass};
  const std::array velocity = {0.0, -speed};
  CompliantImpact impact;
  impact.solve(std::span(&yields, 1), inertia, velocity, {.tolerance = tolerance});
  return impact.touches().front();
}

std::vector<std::array<double, 2>> restitution_curve(const CompliantLaw& law) {
  constexpr std::array asked = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};
  std::vector<std::array<double, 2>> curve;
  const auto place = [&](std::string_view name) {
    return std::ranges::find(law.parameters, name, &LawParameter::name) - law.parameters.begin();
  };
  const auto stiffness = static_cast<std::size_t>(place("stiffness"));
  const auto restitution = static_cast<std::size_t>(place("restitution"));
  if (std::max(stiffness, restitution) >= law.parameters.size()) return curve;
  for (const double e : asked) {
    CompliantContact contact;
    contact.parameters[stiffness] = 1;
    contact.parameters[restitution] = e;
    curve.push_back({e, central_impact(law, contact, 1, 1).kinematic().value_or(0)});
  }
  return curve;
}

}  // namespace carom
