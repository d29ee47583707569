#include <fmt/format.h>

#include <algorithm>

#include "data/certificate.hpp"
#include "io/report_text.hpp"
#include "io/simulation_out.hpp"
#include "io/text_table.hpp"

namespace carom {
namespace {

std::string what(const SimulationReport& report, const MotionEvent& e) {
  switch (e.kind) {
    case MotionEventKind::impact: {
      std::string words = fmt::format("v_n {} → {} m/s, impulse {} N s, {} J lost",
                                      number(e.velocity_before[1]), number(e.velocity_after[1]),
                                      number(e.impulses[e.contact][1]), number(e.energy_loss));
      if (e.verdict == Verdict::ambiguous) words += "; one of several answers";
      if (e.simultaneous) words += fmt::format("; several struck at once, by {}", e.law);
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
      return fmt::format("{}, {}", e.mode == Mode::sticks ? "sticks" : "slides",
                         e.determined[1] ? fmt::format("pressed with {} N", number(e.force[1]))
                                         : "with a normal force that is not determined");
    case MotionEventKind::separation:
      return "leaves its surface";
    case MotionEventKind::sticks:
      return e.determined[0]
                 ? fmt::format("the slip has stopped; friction {} N", number(e.force[0]))
                 : "the slip has stopped; friction not determined";
    case MotionEventKind::slides:
      return fmt::format("slides in direction {}", e.mode == Mode::slides_minus ? "−t" : "+t");
  }
  return {};
}

void add_events(std::string& out, const SimulationReport& report, std::size_t longest) {
  if (report.events.empty()) {
    out += "no events\n";
    return;
  }
  TextTable table({"time s", "<event", "<contact", "<"});
  const std::size_t count = report.events.size();
  const std::size_t head = count <= longest ? count : longest / 2;
  const auto add = [&](const MotionEvent& e) {
    table.add({fmt::format("{:.10f}", e.time), std::string(name(e.kind)),
               report.contacts[e.contact], what(report, e)});
  };
  for (std::size_t i = 0; i < head; ++i) add(report.events[i]);
  if (head < count) {
    table.add({"…", fmt::format("{} more", count - 2 * head), "", ""});
    for (std::size_t i = count - head; i < count; ++i) add(report.events[i]);
  }
  out += table.text();
}

void add_energy(std::string& out, const SimulationReport& report) {
  const MotionEnergy& a = report.first_energy;
  const MotionEnergy& b = report.motion.energy;
  TextTable table({"energy J", "at the start", "at the end"});
  const auto row = [&](const char* words, double at_start, double at_end) {
    if (at_start != 0 || at_end != 0) table.add({words, number(at_start), number(at_end)});
  };
  row("kinetic", a.kinetic, b.kinetic);
  row("in the field of gravity", a.gravity, b.gravity);
  row("in springs", a.springs, b.springs);
  row("lost in dampers", a.dampers, b.dampers);
  row("lost in friction", a.friction, b.friction);
  row("lost in impacts", a.impacts, b.impacts);
  row("given by inputs", a.inputs, b.inputs);
  row("given by moved surfaces", a.surfaces, b.surfaces);
  out += "\n" + table.text();
  out += fmt::format("The books close to {:.1e} J.\n", report.motion.energy_error);
}

void add_final(std::string& out, const SimulationReport& report) {
  const State& state = report.motion.final;
  const NamedState q = named(report, state.positions);
  const NamedState v = named(report, state.velocities);
  out += fmt::format("\nAt t = {:.10g} s:\n", state.time);
  TextTable table({"", "position", "velocity"});
  const auto add = [&](const std::string& words, double at, double speed) {
    table.add({words, fmt::format("{:.10g}", at), fmt::format("{:.10g}", speed)});
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
  for (std::size_t i = 0; i < report.contacts.size(); ++i) {
    const ContactMotion& contact = report.motion.contacts[i];
    const bool pressed = contact.mode != Mode::apart && contact.mode != Mode::separates;
    const std::string open = open_components(contact.determined);
    out += fmt::format(
        "{}: {}\n", report.contacts[i],
        !pressed && open.empty() ? fmt::format("{} m from its surface", number(contact.gap))
        : !pressed
            ? fmt::format("touches its surface; {} force not determined", open)
            : fmt::format("{}, force {} N", contact.mode == Mode::sticks ? "sticks" : "slides",
                          numbers(contact.force[0], contact.force[1])) +
                  (open.empty() ? "" : fmt::format(" ({} force not determined)", open)));
  }
}

}  // namespace

std::string text(const SimulationReport& report, std::size_t longest) {
  std::string out = report.title.empty() ? "" : report.title + "\n\n";
  add_events(out, report, longest);
  add_final(out, report);
  add_energy(out, report);
  for (const std::string& note : report.notes) out += "Note: " + note + "\n";
  for (const std::string& warning : report.warnings) out += "Warning: " + warning + "\n";
  if (!report.why.empty()) out += "\n" + report.why + "\n";
  if (report.impact)
    out += "\nThis impact:\n" + text(*report.impact, std::string(report.motion.law));
  return out;
}

}  // namespace carom
