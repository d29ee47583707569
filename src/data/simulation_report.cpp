#include "data/simulation_report.hpp"

namespace carom {

NamedState named(const SimulationReport& report, const std::vector<double>& numbers) {
  const std::ptrdiff_t base = report.base == BaseKind::free     ? 2
                              : report.base == BaseKind::slider ? 1
                                                                : 0;
  const auto angles = numbers.begin() + base;
  const auto surfaces = angles + static_cast<std::ptrdiff_t>(report.links.size());
  return {{numbers.begin(), angles}, {angles, surfaces}, {surfaces, numbers.end()}};
}

}  // namespace carom
