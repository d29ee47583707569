#include "numerics/waves.hpp"

#include <algorithm>
#include <optional>

#include "numerics/expression.hpp"

namespace carom {
namespace {

constexpr std::size_t powers = Waves::powers;

void add_wave(Waves& f, double rate, double a, double b) {
  if (a == 0 && b == 0) return;
  if (rate < 0) {
    rate = -rate;
    a = -a;
  }
  if (rate == 0) {
    f.c[0] += b;
    return;
  }
  for (Wave& w : f.waves)
    if (w.rate == rate) {
      w.a += a;
      w.b += b;
      return;
    }
  f.waves.push_back({rate, a, b});
}

Waves scaled(Waves f, double factor) {
  for (double& c : f.c) c *= factor;
  for (Wave& w : f.waves) {
    w.a *= factor;
    w.b *= factor;
  }
  return f;
}

std::optional<Waves> product(const Waves& f, const Waves& g) {
  if (f.is_constant()) return scaled(g, f.c[0]);
  if (g.is_constant()) return scaled(f, g.c[0]);
  if (!f.is_polynomial() || !g.is_polynomial()) return std::nullopt;
  Waves result;
  for (std::size_t i = 0; i < powers; ++i)
    for (std::size_t k = 0; k < powers; ++k) {
      const double c = f.c[i] * g.c[k];
      if (c == 0) continue;
      if (i + k >= powers) return std::nullopt;
      result.c[i + k] += c;
    }
  return result;
}

/// sin (or cos) of an affine function of t.
std::optional<Waves> sine(const Waves& f, bool cosine) {
  const bool affine =
      f.is_polynomial() && std::all_of(f.c.begin() + 2, f.c.end(), [](double c) { return c == 0; });
  if (!affine) return std::nullopt;
  Waves result;
  const double s = std::sin(f.c[0]), c = std::cos(f.c[0]);
  if (f.c[1] == 0)
    result.c[0] = cosine ? c : s;
  else if (cosine)
    add_wave(result, f.c[1], -s, c);
  else
    add_wave(result, f.c[1], c, s);
  return result;
}

}  // namespace

bool Waves::is_constant() const {
  return waves.empty() &&
         std::all_of(c.begin() + 1, c.end(), [](double each) { return each == 0; });
}

Waves Waves::derivative() const {
  Waves d;
  for (std::size_t k = 1; k < powers; ++k) d.c[k - 1] = static_cast<double>(k) * c[k];
  for (const Wave& w : waves) d.waves.push_back({w.rate, -w.rate * w.b, w.rate * w.a});
  return d;
}

Waves Waves::from(double t) const {
  Waves shifted;
  // Taylor's coefficients, by Horner's scheme again and again.
  std::array<double, powers> rest = c;
  for (std::size_t k = 0; k < powers; ++k) {
    for (std::size_t i = powers - 1; i-- > k;) rest[i] += t * rest[i + 1];
    shifted.c[k] = rest[k];
  }
  for (const Wave& w : waves) {
    const double s = std::sin(w.rate * t), o = std::cos(w.rate * t);
    shifted.waves.push_back({w.rate, w.a * o - w.b * s, w.a * s + w.b * o});
  }
  return shifted;
}

double Waves::bound(double s) const {
  double sum = 0, power = 1;
  for (const double each : c) {
    sum += std::abs(each) * power;
    power *= s;
  }
  for (const Wave& w : waves) sum += w.size();
  return sum;
}

bool integrated(const Waves& f, Waves& once) {
  once = {};
  if (f.c[powers - 1] != 0) return false;
  for (std::size_t k = 1; k < powers; ++k) once.c[k] = f.c[k - 1] / static_cast<double>(k);
  for (const Wave& w : f.waves) {
    once.waves.push_back({w.rate, w.b / w.rate, -w.a / w.rate});
    once.c[0] += w.a / w.rate;
  }
  return true;
}

Waves sum(const Waves& f, const Waves& g, double factor) {
  Waves result = f;
  for (std::size_t k = 0; k < powers; ++k) result.c[k] += factor * g.c[k];
  for (const Wave& w : g.waves) add_wave(result, w.rate, factor * w.a, factor * w.b);
  return result;
}

std::optional<Waves> Expression::waves() const {
  std::vector<Waves> stack;
  const auto number = [](const Waves& f) {
    return f.is_constant() ? std::optional(f.c[0]) : std::nullopt;
  };
  for (const Instruction& step : program_) {
    using enum Operation;
    const bool two = step.operation >= add;
    const Waves second = two ? stack.back() : Waves{};
    if (two) stack.pop_back();
    switch (step.operation) {
      case Operation::constant:
        stack.emplace_back().c[0] = step.number;
        continue;
      case variable: {
        if (step.index != 0) return std::nullopt;
        Waves t;
        t.c[1] = 1;
        stack.push_back(t);
        continue;
      }
      default:
        break;
    }
    Waves& top = stack.back();
    std::optional<Waves> result;
    switch (step.operation) {
      case negative:
        result = scaled(top, -1);
        break;
      case add:
        result = carom::sum(top, second, 1);
        break;
      case subtract:
        result = carom::sum(top, second, -1);
        break;
      case multiply:
        result = product(top, second);
        break;
      case divide:
        if (const auto by = number(second)) result = scaled(top, 1 / *by);
        break;
      case Operation::sin:
        result = sine(top, false);
        break;
      case Operation::cos:
        result = sine(top, true);
        break;
      case deg:
        result = scaled(top, std::acos(-1.0) / 180);
        break;
      case power_constant: {
        const double n = step.number;
        if (n != std::floor(n) || n < 0 || n >= static_cast<double>(powers)) break;
        result.emplace();
        result->c[0] = 1;
        for (int i = 0; i < static_cast<int>(n) && result; ++i) result = product(*result, top);
        break;
      }
      default:
        break;
    }
    if (!result) return std::nullopt;
    top = *result;
  }
  return stack.back();
}

}  // namespace carom
