#include "dynamics/contacts.hpp"

#include "base/dual.hpp"

namespace carom {
namespace {

template <class T>
struct Moved {
  std::array<T, 2> displacement{};
  std::array<T, 2> velocity{};
  std::array<T, 2> acceleration{};
};

/// Displacement of a moved surface along (t, n) and its exact rates.
template <class T>
Moved<T> moved(const TreeSurfaceOf<T>& surface, const T& time) {
  Moved<T> result;
  if (!surface.moved) return result;
  using Second = Dual<Dual<T>>;
  const Second now{Dual<T>(time, {T(1)}), {Dual<T>(T(1))}};
  const FormulaOf<T>* motions[] = {&surface.tangential_motion, &surface.normal_motion};
  for (int axis = 0; axis < 2; ++axis) {
    const Second d = (*motions[axis])(std::span<const Second>(&now, 1));
    result.displacement[axis] = d.value.value;
    result.velocity[axis] = d.value.slope[0];
    result.acceleration[axis] = d.slope[0].slope[0];
  }
  return result;
}

template <class T>
T outline_angle(const TreeOf<T>& tree, const TreeContactOf<T>& contact,
                std::span<const T> positions) {
  return positions[tree.angle_coordinate(contact.link)] + contact.outline_angle -
         tree.surfaces[contact.surface].angle;
}

}  // namespace

template <class T>
void frame_contacts(const TreeOf<T>& tree, const TreePose<T>& pose, std::span<const T> positions,
                    const T& time, std::span<ContactFrame<T>> frames) {
  for (std::size_t i = 0; i < tree.contacts.size(); ++i)
    frame_contact(tree, pose, positions, time, static_cast<int>(i), frames[i]);
}

template <class T>
void frame_outline(const TreeOf<T>& tree, const TreeContactOf<T>& contact,
                   std::span<const T> positions, ContactFrame<T>& frame) {
  const Support<T> s = support(contact.outline, outline_angle(tree, contact, positions));
  frame.arm = frame.arm - s.h * frame.normal - s.dh * frame.tangent;
  frame.gap -= s.h;
}

template <class T>
T surface_displacement(const TreeSurfaceOf<T>& surface, const T& time) {
  return moved(surface, time).displacement[1];
}

template <class T>
std::array<T, 2> surface_velocity(const TreeSurfaceOf<T>& surface, const T& time) {
  return moved(surface, time).velocity;
}

template <class T>
void drift(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeMotion<T>& motion,
           TreeMotion<T>& acceleration) {
  acceleration.base = {};
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const int parent = tree.links[k].parent;
    LinkMotion<T>& here = acceleration.links[k];
    here = {};
    if (parent >= 0) {
      const T& rate = motion.links[parent].rate;
      here.joint = acceleration.links[parent].joint - rate * rate * pose.links[k].offset;
    }
  }
}

template <class T>
std::array<T, 2> contact_drift(const TreeOf<T>& tree, int contact, const ContactFrame<T>& frame,
                               const TreePose<T>& pose, const TreeMotion<T>& motion,
                               const TreeMotion<T>& drift, std::span<const T> positions,
                               const T& time) {
  const TreeContactOf<T>& described = tree.contacts[contact];
  const TreeSurfaceOf<T>& surface = tree.surfaces[described.surface];
  const T& rate = motion.links[frame.link].rate;
  const Vec2T<T> centre = rotated(described.centre, pose.links[frame.link].direction);
  const Vec2T<T> beta = drift.links[frame.link].joint - rate * rate * centre;
  std::array<T, 2> gamma{dot(frame.tangent, beta), dot(frame.normal, beta)};
  if (!is_point(described.outline)) {
    const Support<T> s = support(described.outline, outline_angle(tree, described, positions));
    gamma[0] += s.dh * rate * rate;
    gamma[1] -= s.ddh * rate * rate;
  }
  if (surface.moved) {
    const auto own = moved(surface, time).acceleration;
    gamma[0] -= own[0];
    gamma[1] -= own[1];
  }
  return gamma;
}

#define CAROM_INSTANTIATE(T)                                                                    \
  template void frame_contacts<T>(const TreeOf<T>&, const TreePose<T>&, std::span<const T>,     \
                                  const T&, std::span<ContactFrame<T>>);                        \
  template void frame_outline<T>(const TreeOf<T>&, const TreeContactOf<T>&, std::span<const T>, \
                                 ContactFrame<T>&);                                             \
  template T surface_displacement<T>(const TreeSurfaceOf<T>&, const T&);                        \
  template std::array<T, 2> surface_velocity<T>(const TreeSurfaceOf<T>&, const T&);             \
  template void drift<T>(const TreeOf<T>&, const TreePose<T>&, const TreeMotion<T>&,            \
                         TreeMotion<T>&);                                                       \
  template std::array<T, 2> contact_drift<T>(const TreeOf<T>&, int, const ContactFrame<T>&,     \
                                             const TreePose<T>&, const TreeMotion<T>&,          \
                                             const TreeMotion<T>&, std::span<const T>, const T&);
CAROM_INSTANTIATE(double)
CAROM_INSTANTIATE(Sloped)
#undef CAROM_INSTANTIATE

}  // namespace carom
