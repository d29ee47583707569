#pragma once

// Contact problems for the tests, formed with dense matrices: W = J M⁻¹ Jᵀ, v⁻ = J q̇.

#include <Eigen/Core>
#include <numbers>
#include <random>
#include <string_view>
#include <vector>

#include "laws/registry.hpp"
#include "laws/rigid/law.hpp"
#include "laws/rigid/workspace.hpp"

namespace carom::test {

inline constexpr double pi = std::numbers::pi;
inline constexpr double degree = pi / 180;

/// A contact problem that owns its numbers.
template <class T = double>
struct Problem {
  int count = 0;
  std::vector<T> inertia, velocity;
  std::vector<T> friction, restitution;
  std::vector<T> third;          // of laws that declare one more; empty: what they say
  mutable std::vector<T> table;  // what `view` refers to
  int colliding = -1;

  ContactProblem<T> view(const Law* law = nullptr) const {
    table.assign(friction.begin(), friction.end());
    table.insert(table.end(), restitution.begin(), restitution.end());
    table.insert(table.end(), third.begin(), third.end());
    if (law != nullptr && law->parameters.size() > 2 && third.empty())
      table.insert(table.end(), friction.size(), *law->parameters[2].otherwise);
    const auto contacts = static_cast<std::size_t>(count);
    return {count,
            inertia,
            velocity,
            {table.data(), contacts, LawParameters::in_order, contacts},
            colliding};
  }
  T& w(int r, int s) { return inertia[static_cast<std::size_t>(r * 2 * count + s)]; }
  const T& w(int r, int s) const { return inertia[static_cast<std::size_t>(r * 2 * count + s)]; }
};

Problem<> problem_from(const Eigen::MatrixXd& inertia, const Eigen::VectorXd& velocity,
                       std::vector<double> friction, double restitution, int colliding = -1);

struct ChainLink {
  int parent;  ///< −1: the base
  double attach, length, mass, com, inertia, angle, rate;
};
struct ChainContact {
  int link;
  double at, surface, friction;
};

/// A tree of links on a free base, which moves with `base`.
struct Chain {
  std::vector<ChainLink> links;
  std::vector<ChainContact> contacts;
  Eigen::Vector2d base{0, 0};

  Eigen::MatrixXd point(int link, double at) const;
  Eigen::MatrixXd mass() const;
  Eigen::VectorXd rates() const;
  Eigen::MatrixXd jacobian() const;
  double kinetic_energy() const;
  Problem<> problem(double restitution) const;
};

/// The three-link chain of Hurmuzlu & Marghitu (1994), figures 3 to 7: links 1 m, 1 kg,
/// 1/12 kg m²; φ clockwise from the upward vertical, φ2 = 90°, φ3 = 180° + φ1; A0 is contact 0, the
/// striking end Ac contact 1, both on the floor.
Chain three_link_chain(double phi1_degrees, double friction_0, double friction_c);

/// Solves with a workspace of its own and returns the solution.
template <class T = double>
Solution<T> solved(const Problem<T>& problem, std::string_view law,
                   const LawOptions& options = {}) {
  LawWorkspace<T> workspace(problem.count);
  solve_impact(*find_law(law), problem.view(find_law(law)), options, workspace);
  return workspace.solution;
}

inline constexpr std::string_view law_names[] = {"kinematic", "kinetic", "energetic", "whittaker",
                                                 "brach"};
inline constexpr std::string_view differential_names[] = {"kinematic", "kinetic", "energetic"};

/// A random contact problem: W = J Jᵀ from a random J (the inertia matrix is the identity) with
/// `freedoms` degrees of freedom (fewer than 2c make W singular, as contacts on one rigid link do),
/// one contact approaching, the others resting: at rest tangentially or sliding, about half and
/// half. v⁻ = J q̇: velocities that no motion has would carry no finite energy.
Problem<> random_problem(std::mt19937_64& random, int contacts, int freedoms,
                         double largest_friction, double restitution);

/// Closed forms answer only where pivots are above 1e-3 of their size, of which an answer has a few
/// in a row: rounding may grow by their inverses.
inline constexpr double closed_form_rounding = 1e-9;

double largest(const std::vector<double>& numbers);

/// A closed form's answer against that of the plain path: everything but the stages.
void expect_same_answer(const Problem<>& problem, const Solution<double>& fast,
                        const Solution<double>& plain, int trial);

}  // namespace carom::test
