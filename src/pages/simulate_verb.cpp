/// The page of `simulate`'s results: the mechanism that moves, with the energy over time beside it;
/// gaps and normal forces; tables of events, energy and the final state.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "base/rounding.hpp"
#include "data/certificate.hpp"
#include "data/simulation_table.hpp"
#include "pages/motion_frames.hpp"
#include "pages/page_parts.hpp"
#include "pages/verb.hpp"
#include "reports/energy_words.hpp"
#include "reports/listing.hpp"
#include "reports/report_out.hpp"
#include "reports/simulation_out.hpp"
#include "study/force_loops.hpp"
#include "sweeps/sweep_tasks.hpp"

namespace carom {
namespace {

constexpr std::size_t most_frames = 2000;
constexpr std::size_t most_events = 2000;

void add_events(const SimulationReport& report, PageMotion& motion) {
  for (std::size_t e = 0; e < std::min(report.events.size(), most_events); ++e) {
    const MotionEvent& event = report.events[e];
    MovingEvent moving{event.time,     std::string(name(event.kind)),
                       event.contact,  event_words(report, event),
                       event.impulses, {}};
    if (!event.impulses_determined) moving.determined = event.impulse_determined;
    motion.events.push_back(std::move(moving));
  }
}

/// The time axis of all figures: the page's motion goes along it.
PanelAxis time_axis(const PageUnit& seconds) {
  PanelAxis axis{"time", seconds.name};
  axis.per_second = seconds.factor;
  return axis;
}

struct EnergyPoint {
  double time;
  MotionEnergy energy;
  double given =
      0;  ///< so far, in impacts that gave: `energy.impacts` is what others lost without it
};

/// Energies over time, before and after each jump: only impacts make one, and what kinetic energy
/// loses there is what they have lost.
std::vector<EnergyPoint> energies(const std::vector<MotionFrame>& frames) {
  std::vector<EnergyPoint> points;
  double given = 0;
  for (const MotionFrame& frame : frames) {
    const double lost = frame.energy.impacts - (points.empty() ? 0 : points.back().energy.impacts);
    if (frame.event && !points.empty()) {
      EnergyPoint before{frame.time, frame.energy, given};
      before.energy.impacts -= lost;
      before.energy.kinetic += lost;
      if (lost != 0) points.push_back(before);
    }
    if (told_energy(lost, frame.energy.kinetic) < 0) given -= lost;
    points.push_back({frame.time, frame.energy, given});
  }
  return points;
}

PageFigure energy_figure(const std::vector<MotionFrame>& frames, const PageUnit& seconds,
                         double error) {
  struct Curve {
    std::string name;
    std::function<double(const EnergyPoint&)> of;
    bool always = false;
    bool given = false;  ///< what the total is told without
  };
  std::vector<Curve> curves;
  for (const Number<MotionEnergy>& part : numbers_of<MotionEnergy>())
    if (part.book == Book::kept)
      curves.push_back({std::string(part.name),
                        [&part](const EnergyPoint& p) { return part.value(p.energy, 0); },
                        curves.empty()});
  curves.push_back({"lost so far",
                    [](const EnergyPoint& p) { return sum_of(Book::lost, p.energy) + p.given; },
                    true});
  curves.push_back(
      {"total", [](const EnergyPoint& p) { return sum_of(Book::kept, p.energy); }, true});
  curves.push_back({"given so far",
                    [](const EnergyPoint& p) { return sum_of(Book::given, p.energy) + p.given; },
                    false, true});
  const std::vector<EnergyPoint> points = energies(frames);
  std::vector<double> times;
  double largest = 0;
  for (const EnergyPoint& point : points) {
    times.push_back(point.time);
    for (const Curve& curve : curves) largest = std::max(largest, std::abs(curve.of(point)));
  }
  const PageUnit joules = page_unit(largest, "J");
  PagePanel panel{"", time_axis(seconds), {"energy", joules.name}};
  bool given = false;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Curve& curve = curves[i];
    PanelSeries series{curve.name, shown_numbers(times, seconds.factor)};
    for (const EnergyPoint& point : points) series.y.push_back(curve.of(point));
    for (double& y : series.y) y = without_rounding(y, largest);
    if (!curve.always && std::ranges::all_of(series.y, [](double y) { return y == 0; })) continue;
    series.y = shown_numbers(series.y, joules.factor);
    series.colour = static_cast<int>(i);
    panel.series.push_back(std::move(series));
    given = given || curve.given;
  }
  return {"Energy",
          fmt::format("Total is kinetic{}; with what is lost{} it stays the same to {:.1e} J.",
                      " and potential energy", given ? ", and without what is given," : "", error),
          {std::move(panel)}};
}

/// Gaps, and normal forces where contact lasts. At an instant where contact begins or ends the
/// force jumps.
PageFigure contacts_figure(const std::vector<MotionFrame>& frames, const Mechanism& mechanism,
                           const PageUnit& seconds) {
  double widest = 0, hardest = 0;
  for (const MotionFrame& frame : frames)
    for (const ContactMotion& contact : frame.contacts) {
      widest = std::max(widest, std::abs(contact.gap));
      if (std::isfinite(contact.force[1])) hardest = std::max(hardest, std::abs(contact.force[1]));
    }
  const PageUnit metres = page_unit(widest, "m"), newtons = page_unit(hardest, "N");
  PagePanel gaps{"Gaps", time_axis(seconds), {"gap", metres.name}};
  PagePanel forces{"Normal forces", time_axis(seconds), {"normal force", newtons.name}};
  for (std::size_t c = 0; c < mechanism.contacts.size(); ++c) {
    PanelSeries gap{mechanism.contacts[c].name}, force{mechanism.contacts[c].name};
    double before = 0;
    for (const MotionFrame& frame : frames) {
      const ContactMotion& contact = frame.contacts[c];
      gap.x.push_back(frame.time);
      gap.y.push_back(contact.gap);
      const double now = contact.force[1];
      if (!std::isfinite(now)) continue;
      const bool determined = frame.contacts[c].determined[1];
      if (frame.event && (now == 0) != (before == 0)) {
        force.x.push_back(frame.time);
        force.y.push_back(before);
        force.determined.push_back(1);
      }
      force.x.push_back(frame.time);
      force.y.push_back(now);
      force.determined.push_back(determined ? 1 : 0);
      before = now;
    }
    gap.x = shown_numbers(gap.x, seconds.factor);
    gap.y = shown_numbers(gap.y, metres.factor);
    if (std::ranges::find(force.determined, 0) == force.determined.end()) force.determined.clear();
    force.x = shown_numbers(force.x, seconds.factor);
    force.y = shown_numbers(force.y, newtons.factor);
    gaps.series.push_back(std::move(gap));
    forces.series.push_back(std::move(force));
  }
  return {
      "Contacts over time",
      "Forces are those of contact that lasts or yields; a rigid impact has an impulse instead.",
      {std::move(gaps), std::move(forces)}};
}

/// Impulses and forces of events that are one choice among others.
void mark_open(const std::vector<MotionEvent>& events, PageTable& table) {
  for (std::size_t e = 0; e < table.rows.size(); ++e) {
    const std::array<bool, 2> determined = determined_at(events[e]);
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const PageColumn& column = table.columns[c];
      if (column.group != "impulse" && column.group != "force") continue;
      if (table.rows[e][c].number && !determined[column.name == "t" ? 0 : 1])
        table.marks.push_back({e, c, Mark::odd, "not determined"});
    }
  }
}

PageTable events_table(const SimulationReport& report) {
  const std::vector<MotionEvent>& events = report.events;
  using Shown = std::optional<double>;
  const auto loss_of = [](const MotionEvent& event) {
    return told_energy(event.energy_loss, event.energy.kinetic);
  };
  const auto normal_velocity = [](std::array<double, 2> MotionEvent::*when) {
    return [when](const MotionEvent& event) -> Shown {
      return event.kind == MotionEventKind::impact ? Shown((event.*when)[1]) : std::nullopt;
    };
  };
  Listing<MotionEvent, SimulationReport> list(report);
  list.add<"time">().add<"kind">().add<"contact">();
  list.add<"velocity_before">(normal_velocity(&MotionEvent::velocity_before));
  list.add<"velocity_after">(normal_velocity(&MotionEvent::velocity_after));
  list.add<"impulse">().add<"force">().add<"energy_loss">([&](const MotionEvent& event) -> Shown {
    const bool bounces =
        event.kind == MotionEventKind::impact || event.kind == MotionEventKind::limit;
    return bounces && !(loss_of(event) < 0) ? Shown(event.energy_loss) : std::nullopt;
  });
  if (std::ranges::any_of(events, [&](const MotionEvent& event) { return loss_of(event) < 0; }))
    list.add<"energy_loss">([&](const MotionEvent& event) -> Shown {
          return loss_of(event) < 0 ? Shown(-loss_of(event)) : std::nullopt;
        })
        .headed("given", "J");
  list.add("in words", [&](const MotionEvent& event) { return event_words(report, event); });
  PageTable table = list.page("events", "Events", events, most_events);
  mark_open(events, table);
  for (std::size_t e = 0; e < table.rows.size(); ++e)
    if (events[e].verdict != Verdict::unique)
      table.marks.push_back({e, {}, Mark::odd, std::string(name(events[e].verdict))});
    else if (events[e].makes_energy)
      table.marks.push_back({e, {}, Mark::odd, "makes energy"});
  if (events.size() > most_events)
    table.caption = fmt::format("The first {} of {} events; all of them are in events.csv.",
                                most_events, events.size());
  clear_rounding(table, Among::row);
  return table;
}

PageTable energy_table(const SimulationReport& report) {
  const Motion& motion = report.motion;
  PageTable table{"energy", "Where the energy went"};
  table.columns = {{"energy"}, {"at the start", "J"}, {"at the end", "J"}};
  for (const LedgerRow& row : ledger_rows(motion.first_energy, motion.energy))
    table.rows.push_back({row.words, row.first, row.last});
  table.caption = closing_words(report);
  return table;
}

PageTable final_table(const SimulationReport& report, const FinalScales& scales) {
  const State& last = report.motion.final;
  PageTable table;
  table.name = "final_state";
  table.title = fmt::format("Final state, t = {:.10g} s", last.time);
  table.columns = {{"coordinate"}, {"unit"}, {"position"}, {"velocity, per second"}};
  const auto add = [&](const std::string& words, const char* unit, double position, double rate) {
    table.rows.push_back({words, unit, without_rounding(position, scales.farthest),
                          without_rounding(rate, scales.fastest)});
  };
  const NamedState q = named(report, last.positions), v = named(report, last.velocities);
  for (std::size_t i = 0; i < q.base.size(); ++i)
    add(q.base.size() == 1 ? "base" : i == 0 ? "base x" : "base y", "m", q.base[i], v.base[i]);
  for (std::size_t i = 0; i < report.links.size(); ++i)
    add(report.links[i], "rad", q.angles[i], v.angles[i]);
  for (std::size_t i = 0; i < report.yielding_surfaces.size(); ++i)
    add(report.yielding_surfaces[i], "m", q.surfaces[i], v.surfaces[i]);
  return table;
}

PageTable contacts_table(const SimulationReport& report, const std::vector<std::string>& modes,
                         const FinalScales& scales) {
  Listing<NamedContactMotion, SimulationReport> list(report);
  list.add<"name">();
  list.add("does", [&](const NamedContactMotion& contact) {
    std::string does = modes[static_cast<std::size_t>(contact.motion.mode)];
    if (const std::string open = open_components(contact.motion.determined); !open.empty())
      does += fmt::format("; {} force not determined", open);
    return does;
  });
  list.add<"gap">().add<"velocity">().add<"force">();
  PageTable table = list.page("final_contacts", "Contacts at the end", named_contacts(report));
  clear_rounding(table, Among::table, {{"m", scales.farthest}, {"m/s", scales.fastest}});
  return table;
}

PageText told(const SimulationReport& report) {
  PageText text;
  text.title = "What happened";
  const Motion& motion = report.motion;
  const auto times = [](long count, const char* one, const char* many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
  };
  text.paragraphs.push_back(fmt::format(
      "{} by the {} law of impact: {}, {} among them{}.{}",
      fmt::format("{:.10g} s of motion", motion.final.time), report.law,
      times(static_cast<long>(report.events.size()), "event", "events"),
      times(motion.impacts, "impact", "impacts"),
      motion.limits == 0
          ? ""
          : fmt::format(", and {} of infinitely many bounces", times(motion.limits, "end", "ends")),
      motion.end == MotionEnd::duration ? " It went on to the end that was asked for." : ""));
  if (!report.why.empty()) text.paragraphs.push_back(report.why);
  add_notes(report.notes, text);
  add_notes(report.warnings, text);
  return text;
}

std::string frames_told(const MotionFrames& frames, const SimulationReport& report) {
  std::string words = fmt::format(
      "{} samples of the motion and the instants of its events; between them it goes straight.",
      frames.samples);
  if (report.events.size() > most_events)
    words +=
        fmt::format(" Of {} events the first {} are shown.", report.events.size(), most_events);
  return words;
}

/// Force over indentation of the collisions of contacts that yield; nothing where none was kept.
std::optional<PageFigure> loops_figure(const SimulationReport& report) {
  const std::vector<ForceLoop> loops = force_loops(report);
  if (loops.empty()) return std::nullopt;
  double deepest = 0, hardest = 0;
  for (const ForceLoop& loop : loops) {
    for (const double depth : loop.indentation) deepest = std::max(deepest, std::abs(depth));
    for (const double force : loop.force) hardest = std::max(hardest, force);
  }
  const PageUnit metres = page_unit(deepest, "m"), newtons = page_unit(hardest, "N");
  PagePanel panel{"", {"indentation", metres.name}, {"force", newtons.name}};
  for (const ForceLoop& loop : loops) {
    PanelSeries series{loop.name};
    series.detail = fmt::format("{:.6g} J lost", loop.lost);
    series.x = shown_numbers(loop.indentation, metres.factor);
    series.y = shown_numbers(loop.force, newtons.factor);
    panel.series.push_back(std::move(series));
  }
  return PageFigure{
      "Force over indentation",
      "Each collision goes up where it loads and comes back where it unloads; what is "
      "between the two is lost.",
      {std::move(panel)}};
}

void add_simulate_sections(const VerbResults& results, const Study& study, SimulationReport& report,
                           Page& page) {
  const Mechanism& mechanism = study.scenario.mechanism;
  const MotionFrames all = motion_frames(results.folder, study, report, most_frames, most_events);
  PageMotion motion = moving_mechanism(study, all.frames);
  motion.title = "The motion";
  motion.caption = frames_told(all, report);
  add_events(report, motion);
  const PageUnit seconds = page_unit(all.frames.back().time, "s");
  motion.beside = energy_figure(all.frames, seconds, report.motion.energy_error);
  const std::vector<std::string> modes = motion.modes;
  page.sections.emplace_back(told(report));
  page.sections.emplace_back(std::move(motion));
  if (!mechanism.contacts.empty())
    page.sections.emplace_back(contacts_figure(all.frames, mechanism, seconds));
  if (auto loops = loops_figure(report)) page.sections.emplace_back(std::move(*loops));
  if (!report.events.empty()) page.sections.emplace_back(events_table(report));
  page.sections.emplace_back(energy_table(report));
  const FinalScales scales = final_scales(report);
  page.sections.emplace_back(final_table(report, scales));
  if (!mechanism.contacts.empty())
    page.sections.emplace_back(contacts_table(report, modes, scales));
}

Page simulate_page(const std::string& folder, const ReportRequest& request) {
  return verb_page(
      folder, request, "Motion", study_of_text,
      [](const Study& study) { return named_simulation(study.scenario); }, add_simulate_sections);
}

}  // namespace

extern const Verb simulate_verb{"simulate", 50, simulate_page, simulate_task};

}  // namespace carom
