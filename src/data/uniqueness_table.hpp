#pragma once

/// data/uniqueness_table.hpp
///
/// What `verdict` tells, quantity by quantity (data/quantity.hpp).

#include "data/strike_table.hpp"
#include "data/uniqueness_report.hpp"

namespace carom {

constexpr auto quantities(Of<SelfStress>) {
  return Entries{
      quantity("contacts", "1", "shares", &SelfStress::contacts),
      quantity("rods", "1", "shares; tension > 0", &SelfStress::rods),
      quantity("one_sided", "1", "all normal shares have one sign", &SelfStress::one_sided)};
}

constexpr auto quantities(Of<SlidingVerdict>) {
  constexpr auto fails = [](const SlidingVerdict& test) { return !test.unique; };
  return Entries{
      quantity("slip", "1", "direction at each contact with friction", &SlidingVerdict::signs),
      quantity("p_matrix", "1", "one answer for every strike", &SlidingVerdict::unique),
      quantity("failing", "1", "whose minor is not positive", &SlidingVerdict::failing).when(fails),
      quantity("minor", "1", "theirs", &SlidingVerdict::minor).when(fails)};
}

constexpr auto quantities(Of<FrictionVerdict>) {
  using Friction = FrictionVerdict;
  return Entries{
      quantity("contact", &Friction::contact),
      quantity("end", "1", "at the end of a rod, or of a chain", &Friction::end),
      quantity("friction", "1", "μ", &Friction::friction).labelled("friction μ"),
      quantity("critical_friction", "1", "μ_c over all surface angles", &Friction::critical)
          .labelled("μ_c, any surface")
          .null_where_absent(),
      quantity("critical_friction_here", "1", "μ_c as its surface lies", &Friction::critical_here)
          .labelled("μ_c as it lies")
          .null_where_absent(),
      quantity("slip", "1", "the direction that brings it about", &Friction::slip)};
}

constexpr auto quantities(Of<ShownStrike>) {
  using Strike = ShownStrike;
  return Entries{
      quantity("striker", &Strike::striker),
      quantity("verdict", &Strike::verdict),
      quantity("answers", "1", "in the first instant", &Strike::answers),
      quantity("slip", "1", "direction at each contact", &Strike::slips),
      quantity("added_surface", "1", "the scenario does not have its surface", &Strike::added),
      quantity("scenario", "1", "the text of a file for `strike`", &Strike::scenario)};
}

constexpr auto quantities(Of<OwnStrike>) {
  using Strike = OwnStrike;
  return Entries{
      quantity("law", &Strike::law), quantity("verdict", &Strike::verdict),
      quantity("why", "1", "it is not unique", &Strike::why).when([](const Strike& strike) {
        return !strike.why.empty();
      }),
      quantity("impulses_determined", "1", "no other impulses give the same velocities",
               &Strike::impulses_determined)};
}

constexpr auto quantities(Of<UniquenessReport>) {
  using Report = UniquenessReport;
  return Entries{
      quantity("striker", "1", "the striking contact", &Report::striker),
      quantity("contacts", "1", "the resting ones", &Report::contacts),
      group("velocities", quantity("determined", &Report::velocities),
            quantity("why", &Report::velocities_why)),
      group("impulses", quantity("determined", &Report::impulses),
            quantity("why", &Report::impulses_why)),
      group("rank", quantity("normal", "1", "of the normal rows", &Report::rank),
            quantity("normal_rows", &Report::rows),
            quantity("full", "1", "with the tangential rows", &Report::full_rank),
            quantity("full_rows", &Report::full_rows)),
      quantity("null_combinations", "1", "impulses that move nothing", &Report::self_stresses),
      quantity("sliding", &Report::sliding),
      quantity("friction", &Report::friction),
      quantity("own_strike", "1", "that of the file", &Report::own).null_where_absent(),
      quantity("strikes_tried", &Report::strikes_tried),
      quantity("example", "1", "a strike with several answers, or none", &Report::example)
          .null_where_absent(),
      quantity("notes", &Report::notes)};
}

}  // namespace carom
