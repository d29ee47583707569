#include "dynamics/passes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/dual.hpp"

namespace carom {
namespace {

/// Twice the kinetic energy of what is not a link.
template <class T>
T others_energy(const TreeOf<T>& tree, std::span<const T> velocities) {
  T twice{};
  if (tree.base == BaseKind::slider) twice += tree.slider_mass * velocities[0] * velocities[0];
  if (tree.yielding > 0)
    for (const TreeSurfaceOf<T>& surface : tree.surfaces)
      if (surface.body >= 0) {
        const T& v = velocities[tree.surface_coordinate(surface.body)];
        twice += surface.mass * v * v;
      }
  return twice;
}

template <class T>
T link_energy(const TreeLinkOf<T>& link, const Vec2T<T>& com, const Vec2T<T>& joint,
              const T& rate) {
  const Vec2T<T> v = joint + rate * perpendicular(com);
  return link.mass * dot(v, v) + link.inertia * rate * rate;
}

template <class T>
Vec2T<T> along_base(const TreeOf<T>& tree, const T& displacement) {
  return {tree.slider_direction.x * displacement, tree.slider_direction.y * displacement};
}

/// A contact's unit impulses on their way inward.
template <class T>
struct Carried {
  int at = -1;        ///< the link they have reached
  Vec2T<T> force[2];  ///< on it, of a tangential and a normal impulse
  T torque[2];        ///< about its near joint
};

template <class T>
struct Square {
  T entry[2][2];
};

template <class T>
void add(const LinkFactor<T>& from, LinkFactor<T>& to) {
  to.apparent += from.apparent;
  to.gain += from.gain;
  to.inverse += from.inverse;
  to.bound += from.bound;
}

}  // namespace

template <class T>
Arrival<T> arrive(const TreeOf<T>& tree, std::span<const T> positions,
                  std::span<const T> velocities, TreePose<T>& pose, TreeMotion<T>& motion) {
  using std::cos, std::sin;
  switch (tree.base) {
    case BaseKind::free:
      pose.base = {positions[0], positions[1]};
      motion.base = {velocities[0], velocities[1]};
      break;
    case BaseKind::pinned:
      pose.base = tree.base_position;
      motion.base = {};
      break;
    case BaseKind::slider:
      pose.base = along_base(tree, positions[0]);
      pose.base.x += tree.base_position.x;
      pose.base.y += tree.base_position.y;
      motion.base = along_base(tree, velocities[0]);
      break;
  }
  const int n = static_cast<int>(tree.links.size());
  const int first = tree.base_coordinates();
  T twice = others_energy(tree, velocities);
  double speed = 0;
  LinkPose<T> here;  // of link k, then of link k − 1
  LinkMotion<T> moving;
  for (int k = 0; k < n; ++k) {
    const TreeLinkOf<T>& link = tree.links[k];
    if (link.parent < 0) {
      here.offset = {};
      here.joint = pose.base;
      moving.joint = motion.base;
    } else {
      if (link.parent != k - 1) {
        here = pose.links[link.parent];
        moving = motion.links[link.parent];
      }
      here.offset = rotated(link.attach, here.direction);
      here.joint += here.offset;
      moving.joint += moving.rate * perpendicular(here.offset);
    }
    const T& angle = positions[first + link.file];
    here.direction = {cos(angle), sin(angle)};
    here.com = rotated(link.com, here.direction);
    moving.rate = velocities[first + link.file];
    pose.links[k] = here;
    motion.links[k] = moving;
    twice += link_energy(link, here.com, moving.joint, moving.rate);
    speed = std::max(speed, std::abs(plain(moving.joint.x)) + std::abs(plain(moving.joint.y)) +
                                std::abs(plain(moving.rate)) * plain(link.length));
  }
  return {0.5 * twice, speed};
}

template <class T>
std::vector<unsigned char> gathering_links(const TreeOf<T>& tree) {
  std::vector<unsigned char> gathering(tree.links.size(), 0);
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const int parent = tree.links[k].parent;
    if (parent >= 0 && parent + 1 != static_cast<int>(k)) gathering[parent] = 1;
  }
  return gathering;
}

namespace {

/// `condense` for C contacts: a number known to the compiler keeps them in registers.
template <int C, class T>
void condense_with(const TreeOf<T>& tree, const TreePose<T>& pose,
                   std::span<const unsigned char> gathering,
                   std::span<const ContactFrame<T>> frames, std::span<const int> contacts,
                   TreeFactors<T>& factors, std::span<T> w) {
  const int n = static_cast<int>(tree.links.size());
  std::array<Carried<T>, C> carried;
  std::array<std::array<Square<T>, C>, C> compliance;  // Σ τ_i τ_j/d for j ≤ i
  for (int i = 0; i < C; ++i) {
    const ContactFrame<T>& frame = frames[contacts[i]];
    Carried<T>& own = carried[i];
    own.at = frame.link;
    own.force[0] = frame.tangent;
    own.force[1] = frame.normal;
    for (int a = 0; a < 2; ++a) own.torque[a] = cross(frame.arm, own.force[a]);
    for (int j = 0; j <= i; ++j)
      for (auto& row : compliance[i][j].entry) row[0] = row[1] = T(0);
  }
  factors.regular = true;
  factors.singular_link = -1;
  Sym2<T> at_base;
  LinkFactor<T> inward;  // what link k + 1 hands to link k
  for (int k = n - 1; k >= 0; --k) {
    const TreeLinkOf<T>& link = tree.links[k];
    const LinkPose<T>& here = pose.links[k];
    if (gathering[k] != 0) add(factors.links[k], inward);
    const T inertia = link.inertia + link.mass * dot(link.com, link.com);
    Sym2<T> apparent = inward.apparent;
    apparent.xx += link.mass;
    apparent.yy += link.mass;
    const Vec2T<T> b = inward.gain + link.mass * perpendicular(here.com);
    T d = inertia + inward.inverse;
    const T bound = inertia + inward.bound;
    if (!(d > singular_pivot * bound)) {
      factors.regular = false;
      factors.singular_link = k;
      d = bound > 0 ? bound : T(1);
    }
    // What the parent receives, Âr⊥ and r⊥·Âr⊥, is formed beside Â from A and b, so that from one
    // link's 1/d to the next one's d lie only three operations: the pass waits for little else.
    const Vec2T<T> turn = perpendicular(here.offset);
    const Vec2T<T> whole = apparent * turn;
    const T across = dot(b, turn);
    const T whole_along = dot(turn, whole);
    const T trace = apparent.xx + apparent.yy;
    const T inverse = 1.0 / d;
    const Vec2T<T> gain = inverse * b;
    const T given = across * inverse;
    const Vec2T<T> moved = whole - given * b;
    const T along = whole_along - across * given;
    apparent.xx -= b.x * gain.x;
    apparent.xy -= b.x * gain.y;
    apparent.yy -= b.y * gain.y;
    factors.links[k] = {apparent, gain, inverse, bound};
    for (int i = 0; i < C; ++i) {
      if (carried[i].at != k) continue;
      const T spun[2] = {carried[i].torque[0] * inverse, carried[i].torque[1] * inverse};
      for (int j = 0; j <= i; ++j)
        if (carried[j].at == k)
          for (int a = 0; a < 2; ++a)
            for (int e = 0; e < 2; ++e)
              compliance[i][j].entry[a][e] += spun[a] * carried[j].torque[e];
    }
    for (Carried<T>& own : carried) {
      if (own.at != k) continue;
      own.at = link.parent;
      for (int a = 0; a < 2; ++a) {
        own.force[a] -= own.torque[a] * gain;
        own.torque[a] = cross(here.offset, own.force[a]);
      }
    }
    if (link.parent < 0) {
      at_base += apparent;
      inward = {};
      continue;
    }
    inward = {apparent, moved, along, dot(turn, turn) * trace};
    if (link.parent != k - 1) {
      add(inward, factors.links[link.parent]);
      inward = {};
    }
  }
  if (!factors.regular) return;
  factorize_base(tree, at_base, factors);
  for (int i = 0; i < C; ++i)
    for (int a = 0; a < 2; ++a) {
      const Vec2T<T> response = factors.base_response * carried[i].force[a];
      for (int j = 0; j <= i; ++j)
        for (int e = 0; e < 2; ++e) {
          const T value = compliance[i][j].entry[a][e] + dot(response, carried[j].force[e]);
          w[(2 * i + a) * 2 * C + 2 * j + e] = value;
          w[(2 * j + e) * 2 * C + 2 * i + a] = value;
        }
    }
}

}  // namespace

template <class T>
void condense(const TreeOf<T>& tree, const TreePose<T>& pose,
              std::span<const unsigned char> gathering, std::span<const ContactFrame<T>> frames,
              std::span<const int> contacts, TreeFactors<T>& factors, std::span<T> w) {
  for (std::size_t k = 0; k < tree.links.size(); ++k)
    if (gathering[k] != 0) factors.links[k] = {};
  switch (contacts.size()) {
    case 1:
      return condense_with<1>(tree, pose, gathering, frames, contacts, factors, w);
    case 2:
      return condense_with<2>(tree, pose, gathering, frames, contacts, factors, w);
    case 3:
      return condense_with<3>(tree, pose, gathering, frames, contacts, factors, w);
    case 4:
      return condense_with<4>(tree, pose, gathering, frames, contacts, factors, w);
    default:
      return condense_with<0>(tree, pose, gathering, frames, contacts, factors, w);
  }
}

template <class T>
T depart(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeFactors<T>& factors,
         const TreeMotion<T>& before, TreeLoads<T>& loads, TreeMotion<T>& jump,
         std::span<T> velocities) {
  const int n = static_cast<int>(tree.links.size());
  Vec2T<T> at_base{};
  LinkLoad<T> inward;  // what link k + 1 hands to link k
  for (int k = n - 1; k >= 0; --k) {
    const LinkLoad<T>& own = loads.links[k];
    const Vec2T<T>& gain = factors.links[k].gain;
    const Vec2T<T>& offset = pose.links[k].offset;
    const Vec2T<T> force = own.force + inward.force;
    const T torque = own.torque + inward.torque;
    const Vec2T<T> felt = force - torque * gain;
    // cross(offset, felt), with the least to wait for.
    const T turning = cross(offset, force) - torque * cross(offset, gain);
    loads.links[k] = {felt, torque};
    const int parent = tree.links[k].parent;
    inward = {};
    if (parent < 0) {
      at_base += felt;
    } else if (parent == k - 1) {
      inward = {felt, turning};
    } else {
      loads.links[parent].force += felt;
      loads.links[parent].torque += turning;
    }
  }
  jump.base = base_motion(tree, factors, at_base, loads.slider);
  if (tree.base == BaseKind::free) {
    velocities[0] += jump.base.x;
    velocities[1] += jump.base.y;
  } else if (tree.base == BaseKind::slider) {
    velocities[0] += tree.slider_direction.x * jump.base.x + tree.slider_direction.y * jump.base.y;
  }
  const int first = tree.base_coordinates();
  T twice = others_energy(tree, std::span<const T>(velocities));
  LinkMotion<T> here;  // of link k, then of link k − 1
  for (int k = 0; k < n; ++k) {
    const TreeLinkOf<T>& link = tree.links[k];
    const LinkFactor<T>& factor = factors.links[k];
    if (link.parent < 0) {
      here.joint = jump.base;
      here.rate = loads.links[k].torque * factor.inverse - dot(factor.gain, here.joint);
    } else {
      if (link.parent != k - 1) here = jump.links[link.parent];
      // The same with the new joint, but waiting only for the parent's rate.
      const Vec2T<T> turn = perpendicular(pose.links[k].offset);
      const T rate = loads.links[k].torque * factor.inverse - dot(factor.gain, here.joint) -
                     here.rate * dot(factor.gain, turn);
      here.joint += here.rate * turn;
      here.rate = rate;
    }
    jump.links[k] = here;
    const LinkMotion<T>& old = before.links[k];
    const T rate = old.rate + here.rate;
    velocities[first + link.file] = rate;
    twice += link_energy(link, pose.links[k].com, old.joint + here.joint, rate);
  }
  return 0.5 * twice;
}

#define CAROM_INSTANTIATE(T)                                                                      \
  template Arrival<T> arrive<T>(const TreeOf<T>&, std::span<const T>, std::span<const T>,         \
                                TreePose<T>&, TreeMotion<T>&);                                    \
  template void condense<T>(const TreeOf<T>&, const TreePose<T>&, std::span<const unsigned char>, \
                            std::span<const ContactFrame<T>>, std::span<const int>,               \
                            TreeFactors<T>&, std::span<T>);                                       \
  template std::vector<unsigned char> gathering_links<T>(const TreeOf<T>&);                       \
  template T depart<T>(const TreeOf<T>&, const TreePose<T>&, const TreeFactors<T>&,               \
                       const TreeMotion<T>&, TreeLoads<T>&, TreeMotion<T>&, std::span<T>);
CAROM_INSTANTIATE(double)
CAROM_INSTANTIATE(Sloped)
#undef CAROM_INSTANTIATE

}  // namespace carom
