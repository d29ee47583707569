/// The page of `simulate`'s results: the mechanism that moves, with the energy over time beside it;
/// gaps and normal forces; tables of events, energy and the final state.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/rounding.hpp"
#include "data/certificate.hpp"
#include "data/simulation_report.hpp"
#include "io/energy_words.hpp"
#include "study/motion_frames.hpp"
#include "study/page_parts.hpp"
#include "study/result_pages.hpp"

namespace carom {
namespace {

using nlohmann::json;

constexpr std::size_t most_frames = 2000;
constexpr std::size_t most_events = 2000;

using Pair = std::array<double, 2>;

/// Whether a component of a force or impulse is marked as open.
bool is_open(const json& node, const char* component) {
  return node.contains("open") &&
         std::ranges::find(node.at("open"), component) != node.at("open").end();
}

std::string words_of(const json& event) {
  const std::string kind = event.at("kind");
  if (kind == "impact") {
    std::string words =
        fmt::format("v_n {:.4g} → {:.4g} m/s, impulse {:.4g} N s, {}",
                    event.at("velocity_before").get<Pair>()[1],
                    event.at("velocity_after").get<Pair>()[1], event.at("impulse").get<Pair>()[1],
                    loss_words(event.at("energy_loss"), event.at("energy").at("kinetic"), 4));
    if (const std::string verdict = event.at("verdict"); verdict != "unique")
      words += "; " + verdict;
    if (event.value("simultaneous", false))
      words += fmt::format("; several struck at once, by {}", event.value("law", "moreau"));
    if (event.at("energy").value("makes_energy", false)) words += "; MAKES energy";
    if (!event.value("impulses_determined", true)) words += "; impulses not determined";
    return words;
  }
  if (kind == "limit")
    return fmt::format("infinitely many bounces since {:.10g} s have ended",
                       event.at("since").get<double>());
  const Pair force = event.at("force");
  const std::string mode = event.at("mode");
  if (kind == "separation") return "leaves its surface";
  if (kind == "sticks")
    return is_open(event, "tangential")
               ? "the slip has stopped; friction not determined"
               : fmt::format("the slip has stopped; friction {:.4g} N", force[0]);
  if (kind == "slides")
    return fmt::format("in direction {}", mode == name(Mode::slides_minus) ? "−t" : "+t");
  return fmt::format("{}, {}", mode == name(Mode::sticks) ? "sticks" : "slides",
                     is_open(event, "normal") ? "with a normal force that is not determined"
                                              : fmt::format("pressed with {:.4g} N", force[1]));
}

void add_events(const json& answer, const Mechanism& mechanism, PageMotion& motion) {
  const json& events = answer.at("events");
  for (std::size_t e = 0; e < std::min(events.size(), most_events); ++e) {
    const json& event = events[e];
    const std::string contact = event.at("contact");
    const auto found = std::ranges::find(mechanism.contacts, contact, &Contact::name);
    MovingEvent moving{event.at("time"),
                       event.at("kind"),
                       static_cast<int>(found - mechanism.contacts.begin()),
                       words_of(event),
                       {},
                       {}};
    if (event.contains("contacts")) {
      std::vector<bool> determined;
      for (const json& each : event.at("contacts")) {
        moving.impulses.push_back(each.at("impulse").get<Pair>());
        const std::array<bool, 2> own = determined_in(each);
        determined.push_back(own[0] && own[1]);
      }
      if (std::ranges::find(determined, false) != determined.end())
        moving.determined = std::move(determined);
    }
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
    const char* name;
    double (*of)(const EnergyPoint&);
    bool always;
  };
  static constexpr std::array<Curve, 6> curves{{
      {"kinetic", [](const EnergyPoint& p) { return p.energy.kinetic; }, true},
      {"gravity", [](const EnergyPoint& p) { return p.energy.gravity; }, false},
      {"springs", [](const EnergyPoint& p) { return p.energy.springs; }, false},
      {"lost so far",
       [](const EnergyPoint& p) {
         return p.energy.dampers + p.energy.friction + p.energy.impacts + p.given;
       },
       true},
      {"total",
       [](const EnergyPoint& p) { return p.energy.kinetic + p.energy.gravity + p.energy.springs; },
       true},
      {"given so far",
       [](const EnergyPoint& p) { return p.energy.inputs + p.energy.surfaces + p.given; }, false},
  }};
  const std::vector<EnergyPoint> points = energies(frames);
  std::vector<double> times;
  double largest = 0;
  for (const EnergyPoint& point : points) {
    times.push_back(point.time);
    for (const Curve& curve : curves) largest = std::max(largest, std::abs(curve.of(point)));
  }
  const PageUnit joules = page_unit(largest, "J");
  PagePanel panel{"", time_axis(seconds), {"energy", joules.name}};
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Curve& curve = curves[i];
    PanelSeries series{curve.name, shown_numbers(times, seconds.factor)};
    for (const EnergyPoint& point : points) series.y.push_back(curve.of(point));
    for (double& y : series.y) y = without_rounding(y, largest);
    if (!curve.always && std::ranges::all_of(series.y, [](double y) { return y == 0; })) continue;
    series.y = shown_numbers(series.y, joules.factor);
    series.colour = static_cast<int>(i);
    panel.series.push_back(std::move(series));
  }
  const bool given = std::ranges::any_of(
      panel.series, [](const PanelSeries& each) { return each.name == "given so far"; });
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
  return {"Contacts over time",
          "Forces are those of contact that lasts; an impact has an impulse instead.",
          {std::move(gaps), std::move(forces)}};
}

PageTable events_table(const json& answer) {
  PageTable table{"events", "Events"};
  table.columns = {{"time", "s"},
                   {"event"},
                   {"contact"},
                   {"before", "m/s", "normal velocity"},
                   {"after", "m/s", "normal velocity"},
                   {"t", "N s", "impulse"},
                   {"n", "N s", "impulse"},
                   {"t", "N", "force"},
                   {"n", "N", "force"},
                   {"lost", "J"},
                   {"in words"}};
  const json& events = answer.at("events");
  const auto loss_of = [](const json& event) {
    return event.contains("energy_loss")
               ? told_energy(event.at("energy_loss"), event.at("energy").at("kinetic"))
               : 0;
  };
  const bool some_give =
      std::ranges::any_of(events, [&](const json& event) { return loss_of(event) < 0; });
  if (some_give) table.columns.insert(table.columns.end() - 1, {"given", "J"});
  for (std::size_t e = 0; e < std::min(events.size(), most_events); ++e) {
    const json& event = events[e];
    const auto part = [&](const char* key, std::size_t i) {
      return event.contains(key) ? PageCell(event.at(key).get<Pair>()[i]) : PageCell();
    };
    const double loss = loss_of(event);
    table.rows.push_back({event.at("time").get<double>(), event.at("kind").get<std::string>(),
                          event.at("contact").get<std::string>(), part("velocity_before", 1),
                          part("velocity_after", 1), part("impulse", 0), part("impulse", 1),
                          part("force", 0), part("force", 1),
                          loss < 0 ? PageCell() : number_cell(event, "energy_loss"),
                          words_of(event)});
    if (some_give) {
      auto& row = table.rows.back();
      row.insert(row.end() - 1, loss < 0 ? PageCell(-loss) : PageCell());
    }
    if (event.value("verdict", "unique") != "unique")
      table.marks.push_back({e, {}, Mark::odd, event.at("verdict").get<std::string>()});
    else if (event.at("energy").value("makes_energy", false))
      table.marks.push_back({e, {}, Mark::odd, "makes energy"});
  }
  if (events.size() > most_events)
    table.caption = fmt::format("The first {} of {} events; all of them are in events.csv.",
                                most_events, events.size());
  clear_rounding(table, Among::row);
  return table;
}

PageTable energy_table(const json& answer) {
  PageTable table{"energy", "Where the energy went"};
  table.columns = {{"energy"}, {"at the start", "J"}, {"at the end", "J"}};
  const json& energy = answer.at("energy");
  for (const LedgerRow& row :
       ledger_rows(motion_energy(energy.at("before")), motion_energy(energy)))
    table.rows.push_back({row.words, row.first, row.last});
  table.caption = fmt::format("The books close to {:.1e} J.", energy.at("error").get<double>());
  return table;
}

/// What the places and velocities at the end are made of: the largest at the end and at the events,
/// as in the text of the verb.
struct FinalScales {
  double farthest = 0, fastest = 0;
};

FinalScales final_scales(const json& answer) {
  FinalScales scales;
  const auto see = [&](const json& state) {
    const auto largest = [&](const char* key, double& scale) {
      for (const json& x : state.at(key)) scale = std::max(scale, std::abs(x.get<double>()));
    };
    for (const char* key : {"position", "angles"}) largest(key, scales.farthest);
    for (const char* key : {"velocity", "rates"}) largest(key, scales.fastest);
    for (const json& surface : state.at("surfaces")) {
      scales.farthest =
          std::max(scales.farthest, std::abs(surface.at("displacement").get<double>()));
      scales.fastest = std::max(scales.fastest, std::abs(surface.at("velocity").get<double>()));
    }
  };
  see(answer.at("final"));
  for (const json& event : answer.at("events"))
    for (const char* side : {"before", "after"})
      if (event.contains(side)) see(event.at(side));
  if (const double time = answer.at("final").at("time"); time > 0)
    scales.fastest = std::max(scales.fastest, scales.farthest / time);
  return scales;
}

PageTable final_table(const json& last, const Mechanism& mechanism, const FinalScales& scales) {
  PageTable table;
  table.name = "final_state";
  table.title = fmt::format("Final state, t = {:.10g} s", last.at("time").get<double>());
  table.columns = {{"coordinate"}, {"unit"}, {"position"}, {"velocity, per second"}};
  const auto add = [&](const std::string& words, const char* unit, double position, double rate) {
    table.rows.push_back({words, unit, without_rounding(position, scales.farthest),
                          without_rounding(rate, scales.fastest)});
  };
  const json &position = last.at("position"), &velocity = last.at("velocity");
  for (std::size_t i = 0; i < position.size(); ++i)
    add(position.size() == 1 ? "base"
        : i == 0             ? "base x"
                             : "base y",
        "m", position[i], velocity.at(i));
  for (std::size_t i = 0; i < mechanism.links.size(); ++i)
    add(mechanism.links[i].name, "rad", last.at("angles").at(i), last.at("rates").at(i));
  for (const json& surface : last.at("surfaces"))
    add(surface.at("name"), "m", surface.at("displacement"), surface.at("velocity"));
  return table;
}

PageTable contacts_table(const json& last, const std::vector<std::string>& modes,
                         const FinalScales& scales) {
  PageTable table{"final_contacts", "Contacts at the end"};
  table.columns = {{"contact"},
                   {"does"},
                   {"gap", "m"},
                   {"t", "m/s", "velocity"},
                   {"n", "m/s", "velocity"},
                   {"t", "N", "force"},
                   {"n", "N", "force"}};
  for (const json& contact : last.at("contacts")) {
    std::string does = contact.at("mode");
    for (std::size_t code = 0; code < modes.size(); ++code)
      if (name(static_cast<Mode>(code)) == does) {
        does = modes[code];
        break;
      }
    if (!contact.value("determined", true)) {
      const std::array open{!is_open(contact, "tangential"), !is_open(contact, "normal")};
      does += fmt::format("; {} force not determined", open_components(open));
    }
    const Pair velocity = contact.at("velocity"), force = contact.at("force");
    table.rows.push_back({contact.at("name").get<std::string>(), does,
                          contact.at("gap").get<double>(), velocity[0], velocity[1], force[0],
                          force[1]});
  }
  clear_rounding(table, Among::table, {{"m", scales.farthest}, {"m/s", scales.fastest}});
  return table;
}

PageText told(const json& answer) {
  PageText text;
  text.title = "What happened";
  const json& counts = answer.at("counts");
  const auto times = [](long count, const char* one, const char* many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
  };
  const bool ended = answer.at("end") == name(MotionEnd::duration);
  const long limits = counts.at("limits");
  text.paragraphs.push_back(fmt::format(
      "{} by the {} law of impact: {}, {} among them{}.{}",
      fmt::format("{:.10g} s of motion", answer.at("final").at("time").get<double>()),
      answer.at("law").get<std::string>(),
      times(static_cast<long>(answer.at("events").size()), "event", "events"),
      times(counts.at("impacts"), "impact", "impacts"),
      limits == 0
          ? ""
          : fmt::format(", and {} of infinitely many bounces", times(limits, "end", "ends")),
      ended ? " It went on to the end that was asked for." : ""));
  if (answer.contains("why")) text.paragraphs.push_back(answer.at("why").get<std::string>());
  for (const char* key : {"notes", "warnings"}) add_notes(answer.at(key), text);
  return text;
}

std::string frames_told(const MotionFrames& frames, const json& answer) {
  std::string words = fmt::format(
      "{} samples of the motion and the instants of its events; between them it goes straight.",
      frames.samples);
  if (answer.at("events").size() > most_events)
    words += fmt::format(" Of {} events the first {} are shown.", answer.at("events").size(),
                         most_events);
  return words;
}

}  // namespace

Page simulate_page(const std::string& folder, const ReportRequest& request) {
  refuse_held("simulate", request);
  const FolderSummary summary = folder_summary(folder);
  const Study study = folder_study(folder, summary);
  const Mechanism& mechanism = study.scenario.mechanism;
  const auto fill = [&](const json& answer, Page& page) {
    const MotionFrames all = motion_frames(folder, study, answer, most_frames, most_events);
    PageMotion motion = moving_mechanism(study, all.frames);
    motion.title = "The motion";
    motion.caption = frames_told(all, answer);
    add_events(answer, mechanism, motion);
    const PageUnit seconds = page_unit(all.frames.back().time, "s");
    motion.beside = energy_figure(all.frames, seconds, answer.at("energy").at("error"));
    const std::vector<std::string> modes = motion.modes;
    page.sections.emplace_back(told(answer));
    page.sections.emplace_back(std::move(motion));
    if (!mechanism.contacts.empty())
      page.sections.emplace_back(contacts_figure(all.frames, mechanism, seconds));
    if (!answer.at("events").empty()) page.sections.emplace_back(events_table(answer));
    page.sections.emplace_back(energy_table(answer));
    const FinalScales scales = final_scales(answer);
    page.sections.emplace_back(final_table(answer.at("final"), mechanism, scales));
    if (!mechanism.contacts.empty())
      page.sections.emplace_back(contacts_table(answer.at("final"), modes, scales));
  };
  return folder_page(folder, summary, "Motion", fill);
}

}  // namespace carom
