#pragma once

/// model/tree.hpp
///
/// A mechanism checked and compiled: constant numbers laid out for the recursions of dynamics.
/// Links stand in tree order (a parent before its children; for links of one file order that
/// already does, it is the file's order). Point masses have been merged into their links and
/// defaults filled in. Names are kept only in the `Mechanism` it came from.

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "carom/fault.hpp"
#include "carom/mechanism.hpp"
#include "laws/compliant/law.hpp"
#include "laws/law_set.hpp"
#include "model/outline.hpp"
#include "numerics/expression.hpp"

namespace carom {

struct TreeLink {
  int parent = -1;     ///< tree index; −1: the base
  int file = 0;        ///< its place in Mechanism::links
  Vec2 attach;         ///< m; its near joint, in the parent's frame; zero at the base
  double length = 0;   ///< m
  double mass = 0;     ///< kg, point masses included
  Vec2 com;            ///< m, of that mass
  double inertia = 0;  ///< kg m², of that mass, about com
};

struct TreeSurface {
  Vec2 point;            ///< m, at displacement 0
  double angle = 0;      ///< rad
  Vec2 tangent;          ///< (cos angle, sin angle)
  Vec2 normal;           ///< (−sin angle, cos angle)
  int body = -1;         ///< its place among the yielding surfaces, or −1
  Vec2 body_direction;   ///< unit vector on which a yielding surface moves
  double mass = 0;       ///< kg; yielding
  double stiffness = 0;  ///< N/m; yielding
  double damping = 0;    ///< N s/m; yielding
  bool moved = false;    ///< displaced by the two expressions in t below
  Expression normal_motion;
  Expression tangential_motion;
};

struct TreeContact {
  int link = 0;              ///< tree index
  int surface = 0;           ///< index in Tree::surfaces
  Vec2 centre;               ///< m; centre of the outline on the link (a point: the contact itself)
  double outline_angle = 0;  ///< rad; the outline's frame against the link
  SupportFunction outline;
  double friction = 0;         ///< row 0 of Tree::laws, and of contact that lasts
  double static_friction = 0;  ///< of contact that lasts
  std::array<double, most_law_parameters> parameters{};  ///< of impacts: the other rows
  const CompliantLaw* yields = nullptr;  ///< in a motion, by this law; null: it is rigid
  CompliantContact compliance{};         ///< the law's numbers
};

/// Formulas of forces and torques see these variables, in this order: t, then angle and rate of
/// every link in file order (see `input_variables`).
struct TreeTorque {
  int link = 0;      ///< tree index
  int against = -1;  ///< tree index; −1: the ground
  Expression value;
};

struct TreeForce {
  int link = 0;
  Vec2 at;
  Expression value_x;
  Expression value_y;
};

struct TreeSpring {
  int link = 0;
  int against = -1;  ///< tree index; −1: the ground
  double stiffness = 0;
  double damping = 0;
  double rest = 0;
};

struct TreeDrive {
  int link = 0;
  int against = -1;  ///< tree index; −1: the ground
  Expression angle;  ///< of t
};

struct Tree {
  Vec2 gravity;
  BaseKind base = BaseKind::free;
  Vec2 base_position;     ///< m; pinned: the joint; slider: the joint at displacement 0
  Vec2 slider_direction;  ///< unit vector
  double slider_mass = 0;
  double slider_stiffness = 0;
  double slider_damping = 0;

  std::vector<TreeLink> links;        ///< tree order
  std::vector<int> tree_index;        ///< file index -> tree index
  std::vector<TreeSurface> surfaces;  ///< file order
  std::vector<TreeContact> contacts;  ///< file order
  std::vector<TreeTorque> torques;
  std::vector<TreeForce> forces;
  std::vector<TreeSpring> springs;
  std::vector<TreeDrive> drives;
  int yielding = 0;  ///< number of yielding surfaces
  std::shared_ptr<const LawSet> laws = own_laws();

  int base_coordinates() const {
    return base == BaseKind::free ? 2 : base == BaseKind::slider ? 1 : 0;
  }
  int degrees_of_freedom() const {
    return base_coordinates() + static_cast<int>(links.size()) + yielding;
  }
  /// Place of a link's angle among the coordinates.
  int angle_coordinate(int tree_link) const { return base_coordinates() + links[tree_link].file; }
  /// Place of a yielding surface's displacement among the coordinates.
  int surface_coordinate(int body) const {
    return base_coordinates() + static_cast<int>(links.size()) + body;
  }
  /// A length to measure gaps against, m: how far links' ends and contacts with their outlines
  /// reach from the first joint when stretched out, or 1 where everything has size zero.
  double size = 1;
};

/// The compiled tree, or every fault of the description (appended to `faults`; then the tree must
/// not be used).
Tree compiled(const Mechanism& mechanism, std::vector<Fault>& faults);

/// Puts a contact's frictions and what laws ask of it into its compiled form; whether all is in
/// range.
bool set_coefficients(const Contact& contact, const LawSet& laws, TreeContact& compiled_contact);
/// The law by which a contact yields, and its numbers; false where one is out of its range.
bool set_compliance(const std::optional<Compliance>& compliance, TreeContact& compiled_contact);

/// The names that a force's or torque's formula may use, in the order of its variables.
std::vector<std::string> input_variables(const Mechanism& mechanism);

}  // namespace carom
