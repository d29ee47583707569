#pragma once

/// laws/rigid/workspace.hpp
///
/// The memory of a law's solve, owned by the caller and used again and again. Only `reserve` (and
/// the constructor) allocates. One workspace serves one thread.

#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "laws/rigid/determinacy.hpp"
#include "laws/rigid/loose_contacts.hpp"
#include "laws/rigid/mode_problem.hpp"
#include "laws/rigid/simultaneous_run.hpp"
#include "laws/rigid/solution.hpp"
#include "laws/rigid/stage_limit.hpp"
#include "laws/rigid/uniqueness.hpp"

namespace carom {

/// The problem as the solvers see it. Contact i is measured in units s_i = 2^k nearest to
/// 1/√max(W_tt, W_nn) (a power of two, so scaling does not round):
///
///     u = s v,   p = τ / s,   A = s W s:   u⁺ = u⁻ + A p,   u p = v τ
///
/// u, p are in √J. Both directions of a contact have one scale: friction's cone stays itself.
template <class T>
struct ScaledProblem {
  int count = 0;
  int striker = -1;
  double speed_scale = 0;     ///< the largest |u⁻|
  T restitution{};            ///< e of the striking contact
  bool single = false;        ///< no mode problem with A has two answers
  bool regular = true;        ///< A is: impulses are determined
  bool may_be_loose = false;  ///< friction may follow from forces that are open
  std::vector<double> unit;   ///< s_i
  std::vector<double> friction;
  std::vector<T> sloped_friction;              ///< μ with its slopes; empty where T is double
  std::vector<std::uint8_t> inert;             ///< W_ii = 0: cannot move, carries nothing
  std::vector<std::uint8_t> tangential_inert;  ///< W_tt = 0: friction moves nothing
  std::vector<std::uint8_t> normal_inert;      ///< W_nn = 0: a normal impulse moves nothing
  std::vector<T> inertia;                      ///< A
  std::vector<double> plain_inertia;           ///< A without derivatives; empty where T is double
  std::vector<T> velocity;                     ///< u⁻, resting contacts' rounding snapped to zero
  std::vector<T> no_offset;                    ///< zeros
  std::vector<double> plain_no_offset;

  void reserve(int contacts);
  const double* decisions_inertia() const;  ///< A for choosing modes
  const double* decisions_zero() const;
  const T* frictions() const;  ///< μ of every contact, with slopes where T has them
};

template <class T>
struct LawWorkspace;

/// What differences of a law without derivatives need (outside_law.cpp).
struct DifferenceScratch {
  std::unique_ptr<LawWorkspace<double>> plain;
  std::vector<double> inertia, velocity, parameters;
  std::vector<double> first, second;  ///< impulses
};
struct NoScratch {};

/// Choices already taken where an impact can go on in several ways (differential.cpp).
struct BranchPath {
  std::vector<std::uint8_t> choice, choices;
  int length = 0;  ///< how many are prescribed or were met
};

/// A distinct outcome of an ambiguous impact.
struct BranchOutcome {
  Verdict verdict = Verdict::unique;
  int length = 0;  ///< of the path that led to it first
  bool impulses_determined = true;
};

template <class T>
struct LawWorkspace {
  explicit LawWorkspace(int contact_capacity = 0) { reserve(contact_capacity); }

  /// Room for problems of up to so many contacts.
  void reserve(int contact_capacity);
  int capacity() const { return capacity_; }

  Solution<T> solution;

  // What follows belongs to the solvers.
  static constexpr int outcome_capacity = 32;
  ScaledProblem<T> scaled;
  ModeAnswers answers, root_answers, path_answers;
  ModeScratch mode_scratch;
  UniquenessScratch uniqueness;
  DeterminacyScratch determinacy;
  LooseScratch loose;
  ModeSystem<T> system;
  std::vector<ModeContact> contacts, last_contacts;
  std::vector<Mode> modes, labels;
  std::vector<T> velocity, impulse, work, force, rate, offset, prescribed, force_slope, rate_slope;
  std::vector<double> plain_offset, plain_prescribed, plain_force, plain_rate;
  std::vector<double> plain_force_slope, plain_rate_slope, plain_zeros;
  springs::SpringScratch<T> springs;
  std::conditional_t<std::is_same_v<T, double>, NoScratch, DifferenceScratch> differences;
  BranchPath path;
  std::vector<BranchOutcome> outcomes;
  std::vector<double> outcome_velocities;   ///< outcome_capacity × 2c
  std::vector<double> outcome_impulses;     ///< outcome_capacity × 2c
  std::vector<std::uint8_t> outcome_open;   ///< outcome_capacity × 2c
  std::vector<std::uint8_t> outcome_paths;  ///< outcome_capacity × stage limit

 private:
  int capacity_ = -1;
};

}  // namespace carom
