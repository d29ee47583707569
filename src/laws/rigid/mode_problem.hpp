#pragma once

/// laws/rigid/mode_problem.hpp
///
/// Which mode every contact takes: one complementarity problem for all laws. Unknown are the
/// contact forces F and the rates r,
///
///     r = a + A F,      A = W (2c × 2c),
///
/// row 2i tangential, row 2i+1 normal at contact i. In a stage of a differential law F = dτ/dη,
/// r = dv/dη and a = 0; in an algebraic law F = τ, r = v⁺ and a = v⁻. Each contact adds
///
///     normal      unilateral   0 ≤ r_n ⊥ F_n ≥ 0
///                 impulse      F_n given                      (the striker of a stage: 1)
///                 velocity     r_n given, F_n ≥ 0             (the striker of an algebraic law)
///                 apart        F_n = 0, r_n free
///     tangential  plus, minus  F_t = ∓μF_n                    (v_t ≠ 0: its sign is known)
///                 open         |F_t| ≤ μF_n, and F_t = ∓μF_n where ±r_t > 0
///                 smooth       F_t = 0
///                 given        F_t given                      (Brach's striker)
///
/// A combination of modes closes the linear system; it is consistent if the inequalities hold.
/// All quantities here are scaled (see scaling.hpp): A has diagonal entries of order one, so the
/// thresholds (contact/thresholds.hpp) are dimensionless.

#include <cstdint>
#include <vector>

#include "carom/impact.hpp"
#include "contact/thresholds.hpp"
#include "numerics/complementarity.hpp"

namespace carom {

enum class NormalRule : std::uint8_t { apart, unilateral, impulse, velocity };
enum class SlipRule : std::uint8_t { smooth, plus, minus, open, given };

struct ModeContact {
  NormalRule normal = NormalRule::unilateral;
  SlipRule slip = SlipRule::open;
  double friction = 0;  ///< μ
  friend bool operator==(const ModeContact&, const ModeContact&) = default;
};

template <class T>
struct ModeProblem {
  int count = 0;
  const T* inertia = nullptr;     ///< A, 2c × 2c row-major
  const T* offset = nullptr;      ///< a, 2c
  const T* prescribed = nullptr;  ///< 2c: given F_t in row 2i, given F_n or r_n in row 2i+1
  const ModeContact* contacts = nullptr;
  double scale = 1;     ///< the size of a and of prescribed values
  bool single = false;  ///< proved to have at most one answer (uniqueness.hpp)
  /// F and r of a problem with the same A and a that may be near this one, or null.
  const double* near_force = nullptr;
  const double* near_rate = nullptr;
  const T* friction = nullptr;  ///< μ with its slopes; null: that of the contacts
};

/// Up to so many combinations all are tried (four contacts have at most 4³ · 3 = 192).
inline constexpr int enumeration_limit = 1024;

/// Memory for one linear system. Only `reserve` allocates.
template <class T>
struct ModeSystem {
  std::vector<T> matrix;
  std::vector<T> right;
  std::vector<int> row;  ///< the equation r[row] = target
  std::vector<T> slope;  ///< its unknown is F[row], and F_t = slope·F_n goes with it
  void reserve(int contacts);
};

/// F for the given modes; false when the system is singular.
template <class T>
bool mode_forces(const ModeProblem<T>& problem, const Mode* modes, T* force, ModeSystem<T>& system);

/// r = a + A F; rows that the modes hold are exactly what they hold them at.
template <class T>
void mode_rates(const ModeProblem<T>& problem, const Mode* modes, const T* force, T* rate);

/// By how much contact i misses the conditions of its mode, as a share of `size`; below zero where
/// they hold with room to spare.
double mode_violation(const ModeProblem<double>& problem, int contact, Mode mode,
                      const double* force, const double* rate, double size);

/// The size against which forces and rates are judged: the larger of the problem's scale and |F|.
double mode_size(const ModeProblem<double>& problem, const double* force);

/// The consistent answers of one mode problem, distinct in their rates.
struct ModeAnswers {
  int contacts = 0;
  int count = 0;
  bool exhaustive = false;    ///< every combination was tried, or there is proved to be one
  std::vector<Mode> modes;    ///< capacity × c: the modes that close the system
  std::vector<double> force;  ///< capacity × 2c
  std::vector<double> rate;   ///< capacity × 2c
  std::vector<double> violation;
  std::vector<std::uint8_t> impulses_determined;  ///< 0: other forces give the same rates
  std::vector<int> order;                         ///< answers by preference

  static constexpr int capacity = 16;
  void reserve(int contact_capacity);
  void clear(int contact_count);
  const Mode* modes_of(int k) const { return modes.data() + k * contacts; }
  const double* force_of(int k) const { return force.data() + k * 2 * contacts; }
  const double* rate_of(int k) const { return rate.data() + k * 2 * contacts; }
  /// Adds an answer, or merges it with one of the same rates.
  void add(const ModeProblem<double>& problem, const Mode* trial, const double* trial_force,
           const double* trial_rate, double trial_violation);
};

struct ModeScratch {
  ModeSystem<double> system;
  std::vector<Mode> trial;
  std::vector<double> force, rate;
  std::vector<std::uint8_t> option;
  // pivoting
  PivotingWorkspace pivoting;
  std::vector<double> matrix, offset, cover, solution;
  std::vector<int> first_variable;
  std::vector<std::uint8_t> basic;
  void reserve(int contacts);
};

/// Number of combinations of modes that an enumeration would try, at most `limit` + 1.
int combinations(const ModeProblem<double>& problem, int limit);

/// Every consistent combination (enumeration.cpp).
void enumerate_modes(const ModeProblem<double>& problem, ModeAnswers& answers,
                     ModeScratch& scratch);

/// Consistent combinations by pivoting from several starts (pivoting.cpp): `previous` (may be
/// null) or, where there is no second answer, a sweep's; none pressed, Lemke's path, all pressed,
/// then scattered ones. With `first_only`, and where there is no second answer, the first found
/// suffices.
void pivot_modes(const ModeProblem<double>& problem, const Mode* previous, bool first_only,
                 ModeAnswers& answers, ModeScratch& scratch);

/// A guess of the modes, into the scratch's trial (sweep.cpp): from the striker outward each
/// contact answers what the forces so far do to it. Good where contacts act little on each other,
/// and where there is a problem near this one.
void sweep_modes(const ModeProblem<double>& problem, ModeScratch& scratch);

/// The answers by the method asked for, ordered: fewest changes against `previous` (may be null),
/// then the smallest force.
void select_modes(const ModeProblem<double>& problem, const Mode* previous, Method method,
                  ModeAnswers& answers, ModeScratch& scratch);

}  // namespace carom
