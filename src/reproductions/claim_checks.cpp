#include "reproductions/claim_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace carom {

Finding finding(const ClaimCheck& check, const Figures& figures) {
  for (const MeasureTable* table : {&number_measures(), &contact_measures()})
    if (const auto measure = table->find(check.kind); measure != table->end()) {
      const Measured measured = measure->second({check, figures});
      return {measured.verdict, fmt::format(fmt::runtime(check.says), measured.text)};
    }
  throw std::runtime_error(fmt::format("study file: there is no check \"{}\"", check.kind));
}

std::vector<std::string> check_kinds() {
  std::vector<std::string> kinds;
  for (const MeasureTable* table : {&number_measures(), &contact_measures()})
    for (const auto& [kind, measure] : *table) kinds.push_back(kind);
  return kinds;
}

Holding verdict_of(std::span<const Finding> findings) {
  const auto number = [&](Holding verdict) {
    return std::ranges::count(findings, verdict, &Finding::verdict);
  };
  const auto held = number(Holding::holds), failed = number(Holding::does_not_hold);
  if (number(Holding::in_part) > 0 || (held > 0 && failed > 0)) return Holding::in_part;
  if (findings.empty() || number(Holding::undecided) > 0) return Holding::undecided;
  return failed == 0 ? Holding::holds : Holding::does_not_hold;
}

PageClaim judged(const PublishedClaim& claim, const Figures& figures) {
  PageClaim judgement{claim.place,        claim.claim,  claim.published, "",
                      Holding::undecided, claim.reason, claim.assumed};
  std::vector<Finding> findings;
  for (const ClaimCheck& check : claim.checks) {
    findings.push_back(finding(check, figures));
    judgement.ours += (judgement.ours.empty() ? "" : "; ") + findings.back().text;
  }
  if (claim.undecided.empty()) {
    judgement.verdict = verdict_of(findings);
  } else {
    judgement.reason += (judgement.reason.empty() ? "" : " ") + claim.undecided;
  }
  return judgement;
}

}  // namespace carom
