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
#include "maps/orbit_course.hpp"

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
  /// How well a point is known that comes back to itself, of the scales.
  virtual double accuracy() const = 0;

  virtual SectionPoint point(std::span<const double> x) const = 0;
  virtual std::vector<double> coordinates(const State& state) const = 0;
  /// The next return; the time between is added to `time`. None where there is no return.
  virtual std::optional<std::vector<double>> next(std::span<const double> x, double& time) = 0;
  /// The same with its derivative. It is exact, or by differences where `hindrance` says why.
  virtual std::optional<std::vector<double>> next(std::span<const double> x, double& time,
                                                  Eigen::MatrixXd& derivative) = 0;
  /// Of the last derivative.
  virtual std::optional<DirectionHindrance> hindrance() const { return std::nullopt; }
  /// Of the last image, by the parameter that the map follows, x held; empty where it is not known.
  virtual std::span<const double> parameter_slope() const { return {}; }
  /// What happens on the way to the next return; none where there is none.
  virtual std::optional<OrbitCourse> course(std::span<const double> x) = 0;
  /// Whether a point is no proper return: bounces that have come to their end.
  virtual bool degenerate(std::span<const double>) const { return false; }

  /// b − a, times by the period, angles by whole turns.
  std::vector<double> difference(std::span<const double> b, std::span<const double> a) const;
  /// The point with times within a period and angles within half a turn of zero.
  std::vector<double> reduced(std::span<const double> x) const;

 protected:
  /// The derivative by differences of fourth order; false where a neighbour has no return.
  bool differences(std::span<const double> x, std::span<const double> image,
                   Eigen::MatrixXd& derivative);

  std::vector<std::string> names_;
  std::vector<double> scales_;
  std::vector<double> periods_;  ///< 0: none
};

/// Of an impact pair; `period`, s: of its formulas, none where there is no common one. `motion`:
/// the map of its mechanism, by which it follows a parameter; both must outlive it.
std::unique_ptr<SectionMap> pair_section(const ImpactPair& pair, const std::string& link,
                                         std::optional<double> period, double within,
                                         MotionMap* motion = nullptr,
                                         const ParameterSlopes* parameter = nullptr);

/// Of any mechanism, about a state on its section (after the symmetry). Coordinates are those of
/// the state's numbers that the section, and contacts that last there, leave free. `period`, s: of
/// the formulas in t; none where there are none. `parameter`: that it follows; it must outlive the
/// map. `like`: of the same mechanism at other numbers, whose coordinates it takes.
std::unique_ptr<SectionMap> motion_section(MotionMap& map, const State& about,
                                           std::optional<double> period, std::string& problem,
                                           const ParameterSlopes* parameter = nullptr,
                                           const SectionMap* like = nullptr);

/// Names of a state's numbers: "position.x", "angle.LINK", "rate.LINK", …, positions first.
std::vector<std::string> state_names(const Mechanism& mechanism);

}  // namespace carom
