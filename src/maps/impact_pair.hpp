#pragma once

/// maps/impact_pair.hpp
///
/// A convex body that bounces on a plate that moves, from collision to collision, without steps of
/// time (docs/theory/maps.md). In the plate's frame, θ the body's angle, h(θ) the height of its
/// mass centre when it touches, u the gap, x and ẋ the mass centre along the plate (in the world),
///
///     u̇ = ẏ − ẏ₂ − h′θ̇          ü = W = Q₁ − ÿ₂ − h′Q₂ − h″θ̇²       between collisions
///     S = ẋ − ẋ₂ + hθ̇           θ̈ = Q₂
///
/// with forces Q₁ (normal, per mass) and torque Q₂ (per mass and ρ²) that are polynomials and sines
/// of t, so that with G″ = Q₁ − ÿ₂ and H″ = Q₂ a flight is known in closed form,
///
///     u(s) = u + u̇s + [G(t+s) − G − Ġs] − h′[H(t+s) − H − Ḣs] − [h(θ+δ) − h − h′δ]
///
/// each bracket computed as it is, without cancellation. The next collision is the first root of
/// u(s)/s. It is approached from the left by parabolas that lie below u: from s, with −W ≤ M within
/// Δ, no root is nearer than the parabola's, or than Δ. Such steps never pass a root, whether u
/// crosses it or only touches, and near one they are Newton's, with a share of its speed.
///
/// Source: Wang, Journal of Mechanical Design 115 (1993), with its misprints mended.

#include <array>
#include <optional>
#include <string_view>

#include "carom/impact.hpp"
#include "laws/rigid/workspace.hpp"
#include "model/tree.hpp"
#include "numerics/waves.hpp"

namespace carom {

/// h and its derivatives about the mass centre.
struct BodyHeight {
  double h = 0, d1 = 0, d2 = 0, d3 = 0;
};

struct ImpactPair {
  SupportFunction outline;
  SupportFunctionOf<Sloped> sloped_outline;  ///< the same, for h‴
  double outline_angle = 0;                  ///< rad; against the body
  Vec2 offset;  ///< m; the outline's centre from the mass centre, in the body's frame
  Vec2 com;     ///< m; of the link, from its joint
  Vec2 point, tangent, normal;
  double surface_angle = 0;
  double mass = 1;
  double rho2 = 1;  ///< ρ², m²

  Waves g, h, x;        ///< G, H; ∬ of the force along the plate, per mass
  Waves plate, along;   ///< m; y₂, x₂
  bool turns = false;   ///< h is not constant
  bool torque = false;  ///< Q₂ is not zero
  bool pushed = false;  ///< a force acts along the plate
  bool simple = false;  ///< no friction, and a law that then is u̇⁺ = −e u̇⁻
  bool bounded = true;  ///< |h′| and h″ have bounds that are known, not sampled
  double largest_d1 = 0, largest_d2 = 0;  ///< m; of |h′|; of |h″|

  const Law* law = nullptr;
  std::array<double, most_law_parameters> parameters{};
  const std::uint8_t* rows = nullptr;
  double friction() const { return parameters[0]; }
  double restitution() const { return parameters[1]; }

  BodyHeight height(double theta) const;
  /// One rate of all its functions of time, or 0 where they are constant; none where they have no
  /// common period.
  std::optional<double> rate() const;
};

/// In the plate's frame; of a collision: after it.
struct PairState {
  double t = 0;
  double gap = 0;    ///< u
  double u = 0;      ///< u̇, m/s
  double theta = 0;  ///< rad; of the link against the plate
  double omega = 0;
  double x = 0;  ///< m; of the mass centre, along the plate
  double s = 0;  ///< ẋ, m/s
};

/// How a collision went: the paper's contact modes, refined.
enum class PairMode : std::uint8_t {
  sliding,
  sticking_in_compression,
  sticking_in_restitution,
  reversed_in_compression,
  reversed_in_restitution
};
constexpr std::string_view name(PairMode mode) {
  constexpr std::string_view names[] = {"sliding", "sticking in compression",
                                        "sticking in restitution", "reversed in compression",
                                        "reversed in restitution"};
  return names[static_cast<int>(mode)];
}

/// Of a collision of one contact, by its W, v⁻ and the normal impulse it ended with. `slip`: those
/// slower are none.
PairMode pair_mode(std::span<const double, 4> w, std::span<const double, 2> before, double friction,
                   double normal_impulse, double slip = 0);

struct PairCollision {
  PairState before, after;
  std::array<double, 2> velocity_before{}, velocity_after{};  ///< (S, u̇)
  std::array<double, 2> impulse{};
  PairMode mode = PairMode::sliding;
  Verdict verdict = Verdict::unique;
  bool makes_energy = false;
  double work = 0;  ///< J; of the contact on the body, relative to the plate
};

/// The mechanism as such a pair, where it is one: a free link with one rigid contact, on a surface
/// that stands or is moved, forces at the mass centre and torques of t alone, and all these are
/// polynomials and sines. `law`: of its impacts.
std::optional<ImpactPair> impact_pair(const Tree& tree, const Law& law);

PairState pair_state(const ImpactPair& pair, const State& state);
State mechanism_state(const ImpactPair& pair, const PairState& state);

/// W, and Ẇ where θ̈ = Q₂.
double pair_acceleration(const ImpactPair& pair, const PairState& state);

/// One a thread.
class PairSolver {
 public:
  explicit PairSolver(const ImpactPair& pair);

  /// To right before the next collision; false where there is none within `longest`, s.
  bool fly(PairState& state, double longest);
  /// S and u̇ of a state.
  std::array<double, 2> contact_velocity(const PairState& state) const;
  /// The collision at this state (gap zero). `detail`: mode and impulse too, where they cost.
  bool collide(PairState& state, PairCollision* detail = nullptr);

  /// The derivative of (t, u̇, θ, θ̇, ẋ) after the next collision by the same after this one, row by
  /// row; `next` is what `fly` and `collide` make of `state`. False where it is not finite.
  bool derivative(const PairState& state, const PairState& before, std::array<double, 25>& d);

 private:
  const ImpactPair& pair_;
  LawWorkspace<double> law_;
  LawWorkspace<Sloped> sloped_law_;
};

}  // namespace carom
