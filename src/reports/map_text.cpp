#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "data/map_report.hpp"
#include "reports/json_table.hpp"
#include "reports/text_table.hpp"

namespace carom {
namespace {

constexpr std::size_t most_return_rows = 40;

std::string state_line(const Named<double>& state) {
  std::string line;
  for (const auto& [name, value] : state)
    line += fmt::format("{}{} {:.10g}", line.empty() ? "" : ", ", name, value);
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
  TextTable table({"n", "time s", "<contact", "v_t m/s", "v_n m/s", "<mode"});
  for (std::size_t k = 0; k < shown; ++k) {
    const MapReturn& r = report.returns[k];
    table.add({std::to_string(r.n), fmt::format("{:.10f}", r.time), r.contact,
               fmt::format("{:.9g}", r.velocity[0]), fmt::format("{:.9g}", r.velocity[1]),
               r.mode.value_or("")});
  }
  words += table.text();
  if (shown < report.returns.size())
    words += fmt::format("  … {} more; JSON and files have all\n", report.returns.size() - shown);
  return words;
}

std::string limit_words(const MapLimit& limit) {
  if (limit.kind == "never" || !limit.time)
    return fmt::format("Infinitely many bounces: not from here{}.\n",
                       limit.w ? fmt::format(" (W = {:.9g} m/s² at the contact)", *limit.w) : "");
  std::string words = fmt::format("Infinitely many bounces end at t = {:.12g} s", *limit.time);
  if (limit.w) words += fmt::format(", W* = {:.9g} m/s²: {}", *limit.w, limit.kind);
  words += ".\n";
  if (limit.state) words += fmt::format("  there: {}\n", state_line(*limit.state));
  if (limit.alpha)
    words += fmt::format("  linearised: rates {:.9g}, 1, 1, 1; α = {:.9g}, β = {:.9g}\n",
                         limit.ratio.value_or(0), *limit.alpha, limit.beta.value_or(0));
  if (limit.force) words += fmt::format("  then contact, pressed with {:.9g} N", *limit.force);
  if (limit.separation) words += fmt::format(", until t = {:.10g} s", *limit.separation);
  if (limit.next_impact)
    words += fmt::format("; next collision at t = {:.10g} s", *limit.next_impact);
  if (limit.force || limit.separation) words += "\n";
  return words;
}

}  // namespace

std::string words(const MapReport& report) {
  std::string out = titled(report.title);
  out += fmt::format("Section {}; by {}; law {}.\n\n", report.section,
                     report.path == "motion" ? "the motion" : "the closed form of the flight",
                     report.law);
  if (!report.looked_for_orbits && !report.lyapunov) out += returns_words(report);
  if (report.limit && !report.looked_for_orbits && !report.lyapunov)
    out += limit_words(*report.limit);
  if (const auto& s = report.separatrix) {
    out += fmt::format(
        "Separatrix: a launch with u̇ = {:.12g} m/s is neither captured nor escapes.\n", s->launch);
    out += fmt::format("  its flights shrink by λ = {:.11g} (in the sequence {:.6g}),\n", s->lambda,
                       s->measured_lambda);
    out += fmt::format("  others depart from it {:.7g} times as far at every bounce ({:.4g})\n",
                       s->multiplier, s->measured_multiplier);
  }
  if (report.looked_for_orbits)
    for (const MapOrbit& orbit : report.fixed_points) {
      out += fmt::format("{}, {}, {:.12g} s a round\n",
                         orbit.period == 1 ? std::string("Fixed point")
                                           : fmt::format("Orbit of period {}", orbit.period),
                         orbit.kind, orbit.time);
      out += fmt::format("  {}\n", state_line(orbit.state));
      out += fmt::format("  multipliers {}\n", multiplier_words(orbit.multipliers));
    }
  for (const MapBranch& branch : report.branches) {
    out += fmt::format("Branch of period {}: {} points, {} from {:.9g} to {:.9g}\n", branch.period,
                       branch.points.size(), report.parameter,
                       branch.points.empty() ? 0 : branch.points.front().parameter,
                       branch.points.empty() ? 0 : branch.points.back().parameter);
    for (const MapBifurcation& event : branch.bifurcations)
      out += fmt::format("  {} at {} = {:.12g}\n", event.kind, report.parameter, event.parameter);
  }
  if (const auto& l = report.lyapunov) {
    out += fmt::format("Lyapunov exponents, per return ({} of them):", l->returns);
    for (std::size_t i = 0; i < l->values.size(); ++i)
      out += fmt::format("{} {:.6f} ± {:.6f}", i == 0 ? "" : ",", l->values[i], l->errors[i]);
    out += "\n";
  }
  if (!report.why.empty())
    out += fmt::format("{}{}.\n", out.ends_with("\n\n") ? "" : "\n", report.why);
  for (const std::string& note : report.notes) out += fmt::format("note: {}\n", note);
  return out;
}

template struct ReportOut<MapReport>;

}  // namespace carom
