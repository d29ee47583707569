#pragma once

/// model/formulas.hpp
///
/// The formulas of a mechanism, by what they may name: its parameters everywhere, and
///
///     inputs (forces, torques)   t, angles and rates, the base, gaps, surfaces (`state_variables`)
///     contacts that are active   the same
///     surface motions            t
///     outlines                   theta

#include <optional>
#include <string_view>
#include <vector>

#include "carom/mechanism.hpp"
#include "keys/element.hpp"
#include "numerics/expression.hpp"

namespace carom {

class Formulas {
 public:
  /// Keeps a reference to `mechanism`.
  explicit Formulas(const Mechanism& mechanism);

  /// The formula at `key` of `user`, parsed; constant 0 and a fault for each mistake in it.
  Expression state(const Element& user, std::string_view key, const Formula& formula,
                   int component = -1);
  Expression motion(const Element& user, std::string_view key, const Formula& formula) const;
  Expression outline(const Element& user, std::string_view key, const Formula& formula) const;

 private:
  /// A link whose name was not understood is a fault of its own, not one of formulas that name it.
  bool names_are_known() const;
  const Mechanism& mechanism_;
  ExpressionNames motion_names_;
  ExpressionNames outline_names_;
  std::optional<ExpressionNames> state_names_;  // many: made when the first formula asks
};

/// The parameters that formulas of a mechanism may name, by their places in Mechanism::parameters,
/// rising. One that a variable of the same name hides may be among them.
std::vector<int> parameters_in_formulas(const Mechanism& mechanism);

}  // namespace carom
