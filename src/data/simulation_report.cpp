#include "data/simulation_report.hpp"

#include <algorithm>
#include <cmath>

namespace carom {

double turnover(const MotionEnergy& first, const MotionEnergy& last) {
  double largest = 0;
  for (const MotionEnergy& e : {first, last})
    for (const double part :
         {e.kinetic, e.gravity, e.springs, e.dampers, e.friction, e.impacts, e.inputs, e.surfaces})
      largest = std::max(largest, std::abs(part));
  return largest;
}

NamedState named(const SimulationReport& report, const std::vector<double>& numbers) {
  const std::ptrdiff_t base = report.base == BaseKind::free     ? 2
                              : report.base == BaseKind::slider ? 1
                                                                : 0;
  const auto angles = numbers.begin() + base;
  const auto surfaces = angles + static_cast<std::ptrdiff_t>(report.links.size());
  return {{numbers.begin(), angles}, {angles, surfaces}, {surfaces, numbers.end()}};
}

}  // namespace carom
