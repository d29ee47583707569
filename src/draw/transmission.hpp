#pragma once

/// draw/transmission.hpp
///
/// How a strike travels: rods coloured by the impulse they pass on (blue pulls, red presses),
/// blocked ones dashed, contacts marked by what they do.

#include <string>

#include "data/transmission_report.hpp"

namespace carom {

std::string transmission_svg(const TransmissionReport& report);

}  // namespace carom
