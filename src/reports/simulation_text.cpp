#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "base/rounding.hpp"
#include "data/certificate.hpp"
#include "data/simulation_table.hpp"
#include "reports/account.hpp"
#include "reports/bounce_runs.hpp"
#include "reports/energy_words.hpp"
#include "reports/json_table.hpp"
#include "reports/simulation_out.hpp"
#include "reports/text_table.hpp"

namespace carom {
namespace {

/// Of a contact that touches and was followed without a force.
std::string touches_words(const std::array<bool, 2>& determined) {
  const std::string open = open_components(determined);
  return open.empty() ? "touches its surface without force"
                      : fmt::format("touches its surface; {} force not determined", open);
}

/// The largest component: what is rounding of it is zero.
double largest_of(const std::vector<std::array<double, 2>>& pairs) {
  double largest = 0;
  for (const auto& [t, n] : pairs) largest = std::max({largest, std::abs(t), std::abs(n)});
  return largest;
}

}  // namespace

std::string event_words(const SimulationReport& report, const MotionEvent& e) {
  switch (e.kind) {
    case MotionEventKind::impact: {
      const double fastest = largest_of({e.velocity_before, e.velocity_after});
      std::string words =
          fmt::format("v_n {} → {} m/s, impulse {} N s, {}", number(e.velocity_before[1], fastest),
                      number(e.velocity_after[1], fastest),
                      number(e.impulses[e.contact][1], largest_of(e.impulses)),
                      loss_words(e.energy_loss, e.energy.kinetic));
      if (e.yields)
        words +=
            fmt::format("; yields by {}: peak {} N, {} s, indentation {} m, {} m of it stays",
                        e.law, number(e.collision.peak_force), number(e.collision.duration),
                        number(e.collision.indentation[0]), number(e.collision.indentation[1]));
      if (e.verdict == Verdict::ambiguous) words += "; one of several answers";
      if (e.simultaneous) words += fmt::format("; several struck at once, by {}", e.law);
      if (e.set_aside != Reason::none) words += fmt::format(" (by springs {})", name(e.set_aside));
      if (e.makes_energy) words += "; MAKES energy";
      if (!e.impulses_determined) words += "; impulses not determined";
      std::string others;
      for (std::size_t i = 0; i < e.impulses.size(); ++i)
        if (static_cast<int>(i) != e.contact && e.impulses[i][1] > 0)
          others += fmt::format("{}{}", others.empty() ? "; with " : ", ", report.contacts[i]);
      return words + others;
    }
    case MotionEventKind::limit:
      return fmt::format("infinitely many bounces since {:.10g} s have ended{}", e.since,
                         e.makes_energy ? "; they MADE energy" : "");
    case MotionEventKind::contact:
      if (e.mode == Mode::separates) return touches_words(e.determined);
      return fmt::format("{}, {}{}", e.mode == Mode::sticks ? "sticks" : "slides",
                         e.determined[1] ? fmt::format("pressed with {} N",
                                                       number(e.force[1], largest_of({e.force})))
                                         : "with a normal force that is not determined",
                         e.determined[0] || !e.determined[1] ? "" : "; friction not determined");
    case MotionEventKind::separation:
      return "leaves its surface";
    case MotionEventKind::sticks:
      return e.determined[0] ? fmt::format("the slip has stopped; friction {} N",
                                           number(e.force[0], largest_of({e.force})))
                             : "the slip has stopped; friction not determined";
    case MotionEventKind::slides:
      return fmt::format("slides in direction {}", e.mode == Mode::slides_minus ? "−t" : "+t");
  }
  return {};
}

namespace {

using Row = std::vector<std::string>;

/// Whether a motion ended because of what its contacts do.
bool stops_by_contacts(MotionEnd end) {
  return end == MotionEnd::no_modes || end == MotionEnd::several_modes ||
         end == MotionEnd::verdict || end == MotionEnd::step_size;
}

Row event_row(const SimulationReport& report, const MotionEvent& e) {
  return {fmt::format("{:.10f}", e.time), std::string(name(e.kind)), report.contacts[e.contact],
          event_words(report, e)};
}

/// Bounces that converge, in one line.
Row bounces_row(const SimulationReport& report, const BounceRun& run) {
  const MotionEvent& first = report.events[run.first];
  const MotionEvent& limit = report.events[run.limit];
  std::vector<int> contacts;
  for (std::size_t i = run.first; i <= run.limit; ++i)
    if (report.events[i].kind == MotionEventKind::impact &&
        std::ranges::find(contacts, report.events[i].contact) == contacts.end())
      contacts.push_back(report.events[i].contact);
  std::string names;
  for (const int contact : contacts)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", report.contacts[contact]);
  const bool summed = limit.kind == MotionEventKind::limit;
  return {fmt::format("{:.10f}", first.time), "bounces", names,
          fmt::format("{} impacts, converging: v_n {} m/s, then ever slower; {} at {:.10f} s; {}",
                      run.impacts, number(first.velocity_before[1]),
                      summed ? "limit" : "the motion stops in their limit", limit.time,
                      loss_words(run.loss, first.energy.kinetic))};
}

void add_events(std::string& out, const SimulationReport& report, const EventLines& lines) {
  if (report.events.empty()) {
    out += "no events\n";
    return;
  }
  std::vector<Row> rows;
  const std::vector<BounceRun> runs =
      lines.all ? std::vector<BounceRun>{}
                : bounce_runs(report.events, stops_by_contacts(report.motion.end));
  auto run = runs.begin();
  for (std::size_t i = 0; i < report.events.size(); ++i) {
    if (run != runs.end() && i == run->first) {
      rows.push_back(bounces_row(report, *run));
      i = (run++)->limit;
    } else {
      rows.push_back(event_row(report, report.events[i]));
    }
  }
  TextTable table({"time s", "<event", "<contact", "<"});
  const std::size_t count = rows.size();
  const std::size_t head = lines.all || count <= lines.most ? count : lines.most / 2;
  for (std::size_t i = 0; i < head; ++i) table.add(rows[i]);
  if (head < count) {
    table.add({"…", fmt::format("{} more", count - 2 * head), "", ""});
    for (std::size_t i = count - head; i < count; ++i) table.add(rows[i]);
  }
  out += table.text();
  if (!lines.all && (!runs.empty() || head < count))
    out += fmt::format("{} events; --events all lists each\n", report.events.size());
}

void add_energy(std::string& out, const SimulationReport& report) {
  TextTable table({"energy J", "at the start", "at the end"});
  for (const LedgerRow& row : ledger_rows(report.motion.first_energy, report.motion.energy))
    table.add({row.words, number(row.first), number(row.last)});
  out += "\n" + table.text();
  out += closing_words(report) + "\n";
}

void add_final(std::string& out, const SimulationReport& report) {
  const State& state = report.motion.final;
  const NamedState q = named(report, state.positions);
  const NamedState v = named(report, state.velocities);
  out += fmt::format("\nAt t = {:.10g} s:\n", state.time);
  TextTable table({"", "position", "velocity"});
  const FinalScales scales = final_scales(report);
  const auto add = [&](const std::string& words, double at, double speed) {
    table.add({words, fmt::format("{:.10g}", without_rounding(at, scales.farthest)),
               fmt::format("{:.10g}", without_rounding(speed, scales.fastest))});
  };
  if (report.base == BaseKind::free) {
    add("base x, m", q.base[0], v.base[0]);
    add("base y, m", q.base[1], v.base[1]);
  } else if (report.base == BaseKind::slider) {
    add("base, m", q.base[0], v.base[0]);
  }
  for (std::size_t i = 0; i < q.angles.size(); ++i)
    add(report.links[i] + ", rad", q.angles[i], v.angles[i]);
  for (std::size_t i = 0; i < q.surfaces.size(); ++i)
    add(report.yielding_surfaces[i] + ", m", q.surfaces[i], v.surfaces[i]);
  out += table.text();
  double hardest = 0;
  for (const ContactMotion& contact : report.motion.contacts)
    hardest = std::max({hardest, std::abs(contact.force[0]), std::abs(contact.force[1])});
  for (std::size_t i = 0; i < report.contacts.size(); ++i) {
    const ContactMotion& contact = report.motion.contacts[i];
    const bool pressed = contact.mode != Mode::apart && contact.mode != Mode::separates;
    const std::string open = open_components(contact.determined);
    out += fmt::format(
        "{}: {}\n", report.contacts[i],
        !pressed && open.empty()
            ? fmt::format("{} m from its surface", number(contact.gap, scales.farthest))
        : !pressed
            ? touches_words(contact.determined)
            : fmt::format("{}, force {} N", contact.mode == Mode::sticks ? "sticks" : "slides",
                          numbers(contact.force[0], contact.force[1], hardest)) +
                  (open.empty() ? "" : fmt::format(" ({} force not determined)", open)));
  }
}

void add_sensitivity(std::string& out, const SimulationReport& report) {
  for (const MotionSlope& slope : report.sensitivity) {
    out += fmt::format("\nBy {}", slope.of.back());
    if (slope.why) {
      out += ": no derivative, " + *slope.why + "\n";
      continue;
    }
    out += ":\n";
    const NamedState q = named(report, slope.state.positions);
    const NamedState v = named(report, slope.state.velocities);
    TextTable table({"", "position", "velocity"});
    const auto add = [&](const std::string& words, double at, double speed) {
      table.add({words, fmt::format("{:.10g}", at), fmt::format("{:.10g}", speed)});
    };
    for (std::size_t i = 0; i < q.base.size(); ++i)
      add(report.base == BaseKind::slider ? "base"
          : i == 0                        ? "base x"
                                          : "base y",
          q.base[i], v.base[i]);
    for (std::size_t i = 0; i < q.angles.size(); ++i)
      add(report.links[i], q.angles[i], v.angles[i]);
    for (std::size_t i = 0; i < q.surfaces.size(); ++i)
      add(report.yielding_surfaces[i], q.surfaces[i], v.surfaces[i]);
    out += table.text();
  }
}

}  // namespace

std::string text(const SimulationReport& report, const EventLines& lines) {
  std::string out = titled(report.title);
  add_events(out, report, lines);
  add_final(out, report);
  add_sensitivity(out, report);
  add_energy(out, report);
  for (const std::string& note : report.notes) out += "Note: " + note + "\n";
  for (const std::string& warning : report.warnings) out += "Warning: " + warning + "\n";
  if (!report.why.empty()) out += "\n" + report.why + "\n";
  if (report.impact)
    out += "\nThis impact:\n" + text(*report.impact, std::string(report.motion.law));
  return out;
}

std::string words(const SimulationReport& report) {
  return text(report, EventLines{});
}

template struct ReportOut<SimulationReport>;

}  // namespace carom
