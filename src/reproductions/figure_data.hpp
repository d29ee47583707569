#pragma once

/// reproductions/figure_data.hpp
///
/// The table of a reproduced figure, in memory, and the figure between the table's points.

#include <memory>
#include <string>
#include <vector>

#include "reproductions/figure_solver.hpp"
#include "stores/results_reader.hpp"

namespace carom {

class FigureData {
 public:
  FigureData(const std::string& folder, FigureSolver exact);

  std::int64_t points() const { return table_.question().grid.points; }
  double x(std::int64_t point) const { return axis_[static_cast<std::size_t>(point)]; }
  const std::vector<Boundary>& boundaries() const { return boundaries_; }

  /// "energy_loss", "impulse.A0.normal", "velocity_after.Ac.tangential", one value a point.
  std::vector<double> reals(const std::string& law, const std::string& quantity) const;
  /// "verdict", "outcome.A0", "interacted.A0", "history.A0": words, empty where there is none.
  std::vector<std::string> words(const std::string& law, const std::string& quantity) const;
  /// Velocities after of all contacts, one row a point.
  std::vector<double> velocities(const std::string& law) const;
  double energy_before() const;
  /// The figure at any place of its axis.
  FigureSolver& exact() const { return *exact_; }

 private:
  /// Column and component of a quantity.
  std::pair<std::size_t, std::size_t> place(const std::string& law,
                                            const std::string& quantity) const;

  SweepTable table_;
  std::vector<double> axis_;
  std::vector<Boundary> boundaries_;
  std::unique_ptr<FigureSolver> exact_;
};

}  // namespace carom
