#pragma once

/// data/boundaries.hpp

#include <string>
#include <vector>

#include "data/grid.hpp"
#include "data/sweep_table.hpp"

namespace carom {

/// Two changes closer than this fraction of the axis are at one place: there labels are decided by
/// rounding.
inline constexpr double one_place = 1e-8;
/// What changes tangentially is seen to change only some way off, up to this fraction of the axis.
inline constexpr double tangential_reach = 1e-4;

/// The boundaries as they are listed, by line of the grid and place on it:
/// - two laws part, or agree again, and energy begins to be lost or made, where a mode of a law
///   changes (between such places everything depends analytically on the parameter). Where that is
///   tangential it is noticed late, on the side where it is so: the place is taken from the label
///   that changes at the other side of it;
/// - the same label changing twice at one place, a → b → c, is listed once as a → c, and not at all
///   where c is a: a label that is different at a single place has no extent; nor has agreement of
///   two laws on a stretch shorter than `tangential_reach`;
/// - a change from or to nothing is left out: the verdict says so;
/// - what one contact does by one law at one place is listed once: its outcome if that changes, or
///   else its interaction, with the slip histories beside it.
std::vector<Boundary> listed(std::vector<Boundary> boundaries, const Grid& grid,
                             const std::string& along);

}  // namespace carom
