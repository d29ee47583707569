#include <fmt/format.h>

#include <algorithm>

#include "reports/json_table.hpp"
#include "reports/listing.hpp"
#include "reproductions/reproduction.hpp"

namespace carom {
namespace {

/// One line a claim.
std::string study_words(const Reproduced& reproduced) {
  std::string out = fmt::format("{}\n{}\n\n", reproduced.study.title, reproduced.study.source);
  for (const PageClaim& claim : reproduced.claims) {
    // As wide as the longest, "[does not hold]".
    out += fmt::format("{:<15}  {}: {}\n", fmt::format("[{}]", name(claim.verdict)), claim.place,
                       claim.claim);
    out += fmt::format("    published  {}\n    ours       {}\n", claim.published, claim.ours);
    if (!claim.reason.empty()) out += fmt::format("    why        {}\n", claim.reason);
    if (!claim.assumed.empty()) out += fmt::format("    assumed    {}\n", claim.assumed);
  }
  for (const std::string& change : reproduced.changed)
    out += fmt::format("\nCHANGED  {}\n", change);
  return out;
}

}  // namespace

/// The studies, then a line a study, with the count of each verdict.
std::string words(const Reproduction& report) {
  std::string out;
  for (const Reproduced& each : report.studies) out += study_words(each) + "\n";
  Listing<Reproduced, Reproduction> table(report);
  table.add<"study">().add<"chapter">().add<"title">();
  table.add("claims", [](const Reproduced& each) { return each.claims.size(); });
  for (const auto& [heading, verdict] :
       {std::pair("hold", Holding::holds), std::pair("in part", Holding::in_part),
        std::pair("do not", Holding::does_not_hold), std::pair("undecided", Holding::undecided)})
    table.add(heading, [verdict = verdict](const Reproduced& each) {
      return std::ranges::count(each.claims, verdict, &PageClaim::verdict);
    });
  table.add("changed", [](const Reproduced& each) { return each.changed.size(); });
  return out + table.text(report.studies);
}

template struct ReportOut<Reproduction>;

}  // namespace carom
