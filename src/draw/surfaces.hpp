#pragma once

/// draw/surfaces.hpp
///
/// The surfaces of a mechanism's drawing. A surface is a whole line in the model; drawn is the part
/// near its contacts, up to where another surface begins.

#include <string>
#include <vector>

#include "data/drawing.hpp"
#include "draw/labels.hpp"
#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace carom {

/// Draws the surfaces that have a contact within `reach` (m), or none at all but cross `content`
/// (pixels: what is drawn of the bodies). Returns the names of the others: they are too far away.
std::vector<std::string> draw_surfaces(Svg& svg, Labels& labels, const MechanismDrawing& drawing,
                                       const View& view, const Box& content, double reach);

}  // namespace carom
