#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "carom/version.hpp"
#include "io/collide_report_out.hpp"
#include "io/text_table.hpp"

namespace carom {
namespace {

const char* const categories[] = {"", "same material", "hard-soft", "soft-hard"};

std::string category_name(int category) {
  return category >= 1 && category <= 3 ? categories[category] : fmt::format("{}", category);
}

std::string interval(const FitReport::Coefficient& each) {
  return std::isfinite(each.high) ? fmt::format("{} … {}", number(each.low), number(each.high))
                                  : "not determined";
}

}  // namespace

std::string text(const FitReport& report) {
  std::string out = fmt::format(
      "segments selected by the measured restitutions of {} ({} contacts, {} interiors, "
      "{} m/s)\n\n",
      report.data, report.model, report.interior, number(report.speed));
  TextTable pairs(
      {"pair", "<category", "r %", "measured e", "j soft", "ours", "error %", "printed error %"});
  for (const FitReport::Pair& pair : report.pairs)
    pairs.add({pair.name, category_name(pair.category), number(pair.ratio), number(pair.measured),
               fmt::format("{}", pair.soft_segments), fmt::format("{:.4f}", pair.restitution),
               fmt::format("{:.2f}", pair.error),
               pair.printed_error ? fmt::format("{:.2f}", *pair.printed_error) : ""});
  out += pairs.text();
  TextTable groups({"category", "j hard", "APE_m % (all j soft)", "mean of least errors %"});
  for (const FitReport::Category& each : report.categories)
    groups.add({category_name(each.category), fmt::format("{}", each.hard_segments),
                fmt::format("{:.2f}", each.mean_error), fmt::format("{:.2f}", each.least_error)});
  out += "\n" + groups.text();
  TextTable fitted({"j = a r^b + c", "fitted", "95 % confidence", "printed"});
  for (const FitReport::Coefficient& each : report.coefficients)
    fitted.add(
        {each.name, number(each.value), interval(each), each.printed ? number(*each.printed) : ""});
  out += "\n" + fitted.text();
  out += fmt::format(
      "\nR = {:.3f}; residuals of {:.3g} segments (standard deviation); the printed rule on the "
      "same "
      "points: {:.3g}\n",
      report.regression, report.deviation, report.printed_deviation);
  if (!report.notes.empty()) out += "\n";
  for (const std::string& note : report.notes) out += "Note: " + note + ".\n";
  return out;
}

std::string json(const FitReport& report) {
  nlohmann::ordered_json root;
  root["carom"] = version;
  root["format"] = format;
  root["data"] = report.data;
  root["model"] = report.model;
  root["interior"] = report.interior;
  root["speed"] = report.speed;
  for (const FitReport::Pair& pair : report.pairs) {
    nlohmann::ordered_json node = {{"name", pair.name},
                                   {"category", category_name(pair.category)},
                                   {"ratio", pair.ratio},
                                   {"measured", pair.measured},
                                   {"soft_segments", pair.soft_segments},
                                   {"restitution", pair.restitution},
                                   {"error", pair.error}};
    if (pair.printed_error) node["printed_error"] = *pair.printed_error;
    root["pairs"].push_back(std::move(node));
  }
  for (const FitReport::Category& each : report.categories)
    root["categories"].push_back({{"category", category_name(each.category)},
                                  {"hard_segments", each.hard_segments},
                                  {"mean_error", each.mean_error},
                                  {"least_error", each.least_error}});
  for (const FitReport::Coefficient& each : report.coefficients) {
    nlohmann::ordered_json node = {{"name", each.name}, {"value", each.value}};
    if (std::isfinite(each.high)) node["confidence"] = {each.low, each.high};
    if (each.printed) node["printed"] = *each.printed;
    root["coefficients"].push_back(std::move(node));
  }
  root["regression"] = report.regression;
  root["deviation"] = report.deviation;
  root["printed_deviation"] = report.printed_deviation;
  root["notes"] = report.notes;
  return root.dump(2) + '\n';
}

}  // namespace carom
