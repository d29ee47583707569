#pragma once

/// maps/orbits.hpp
///
/// Periodic orbits of a section's map, xₙ₊ₚ = xₙ: Newton's method from many starts, multipliers
/// (the eigenvalues of the product of derivatives along the orbit), Lyapunov exponents, and orbits
/// followed in a parameter by pseudo-arclength, through folds, with the places where multipliers
/// pass the unit circle.

#include <complex>
#include <functional>

#include "maps/section_map.hpp"

namespace carom {

enum class OrbitKind : std::uint8_t {
  stable_node,
  stable_focus,
  saddle,
  unstable_node,
  unstable_focus,
  marginal
};
constexpr std::string_view name(OrbitKind kind) {
  constexpr std::string_view names[] = {"stable node",   "stable focus",   "saddle",
                                        "unstable node", "unstable focus", "marginal"};
  return names[static_cast<int>(kind)];
}

struct Orbit {
  std::vector<std::vector<double>> points;  ///< one a return
  double time = 0;                          ///< s; of all returns
  std::vector<std::complex<double>> multipliers;
  bool stable = false;
  OrbitKind kind = OrbitKind::marginal;
  double residual = 0;  ///< in the coordinates' scales
  /// Why some derivative of it is by differences; none: all are exact.
  std::optional<DirectionHindrance> hindrance{};
};

/// Kind and stability by multipliers; |μ| within `margin` of 1 is marginal.
void judge(Orbit& orbit, double margin = 1e-9);

/// Newton's method for the p-th iterate from a start; none where it does not converge.
std::optional<Orbit> orbit_from(SectionMap& map, std::span<const double> start, int period);

/// Orbits from all starts, each once; a period that divides `period` is left out.
std::vector<Orbit> orbits(SectionMap& map, std::span<const std::vector<double>> starts, int period);

struct Exponents {
  std::vector<double> values;  ///< per return, falling
  std::vector<double> errors;  ///< standard errors, from batches
  long returns = 0;
  std::optional<DirectionHindrance> hindrance{};  ///< as an orbit's
};

/// By the product of derivatives, triangulated at every return, after `settle` returns.
std::optional<Exponents> exponents(SectionMap& map, std::span<const double> start, long settle,
                                   long returns);

struct BranchPoint {
  double parameter = 0;
  Orbit orbit;
};
enum class BranchEvent : std::uint8_t { fold, doubling, torus, end, grazing, mode_change };
constexpr std::string_view name(BranchEvent event) {
  constexpr std::string_view names[] = {"fold", "period doubling", "Neimark-Sacker",
                                        "ends", "grazing",         "mode change"};
  return names[static_cast<int>(event)];
}
struct Bifurcation {
  BranchEvent event = BranchEvent::fold;
  BranchPoint at;
  std::optional<CourseChange> change{};  ///< of a grazing, or of modes
  bool ends = false;                     ///< the branch goes no further
};
struct OrbitBranch {
  int period = 1;
  std::vector<BranchPoint> points;
  std::vector<Bifurcation> bifurcations;
};

/// The map for a value of the parameter; null where there is none.
using MapAt = std::function<SectionMap*(double parameter)>;

struct ContinuationOptions {
  double from = 0, to = 1;  ///< the parameter stays between
  double step = 0;          ///< of the parameter, at first; 0: a hundredth
  int most = 400;           ///< points
  int doublings = 0;        ///< how often branches of twice the period are followed too
};

/// The branch of an orbit, both ways, and those that leave it at doublings.
std::vector<OrbitBranch> continuation(const MapAt& map_at, const BranchPoint& start,
                                      const ContinuationOptions& options);

}  // namespace carom
