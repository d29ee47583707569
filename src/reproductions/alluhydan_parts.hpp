#pragma once

/// reproductions/alluhydan_parts.hpp
///
/// Parts of the comparison with chapters 2 and 3 (Alluhydan 2019).

#include "data/dataset.hpp"
#include "reproductions/comparison.hpp"
#include "study/stop_request.hpp"

namespace carom::alluhydan {

/// Figures 2.6 to 2.10: errors by model and by segments.
void add_models(Comparison& comparison, const Dataset& dataset, const StopRequest& stop);

/// Figures 2.12 and 2.13, Table 2.4, Eqns 2.27 to 2.29: segments of least error and the rule
/// through them.
void add_rule(Comparison& comparison, const Dataset& dataset, const StopRequest& stop);

/// Section 2.6: the rule on two other pairs.
void add_validation_rule(Comparison& comparison, const Dataset& dataset);

/// Section 3.3.2, Figure 3.7: the segments of the five-body example.
void add_five_body_example(Comparison& comparison, const Dataset& dataset);

}  // namespace carom::alluhydan
