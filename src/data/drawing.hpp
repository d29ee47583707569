#pragma once

/// data/drawing.hpp
///
/// What a drawing shows: plain data in world axes (x to the right, y up), SI units. The room that
/// draws picks its own scale and knows nothing of models. Every number is finite.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "carom/mechanism.hpp"
#include "carom/vec2.hpp"

namespace carom {

struct DrawnLink {
  std::string name;
  Vec2 near;        ///< m; its near joint
  Vec2 far;         ///< m; its far end
  Vec2 com;         ///< m; its own mass centre, point masses not counted
  double mass = 0;  ///< kg; 0 is drawn as a thin rod without a mass centre
  /// m; the corners of a block, in order; empty: a bar from `near` to `far`.
  std::vector<Vec2> block;
  /// m; what belongs to the body but lies off it: an arm goes there.
  std::vector<Vec2> arms;
};

struct DrawnMass {
  Vec2 position;    ///< m
  double mass = 0;  ///< kg, ≥ 0; the disc's area is proportional to it
};

struct DrawnBase {
  BaseKind kind = BaseKind::free;
  Vec2 position;         ///< m; the first joint, now
  Vec2 relaxed;          ///< m; a slider's joint at displacement 0
  Vec2 direction{1, 0};  ///< unit vector; a slider's line
  bool sprung = false;   ///< a slider with a spring
};

enum class SurfaceKind { fixed, moved, yields };
constexpr std::string_view name(SurfaceKind kind) {
  constexpr std::string_view names[] = {"fixed", "moved", "yields"};
  return names[static_cast<int>(kind)];
}

struct DrawnSurface {
  std::string name;
  SurfaceKind kind = SurfaceKind::fixed;
  Vec2 point;            ///< m; on the surface, now
  Vec2 tangent{1, 0};    ///< unit vector
  Vec2 normal{0, 1};     ///< unit vector, to the free side
  Vec2 direction{0, 1};  ///< unit vector; the line on which a surface is moved or yields
  Vec2 displacement;     ///< m; from where it rests (yields) or began (moved) to where it is now
};

enum class ContactState {
  apart,        ///< above its surface, not approaching it or with a gap
  touching,     ///< gap zero, not approaching
  approaching,  ///< gap zero and normal velocity below zero: it strikes
  below         ///< inside its surface: a mistake of the description
};

struct DrawnContact {
  std::string name;
  ContactState state = ContactState::apart;
  int surface = 0;            ///< its place in MechanismDrawing::surfaces
  Vec2 position;              ///< m; the point of the body nearest to the surface
  Vec2 tangent{1, 0};         ///< unit vector
  Vec2 normal{0, 1};          ///< unit vector, to the free side
  double gap = 0;             ///< m
  Vec2 velocity;              ///< m/s; relative to the surface
  std::vector<Vec2> outline;  ///< m; a closed polygon round the body; empty: a point
};

struct DrawnVelocity {
  Vec2 position;  ///< m
  Vec2 velocity;  ///< m/s
};

struct MechanismDrawing {
  std::string title;
  Vec2 gravity;  ///< m/s²
  DrawnBase base;
  std::vector<DrawnLink> links;
  std::vector<Vec2> joints;  ///< m; the near joints of links, on their parents or on the base
  std::vector<DrawnMass> masses;
  std::vector<DrawnSurface> surfaces;
  std::vector<DrawnContact> contacts;
  std::vector<DrawnVelocity> velocities;  ///< of joints and ends, in the world
};

/// One contact through an impact: numbers at every η of ImpulseDrawing, linear between them.
struct DrawnImpact {
  std::string name;
  std::vector<double> normal_velocity;      ///< m/s
  std::vector<double> tangential_velocity;  ///< m/s
  std::vector<double> normal_impulse;       ///< N s
  std::vector<double> tangential_impulse;   ///< N s
  /// Of the impulse, (t, n); false: other impulses give the same velocities.
  std::array<bool, 2> determined{true, true};
};

enum class ImpactPhase { compression, restitution };

struct DrawnStage {
  ImpactPhase phase = ImpactPhase::compression;
  double from = 0;                 ///< N s
  double to = 0;                   ///< N s
  std::vector<std::string> modes;  ///< one a contact: apart, separates, sticks, slides+, slides-
  std::string ends_with;           ///< what happens at `to`, in a few words; may be empty
};

/// An impact in impulse space, over the normal impulse η at the striking contact, or over the sum
/// of all normal impulses.
struct ImpulseDrawing {
  std::string title;
  std::string striking;         ///< the name of the striking contact
  bool of_all = false;          ///< η is the sum of all normal impulses
  std::vector<double> impulse;  ///< η, N s; does not decrease
  std::vector<DrawnImpact> contacts;
  std::vector<DrawnStage> stages;  ///< in the order of η
  std::vector<std::string> notes;  ///< what a reader must know of the answer: sentences
};

}  // namespace carom
