#include "dynamics/world_places.hpp"

namespace carom {

double moving_mass(const Tree& tree) {
  double mass = 0;
  for (const TreeLink& link : tree.links) mass += link.mass;
  if (tree.base == BaseKind::slider) mass += tree.slider_mass;
  return mass;
}

Vec2 mass_centre(const Tree& tree, const TreePose<double>& pose) {
  Vec2 moment;
  for (std::size_t k = 0; k < tree.links.size(); ++k)
    moment += tree.links[k].mass * (pose.links[k].joint + pose.links[k].com);
  if (tree.base == BaseKind::slider) moment += tree.slider_mass * pose.base;
  return (1 / moving_mass(tree)) * moment;
}

WorldPlaces::WorldPlaces(const Tree& tree)
    : tree_(tree),
      pose_(tree),
      joints_(tree.links.size()),
      ends_(tree.links.size()),
      contacts_(tree.contacts.size()) {}

void WorldPlaces::find(std::span<const double> positions, double time) {
  place(tree_, positions, pose_);
  for (std::size_t k = 0; k < tree_.links.size(); ++k) {
    const TreeLink& link = tree_.links[k];
    joints_[link.file] = pose_.links[k].joint;
    ends_[link.file] = point_position(pose_, static_cast<int>(k), {link.length, 0});
  }
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    ContactFrame<double> frame;
    frame_contact(tree_, pose_, positions, time, static_cast<int>(i), frame);
    contacts_[i] = frame.point;
  }
  mass_centre_ = carom::mass_centre(tree_, pose_);
}

}  // namespace carom
