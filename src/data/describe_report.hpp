#pragma once

/// data/describe_report.hpp
///
/// What `describe` tells: the mechanism as it was understood, measured at its start. SI, radians.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/mechanism.hpp"
#include "data/drawing.hpp"

namespace carom {

struct DescribedLink {
  std::string name;
  std::string parent;
  Vec2 at;               ///< m; its near joint, on the parent
  double length = 0;     ///< m
  double mass = 0;       ///< kg, with its point masses
  Vec2 com;              ///< m, of that mass
  double inertia = 0;    ///< kg m², about com
  int point_masses = 0;  ///< how many ride on it
  double angle = 0;      ///< rad
  double rate = 0;       ///< rad/s
  Vec2 near;             ///< m; in the world
  Vec2 far;              ///< m
};

struct DescribedMass {
  std::string link;
  Vec2 at;          ///< m; on the link
  double mass = 0;  ///< kg
  Vec2 position;    ///< m; in the world
};

struct DescribedSurface {
  std::string name;
  SurfaceKind kind = SurfaceKind::fixed;
  double angle = 0;                 ///< rad
  Vec2 point;                       ///< m, now
  std::optional<SurfaceBody> body;  ///< yields; displacement and velocity are those at the start
};

/// Where a contact is and, where it touches, which way it goes.
enum class ContactPlace { above, touching, approaching, leaving, below };
constexpr std::string_view name(ContactPlace place) {
  constexpr std::string_view names[] = {"above", "touching", "approaching", "leaving", "below"};
  return names[static_cast<int>(place)];
}

struct DescribedContact {
  std::string name;
  std::string link;
  std::string surface;
  Outline outline;
  ContactPlace state = ContactPlace::above;
  Vec2 position;                     ///< m
  double gap = 0;                    ///< m
  std::array<double, 2> velocity{};  ///< m/s; tangential, normal
  double friction = 0;
  double static_friction = 0;
  double restitution = 0;
  std::vector<Parameter> parameters;  ///< what else laws declare
  std::optional<Compliance> compliance;
};

struct DescribedInertia {
  std::vector<std::string> contacts;  ///< those that touch
  std::vector<double> matrix;         ///< W, row-major, 1/kg
  int rank = 0;
  bool measured = false;            ///< rank and condition; not for more than 150 contacts
  std::optional<double> condition;  ///< of W; absent where W is singular or not measured
};

/// What [close] found.
struct DescribedClosing {
  std::vector<std::string> angles;             ///< links
  std::vector<std::string> touch;              ///< contacts
  std::vector<std::vector<double>> solutions;  ///< rad, one row a solution
  int chosen = 0;                              ///< from 1
  bool complete = true;                        ///< no other exists
};

struct DescribeReport {
  std::string title;
  double time = 0;  ///< s
  Vec2 gravity;     ///< m/s²
  Base base;
  std::vector<double> base_velocity;  ///< m/s; two numbers, one, or none
  std::vector<DescribedLink> links;
  std::vector<DescribedMass> masses;
  std::vector<DescribedSurface> surfaces;
  std::vector<DescribedContact> contacts;
  std::vector<Parameter> parameters;
  std::vector<Torque> torques;
  std::vector<Force> forces;
  std::vector<Spring> springs;
  std::vector<Drive> drives;
  int degrees_of_freedom = 0;
  double mass = 0;                   ///< kg, of links, point masses and a slider
  Vec2 com;                          ///< m
  double kinetic_energy = 0;         ///< J
  double gravity_energy = 0;         ///< J
  double spring_energy = 0;          ///< J
  Vec2 momentum;                     ///< kg m/s
  double angular_momentum = 0;       ///< kg m²/s, about the world's origin
  double mass_matrix_condition = 0;  ///< 0: not measured (more than 200 degrees of freedom)
  DescribedInertia contact_inertia;
  std::optional<DescribedClosing> closing;
  std::vector<std::string> warnings;
  MechanismDrawing drawing;
};

}  // namespace carom
