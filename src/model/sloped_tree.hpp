#pragma once

/// model/sloped_tree.hpp
///
/// A tree whose numbers carry slopes: how they change along up to `Sloped::directions` directions
/// in the space of everything that a mechanism is made of. A direction says of each number of the
/// mechanism how fast it moves,
///
///     NumberSlopes slopes;                                       // of `mechanism` as it lies
///     there slopes.add(&mechanism.links[0].mass, 0, 1.0);              // direction 0: that mass
///     slopes.add(&mechanism.surfaces[1].angle, 1, pi / 180);     // direction 1: that angle in
///     degrees const SlopedTree tree = sloped_tree(mechanism, compiled, slopes);
///
/// and everything that follows from it follows: defaults of mass centres and inertias, point masses
/// merged into links, frames of surfaces. A parameter of the mechanism that formulas name is such a
/// number too (`&mechanism.parameters[k].value`): in a sloped tree formulas have their parameters
/// as variables.
///
/// What has no slopes: numbers of compliant contacts (compliance), and how a formula's switch
/// stands.

#include <array>
#include <span>
#include <unordered_map>

#include "base/dual.hpp"
#include "model/tree.hpp"

namespace carom {

/// The slopes of numbers, by where they are.
class NumberSlopes {
 public:
  void clear() { slopes_.clear(); }
  /// What the number's slope in a direction grows by.
  void add(const double* number, int direction, double slope) {
    slopes_[number][static_cast<std::size_t>(direction)] += slope;
  }
  /// Whether all of them are.
  bool finite() const;
  /// The number with its slopes.
  Sloped operator()(const double& number) const {
    const auto found = slopes_.find(&number);
    return found == slopes_.end() ? Sloped(number) : Sloped(number, found->second);
  }

 private:
  std::unordered_map<const double*, std::array<double, Sloped::directions>> slopes_;
};

/// `tree` is what `mechanism` compiles to, without faults.
SlopedTree sloped_tree(const Mechanism& mechanism, const Tree& tree, const NumberSlopes& slopes);

/// A tree as it is, for slopes of states alone; formulas have their parameters folded in.
SlopedTree without_slopes(const Tree& tree);

/// `sloped_tree` with the numbers of a tree that is there already, in place; a tree of the same
/// structure. Parses formulas anew.
void follow(const Mechanism& mechanism, const Tree& tree, const NumberSlopes& slopes,
            SlopedTree& sloped);

}  // namespace carom
