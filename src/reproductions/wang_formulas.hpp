#pragma once

/// reproductions/wang_formulas.hpp
///
/// The printed formulas (2) to (29) and (41) of Wang (1993), each as what the engine finds for its
/// left side and the terms that the paper adds up for it. So a formula can be read as printed, as
/// mended, and with any one of its terms turned round: the last must be seen.

#include <span>
#include <vector>

#include "reproductions/comparison.hpp"
#include "reproductions/wang_pair.hpp"

namespace carom::wang {

struct Sides {
  double found = 0;
  std::vector<double> terms;
};

enum class Defect : std::uint8_t {
  none,      ///< the formula is right as printed
  misprint,  ///< a sign or a symbol is wrong
  reading    ///< right, if what is not said is read so
};

struct PrintedFormula {
  const char* number;  ///< "equation (10)"
  const char* what;
  Sides (*sides)(const Flight& flight, bool mended);
  Defect defect = Defect::none;
  const char* why = "";  ///< what is wrong with it
};

std::span<const PrintedFormula> printed_formulas();

/// The largest difference of both sides over the flights, as a share of their terms. `turned`: the
/// term whose sign is turned round; −1: none.
double residual(const PrintedFormula& formula, std::span<const Flight> flights, bool mended,
                int turned = -1);

/// Flights of any bodies, the same at every call.
std::vector<Flight> any_flights(int count);

Holding verdict(const PrintedFormula& formula, double as_printed, double mended);

/// Claims, and the table of both readings.
void add_formulas(Comparison& result);

}  // namespace carom::wang
