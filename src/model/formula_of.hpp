#pragma once

/// model/formula_of.hpp
///
/// A compiled formula of a tree whose numbers are T: an `Expression` where they are plain, in which
/// parameters are folded in; where they carry slopes, one in which parameters are variables.

#include <span>
#include <type_traits>
#include <vector>

#include "base/dual.hpp"
#include "numerics/expression.hpp"

namespace carom {

struct SlopedFormula {
  Expression expression;           ///< of its own variables, then of the parameters
  std::vector<Sloped> parameters;  ///< what they are, with their slopes

  /// T is Sloped, Dual<Sloped> or Dual<Dual<Sloped>>; all variables of its own must be given.
  template <class T>
  T operator()(std::span<const T> variables) const {
    return expression(variables, std::span<const Sloped>(parameters));
  }
};

template <class T>
using FormulaOf = std::conditional_t<std::is_same_v<T, double>, Expression, SlopedFormula>;

}  // namespace carom
