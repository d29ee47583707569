#pragma once

/// dynamics/world_places.hpp
///
/// Where the joints, far ends, contacts and the mass centre of a mechanism are, in world axes and
/// in the order of its description.

#include <span>
#include <vector>

#include "dynamics/contacts.hpp"

namespace carom {

/// kg; of the links and a slider.
double moving_mass(const Tree& tree);

/// The centre of that mass, m. The mass must be above zero.
Vec2 mass_centre(const Tree& tree, const TreePose<double>& pose);

/// Reused from place to place.
class WorldPlaces {
 public:
  explicit WorldPlaces(const Tree& tree);

  void find(std::span<const double> positions, double time);

  std::span<const Vec2> joints() const { return joints_; }      ///< the near joint of every link
  std::span<const Vec2> ends() const { return ends_; }          ///< the far end of every link
  std::span<const Vec2> contacts() const { return contacts_; }  ///< what is next to the surface
  Vec2 mass_centre() const { return mass_centre_; }

 private:
  const Tree& tree_;
  TreePose<double> pose_;
  std::vector<Vec2> joints_, ends_, contacts_;
  Vec2 mass_centre_;
};

}  // namespace carom
