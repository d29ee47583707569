#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "base/rounding.hpp"
#include "data/map_report.hpp"
#include "reports/json_table.hpp"
#include "reports/map_text.hpp"
#include "reports/text_table.hpp"

namespace carom {
namespace {

constexpr std::size_t most_return_rows = 40;

std::string state_line(const Named<double>& state) {
  double largest = 0;
  for (const auto& [name, value] : state) largest = std::max(largest, std::abs(value));
  std::string line;
  for (const auto& [name, value] : state)
    line += fmt::format("{}{} {:.10g}", line.empty() ? "" : ", ", name,
                        without_rounding(value, largest));
  return line;
}

std::string multiplier_words(const std::vector<std::array<double, 2>>& multipliers) {
  std::string line;
  for (const auto& [re, im] : multipliers) {
    if (im < 0) continue;
    line += fmt::format("{}{:.9g}", line.empty() ? "" : ", ", re);
    if (im > 0) line += fmt::format(" ± {:.9g} i", im);
  }
  return line;
}

std::string returns_words(const MapReport& report) {
  std::string words;
  const std::size_t shown = std::min(report.returns.size(), most_return_rows);
  if (shown == 0) return words;
  const double speed = largest_speed(report);
  TextTable table({"n", "time s", "<contact", "v_t m/s", "v_n m/s", "<mode"});
  for (std::size_t k = 0; k < shown; ++k) {
    const MapReturn& r = report.returns[k];
    table.add({std::to_string(r.n), fmt::format("{:.10f}", r.time), r.contact,
               fmt::format("{:.9g}", without_rounding(r.velocity[0], speed)),
               fmt::format("{:.9g}", without_rounding(r.velocity[1], speed)), r.mode.value_or("")});
  }
  words += table.text();
  if (shown < report.returns.size())
    words += fmt::format("  … {} more; JSON and files have all\n", report.returns.size() - shown);
  return words;
}

/// Lines of one paragraph: what is on the second and further ones belongs to the first.
std::string limit_words(const MapLimit& limit) {
  if (limit.kind == "never" || !limit.time)
    return fmt::format("Infinitely many bounces: not from here{}.",
                       limit.w ? fmt::format(" (W = {:.9g} m/s² at the contact)", *limit.w) : "");
  std::string words = fmt::format("Infinitely many bounces end at t = {:.12g} s", *limit.time);
  if (limit.w) words += fmt::format(", W* = {:.9g} m/s²: {}", *limit.w, limit.kind);
  words += ".";
  if (limit.state) words += fmt::format("\n  There: {}.", state_line(*limit.state));
  if (limit.alpha)
    words += fmt::format("\n  Linearised: rates {:.9g}, 1, 1, 1; α = {:.9g}, β = {:.9g}.",
                         limit.ratio.value_or(0), *limit.alpha, limit.beta.value_or(0));
  if (const auto& end = limit.approach)
    words += fmt::format(
        "\n  The slip ends too, where contact regions meet: through \"{}\" rebounds shrink by "
        "{:.9g}.",
        end->mode, end->ratio);
  std::vector<std::string> after;
  if (limit.force) after.push_back(fmt::format("contact, pressed with {:.9g} N", *limit.force));
  if (limit.separation) after.push_back(fmt::format("until t = {:.10g} s", *limit.separation));
  if (limit.next_impact)
    after.push_back(fmt::format("next collision at t = {:.10g} s", *limit.next_impact));
  if (!after.empty()) words += fmt::format("\n  Then {}.", fmt::join(after, ", "));
  return words;
}

std::string separatrix_words(const MapSeparatrix& s) {
  const auto measured = [](double number) {
    return number > 0 ? fmt::format(" ({:.6g} in the sequence)", number) : std::string();
  };
  return fmt::format(
      "Separatrix: a launch with u̇ = {:.12g} m/s is neither captured nor escapes.\n"
      "  Its flights shrink by λ = {:.11g}{}.\n"
      "  Others depart from it {:.7g} times as far at every bounce{}.",
      s.launch, s.lambda, measured(s.measured_lambda), s.multiplier,
      measured(s.measured_multiplier));
}

std::string branch_words(const MapBranch& branch, const std::string& parameter) {
  std::string words =
      fmt::format("Branch of period {}: {} points", branch.period, branch.points.size());
  if (!branch.points.empty()) {
    const auto [low, high] = std::ranges::minmax(branch.points, {}, &MapBranchPoint::parameter);
    words += fmt::format(", {} from {:.9g} to {:.9g}", parameter, low.parameter, high.parameter);
  }
  words += ".";
  for (const MapBifurcation& event : branch.bifurcations) {
    const std::string whose =
        event.contact.empty() ? "" : fmt::format(" (contact {})", event.contact);
    const bool ends = event.ends && event.kind != "ends";
    words += fmt::format("\n  {}{} at {} = {:.12g}{}.", sentence(event.kind), whose, parameter,
                         event.parameter, ends ? ", where the branch ends" : "");
  }
  return words;
}

std::string exponents_words(const MapExponents& l) {
  std::string words = fmt::format("Lyapunov exponents, per return ({} of them):", l.returns);
  for (std::size_t i = 0; i < l.values.size(); ++i)
    words += fmt::format("{} {:.6f} ± {:.6f}", i == 0 ? "" : ",", l.values[i], l.errors[i]);
  return words + ".";
}

std::string orbit_words(const MapOrbit& orbit) {
  return fmt::format("{}, {}, {:.12g} s a round\n  {}\n  multipliers {}\n",
                     orbit.period == 1 ? std::string("Fixed point")
                                       : fmt::format("Orbit of period {}", orbit.period),
                     orbit.kind, orbit.time, state_line(orbit.state),
                     multiplier_words(orbit.multipliers));
}

bool tells_returns(const MapReport& report) {
  return !report.looked_for_orbits && !report.lyapunov;
}

}  // namespace

double largest_speed(const MapReport& report) {
  double speed = 0;
  for (const MapReturn& r : report.returns)
    speed = std::max(speed, std::hypot(r.velocity[0], r.velocity[1]));
  return speed;
}

std::string map_question(const MapReport& report) {
  return fmt::format("Section {}; by {}; law {}.", report.section,
                     report.path == "motion" ? "the motion" : "the closed form of the flight",
                     report.law);
}

std::vector<std::string> map_findings(const MapReport& report) {
  std::vector<std::string> found;
  if (report.limit && tells_returns(report)) found.push_back(limit_words(*report.limit));
  if (report.separatrix) found.push_back(separatrix_words(*report.separatrix));
  for (const MapBranch& branch : report.branches)
    found.push_back(branch_words(branch, report.parameter));
  if (report.lyapunov) found.push_back(exponents_words(*report.lyapunov));
  // Where bounces end, that is why returns do.
  const bool told = report.limit && report.limit->time && tells_returns(report);
  if (!report.why.empty() && !told) found.push_back(sentence(report.why) + ".");
  return found;
}

std::string words(const MapReport& report) {
  std::string out = titled(report.title) + map_question(report) + "\n\n";
  if (tells_returns(report)) out += returns_words(report);
  if (report.looked_for_orbits)
    for (const MapOrbit& orbit : report.fixed_points) out += orbit_words(orbit);
  for (const std::string& finding : map_findings(report)) out += finding + "\n";
  for (const std::string& note : report.notes) out += fmt::format("Note: {}\n", note);
  for (const std::string& warning : report.warnings) out += fmt::format("Warning: {}\n", warning);
  return out;
}

template struct ReportOut<MapReport>;

}  // namespace carom
