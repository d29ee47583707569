#pragma once

/// carom/law.hpp
///
/// Laws of rigid impact, and how a program adds its own. An impact seen from its contacts is
///
///     v⁺ = v⁻ + W τ,    W = J M⁻¹ Jᵀ  (2c × 2c, symmetric, positive semidefinite)
///
/// and a law says what the impulses τ are. It never sees a body. Row 2i is the tangential, row
/// 2i+1 the normal direction of contact i; velocities are those of the chain relative to the
/// surface, impulses act on the chain, and a normal velocity below zero approaches.
///
///     constexpr carom::LawParameter parameters[] = {
///         carom::friction_parameter,
///         {"softness", carom::Range::zero_to_one, 0.5, "1", "what it means"}};
///     void solve(const carom::LawProblem& problem, carom::LawAnswer& answer) noexcept;
///     constexpr carom::Law mine{.name = "mine", .title = "A law of my own",
///                               .parameters = parameters, .solve = solve};
///
///     mechanism.laws = {&mine};
///     mechanism.contacts[0].parameters = {{"softness", 0.7}};
///     carom::Model model(mechanism);
///     carom::Impact impact = carom::strike(model, state, {.law = "mine"}, workspace);
///
/// What a law declares is all that others know of it: which numbers a contact may have, in which
/// range, and what they are where a contact does not give them. From its impulses Carom computes
/// the velocities after, each contact's work, the energy that is lost or made and which impulses
/// are determined, as for its own laws. examples/cpp/own_law is a whole program, and carom/laws.hpp
/// the list of all laws.
///
/// Threads: laws are constants that all threads share. A law's `solve` is called by every thread
/// that strikes, at the same time, and must stand that.

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "carom/impact.hpp"

namespace carom {

/// What a number may be, besides finite.
struct Range {
  double from = -std::numeric_limits<double>::infinity();
  double to = std::numeric_limits<double>::infinity();
  bool above = false;  ///< `from` itself is not in it
  bool below = false;  ///< `to` itself is not in it

  constexpr bool contains(double number) const {
    return (above ? number > from : number >= from) && (below ? number < to : number <= to);
  }
  friend bool operator==(const Range&, const Range&) = default;

  static const Range any, not_negative, positive, zero_to_one;
};
inline constexpr Range Range::any{};
inline constexpr Range Range::not_negative{.from = 0};
inline constexpr Range Range::positive{.from = 0, .above = true};
inline constexpr Range Range::zero_to_one{.from = 0, .to = 1};

/// `>= 0`, `> 0`, `in [0, 1]`, `in (0, 1]`; `finite` of any number.
std::string words(const Range& range);

/// A number that a law asks of every contact.
struct LawParameter {
  std::string_view name{};  ///< as in a scenario file's [[contact]]: letters, digits, _
  Range range{};
  std::optional<double> otherwise{};  ///< where a contact does not give it; none: it must
  std::string_view unit{};            ///< "1" where it has none
  std::string_view meaning{};
  friend bool operator==(const LawParameter&, const LawParameter&) = default;
};

/// What every law of Carom's own takes, in this order. `Contact` has members for these two.
inline constexpr LawParameter friction_parameter{"friction", Range::not_negative, 0.0, "1",
                                                 "Coulomb's coefficient μ of the contact"};
inline constexpr LawParameter restitution_parameter{
    "restitution", Range::zero_to_one, 0.0, "1",
    "coefficient e, of the contact that strikes; what it compares is the law's"};

/// The numbers that contacts have for a law's parameters: [k][i] is that of the law's k-th
/// parameter, in the order of its declaration, at contact i.
/// T = double, but for derivatives.
template <class T>
struct LawParametersOf {
  static constexpr std::uint8_t in_order[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

  const T* values = nullptr;            ///< a row a parameter of any law
  std::size_t stride = 0;               ///< from row to row
  const std::uint8_t* rows = in_order;  ///< of this law's parameters
  std::size_t contacts = 0;

  std::span<const T> operator[](std::size_t k) const {
    return {values + rows[k] * stride, contacts};
  }
};
using LawParameters = LawParametersOf<double>;

/// The most that contacts can have, of all laws of a mechanism together.
inline constexpr std::size_t most_law_parameters = std::size(LawParameters::in_order);

/// What a law is given.
struct LawProblem {
  int count = 0;                       ///< c ≥ 1 contacts, all of zero gap
  std::span<const double> inertia{};   ///< W, row-major, 1/kg
  std::span<const double> velocity{};  ///< v⁻, 2c, m/s; what is rounding is exactly zero
  LawParameters parameters{};
  int colliding = 0;                   ///< the contact that strikes; of several: the first
  Method method = Method::consistent;  ///< as asked; laws without modes ignore it
  const void* context = nullptr;       ///< the law's own

  double w(int row, int column) const {
    return inertia[static_cast<std::size_t>(2 * count * row + column)];
  }
};

/// What a law answers.
struct LawAnswer {
  std::span<double> impulse{};        ///< τ, 2c, N s; zeros until the law writes them
  Verdict verdict = Verdict::unique;  ///< only `unique` and `ambiguous` have impulses
  Reason reason = Reason::none;
  int reason_contact = -1;  ///< whom the reason is about, or −1
};

/// Allocates nothing if strikes are not to, and is safe on any thread.
using LawFunction = void (*)(const LawProblem& problem, LawAnswer& answer) noexcept;

struct LawKernel;  ///< how Carom's own laws are solved: in stages, with derivatives

/// A law: constant, and alive as long as any mechanism or model that names it.
struct Law {
  std::string_view name{};  ///< as in a scenario file
  std::string_view title{};
  std::string_view formula{};  ///< in the symbols of the theory pages
  std::string_view source{};
  std::string_view limits{};
  bool can_make_energy = false;
  bool algebraic = true;          ///< has no stages
  bool needs_one_striker = true;  ///< false: a law for simultaneous collisions
  std::span<const LawParameter> parameters{};
  LawFunction solve = nullptr;
  const void* context = nullptr;      ///< handed to `solve`: what a law made at run time knows
  const LawKernel* kernel = nullptr;  ///< Carom's own laws, in place of `solve`
  /// Others that touch get no impulse; no answer where it would press one of them.
  bool knows_one_contact = false;
};

/// Carom's own laws, in the order in which they are listed.
std::span<const Law* const> all_laws();

/// Carom's own law of that name, or null.
const Law* find_law(std::string_view name);

}  // namespace carom
