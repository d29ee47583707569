#include <fmt/format.h>

#include <cmath>

#include "data/train_table.hpp"
#include "reports/json_table.hpp"
#include "reports/listing.hpp"
#include "reports/text_table.hpp"

namespace carom {
namespace {

std::string interval(const FitReport::Coefficient& each) {
  return std::isfinite(each.high) ? fmt::format("{} … {}", number(each.low), number(each.high))
                                  : "not determined";
}

}  // namespace

std::string words(const FitReport& report) {
  std::string out = fmt::format(
      "segments selected by the measured restitutions of {} ({} contacts, {} interiors, "
      "{} m/s)\n\n",
      report.data, report.model, report.interior, number(report.speed));
  Listing<FitReport::Pair, FitReport> pairs(report);
  pairs.add<"name">().add<"category">().add<"ratio">().add<"measured">().add<"soft_segments">();
  pairs.add<"restitution">().add<"error">().add<"printed_error">();
  out += pairs.text(report.pairs);
  Listing<FitReport::Category, FitReport> groups(report);
  groups.add<"category">().add<"hard_segments">().add<"mean_error">().add<"least_error">();
  out += "\n" + groups.text(report.categories);
  Listing<FitReport::Coefficient, FitReport> fitted(report);
  fitted.add<"name">().add<"value">().add<"confidence">(interval).add<"printed">();
  out += "\n" + fitted.text(report.coefficients);
  out += fmt::format(
      "\nR = {:.3f}; residuals of {:.3g} segments (standard deviation); the printed rule on the "
      "same "
      "points: {:.3g}\n",
      report.regression, report.deviation, report.printed_deviation);
  if (!report.notes.empty()) out += "\n";
  for (const std::string& note : report.notes) out += "Note: " + note + ".\n";
  return out;
}

template struct ReportOut<FitReport>;

}  // namespace carom
