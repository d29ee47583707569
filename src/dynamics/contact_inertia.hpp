#pragma once

/// dynamics/contact_inertia.hpp
///
/// The contact-space inverse inertia W = J M⁻¹ Jᵀ by a recursion along the tree, in O(n + c²) for n
/// links and c contacts, with no allocation in the call.
///
/// Let K be the velocity of a link's near joint per force on it, in the whole tree. A force f and
/// torque τ on the link (about the joint) give, with g and d of articulated.hpp and y = K g,
///
///     joint  u = K f − y τ,      rate  ω = −y·f + (1/d + g·y) τ
///
/// so the joint of a child at offset r has K_c = K − r⊥yᵀ − y r⊥ᵀ + (1/d + g·y) r⊥r⊥ᵀ: one pass
/// outward gives every K. Two contacts meet at a fork: the last link on both their ways to the
/// base. There W_ij = w_iᵀ (response) w_j with w = (f, τ) of a unit impulse carried to the fork; a
/// link k between (with only the child c on the way) turns a force at c's joint into
/// (1 − g_k r_c⊥ᵀ) f at its own, and such links are multiplied together once for all contacts
/// beyond. There are fewer than 2c forks, and each pair of contacts meets at one of them. Contacts
/// are taken in an order in which those beyond a fork stand together, the largest branch first, so
/// that what is done to them is a loop over arrays.

#include <span>
#include <vector>

#include "dynamics/articulated.hpp"
#include "dynamics/contacts.hpp"

namespace carom {

/// The forks for one choice of contacts. Depends on the tree and the choice, not on the state.
class ContactPlan {
 public:
  ContactPlan() = default;
  /// Reserves for any choice among the tree's contacts.
  template <class T>
  explicit ContactPlan(const TreeOf<T>& tree);

  /// Plans for `contacts` (indices into tree.contacts). Does nothing when they are those planned
  /// already; allocates nothing.
  template <class T>
  void choose(const TreeOf<T>& tree, std::span<const int> contacts);

  std::span<const int> contacts() const { return contacts_; }

 private:
  template <class T>
  friend class ContactInertia;

  struct Branch {
    int contact = -1;  ///< position in `contacts_`, or −1
    int fork = -1;     ///< index of a fork, or −1
    int entry = -1;    ///< the child link through which that fork's way arrives; −1: none
    int next = -1;
  };
  struct Fork {
    int link = -1;  ///< tree index; −1: the base
    int first_branch = -1;
    int begin = 0;  ///< its contacts are order_[begin, end)
    int end = 0;
    int number = 0;       ///< of contacts
    bool climbs = false;  ///< another fork lies further in
  };

  int contacts_beyond(const Branch& branch) const;
  void put_largest_first(int& first_branch);
  void flatten(int fork, int& next);

  std::vector<int> contacts_;
  std::vector<Branch> branches_;
  std::vector<Fork> forks_;   ///< outer ones first
  std::vector<int> order_;    ///< positions in `contacts_`, grouped by fork and branch
  std::vector<int> path_;     ///< links on the way to contacts, parents first
  std::vector<int> pending_;  ///< a link: its list of branches while planning
  std::vector<int> count_;    ///< a link: how many
  bool planned_ = false;
};

template <class T>
class ContactInertia {
 public:
  ContactInertia() = default;
  explicit ContactInertia(const TreeOf<T>& tree);

  /// W (row-major, 2c × 2c) of the planned contacts. `frames` are those of all contacts.
  void compute(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeFactors<T>& factors,
               const ContactPlan& plan, std::span<const ContactFrame<T>> frames, std::span<T> w);

 private:
  void spread(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeFactors<T>& factors,
              const ContactPlan& plan);
  void gather(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeFactors<T>& factors,
              const ContactPlan& plan, const ContactPlan::Fork& fork,
              std::span<const ContactFrame<T>> frames);
  void climb(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeFactors<T>& factors,
             const ContactPlan::Fork& outer, int entry, int until);
  void meet(const TreeFactors<T>& factors, const ContactPlan& plan, const ContactPlan::Fork& fork);
  void unfold(const ContactPlan& plan, std::span<T> w) const;

  std::vector<Sym2<T>> joint_response_;  ///< a link: K
  // Wrenches of unit tangential and normal impulses where they have been carried to: entries 2m
  // and 2m + 1 for the m-th contact in the plan's order.
  std::vector<T> force_x_, force_y_, torque_;
  std::vector<T> met_;  ///< W in the plan's order, 2c × 2c, on and below its diagonal blocks
};

/// Adds what yielding surfaces give way to W of the contacts given; `compute` has done so.
template <class T>
void add_yielding(const TreeOf<T>& tree, std::span<const ContactFrame<T>> frames,
                  std::span<const int> contacts, std::span<T> w);

}  // namespace carom
