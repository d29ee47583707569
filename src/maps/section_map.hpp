#pragma once

/// maps/section_map.hpp
///
/// A Poincaré map in coordinates of its section, for whoever looks for fixed points, multipliers
/// and exponents: a plain map of numbers, whatever carries it on. What the map does not depend on
/// (where a walker is along its slope, the time of a mechanism without formulas in t, the angle of
/// a disc) is no coordinate; times are compared by the period of the formulas, angles by whole
/// turns.

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "maps/motion_map.hpp"

namespace carom {

struct SectionPoint {
  std::vector<double> x;  ///< coordinates
  State state;
};

class SectionMap {
 public:
  virtual ~SectionMap() = default;

  int size() const { return static_cast<int>(names_.size()); }
  const std::vector<std::string>& names() const { return names_; }
  /// Sizes of the coordinates: what is small is so against them.
  const std::vector<double>& scales() const { return scales_; }
  /// Whether its derivatives are exact, or differences.
  virtual bool exact() const = 0;

  virtual SectionPoint point(std::span<const double> x) const = 0;
  virtual std::vector<double> coordinates(const State& state) const = 0;
  /// The next return; the time between is added to `time`. None where there is no return.
  virtual std::optional<std::vector<double>> next(std::span<const double> x, double& time) = 0;
  /// The same with its derivative.
  virtual std::optional<std::vector<double>> next(std::span<const double> x, double& time,
                                                  Eigen::MatrixXd& derivative);
  /// Whether a point is no proper return: bounces that have come to their end.
  virtual bool degenerate(std::span<const double>) const { return false; }

  /// b − a, times by the period, angles by whole turns.
  std::vector<double> difference(std::span<const double> b, std::span<const double> a) const;
  /// The point with times within a period and angles within half a turn of zero.
  std::vector<double> reduced(std::span<const double> x) const;

 protected:
  std::vector<std::string> names_;
  std::vector<double> scales_;
  std::vector<double> periods_;  ///< 0: none
};

/// Of an impact pair; `period`, s: of its formulas, none where there is no common one.
std::unique_ptr<SectionMap> pair_section(const ImpactPair& pair, const std::string& link,
                                         std::optional<double> period, double within);

/// Of any mechanism, about a state on its section (after the symmetry). Coordinates are those of
/// the state's numbers that the section, and contacts that last there, leave free. `period`, s: of
/// the formulas in t; none where there are none.
std::unique_ptr<SectionMap> motion_section(MotionMap& map, const State& about,
                                           std::optional<double> period, std::string& problem);

/// Names of a state's numbers: "position.x", "angle.LINK", "rate.LINK", …, positions first.
std::vector<std::string> state_names(const Mechanism& mechanism);

}  // namespace carom
