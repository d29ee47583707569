#include <algorithm>
#include <array>
#include <cmath>

#include "train/taylor_run.hpp"

namespace carom::taylor {

void Run::guard(const Node& node, std::span<const double> series, double width,
                CompliantEvent event, Happening& first) {
  const double at = first_positive(series, std::min(width, first.at));
  if (at < first.at) first = {at, node.interface, event};
}

/// What can end an interface's branch. A series of a power has no radius at its origin: force
/// begins and ends a threshold above it. Rigid contacts strike where they close, and stay without a
/// limit.
Guards Run::guards_of(const Node& node) const {
  const bool rigid = line_.model == ContactModel::rigid && node.contact >= 0;
  Guards all;
  if (rigid && node.memory.branch == Branch::open) {
    all.add({CompliantEvent::close, CompliantQuantity::indentation, 0, true});
    return all;
  }
  for (Guard each : guards(node.law, node.memory)) {
    if (each.watch == CompliantQuantity::force && each.event == CompliantEvent::load) {
      if (rigid) continue;
      each.level = node.locked_force_limit;
    }
    if (each.event == CompliantEvent::close) each.level = level(node);
    if (each.event == CompliantEvent::release && each.watch == CompliantQuantity::indentation)
      each.level += node.elastic_threshold;
    all.add(each);
  }
  return all;
}

Happening Run::first_event(double width) {
  Happening first;
  std::array<double, terms> series;
  const auto indentation = [&](const Node& node, double level, double sign, int zeros) {
    series[0] = sign * (g(0)[node.interface] - level);
    for (int k = 1; k <= order; ++k)
      series[static_cast<std::size_t>(k)] = sign * g(k)[node.interface];
    for (int k = 0; k < zeros; ++k) series[static_cast<std::size_t>(k)] = 0;
    return std::span<const double>(series);
  };
  const auto locked_force = [&](const Node& node, double level, double sign) {
    for (int k = 0; k <= order; ++k)
      series[static_cast<std::size_t>(k)] = sign * f(k)[node.interface];
    series[0] -= sign * level;
    return std::span<const double>(series);
  };
  const auto falling_rate = [&](const Node& node) {
    for (int k = 1; k <= order; ++k)
      series[static_cast<std::size_t>(k - 1)] = -static_cast<double>(k) * g(k)[node.interface];
    for (int k = 0; k < node.zeros_of_rate; ++k) series[static_cast<std::size_t>(k)] = 0;
    return std::span<const double>(series.data(), terms - 1);
  };
  for (const Node& node : nodes_) {
    const int zeros = node.zeros_of_indentation;
    // An elastic branch begins at one of its two levels: at the top with δ̇ = 0.
    const bool at_top = node.memory.branch == Branch::elastic && zeros == 2;
    for (const Guard& each : guards_of(node)) {
      const double sign = each.rising ? 1 : -1;
      const bool begins =
          node.memory.branch != Branch::elastic || at_top == (each.event == CompliantEvent::load);
      switch (each.watch) {
        case CompliantQuantity::indentation:
          guard(node, indentation(node, each.level, sign, begins ? zeros : 0), width, each.event,
                first);
          break;
        case CompliantQuantity::rate:
          guard(node, falling_rate(node), width, each.event, first);
          break;
        case CompliantQuantity::force:
          guard(node, locked_force(node, each.level, sign), width, each.event, first);
          break;
      }
    }
  }
  return first;
}

/// How long the way from the curve's origin to where force begins takes, about.
double Run::way_to_threshold(const Node& node) {
  const double rate = std::abs(v(0)[node.interface - 1] - v(0)[node.interface]);
  return node.threshold < rate ? node.threshold / rate : 0;
}

void Run::note_closed(Node& node) {
  const double way = way_to_threshold(node);
  node.closed_at = time_ <= way * (1 + 1e-6) ? 0 : time_ - way;
  if (node.result.touches++ == 0) node.result.from = node.closed_at;
}

void Run::note_open(Node& node) {
  node.result.to = time_ + (node.law.restitution > 0 ? way_to_threshold(node) : 0);
  node.result.duration += node.result.to - node.closed_at;
}

void Run::lock(Node& node, double limit) {
  node.memory.branch = Branch::locked;
  node.locked_force_limit = limit;
  node.just_locked = true;
  const std::size_t i = node.interface;
  const double left = inverse_mass_[i], right = inverse_mass_[i - 1];
  const double common = (left * v(0)[i - 1] + right * v(0)[i]) / (left + right);
  v(0)[i - 1] = v(0)[i] = common;
}

void Run::happen(const Happening& event) {
  ++events_;
  const auto found = std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& node) {
    return node.interface == event.interface;
  });
  Node& node = *found;
  const bool contact = node.contact >= 0;
  const bool rigid = line_.model == ContactModel::rigid && contact;
  double& indentation = g(0)[node.interface];
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
            node.result.peak_force, node.law.stiffness * std::pow(indentation, node.law.exponent));
      }
      if (node.memory.branch == Branch::locked)
        lock(node, node.law.stiffness * std::pow(indentation, node.law.exponent));
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

}  // namespace carom::taylor
