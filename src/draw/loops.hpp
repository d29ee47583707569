#pragma once

/// draw/loops.hpp
///
/// The force of contacts that yield over their indentation: up where they load, back where they
/// unload, the area between (what was lost) shaded.

#include <span>
#include <string>

#include "data/force_loop.hpp"
#include "draw/svg.hpp"

namespace carom {

/// A panel from `top` on; where the next one begins.
double draw_loops(Svg& svg, double top, std::span<const ForceLoop> loops);

/// An SVG document of that panel.
std::string loops_svg(const std::string& title, std::span<const ForceLoop> loops);

}  // namespace carom
