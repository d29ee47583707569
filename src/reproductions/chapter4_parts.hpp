#pragma once

/// reproductions/chapter4_parts.hpp
///
/// Parts of the comparison with chapter 4 (Alluhydan 2019).

#include <vector>

#include "data/claim.hpp"
#include "study/stop_request.hpp"

namespace carom::chapter4 {

/// Equations 4.17 to 4.28, in impacts of random chains.
void add_equations(std::vector<Claim>& claims, const StopRequest& stop);

/// θ₁ = 0 as a critical configuration, sections 4.4.1.2 and 4.4.1.3.
void add_level_first_rod(std::vector<Claim>& claims);

/// The measurements of Figures 4.9 to 4.13, with every mass that the rig may have.
void add_rig(std::vector<Claim>& claims);

}  // namespace carom::chapter4
