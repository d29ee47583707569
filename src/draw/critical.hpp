#pragma once

/// draw/critical.hpp
///
/// Critical curves over two axes: one panel a contact, its regions coloured by what it does there.

#include <string>

#include "data/critical_report.hpp"

namespace carom {

/// `report` has two axes.
std::string critical_svg(const CriticalReport& report);

}  // namespace carom
