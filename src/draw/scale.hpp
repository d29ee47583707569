#pragma once

/// draw/scale.hpp
///
/// Round numbers for people: scale bars, ticks and quantities with their unit.

#include <string>
#include <string_view>
#include <vector>

namespace carom {

/// The largest of 1, 2, 5 times a power of ten that is not above `value` > 0.
double round_number_below(double value);

/// Multiples of a round step in [low, high]: at most `count` + 1 of them.
std::vector<double> ticks(double low, double high, int count);

/// 1, 2 and 5 times powers of ten in [low, high], or only the powers where they would be more than
/// `count`; low > 0.
std::vector<double> logarithmic_ticks(double low, double high, int count);

/// A number to four significant digits, with a true minus sign: "0.5", "−12", "2.5e−07".
std::string short_number(double value);

/// A number with its unit, such as "0.544 kg", with a prefix where it would be long: "20 µm".
std::string quantity(double value, std::string_view unit);

}  // namespace carom
