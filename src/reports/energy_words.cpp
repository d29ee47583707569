#include "reports/energy_words.hpp"

#include <fmt/format.h>

#include <cmath>

#include "data/simulation_table.hpp"

namespace carom {
namespace {

/// Differences of energies below this share of them are rounding.
constexpr double energy_rounding_share = 1e-13;

}  // namespace

double told_energy(double energy, double around) {
  return std::abs(energy) <= energy_rounding_share * around ? 0 : energy;
}

std::string loss_words(double loss, double around, int digits) {
  const double told = told_energy(loss, around);
  return fmt::format("{:.{}g} J {}", std::abs(told), digits, told < 0 ? "given" : "lost");
}

std::string closing_words(const SimulationReport& report) {
  const double error = report.motion.energy_error;
  return books_close(report)
             ? fmt::format("The books close to {:.1e} J.", error)
             : fmt::format("THE BOOKS DO NOT CLOSE: {:.3g} J are unaccounted for.", error);
}

std::vector<LedgerRow> ledger_rows(const MotionEnergy& first, const MotionEnergy& last) {
  const double around = turnover(first, last);
  std::vector<LedgerRow> rows;
  for (const Number<MotionEnergy>& part : numbers_of<MotionEnergy>()) {
    const double start = told_energy(part.value(first, 0), around);
    const double end = told_energy(part.value(last, 0), around);
    if (start == 0 && end == 0) continue;
    if (!part.turned.empty() && end < 0)
      rows.push_back({std::string(part.turned), start == 0 ? 0 : -start, -end});
    else
      rows.push_back({std::string(part.description), start, end});
  }
  return rows;
}

}  // namespace carom
