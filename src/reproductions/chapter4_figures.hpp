#pragma once

/// reproductions/chapter4_figures.hpp
///
/// The figures of chapter 4 of Alluhydan's dissertation (2019), our curves beside what was printed
/// and measured: the flat surface, the incline of 25°, critical configurations over levels and
/// inclines, and five masses.

#include <vector>

#include "data/panels.hpp"

namespace carom {

std::vector<PageFigure> chapter4_figures();

}  // namespace carom
