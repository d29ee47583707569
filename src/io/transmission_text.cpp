#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/report_text.hpp"
#include "io/text_table.hpp"

namespace carom {
namespace {

/// More rows than this are left to JSON.
constexpr std::size_t most_rows = 60;
constexpr std::size_t most_columns = 10;

/// A response for reading, beside others of its unit.
std::string tidy(double x, double scale) {
  return number(without_rounding(x, scale));
}

std::string contacts_table(const TransmissionReport& report) {
  double responses = std::abs(report.mobility);
  for (const TransmittedContact& c : report.contacts)
    responses = std::max(responses, std::abs(c.self_response));
  const auto response = [&](double x) { return tidy(x, responses); };
  TextTable table({"contact", "<outcome", "velocity V 1/kg", "impulse F", "V − G F", "if all open",
                   "own response G 1/kg"});
  for (std::size_t i = 0; i < std::min(report.contacts.size(), most_rows); ++i) {
    const TransmittedContact& c = report.contacts[i];
    table.add({c.name, c.outcome, response(c.normal_velocity),
               number(shown(report, c.normal_impulse)), response(c.signed_outcome),
               response(c.open), response(c.self_response)});
  }
  return table.text();
}

std::string rods_table(const TransmissionReport& report) {
  const bool joints = report.method != "elimination";
  std::vector<std::string> headings{joints ? "link" : "rod", "impulse along"};
  if (joints) headings.emplace_back("across");
  headings.emplace_back("<");
  TextTable table(headings);
  for (std::size_t i = 0; i < std::min(report.rods.size(), most_rows); ++i) {
    const TransmittedRod& rod = report.rods[i];
    std::vector<std::string> row{rod.link, number(shown(report, rod.along))};
    if (joints) row.push_back(number(shown(report, rod.across)));
    const Carried what = carried(report, rod);
    row.emplace_back(what == Carried::blocked    ? "blocked"
                     : what == Carried::tension  ? "tension"
                     : what == Carried::pressure ? "pressure"
                                                 : "");
    table.add(row);
  }
  return table.text();
}

std::string sensitivities(const TransmissionReport& report) {
  std::vector<std::string> headings{"d(V − G F)/dθ, 1/(kg rad)"};
  for (const std::string& link : report.links) headings.push_back(link);
  double largest = 0;
  for (const TransmittedContact& c : report.contacts)
    for (const double slope : c.outcome_by_angle) largest = std::max(largest, std::abs(slope));
  TextTable table(headings);
  for (const TransmittedContact& c : report.contacts) {
    std::vector<std::string> row{c.name};
    for (const double slope : c.outcome_by_angle) row.push_back(tidy(slope, largest));
    table.add(row);
  }
  return table.text();
}

}  // namespace

std::string text(const TransmissionReport& report) {
  std::string out;
  if (!report.title.empty()) out += report.title + "\n";
  out += fmt::format("per unit of the normal impulse at {}", report.striker);
  if (report.ratio != 0) out += fmt::format(" (impulse n + {} t)", number(report.ratio));
  out += fmt::format(", from rest; its own normal velocity: {} 1/kg\n\n", number(report.mobility));
  if (!report.contacts.empty()) out += contacts_table(report) + "\n";
  if (!report.rods.empty()) out += rods_table(report);
  const bool has_slopes = !report.contacts.empty() && !report.contacts[0].outcome_by_angle.empty();
  if (has_slopes && report.links.size() <= most_columns && report.contacts.size() <= most_rows)
    out += "\n" + sensitivities(report);
  for (const std::string& note : report.notes) out += "\nnote: " + note;
  if (!report.notes.empty()) out += "\n";
  return out;
}

}  // namespace carom
