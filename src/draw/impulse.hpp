#pragma once

/// draw/impulse.hpp
///
/// An impact in impulse space: what happens to every contact as the normal impulse η at the
/// striking contact grows from 0 to its end. Stacked panels share the η axis: the contacts' modes,
/// normal and tangential velocity, normal and tangential impulse. Compression and restitution are
/// shaded; each event is a vertical line with its words above.

#include <string>

#include "data/drawing.hpp"

namespace carom {

/// An SVG document.
std::string impulse_svg(const ImpulseDrawing& drawing);

}  // namespace carom
