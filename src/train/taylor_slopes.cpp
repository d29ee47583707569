#include <algorithm>
#include <cmath>

#include "train/taylor_run.hpp"

namespace carom::taylor {
namespace {

/// Approaches below this are none (of V).
constexpr double no_approach = 1e-14;

constexpr auto directions = static_cast<std::size_t>(Sloped::directions);

/// The largest slope of a list.
double steepest(std::span<const Sloped> numbers, std::size_t d) {
  double largest = 0;
  for (const Sloped& x : numbers) largest = std::max(largest, std::abs(x.slope[d]));
  return largest;
}

}  // namespace

/// At an event: also of what moves no velocity yet.
template <class T>
void RunOf<T>::mark_steepest() {
  if constexpr (sloped)
    for (std::size_t d = 0; d < directions; ++d) {
      double& most = outcome_.marks.steepest[d];
      most = std::max({most, steepest(std::span<const T>(v(0), n_), d),
                       steepest(std::span<const T>(g(0), stride_), d), std::abs(time_.slope[d])});
    }
}

/// Numbers at an end of their range, restitutions whose smaller one holds, and linear contacts that
/// touch at rest: they have one side.
template <class T>
void RunOf<T>::mark_start() {
  if constexpr (sloped) {
    SlopeMarks& marks = outcome_.marks;
    const std::span<const T> start(v(0), n_);
    marks.parts.resize(contacts_);
    for (std::size_t d = 0; d < directions; ++d) {
      for (std::size_t c = 0; c < contacts_; ++c) {
        const LineContactOf<T>& contact = line_.contacts[c];
        if (const double slope = contact.gap.slope[d]; contact.gap == 0 && slope != 0)
          marks.one_sided(d, slope > 0 ? Side::above : Side::below);
        const T& e = contact.law.restitution;
        if (e == 1 && e.slope[d] != 0)
          marks.one_sided(d, e.slope[d] > 0 ? Side::below : Side::above);
        if (e == 0 && e.slope[d] != 0)
          marks.one_sided(d, e.slope[d] > 0 ? Side::above : Side::below);
        const std::size_t i = contact.interface;
        const T approach = v(0)[i - 1] - v(0)[i];
        if (contact.gap != 0 || approach != 0) continue;
        const bool turns = std::abs(approach.slope[d]) > flat_slope * steepest(start, d);
        marks.parts[c][d] = turns || contact.gap.slope[d] != 0;
        if (turns && line_.model == ContactModel::bilinear)
          marks.one_sided(d, approach.slope[d] > 0 ? Side::below : Side::above);
      }
      for (std::size_t b = 1; line_.dissipating && b + 1 < line_.bodies.size(); ++b) {
        const T& left = line_.contacts[b - 1].law.restitution;
        const T& right = line_.contacts[b].law.restitution;
        if (line_.bodies[b].count > 1 && left == right && left.slope[d] != right.slope[d])
          marks.one_sided(d, Side::above);
      }
    }
  }
}

/// Rigid contacts that touch at the start. One that approaches strikes where its gap would be
/// closed; others of the same instant would strike at other times, and those at rest part or press.
template <class T>
void RunOf<T>::mark_touching_start() {
  if constexpr (sloped) {
    const std::span<const T> start(v(0), n_);
    std::vector<std::size_t> striking;
    for (std::size_t c = 0; c < contacts_; ++c) {
      const std::size_t i = nodes_[c].interface;
      const T approach = v(0)[i - 1] - v(0)[i];
      if (g(0)[i] != 0) continue;
      if (approach > 0) striking.push_back(c);
      for (std::size_t d = 0; approach == 0 && d < directions; ++d)
        if (std::abs(approach.slope[d]) > flat_slope * steepest(start, d) || g(0)[i].slope[d] != 0)
          outcome_.marks.hinder(d, TrainHindrance::resting);
    }
    T later = 0;
    for (const std::size_t c : striking) {
      const std::size_t i = nodes_[c].interface;
      const double approach = plain(v(0)[i - 1] - v(0)[i]);
      for (std::size_t d = 0; d < directions; ++d) {
        if (g(0)[i].slope[d] == 0) continue;
        later.slope[d] = -g(0)[i].slope[d] / approach;
        if (striking.size() > 1) outcome_.marks.hinder(d, TrainHindrance::coincident);
      }
    }
    expand();
    move(later);
  }
}

/// Whether a contact that meets in the same instant as `node` does so with it: always, without
/// slopes. With slopes only if the two feel each other; else it has its own time. Those that do
/// must go on to meet together.
template <class T>
bool RunOf<T>::meets_with(const Node& node, const Node& other) {
  if constexpr (sloped) {
    const auto low = static_cast<std::size_t>(std::min(node.contact, other.contact));
    const auto high = static_cast<std::size_t>(std::max(node.contact, other.contact));
    for (std::size_t c = low; c < high; ++c) {
      if (nodes_[c + 1].interface != nodes_[c].interface + 1) return false;
      const Node& between = nodes_[c + 1];
      const bool touches =
          between.memory.branch == Branch::locked || between.zeros_of_indentation > 0;
      const std::size_t i = between.interface;
      const bool comes = v(0)[i - 1] > v(0)[i] && -g(0)[i] <= coincident * time_;
      if (c + 1 < high && !touches && !comes) return false;
    }
    const std::span<const T> speeds(v(0), n_), gaps(g(0), stride_);
    for (std::size_t d = 0; d < directions; ++d) {
      const double scale = steepest(speeds, d) * std::max(1.0, plain(time_)) + steepest(gaps, d) +
                           std::abs(time_.slope[d]);
      if (std::abs(g(0)[other.interface].slope[d]) > flat_slope * scale)
        outcome_.marks.hinder(d, TrainHindrance::coincident);
    }
  }
  return true;
}

/// What an instant cannot be followed by: contacts that touch and go on without an approach would
/// strike on one side; springs of e = 0 and e = 1 are of another kind than those between.
template <class T>
void RunOf<T>::mark_instant(const Touching& all, const SettledInstantOf<T>& settled,
                            bool by_springs) {
  if constexpr (sloped) {
    std::vector<bool> struck(all.contacts.size()), lasts(all.contacts.size());
    for (const HitOf<T>& hit : settled.hits) {
      struck[hit.contact] = hit.kind != HitKind::lets_go;
      lasts[hit.contact] = hit.kind == HitKind::lasts;
    }
    for (std::size_t k = 0; k < all.contacts.size(); ++k) {
      const InstantContactOf<T>& contact = all.instant.contacts[k];
      const T approach = settled.velocity[contact.left] - settled.velocity[contact.right];
      for (std::size_t d = 0; d < directions; ++d) {
        const double slope = approach.slope[d];
        const double most = std::max(outcome_.marks.steepest[d], steepest(settled.velocity, d));
        const bool turns = std::abs(slope) > flat_slope * most;
        if (!lasts[k] && turns && std::abs(plain(approach)) <= no_approach)
          outcome_.marks.hinder(d, TrainHindrance::edge);
        const T& e = contact.restitution;
        if (by_springs && struck[k] && e.slope[d] != 0 && (e == 0 || e == 1))
          outcome_.marks.hinder(d, TrainHindrance::springs);
      }
    }
  }
}

/// Bodies that part without a velocity would meet on one side.
template <class T>
void RunOf<T>::mark_end(const T& approach) {
  if constexpr (sloped) {
    if (std::abs(plain(approach)) > no_approach) return;
    mark_steepest();
    for (std::size_t d = 0; d < directions; ++d)
      if (std::abs(approach.slope[d]) > flat_slope * outcome_.marks.steepest[d])
        outcome_.marks.one_sided(d, approach.slope[d] > 0 ? Side::below : Side::above);
  }
}

#define CAROM_SLOPES(T)                                                                    \
  template void RunOf<T>::mark_steepest();                                                 \
  template void RunOf<T>::mark_start();                                                    \
  template void RunOf<T>::mark_touching_start();                                           \
  template bool RunOf<T>::meets_with(const Node&, const Node&);                            \
  template void RunOf<T>::mark_instant(const Touching&, const SettledInstantOf<T>&, bool); \
  template void RunOf<T>::mark_end(const T&);
CAROM_SLOPES(double)
CAROM_SLOPES(Sloped)
#undef CAROM_SLOPES

}  // namespace carom::taylor
