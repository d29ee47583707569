#include "reports/sensitivity_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/strike_table.hpp"
#include "reports/listing.hpp"
#include "reports/text_table.hpp"

namespace carom {
namespace {

/// More contacts or links than this are not shown (they are in JSON).
constexpr std::size_t most_listed = 8;

std::string input(const StruckSensitivity& of) {
  return of.of.back();
}

std::string joined(const std::vector<double>& list) {
  std::vector<std::string> words;
  for (const double x : list) words.push_back(number(x));
  return fmt::format("[{}]", fmt::join(words, ", "));
}

std::string end_of(const std::optional<double>& end) {
  return end ? number(*end) : "–";
}

}  // namespace

std::string sensitivity_account(const StrikeReport& report, const StruckLaw& law) {
  if (law.sensitivity.empty()) return {};
  std::vector<StruckSensitivity> found;
  std::ranges::copy_if(law.sensitivity, std::back_inserter(found),
                       [](const StruckSensitivity& each) { return !each.why; });
  std::string out = fmt::format("\nDerivatives by the {} law, per unit of the input\n", law.law);
  if (!found.empty()) {
    Listing<StruckSensitivity, StrikeReport> table(report);
    table.add("by", input);
    if (!report.before.velocity.empty())
      table.add("base m/s", [](const StruckSensitivity& each) { return joined(each.velocity); })
          .right();
    if (report.before.rates.size() <= most_listed)
      table.add("rates rad/s", [](const StruckSensitivity& each) { return joined(each.rates); })
          .right();
    if (!report.surface_names.empty())
      table.add("surfaces m/s", [](const StruckSensitivity& each) { return joined(each.surfaces); })
          .right();
    table
        .add("energy loss J",
             [](const StruckSensitivity& each) { return number(each.energy_loss); })
        .right();
    if (report.contact_names.size() <= most_listed)
      for (std::size_t i = 0; i < report.contact_names.size(); ++i)
        table
            .add("impulse of " + report.contact_names[i] + " N s",
                 [i](const StruckSensitivity& each) {
                   return joined({each.impulses[i][0], each.impulses[i][1]});
                 })
            .right();
    table.add("holds from, to (–: no end found)", [](const StruckSensitivity& each) {
      return fmt::format("{}, {}", end_of(each.valid[0]), end_of(each.valid[1]));
    });
    table.add("to first order", [](const StruckSensitivity& each) {
      return fmt::format("{}, {}", end_of(each.first_order[0]), end_of(each.first_order[1]));
    });
    out += table.text(found);
  }
  for (const StruckSensitivity& each : law.sensitivity) {
    if (each.why) out += fmt::format("{}: {}\n", input(each), *each.why);
    if (each.side)
      out += fmt::format("{}: modes change here; this is the derivative {}\n", input(each),
                         *each.side == Side::above ? "above" : "below");
    for (std::size_t end = 0; end < each.changes.size(); ++end)
      if (!each.changes[end].empty() && each.valid[end])
        out += fmt::format("{} {} {}: {}\n", input(each), end == 0 ? "below" : "above",
                           number(*each.valid[end]), each.changes[end]);
    if (!each.exact)
      out += fmt::format("{}: by differences of the law, which has no derivatives\n", input(each));
  }
  if (!law.impulses_determined)
    out +=
        "impulses are not determined: theirs are derivatives of those that the law found first\n";
  return out;
}

}  // namespace carom
