#pragma once

/// model/tree_order.hpp
///
/// Which link hangs on which, and an order in which every link comes after its parent.

#include <span>
#include <vector>

#include "carom/fault.hpp"
#include "carom/mechanism.hpp"
#include "model/name_table.hpp"

namespace carom {

constexpr int on_base = -1;         ///< the parent of a link that hangs on the base
constexpr int unknown_parent = -2;  ///< the parent's name refers to nothing

/// The parent of each link, as a file index, `on_base` or `unknown_parent` (then with a fault).
std::vector<int> parents(const Mechanism& mechanism, NameTable& links, std::vector<Fault>& faults);

/// File indices of the links, parents first: file order, except that a parent written later is
/// taken before its first child. Links on a cycle (one fault a cycle) or on an unknown parent are
/// left out, with all that hangs on them.
std::vector<int> tree_order(const Mechanism& mechanism, std::span<const int> parents,
                            std::vector<Fault>& faults);

}  // namespace carom
