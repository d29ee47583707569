#pragma once

/// study/claim_checks.hpp
///
/// The checks by which published claims are judged. Each measures something in reproduced figures
/// and says whether it is as the claim has it. A new one is a function and a line in its table.

#include <map>
#include <string>

#include "data/published_study.hpp"
#include "study/figure_data.hpp"

namespace carom {

using Figures = std::map<std::string, FigureData>;

struct Finding {
  bool holds = false;
  std::string text;  ///< what was found, in words
};

Finding finding(const ClaimCheck& check, const Figures& figures);

/// A claim judged: it holds where all its checks do, in part where some do.
PageClaim judged(const PublishedClaim& claim, const Figures& figures);

}  // namespace carom
