#pragma once

/// reproductions/judges.hpp
///
/// How numbers become verdicts on published claims. A verdict is computed from what was found, and
/// is `undecided` where what is at hand fits a claim that holds as well as one that does not.

#include <span>

#include "data/claim.hpp"

namespace carom {

/// holds where all of so many checks do, in part where some do.
Holding by_count(std::size_t held, std::size_t all);

/// A number to be found: |ours − published| ≤ tolerance.
Holding within(double published, double ours, double tolerance);

/// An equation: the largest residual, relative to its terms, is rounding (below 1e-10).
Holding vanishing(double residual);

/// The printed equations, or only another reading of them, give what is claimed.
Holding by_reading(bool as_printed, bool otherwise);

/// A value and the interval within which it is known. Outside of it the value does not hold. Inside
/// it holds where the interval is narrower than the value itself, |high − low| < |value|; a wider
/// one holds zero, twice the value or its negative as well, and decides nothing.
Holding in_interval(double value, double low, double high);

/// A claim judged once for every value that something not stated may have: decided only where all
/// of these agree.
Holding unanimous(std::span<const Holding> verdicts);

}  // namespace carom
