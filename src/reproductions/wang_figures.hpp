#pragma once

/// reproductions/wang_figures.hpp
///
/// Figures 3 to 7 of Wang (1993) with numbers, the contact regions before a collision, fixed points
/// on their boundary, and the rates of convergence as they are measured.

#include <vector>

#include "data/page.hpp"

namespace carom::wang {

PageTable rates_table();
PageFigure contact_regions();
PageFigure boundary_figure();

void add_figures(std::vector<PageSection>& sections);

}  // namespace carom::wang
