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
/// Laws that part tangentially are seen to differ only some way off, up to this fraction of the
/// axis.
inline constexpr double tangential_parting = 2e-6;

/// The boundaries as they are listed, by line of the grid and place on it:
/// - the same label changing twice at one place, a → b → c, is listed once as a → c, and not at all
///   where c is a: a label that is different at a single place has no extent;
/// - what one contact does by one law at one place is listed once: its outcome if that changes, or
///   else its interaction, with the slip histories beside it;
/// - two laws part, or agree again, where a label of one of them changes (between such places both
///   depend analytically on the parameter); there the place is taken from that label.
std::vector<Boundary> listed(std::vector<Boundary> boundaries, const Grid& grid,
                             const std::string& along);

}  // namespace carom
