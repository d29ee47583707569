#pragma once

/// draw/mechanism.hpp
///
/// A mechanism as a picture. Links are bars with the mark of their mass centre, massless links thin
/// rods, point masses discs whose area is proportional to the mass. Surfaces are hatched on their
/// solid side; one that is moved has a double arrow, one that yields a spring. A contact has its
/// frame (t, n), a dashed line to its surface where there is a gap, and the velocity relative to
/// the surface; joints and ends have their velocity. All velocities share one scale, shown below.

#include <string>

#include "data/drawing.hpp"

namespace carom {

/// An SVG document. Names are left out where there is no room for them: links' beyond some tens,
/// and everything but bars, surfaces and contacts beyond some hundred links.
std::string mechanism_svg(const MechanismDrawing& drawing);

}  // namespace carom
