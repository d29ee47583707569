#pragma once

/// data/collide_table.hpp
///
/// What `collide` tells, quantity by quantity (data/quantity.hpp).

#include <stdexcept>
#include <utility>

#include "data/collide_report.hpp"
#include "data/quantity.hpp"

namespace carom {

inline TwoNames neighbours(const CollideReport& report, std::size_t contact) {
  return {report.train.bodies[contact].name, report.train.bodies[contact + 1].name};
}

/// The restitution between two neighbours, where they have one.
inline std::optional<double> restitution_between(const Train& train, std::size_t contact) {
  for (const TrainPair& pair : train.pairs)
    if (pair.left == train.bodies[contact].name) return pair.restitution;
  return std::nullopt;
}

/// Lists that were read are as long as the train.
inline void expect_count(std::size_t count, std::size_t expected) {
  if (count != expected) throw std::invalid_argument("it is of another train");
}

/// Where it is not `too_long`.
constexpr bool is_answered(const TrainResult& result) {
  return result.verdict != TrainVerdict::too_long;
}

struct ToldTrainContact {
  TwoNames between;
  std::optional<double> restitution;
  TrainContactResult result;
  bool soft = false;  ///< a rigid one has no forces and no indentation
};

constexpr auto quantities(Of<ToldTrainContact>) {
  using Told = ToldTrainContact;
  using Result = TrainContactResult;
  constexpr auto of = [](auto member) { return path(&ToldTrainContact::result, member); };
  return Entries{
      quantity("between", &Told::between).labelled("contact").on_pages("between"),
      quantity("restitution", "1", "of the pair", &Told::restitution)
          .labelled("e")
          .on_pages("restitution")
          .only(in_documents),
      quantity("peak_force", "N", "at the deepest indentation; none of rigid contacts",
               of(&Result::peak_force))
          .when(&Told::soft),
      quantity("indentation", "m", "the deepest, and what stays",
               [](const Told& told) {
                 return std::array{told.result.largest, told.result.permanent};
               })
          .when(&Told::soft)
          .kept_by([](Told& told, const std::array<double, 2>& both, const CollideReport&) {
            told.result.largest = both[0];
            told.result.permanent = both[1];
          })
          .only(in_documents),
      quantity("largest", "m", "the deepest; none of rigid contacts", of(&Result::largest))
          .labelled("deepest")
          .on_pages("largest", "indentation")
          .swept_as("indentation")
          .when(&Told::soft)
          .only(in_sweeps),
      quantity("permanent", "m", "indentation that stays; none of rigid contacts",
               of(&Result::permanent))
          .labelled("left")
          .on_pages("permanent", "indentation")
          .when(&Told::soft)
          .only(in_sweeps),
      quantity("duration", "s", "with contact", of(&Result::duration))
          .labelled("in contact")
          .on_pages("duration", "contact"),
      quantity("from", "s", "when each contact first closes", of(&Result::from))
          .labelled("first")
          .on_pages("from", "contact")
          .swept_as("first_touch"),
      quantity("to", "s", "when each contact opens for the last time", of(&Result::to))
          .labelled("last")
          .on_pages("to", "contact")
          .swept_as("last_touch"),
      quantity("impulse", "N s", "of each contact", of(&Result::impulse)),
      quantity("lost", "J", "in each contact", of(&Result::lost)).swept_as("contact_lost"),
      quantity("touches", "1", "how often each contact closes", of(&Result::touches))
          .on_pages("touches", "contact"),
      quantity("passed_through", of(&Result::passed_through))
          .when([](const Told& told) { return told.result.passed_through; })
          .only(in_documents),
      quantity("passed_through", "1",
               "1 where a reset history let the bodies pass through each other",
               [](const Told& told) { return told.result.passed_through ? 1 : 0; })
          .only(in_sweeps)};
}

struct ToldTrainBody {
  std::string name;
  double mass = 0;  ///< kg
  TrainBodyResult result;
  bool answered = true;
  bool dissipates = false;
  std::string origin{};
};

constexpr auto quantities(Of<ToldTrainBody>) {
  using Told = ToldTrainBody;
  using Result = TrainBodyResult;
  constexpr auto of = [](auto member) { return path(&ToldTrainBody::result, member); };
  return Entries{
      quantity("name", &Told::name).labelled("body"),
      quantity("segments", "1", "of each body", of(&Result::segments)),
      quantity("mass", "kg", "its own", &Told::mass).only(in_tables),
      quantity("velocity_before", "m/s", "of each body, before", of(&Result::velocity_before))
          .labelled("before")
          .on_pages("before", "velocity"),
      quantity("velocity_after", "m/s", "of each body's mass centre, after",
               of(&Result::velocity_after))
          .labelled("after")
          .on_pages("after", "velocity")
          .when(&Told::answered),
      quantity("vibration", "J", "left in each body", of(&Result::vibration))
          .swept_as("body_vibration")
          .when(&Told::answered),
      quantity("lost", "J", "in each body's interior", of(&Result::interior_loss))
          .on_pages("lost inside")
          .when([](const Told& told) { return told.answered && told.dissipates; })
          .only(in_documents),
      quantity("body_lost", "J", "in each body's interior", of(&Result::interior_loss))
          .when(&Told::answered)
          .only(in_sweeps),
      quantity("use", "1", "where its numbers come from", &Told::origin).when([](const Told& told) {
        return !told.origin.empty();
      })};
}

inline std::vector<ToldTrainContact> told_contacts(const TrainResult& result,
                                                   const CollideReport& report) {
  std::vector<ToldTrainContact> told;
  told.reserve(result.contacts.size());
  for (std::size_t c = 0; c < result.contacts.size(); ++c)
    told.push_back({neighbours(report, c), restitution_between(report.train, c), result.contacts[c],
                    report.train.model != ContactModel::rigid});
  return told;
}

inline std::vector<ToldTrainBody> told_bodies(const CollideReport& report) {
  const bool answered = is_answered(report.result);
  std::vector<ToldTrainBody> told;
  told.reserve(report.train.bodies.size());
  for (std::size_t b = 0; b < report.train.bodies.size(); ++b) {
    const TrainBody& body = report.train.bodies[b];
    ToldTrainBody& each = told.emplace_back(
        ToldTrainBody{body.name, body.mass, answered ? report.result.bodies[b] : TrainBodyResult{},
                      answered, report.train.interior == Interior::dissipating, body.origin});
    each.result.segments = static_cast<int>(body.segments);
    each.result.velocity_before = body.velocity;
  }
  return told;
}

/// What a train is like after, in the given outcome or in another.
constexpr auto quantities(Of<TrainResult>) {
  using Result = TrainResult;
  return Entries{
      group(
          "energy",
          quantity("before", "J", "kinetic energy of the mass centres before",
                   &Result::energy_before)
              .labelled("of the mass centres, before")
              .swept_as("energy_before"),
          quantity("after", "J", "kinetic energy of the mass centres after", &Result::energy_after)
              .labelled("of the mass centres, after")
              .swept_as("energy_after"),
          quantity("vibration", "J", "left in the bodies", &Result::vibration)
              .labelled("vibration left in the bodies"),
          quantity("lost", "J", "in contacts and interiors", &Result::lost)
              .labelled("lost in contacts and interiors"),
          quantity("residual", "1", "what the ledger lacks, over the energy of relative motion",
                   &Result::energy_residual)
              .swept_as("energy_residual"),
          quantity("makes_energy", "1", "more than there was",
                   [](const Result& result) { return result.lost < -1e-12 * result.energy_before; })
              .only(in_documents)),
      quantity("momentum_residual", "1", "change of momentum over the largest of a body",
               &Result::momentum_residual),
      quantity("contacts", told_contacts)
          .swept_each("contact")
          .kept_by([](Result& result, const std::vector<ToldTrainContact>& told,
                      const CollideReport& report) {
            expect_count(told.size() + 1, report.train.bodies.size());
            for (const ToldTrainContact& each : told) result.contacts.push_back(each.result);
          }),
      quantity("time", "s", "when no contact could close again", &Result::time)};
}

/// How else coincident hits can go.
struct ToldAlternative {
  TrainResult result;
};
struct ToldVelocity {
  std::string name;
  double velocity_after = 0, vibration = 0;
};
constexpr auto quantities(Of<ToldVelocity>) {
  return Entries{quantity("name", &ToldVelocity::name),
                 quantity("velocity_after", "m/s", "after", &ToldVelocity::velocity_after),
                 quantity("vibration", "J", "left in the body", &ToldVelocity::vibration)};
}
constexpr auto quantities(Of<ToldAlternative>) {
  using Told = ToldAlternative;
  using Report = CollideReport;
  return Entries{
      quantity("order", "1", "of the hits",
               [](const Told& told, const Report& report) {
                 std::vector<TwoNames> order;
                 for (const std::size_t c : told.result.order)
                   order.push_back(neighbours(report, c));
                 return order;
               })
          .kept_by([](Told& told, const std::vector<TwoNames>& order, const Report& report) {
            for (const TwoNames& between : order)
              for (std::size_t c = 0; c + 1 < report.train.bodies.size(); ++c)
                if (neighbours(report, c) == between) told.result.order.push_back(c);
          }),
      quantity("bodies",
               [](const Told& told, const Report& report) {
                 std::vector<ToldVelocity> bodies;
                 for (std::size_t b = 0; b < told.result.bodies.size(); ++b)
                   bodies.push_back({report.train.bodies[b].name,
                                     told.result.bodies[b].velocity_after,
                                     told.result.bodies[b].vibration});
                 return bodies;
               })
          .kept_by([](Told& told, const std::vector<ToldVelocity>& bodies, const Report& report) {
            expect_count(bodies.size(), report.train.bodies.size());
            for (const ToldVelocity& body : bodies) {
              TrainBodyResult& result = told.result.bodies.emplace_back();
              result.velocity_after = body.velocity_after;
              result.vibration = body.vibration;
            }
          }),
      parts_of(&Told::result)};
}

constexpr auto quantities(Of<ConvergeStep>) {
  return Entries{
      quantity("segments", "1", "a body", &ConvergeStep::segments),
      quantity("velocities", "m/s", "after", &ConvergeStep::velocities)
          .labelled("velocities after"),
      quantity("change", "1", "of a velocity, over the fastest approach", &ConvergeStep::change)
          .on_pages("largest change, part of the approach")
          .formatted("{:.2e}"),
      quantity("restitution", "1", "of two bodies", &ConvergeStep::restitution)};
}
constexpr auto quantities(Of<Convergence>) {
  return Entries{quantity("tolerance", &Convergence::tolerance),
                 quantity("settled", &Convergence::settled),
                 quantity("told", "1", "in words", &Convergence::told),
                 quantity("steps", &Convergence::steps)};
}

constexpr auto quantities(Of<TrainRatios::Body>) {
  using Body = TrainRatios::Body;
  return Entries{
      quantity("name", &Body::name),
      quantity("velocity_after", "m/s", "after: least and largest", &Body::velocity_after)};
}
constexpr auto quantities(Of<TrainRatios>) {
  return Entries{
      quantity("reach", "1", "no ratio of two stiffnesses changes by more", &TrainRatios::reach),
      quantity("samples", "1", "of ratios", &TrainRatios::samples),
      quantity("unanswered", "1", "of them, those without an answer", &TrainRatios::unanswered),
      quantity("bodies", &TrainRatios::bodies),
      quantity("lost", "J", "least and largest", &TrainRatios::lost)};
}

constexpr auto quantities(Of<TrainSlopes::Contact>) {
  using Own = TrainSlopes::Contact;
  return Entries{
      quantity("impulse", "N s", "of the contact, per unit of the input", &Own::impulse),
      quantity("from", "s", "of when it first closes, per unit of the input", &Own::from)
          .labelled("first"),
      quantity("to", "s", "of when it opens for the last time, per unit of the input", &Own::to)
          .labelled("last")};
}

constexpr auto quantities(Of<TrainSensitivity>) {
  using Own = TrainSensitivity;
  constexpr auto exists = [](const Own& own) { return !own.why; };
  constexpr auto of = [](auto member) { return path(&TrainSensitivity::slopes, member); };
  return Entries{
      quantity("why", "1", "there is no derivative", &Own::why),
      quantity("velocity", "m/s", "of each body after, per unit of the input",
               of(&TrainSlopes::velocities))
          .when(exists),
      quantity("energy_loss", "J",
               "of the mass centres' kinetic energy before minus after, per unit of the input",
               of(&TrainSlopes::energy_loss))
          .when(exists),
      quantity("vibration", "J", "left in the bodies, per unit of the input",
               of(&TrainSlopes::vibration))
          .when(exists),
      quantity("lost", "J", "in contacts and interiors, per unit of the input",
               of(&TrainSlopes::lost))
          .when(exists),
      quantity("restitution", "1", "effective, of two bodies, per unit of the input",
               of(&TrainSlopes::restitution)),
      quantity("contacts", of(&TrainSlopes::contacts)).when(exists),
      quantity("side", "1", "modes change at this very place: on which side it holds", &Own::side)};
}

constexpr auto quantities(Of<CollideReport>) {
  using Report = CollideReport;
  constexpr auto of_train = [](auto member) { return path(&CollideReport::train, member); };
  constexpr auto of_result = [](auto member) { return path(&CollideReport::result, member); };
  constexpr auto ambiguous = [](const Report& r) {
    return r.result.verdict == TrainVerdict::ambiguous;
  };
  constexpr auto answered = [](const Report& r) { return is_answered(r.result); };
  return Entries{
      quantity("model", "1", "of the contacts", of_train(&Train::model)).only(in_documents),
      quantity("interior", "1", "of the bodies", of_train(&Train::interior)).only(in_documents),
      quantity("history", "1", "of the contacts", of_train(&Train::history)).only(in_documents),
      quantity("verdict", "1",
               "whether the train collided; where it would take too long there is no answer, where "
               "it is ambiguous the one given is a choice",
               of_result(&TrainResult::verdict)),
      quantity("choice", "1", "the outcome is one of several", [](const Report&) { return true; })
          .when(ambiguous)
          .only(in_documents),
      quantity("bodies", told_bodies)
          .swept_each("body")
          .kept_by([](Report& r, const std::vector<ToldTrainBody>& told, const Report&) {
            expect_count(told.size(), r.train.bodies.size());
            for (std::size_t b = 0; b < told.size(); ++b) {
              r.train.bodies[b].segments = told[b].result.segments;
              r.train.bodies[b].velocity = told[b].result.velocity_before;
              r.result.bodies.push_back(told[b].result);
            }
          }),
      quantity("restitution", "1",
               "effective restitution of two bodies that approach; none of more",
               of_result(&TrainResult::restitution))
          .when([](const Report& r) { return r.result.verdict == TrainVerdict::collided; }),
      parts_of(&Report::result, answered),
      quantity("steps", "1", "of the integration", of_result(&TrainResult::steps))
          .when(answered)
          .only(in_documents),
      quantity("events", "1", "that were located", of_result(&TrainResult::events))
          .when(answered)
          .only(in_documents),
      quantity("simultaneous", "1",
               "instants in which rigid contacts struck together, by the law simultaneous",
               of_result(&TrainResult::simultaneous))
          .when([](const Report& r) {
            return is_answered(r.result) && r.train.model == ContactModel::rigid;
          }),
      quantity("alternatives", "1", "other outcomes that the orders of coincident hits have",
               [](const Report& r) { return r.result.alternatives.size(); })
          .when(answered)
          .only(in_sweeps),
      quantity("alternatives", "1", "other outcomes that the orders of coincident hits have",
               [](const Report& r) {
                 std::vector<ToldAlternative> told;
                 for (const TrainResult& other : r.result.alternatives) told.push_back({other});
                 return told;
               })
          .when([](const Report& r) {
            return r.result.verdict == TrainVerdict::ambiguous || !r.result.alternatives.empty();
          })
          .kept_by([](Report& r, std::vector<ToldAlternative>&& told, const Report&) {
            for (ToldAlternative& other : told)
              r.result.alternatives.push_back(std::move(other.result));
          }),
      quantity("exhaustive", "1", "every order of coincident hits was followed",
               of_result(&TrainResult::exhaustive))
          .when([](const Report& r) {
            return is_answered(r.result) &&
                   (r.result.verdict == TrainVerdict::ambiguous || !r.result.exhaustive);
          })
          .only(in_documents),
      quantity("estimated_seconds", "s", "that the work was expected to take",
               of_result(&TrainResult::estimated_seconds))
          .since_later()
          .only(in_documents),
      quantity("convergence", &Report::convergence),
      quantity("ratios", &Report::ratios),
      quantity("sensitivity", "1", "derivatives of the answer, by the names of inputs",
               [](const Report& r) {
                 ByNames<TrainSensitivity> named;
                 for (const TrainSensitivity& each : r.sensitivity)
                   named.values.emplace_back(each.of, each);
                 return named;
               })
          .when([](const Report& r) { return !r.sensitivity.empty(); })
          .only(in_documents),
      quantity("notes", &Report::notes)};
}

}  // namespace carom
