#pragma once

/// laws/rigid/least_impulses.hpp
///
/// Where velocities are determined and impulses are not, the consistent impulses form a convex set,
///
///     { τ : Wτ = Δv,  F_n ≥ 0,  |F_t| ≤ μF_n at contacts that stick,  F_t = ∓μF_n at those that
///     slide,
///           τ = 0 at those that leave }
///
/// and of these the one with the least Σ τ² (N² s²) is given: of the whole impact by an algebraic
/// law, which judges contacts by where they end, striking ones like the others; stage by stage by a
/// law that has stages, where the striker's normal impulse is the stage's length (of springs: every
/// one's but those that are held). It is the only
/// one, so that mirror images have mirror images. With x ≥ 0 the shares of the edges of the cones,
/// τ = B x + τ₀, and x = x₀ + Z z over the null space Z of W B, this is a least distance problem,
/// solved by non-negative least squares (Lawson & Hanson 1974, chapter 23): exact after finitely
/// many steps. Allocates.

#include "contact/contact_problem.hpp"
#include "laws/rigid/determinacy.hpp"
#include "laws/rigid/solution.hpp"

namespace carom {

/// With more contacts impulses that are not determined stay as they were found.
inline constexpr int least_impulses_limit = 100;

/// The least set (2c) that does the same as these impulses, each contact's in its cone or on its
/// edge; one that carries nothing keeps what it has.
std::vector<double> least_impulses(std::span<const double> inertia,
                                   std::span<const CarryingContact> contacts,
                                   std::span<const double> impulse);

/// In what sense impulses are the least.
enum class Least : std::uint8_t {
  whole,           ///< of all that do the same
  by_stages,       ///< in each stage, of all that do the same there
  beside_striker,  ///< of all that do the same with the striker's impulse
  as_found         ///< in none
};

/// Replaces impulses and work of the solution (velocities stay).
Least take_least_impulses(const ContactProblem<double>& problem, Solution<double>& solution);

/// How impulses that are not determined may differ from those of the solution, in all its stages
/// together: directions of 2c numbers each (determinacy.hpp). What follows linearly from impulses,
/// as what a joint passes on, is determined if none of them changes it. Empty where impulses are.
std::vector<double> open_directions(const ContactProblem<double>& problem,
                                    const Solution<double>& solution);

}  // namespace carom
