#include "dynamics/contact_space.hpp"

#include <algorithm>

#include "base/dual.hpp"

namespace carom {

template <class T>
ContactSpace<T>::ContactSpace(const TreeOf<T>& tree, Small small)
    : pose_(tree),
      motion_(tree),
      jump_(tree),
      factors_(tree),
      loads_(tree),
      gathering_(gathering_links(tree)),
      frames_(tree.contacts.size()),
      gap_(tree.contacts.size()),
      velocity_(2 * tree.contacts.size()),
      before_(tree.degrees_of_freedom()),
      after_(tree.degrees_of_freedom()),
      plan_(tree),
      recursion_(tree),
      drives_(tree),
      still_(tree.degrees_of_freedom()),
      held_(tree.drives.size()),
      couples_(tree.drives.size()) {
  if constexpr (std::is_same_v<T, double>)
    if (small == Small::allowed) small_ = SmallSpace(tree);
}

/// Pose, motion and frames.
template <class T>
Arrival<T> ContactSpace<T>::arrange(const TreeOf<T>& tree, std::span<const T> positions,
                                    std::span<const T> velocities, const T& time) {
  links_placed_ = true;
  const Arrival<T> arrival = arrive(tree, positions, velocities, pose_, motion_);
  for (std::size_t i = 0; i < frames_.size(); ++i)
    frame_contact(tree, pose_, positions, time, static_cast<int>(i), frames_[i]);
  return arrival;
}

template <class T>
bool ContactSpace<T>::place_links(const TreeOf<T>& tree, std::span<const T> positions,
                                  std::span<const T> velocities, const T& time) {
  by_small_ = eliminated_ = false;
  factors_.regular = true;
  // Velocities of links are in `motion_`; their angles and all velocities are in the energy.
  double check = 0;  // unless something is not finite
  const auto take = [&](std::size_t i) {
    before_[i] = velocities[i];
    check += 0 * plain(positions[i]);
  };
  const std::size_t base = static_cast<std::size_t>(tree.base_coordinates());
  for (std::size_t i = 0; i < base; ++i) take(i);
  for (std::size_t i = base + tree.links.size(); i < velocities.size(); ++i) take(i);
  const Arrival<T> arrival = arrange(tree, positions, velocities, time);
  energy_ = arrival.kinetic_energy;
  speed_ = arrival.speed;
  check += 0 * plain(energy_);
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const auto v =
        contact_velocity(tree, static_cast<int>(i), frames_[i], motion_, velocities, time);
    gap_[i] = frames_[i].gap;
    velocity_[2 * i] = v[0];
    velocity_[2 * i + 1] = v[1];
    check += 0 * plain(v[0]) + 0 * plain(v[1]) + 0 * plain(frames_[i].gap);
  }
  return check == 0;
}

template <class T>
void ContactSpace<T>::show_links(const TreeOf<T>& tree, std::span<const T> positions,
                                 std::span<const T> velocities, const T& time) {
  if (!links_placed_) arrange(tree, positions, velocities, time);
}

template <class T>
bool ContactSpace<T>::inertia(const TreeOf<T>& tree, std::span<const int> set, std::span<T> w) {
  const InertiaRoute way = route(set.size());
  if constexpr (std::is_same_v<T, double>)
    if (way == InertiaRoute::small) {
      small_.inertia(set, w);
      return true;
    }
  const std::span<const ContactFrame<T>> frames(frames_);
  if (!eliminated_) {
    condense(tree, pose_, std::span<const unsigned char>(gathering_), frames, set, factors_, w);
    if (!factors_.regular) return false;
    if (drives_.any() && !drives_.prepare(tree, pose_, factors_)) return false;
    eliminated_ = true;
  }
  if (way == InertiaRoute::recursion) {
    plan_.choose(tree, set);
    recursion_.compute(tree, pose_, factors_, plan_, frames, w);
  } else {
    add_yielding(tree, frames, set, w);
  }
  if (drives_.any()) drives_.reduce(frames, set, w);
  return true;
}

template <class T>
bool ContactSpace<T>::inertia_at(const TreeOf<T>& tree, std::span<const T> positions, const T& time,
                                 std::span<const int> set, std::span<T> w) {
  return place(tree, positions, still_, time) && inertia(tree, set, w);
}

template <class T>
bool ContactSpace<T>::eliminate(const TreeOf<T>& tree) {
  factorize(tree, shown(pose_), factors_);
  eliminated_ = factors_.regular && (!drives_.any() || drives_.prepare(tree, pose_, factors_));
  return eliminated_;
}

template <class T>
void ContactSpace<T>::load(std::span<const int> set, std::span<const T> impulse) {
  loads_.clear();
  for (std::size_t i = 0; i < set.size(); ++i)
    load_contact(frames_[set[i]], impulse[2 * i], impulse[2 * i + 1], loads_);
}

/// The impulses, and the couples with which the drives answer.
template <class T>
void ContactSpace<T>::load_with_drives(const TreeOf<T>& tree, std::span<const int> set,
                                       std::span<const T> impulse) {
  load(set, impulse);
  if (!drives_.any()) return;
  respond(tree, pose_, factors_, loads_, jump_);
  std::ranges::copy(drives_.couples(tree, jump_, held_), couples_.begin());
  load(set, impulse);
  drives_.add(tree, std::span<const T>(couples_), loads_);
}

template <class T>
T ContactSpace<T>::strike_plainly(const TreeOf<T>& tree, std::span<const int> set,
                                  std::span<const T> impulse) {
  const std::size_t base = static_cast<std::size_t>(tree.base_coordinates());
  for (std::size_t i = 0; i < base; ++i) after_[i] = before_[i];
  for (std::size_t i = base + tree.links.size(); i < before_.size(); ++i) after_[i] = before_[i];
  for (std::size_t i = 0; i < set.size(); ++i) {
    const ContactFrame<T>& frame = frames_[set[i]];
    if (frame.body >= 0)
      after_[tree.surface_coordinate(frame.body)] -=
          (frame.yield[0] * impulse[2 * i] + frame.yield[1] * impulse[2 * i + 1]) /
          tree.surfaces[tree.contacts[set[i]].surface].mass;
  }
  load_with_drives(tree, set, impulse);
  return depart(tree, pose_, factors_, motion_, loads_, jump_, std::span<T>(after_));
}

template <class T>
T ContactSpace<T>::velocity_after(const TreeOf<T>& tree, int contact, int axis) const {
  if constexpr (std::is_same_v<T, double>)
    if (by_small_) return small_.velocity_after(contact, axis);
  const ContactFrame<T>& frame = frames_[contact];
  const LinkMotion<T>& jumped = jump_.links[frame.link];
  const Vec2T<T> dv = jumped.joint + jumped.rate * perpendicular(frame.arm);
  const Vec2T<T>& direction = axis == 0 ? frame.tangent : frame.normal;
  T v = velocity(contact, axis) + direction.x * dv.x + direction.y * dv.y;
  if (frame.body >= 0) {
    const int i = tree.surface_coordinate(frame.body);
    v -= frame.yield[axis] * (after_[i] - before_[i]);
  }
  return v;
}

template <class T>
void ContactSpace<T>::strike_links(const TreeOf<T>& tree, std::span<const int> set,
                                   std::span<const T> impulse) {
  if (!eliminated_) eliminate(tree);
  load_with_drives(tree, set, impulse);
  respond(tree, pose_, factors_, loads_, jump_);
}

template class ContactSpace<double>;
template class ContactSpace<Sloped>;

}  // namespace carom
