#include "numerics/exact_sum.hpp"

#include <bit>
#include <cassert>
#include <cmath>

namespace carom {
namespace {

constexpr std::int64_t base = std::int64_t{1} << 32;
/// Every term adds less than 2^32 to a limb of 63 bits.
constexpr std::int64_t most_pending = std::int64_t{1} << 30;

}  // namespace

void ExactSum::add(double term) {
  assert(std::isfinite(term));
  const auto bits = std::bit_cast<std::uint64_t>(term);
  const auto exponent = static_cast<int>(bits >> 52 & 0x7ff);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t mantissa = exponent == 0 ? fraction : fraction | std::uint64_t{1} << 52;
  const int place = exponent == 0 ? 0 : exponent - 1;  // of the mantissa's last bit above 2^-1074
  const auto limb = static_cast<std::size_t>(place / 32);
  const int shift = place % 32;
  // The mantissa's halves, shifted: below 2^64 each.
  const std::uint64_t lower = (mantissa & 0xffffffff) << shift, upper = (mantissa >> 32) << shift;
  const std::int64_t sign = term < 0 ? -1 : 1;
  limbs_[limb] += sign * static_cast<std::int64_t>(lower & 0xffffffff);
  limbs_[limb + 1] += sign * static_cast<std::int64_t>((lower >> 32) + (upper & 0xffffffff));
  limbs_[limb + 2] += sign * static_cast<std::int64_t>(upper >> 32);
  if (++pending_ == most_pending / 2) carry();
}

void ExactSum::add_square(double term) {
  const double square = term * term;
  add(square);
  add(std::fma(term, term, -square));
}

void ExactSum::add(const ExactSum& other) {
  carry();
  ExactSum carried = other;
  carried.carry();
  for (std::size_t i = 0; i < limbs_.size(); ++i) limbs_[i] += carried.limbs_[i];
  carry();
}

/// All limbs but the last to [0, 2^32).
void ExactSum::carry() {
  for (std::size_t i = 0; i + 1 < limbs_.size(); ++i) {
    const std::int64_t over = limbs_[i] >> 32;
    limbs_[i] -= over * base;
    limbs_[i + 1] += over;
  }
  pending_ = 0;
}

ExactSum::Parts ExactSum::parts() const {
  ExactSum rest = *this;
  rest.carry();
  // Below zero all but the last limb are the complement: turned round first.
  const bool negative = rest.limbs_.back() < 0;
  if (negative) {
    for (std::int64_t& limb : rest.limbs_) limb = -limb;
    rest.carry();
  }
  Parts parts;
  for (int i = limbs; i-- > 0;) {
    const double term =
        std::ldexp(static_cast<double>(rest.limbs_[static_cast<std::size_t>(i)]), 32 * i - 1074);
    // Knuth's sum: what rounding takes from the high part goes to the low one.
    const double sum = parts.high + term, there = sum - parts.high;
    parts.low += (parts.high - (sum - there)) + (term - there);
    parts.high = sum;
  }
  const double sum = parts.high + parts.low;
  parts.low = parts.low - (sum - parts.high);
  parts.high = sum;
  if (negative) parts = {-parts.high, -parts.low};
  return parts;
}

Moments moments(const ExactSum& sum, const ExactSum& squares, std::int64_t n) {
  assert(n >= 1);
  const auto count = static_cast<double>(n);
  const ExactSum::Parts total = sum.parts();
  Moments moments;
  moments.mean = total.high / count;
  if (n == 1) return moments;
  // Σ(x − m)² = Σx² − 2 m Σx + n m² for the rounded mean m, every product exact.
  ExactSum spread = squares;
  const auto add_product = [&](double a, double b, double sign) {
    const double product = a * b;
    spread.add(sign * product);
    spread.add(sign * std::fma(a, b, -product));
  };
  add_product(2 * moments.mean, total.high, -1);
  add_product(2 * moments.mean, total.low, -1);
  const double square = moments.mean * moments.mean;
  add_product(count, square, 1);
  add_product(count, std::fma(moments.mean, moments.mean, -square), 1);
  moments.deviation = std::sqrt(std::fmax(spread.value(), 0) / (count - 1));
  return moments;
}

}  // namespace carom
