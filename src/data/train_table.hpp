#pragma once

/// data/train_table.hpp
///
/// What `describe` tells of a train, and what `segment` and `fit` tell, quantity by quantity
/// (data/quantity.hpp).

#include <cmath>

#include "data/collide_report.hpp"
#include "data/describe_table.hpp"
#include "data/train_description.hpp"

namespace carom {

/// Of items with a left and a right neighbour.
inline constexpr auto their_names = [](const auto& item) {
  return TwoNames{item.left, item.right};
};

/// A body of the train, and whether its segments are the rule's.
struct DescribedBody {
  TrainBody body;
  bool by_rule = false;
};

constexpr auto quantities(Of<DescribedBody>) {
  constexpr auto of = [](auto member) { return path(&DescribedBody::body, member); };
  constexpr auto has = [](auto member) {
    return [member](const DescribedBody& own) { return own.body.*member > 0; };
  };
  return Entries{
      quantity("name", of(&TrainBody::name)).labelled("body"),
      quantity("kind", of(&TrainBody::kind)),
      quantity("mass", "kg", "its own", of(&TrainBody::mass)),
      quantity("length", "m", "along the line", of(&TrainBody::length))
          .when(has(&TrainBody::length)),
      quantity("stiffness", "N/m", "overall", of(&TrainBody::stiffness))
          .when(has(&TrainBody::stiffness)),
      quantity("contact_stiffness", "N/m^1.5 or N/m", "of its side of a contact",
               of(&TrainBody::contact_stiffness)),
      quantity("segments",
               [](const DescribedBody& own) { return static_cast<int>(own.body.segments); }),
      quantity("segments_by_rule", &DescribedBody::by_rule),
      quantity("velocity", "m/s", "at the start", of(&TrainBody::velocity)),
      quantity("use", "1", "where its numbers come from", of(&TrainBody::origin))
          .headed("")
          .when([](const DescribedBody& own) { return !own.body.origin.empty(); })};
}

constexpr auto quantities(Of<DescribedPair>) {
  using Own = DescribedPair;
  return Entries{
      quantity("between", their_names),
      quantity("restitution", "1", "local", &Own::restitution),
      quantity("gap", "m", "at the start", &Own::gap),
      quantity("approach", "m/s", "below zero they part", &Own::approach),
      quantity("contact_stiffness", "N/m^1.5 or N/m", "of the contact", &Own::contact_stiffness),
      quantity("meet", "s", "when they would meet if nothing else did", &Own::meet),
      quantity("from", "1", "where the restitution comes from", &Own::origin)
          .headed("")
          .when([](const Own& pair) { return !pair.origin.empty(); })};
}

inline std::vector<DescribedBody> described_bodies(const TrainDescription& report) {
  std::vector<DescribedBody> bodies;
  for (std::size_t i = 0; i < report.train.bodies.size(); ++i)
    bodies.push_back({report.train.bodies[i], report.by_rule[i]});
  return bodies;
}

constexpr auto quantities(Of<TrainDescription>) {
  using Report = TrainDescription;
  constexpr auto of_train = [](auto member) { return path(&TrainDescription::train, member); };
  return Entries{
      quantity("parameters", [](const Report& r) { return named_values(r.parameters); }),
      quantity("model", "1", "of the contacts", of_train(&Train::model)),
      quantity("interior", "1", "of the bodies", of_train(&Train::interior)),
      quantity("history", "1", "of the contacts", of_train(&Train::history)),
      quantity("tolerance", "1", "of velocities and energies, relative",
               of_train(&Train::tolerance)),
      quantity("bodies", described_bodies),
      quantity("pairs", &Report::pairs),
      quantity("mass", "kg", "of all bodies", &Report::mass),
      quantity("velocity", "m/s", "of the mass centre", &Report::velocity),
      quantity("momentum", "kg m/s", "of all bodies", &Report::momentum),
      group("energy", quantity("kinetic", "J", "kinetic", &Report::kinetic_energy),
            quantity("relative", "J", "of it, about the mass centre", &Report::relative_energy)),
      quantity("estimated_seconds", "s", "of work that `collide` takes",
               &Report::estimated_seconds),
      quantity("warnings", &Report::warnings)};
}

inline constexpr std::string_view roundings[] = {"nearest", "truncated"};
constexpr auto quantities(Of<SegmentReport::Rule>) {
  using Rule = SegmentReport::Rule;
  using Numbers = SegmentCoefficients;
  constexpr auto of = [](auto member) { return path(&SegmentReport::Rule::coefficients, member); };
  return Entries{quantity("name", &Rule::name),
                 quantity("a", of(&Numbers::a)),
                 quantity("b", of(&Numbers::b)),
                 quantity("c", of(&Numbers::c)),
                 quantity("hard_first", of(&Numbers::hard_first)),
                 quantity("soft_first", of(&Numbers::soft_first)),
                 quantity("rounding", of(&Numbers::truncate)).worded(roundings),
                 quantity("about", &Rule::about),
                 quantity("segments", "1", "that it would choose", &Rule::segments)};
}

constexpr auto quantities(Of<SegmentReport::Set>) {
  using Set = SegmentReport::Set;
  return Entries{
      quantity("between", their_names).labelled("set"),
      quantity("soft", "1", "which is softer", &Set::soft).labelled("softer"),
      quantity("hard", "1", "which is harder", &Set::hard),
      quantity("ratio", "%", "of the stiffnesses", &Set::ratio).headed("r = 100 K_soft/K_hard"),
      quantity("value", "1", "of the rule, before rounding", &Set::value).labelled("a r^b + c"),
      quantity("soft_segments", "1", "of the softer", &Set::soft_segments).labelled("j soft"),
      quantity("hard_segments", "1", "of the harder", &Set::hard_segments).labelled("j hard")};
}

constexpr auto quantities(Of<SegmentReport::Body>) {
  using Body = SegmentReport::Body;
  return Entries{quantity("name", &Body::name).labelled("body"),
                 quantity("segments", "1", "by the rule", &Body::segments),
                 quantity("reason", "1", "in words", &Body::reason).labelled("why"),
                 quantity("given", "1", "in the scenario", &Body::given).labelled("in the file")};
}

constexpr auto quantities(Of<SegmentReport>) {
  using Report = SegmentReport;
  return Entries{quantity("rule", "1", "that was used", &Report::rule),
                 quantity("sets", "1", "a ball that touches a cylinder", &Report::sets),
                 quantity("bodies", &Report::bodies),
                 quantity("others", "1", "rules that are known", &Report::others)};
}

inline constexpr const char* pair_categories[] = {"", "same material", "hard-soft", "soft-hard"};

/// Of a pair's or a category's own.
inline constexpr auto category_word = [](const auto& item) -> std::string {
  return item.category >= 1 && item.category <= 3 ? pair_categories[item.category]
                                                  : std::to_string(item.category);
};

constexpr auto quantities(Of<FitReport::Pair>) {
  using Pair = FitReport::Pair;
  return Entries{
      quantity("name", &Pair::name).labelled("pair"),
      quantity("category", category_word),
      quantity("ratio", "%", "r", &Pair::ratio).labelled("r"),
      quantity("measured", "1", "restitution", &Pair::measured).labelled("measured e"),
      quantity("soft_segments", "1", "of least error", &Pair::soft_segments).labelled("j soft"),
      quantity("restitution", "1", "ours there", &Pair::restitution)
          .labelled("ours")
          .formatted("{:.4f}"),
      quantity("error", "%", "of ours", &Pair::error).formatted("{:.2f}"),
      quantity("printed_error", "%", "as published", &Pair::printed_error)
          .labelled("printed error")
          .formatted("{:.2f}")};
}

constexpr auto quantities(Of<FitReport::Category>) {
  using Category = FitReport::Category;
  return Entries{
      quantity("category", category_word),
      quantity("hard_segments", "1", "of least mean error", &Category::hard_segments)
          .labelled("j hard"),
      quantity("mean_error", "%", "over all j soft", &Category::mean_error)
          .headed("APE_m % (all j soft)")
          .formatted("{:.2f}"),
      quantity("least_error", "%", "mean of the pairs' least errors", &Category::least_error)
          .labelled("mean of least errors")
          .formatted("{:.2f}")};
}

constexpr auto quantities(Of<FitReport::Coefficient>) {
  using Coefficient = FitReport::Coefficient;
  return Entries{quantity("name", &Coefficient::name).labelled("j = a r^b + c"),
                 quantity("value", "1", "fitted", &Coefficient::value).labelled("fitted"),
                 quantity("confidence", "1", "of 95 %",
                          [](const Coefficient& own) {
                            return std::array{own.low, own.high};
                          })
                     .labelled("95 % confidence")
                     .when([](const Coefficient& own) { return std::isfinite(own.high); }),
                 quantity("printed", "1", "as published", &Coefficient::printed)};
}

constexpr auto quantities(Of<FitReport>) {
  using Report = FitReport;
  return Entries{quantity("data", "1", "that it was fitted to", &Report::data),
                 quantity("model", "1", "of the contacts", &Report::model),
                 quantity("interior", "1", "of the bodies", &Report::interior),
                 quantity("speed", "m/s", "of the ball", &Report::speed),
                 quantity("pairs", &Report::pairs),
                 quantity("categories", &Report::categories),
                 quantity("coefficients", &Report::coefficients),
                 quantity("regression", "1", "R", &Report::regression),
                 quantity("deviation", "1", "of the residuals, segments", &Report::deviation),
                 quantity("printed_deviation", "1", "of the printed rule on the same points",
                          &Report::printed_deviation),
                 quantity("notes", &Report::notes)};
}

}  // namespace carom
