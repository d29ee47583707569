#pragma once

/// draw/symbols.hpp
///
/// The engineer's signs, in pixels (y down).

#include <string_view>

#include "draw/svg.hpp"

namespace carom {

/// The direction from a to b as a unit vector; (1, 0) where they coincide.
Vec2 unit(const Vec2& a, const Vec2& b);

/// An arrow with a filled head at `to`; the head shrinks with a short arrow.
void draw_arrow(Svg& svg, const Vec2& from, const Vec2& to, std::string_view style,
                double head = 8);

/// An arrow with heads at both ends: something is moved to and fro.
void draw_double_arrow(Svg& svg, const Vec2& from, const Vec2& to, std::string_view style);

/// Slanted strokes along the segment, on the side of the unit vector `solid`.
void draw_hatching(Svg& svg, const Vec2& from, const Vec2& to, const Vec2& solid, double depth = 8);

/// A coil spring as a zigzag.
void draw_spring(Svg& svg, const Vec2& from, const Vec2& to);

/// The mark of a mass centre: a circle with two black quarters.
void draw_mass_centre(Svg& svg, const Vec2& at, double radius);

/// The support of a pinned joint: a triangle on hatched ground, on the side of `ground`.
void draw_pinned_support(Svg& svg, const Vec2& at, const Vec2& ground);

/// A rectangle from `from` to `to` of the given depth on the side of `solid`.
void draw_plate(Svg& svg, const Vec2& from, const Vec2& to, const Vec2& solid, double depth);

}  // namespace carom
