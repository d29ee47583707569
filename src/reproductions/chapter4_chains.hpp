#pragma once

/// reproductions/chapter4_chains.hpp
///
/// The chains of chapter 4 (Alluhydan 2019): equal rods, the first mass rests on the floor, the
/// last strikes a surface. Angles in degrees.

#include <numbers>
#include <string>
#include <vector>

#include "study/study.hpp"

namespace carom::chapter4 {

inline constexpr double degree = std::numbers::pi / 180;

struct Chain {
  std::vector<double> masses;       ///< kg, at the ends of the rods
  double length = 1;                ///< m
  double rod_mass = 0;              ///< kg, uniform
  std::vector<std::string> angles;  ///< formulas in x (degrees), one a rod; "close" is solved
  double strike_angle = 0;          ///< °, of the struck surface
  std::string strike_x = "0";       ///< a point of it
  std::string strike_y = "0";
  double from = 1, to = 89;     ///< °, of x
  double start = 45;            ///< °; a value at which the chain closes
  double rest_angle = 0;        ///< °, of the surface below the resting mass
  std::vector<double> rates{};  ///< rad/s, one a rod; none: at rest
};

/// A scenario file's text.
std::string scenario(const Chain& chain);

CriticalReport critical_of(const Chain& chain);

/// The critical point with a right angle between rods L1 and L2 (or, where rods have mass, the only
/// one), and the angle between these rods there.
struct RightAngle {
  double at;
  double between;
};
RightAngle right_angle(const Chain& chain);

/// Three masses of the rig, massless rods: both ends on the floor; the struck end on a level at
/// `height`, or on an incline that starts 0.8 L away.
Chain flat();
Chain on_level(double height);
Chain on_incline(double incline);

/// The rig of Figure 4.8: 544 g at the ends, rods of 28 cm. The mass of a rod and of the joint's
/// housing are not printed: kg, unless said otherwise those of steel rods (a third of an end mass)
/// and of a housing that is not solid.
inline constexpr double steel_rod = 0.544 / 3, some_housing = 0.6;
Chain rig_on_floor(double rod = steel_rod, double housing = some_housing);
Chain rig_on_incline(double incline, double rod = steel_rod, double housing = some_housing);

/// Five masses: one angle moves through a condition, the others stay clear of theirs.
struct FiveMassCase {
  std::vector<std::string> angles;
  double expected;
  const char* condition;  ///< of equation 4.31, that `expected` fulfils
};
const std::vector<FiveMassCase>& five_mass_cases();
Chain five_masses(const FiveMassCase& one);

/// What a unit impulse does to the resting mass at some x: V − G F of `transmit`, 1/kg; above zero
/// it leaves, below it is pressed on.
struct OutcomePoint {
  double x;
  double between;  ///< the angle between rods L1 and L2
  double outcome;
};
/// At `count` x at equal steps; those at which the chain does not close are left out.
std::vector<OutcomePoint> outcomes(const Chain& chain, double from, double to, int count);

}  // namespace carom::chapter4
