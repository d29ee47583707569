#pragma once

/// draw/residuals.hpp
///
/// What a fit leaves: of every quantity compared a panel, predicted minus measured over predicted.

#include <string>

#include "data/identification_report.hpp"

namespace carom {

std::string residuals_svg(const IdentificationReport& report);

}  // namespace carom
