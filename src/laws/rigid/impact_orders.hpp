#pragma once

/// laws/rigid/impact_orders.hpp
///
/// Several contacts that approach at once, struck one after the other, in every order. Each hit is
/// one contact's alone, by the energetic law (which one contact of `simultaneous` is too); the
/// others feel it, v ← v + W_i τ_i, and it goes on until none approaches. Orders are the limits of
/// springs that are ever stiffer one than the other, or of gaps that vanish in different ratios; so
/// their outcomes stand beside the one answer of springs.
///
/// A hit follows where some contact approaches by more than 1e-9 of the fastest. States that two
/// orders reach alike are followed once.

#include <vector>

#include "laws/rigid/law.hpp"

namespace carom {

struct OrderOutcome {
  std::vector<int> order;  ///< contacts in the order they struck, the first 16
  long hits = 0;           ///< all of them
  Verdict verdict = Verdict::unique;
  Reason reason = Reason::none;
  int reason_contact = -1;
  std::vector<double> impulse;         ///< τ, 2c, N s
  std::vector<double> velocity_after;  ///< 2c, m/s
  double energy_loss = 0;              ///< J
};

struct ImpactOrders {
  std::vector<OrderOutcome> outcomes;  ///< each once
  bool exhaustive = true;              ///< false: orders were too many to follow all of them
};

inline constexpr std::size_t longest_told_order = 16;

/// Allocates. `problem` has friction and restitution as its first two rows.
ImpactOrders impact_orders(const ContactProblem<double>& problem, double speed_floor);

/// Stiffnesses around the given ones, so that no ratio of two changes by more than a factor of
/// `reach`: all combinations of five or three steps each, or random ones where those are too many
/// (the same every time). The given ones are the first.
std::vector<std::vector<double>> stiffnesses_around(const std::vector<double>& given, double reach);

}  // namespace carom
