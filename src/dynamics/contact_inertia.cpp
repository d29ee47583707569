#include "dynamics/contact_inertia.hpp"

#include <algorithm>

#include "base/dual.hpp"

namespace carom {

ContactPlan::ContactPlan(const Tree& tree)
    : pending_(tree.links.size() + 1, -1), count_(tree.links.size() + 1, 0) {
  const std::size_t c = tree.contacts.size();
  contacts_.reserve(c);
  branches_.reserve(3 * c);
  forks_.reserve(2 * c);
  order_.reserve(c);
  path_.reserve(tree.links.size());
}

void ContactPlan::choose(const Tree& tree, std::span<const int> contacts) {
  if (planned_ && std::ranges::equal(contacts, contacts_)) return;
  planned_ = true;
  contacts_.assign(contacts.begin(), contacts.end());
  branches_.clear();
  forks_.clear();
  order_.clear();
  path_.clear();
  // Slot k + 1 stands for link k, slot 0 for the base.
  std::ranges::fill(pending_, -1);
  std::ranges::fill(count_, 0);
  const auto add = [&](int slot, Branch branch) {
    branch.next = pending_[slot];
    pending_[slot] = static_cast<int>(branches_.size());
    branches_.push_back(branch);
    ++count_[slot];
  };
  // Backwards, because a slot's list is read from its newest entry.
  for (int i = static_cast<int>(contacts_.size()) - 1; i >= 0; --i)
    add(tree.contacts[contacts_[i]].link + 1, {.contact = i});
  for (int k = static_cast<int>(tree.links.size()) - 1; k >= -1; --k) {
    const int slot = k + 1;
    if (count_[slot] == 0) continue;
    if (k >= 0) path_.push_back(k);
    const int only = count_[slot] == 1 ? pending_[slot] : -1;
    if (only >= 0 && branches_[only].fork >= 0) {  // a way that passes through: hand it on
      if (k < 0) continue;
      const int parent = tree.links[k].parent + 1;
      branches_[only].entry = k;
      branches_[only].next = pending_[parent];
      pending_[parent] = only;
      ++count_[parent];
      continue;
    }
    const int fork = static_cast<int>(forks_.size());
    forks_.push_back({.link = k, .first_branch = pending_[slot]});
    for (int b = pending_[slot]; b >= 0; b = branches_[b].next)
      if (branches_[b].fork >= 0) forks_[branches_[b].fork].climbs = true;
    if (k >= 0) add(tree.links[k].parent + 1, {.fork = fork, .entry = k});
  }
  std::ranges::reverse(path_);
  int next = 0;
  order_.resize(contacts_.size());
  for (int f = static_cast<int>(forks_.size()) - 1; f >= 0; --f)
    if (!forks_[f].climbs) flatten(f, next);
}

void ContactPlan::flatten(int fork, int& next) {
  forks_[fork].begin = next;
  for (int b = forks_[fork].first_branch; b >= 0; b = branches_[b].next) {
    if (branches_[b].contact >= 0)
      order_[next++] = branches_[b].contact;
    else
      flatten(branches_[b].fork, next);
  }
  forks_[fork].end = next;
}

template <class T>
ContactInertia<T>::ContactInertia(const Tree& tree)
    : joint_response_(tree.links.size()), wrenches_(tree.contacts.size()) {}

template <class T>
void ContactInertia<T>::spread(const Tree& tree, const TreePose<T>& pose,
                               const TreeFactors<T>& factors, const ContactPlan& plan) {
  int last = -1;
  Sym2<T> response = factors.base_response;  // of link `last`
  for (const int k : plan.path_) {
    const int parent = tree.links[k].parent;
    if (parent != last) response = parent < 0 ? factors.base_response : joint_response_[parent];
    last = k;
    if (parent < 0) {
      joint_response_[k] = response;
      continue;
    }
    // K_c = N K Nᵀ + r⊥r⊥ᵀ/d with N = 1 − r⊥gᵀ: the same as above, with nothing but K to wait for.
    const LinkFactor<T>& factor = factors.links[parent];
    const Vec2T<T> turn = perpendicular(pose.links[k].offset);
    const T nxx = 1.0 - turn.x * factor.gain.x, nxy = -turn.x * factor.gain.y;
    const T nyx = -turn.y * factor.gain.x, nyy = 1.0 - turn.y * factor.gain.y;
    const Vec2T<T> spun = factor.inverse * turn;
    const T pxx = nxx * response.xx + nxy * response.xy,
            pxy = nxx * response.xy + nxy * response.yy;
    const T pyx = nyx * response.xx + nyy * response.xy,
            pyy = nyx * response.xy + nyy * response.yy;
    response = {pxx * nxx + pxy * nxy + turn.x * spun.x, pxx * nyx + pxy * nyy + turn.x * spun.y,
                pyx * nyx + pyy * nyy + turn.y * spun.y};
    joint_response_[k] = response;
  }
}

/// Wrenches of all contacts of a fork, at its link.
template <class T>
void ContactInertia<T>::gather(const TreePose<T>& pose, const ContactPlan& plan,
                               const ContactPlan::Fork& fork,
                               std::span<const ContactFrame<T>> frames) {
  for (int b = fork.first_branch; b >= 0; b = plan.branches_[b].next) {
    const ContactPlan::Branch& branch = plan.branches_[b];
    if (branch.contact >= 0) {
      const ContactFrame<T>& frame = frames[plan.contacts_[branch.contact]];
      Wrench& wrench = wrenches_[branch.contact];
      wrench.force[0] = {T(frame.tangent.x), T(frame.tangent.y)};
      wrench.force[1] = {T(frame.normal.x), T(frame.normal.y)};
      for (int a = 0; a < 2; ++a) wrench.torque[a] = cross(frame.arm, wrench.force[a]);
      continue;
    }
    const ContactPlan::Fork& outer = plan.forks_[branch.fork];
    for (int m = outer.begin; m < outer.end; ++m) {
      const int i = plan.order_[m];
      Wrench& wrench = wrenches_[i];
      for (int a = 0; a < 2; ++a)
        wrench.torque[a] = cross(pose.links[branch.entry].offset, wrench.force[a]);
    }
  }
}

/// The blocks of W of all pairs that meet at a fork.
template <class T>
void ContactInertia<T>::meet(const TreeFactors<T>& factors, const ContactPlan& plan,
                             const ContactPlan::Fork& fork, std::span<T> w) {
  const bool at_base = fork.link < 0;
  const Sym2<T> response = at_base ? factors.base_response : joint_response_[fork.link];
  Vec2T<T> y{};
  T spin{};
  if (!at_base) {
    const LinkFactor<T>& factor = factors.links[fork.link];
    y = response * factor.gain;
    spin = factor.inverse + dot(factor.gain, y);
  }
  const std::size_t stride = 2 * plan.contacts_.size();
  // Each branch's contacts stand together in the order; pairs within a branch met further out.
  int begin = fork.begin;
  for (int branch = fork.first_branch; branch >= 0; branch = plan.branches_[branch].next) {
    const int outer = plan.branches_[branch].fork;
    const int end =
        outer < 0 ? begin + 1 : begin + plan.forks_[outer].end - plan.forks_[outer].begin;
    for (int m = begin; m < end; ++m) {
      const int j = plan.order_[m];
      const Wrench load = wrenches_[j];
      Wrench moved;
      for (int a = 0; a < 2; ++a) {
        moved.force[a] = response * load.force[a] - load.torque[a] * y;
        moved.torque[a] = spin * load.torque[a] - dot(y, load.force[a]);
      }
      T* const row = w.data() + 2 * j * stride;
      const auto write = [&](int i, const Wrench& other) {
        for (int a = 0; a < 2; ++a)
          for (int e = 0; e < 2; ++e) {
            const T value = dot(other.force[a], moved.force[e]) + other.torque[a] * moved.torque[e];
            row[e * stride + 2 * i + a] = value;
            w[(2 * i + a) * stride + 2 * j + e] = value;
          }
      };
      if (outer < 0) write(j, load);
      for (int l = fork.begin; l < begin; ++l) write(plan.order_[l], wrenches_[plan.order_[l]]);
    }
    begin = end;
  }
}

/// Carries the forces of a fork's contacts inward, to the joint of the child of link `until`.
template <class T>
void ContactInertia<T>::climb(const Tree& tree, const TreePose<T>& pose,
                              const TreeFactors<T>& factors, const ContactPlan& plan,
                              const ContactPlan::Fork& fork, int until) {
  const Vec2T<T>& gain = factors.links[fork.link].gain;
  int child = fork.link;
  int k = tree.links[child].parent;
  Vec2T<T> column[2] = {{T(1), T(0)}, {T(0), T(1)}};
  const bool passes = k != until;
  for (; k != until; k = tree.links[k].parent) {
    for (Vec2T<T>& f : column) f -= cross(pose.links[child].offset, f) * factors.links[k].gain;
    child = k;
  }
  for (int m = fork.begin; m < fork.end; ++m) {
    Wrench& wrench = wrenches_[plan.order_[m]];
    for (int a = 0; a < 2; ++a) {
      const Vec2T<T> f = wrench.force[a] - wrench.torque[a] * gain;
      wrench.force[a] = passes ? f.x * column[0] + f.y * column[1] : f;
    }
  }
}

template <class T>
void ContactInertia<T>::compute(const Tree& tree, const TreePose<T>& pose,
                                const TreeFactors<T>& factors, const ContactPlan& plan,
                                std::span<const ContactFrame<T>> frames, std::span<T> w) {
  spread(tree, pose, factors, plan);
  for (const ContactPlan::Fork& fork : plan.forks_) {
    for (int b = fork.first_branch; b >= 0; b = plan.branches_[b].next)
      if (plan.branches_[b].fork >= 0)
        climb(tree, pose, factors, plan, plan.forks_[plan.branches_[b].fork], fork.link);
    gather(pose, plan, fork, frames);
    meet(factors, plan, fork, w);
  }
  add_yielding(tree, frames, plan.contacts(), w);
}

template <class T>
void add_yielding(const Tree& tree, std::span<const ContactFrame<T>> frames,
                  std::span<const int> contacts, std::span<T> w) {
  if (tree.yielding == 0) return;
  const std::size_t c = contacts.size();
  for (std::size_t i = 0; i < c; ++i)
    for (std::size_t j = 0; j < c; ++j) {
      const ContactFrame<T>& first = frames[contacts[i]];
      const ContactFrame<T>& second = frames[contacts[j]];
      if (first.body < 0 || first.body != second.body) continue;
      const double mass = tree.surfaces[tree.contacts[contacts[i]].surface].mass;
      for (std::size_t a = 0; a < 2; ++a)
        for (std::size_t b = 0; b < 2; ++b)
          w[(2 * i + a) * 2 * c + 2 * j + b] += first.yield[a] * second.yield[b] / mass;
    }
}

template void add_yielding(const Tree&, std::span<const ContactFrame<double>>, std::span<const int>,
                           std::span<double>);
template void add_yielding(const Tree&, std::span<const ContactFrame<Dual<double>>>,
                           std::span<const int>, std::span<Dual<double>>);
template class ContactInertia<double>;
template class ContactInertia<Dual<double>>;

}  // namespace carom
