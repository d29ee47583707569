#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "data/train_table.hpp"
#include "reports/json_table.hpp"
#include "reports/listing.hpp"
#include "reports/text_table.hpp"

namespace carom {
namespace {

std::string formula(const SegmentCoefficients& c) {
  return fmt::format("j = {:g}·r^{:g} {} {:g}, {}; hard body {} (hard-soft) or {} (soft-hard)", c.a,
                     c.b, c.c < 0 ? "−" : "+", std::abs(c.c), c.truncate ? "truncated" : "rounded",
                     c.hard_first, c.soft_first);
}

}  // namespace

std::string words(const SegmentReport& report) {
  std::string out = titled(report.title);
  out += fmt::format("rule      {}: {}\n", report.rule.name, formula(report.rule.coefficients));
  if (!report.rule.about.empty()) out += fmt::format("          {}\n", report.rule.about);
  Listing<SegmentReport::Set, SegmentReport> sets(report);
  sets.add<"between">().add<"soft">().add<"ratio">().add<"value">();
  sets.add<"soft_segments">().add<"hard_segments">();
  out += "\n" + (report.sets.empty() ? std::string("no ball touches a cylinder: no sets\n")
                                     : sets.text(report.sets));
  Listing<SegmentReport::Body, SegmentReport> bodies(report);
  bodies.add<"name">().add<"segments">();
  bodies.add<"given">([](const SegmentReport::Body& body) {
    return body.given ? fmt::format("{}", *body.given) : "auto";
  });
  bodies.add<"reason">();
  out += "\n" + bodies.text(report.bodies);
  for (const SegmentReport::Rule& other : report.others)
    out += fmt::format("\nby \"{}\" they would be {}: {}\n", other.name,
                       fmt::join(other.segments, ", "), other.about);
  return out;
}

template struct ReportOut<SegmentReport>;

}  // namespace carom
