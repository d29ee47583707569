#pragma once

/// data/strike_table.hpp
///
/// What `strike` tells, quantity by quantity (data/quantity.hpp).

#include <utility>

#include "data/quantity.hpp"
#include "data/strike_report.hpp"

namespace carom {

template <>
inline constexpr Verdict last_of<Verdict> = Verdict::several_colliding;
template <>
inline constexpr Outcome last_of<Outcome> = Outcome::slides;
template <>
inline constexpr ContactRole last_of<ContactRole> = ContactRole::apart;
template <>
inline constexpr Mode last_of<Mode> = Mode::slides_minus;
template <>
inline constexpr Phase last_of<Phase> = Phase::restitution;

constexpr auto quantities(Of<StruckState>) {
  return std::tuple{
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

constexpr auto quantities(Of<StruckContact>) {
  return std::tuple{
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
               &StruckContact::interacted)};
}

inline constexpr Components<3> in_joint{"x", "y", "couple"};
constexpr auto quantities(Of<StruckJoint>) {
  return std::tuple{
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
  return std::tuple{
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
  return std::tuple{
      quantity("after", &StruckAnswer::after),
      quantity("energy_loss", "J", "kinetic energy before minus after; below zero: made",
               &StruckAnswer::energy_loss),
      quantity("energy", &StruckAnswer::energy), quantity("contacts", &StruckAnswer::contacts),
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
  return std::tuple{
      quantity("verdict", path(&Continuation::answer, &StruckAnswer::verdict)).when(ends),
      quantity("why", path(&Continuation::answer, &StruckAnswer::why)).when(ends),
      parts_of(&Continuation::answer, path(&Continuation::answer, &StruckAnswer::exists))};
}

constexpr auto quantities(Of<StruckStage>) {
  return std::tuple{
      quantity("phase", &StruckStage::phase),
      quantity("from", "N s", "normal impulse at the colliding contact", &StruckStage::from),
      quantity("to", "N s", "normal impulse at the colliding contact", &StruckStage::to),
      quantity("modes", "1", "what each contact does", &StruckStage::modes),
      quantity("ends_with", &StruckStage::ends_with),
      quantity("energy_loss", "J", "by the work of the contacts", &StruckStage::energy_loss)};
}

constexpr auto quantities(Of<StruckLaw>) {
  constexpr auto ambiguous = [](const StruckLaw& law) { return law.verdict == Verdict::ambiguous; };
  return std::tuple{
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
      quantity("notes", &StruckLaw::notes)};
}

constexpr auto quantities(Of<StrikeReport>) {
  return std::tuple{quantity("method", "1", "how modes are chosen", &StrikeReport::method),
                    quantity("before", &StrikeReport::before),
                    quantity("results", "1", "a law", &StrikeReport::results),
                    quantity("warnings", &StrikeReport::warnings)};
}

}  // namespace carom
