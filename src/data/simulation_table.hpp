#pragma once

/// data/simulation_table.hpp
///
/// What `simulate` tells, quantity by quantity (data/quantity.hpp).

#include <utility>

#include "data/flat_table.hpp"
#include "data/simulation_report.hpp"
#include "data/strike_table.hpp"

namespace carom {

/// The ledger. Descriptions are the words of its tables; what flows can flow the other way.
constexpr auto quantities(Of<MotionEnergy>) {
  using Ledger = MotionEnergy;
  return Entries{
      quantity("kinetic", "J", "kinetic", &Ledger::kinetic).booked(Book::kept),
      quantity("gravity", "J", "in the field of gravity", &Ledger::gravity).booked(Book::kept),
      quantity("springs", "J", "in springs", &Ledger::springs).booked(Book::kept),
      quantity("dampers", "J", "lost in dampers", &Ledger::dampers)
          .booked(Book::lost)
          .below_zero("given by dampers"),
      quantity("friction", "J", "lost in friction", &Ledger::friction)
          .booked(Book::lost)
          .below_zero("given by friction"),
      quantity("impacts", "J", "lost in impacts", &Ledger::impacts)
          .booked(Book::lost)
          .below_zero("given in impacts"),
      quantity("inputs", "J", "given by inputs", &Ledger::inputs)
          .booked(Book::given)
          .below_zero("taken by inputs"),
      quantity("surfaces", "J", "given by moved surfaces", &Ledger::surfaces)
          .booked(Book::given)
          .below_zero("taken by moved surfaces")};
}

/// What contacts of a motion do. One that `separates` in an impact still touches, without a force.
inline constexpr std::string_view motion_modes[] = {"apart", "touches", "sticks", "slides+",
                                                    "slides-"};

/// A contact of the trajectory, and of the final state.
constexpr auto quantities(Of<ContactMotion>) {
  return Entries{
      quantity("mode", "1",
               "0 apart, 1 touching without force, 2 sticks, 3 slides along +t, 4 slides along -t",
               &ContactMotion::mode)
          .worded(motion_modes),
      quantity("gap", "m", "distance from the surface", &ContactMotion::gap),
      quantity("velocity", "m/s", "tangential and normal, relative to the surface",
               &ContactMotion::velocity),
      quantity("force", "N", "tangential and normal, on the chain", &ContactMotion::force),
      marked("1 where the tangential, the normal force is determined, 0 where it is one of several "
             "that rigid contact allows",
             &ContactMotion::determined)};
}

struct NamedContactMotion {
  std::string name;
  ContactMotion motion;
};
constexpr auto quantities(Of<NamedContactMotion>) {
  return Entries{quantity("name", &NamedContactMotion::name).on_pages("contact"),
                 parts_of(&NamedContactMotion::motion)};
}
/// At the end.
inline std::vector<NamedContactMotion> named_contacts(const SimulationReport& report) {
  std::vector<NamedContactMotion> named;
  for (std::size_t i = 0; i < report.motion.contacts.size(); ++i)
    named.push_back({report.contacts[i], report.motion.contacts[i]});
  return named;
}

struct NamedSurfaceMotion {
  std::string name;
  double displacement = 0;  ///< m
  double velocity = 0;      ///< m/s
};
constexpr auto quantities(Of<NamedSurfaceMotion>) {
  return Entries{quantity("name", &NamedSurfaceMotion::name),
                 quantity("displacement", "m", "from rest", &NamedSurfaceMotion::displacement),
                 quantity("velocity", "m/s", "of its body", &NamedSurfaceMotion::velocity)};
}

/// Numbers of a state by the names of the scenario: the base's, then the links'.
template <class Where>
constexpr auto state_numbers(std::string_view name, std::string_view unit, std::string_view of,
                             Where where, std::vector<double> NamedState::*part) {
  return quantity(name, unit, of,
                  [where, part](const auto& item, const SimulationReport& report) {
                    return named(report, std::invoke(where, item)).*part;
                  })
      .kept_by(
          [where, part](auto& item, const std::vector<double>& numbers, const SimulationReport&) {
            std::vector<double>& all = std::invoke(where, item);
            if (part == &NamedState::base) all.clear();
            all.insert(all.end(), numbers.begin(), numbers.end());
          });
}

/// A state; `q` and `v` say where its numbers are.
template <class Positions, class Velocities>
constexpr auto state_parts(Positions q, Velocities v) {
  return Entries{
      state_numbers("position", "m", "of the base", q, &NamedState::base),
      state_numbers("angles", "rad", "of the links", q, &NamedState::angles),
      state_numbers("velocity", "m/s", "of the base", v, &NamedState::base),
      state_numbers("rates", "rad/s", "of the links", v, &NamedState::angles),
      quantity(
          "surfaces", "m, m/s", "the yielding ones",
          [q, v](const auto& item, const SimulationReport& report) {
            const auto displacements = named(report, std::invoke(q, item)).surfaces;
            const auto velocities = named(report, std::invoke(v, item)).surfaces;
            std::vector<NamedSurfaceMotion> surfaces;
            for (std::size_t i = 0; i < report.yielding_surfaces.size(); ++i)
              surfaces.push_back({report.yielding_surfaces[i], displacements[i], velocities[i]});
            return surfaces;
          })
          .kept_by([q, v](auto& item, const std::vector<NamedSurfaceMotion>& surfaces,
                          const SimulationReport&) {
            for (const NamedSurfaceMotion& surface : surfaces) {
              std::invoke(q, item).push_back(surface.displacement);
              std::invoke(v, item).push_back(surface.velocity);
            }
          })};
}

struct NamedImpulse {
  std::string name;
  std::array<double, 2> impulse{};
  std::array<bool, 2> determined{true, true};
};
constexpr auto quantities(Of<NamedImpulse>) {
  return Entries{quantity("name", &NamedImpulse::name),
                 quantity("impulse", "N s", "on the chain", &NamedImpulse::impulse),
                 marked("whether it is", &NamedImpulse::determined)};
}

inline std::vector<NamedImpulse> named_impulses(const MotionEvent& event,
                                                const SimulationReport& report) {
  std::vector<NamedImpulse> named;
  for (std::size_t i = 0; i < event.impulses.size(); ++i) {
    named.push_back({report.contacts[i], event.impulses[i]});
    if (!event.impulses_determined) named.back().determined = event.impulse_determined[i];
  }
  return named;
}

/// Whether what an event left open is its own force or impulse, (t, n).
inline std::array<bool, 2> determined_at(const MotionEvent& event) {
  return event.kind == MotionEventKind::impact && !event.impulses_determined
             ? event.impulse_determined[static_cast<std::size_t>(event.contact)]
             : event.determined;
}

/// Positions after an event.
struct PositionsAfter {
  const std::vector<double>& operator()(const MotionEvent& e) const {
    return e.positions_after.empty() ? e.positions : e.positions_after;
  }
  std::vector<double>& operator()(MotionEvent& e) const { return e.positions_after; }
};

constexpr auto quantities(Of<MotionEvent>) {
  using Report = SimulationReport;
  constexpr auto impact = [](const MotionEvent& e) { return e.kind == MotionEventKind::impact; };
  constexpr auto limit = [](const MotionEvent& e) { return e.kind == MotionEventKind::limit; };
  constexpr auto bounces = [=](const MotionEvent& e) { return impact(e) || limit(e); };
  constexpr auto lasting = [=](const MotionEvent& e) { return !impact(e) && !limit(e); };
  return Entries{
      quantity("time", "s", "when it is", &MotionEvent::time),
      quantity("kind", &MotionEvent::kind).on_pages("event"),
      quantity("contact", "1", "whose it is",
               [](const MotionEvent& e, const Report& report) {
                 return report.contacts[static_cast<std::size_t>(e.contact)];
               })
          .kept_by([](MotionEvent& e, const std::string& name, const Report& report) {
            e.contact = place_of(name, report.contacts);
          }),
      quantity("law", "1", "that resolved it",
               [](const MotionEvent& e) { return std::string(e.law); })
          .when([=](const MotionEvent& e) { return impact(e) || (limit(e) && !e.law.empty()); })
          .listed_always()
          .kept_by([](MotionEvent& e, const std::string& law, Report& report) {
            e.law = report.kept(law);
          }),
      quantity("verdict", "1", "whether the impact has one answer", &MotionEvent::verdict)
          .when(impact)
          .only(in_documents),
      quantity("simultaneous", "1", "several contacts struck at once", &MotionEvent::simultaneous)
          .when(&MotionEvent::simultaneous)
          .only(in_documents),
      quantity("set_aside", "1", "why the law for several contacts had no single answer",
               [](const MotionEvent& e) { return std::string(name(e.set_aside)); })
          .when([](const MotionEvent& e) { return e.set_aside != Reason::none; })
          .only(in_documents)
          .kept_by([](MotionEvent& e, const std::string& words, const Report&) {
            for (int k = 0; k <= static_cast<int>(Reason::presses_another); ++k)
              if (name(static_cast<Reason>(k)) == words) e.set_aside = static_cast<Reason>(k);
          }),
      quantity("counted_plastic", "1", "contacts whose small restitution was counted as 0",
               &MotionEvent::counted_plastic)
          .when([](const MotionEvent& e) { return e.counted_plastic > 0; })
          .only(in_documents),
      quantity("impulse", "N s", "at its contact, on the chain",
               [](const MotionEvent& e) { return e.impulses[static_cast<std::size_t>(e.contact)]; })
          .when(impact),
      quantity("contacts", "N s", "the impulses at all contacts", named_impulses)
          .when(impact)
          .kept_by([](MotionEvent& e, const std::vector<NamedImpulse>& named, const Report&) {
            for (const NamedImpulse& each : named) {
              e.impulses.push_back(each.impulse);
              e.impulse_determined.push_back(each.determined);
            }
          }),
      quantity("impulses_determined", "1", "no: other impulses give the same velocities",
               &MotionEvent::impulses_determined)
          .when(impact)
          .only(in_documents),
      quantity("velocity_before", "m/s", "of the contact", &MotionEvent::velocity_before)
          .on_pages("before", "normal velocity")
          .when(impact)
          .listed_always(),
      quantity("velocity_after", "m/s", "of the contact", &MotionEvent::velocity_after)
          .on_pages("after", "normal velocity")
          .when(impact)
          .listed_always(),
      quantity("since", "s", "the last bounce that was followed", &MotionEvent::since)
          .when(limit)
          .only(in_documents),
      quantity("energy_loss", "J", "kinetic energy before minus after", &MotionEvent::energy_loss)
          .on_pages("lost")
          .when(bounces)
          .listed_always(),
      parts_of(&MotionEvent::collision, &MotionEvent::yields),
      quantity("work", "J", "of the contact's force on the chain, along the surface and the normal",
               [](const MotionEvent& e) { return e.collision.work; })
          .when(&MotionEvent::yields)
          .only(in_documents)
          .kept_by([](MotionEvent& e, const std::array<double, 2>& work, const Report&) {
            e.collision.work = work;
          }),
      quantity("mode", "1", "of the contact, afterwards", &MotionEvent::mode)
          .worded(motion_modes)
          .when(lasting)
          .listed_always(),
      quantity("force", "N", "on the chain, right after; before a separation", &MotionEvent::force)
          .when(lasting),
      marked("of the force", &MotionEvent::determined).when(lasting),
      quantity("determined", "1", "of the force or impulse", determined_at)
          .when([=](const MotionEvent& e) { return !limit(e); })
          .only(in_lists),
      group("before", state_parts(&MotionEvent::positions, &MotionEvent::velocities_before)),
      group("after", state_parts(PositionsAfter{}, &MotionEvent::velocities_after)),
      group("energy", parts_of(&MotionEvent::energy),
            quantity("contact_work", "J", "of the contacts relative to their surfaces",
                     &MotionEvent::contact_work)
                .when(impact)
                .only(in_documents),
            quantity("makes_energy", "1", "the contacts put energy into the chain",
                     &MotionEvent::makes_energy)
                .when(bounces),
            quantity("links", "J", "kinetic, of the links",
                     [](const MotionEvent& e, const Report& report) {
                       Named<double> named;
                       for (std::size_t i = 0; i < e.link_energy.size(); ++i)
                         named.emplace_back(report.links[i], e.link_energy[i]);
                       return named;
                     })
                .when(&MotionEvent::yields)
                .only(in_documents)
                .kept_by([](MotionEvent& e, const Named<double>& named, const Report&) {
                  for (const auto& [name, energy] : named) e.link_energy.push_back(energy);
                }))};
}

inline constexpr std::string_view link_ends[] = {"near", "far"};
constexpr auto quantities(Of<MotionPassing>) {
  using Report = SimulationReport;
  return Entries{quantity("link", "1", "whose end passes",
                          [](const MotionPassing& p, const Report& report) {
                            return report.links[static_cast<std::size_t>(p.link)];
                          })
                     .kept_by([](MotionPassing& p, const std::string& name, const Report& report) {
                       p.link = place_of(name, report.links);
                     }),
                 quantity("end", "1", "which end", &MotionPassing::far).worded(link_ends),
                 quantity("surface", "1", "that has no contact with it",
                          [](const MotionPassing& p, const Report& report) {
                            return report.surfaces[static_cast<std::size_t>(p.surface)];
                          })
                     .kept_by([](MotionPassing& p, const std::string& name, const Report& report) {
                       p.surface = place_of(name, report.surfaces);
                     }),
                 quantity("time", "s", "the first time", &MotionPassing::time),
                 quantity("depth", "m", "how far behind it starts, or 0", &MotionPassing::depth)};
}

constexpr auto quantities(Of<StateSlopes>) {
  return state_parts(&StateSlopes::positions, &StateSlopes::velocities);
}
constexpr auto quantities(Of<MotionSlope>) {
  constexpr auto exists = [](const MotionSlope& s) { return !s.why; };
  return Entries{
      quantity("why", "1", "there is no derivative", &MotionSlope::why),
      parts_of(&MotionSlope::state, exists),
      quantity("times", "s", "of the events, in their order; null: none", &MotionSlope::times)};
}

/// What is counted in a motion.
constexpr auto quantities(Of<Motion>) {
  return Entries{
      quantity("energy_error", "J", "the most by which the ledger failed to close",
               &Motion::energy_error)
          .only(in_sweeps),
      quantity("impacts", "1", "that were followed one by one", &Motion::impacts),
      quantity("simultaneous", "1", "impacts of several contacts at once, by a law that takes them",
               &Motion::simultaneous_impacts)
          .since_later(),
      quantity("making_energy", "1",
               "impacts whose contacts put energy into the chain; no passive contact can",
               &Motion::gains)
          .since_later(),
      quantity("energy_made", "J", "in those impacts, by the contacts", &Motion::energy_made)
          .only(in_sweeps),
      quantity("undetermined", "1", "impacts whose impulses are not determined",
               &Motion::open_impacts)
          .only(in_sweeps),
      quantity("limits", "1", "infinite sequences of bounces that ended", &Motion::limits),
      quantity("choices", "1", "instants with several answers, one of which was followed",
               &Motion::choices)
          .since_later()
          .only(in_documents),
      quantity("steps", "1", "of the integration", &Motion::steps),
      quantity("evaluations", "1", "of the accelerations", &Motion::evaluations)
          .only(in_documents)};
}

constexpr auto quantities(Of<SimulationReport>) {
  using Report = SimulationReport;
  constexpr auto of_motion = [](auto member) { return path(&SimulationReport::motion, member); };
  constexpr auto open = [](const Report& r) { return r.motion.end == MotionEnd::verdict; };
  constexpr auto positions = [](auto& r) -> auto& {
    return r.motion.final.positions;
  };
  constexpr auto velocities = [](auto& r) -> auto& {
    return r.motion.final.velocities;
  };
  return Entries{
      quantity("law", "1", "of the impacts", &Report::law),
      quantity("duration", "s", "as asked", &Report::duration),
      quantity("tolerance", "1", "of a step, relative", &Report::tolerance),
      quantity("end", "1", "why the motion ended", of_motion(&Motion::end)),
      quantity("why", "1", "in words", &Report::why).when([](const Report& r) {
        return !r.why.empty();
      }),
      quantity("verdict", "1", "of the impact that ended it", of_motion(&Motion::verdict))
          .when(open),
      quantity("verdict_law", "1", "that found it",
               [](const Report& r) { return std::string(r.motion.law); })
          .when(open)
          .kept_by(
              [](Report& r, const std::string& law, const Report&) { r.motion.law = r.kept(law); }),
      quantity("impact", "1", "that one", &Report::impact),
      quantity("events", &Report::events),
      group("final",
            joined(Entries{quantity(
                       "time", "s", "when the motion ended",
                       [](auto& r) -> auto& { return r.motion.final.time; })},
                   state_parts(positions, velocities),
                   Entries{quantity("contacts", named_contacts)
                               .kept_by([](Report& r, const std::vector<NamedContactMotion>& named,
                                           const Report&) {
                                 for (const NamedContactMotion& each : named)
                                   r.motion.contacts.push_back(each.motion);
                               })})),
      quantity("sensitivity", "1",
               "derivatives of the last state and of the times of events, by the names of inputs",
               [](const Report& r) {
                 ByNames<MotionSlope> named;
                 for (const MotionSlope& each : r.sensitivity)
                   named.values.emplace_back(each.of, each);
                 return named;
               })
          .when([](const Report& r) { return !r.sensitivity.empty(); })
          .only(in_documents),
      group("energy", parts_of(of_motion(&Motion::energy)),
            quantity("before", "J", "the ledger at the start", of_motion(&Motion::first_energy)),
            quantity("total_before", "J", "what stays",
                     [](const Report& r) { return r.motion.first_energy.balance(); }),
            quantity("total", "J", "kinetic and potential, at the end",
                     [](const Report& r) { return sum_of(Book::kept, r.motion.energy); }),
            quantity("error", "J", "the most by which the ledger failed to close",
                     of_motion(&Motion::energy_error)),
            quantity("closes", "1", "whether that is what steps leave", books_close),
            quantity("makes_energy", "1", "some impact made energy",
                     [](const Report& r) { return r.motion.gains > 0; })),
      group("counts", parts_of(&Report::motion)),
      quantity("passed", "1", "ends that pass surfaces without a contact",
               of_motion(&Motion::passed))
          .when([](const Report& r) { return !r.motion.passed.empty(); }),
      quantity("notes", &Report::notes),
      quantity("warnings", &Report::warnings)};
}

}  // namespace carom
