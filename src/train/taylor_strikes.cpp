#include <optional>

#include "train/instant_springs.hpp"
#include "train/taylor_run.hpp"

namespace carom::taylor {
namespace {

constexpr std::size_t longest_order = 16;  // that is told

}  // namespace

template <class T>
void RunOf<T>::arrive(Node& node) {
  g(0)[node.interface] = 0;
  node.zeros_of_indentation = 1;
  node.arrives = true;
}

/// A contact meets, and with it all that do so within rounding: for which of them a root was found
/// first means nothing.
template <class T>
void RunOf<T>::meet(Node& node) {
  arrive(node);
  for (std::size_t c = 0; c < contacts_; ++c) {
    Node& other = nodes_[c];
    if (other.memory.branch != Branch::open || other.zeros_of_indentation > 0) continue;
    const std::size_t i = other.interface;
    if (v(0)[i - 1] > v(0)[i] && -g(0)[i] <= coincident * time_ && meets_with(node, other))
      arrive(other);
  }
}

template <class T>
TouchingOf<T> RunOf<T>::touching() {
  Touching all;
  for (std::size_t c = 0; c < contacts_; ++c) {
    const Node& node = nodes_[c];
    const bool lasts = node.memory.branch == Branch::locked;
    if (!lasts && node.zeros_of_indentation == 0) continue;
    if (all.segments.empty() || all.segments.back() != node.interface - 1)
      all.segments.push_back(node.interface - 1);
    all.segments.push_back(node.interface);
    all.contacts.push_back(c);
    all.instant.contacts.push_back({all.segments.size() - 2, all.segments.size() - 1,
                                    node.law.restitution, lasts, node.arrives, node.ratio});
  }
  for (const std::size_t i : all.segments) {
    all.instant.inverse_mass.push_back(inverse_mass_[i]);
    all.instant.velocity.push_back(v(0)[i]);
  }
  return all;
}

/// Hits one after the other, from the left.
SettledInstant in_turn_of(const Instant& instant) {
  return settled_in_turn(instant);
}
SettledInstantOf<Sloped> in_turn_of(const InstantOf<Sloped>& instant) {
  return followed(instant, settled_in_turn(plain(instant)));
}

/// An impulse changes the velocities that contacts of the same segment see: those that touch and
/// now approach strike too, until none does.
template <class T>
void RunOf<T>::settle_strikes() {
  const Touching all = touching();
  if (policy_ == Policy::together && settle_by_springs(all)) return;
  settle_in_any_order(all);
}

/// Too many for springs.
template <class T>
void RunOf<T>::settle_in_any_order(const Touching& all) {
  if constexpr (sloped) {
    in_rounds_ = true;
    for (std::size_t d = 0; d < outcome_.marks.hindered.size(); ++d)
      outcome_.marks.hinder(d, TrainHindrance::coincident);
    take(all, in_turn_of(all.instant));
  } else {
    const InstantOutcomes outcomes = settled(all.instant, runs_->states);
    if (!outcomes.exhaustive) runs_->exhaustive = false;
    if (!outcomes.several() || policy_ == Policy::from_left) {
      take(all, outcomes.from_left);
    } else if (policy_ == Policy::together) {
      if (!chose_)
        for (const SettledInstant& each : outcomes.orders) leave_to_another(all, each);
      chose_ = in_rounds_ = true;
      take(all, outcomes.together);
    } else {
      for (std::size_t k = 1; k < outcomes.orders.size(); ++k)
        leave_to_another(all, outcomes.orders[k]);
      take(all, outcomes.orders.front());
    }
  }
}

/// Hits that stand alone, and those that coincide, all by springs. False where those are too many.
template <class T>
bool RunOf<T>::settle_by_springs(const Touching& all) {
  const SettledInstantOf<T> in_turn = in_turn_of(all.instant);
  if (!hits_coincide(all.instant, in_turn)) {
    mark_instant(all, in_turn, false);
    take(all, in_turn);
    return true;
  }
  const std::optional<SettledInstantOf<T>> settled = settled_by_springs(all.instant, in_turn);
  if (!settled) return false;
  ++together_;
  if constexpr (!sloped)
    if (limits_.orders && !chose_) {
      const InstantOutcomes outcomes = carom::settled(all.instant, runs_->states);
      if (!outcomes.exhaustive) runs_->exhaustive = false;
      if (outcomes.several())
        for (const SettledInstant& each : outcomes.orders) leave_to_another(all, each);
      else
        leave_to_another(all, outcomes.from_left);
      chose_ = true;
    }
  mark_instant(all, *settled, true);
  take(all, *settled);
  return true;
}

template <class T>
void RunOf<T>::leave_to_another(const Touching& all, const SettledInstantOf<T>& settled) {
  if constexpr (!sloped) {
    if (runs_->begun == most_runs) {
      runs_->exhaustive = false;
      return;
    }
    ++runs_->begun;
    auto other = std::make_unique<RunOf<T>>(*this);
    other->trace_ = nullptr;
    other->policy_ = Policy::orders;
    other->spent_ = 0;
    other->together_ = 0;
    other->take(all, settled);
    runs_->waiting.push_back(std::move(other));
  }
}

template <class T>
void RunOf<T>::take(const Touching& all, const SettledInstantOf<T>& settled) {
  for (const HitOf<T>& hit : settled.hits) {
    Node& node = nodes_[all.contacts[hit.contact]];
    if (hit.kind == HitKind::lets_go) {
      node.memory.branch = Branch::open;
      node.zeros_of_indentation = 1;
      note_open(node);
      continue;
    }
    if (policy_ == Policy::orders && order_.size() < longest_order)
      order_.push_back(all.contacts[hit.contact]);
    node.memory.lost += hit.lost;
    node.result.impulse += hit.impulse;
    if (++node.result.touches == 1) node.result.from = time_;
    node.result.to = time_;
    node.arrives = false;
    g(0)[node.interface] = 0;
    if (hit.kind == HitKind::lasts) {
      lock(node, T(never));
      node.closed_at = time_;
    } else {
      node.memory.branch = Branch::open;
      node.zeros_of_indentation = 1;
    }
  }
  for (std::size_t k = 0; k < all.segments.size(); ++k) v(0)[all.segments[k]] = settled.velocity[k];
}

#define CAROM_STRIKES(T)                    \
  template void RunOf<T>::meet(Node&);      \
  template void RunOf<T>::settle_strikes(); \
  template TouchingOf<T> RunOf<T>::touching();
CAROM_STRIKES(double)
CAROM_STRIKES(Sloped)
#undef CAROM_STRIKES

}  // namespace carom::taylor
