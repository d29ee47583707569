#pragma once

/// reports/energy_words.hpp
///
/// Energies that change sides. Nobody loses −0.02 J: what is below zero in an account of losses was
/// given, and what is below zero in an account of gifts was taken.

#include <string>
#include <vector>

#include "carom/simulate.hpp"
#include "data/simulation_report.hpp"

namespace carom {

/// J; zero where it is rounding of the energies around it.
double told_energy(double energy, double around);

/// "0.02 J lost", or "0.02 J given" where the loss is below zero.
std::string loss_words(double loss, double around, int digits = 6);

/// Of the books of a motion: how well they close, or that they do not.
std::string closing_words(const SimulationReport& report);

/// A line of the books of a motion: where the energy is, or where it went.
struct LedgerRow {
  std::string words;
  double first = 0;  ///< J; at the start
  double last = 0;   ///< J; at the end
};

/// Those that are not zero.
std::vector<LedgerRow> ledger_rows(const MotionEnergy& first, const MotionEnergy& last);

}  // namespace carom
