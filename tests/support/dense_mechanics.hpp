#pragma once

/// A mechanism's equations of motion in dense matrices, from its public description alone:
///
///     M q̈ = h + Jᵀλ + Dᵀc,     v̇ = J q̈ + γ,     D q̈ = δ̈
///
/// J has the rows (t, n) of every contact relative to its surface, D those of driven joints. With
/// absolute angles every point is x = x₀ + Σ R(θ_j) s_j, so that ∂x/∂θ_j = R(θ_j) s_j⊥ and the
/// acceleration at q̈ = 0 is −Σ θ̇_j² R(θ_j) s_j. Nothing here is shared with the rooms `model`,
/// `dynamics` and `motion` but the parser of formulas: what they compute is compared with this.

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "base/dual.hpp"
#include "carom/mechanism.hpp"
#include "numerics/expression.hpp"

namespace carom::testing {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// A formula in t and its first two derivatives.
struct Timed {
  double value = 0, rate = 0, acceleration = 0;
};

/// Everything at one state. Contacts are in file order, (t, n) each.
struct DenseState {
  Matrix inertia;           ///< M
  Vector load;              ///< h
  Matrix jacobian;          ///< J
  Vector drift;             ///< γ
  Vector gap;               ///< m
  Vector velocity;          ///< m/s, relative to the surface
  Matrix driven;            ///< D
  Vector driven_error;      ///< rad, angle there − angle prescribed
  Vector driven_rate;       ///< rad/s, prescribed
  Vector driven_beyond;     ///< rad/s², prescribed
  Matrix mobility;          ///< q̈ = free + mobility·Jᵀλ
  Vector free;              ///< q̈ without contact forces
  Vector free_rates;        ///< v̇ without contact forces
  Matrix contact_mobility;  ///< W = J·mobility·Jᵀ
};

class DenseMechanics {
 public:
  explicit DenseMechanics(const Mechanism& m);

  const Mechanism& mechanism() const { return m_; }
  int freedom() const { return freedom_; }
  int links() const { return static_cast<int>(m_.links.size()); }
  int contacts() const { return static_cast<int>(m_.contacts.size()); }
  double size() const { return size_; }

  DenseState at(const State& state) const;

  /// Whether a contact takes part at a state (Contact::active).
  bool takes_part(int contact, const State& state, const DenseState& there) const;

  double kinetic_energy(const State& state) const;

  /// A point of a link in the world, m.
  Vec2 place(const State& state, int link, Vec2 local) const;
  int link_index(const std::string& name) const { return index_.at(name); }
  int first_angle() const { return base_; }
  int surface_coordinate(int surface) const { return body_[surface]; }

 private:
  struct Point {
    Eigen::Vector2d place, drift;
    Eigen::Matrix<double, 2, Eigen::Dynamic> jacobian;
  };

  Expression timed(const Formula& f) const;
  Expression input(const Formula& f) const;
  static Timed value(const Expression& e, double t);

  int parent(int link) const;

  Point point(const State& state, int link, Vec2 local) const;

  void add_inputs(const State& state, const Vector& rates, Vector& load) const;

  /// The outline's lowest point, by geometry: c + r with r = (r_t, −height), and the radius of
  /// curvature there.
  struct Lowest {
    double along = 0, height = 0, radius = 0;
  };
  static Lowest lowest(const Outline& o, double angle);

  void add_contacts(const State& state, const Vector& rates, DenseState& d) const;

  void add_drives(const State& state, DenseState& d) const;

  /// q̈ = q̈_p + N y with D N = 0: what drives hold is taken out exactly, not by a difference.
  static void solve(DenseState& d);

  Mechanism m_;
  int base_ = 0;
  int freedom_ = 0;
  double size_ = 0;
  std::map<std::string, int> index_, surface_;
  std::vector<int> body_;
  std::vector<std::string> names_;
  std::vector<std::array<Expression, 2>> motion_;
  std::vector<Expression> torque_, drive_;
  std::vector<std::array<Expression, 2>> force_;
};

}  // namespace carom::testing
