#pragma once

/// draw/sheet.hpp
///
/// What the parts of a mechanism's drawing share, and these parts.

#include <cmath>
#include <string>
#include <vector>

#include "data/drawing.hpp"
#include "draw/labels.hpp"
#include "draw/svg.hpp"
#include "draw/view.hpp"

namespace carom {

struct Sheet {
  static constexpr double picture_width = 600;   ///< pixels, of the bodies at most
  static constexpr double picture_height = 400;  ///< pixels, of the bodies at most
  static constexpr double longest_arrow = 84;    ///< pixels, of the largest velocity

  const MechanismDrawing& drawing;
  std::vector<Vec2> joints;  ///< m; the drawing's, without the end of a free chain
  Svg svg;
  Labels labels;
  View view;
  double reach = 0;        ///< m; contacts farther from their surface are drawn without it
  double bar = 0;          ///< pixels; the width of a link
  double arrow_scale = 0;  ///< pixels per m/s; 0: nothing moves
  bool detailed = true;    ///< joints, mass centres, single links
  bool named = true;       ///< links have labels

  bool within_reach(const DrawnContact& contact) const { return std::abs(contact.gap) <= reach; }
};

inline double length(const Vec2& v) {
  return std::hypot(v.x, v.y);
}

/// The point of the surface that the contact is above.
inline Vec2 foot(const DrawnContact& contact) {
  return contact.position - contact.gap * contact.normal;
}

/// "apart", "touching", "approaching": the word and the style.
const char* name_of(ContactState state);

/// Base, links, outlines and point masses.
void draw_bodies(Sheet& sheet);

/// The velocities of joints and ends.
void draw_velocities(Sheet& sheet);

void draw_joints_and_centres(Sheet& sheet);

/// The contacts with their frames and velocities.
void draw_contacts(Sheet& sheet);

/// What the signs mean, under the picture, and the names of surfaces that are not in it.
void draw_legend(Sheet& sheet, const std::vector<std::string>& absent);

}  // namespace carom
