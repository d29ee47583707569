#pragma once

/// data/transmission_table.hpp
///
/// What `transmit` tells, quantity by quantity (data/quantity.hpp).

#include "data/strike_table.hpp"
#include "data/transmission_report.hpp"

namespace carom {

constexpr auto quantities(Of<TransmittedContact>) {
  using Row = TransmittedContact;
  return Entries{
      quantity("name", &Row::name).labelled("contact"),
      quantity("outcome", "1", "leaves, pressed, critical or open", &Row::outcome),
      quantity("normal_velocity", "1/kg", "V", &Row::normal_velocity).labelled("velocity V"),
      quantity("normal_impulse", "1", "F", &Row::normal_impulse).labelled("impulse F"),
      quantity("tangential_impulse", "1", "beside it", &Row::tangential_impulse),
      quantity("signed_outcome", "1/kg", "V − G F", &Row::signed_outcome).headed("V − G F"),
      quantity("open_velocity", "1/kg", "normal velocity if no contact held", &Row::open)
          .headed("if all open"),
      quantity("self_response", "1/kg", "G", &Row::self_response).labelled("own response G"),
      marked("of the impulse", &Row::determined),
      group(
          "by_angle",
          quantity("normal_velocity", "1/(kg rad)", "∂V/∂θ, a link", &Row::velocity_by_angle),
          quantity("normal_impulse", "1/rad", "∂F/∂θ, a link", &Row::impulse_by_angle),
          quantity("signed_outcome", "1/(kg rad)", "∂(V − G F)/∂θ, a link", &Row::outcome_by_angle))
          .when([](const Row& contact) { return !contact.outcome_by_angle.empty(); })};
}

inline constexpr Components<2> in_rod{"along", "across"};
constexpr auto quantities(Of<TransmittedRod>) {
  using Rod = TransmittedRod;
  return Entries{
      quantity("link", &Rod::link),
      quantity("along", "1", "impulse along it; tension > 0", &Rod::along)
          .labelled("impulse along"),
      quantity("across", "1", "of a link with mass", &Rod::across),
      quantity("blocked", "1", "nothing goes through", &Rod::blocked),
      quantity("free", "1", "its near end is no joint", &Rod::free).when(&Rod::free).since_later(),
      marked(in_rod, "of the impulse", &Rod::determined)};
}

constexpr auto quantities(Of<TransmissionReport>) {
  using Report = TransmissionReport;
  return Entries{
      quantity("striker", "1", "the striking contact", &Report::striker),
      quantity("ratio", "1", "tangential part of the impulse", &Report::ratio),
      quantity("method", "1", "elimination or modes", &Report::method),
      quantity("verdict", "1", "unique, ambiguous or inconsistent", &Report::verdict),
      quantity("impulses_determined", "1", "no other impulses give the same velocities",
               &Report::impulses_determined),
      quantity("mobility", "1/kg", "normal velocity of the striking contact", &Report::mobility),
      quantity("links", &Report::links),
      quantity("contacts", "1", "the resting ones", &Report::contacts),
      quantity("rods", &Report::rods),
      quantity("notes", &Report::notes)};
}

}  // namespace carom
