#pragma once

/// numerics/expression.hpp
///
/// Formulas as users write them, such as "0.4*sin(2*t) - phi^2", evaluated on any scalar: with
/// dual numbers the derivatives are exact.
///
///     sum      = product {("+" | "-") product}
///     product  = signed {("*" | "/") signed}
///     signed   = ("+" | "-") signed | power
///     power    = value ["^" signed]                 −2^2 = −4, 2^3^2 = 2^9, 2^-1 = 0.5
///     value    = number | name | function "(" sum {"," sum} ")" | "(" sum ")"
///     number   = 1, 1.5, .5, 1e-3
///     name     = letter or "_", then letters, digits, "_"; parts joined by "." (angle.bar)
///
/// Known by themselves: pi; sin cos tan asin acos atan atan2(y, x) sinh cosh tanh exp log log10
/// sqrt abs sign hypot(x, y) min(x, y, …) max(x, y, …), deg(x) = x·pi/180. Angles are radians.
///
/// Where a derivative does not exist:
///
///     abs′(0) = 1 (from the right); sign(0) = 0, sign′ = 0; min and max of equals: the first's
///     sqrt′(0) = ∞, and not a number where the root's argument has slope zero there
///     hypot′(0, 0), atan2′(0, 0) are not numbers
///
/// x^n with a constant n has the derivatives n·x^(n−1), … for every x, also x ≤ 0 and x^0 = 1.
///
/// Switches. abs, sign, min, max and atan2 are smooth but where a function s of the variables is
/// zero; there a formula has a kink or a jump:
///
///     abs(x), sign(x)      s = x                 min(x, y), max(x, y)   s = x − y, pair by pair
///     atan2(y, x)          s = y where x < 0     (elsewhere nothing happens)
///
/// Whoever must not step over one gives it a side, the sign of s: from then on it is evaluated as
/// on that side, beyond s = 0 too, and so is smooth, with derivatives of that side.
///
/// Kinks that smooth functions make of each other, as sqrt(x^2) and asin(sin(x)), are no switches.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/dual.hpp"
#include "carom/mechanism.hpp"

namespace carom {

struct ExpressionFault {
  int offset = 0;  ///< in bytes of the text, from 0
  std::string message;
};

struct Waves;  // numerics/waves.hpp

/// A formula compiled to a flat program for a small stack machine: a value to copy and keep.
/// Evaluation allocates nothing and may be done by many threads at once. By default constant 0.
class Expression {
 public:
  /// The value at `variables`, in the order of the names that the formula was parsed with.
  /// T is double, Dual<double> or Dual<Dual<double>>.
  template <class T>
  T operator()(std::span<const T> variables) const;

  /// The same where the variables after the first ones are parameters whose slopes are asked for. T
  /// is Sloped, Dual<Sloped> or Dual<Dual<Sloped>>.
  template <class T>
  T operator()(std::span<const T> variables, std::span<const Sloped> parameters) const;

  /// Whether it names no variable (constants and parameters folded in do not count).
  bool is_constant() const;

  /// Indices of the variables that it names, rising, each once.
  std::vector<int> variables_used() const;

  /// How many switches there are, in the order in which they are evaluated: one that an argument of
  /// another has comes before it.
  int switches() const;
  /// +1, −1: the k-th is evaluated as where s has that sign; 0: as it is (so by default).
  void set_side(int k, int side);
  int side(int k) const;
  /// The functions s of all switches, with the sides that there are. T is double or Dual<double>.
  template <class T>
  void switch_values(std::span<const T> variables, std::span<T> values) const;

  /// The formula as a polynomial and sines of its variable 0 alone, where it is such a sum.
  std::optional<Waves> waves() const;

  /// Whether it could come to zero with slope zero: powers, products and sums of what varies.
  bool may_be_flat() const;

 private:
  friend class ExpressionParser;

  enum class Operation : std::uint8_t {
    constant,        // push `number`
    variable,        // push variables[index]
    negative,        // from here on: replace the top
    power_constant,  // top ^ number
    sin,
    cos,
    tan,
    asin,
    acos,
    atan,
    sinh,
    cosh,
    tanh,
    exp,
    log,
    log10,
    sqrt,
    abs,
    sign,
    deg,
    add,  // from here on: replace the two on top
    subtract,
    multiply,
    divide,
    power,
    atan2,
    hypot,
    min,
    max
  };
  struct Instruction {
    Operation operation = Operation::constant;
    int index = 0;  // of a variable; the side of a switch
    double number = 0;
  };

  static bool is_switch(Operation operation);
  std::size_t switch_at(int k) const;

  /// `variable(i)` is looked up; `note(s)` is called at every switch.
  template <class T, int capacity, class Variable, class Note>
  T run(const Variable& variable, const Note& note) const;

  std::vector<Instruction> program_{Instruction{}};
  int depth_ = 1;  // the largest number of values on the stack
};

struct ParsedExpression {
  Expression expression;  ///< constant 0 if there are faults
  std::vector<ExpressionFault> faults;
};

/// The names that formulas may use, looked up in constant time: make one for many formulas.
/// A variable hides a constant of the same name.
class ExpressionNames {
 public:
  explicit ExpressionNames(std::span<const std::string> variables,
                           std::span<const Parameter> constants = {});

 private:
  friend class ExpressionParser;
  struct Meaning {
    int variable = -1;  // −1: a constant
    double constant = 0;
  };
  std::unordered_map<std::string, Meaning> meanings_;
  std::vector<std::string> names_;  // in the order given, for suggestions
};

/// `variables` are looked up by index at evaluation; `constants` are folded in.
ParsedExpression parsed_expression(std::string_view text, std::span<const std::string> variables,
                                   std::span<const Parameter> constants = {});
ParsedExpression parsed_expression(std::string_view text, const ExpressionNames& names);

/// Whether a formula can name it: letters, digits, "_", not starting with a digit, no dot.
bool is_expression_name(std::string_view name);

/// Whether it is pi or a function, so that nothing else may be called so.
bool is_reserved_name(std::string_view name);

}  // namespace carom
