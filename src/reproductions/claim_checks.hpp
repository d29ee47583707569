#pragma once

/// reproductions/claim_checks.hpp
///
/// The checks by which published claims are judged. Each measures something in reproduced figures
/// and says whether it is as the claim has it. A new one is a function and a line in the table of
/// its file, claim_numbers.cpp or claim_contacts.cpp.

#include <span>
#include <string>
#include <vector>

#include "reproductions/claim_view.hpp"

namespace carom {

struct Finding {
  Holding verdict = Holding::undecided;  ///< undecided: there was nothing to measure
  std::string text;                      ///< what was found, in words
};

Finding finding(const ClaimCheck& check, const Figures& figures);

/// The names of all checks.
std::vector<std::string> check_kinds();

/// What findings make of a claim: it holds where all hold, in part where some do and some do not.
/// With findings that are undecided themselves it is undecided, unless others already disagree.
Holding verdict_of(std::span<const Finding> findings);

PageClaim judged(const PublishedClaim& claim, const Figures& figures);

}  // namespace carom
