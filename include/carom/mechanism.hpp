#pragma once

/// carom/mechanism.hpp
///
/// The description of a mechanism as its user writes it: plain data, SI units and radians,
/// references by name, nothing checked. `Model` (carom/model.hpp) checks and compiles it.
///
/// Conventions. World: x to the right, y up. A link's angle is absolute, from +x to the line from
/// its near joint to its far end, counter-clockwise. A point of a link is written
/// (along, across): along the link from its near joint, and across it, 90° counter-clockwise.
/// A surface at angle a has the tangent t = (cos a, sin a) and the normal n = (−sin a, cos a);
/// n points to the free side.
///
/// Threads: plain data; several threads may read one mechanism while none changes it.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/law.hpp"
#include "carom/vec2.hpp"

namespace carom {

/// A formula, such as "0.4*sin(2*t)". What it may name depends on where it stands: the
/// mechanism's parameters everywhere; `t` in inputs and surface motions; `angle.LINK`,
/// `rate.LINK` in forces and torques; `theta` in an outline; the whole state where a contact is
/// active (docs/scenario.md).
struct Formula {
  std::string text = "0";
};

enum class BaseKind {
  free,    ///< the first joint moves freely: coordinates x, y
  pinned,  ///< the first joint is fixed: no coordinates
  slider   ///< the first joint moves on a line: one coordinate, the displacement
};

struct Base {
  BaseKind kind = BaseKind::free;
  Vec2 position{};          ///< m; the first joint (a slider: at displacement 0)
  double direction = 0;     ///< rad; a slider's line
  double displacement = 0;  ///< m; a slider's at the start
  double mass = 0;          ///< kg, ≥ 0; a slider's own
  double stiffness = 0;     ///< N/m, ≥ 0; a slider's spring, relaxed at displacement 0
  double damping = 0;       ///< N s/m, ≥ 0
};

struct Link {
  std::string name{};
  std::optional<std::string> parent{};  ///< default: the previous link; the first: "base"
  std::optional<Vec2> at{};             ///< m; where on the parent; default: its far end
  double length = 0;                    ///< m, ≥ 0
  double mass = 0;                      ///< kg, ≥ 0; 0 is a massless rod
  std::optional<Vec2> com{};            ///< m; mass centre; default: (length/2, 0)
  std::optional<double> inertia{};      ///< kg m², ≥ 0, about com; default: mass·length²/12
};

struct PointMass {
  std::string link{};
  Vec2 at{};        ///< m
  double mass = 0;  ///< kg, ≥ 0
};

/// A surface that yields: a mass on a spring and damper, relaxed at displacement 0.
struct SurfaceBody {
  double direction = 0;     ///< rad; the line on which it moves
  double mass = 0;          ///< kg, > 0
  double stiffness = 0;     ///< N/m, ≥ 0
  double damping = 0;       ///< N s/m, ≥ 0
  double displacement = 0;  ///< m, at the start
  double velocity = 0;      ///< m/s, at the start
};

/// A surface that is moved: displacements along its normal and tangent as formulas in t.
struct SurfaceMotion {
  Formula normal{};
  Formula tangential{};
};

struct Surface {
  std::string name{};
  double angle = 0;  ///< rad
  Vec2 point{};      ///< m; any point of the surface
  std::optional<SurfaceBody> body{};
  std::optional<SurfaceMotion> motion{};
};

/// The shape of a contact: the support function h(θ) of a convex outline. θ is the angle of the
/// outline's frame against the surface; h the height of the outline's centre when it touches.
enum class OutlineKind {
  point,      ///< h = 0
  disc,       ///< h = radius
  ellipse,    ///< h = √(a² sin²θ + b² cos²θ), a along the outline's first axis
  fourier,    ///< h = Σ a_k cos kθ + b_k sin kθ, k from 0
  expression  ///< h(theta) as a formula
};

constexpr std::string_view name(OutlineKind kind) {
  constexpr std::string_view names[] = {"point", "disc", "ellipse", "fourier", "expression"};
  return names[static_cast<int>(kind)];
}

struct Outline {
  OutlineKind kind = OutlineKind::point;
  double radius = 0;             ///< m, > 0; disc
  Vec2 semi_axes{};              ///< m, > 0; ellipse
  std::vector<double> a{};       ///< m; fourier, from k = 0
  std::vector<double> b{};       ///< m; fourier, from k = 0 (b_0 has no effect)
  Formula h{};                   ///< m; expression
  std::optional<Vec2> centre{};  ///< m; on the link; default: the contact's `at`
  double angle = 0;              ///< rad; the outline's frame against the link
};

/// A number with a name.
struct Parameter {
  std::string name{};
  double value = 0;
};

/// A compliant contact: a compliant law and its parameters, as it declares them. Motions follow it,
/// and force models of an impact take its numbers; rigid laws do not use it.
struct Compliance {
  std::string kind = "elastoplastic";
  std::vector<Parameter> parameters{};
};

struct Contact {
  std::string name{};
  std::string link{};
  Vec2 at{};  ///< m; on the link
  std::string surface{};
  double friction = 0;                      ///< ≥ 0, Coulomb
  std::optional<double> static_friction{};  ///< ≥ friction; default: friction
  double restitution = 0;                   ///< in [0, 1]; used when this contact collides
  std::vector<Parameter> parameters{};      ///< what else laws declare; default: theirs
  Outline outline{};
  std::optional<Compliance> compliance{};
  std::optional<Formula> active{};  ///< it takes part only where this is above zero
};

/// A torque on a link, from the ground or from another link.
struct Torque {
  std::string link{};
  std::optional<std::string> against{};
  Formula value{};  ///< N m
};

/// A force at a point of a link, in world axes.
struct Force {
  std::string link{};
  Vec2 at{};          ///< m
  Formula value_x{};  ///< N
  Formula value_y{};  ///< N
};

/// A torsion spring and damper: torque −stiffness·(angle − rest) − damping·rate on the link, where
/// angle and rate are relative to `against` (default: the ground); the opposite on `against`.
struct Spring {
  std::string link{};
  std::optional<std::string> against{};
  double stiffness = 0;  ///< N m/rad, ≥ 0
  double damping = 0;    ///< N m s/rad, ≥ 0
  double rest = 0;       ///< rad
};

/// A joint whose angle is prescribed: angle of `link`, relative to `against` (default: the ground),
/// as a formula in t. Its drive gives any couple that takes, also within an impact.
struct Drive {
  std::string link{};
  std::optional<std::string> against{};
  Formula angle{};  ///< rad
};

struct Mechanism {
  Vec2 gravity{};  ///< m/s²
  Base base{};
  std::vector<Link> links{};
  std::vector<PointMass> masses{};
  std::vector<Surface> surfaces{};
  std::vector<Contact> contacts{};
  std::vector<Torque> torques{};
  std::vector<Force> forces{};
  std::vector<Spring> springs{};
  std::vector<Drive> drives{};
  std::vector<Parameter> parameters{};  ///< what formulas may name
  std::vector<const Law*> laws{};       ///< of one's own, beside Carom's (carom/law.hpp)
};

/// Where a mechanism is and how it moves.
///
/// Both vectors have one number a degree of freedom, in this order: the base (free: x, y of the
/// first joint; slider: its displacement; pinned: none), one absolute angle a link in the order of
/// `Mechanism::links`, one displacement a yielding surface in the order of `Mechanism::surfaces`.
struct State {
  double time = 0;                   ///< s
  std::vector<double> positions{};   ///< m, rad, m
  std::vector<double> velocities{};  ///< m/s, rad/s, m/s
};

}  // namespace carom
