#pragma once

/// data/motion.hpp
///
/// A motion as a page plays it: bodies in their own frames, and per frame what places them. With e
/// the direction of a link at its angle, a point `local` of it is at
///
///     joint + local turned by e,     joint = parent's joint + attach turned by the parent's e
///
/// so that a frame needs one number a link. Links stand in file order; lengths are m, angles rad.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "carom/mechanism.hpp"
#include "carom/vec2.hpp"
#include "data/drawing.hpp"
#include "data/panels.hpp"

namespace carom {

struct MovingLink {
  std::string name;
  bool massless = false;
  int parent = -1;             ///< its place among the links; −1: the base
  Vec2 attach;                 ///< on the parent
  double length = 0;           ///< to its far end
  std::optional<Vec2> centre;  ///< its own mass centre; nothing for a massless rod
  std::vector<Vec2> block;     ///< corners of a block, in order; empty: a bar
  std::vector<Vec2> others;    ///< what belongs to the body but lies off it: an arm goes there
  std::vector<double> angles;  ///< a frame
};

struct MovingMass {
  int link = 0;
  Vec2 at;
  double mass = 0;  ///< kg
};

struct MovingSurface {
  std::string name;
  SurfaceKind kind = SurfaceKind::fixed;
  Vec2 point;                       ///< at displacement 0
  double angle = 0;                 ///< of its tangent
  std::vector<Vec2> displacements;  ///< a frame; empty: it stays
};

struct MovingContact {
  std::string name;
  int link = 0;
  int surface = 0;
  Vec2 at;                          ///< on the link: the point, or the centre of the outline
  std::vector<Vec2> outline;        ///< on the link, closed; empty: a point
  std::vector<Vec2> touching;       ///< a frame: what of the outline is next to the surface
  std::vector<std::uint8_t> modes;  ///< a frame: codes of PageMotion::modes
  std::vector<double> gaps;         ///< a frame
  /// A frame: N, (t, n) on the chain; NaN where it is not known.
  std::vector<std::array<double, 2>> forces;
  /// (t, n), a frame each: 0 where other forces give the same motion; empty: determined everywhere.
  std::array<std::vector<std::uint8_t>, 2> determined;
};

struct MovingEvent {
  double time = 0;
  std::string kind;
  int contact = 0;
  std::string words;
  std::vector<std::array<double, 2>> impulses;  ///< N s, (t, n) a contact; empty: none
  std::vector<std::array<bool, 2>> determined;  ///< (t, n) a contact; empty: all impulses are
};

struct PageMotion {
  std::string title;
  std::string caption;
  BaseKind base = BaseKind::free;
  Vec2 base_position;  ///< pinned, or a slider's at displacement 0
  Vec2 slider_direction{1, 0};
  std::vector<double> times;  ///< s; of the frames, does not decrease
  std::vector<Vec2> bases;    ///< a frame; empty for a pinned base
  std::vector<MovingLink> links;
  std::vector<MovingMass> masses;
  std::vector<MovingSurface> surfaces;
  std::vector<MovingContact> contacts;
  std::vector<std::string> modes;  ///< what a contact can be doing, in words
  std::vector<MovingEvent> events;
  std::optional<PageFigure> beside;  ///< stands beside the mechanism
};

}  // namespace carom
