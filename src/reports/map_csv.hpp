#pragma once

/// reports/map_csv.hpp
///
/// What a map finds as tables for other programs: its returns; the points of its periodic orbits;
/// the branches on which orbits were followed in a parameter. States are a column a number.

#include <string>

#include "data/map_report.hpp"

namespace carom {

/// One row a return.
std::string returns_csv(const MapReport& report);
/// One row a return of an orbit.
std::string orbits_csv(const MapReport& report);
/// One row a point of a branch; those where something happens say what.
std::string branches_csv(const MapReport& report);

}  // namespace carom
