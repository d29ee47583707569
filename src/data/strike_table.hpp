#pragma once

/// data/strike_table.hpp
///
/// What `strike` tells, quantity by quantity (data/quantity.hpp).

#include <utility>

#include "data/quantity.hpp"
#include "data/strike_report.hpp"

namespace carom {

template <>
inline constexpr int values_of<Phase> = 2;

constexpr auto quantities(Of<StruckState>) {
  return Entries{
      quantity("velocity", "m/s", "of the base", &StruckState::velocity),
      quantity("rates", "rad/s", "of the links", &StruckState::rates),
      quantity("surfaces", "m/s", "of the yielding surfaces",
               [](const StruckState& state, const StrikeReport& report) {
                 Named<double> named;
                 for (std::size_t i = 0; i < report.surface_names.size(); ++i)
                   named.emplace_back(report.surface_names[i], state.surfaces[i]);
                 return named;
               })
          .when([](const StruckState&, const StrikeReport& report) {
            return !report.surface_names.empty();
          })
          .kept_by([](StruckState& state, const Named<double>& named, StrikeReport& report) {
            report.surface_names.clear();
            for (const auto& [name, speed] : named) {
              report.surface_names.push_back(name);
              state.surfaces.push_back(speed);
            }
          }),
      quantity("kinetic_energy", "J", "that goes with it", &StruckState::kinetic_energy)};
}

constexpr auto quantities(Of<StruckSpring>) {
  return Entries{
      quantity("stiffness", "1", "against that of the others", &StruckSpring::stiffness),
      quantity("touches", "1", "times that force came up from nothing", &StruckSpring::touches),
      quantity("stored", "J", "by loading deeper than ever; 1 − e² of it is lost",
               &StruckSpring::stored),
      quantity("work_compression", "J", "normal, on the chain, while it is pressed",
               &StruckSpring::work_compression),
      quantity("work_restitution", "J", "normal, on the chain, while it lets go",
               &StruckSpring::work_restitution),
      quantity("impulse_compression", "N s", "normal, while it is pressed",
               &StruckSpring::impulse_compression),
      quantity("impulse_restitution", "N s", "normal, while it lets go",
               &StruckSpring::impulse_restitution),
      group("restitution",
            quantity("kinematic", "1", "by velocity: −v_n⁺/v_n⁻", &StruckSpring::kinematic),
            quantity("kinetic", "1", "by impulse", &StruckSpring::kinetic),
            quantity("energetic", "1", "by energy; above e where it was pressed again",
                     &StruckSpring::energetic))};
}

/// A collision of a contact that yields.
constexpr auto quantities(Of<CompliantCollision>) {
  using Own = CompliantCollision;
  return Entries{
      quantity("peak_force", "N", "the largest normal force", &Own::peak_force).only(in_documents),
      quantity("duration", "s", "from where it closed to where it was open again", &Own::duration)
          .only(in_documents),
      quantity("indentation", "m", "the largest, and what stays", &Own::indentation)
          .only(in_documents),
      group("restitution",
            quantity("kinematic", "1", "by velocities", &Own::kinematic)
                .null_where_absent()
                .only(in_documents),
            quantity("kinetic", "1", "by impulses", &Own::kinetic)
                .null_where_absent()
                .only(in_documents),
            quantity("energetic", "1", "by works", &Own::energetic)
                .null_where_absent()
                .only(in_documents)),
      quantity("touches", "1", "how often it closed", &Own::touches).only(in_documents),
      quantity("loop", "m, N", "indentation and force", &Own::loop)
          .when([](const Own& own) { return !own.loop.empty(); })
          .only(in_documents)};
}

constexpr auto quantities(Of<StruckContact>) {
  return Entries{
      quantity("name", &StruckContact::name).labelled("contact"),
      quantity("role", "1", "resting, colliding, or apart: it has a gap and takes no part",
               &StruckContact::role),
      quantity("velocity_before", "m/s", "of each contact relative to its surface, before",
               &StruckContact::velocity_before),
      quantity("velocity_after", "m/s", "of each contact relative to its surface, after",
               &StruckContact::velocity_after)
          .labelled("after"),
      quantity("impulse", "N s", "on the chain at each contact", &StruckContact::impulse),
      quantity("work", "J", "on the chain", &StruckContact::work),
      marked("whether the contact's impulse is the only one that gives these velocities",
             &StruckContact::determined),
      // A contact with a gap has no outcome.
      quantity("outcome", "1", "what each contact does after; none where it has a gap",
               &StruckContact::outcome)
          .when([](const StruckContact& contact) { return contact.role != ContactRole::apart; }),
      quantity("interacted", "1", "whether the contact's normal impulse is above zero",
               &StruckContact::interacted),
      quantity("spring", &StruckContact::spring),
      parts_of(&StruckContact::collision, &StruckContact::yields)};
}

inline constexpr Components<3> in_joint{"x", "y", "couple"};
constexpr auto quantities(Of<StruckJoint>) {
  return Entries{
      quantity("link", "1", "that received it at its near joint", &StruckJoint::link)
          .labelled("joint impulse on"),
      quantity("from", "1", "its parent, the base, or the ground", &StruckJoint::from),
      quantity("impulse", "N s", "in world axes", &StruckJoint::impulse).headed("N s [x, y]"),
      quantity("couple", "N m s", "of the drive that turns one against the other",
               &StruckJoint::couple)
          .labelled("drive's couple"),
      marked(in_joint, "whether it follows from impulses that are determined",
             &StruckJoint::determined)};
}

inline constexpr Components<3> works{"contact_work", "surface_work", "drive_work"};
constexpr auto quantities(Of<EnergyCertificate>) {
  return Entries{
      quantity("contact_work", "J", "of the contacts relative to their surfaces",
               &EnergyCertificate::contact_work),
      quantity("surface_work", "J", "of moved surfaces", &EnergyCertificate::surface_work),
      quantity("change", "J", "kinetic energy after minus before", &EnergyCertificate::change),
      quantity("residual", "J", "change that no work explains", &EnergyCertificate::residual),
      quantity("closes", "1", "whether that is rounding", &EnergyCertificate::closes),
      quantity("makes_energy", "1",
               "whether the contacts put energy into the chain; no passive contact can",
               &EnergyCertificate::makes_energy),
      quantity("drive_work", "J", "of drives", &EnergyCertificate::drive_work),
      marked(works, "whether impulses that are not determined share the work otherwise",
             &EnergyCertificate::determined)};
}

constexpr auto quantities(Of<StruckAnswer>) {
  return Entries{quantity("after", &StruckAnswer::after),
                 quantity("energy_loss", "J", "kinetic energy before minus after; below zero: made",
                          &StruckAnswer::energy_loss),
                 quantity("energy", &StruckAnswer::energy),
                 quantity("contacts", &StruckAnswer::contacts),
                 quantity("joints", &StruckAnswer::joints).when([](const StruckAnswer& answer) {
                   return !answer.joints.empty();
                 })};
}

/// How else an ambiguous impact can go: an answer, or why there is none.
struct Continuation {
  StruckAnswer answer;
};
constexpr auto quantities(Of<Continuation>) {
  constexpr auto ends = [](const Continuation& way) { return !way.answer.exists; };
  return Entries{
      quantity("verdict", path(&Continuation::answer, &StruckAnswer::verdict)).when(ends),
      quantity("why", path(&Continuation::answer, &StruckAnswer::why)).when(ends),
      parts_of(&Continuation::answer, path(&Continuation::answer, &StruckAnswer::exists))};
}

constexpr auto quantities(Of<StruckStage>) {
  return Entries{
      quantity("phase", &StruckStage::phase),
      quantity("from", "N s", "normal impulse at the colliding contact", &StruckStage::from),
      quantity("to", "N s", "normal impulse at the colliding contact", &StruckStage::to),
      quantity("modes", "1", "what each contact does", &StruckStage::modes),
      quantity("ends_with", &StruckStage::ends_with),
      quantity("energy_loss", "J", "by the work of the contacts", &StruckStage::energy_loss),
      quantity("time", "1", "when it begins, in T₀", &StruckStage::time),
      quantity("springs", "1", "what each contact's spring does", &StruckStage::springs)
          .when([](const StruckStage& stage) { return !stage.springs.empty(); })};
}

constexpr auto quantities(Of<StruckSensitivity>) {
  using Own = StruckSensitivity;
  constexpr auto exists = [](const Own& own) { return !own.why; };
  return Entries{
      quantity("why", "1", "there is no derivative", &Own::why),
      quantity("velocity", "m/s", "of the base, per unit of the input", &Own::velocity)
          .when(exists),
      quantity("rates", "rad/s", "of the links, per unit of the input", &Own::rates).when(exists),
      quantity("surfaces", "m/s", "of the yielding surfaces, per unit of the input",
               [](const Own& own, const StrikeReport& report) {
                 Named<double> named;
                 for (std::size_t i = 0; i < report.surface_names.size(); ++i)
                   named.emplace_back(report.surface_names[i], own.surfaces[i]);
                 return named;
               })
          .when([](const Own& own) { return !own.why && !own.surfaces.empty(); }),
      quantity("energy_loss", "J", "per unit of the input", &Own::energy_loss).when(exists),
      quantity("impulses", "N s", "of each contact, per unit of the input", &Own::impulses)
          .when(exists),
      quantity("valid", "1",
               "the input's interval within which no mode changes; null: no end found", &Own::valid)
          .when(exists),
      quantity("changes", "1", "what changes at its two ends", &Own::changes).when(exists),
      quantity("first_order", "1",
               "where the nearest changes would be if what decides modes were straight in the "
               "input; null: nowhere",
               &Own::first_order)
          .when(exists)
          .since_later(),
      quantity("side", "1", "modes change at this very place: on which side it holds", &Own::side),
      quantity("exact", "1", "no: by differences of a law without derivatives", &Own::exact)
          .when([](const Own& own) { return !own.exact; })};
}

constexpr auto quantities(Of<StruckTouch>) {
  return Entries{quantity("contact", &StruckTouch::contact),
                 quantity("time", "1", "in T₀ = 1/√max kW_nn", &StruckTouch::time)};
}

constexpr auto quantities(Of<StruckSprings>) {
  return Entries{
      quantity("duration", "1", "until the last force ends, in T₀", &StruckSprings::duration),
      quantity("events", "1", "that change what a contact does", &StruckSprings::events),
      quantity("touches", "1", "in their order", &StruckSprings::touches),
      quantity("told_all", "1", "no: touches and stages are the first of more",
               &StruckSprings::told_all),
      quantity("counted_plastic", "1", "contacts whose small restitution was counted as 0",
               &StruckSprings::counted_plastic)
          .when([](const StruckSprings& springs) { return springs.counted_plastic > 0; })};
}

constexpr auto quantities(Of<StruckLaw>) {
  constexpr auto ambiguous = [](const StruckLaw& law) { return law.verdict == Verdict::ambiguous; };
  return Entries{
      // Stages, which come later, say that it is not algebraic.
      quantity("law", [](const StruckLaw& law) { return law.law; })
          .kept_by([](StruckLaw& law, std::string&& name, const StrikeReport&) {
            law.law = std::move(name);
            law.algebraic = true;
          }),
      quantity("verdict", "1", "whether there is a single answer", &StruckLaw::verdict),
      quantity("why", "1", "the reason in words", &StruckLaw::why).when([](const StruckLaw& law) {
        return !law.why.empty();
      }),
      quantity("choice", "1", "the answer is one of several", [](const StruckLaw&) { return true; })
          .when([](const StruckLaw& law) {
            return law.has_answer && law.verdict == Verdict::ambiguous;
          }),
      parts_of(&StruckLaw::answer, &StruckLaw::has_answer),
      quantity("alternatives",
               [](const StruckLaw& law) {
                 std::vector<Continuation> ways;
                 for (const StruckAnswer& answer : law.alternatives) ways.push_back({answer});
                 return ways;
               })
          .when(ambiguous)
          .kept_by([](StruckLaw& law, std::vector<Continuation>&& ways, const StrikeReport&) {
            for (Continuation& way : ways) law.alternatives.push_back(std::move(way.answer));
          }),
      quantity("stages", [](const StruckLaw& law) { return law.stages; })
          .when([](const StruckLaw& law) { return !law.algebraic; })
          .kept_by([](StruckLaw& law, std::vector<StruckStage>&& stages, const StrikeReport&) {
            law.stages = std::move(stages);
            law.algebraic = false;
          }),
      quantity("springs", &StruckLaw::springs),
      quantity("exhaustive", "1", "no other answer can have been missed", &StruckLaw::exhaustive),
      quantity("impulses_determined", "1",
               "no: other impulses at the contacts give the same velocities",
               &StruckLaw::impulses_determined),
      quantity("wedged", "1", "nothing moves after compression: it ends at rest",
               &StruckLaw::wedged)
          .when(&StruckLaw::wedged),
      quantity("events_coincide", "1", "two events fell together, but for rounding",
               &StruckLaw::events_coincide),
      quantity("can_make_energy", "1", "the law is not passive", &StruckLaw::can_make_energy),
      quantity("sensitivity", "1", "derivatives of the answer, by the names of inputs",
               [](const StruckLaw& law) {
                 ByNames<StruckSensitivity> named;
                 for (const StruckSensitivity& each : law.sensitivity)
                   named.values.emplace_back(each.of, each);
                 return named;
               })
          .when([](const StruckLaw& law) { return !law.sensitivity.empty(); })
          .only(in_documents),
      quantity("notes", &StruckLaw::notes)};
}

constexpr auto quantities(Of<StruckOrder>) {
  constexpr auto answered = [](const StruckOrder& order) {
    return order.verdict == Verdict::unique;
  };
  return Entries{
      quantity("order", "1", "contacts as they struck, the first 16", &StruckOrder::order),
      quantity("hits", "1", "all of them", &StruckOrder::hits),
      quantity("verdict", &StruckOrder::verdict),
      quantity("why", &StruckOrder::why).when([](const StruckOrder& order) {
        return !order.why.empty();
      }),
      quantity("after", &StruckOrder::after).when(answered),
      quantity("energy_loss", "J", "kinetic energy before minus after", &StruckOrder::energy_loss)
          .when(answered)};
}

constexpr auto quantities(Of<StruckContactRange>) {
  return Entries{quantity("name", &StruckContactRange::name),
                 quantity("velocity_after", "m/s", "least and largest, of each component",
                          &StruckContactRange::velocity_after)};
}

constexpr auto quantities(Of<StruckRatios>) {
  using Told = StruckRatios;
  return Entries{
      quantity("reach", "1", "no ratio of two stiffnesses changes by more", &Told::reach),
      quantity("samples", "1", "of ratios", &Told::samples),
      quantity("unanswered", "1", "of them, those without a single answer", &Told::unanswered),
      quantity("spread", "1",
               "the widest range of a contact's velocity, over the fastest contact velocity before",
               &Told::spread),
      quantity("velocity", "m/s", "of the base: least and largest", &Told::velocity),
      quantity("rates", "rad/s", "of the links: least and largest", &Told::rates),
      quantity("surfaces", "m/s", "of the yielding surfaces: least and largest", &Told::surfaces)
          .when([](const Told& told) { return !told.surfaces.empty(); }),
      quantity("energy_loss", "J", "least and largest", &Told::energy_loss),
      quantity("contacts", &Told::contacts),
      quantity("orders", "1", "hits one after the other, each by itself", &Told::orders),
      quantity("exhaustive", "1", "every order was followed", &Told::exhaustive)};
}

constexpr auto quantities(Of<StrikeReport>) {
  return Entries{quantity("method", "1", "how modes are chosen", &StrikeReport::method),
                 quantity("before", &StrikeReport::before),
                 quantity("results", "1", "a law", &StrikeReport::results),
                 quantity("ratios", &StrikeReport::ratios),
                 quantity("warnings", &StrikeReport::warnings)};
}

}  // namespace carom
