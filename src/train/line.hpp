#pragma once

/// train/line.hpp
///
/// A train compiled: N segments in a row and the N − 1 interfaces between them, which are springs
/// inside a body or contacts between bodies. Everything is in units of its own (mass M, velocity V,
/// time T, length V·T), so that numbers are near one, and in the frame of the whole train's mass
/// centre.

#include <cstddef>
#include <vector>

#include "carom/train.hpp"
#include "laws/compliant/bimodal.hpp"

namespace carom {

struct LineBody {
  std::size_t first = 0;  ///< its first segment
  std::size_t count = 1;  ///< of its segments
  double mass = 0;        ///< of one segment
  double stiffness = 0;   ///< of one interior spring
  double velocity = 0;    ///< at the start
};

struct LineContact {
  std::size_t interface = 0;  ///< between segments interface − 1 and interface
  Bimodal law;                ///< rigid: only its restitution
  double gap = 0;
  double ratio = 1;  ///< rigid: stiffness against that of the other contacts
};

struct LineUnits {
  double mass = 1;      ///< kg
  double velocity = 1;  ///< m/s
  double time = 1;      ///< s
  double frame = 0;     ///< m/s; velocity of the whole train's mass centre

  double length() const { return velocity * time; }
  double energy() const { return mass * velocity * velocity; }
  double force() const { return mass * velocity / time; }
};

struct Line {
  ContactModel model = ContactModel::hertz;
  bool dissipating = false;  ///< the interior
  double tolerance = 1e-9;
  std::vector<LineBody> bodies;
  std::vector<LineContact> contacts;
  std::vector<Bimodal> springs;  ///< of each body's interior
  LineUnits units;

  std::size_t segments() const { return bodies.back().first + bodies.back().count; }
};

/// `train` has no faults and all its segments are given. The units are one where nothing moves
/// within the train.
Line line_of(const Train& train);

/// About how long the c-th contact would last if its bodies were whole and met with speed one, in
/// the line's units: 2.94 times the depth (exactly so for Hertz, n = 3/2).
double whole_contact_time(const Line& line, std::size_t c);

}  // namespace carom
