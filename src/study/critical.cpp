#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "particles/critical_pieces.hpp"
#include "particles/critical_plane.hpp"
#include "study/input_check.hpp"
#include "study/notes.hpp"
#include "study/roles.hpp"
#include "study/study.hpp"

namespace carom {
namespace {

/// What has been done, and what may be missed.
void add_method(const CriticalSystem& system, CriticalReport& report) {
  if (system.is_particle_tree()) {
    report.method = CriticalMethod::factors;
    return;
  }
  report.complete = false;
  if (system.has_factors()) {
    report.method = CriticalMethod::transmission;
    report.notes.push_back(fmt::format(
        "not a particle tree ({}): the right-angle rule does not hold, and the zeros are those of "
        "what the strike passes to each contact. What may be missed: two zeros nearer than a "
        "ten-millionth of the axis are listed as one that does not flip, and a near touch within "
        "rounding (2e-15) counts as a zero",
        system.obstacle()));
  } else {
    report.method = CriticalMethod::scan;
    report.notes.emplace_back(
        "several contacts rest, some with friction: the zeros are changes of sign of the outcome "
        "between the points of the axis. What may be missed: pairs of zeros between two points, "
        "zeros without a change of sign, and places without a single answer");
  }
}

void add_line(const CriticalSystem& system, const AxisRange& axis, const CriticalLine& line,
              CriticalReport& report) {
  for (const CriticalRoot& root : line.roots)
    report.critical.push_back({axis.name, axis.value(root.s), system.contact_name(root.contact),
                               words(root.causes), root.multiplicity, root.below, root.above,
                               root.causes});
  for (const BlockedStretch& piece : line.blocked)
    report.stretches.push_back({system.contact_name(piece.contact), words(piece.cause),
                                axis.value(piece.from), axis.value(piece.to)});
  for (const auto& [from, to] : line.undefined)
    report.notes.push_back(fmt::format("there is no configuration for {} from {:.10g} to {:.10g}",
                                       axis.name, axis.value(from), axis.value(to)));
  for (const auto& [from, to] : line.unresolved) {
    const bool edge = std::ranges::any_of(line.undefined, [&](const auto& piece) {
      return std::abs(piece.first - to) < 1e-5 || std::abs(piece.second - from) < 1e-5;
    });
    if (edge) continue;
    report.complete = false;
    report.notes.push_back(fmt::format(
        "the configuration is not smooth in {0} (it jumps or has a corner) near {0} = {1:.12g}: "
        "nothing is known there",
        axis.name, axis.value(0.5 * (from + to))));
  }
}

void add_plane(const Study& study, CriticalSystem& system, const std::vector<AxisRange>& axes,
               CriticalReport& report) {
  constexpr int cells = 72;
  if (!system.has_factors())
    throw InputError(
        study.scenario.path,
        {{{"sweep", 1, "", -1},
          "sweep 2: curves over two axes are not traced where several contacts rest and "
          "one has friction; give one axis",
          study.place_of({"sweep", 1, "", -1})}});
  int lines = 9;
  for (const SweepAxis& axis : study.scenario.sweep)
    lines =
        std::max(lines, std::min(25, std::max(axis.count, static_cast<int>(axis.values.size()))));
  CriticalPlane plane = critical_plane(system, lines, cells);
  report.complete = false;
  for (const TracedCurve& traced : plane.curves) {
    CriticalCurve curve{
        system.contact_name(traced.contact), words(traced.cause), traced.closed, {}};
    for (const auto& [first, second] : traced.points)
      curve.points.emplace_back(axes[0].value(first), axes[1].value(second));
    report.curves.push_back(std::move(curve));
  }
  report.regions = {plane.columns, plane.rows, std::move(plane.outcome)};
  report.notes.push_back(
      fmt::format("curves are followed from their crossings with {} rows and {} columns: a loop "
                  "between them is "
                  "missed",
                  lines, lines));
  if (plane.touching > 0)
    report.notes.push_back(
        fmt::format("at {} crossings a contact only touches zero (nothing flips); such curves are "
                    "not followed",
                    plane.touching));
}

/// Contacts that nothing moves along their normals, wherever it is looked: that nothing reaches
/// them is true, but any normal impulse there is consistent.
void mark_held(CriticalSystem& system, std::size_t axes, CriticalReport& report) {
  constexpr int samples = 7;
  std::vector<int> held(report.contacts.size(), -1);  // −1: no configuration so far
  for (int k = 0; k < samples; ++k) {
    // Within the axes, at places of no meaning.
    const std::vector<double> at = {std::fmod(0.137 + 0.618034 * k, 1.0),
                                    std::fmod(0.293 + 0.754878 * k, 1.0)};
    if (!system.place(std::span(at).first(axes))) continue;
    for (std::size_t j = 0; j < held.size(); ++j)
      held[j] = held[j] != 0 && system.is_held(static_cast<int>(j)) ? 1 : 0;
  }
  for (std::size_t j = 0; j < held.size(); ++j) {
    if (held[j] != 1) continue;
    const auto mark = [](StruckRest& rest) {
      if (rest == StruckRest::untouched) rest = StruckRest::unknown;
    };
    for (CriticalOutcome& piece : report.outcomes)
      if (piece.contact == report.contacts[j]) mark(piece.outcome);
    if (j < report.regions.outcome.size()) std::ranges::for_each(report.regions.outcome[j], mark);
    report.notes.push_back(fmt::format(
        "no impulse moves contact \"{}\" along its normal: whether the strike presses it is open",
        report.contacts[j]));
  }
}

void check_axes(const Study& study) {
  const auto& sweep = study.scenario.sweep;
  std::vector<Fault> faults;
  if (sweep.empty()) {
    auto no_striker = striker_fault(study, "critical");
    faults.push_back(
        {{"sweep", -1, "", -1},
         std::string("critical needs an axis: add [[sweep]] with parameter, from, to and count") +
             (no_striker ? "" : "; `carom transmit` takes one configuration"),
         {}});
    if (no_striker) faults.push_back(std::move(*no_striker));
  }
  const auto refuse = [&](std::size_t i, const char* key, const std::string& problem) {
    const Where where{"sweep", static_cast<int>(i), key, -1};
    faults.push_back({where, fmt::format("sweep {}: {} {}", i + 1, sweep[i].parameter, problem),
                      study.place_of(where)});
  };
  for (std::size_t i = 0; i < sweep.size(); ++i) {
    if (sweep[i].with)
      refuse(i, "with",
             fmt::format("advances with {}; critical takes axes that are independent: let {} be a "
                         "formula over {} in [parameters]",
                         *sweep[i].with, sweep[i].parameter, *sweep[i].with));
    if (sweep[i].distribution) {
      refuse(i, "distribution",
             "is random; critical needs an interval: from, to and count, or values");
      continue;
    }
    const AxisRange range = axis_range(study.scenario, sweep[i]);
    const Where where{"sweep", static_cast<int>(i), sweep[i].values.empty() ? "to" : "values", -1};
    if (!(range.to > range.from))
      faults.push_back({where,
                        fmt::format("sweep {}: {} has no length; critical needs an interval", i + 1,
                                    sweep[i].parameter),
                        study.place_of(where)});
  }
  if (sweep.size() > 2)
    faults.push_back({{"sweep", 2, "", -1},
                      fmt::format("sweep 3: critical takes one axis or two, not {}", sweep.size()),
                      study.place_of({"sweep", 2, "", -1})});
  if (!faults.empty()) throw InputError(study.scenario.path, std::move(faults));
}

}  // namespace

CriticalReport critical(const Study& study, const CriticalRequest& request) {
  refuse_active(study, "critical");
  check_ratio(request.ratio);
  check_axes(study);
  CriticalReport report;
  report.title = study.scenario.title;
  report.ratio = request.ratio;
  const StrikeRoles roles = strike_roles_along(study, "critical", report.notes);
  const auto& contacts = study.scenario.mechanism.contacts;
  report.striker = contacts[roles.striker].name;
  for (const int i : roles.resting) report.contacts.push_back(contacts[i].name);
  std::vector<AxisRange> axes;
  for (const SweepAxis& axis : study.scenario.sweep) {
    axes.push_back(axis_range(study.scenario, axis));
    report.axes.push_back(
        {axes.back().name, axes.back().from, axes.back().to, axes.back().logarithmic});
  }
  if (roles.resting.empty())
    report.notes.emplace_back("no contact rests: there is nothing that could be critical");
  if (contacts[roles.striker].friction > 0 && request.ratio == 0)
    report.notes.push_back(fmt::format(
        "contact \"{}\" strikes with friction {:.6g}, and the impulse's direction depends on its "
        "slip: --ratio f takes the impulse n + f t (here f = 0)",
        report.striker, contacts[roles.striker].friction));
  add_closing_note(study, report.notes);
  add_compliance_notes(study.scenario, report.notes);
  CriticalSystem system(study.scenario, axes, roles.striker, roles.resting, request.ratio);
  add_method(system, report);
  if (axes.size() == 1) {
    const CriticalLine line =
        system.has_factors()
            ? critical_line(system, {0.0}, 0)
            : scanned_line(system, {0.0}, 0, std::max(2, study.scenario.sweep[0].count));
    add_line(system, axes[0], line, report);
    for (const CriticalPiece& piece : critical_pieces(system, {0.0}, 0, line))
      report.outcomes.push_back({system.contact_name(piece.contact), axes[0].value(piece.from),
                                 axes[0].value(piece.to), piece.outcome});
  } else {
    add_plane(study, system, axes, report);
  }
  mark_held(system, axes.size(), report);
  if (const int drive = system.broken_drive(); drive >= 0) {
    const Drive& broken = study.scenario.mechanism.drives[static_cast<std::size_t>(drive)];
    report.notes.push_back(fmt::format(
        "in places of the axes the angles of [state] are not those that drive {} (\"{}\" "
        "against \"{}\") prescribes: there is no configuration there",
        drive + 1, broken.link, broken.against.value_or("ground")));
  }
  return report;
}

}  // namespace carom
