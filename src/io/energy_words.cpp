#include "io/energy_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Differences of energies below this share of them are rounding.
constexpr double rounding_share = 1e-13;

}  // namespace

double told_energy(double energy, double around) {
  return std::abs(energy) <= rounding_share * around ? 0 : energy;
}

std::string loss_words(double loss, double around, int digits) {
  const double told = told_energy(loss, around);
  return fmt::format("{:.{}g} J {}", std::abs(told), digits, told < 0 ? "given" : "lost");
}

std::vector<LedgerRow> ledger_rows(const MotionEnergy& first, const MotionEnergy& last) {
  double around = 0;
  for (const MotionEnergy* e : {&first, &last})
    around = std::max({around, std::abs(e->kinetic), std::abs(e->gravity), e->springs, e->dampers,
                       e->friction, std::abs(e->inputs), std::abs(e->surfaces)});
  std::vector<LedgerRow> rows;
  const auto add = [&](const char* words, double at_start, double at_end) {
    const double start = told_energy(at_start, around);
    const double end = told_energy(at_end, around);
    if (start != 0 || end != 0) rows.push_back({words, start, end});
  };
  const auto add_flow = [&](const char* words, const char* turned, double at_start, double at_end) {
    const double start = told_energy(at_start, around);
    const double end = told_energy(at_end, around);
    if (end < 0)
      add(turned, start == 0 ? 0 : -start, -end);
    else
      add(words, start, end);
  };
  add("kinetic", first.kinetic, last.kinetic);
  add("in the field of gravity", first.gravity, last.gravity);
  add("in springs", first.springs, last.springs);
  add_flow("lost in dampers", "given by dampers", first.dampers, last.dampers);
  add_flow("lost in friction", "given by friction", first.friction, last.friction);
  add_flow("lost in impacts", "given in impacts", first.impacts, last.impacts);
  add_flow("given by inputs", "taken by inputs", first.inputs, last.inputs);
  add_flow("given by moved surfaces", "taken by moved surfaces", first.surfaces, last.surfaces);
  return rows;
}

}  // namespace carom
