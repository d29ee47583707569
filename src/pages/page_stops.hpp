#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/page.hpp"
#include "study/study.hpp"

namespace carom {

/// The impact at one point of a sweep as a page shows it, with its account by every law; nothing
/// where the point is a hole.
std::optional<PageStop> page_stop(const Study& study, std::span<const std::string> swept,
                                  std::span<const double> values, const StrikeRequest& request);

/// The unit of a parameter that is an angle, "rad" or "deg"; empty where it is none or that is not
/// known. It is an angle where some angle of the scenario is ± the parameter and a constant.
std::string angular_unit(const Study& study, const std::string& parameter);

}  // namespace carom
