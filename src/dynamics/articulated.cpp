#include "dynamics/articulated.hpp"

#include "base/dual.hpp"

namespace carom {
namespace {

/// Joint and rate of every link from what its loads became on the way inward. `centripetal` adds
/// −ω²·offset to a child's joint.
template <class T, bool centripetal>
void outward(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeFactors<T>& factors,
             const TreeLoads<T>& loads, const TreeMotion<T>* motion, TreeMotion<T>& response) {
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const int parent = tree.links[k].parent;
    const LinkFactor<T>& factor = factors.links[k];
    LinkMotion<T>& here = response.links[k];
    if (parent < 0) {
      here.joint = response.base;
    } else {
      const Vec2T<T>& offset = pose.links[k].offset;
      here.joint =
          response.links[parent].joint + response.links[parent].rate * perpendicular(offset);
      if constexpr (centripetal) {
        const T& rate = motion->links[parent].rate;
        here.joint -= rate * rate * offset;
      }
    }
    here.rate = loads.links[k].torque * factor.inverse - dot(factor.gain, here.joint);
  }
}

}  // namespace

template <class T>
void factorize(const TreeOf<T>& tree, const TreePose<T>& pose, TreeFactors<T>& factors) {
  const int n = static_cast<int>(tree.links.size());
  for (int k = 0; k < n; ++k) {
    const TreeLinkOf<T>& link = tree.links[k];
    const Vec2T<T>& com = pose.links[k].com;
    LinkFactor<T>& own = factors.links[k];
    own.apparent = {link.mass, T(0), link.mass};
    own.gain = {-link.mass * com.y, link.mass * com.x};
    own.inverse = link.inertia + link.mass * dot(link.com, link.com);
    own.bound = own.inverse;
  }
  factors.regular = true;
  factors.singular_link = -1;
  Sym2<T> at_base;
  LinkFactor<T> inward;  // what link k + 1 hands to link k; other children write to memory
  for (int k = n - 1; k >= 0; --k) {
    LinkFactor<T>& own = factors.links[k];
    Sym2<T> apparent = own.apparent;
    apparent += inward.apparent;
    const Vec2T<T> b = own.gain + inward.gain;
    T d = own.inverse + inward.inverse;
    const T bound = own.bound + inward.bound;
    if (!(d > singular_pivot * bound)) {
      factors.regular = false;
      factors.singular_link = k;
      d = bound > 0 ? bound : T(1);
    }
    const T trace = apparent.xx + apparent.yy;
    const T inverse = 1.0 / d;
    const Vec2T<T> gain = inverse * b;
    apparent.xx -= b.x * gain.x;
    apparent.xy -= b.x * gain.y;
    apparent.yy -= b.y * gain.y;
    own = {apparent, gain, inverse, bound};
    const int parent = tree.links[k].parent;
    if (parent < 0) {
      at_base += apparent;
      inward = {};
      continue;
    }
    const Vec2T<T> turn = perpendicular(pose.links[k].offset);
    const Vec2T<T> carried = apparent * turn;
    inward = {apparent, carried, dot(turn, carried), dot(turn, turn) * trace};
    if (parent != k - 1) {
      LinkFactor<T>& up = factors.links[parent];
      up.apparent += inward.apparent;
      up.gain += inward.gain;
      up.inverse += inward.inverse;
      up.bound += inward.bound;
      inward = {};
    }
  }
  if (factors.regular) factorize_base(tree, at_base, factors);
}

template <class T>
void respond(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeFactors<T>& factors,
             TreeLoads<T>& loads, TreeMotion<T>& response) {
  Vec2T<T> at_base{};
  for (int k = static_cast<int>(tree.links.size()) - 1; k >= 0; --k) {
    LinkLoad<T>& load = loads.links[k];
    load.force -= load.torque * factors.links[k].gain;
    const int parent = tree.links[k].parent;
    if (parent < 0) {
      at_base += load.force;
    } else {
      loads.links[parent].force += load.force;
      loads.links[parent].torque += cross(pose.links[k].offset, load.force);
    }
  }
  response.base = base_motion(tree, factors, at_base, loads.slider);
  outward<T, false>(tree, pose, factors, loads, nullptr, response);
}

template <class T>
void accelerate(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeFactors<T>& factors,
                const TreeMotion<T>& motion, TreeLoads<T>& loads, TreeMotion<T>& acceleration) {
  Vec2T<T> at_base{};
  for (int k = static_cast<int>(tree.links.size()) - 1; k >= 0; --k) {
    LinkLoad<T>& load = loads.links[k];
    const T& rate = motion.links[k].rate;
    load.force += tree.links[k].mass * rate * rate * pose.links[k].com;
    load.force -= load.torque * factors.links[k].gain;
    const int parent = tree.links[k].parent;
    if (parent < 0) {
      at_base += load.force;
    } else {
      const T& turning = motion.links[parent].rate;
      const Vec2T<T>& offset = pose.links[k].offset;
      const Vec2T<T> felt = load.force + factors.links[k].apparent * (turning * turning * offset);
      loads.links[parent].force += felt;
      loads.links[parent].torque += cross(offset, felt);
    }
  }
  acceleration.base = base_motion(tree, factors, at_base, loads.slider);
  outward<T, true>(tree, pose, factors, loads, &motion, acceleration);
}

#define CAROM_INSTANTIATE(T)                                                               \
  template void factorize<T>(const TreeOf<T>&, const TreePose<T>&, TreeFactors<T>&);       \
  template void respond<T>(const TreeOf<T>&, const TreePose<T>&, const TreeFactors<T>&,    \
                           TreeLoads<T>&, TreeMotion<T>&);                                 \
  template void accelerate<T>(const TreeOf<T>&, const TreePose<T>&, const TreeFactors<T>&, \
                              const TreeMotion<T>&, TreeLoads<T>&, TreeMotion<T>&);
CAROM_INSTANTIATE(double)
CAROM_INSTANTIATE(Sloped)
#undef CAROM_INSTANTIATE

}  // namespace carom
