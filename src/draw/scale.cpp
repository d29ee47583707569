#include "draw/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace carom {

double round_number_below(double value) {
  assert(value > 0 && std::isfinite(value));
  // 10^k may round to just above a value that is a power of ten itself.
  constexpr double rounding = 1 + 1e-9;
  const double power = std::pow(10.0, std::floor(std::log10(value * rounding)));
  const double digit = value * rounding / power;
  return (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power;
}

std::vector<double> ticks(double low, double high, int count) {
  assert(low <= high && count > 0);
  std::vector<double> result;
  if (low == high) return {low};
  const double finest = (high - low) / count;
  double step = round_number_below(finest);
  if (step < finest) step = round_number_below(2.5 * step);  // the next of 1, 2, 5, 10
  const double slack = 1e-9 * (high - low);
  const double first = std::ceil((low - slack) / step);
  const double last = std::floor((high + slack) / step);
  // Beyond, neighbouring multiples of the step are one double: the interval is all rounding.
  constexpr double most = 1e14;
  if (std::max(std::abs(first), std::abs(last)) > most) return {low, high};
  for (double k = first; k <= last; ++k) result.push_back(k == 0 ? 0.0 : k * step);
  return result;
}

std::vector<double> logarithmic_ticks(double low, double high, int count) {
  assert(0 < low && low <= high && count > 0);
  constexpr double slack = 1e-9;
  const int first = static_cast<int>(std::floor(std::log10(low)));
  const int last = static_cast<int>(std::ceil(std::log10(high)));
  const int every = std::max(1, (last - first) / count);
  std::vector<double> all, powers;
  for (int k = first; k <= last; ++k)
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double tick = digit * std::pow(10.0, k);
      if (tick < low * (1 - slack) || tick > high * (1 + slack)) continue;
      all.push_back(tick);
      if (digit == 1 && (k - first) % every == 0) powers.push_back(tick);
    }
  return static_cast<int>(all.size()) <= count + 1 ? all : powers;
}

std::string short_number(double value) {
  std::string text;
  for (const char c : fmt::format("{:.4g}", value == 0 ? 0.0 : value)) {
    if (c == '-')
      text += "−";
    else
      text += c;
  }
  return text;
}

std::string quantity(double value, std::string_view unit) {
  const double size = std::abs(value);
  if (size == 0 || (size >= 0.00999 && size < 10000))
    return fmt::format("{} {}", short_number(value), unit);
  // A kilogram has its prefix already.
  if (unit == "kg" && size < 1) return quantity(value * 1000, "g");
  struct Prefix {
    double factor;
    const char* name;
  };
  constexpr Prefix prefixes[] = {{1e9, "G"},  {1e6, "M"},  {1e3, "k"}, {1, ""},
                                 {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}};
  if (unit != "kg")
    for (const Prefix& prefix : prefixes)
      if (size >= 0.9999 * prefix.factor && size < 1e4 * prefix.factor)
        return fmt::format("{} {}{}", short_number(value / prefix.factor), prefix.name, unit);
  return fmt::format("{} {}", short_number(value), unit);
}

}  // namespace carom
