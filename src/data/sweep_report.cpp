#include "data/sweep_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/rounding.hpp"

namespace carom {

std::string percentile_name(std::size_t which) {
  return fmt::format("{:g}", percentile_levels[which]);
}

std::vector<QuantityStatistics> told_statistics(std::span<const QuantityStatistics> all) {
  std::map<std::string, double> scales;  // of each unit
  for (const QuantityStatistics& each : all) {
    double& scale = scales[each.unit];
    scale = std::max({scale, std::abs(each.mean), each.deviation});
  }
  std::vector<QuantityStatistics> told;
  for (QuantityStatistics each : all) {
    const double scale = scales[each.unit];
    each.deviation = without_rounding(each.deviation, scale);
    if (each.deviation == 0) continue;
    each.mean = without_rounding(each.mean, scale);
    for (double& percentile : each.percentiles) percentile = without_rounding(percentile, scale);
    told.push_back(std::move(each));
  }
  return told;
}

}  // namespace carom
