#pragma once

/// reproductions/figure_solver.hpp
///
/// A reproduced figure at any place of its axis, solved there and then: what its table has only at
/// the points of the grid.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "study/study.hpp"
#include "sweeps/strike_solver.hpp"

namespace carom {

class FigureSolver {
 public:
  /// Of a scenario with one [[sweep]] axis.
  FigureSolver(const Study& study, const std::vector<std::string>& laws, Method method);

  /// Solves at a place of the axis. What has no answer there is not a number, or an empty word.
  void move_to(double x);

  /// As FigureData::reals and words.
  double real(std::string_view law, std::string_view quantity) const;
  std::string word(std::string_view law, std::string_view quantity) const;
  /// Velocities after of all contacts, (t, n) each; empty without an answer.
  std::vector<double> velocities(std::string_view law) const;

 private:
  const StrikePointLaw* answer(std::string_view law) const;
  std::size_t contact(std::string_view name) const;

  std::vector<std::string> laws_, contacts_;
  std::unique_ptr<StrikePointSolver> solver_;
  bool solved_ = false;
};

}  // namespace carom
