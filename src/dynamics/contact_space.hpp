#pragma once

/// dynamics/contact_space.hpp
///
/// A mechanism seen from its contacts, whether they touch or not. Everything that asks what
/// contacts do to a mechanism (an impact, the motion between impacts, an analysis) asks here:
///
///     place      where contacts are and how fast:   gaps, v = J q̇ − (surface)
///     inertia    what they feel of it:              W = J M⁻¹Jᵀ + yielding − W_cd K⁻¹W_dc
///     strike     what impulses at them do:          q̇⁺ = q̇⁻ + M⁻¹Jᵀτ, with the drives' couples
///
/// Yielding surfaces give way (their bodies are part of M), and driven joints hold their rates
/// (driven_joints.hpp), so that what is analysed is what strikes and what moves.
///
/// There are several routes to W. They agree to rounding (tests compare them), and
/// `inertia_route` alone says which is gone; so the same impact has the same bits whoever asks.
///
///     small       few links, one or two point contacts, nothing driven, yielding or moved
///                 (small_space.hpp): M of the rates about the mass centre, factorised in registers
///     passes      up to few_contacts: W is gathered while links are eliminated (passes.hpp)
///     recursion   more contacts, or links that have been eliminated already: O(n + c²) by the
///                 forks of the tree (contact_inertia.hpp)
///
/// (dense.hpp has M and J as matrices, for whoever wants to see them and for tests.)

#include <cassert>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "dynamics/contact_inertia.hpp"
#include "dynamics/driven_joints.hpp"
#include "dynamics/passes.hpp"
#include "dynamics/small_space.hpp"

namespace carom {

enum class InertiaRoute : std::uint8_t { small, passes, recursion };

/// The route to W of so many contacts. `small`: the state was placed as that of a small mechanism;
/// `eliminated`: the links have been, for accelerations or for another set of contacts.
constexpr InertiaRoute inertia_route(bool small, bool eliminated, std::size_t contacts) {
  if (small) return InertiaRoute::small;
  return eliminated || contacts > few_contacts ? InertiaRoute::recursion : InertiaRoute::passes;
}

/// Owns all its memory and allocates only when made. One a thread. The tree that it was made for
/// is given with every call; its friction and restitution may change meanwhile.
template <class T>
class ContactSpace {
 public:
  enum class Small : bool { refused, allowed };

  ContactSpace() = default;
  explicit ContactSpace(const TreeOf<T>& tree, Small small = Small::allowed);

  // Place.

  /// Goes to a state, by the shortest way. False where something is not finite; then nothing else
  /// may be asked.
  bool place(const TreeOf<T>& tree, std::span<const T> positions, std::span<const T> velocities,
             const T& time) {
    if constexpr (std::is_same_v<T, double>)
      if (small_.suits() && small_.place(positions.data(), velocities.data())) {
        by_small_ = true;
        links_placed_ = eliminated_ = false;
        factors_.regular = true;
        energy_ = small_.seen().energy;
        speed_ = small_.seen().speed;
        return true;
      }
    return place_links(tree, positions, velocities, time);
  }
  /// The same, and links are placed: not by the route of small mechanisms.
  bool place_links(const TreeOf<T>& tree, std::span<const T> positions,
                   std::span<const T> velocities, const T& time);
  /// After `place`, at the same state: places links where they are not, for whoever looks at them.
  /// What contacts see stays what it is.
  void show_links(const TreeOf<T>& tree, std::span<const T> positions,
                  std::span<const T> velocities, const T& time);

  /// Of all contacts: gaps, m, and v⁻ (t, n), m/s.
  const T* gaps() const {
    if constexpr (std::is_same_v<T, double>)
      if (by_small_) return small_.seen().gap;
    return gap_.data();
  }
  const T* velocities() const {
    if constexpr (std::is_same_v<T, double>)
      if (by_small_) return small_.seen().v;
    return velocity_.data();
  }
  T gap(int contact) const { return gaps()[contact]; }
  T velocity(int contact, int axis) const { return velocities()[2 * contact + axis]; }
  T kinetic_energy() const { return energy_; }
  double speed() const { return speed_; }  ///< m/s; not less than that of any joint or link's end
  const TreePose<T>& pose() const { return shown(pose_); }
  const TreeMotion<T>& motion() const { return shown(motion_); }  ///< before
  std::span<const ContactFrame<T>> frames() const { return shown(frames_); }

  // Inertia.

  /// W (row-major, 2c × 2c) of the contacts `set`, indices in rising order. False where nothing
  /// resists some motion, or drives are not independent.
  bool inertia(const TreeOf<T>& tree, std::span<const int> set, std::span<T> w);
  /// The same without a copy where the view has W of these contacts already: valid until the next
  /// place. Else it is put into `memory`, or there is none: null.
  const T* inertia_in(const TreeOf<T>& tree, std::span<const int> set, std::span<T> memory) {
    if constexpr (std::is_same_v<T, double>)
      if (by_small_ && set.size() == small_.contacts()) return small_.seen().w;
    return inertia(tree, set, memory) ? memory.data() : nullptr;
  }
  /// The same at positions, whatever the velocities.
  bool inertia_at(const TreeOf<T>& tree, std::span<const T> positions, const T& time,
                  std::span<const int> set, std::span<T> w);
  /// The route that `inertia` of so many contacts goes from here.
  InertiaRoute route(std::size_t contacts) const {
    return inertia_route(by_small_, eliminated_, contacts);
  }
  /// Eliminates the links of a state placed by `place_links`: for accelerations, which need no W.
  bool eliminate(const TreeOf<T>& tree);
  /// Nothing is without inertia, as far as was asked.
  bool regular() const { return factors_.regular; }
  const TreeFactors<T>& factors() const { return factors_; }
  DrivenJoints<T>& drives() { return drives_; }

  // Response.

  /// What impulses (t, n) at the contacts `set` do, after `inertia` of them; returns the kinetic
  /// energy after.
  T strike(const TreeOf<T>& tree, std::span<const int> set, std::span<const T> impulse) {
    if constexpr (std::is_same_v<T, double>)
      if (by_small_) return small_.strike(set, impulse, after_.data());
    return strike_plainly(tree, set, impulse);
  }
  std::span<const T> velocities_after() const { return after_; }  ///< generalized
  /// The velocity of any contact after `strike`.
  T velocity_after(const TreeOf<T>& tree, int contact, int axis) const;

  /// The same for links that are placed, but for the energy: the jump of each, what joints pass
  /// on, and the drives' couples.
  void strike_links(const TreeOf<T>& tree, std::span<const int> set, std::span<const T> impulse);
  /// After `strike_links`: the impulse that a link (tree index) receives at its near joint.
  Vec2T<T> through_joint(int link) const { return joint_impulse(factors_, loads_, jump_, link); }
  const TreeMotion<T>& jump() const { return jump_; }
  /// N m s; what each drive gives to its link, after `strike` or `strike_links`.
  std::span<const T> couples() const { return couples_; }

 private:
  template <class Part>
  const Part& shown(const Part& part) const {
    assert(links_placed_);
    return part;
  }
  Arrival<T> arrange(const TreeOf<T>& tree, std::span<const T> positions,
                     std::span<const T> velocities, const T& time);
  T strike_plainly(const TreeOf<T>& tree, std::span<const int> set, std::span<const T> impulse);
  void load(std::span<const int> set, std::span<const T> impulse);
  void load_with_drives(const TreeOf<T>& tree, std::span<const int> set,
                        std::span<const T> impulse);

  SmallSpace small_;
  bool by_small_ = false;      ///< the state was placed by it
  bool links_placed_ = false;  ///< pose, motion and frames are those of the state
  bool eliminated_ = false;    ///< so are the factors
  TreePose<T> pose_;
  TreeMotion<T> motion_, jump_;
  TreeFactors<T> factors_;
  TreeLoads<T> loads_;
  std::vector<unsigned char> gathering_;
  std::vector<ContactFrame<T>> frames_;
  std::vector<T> gap_, velocity_;  ///< of all contacts, but for small mechanisms
  std::vector<T> before_, after_;  ///< q̇⁻ (but of links and small mechanisms), q̇⁺
  T energy_{};
  double speed_ = 0;
  ContactPlan plan_;
  ContactInertia<T> recursion_;
  DrivenJoints<T> drives_;
  std::vector<T> still_;  ///< zeros: q̇ where it does not matter
  std::vector<T> held_;   ///< zeros: drives do not let an impact change their rates
  std::vector<T> couples_;
};

}  // namespace carom
