#include "numerics/expression.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numbers>

#include "base/dual.hpp"
#include "numerics/expression_limits.hpp"

namespace carom {
namespace {

/// Whether x is a plain number: no slope in any layer.
bool is_flat(double) {
  return true;
}
template <class T, int N>
bool is_flat(const Dual<T, N>& x) {
  return is_flat(x.value) && std::ranges::all_of(x.slope, [](const T& slope) {
           return is_flat(slope) && plain(slope) == 0;
         });
}

double constant_power(double x, double n) {
  if (n == 1) return x;
  if (n == 2) return x * x;
  return std::pow(x, n);
}
/// (xⁿ)′ = n xⁿ⁻¹ x′, and 0 for n = 0: also where x^(n−1) would be infinite.
template <class T, int N>
Dual<T, N> constant_power(const Dual<T, N>& x, double n) {
  if (n == 0) return Dual<T, N>(1);
  return detail::chained(x, constant_power(x.value, n), T(n) * constant_power(x.value, n - 1));
}

double power(double x, double y) {
  return constant_power(x, y);
}
/// (x^y)′ = y x^(y−1) x′ + x^y log(x) y′. A term whose slope is zero is left out, so that negative
/// bases are fine while the exponent does not vary; x^y log(x) → 0 for x → 0, y > 0.
template <class T, int N>
Dual<T, N> power(const Dual<T, N>& x, const Dual<T, N>& y) {
  using std::log;
  if (is_flat(y)) return constant_power(x, plain(y));
  Dual<T, N> result(power(x.value, y.value));
  if (!is_flat(x)) {
    const T by_base = y.value * power(x.value, y.value - T(1));
    for (int i = 0; i < N; ++i) result.slope[i] += by_base * x.slope[i];
  }
  if (plain(x) != 0 || plain(y) <= 0) {
    const T by_exponent = result.value * log(x.value);
    for (int i = 0; i < N; ++i)
      if (!is_flat(y.slope[i]) || plain(y.slope[i]) != 0)
        result.slope[i] += by_exponent * y.slope[i];
  }
  return result;
}

double hypotenuse(double x, double y) {
  return std::hypot(x, y);
}
template <class T, int N>
Dual<T, N> hypotenuse(const Dual<T, N>& x, const Dual<T, N>& y) {
  Dual<T, N> h(hypotenuse(x.value, y.value));
  for (int i = 0; i < N; ++i) h.slope[i] = (x.value * x.slope[i] + y.value * y.slope[i]) / h.value;
  return h;
}

double decimal_log(double x) {
  return std::log10(x);
}
template <class T, int N>
Dual<T, N> decimal_log(const Dual<T, N>& x) {
  return detail::chained(x, decimal_log(x.value), T(1) / (x.value * T(std::numbers::ln10)));
}

template <class T>
T sign(const T& x) {
  return T(plain(x) > 0 ? 1.0 : plain(x) < 0 ? -1.0 : plain(x));
}

/// atan2(y, x) jumps by 2π where y changes its sign beside x < 0: how far from there, above zero on
/// the given side.
template <class T>
T cut_distance(const T& y, const T& x, int side) {
  if (plain(x) < 0) return y;
  const double away = std::hypot(plain(x), plain(y));
  return T((side != 0 ? side > 0 : plain(y) >= 0) ? away : -away);
}

/// An angle as it goes on beyond the cut.
template <class T>
T turned(const T& angle, const T& y, const T& x, int side) {
  if (side == 0 || plain(x) >= 0) return angle;
  if (side > 0 && plain(y) < 0) return angle + T(2 * std::numbers::pi);
  if (side < 0 && plain(y) >= 0) return angle - T(2 * std::numbers::pi);
  return angle;
}

}  // namespace

/// Clearing the stack costs more than most formulas: few need more than a handful of values.
static constexpr int few = 8;

template <class T, int capacity, class Variable, class Note>
T Expression::run(const Variable& variable, const Note& note) const {
  using std::abs, std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp,
      std::log, std::sin, std::sinh, std::sqrt, std::tan, std::tanh;
  std::array<T, capacity + 1> stack;  // one more: a place for `y` below to refer to
  std::size_t size = 0;
  for (const Instruction& instruction : program_) {
    if (instruction.operation == Operation::constant) {
      stack[size++] = T(instruction.number);
      continue;
    }
    if (instruction.operation == Operation::variable) {
      stack[size++] = variable(static_cast<std::size_t>(instruction.index));
      continue;
    }
    if (instruction.operation >= Operation::add) --size;
    T& x = stack[size - 1];
    const T& y = stack[size];  // the second operand where there are two
    switch (instruction.operation) {
      case Operation::constant:
      case Operation::variable:
        break;
      case Operation::negative:
        x = -x;
        break;
      case Operation::power_constant:
        x = constant_power(x, instruction.number);
        break;
      case Operation::sin:
        x = sin(x);
        break;
      case Operation::cos:
        x = cos(x);
        break;
      case Operation::tan:
        x = tan(x);
        break;
      case Operation::asin:
        x = asin(x);
        break;
      case Operation::acos:
        x = acos(x);
        break;
      case Operation::atan:
        x = atan(x);
        break;
      case Operation::sinh:
        x = sinh(x);
        break;
      case Operation::cosh:
        x = cosh(x);
        break;
      case Operation::tanh:
        x = tanh(x);
        break;
      case Operation::exp:
        x = exp(x);
        break;
      case Operation::log:
        x = log(x);
        break;
      case Operation::log10:
        x = decimal_log(x);
        break;
      case Operation::sqrt:
        x = sqrt(x);
        break;
      case Operation::abs:
        note(x);
        x = instruction.index == 0 ? abs(x) : instruction.index > 0 ? x : -x;
        break;
      case Operation::sign:
        note(x);
        x = instruction.index == 0 ? sign(x) : T(instruction.index);
        break;
      case Operation::deg:
        x *= T(std::numbers::pi / 180);
        break;
      case Operation::add:
        x += y;
        break;
      case Operation::subtract:
        x -= y;
        break;
      case Operation::multiply:
        x *= y;
        break;
      case Operation::divide:
        x /= y;
        break;
      case Operation::power:
        x = power(x, y);
        break;
      case Operation::atan2:
        note(cut_distance(x, y, instruction.index));
        x = turned(atan2(x, y), x, y, instruction.index);
        break;
      case Operation::hypot:
        x = hypotenuse(x, y);
        break;
      case Operation::min:
        note(x - y);
        if (instruction.index != 0 ? instruction.index > 0
                                   : !(plain(x) <= plain(y) || std::isnan(plain(x))))
          x = y;
        break;
      case Operation::max:
        note(x - y);
        if (instruction.index != 0 ? instruction.index < 0
                                   : !(plain(x) >= plain(y) || std::isnan(plain(x))))
          x = y;
        break;
    }
  }
  return stack[size - 1];
}

namespace {

template <class T>
auto looked_up(std::span<const T> variables) {
  return [variables](std::size_t i) -> const T& {
    assert(i < variables.size());
    return variables[i];
  };
}

/// A number as one that carries slopes in further layers, where it has none.
template <class T>
T lifted(const Sloped& x) {
  if constexpr (std::is_same_v<T, Sloped>)
    return x;
  else
    return T(lifted<decltype(T::value)>(x));
}

}  // namespace

template <class T>
T Expression::operator()(std::span<const T> variables) const {
  const auto nothing = [](const T&) {};
  const auto variable = looked_up(variables);
  return depth_ <= few ? run<T, few>(variable, nothing)
                       : run<T, expression_limits::depth>(variable, nothing);
}

template <class T>
T Expression::operator()(std::span<const T> variables, std::span<const Sloped> parameters) const {
  const auto nothing = [](const T&) {};
  const auto variable = [&](std::size_t i) {
    return i < variables.size() ? variables[i] : lifted<T>(parameters[i - variables.size()]);
  };
  return depth_ <= few ? run<T, few>(variable, nothing)
                       : run<T, expression_limits::depth>(variable, nothing);
}

template <class T>
void Expression::switch_values(std::span<const T> variables, std::span<T> values) const {
  std::size_t k = 0;
  const auto keep = [&](const T& s) { values[k++] = s; };
  const auto variable = looked_up(variables);
  depth_ <= few ? run<T, few>(variable, keep) : run<T, expression_limits::depth>(variable, keep);
}

template void Expression::switch_values(std::span<const double>, std::span<double>) const;
template void Expression::switch_values(std::span<const Dual<double>>,
                                        std::span<Dual<double>>) const;

bool Expression::is_switch(Operation operation) {
  return operation == Operation::abs || operation == Operation::sign ||
         operation == Operation::min || operation == Operation::max ||
         operation == Operation::atan2;
}

int Expression::switches() const {
  return static_cast<int>(std::ranges::count_if(program_, is_switch, &Instruction::operation));
}

/// The place of a switch in the program.
std::size_t Expression::switch_at(int k) const {
  std::size_t at = 0;
  while (!is_switch(program_[at].operation) || k-- > 0) ++at;
  return at;
}

void Expression::set_side(int k, int side) {
  program_[switch_at(k)].index = side;
}

int Expression::side(int k) const {
  return program_[switch_at(k)].index;
}

bool Expression::may_be_flat() const {
  std::vector<bool> varies;
  for (const Instruction& instruction : program_) {
    const Operation operation = instruction.operation;
    if (operation <= Operation::variable) {
      varies.push_back(operation == Operation::variable);
    } else if (operation == Operation::power_constant) {
      if (varies.back() && instruction.number > 1) return true;
    } else if (operation >= Operation::add) {
      const bool second = varies.back();
      varies.pop_back();
      if (varies.back() && second) return true;
      varies.back() = varies.back() || second;
    }
  }
  return false;
}

template double Expression::operator()(std::span<const double>) const;
template Dual<double> Expression::operator()(std::span<const Dual<double>>) const;
template Dual<Dual<double>> Expression::operator()(std::span<const Dual<Dual<double>>>) const;
template Sloped Expression::operator()(std::span<const Sloped>, std::span<const Sloped>) const;
template Dual<Sloped> Expression::operator()(std::span<const Dual<Sloped>>,
                                             std::span<const Sloped>) const;
template Dual<Dual<Sloped>> Expression::operator()(std::span<const Dual<Dual<Sloped>>>,
                                                   std::span<const Sloped>) const;

bool Expression::is_constant() const {
  return std::none_of(program_.begin(), program_.end(), [](const Instruction& instruction) {
    return instruction.operation == Operation::variable;
  });
}

std::vector<int> Expression::variables_used() const {
  std::vector<int> used;
  for (const Instruction& instruction : program_)
    if (instruction.operation == Operation::variable) used.push_back(instruction.index);
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  return used;
}

}  // namespace carom
