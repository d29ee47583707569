#pragma once

/// model/tree.hpp
///
/// A mechanism checked and compiled: constant numbers laid out for the recursions of dynamics.
/// Links stand in tree order (a parent before its children; for links of one file order that
/// already does, it is the file's order). Point masses have been merged into their links and
/// defaults filled in. Names are kept only in the `Mechanism` it came from.
///
/// The numbers of a `TreeOf<T>` are T: plain in a `Tree`, with slopes in a `SlopedTree`
/// (model/sloped_tree.hpp), by which one differentiates along anything that a mechanism is made of.

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "carom/fault.hpp"
#include "carom/mechanism.hpp"
#include "laws/compliant/law.hpp"
#include "laws/law_set.hpp"
#include "model/formula_of.hpp"
#include "model/outline.hpp"
#include "numerics/expression.hpp"

namespace carom {

template <class T>
struct TreeLinkOf {
  int parent = -1;  ///< tree index; −1: the base
  int file = 0;     ///< its place in Mechanism::links
  Vec2T<T> attach;  ///< m; its near joint, in the parent's frame; zero at the base
  T length{};       ///< m
  T mass{};         ///< kg, point masses included
  Vec2T<T> com;     ///< m, of that mass
  T inertia{};      ///< kg m², of that mass, about com
};

template <class T>
struct TreeSurfaceOf {
  Vec2T<T> point;           ///< m, at displacement 0
  T angle{};                ///< rad
  Vec2T<T> tangent;         ///< (cos angle, sin angle)
  Vec2T<T> normal;          ///< (−sin angle, cos angle)
  int body = -1;            ///< its place among the yielding surfaces, or −1
  Vec2T<T> body_direction;  ///< unit vector on which a yielding surface moves
  T mass{};                 ///< kg; yielding
  T stiffness{};            ///< N/m; yielding
  T damping{};              ///< N s/m; yielding
  bool moved = false;       ///< displaced by the two expressions in t below
  FormulaOf<T> normal_motion;
  FormulaOf<T> tangential_motion;
};

template <class T>
struct TreeContactOf {
  int link = 0;       ///< tree index
  int surface = 0;    ///< index in Tree::surfaces
  Vec2T<T> centre;    ///< m; centre of the outline on the link (a point: the contact itself)
  T outline_angle{};  ///< rad; the outline's frame against the link
  SupportFunctionOf<T> outline;
  T friction{};         ///< row 0 of Tree::laws, and of contact that lasts
  T static_friction{};  ///< of contact that lasts
  std::array<T, most_law_parameters> parameters{};  ///< of impacts: the other rows
  const CompliantLaw* yields = nullptr;             ///< in a motion, by this law; null: it is rigid
  CompliantContact compliance{};                    ///< the law's numbers; they have no slopes
  bool conditional = false;  ///< takes part only where `active` is above zero
  Expression active;         ///< of `state_variables`; who takes part has no slopes
};

/// Formulas of forces and torques see the `state_variables`.
template <class T>
struct TreeTorqueOf {
  int link = 0;      ///< tree index
  int against = -1;  ///< tree index; −1: the ground
  FormulaOf<T> value;
};

template <class T>
struct TreeForceOf {
  int link = 0;
  Vec2T<T> at;
  FormulaOf<T> value_x;
  FormulaOf<T> value_y;
};

template <class T>
struct TreeSpringOf {
  int link = 0;
  int against = -1;  ///< tree index; −1: the ground
  T stiffness{};
  T damping{};
  T rest{};
};

template <class T>
struct TreeDriveOf {
  int link = 0;
  int against = -1;    ///< tree index; −1: the ground
  FormulaOf<T> angle;  ///< of t
};

template <class T>
struct TreeOf {
  Vec2T<T> gravity;
  BaseKind base = BaseKind::free;
  Vec2T<T> base_position;     ///< m; pinned: the joint; slider: the joint at displacement 0
  Vec2T<T> slider_direction;  ///< unit vector
  T slider_mass{};
  T slider_stiffness{};
  T slider_damping{};

  std::vector<TreeLinkOf<T>> links;        ///< tree order
  std::vector<int> tree_index;             ///< file index -> tree index
  std::vector<TreeSurfaceOf<T>> surfaces;  ///< file order
  std::vector<TreeContactOf<T>> contacts;  ///< file order
  std::vector<TreeTorqueOf<T>> torques;
  std::vector<TreeForceOf<T>> forces;
  std::vector<TreeSpringOf<T>> springs;
  std::vector<TreeDriveOf<T>> drives;
  bool inputs_see_gaps = false;  ///< a formula of a force or torque names a contact's gap
  int yielding = 0;              ///< number of yielding surfaces
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

using TreeLink = TreeLinkOf<double>;
using TreeSurface = TreeSurfaceOf<double>;
using TreeContact = TreeContactOf<double>;
using TreeTorque = TreeTorqueOf<double>;
using TreeForce = TreeForceOf<double>;
using TreeSpring = TreeSpringOf<double>;
using TreeDrive = TreeDriveOf<double>;
using Tree = TreeOf<double>;
using SlopedTree = TreeOf<Sloped>;

/// The compiled tree, or every fault of the description (appended to `faults`; then the tree must
/// not be used).
Tree compiled(const Mechanism& mechanism, std::vector<Fault>& faults);

/// Puts a contact's frictions and what laws ask of it into its compiled form; whether all is in
/// range.
bool set_coefficients(const Contact& contact, const LawSet& laws, TreeContact& compiled_contact);
/// The law by which a contact yields, and its numbers; false where one is out of its range.
bool set_compliance(const std::optional<Compliance>& compliance, TreeContact& compiled_contact);

/// The names that a formula of the whole state may use, in the order of its variables: t,
/// angle.LINK and rate.LINK of every link in file order, the base's (position.x, position.y,
/// velocity.x, velocity.y; a slider: displacement, velocity), gap.CONTACT of every contact,
/// surface.NAME of every surface that yields.
std::vector<std::string> state_variables(const Mechanism& mechanism);

}  // namespace carom
