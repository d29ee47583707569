#pragma once

/// reproductions/alluhydan_figures.hpp
///
/// The figures of chapters 2 and 3 of Alluhydan's dissertation (2019), with our numbers beside the
/// printed and measured ones where these are stated.

#include <vector>

#include "data/collide_report.hpp"
#include "data/dataset.hpp"
#include "data/panels.hpp"
#include "reproductions/alluhydan_pairs.hpp"

namespace carom::alluhydan {

/// Figure 2.5: the loops of the bilinear and the Hertz contact.
PageFigure model_loops(const Dataset& dataset);

/// Figure 2.6, from its table.
PageFigure models_figure(const PageTable& models);

/// Figures 2.7 to 2.10: errors by segmentation number.
std::vector<PageFigure> error_figures(const Dataset& dataset, const ErrorGrid& grid);

/// Figure 2.11: the loop of a pair by the segments of the ball.
PageFigure segments_loops(const Dataset& dataset, const DatasetMeasured& pair);

/// Figures 2.12 and 2.13: segments of least error, and the rule through them.
std::vector<PageFigure> rule_figures(const FitReport& fitted);

/// Figure 2.14, from its table, whose columns after the second are for `counts` segments.
PageFigure saturation_figure(const Dataset& dataset, const PageTable& table,
                             const std::vector<int>& counts);

/// Figure 3.6: the rule, and what it gives the sets of the chains of Tables 3.4 to 3.7.
PageFigure rule_of_chains(const Dataset& dataset);

/// Figure 3.7: segments of the five-body example.
PageFigure five_body_segments(const Dataset& dataset);

}  // namespace carom::alluhydan
