#include <algorithm>
#include <array>
#include <cmath>

#include "train/taylor_run.hpp"

namespace carom::taylor {

/// What can end an interface's branch. A series of a power has no radius at its origin: force
/// begins and ends a threshold above it. Rigid contacts strike where they close, and stay without a
/// limit.
template <class T>
Guards RunOf<T>::guards_of(const Node& node) const {
  const bool rigid = line_.model == ContactModel::rigid && node.contact >= 0;
  Guards all;
  if (rigid && node.memory.branch == Branch::open) {
    all.add({CompliantEvent::close, CompliantQuantity::indentation, 0, true});
    return all;
  }
  for (Guard each : guards(plain(node.law), plain(node.memory))) {
    if (each.watch == CompliantQuantity::force && each.event == CompliantEvent::load) {
      if (rigid) continue;
      each.level = plain(node.locked_force_limit);
    }
    if (each.event == CompliantEvent::close) each.level = plain(level(node));
    if (each.event == CompliantEvent::release && each.watch == CompliantQuantity::indentation)
      each.level += node.elastic_threshold;
    all.add(each);
  }
  return all;
}

/// The number that a guard watches, less its level and so that it rises: its series over the step.
template <class T>
template <class S>
std::span<const S> RunOf<T>::series_of(const Node& node, const Guard& guard, const S& level,
                                       int zeros, std::span<S> series) {
  const auto number = [](const T& x) -> S {
    if constexpr (std::is_same_v<S, double>)
      return plain(x);
    else
      return x;
  };
  const std::size_t i = node.interface;
  const double sign = guard.rising ? 1 : -1;
  std::size_t count = terms;
  switch (guard.watch) {
    case CompliantQuantity::indentation:
      series[0] = sign * (number(g(0)[i]) - level);
      for (std::size_t k = 1; k < terms; ++k) series[k] = sign * number(g(static_cast<int>(k))[i]);
      break;
    case CompliantQuantity::force:
      for (std::size_t k = 0; k < terms; ++k) series[k] = sign * number(f(static_cast<int>(k))[i]);
      series[0] -= sign * level;
      break;
    case CompliantQuantity::rate:
      for (std::size_t k = 1; k < terms; ++k)
        series[k - 1] = -static_cast<double>(k) * number(g(static_cast<int>(k))[i]);
      count = terms - 1;
      break;
  }
  for (int k = 0; k < zeros; ++k) series[static_cast<std::size_t>(k)] = 0;
  return series.first(count);
}

template <class T>
Happening RunOf<T>::first_event(double width) {
  Happening first;
  std::array<double, terms> series;
  for (const Node& node : nodes_) {
    const int zeros = node.zeros_of_indentation;
    // An elastic branch begins at one of its two levels: at the top with δ̇ = 0.
    const bool at_top = node.memory.branch == Branch::elastic && zeros == 2;
    for (const Guard& each : guards_of(node)) {
      const bool begins =
          node.memory.branch != Branch::elastic || at_top == (each.event == CompliantEvent::load);
      const int known = each.watch == CompliantQuantity::rate          ? node.zeros_of_rate
                        : each.watch == CompliantQuantity::indentation ? (begins ? zeros : 0)
                                                                       : 0;
      const double at =
          first_positive(series_of(node, each, each.level, known, std::span<double>(series)),
                         std::min(width, first.at));
      if (at < first.at) first = {at, node.interface, each.event, each, known};
    }
  }
  return first;
}

/// The level of one of `guards_of`, with slopes.
template <class T>
T RunOf<T>::sloped_level(const Node& node, const Guard& guard) const {
  const bool rigid = line_.model == ContactModel::rigid && node.contact >= 0;
  if (guard.watch == CompliantQuantity::force)
    return guard.event == CompliantEvent::load ? node.locked_force_limit : T(0);
  if (rigid || guard.watch == CompliantQuantity::rate) return 0;
  switch (guard.event) {
    case CompliantEvent::close:
      return level(node);
    case CompliantEvent::load:
      return node.memory.deepest;
    case CompliantEvent::release:
      return node.memory.permanent + node.elastic_threshold;
    default:
      return 0;
  }
}

/// When an event happens, with the slopes of that: τ′ = −p′(τ)/ṗ(τ). One that is over at once
/// because the number is beyond its level from the beginning has none.
template <class T>
T RunOf<T>::event_time(const Happening& event) {
  T at = event.at;
  if constexpr (sloped) {
    constexpr double overshoot = 1e-9;  // of T: a root that rounding has passed
    const Node& node = *std::ranges::find(nodes_, event.interface, &Node::interface);
    std::array<T, terms> numbers;
    const std::span<const T> series = series_of(node, event.guard, sloped_level(node, event.guard),
                                                event.zeros, std::span<T>(numbers));
    double rate = 0;
    for (std::size_t k = series.size(); k-- > 1;)
      rate = rate * event.at + static_cast<double>(k) * series[k].value;
    if (event.at == 0 && series[0].value > overshoot * std::abs(rate)) return at;
    T sum = 0;
    for (std::size_t k = series.size(); k-- > 0;) sum = sum * T(event.at) + series[k];
    for (std::size_t d = 0; d < at.slope.size(); ++d) {
      if (sum.slope[d] == 0) continue;
      if (rate > 0)
        at.slope[d] = -sum.slope[d] / rate;
      else
        outcome_.marks.hinder(d, TrainHindrance::grazing);
    }
  }
  return at;
}

/// How long the way from the curve's origin to where force begins takes, about.
template <class T>
T RunOf<T>::way_to_threshold(const Node& node) {
  using std::abs;
  const T rate = abs(v(0)[node.interface - 1] - v(0)[node.interface]);
  return node.threshold < rate ? node.threshold / rate : T(0);
}

template <class T>
void RunOf<T>::note_closed(Node& node) {
  const T way = way_to_threshold(node);
  node.closed_at = time_ - way;
  if (time_ <= way * (1 + 1e-6)) node.closed_at -= plain(node.closed_at);  // where it begins
  if constexpr (sloped)
    for (std::size_t d = 0; d < node.closed_at.slope.size(); ++d)
      if (std::abs(node.closed_at.slope[d]) <= flat_slope * std::abs(time_.slope[d]))
        node.closed_at.slope[d] = 0;
  if (node.result.touches++ == 0) node.result.from = node.closed_at;
}

template <class T>
void RunOf<T>::note_open(Node& node) {
  node.result.to = time_ + (node.law.restitution > 0 ? way_to_threshold(node) : T(0));
  node.result.duration += node.result.to - node.closed_at;
}

template <class T>
void RunOf<T>::lock(Node& node, const T& limit) {
  node.memory.branch = Branch::locked;
  node.locked_force_limit = limit;
  node.just_locked = true;
  const std::size_t i = node.interface;
  const T left = inverse_mass_[i], right = inverse_mass_[i - 1];
  const T common = (left * v(0)[i - 1] + right * v(0)[i]) / (left + right);
  v(0)[i - 1] = v(0)[i] = common;
}

template <class T>
void RunOf<T>::happen(const Happening& event) {
  ++events_;
  mark_steepest();
  Node& node = *std::ranges::find(nodes_, event.interface, &Node::interface);
  const bool contact = node.contact >= 0;
  const bool rigid = line_.model == ContactModel::rigid && contact;
  T& indentation = g(0)[node.interface];
  switch (event.event) {
    case CompliantEvent::arm:
      pass(node.law, node.memory, event.event, indentation);
      break;
    case CompliantEvent::close:
      if (rigid) {
        meet(node);
        settle_strikes();
        break;
      }
      indentation = level(node);
      pass(node.law, node.memory, event.event, indentation);
      note_closed(node);
      node.zeros_of_indentation = node.memory.branch == Branch::elastic ? 1 : 0;
      break;
    case CompliantEvent::turn:
      pass(node.law, node.memory, event.event, indentation);
      node.zeros_of_indentation = 2;
      if (contact) {
        node.result.largest = std::max(node.result.largest, indentation);
        node.result.peak_force = std::max(
            node.result.peak_force, node.law.stiffness * power(indentation, node.law.exponent));
      }
      if (node.memory.branch == Branch::locked)
        lock(node, node.law.stiffness * power(indentation, node.law.exponent));
      break;
    case CompliantEvent::load:
      // A locked contact's force has reached the curve's: δ̈ = 0 too, unless it never was below.
      // A spring that turned in a rounding's rate and goes on loading: δ̇ = 0.
      node.zeros_of_rate = node.memory.branch == Branch::locked ? (node.just_locked ? 1 : 2)
                           : node.zeros_of_indentation == 2     ? 1
                                                                : 0;
      node.zeros_of_indentation = 0;
      pass(node.law, node.memory, event.event, indentation);
      break;
    case CompliantEvent::release: {
      const bool locked = node.memory.branch == Branch::locked;
      const int zeros = !locked ? 1 : node.just_locked ? 2 : 3;
      if (!locked) indentation = node.memory.permanent + node.elastic_threshold;
      if (rigid)
        node.memory.branch = Branch::open;
      else
        pass(node.law, node.memory, event.event, indentation);
      node.zeros_of_indentation = node.memory.armed ? zeros : 0;
      note_open(node);
      break;
    }
  }
  set_curve(node);
}

#define CAROM_EVENTS(T)                              \
  template Happening RunOf<T>::first_event(double);  \
  template T RunOf<T>::event_time(const Happening&); \
  template void RunOf<T>::happen(const Happening&);  \
  template void RunOf<T>::note_open(Node&);          \
  template void RunOf<T>::lock(Node&, const T&);
CAROM_EVENTS(double)
CAROM_EVENTS(Sloped)
#undef CAROM_EVENTS

}  // namespace carom::taylor
