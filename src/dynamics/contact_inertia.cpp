#include "dynamics/contact_inertia.hpp"

#include <algorithm>

#include "base/dual.hpp"

namespace carom {

template <class T>
ContactPlan::ContactPlan(const TreeOf<T>& tree)
    : pending_(tree.links.size() + 1, -1), count_(tree.links.size() + 1, 0) {
  const std::size_t c = tree.contacts.size();
  contacts_.reserve(c);
  branches_.reserve(3 * c);
  forks_.reserve(2 * c);
  order_.reserve(c);
  path_.reserve(tree.links.size());
}

template <class T>
void ContactPlan::choose(const TreeOf<T>& tree, std::span<const int> contacts) {
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
    put_largest_first(pending_[slot]);
    forks_.push_back({.link = k, .first_branch = pending_[slot]});
    for (int b = pending_[slot]; b >= 0; b = branches_[b].next) {
      forks_[fork].number += contacts_beyond(branches_[b]);
      if (branches_[b].fork >= 0) forks_[branches_[b].fork].climbs = true;
    }
    if (k >= 0) add(tree.links[k].parent + 1, {.fork = fork, .entry = k});
  }
  std::ranges::reverse(path_);
  int next = 0;
  order_.resize(contacts_.size());
  for (int f = static_cast<int>(forks_.size()) - 1; f >= 0; --f)
    if (!forks_[f].climbs) flatten(f, next);
}

int ContactPlan::contacts_beyond(const Branch& branch) const {
  return branch.contact >= 0 ? 1 : forks_[branch.fork].number;
}

/// In a list of branches: later ones meet all earlier ones, in loops as long as these are many.
void ContactPlan::put_largest_first(int& first_branch) {
  int* largest = &first_branch;
  for (int* b = &first_branch; *b >= 0; b = &branches_[*b].next)
    if (contacts_beyond(branches_[*b]) > contacts_beyond(branches_[*largest])) largest = b;
  const int taken = *largest;
  *largest = branches_[taken].next;
  branches_[taken].next = first_branch;
  first_branch = taken;
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
ContactInertia<T>::ContactInertia(const TreeOf<T>& tree)
    : joint_response_(tree.links.size()),
      force_x_(2 * tree.contacts.size()),
      force_y_(2 * tree.contacts.size()),
      torque_(2 * tree.contacts.size()),
      met_(4 * tree.contacts.size() * tree.contacts.size()) {}

template <class T>
void ContactInertia<T>::spread(const TreeOf<T>& tree, const TreePose<T>& pose,
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

/// Carries the wrenches of a fork's contacts inward, to the link `until` that the child `entry` of
/// it hangs on.
template <class T>
void ContactInertia<T>::climb(const TreeOf<T>& tree, const TreePose<T>& pose,
                              const TreeFactors<T>& factors, const ContactPlan::Fork& outer,
                              int entry, int until) {
  const Vec2T<T> gain = factors.links[outer.link].gain;
  int child = outer.link;
  Vec2T<T> column[2] = {{T(1), T(0)}, {T(0), T(1)}};
  for (int k = tree.links[child].parent; k != until; k = tree.links[k].parent) {
    for (Vec2T<T>& f : column) f -= cross(pose.links[child].offset, f) * factors.links[k].gain;
    child = k;
  }
  const Vec2T<T> arm = pose.links[entry].offset;
  T* __restrict const force_x = force_x_.data();
  T* __restrict const force_y = force_y_.data();
  T* __restrict const torque = torque_.data();
  if (child == outer.link) {
    for (int q = 2 * outer.begin; q < 2 * outer.end; ++q) {
      const T x = force_x[q] - torque[q] * gain.x;
      const T y = force_y[q] - torque[q] * gain.y;
      force_x[q] = x;
      force_y[q] = y;
      torque[q] = arm.x * y - arm.y * x;
    }
    return;
  }
  for (int q = 2 * outer.begin; q < 2 * outer.end; ++q) {
    const T at_joint_x = force_x[q] - torque[q] * gain.x;
    const T at_joint_y = force_y[q] - torque[q] * gain.y;
    const T x = at_joint_x * column[0].x + at_joint_y * column[1].x;
    const T y = at_joint_x * column[0].y + at_joint_y * column[1].y;
    force_x[q] = x;
    force_y[q] = y;
    torque[q] = arm.x * y - arm.y * x;
  }
}

/// Wrenches of all contacts of a fork, at its link.
template <class T>
void ContactInertia<T>::gather(const TreeOf<T>& tree, const TreePose<T>& pose,
                               const TreeFactors<T>& factors, const ContactPlan& plan,
                               const ContactPlan::Fork& fork,
                               std::span<const ContactFrame<T>> frames) {
  int m = fork.begin;
  for (int b = fork.first_branch; b >= 0; b = plan.branches_[b].next) {
    const ContactPlan::Branch& branch = plan.branches_[b];
    if (branch.contact < 0) {
      climb(tree, pose, factors, plan.forks_[branch.fork], branch.entry, fork.link);
      m += plan.forks_[branch.fork].number;
      continue;
    }
    const ContactFrame<T>& frame = frames[plan.contacts_[branch.contact]];
    for (int a = 0; a < 2; ++a) {
      const Vec2T<T>& direction = a == 0 ? frame.tangent : frame.normal;
      const Vec2T<T> force = direction;
      force_x_[2 * m + a] = force.x;
      force_y_[2 * m + a] = force.y;
      torque_[2 * m + a] = cross(frame.arm, force);
    }
    ++m;
  }
}

/// The blocks of W of all pairs that meet at a fork.
template <class T>
void ContactInertia<T>::meet(const TreeFactors<T>& factors, const ContactPlan& plan,
                             const ContactPlan::Fork& fork) {
  const bool at_base = fork.link < 0;
  const Sym2<T> response = at_base ? factors.base_response : joint_response_[fork.link];
  Vec2T<T> y{};
  T spin{};
  if (!at_base) {
    const LinkFactor<T>& factor = factors.links[fork.link];
    y = response * factor.gain;
    spin = factor.inverse + dot(factor.gain, y);
  }
  const int stride = static_cast<int>(2 * plan.contacts_.size());
  const T* __restrict const force_x = force_x_.data();
  const T* __restrict const force_y = force_y_.data();
  const T* __restrict const torque = torque_.data();
  // Pairs within a branch met further out; a contact on this link meets itself here.
  int begin = fork.begin;
  for (int b = fork.first_branch; b >= 0; b = plan.branches_[b].next) {
    const ContactPlan::Branch& branch = plan.branches_[b];
    const int end = begin + plan.contacts_beyond(branch);
    const int last = branch.contact >= 0 ? 2 * end : 2 * begin;
    for (int p = 2 * begin; p < 2 * end; ++p) {
      const Vec2T<T> force{force_x[p], force_y[p]};
      const Vec2T<T> moved = response * force - torque[p] * y;
      const T turned = spin * torque[p] - dot(y, force);
      T* __restrict const row = met_.data() + p * stride;
      for (int q = 2 * fork.begin; q < last; ++q)
        row[q] = force_x[q] * moved.x + force_y[q] * moved.y + torque[q] * turned;
    }
    begin = end;
  }
}

/// W in the order asked for, from its lower half in the plan's order. In tiles, because whole
/// columns do not stay in the cache.
template <class T>
void ContactInertia<T>::unfold(const ContactPlan& plan, std::span<T> w) const {
  constexpr int tile = 8;
  const int c = static_cast<int>(plan.contacts_.size());
  const int stride = 2 * c;
  const int* const order = plan.order_.data();
  const auto place = [&](int m, int l) {
    const T* const first = met_.data() + 2 * m * stride + 2 * l;
    const T* const second = first + stride;
    const int i = 2 * order[m];
    const int j = 2 * order[l];
    T* const below = w.data() + i * stride + j;
    T* const above = w.data() + j * stride + i;
    const T tt = first[0], tn = first[1], nt = second[0], nn = second[1];
    below[0] = tt;
    below[1] = tn;
    below[stride] = nt;
    below[stride + 1] = nn;
    above[0] = tt;
    above[1] = nt;
    above[stride] = tn;
    above[stride + 1] = nn;
  };
  for (int rows = 0; rows < c; rows += tile)
    for (int columns = 0; columns <= rows; columns += tile)
      for (int m = rows; m < std::min(rows + tile, c); ++m)
        for (int l = columns; l < std::min(columns + tile, m + 1); ++l) place(m, l);
}

template <class T>
void ContactInertia<T>::compute(const TreeOf<T>& tree, const TreePose<T>& pose,
                                const TreeFactors<T>& factors, const ContactPlan& plan,
                                std::span<const ContactFrame<T>> frames, std::span<T> w) {
  spread(tree, pose, factors, plan);
  for (const ContactPlan::Fork& fork : plan.forks_) {
    gather(tree, pose, factors, plan, fork, frames);
    meet(factors, plan, fork);
  }
  unfold(plan, w);
  add_yielding(tree, frames, plan.contacts(), w);
}

template <class T>
void add_yielding(const TreeOf<T>& tree, std::span<const ContactFrame<T>> frames,
                  std::span<const int> contacts, std::span<T> w) {
  if (tree.yielding == 0) return;
  const std::size_t c = contacts.size();
  for (std::size_t i = 0; i < c; ++i)
    for (std::size_t j = 0; j < c; ++j) {
      const ContactFrame<T>& first = frames[contacts[i]];
      const ContactFrame<T>& second = frames[contacts[j]];
      if (first.body < 0 || first.body != second.body) continue;
      const T mass = tree.surfaces[tree.contacts[contacts[i]].surface].mass;
      for (std::size_t a = 0; a < 2; ++a)
        for (std::size_t b = 0; b < 2; ++b)
          w[(2 * i + a) * 2 * c + 2 * j + b] += first.yield[a] * second.yield[b] / mass;
    }
}

template ContactPlan::ContactPlan(const Tree&);
template ContactPlan::ContactPlan(const SlopedTree&);
template void ContactPlan::choose(const Tree&, std::span<const int>);
template void ContactPlan::choose(const SlopedTree&, std::span<const int>);
template void add_yielding(const Tree&, std::span<const ContactFrame<double>>, std::span<const int>,
                           std::span<double>);
template void add_yielding(const SlopedTree&, std::span<const ContactFrame<Sloped>>,
                           std::span<const int>, std::span<Sloped>);
template class ContactInertia<double>;
template class ContactInertia<Sloped>;

}  // namespace carom
