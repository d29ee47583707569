#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/certificate.hpp"
#include "data/transmission_table.hpp"
#include "reports/json_table.hpp"
#include "reports/listing.hpp"
#include "reports/text_table.hpp"

namespace carom {
namespace {

/// More rows than this are left to JSON.
constexpr std::size_t most_transmission_rows = 60;
constexpr std::size_t most_slope_columns = 10;

/// What numbers are made of.
ListScales scales_of(const TransmissionReport& report) {
  double responses = std::abs(report.mobility);
  for (const TransmittedContact& c : report.contacts)
    responses = std::max(responses, std::abs(c.self_response));
  return {{"1/kg", responses}, {"1", std::hypot(1, report.ratio)}};
}

std::string contacts_table(const TransmissionReport& report) {
  Listing<TransmittedContact, TransmissionReport> table(report, scales_of(report));
  table.add<"name">().add<"outcome">().add<"normal_velocity">().add<"normal_impulse">();
  table.add<"signed_outcome">().add<"open_velocity">().add<"self_response">();
  const auto open = [](const TransmittedContact& contact) {
    return open_components(contact.determined);
  };
  if (std::ranges::any_of(report.contacts, [&](const auto& each) { return !open(each).empty(); }))
    table.add("", [&](const TransmittedContact& contact) {
      return open(contact).empty() ? std::string() : open(contact) + " impulse not determined";
    });
  return table.text(report.contacts, most_transmission_rows);
}

std::string rods_table(const TransmissionReport& report) {
  const bool joints = report.method != TransmissionMethod::elimination;
  Listing<TransmittedRod, TransmissionReport> table(report, scales_of(report));
  // Where there is no joint there is nothing to tell.
  const auto through = [](double TransmittedRod::*part) {
    return [part](const TransmittedRod& rod) -> std::optional<double> {
      return rod.free ? std::nullopt : std::optional(rod.*part);
    };
  };
  table.add<"link">().headed(joints ? "through the near joint of" : "rod");
  table.add<"along">(through(&TransmittedRod::along));
  if (joints) table.add<"across">(through(&TransmittedRod::across));
  table.add("", [&](const TransmittedRod& rod) -> std::string {
    const std::string open = open_components(rod.determined, in_rod);
    if (!open.empty()) return joints ? open + " not determined" : "not determined";
    const Carried what = carried(report, rod);
    return what == Carried::no_joint   ? "its near end is free"
           : what == Carried::blocked  ? "blocked"
           : what == Carried::tension  ? "tension"
           : what == Carried::pressure ? "pressure"
                                       : "";
  });
  return table.text(report.rods, most_transmission_rows);
}

std::string sensitivities(const TransmissionReport& report) {
  std::vector<std::string> headings{"d(V − G F)/dθ, 1/(kg rad)"};
  for (const std::string& link : report.links) headings.push_back(link);
  double largest = std::abs(report.mobility);  // which slopes are made of, a radian
  for (const TransmittedContact& c : report.contacts)
    for (const double slope : c.outcome_by_angle) largest = std::max(largest, std::abs(slope));
  TextTable table(headings);
  for (const TransmittedContact& c : report.contacts) {
    std::vector<std::string> row{c.name};
    for (const double slope : c.outcome_by_angle) row.push_back(number(slope, largest));
    table.add(row);
  }
  return table.text();
}

}  // namespace

std::string words(const TransmissionReport& report) {
  std::string out;
  if (!report.title.empty()) out += report.title + "\n";
  out += fmt::format("per unit of the normal impulse at {}", report.striker);
  if (report.ratio != 0) out += fmt::format(" (impulse n + {} t)", number(report.ratio));
  out += fmt::format(", from rest; its own normal velocity: {} 1/kg\n\n", number(report.mobility));
  if (!report.contacts.empty()) out += contacts_table(report) + "\n";
  if (!report.rods.empty()) out += rods_table(report);
  const bool has_slopes = !report.contacts.empty() && !report.contacts[0].outcome_by_angle.empty();
  if (has_slopes && report.links.size() <= most_slope_columns &&
      report.contacts.size() <= most_transmission_rows)
    out += "\n" + sensitivities(report);
  return out + noted(report.notes);
}

template struct ReportOut<TransmissionReport>;

}  // namespace carom
