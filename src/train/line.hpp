#pragma once

/// train/line.hpp
///
/// A train compiled: N segments in a row and the N − 1 interfaces between them, which are springs
/// inside a body or contacts between bodies. Everything is in units of its own (mass M, velocity V,
/// time T, length V·T), so that numbers are near one, and in the frame of the whole train's mass
/// centre.
///
/// Its numbers are of any scalar: with `Sloped` they carry the slopes of a train's numbers. Units
/// are plain, those of the train as it is.

#include <cstddef>
#include <functional>
#include <vector>

#include "base/dual.hpp"
#include "carom/train.hpp"
#include "laws/compliant/bimodal.hpp"

namespace carom {

template <class T>
struct LineBodyOf {
  std::size_t first = 0;  ///< its first segment
  std::size_t count = 1;  ///< of its segments
  T mass{};               ///< of one segment
  T stiffness{};          ///< of one interior spring
  T velocity{};           ///< at the start
};
using LineBody = LineBodyOf<double>;

template <class T>
struct LineContactOf {
  std::size_t interface = 0;  ///< between segments interface − 1 and interface
  BimodalOf<T> law{};         ///< rigid: only its restitution
  T gap{};
  T ratio = 1;  ///< rigid: stiffness against that of the other contacts
};
using LineContact = LineContactOf<double>;

struct LineUnits {
  double mass = 1;      ///< kg
  double velocity = 1;  ///< m/s
  double time = 1;      ///< s
  double frame = 0;     ///< m/s; velocity of the whole train's mass centre

  double length() const { return velocity * time; }
  double energy() const { return mass * velocity * velocity; }
  double force() const { return mass * velocity / time; }
};

template <class T>
struct LineOf {
  ContactModel model = ContactModel::hertz;
  bool dissipating = false;  ///< the interior
  double tolerance = 1e-9;
  std::vector<LineBodyOf<T>> bodies;
  std::vector<LineContactOf<T>> contacts;
  std::vector<BimodalOf<T>> springs;  ///< of each body's interior
  LineUnits units;

  std::size_t segments() const { return bodies.back().first + bodies.back().count; }
};
using Line = LineOf<double>;
using SlopedLine = LineOf<Sloped>;

/// `train` has no faults and all its segments are given. The units are one where nothing moves
/// within the train.
Line line_of(const Train& train);

/// A number of a train, where it lies, with its slopes.
using TrainNumbers = std::function<Sloped(const double&)>;

/// The same with slopes.
SlopedLine sloped_line_of(const Train& train, const TrainNumbers& numbers);

/// About how long the c-th contact would last if its bodies were whole and met with speed one, in
/// the line's units: 2.94 times the depth (exactly so for Hertz, n = 3/2).
double whole_contact_time(const Line& line, std::size_t c);

}  // namespace carom
