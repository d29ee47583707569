#pragma once

/// model/outline.hpp
///
/// The shape of a contact: a convex outline by its support function h(θ).
///
/// The outline's frame is turned by θ, counter-clockwise, against a surface with tangent t and
/// normal n. h(θ) is the height of the outline's centre above the surface when it touches. With
/// the centre at c, moving with v_c and turning with ω:
///
///     contact point           c − h n − h′ t
///     gap                     n·(c − point of the surface) − h
///     velocity of the         v_n = v_c·n − h′ ω
///     material point there    v_t = v_c·t + h ω
///     radius of curvature     ρ = h + h″ ≥ 0 (0 at a corner)
///
/// In the outline's own frame t = (cos θ, −sin θ) and n = (sin θ, cos θ), so the outline is the
/// curve x(θ) = −h (sin θ, cos θ) − h′ (cos θ, −sin θ), with dx/dθ = −ρ (cos θ, −sin θ).
///
///     point        h = 0
///     disc         h = r
///     ellipse      h = √(a² sin²θ + b² cos²θ)
///     fourier      h = Σ a_k cos kθ + b_k sin kθ
///     expression   h = h(theta), of period 2π

#include <optional>
#include <string>
#include <vector>

#include "carom/mechanism.hpp"
#include "carom/vec2.hpp"
#include "numerics/expression.hpp"

namespace carom {

template <class T>
struct Support {
  T h{};    ///< m; h(θ): height of the centre above the surface
  T dh{};   ///< m; h′(θ): the contact point lies this far behind the centre, along t
  T ddh{};  ///< m; h″(θ): h + h″ is the radius of curvature
};

/// A support function ready to be evaluated. By default a point: h = 0.
struct SupportFunction {
  OutlineKind kind = OutlineKind::point;
  double radius = 0;            ///< m, > 0; disc
  Vec2 semi_axes;               ///< m, > 0; ellipse
  std::vector<double> cosines;  ///< m; fourier a_k, k from 0
  std::vector<double> sines;    ///< m; fourier b_k, k from 0, as many as cosines
  Expression expression;        ///< m; of the one variable theta
};

/// The support function of an outline. `expression` is its formula h, parsed (any other kind
/// ignores it).
SupportFunction support_function(const Outline& outline, const Expression& expression = {});

/// h, h′ and h″ at θ; the derivatives are exact. T = double or Dual<double>.
template <class T>
Support<T> support(const SupportFunction& outline, const T& theta);

inline bool is_point(const SupportFunction& outline) {
  return outline.kind == OutlineKind::point;
}

/// The largest distance of the outline from its centre, m (fourier, expression: of its sampled
/// points).
double largest_radius(const SupportFunction& outline);

/// `count` points of the outline in its own frame, counter-clockwise, at equal steps of θ.
std::vector<Vec2> boundary(const SupportFunction& outline, int count);

/// Why the function is no support function of a convex outline, or nothing: its values are not
/// finite, it does not have the period 2π, or its radius of curvature is negative somewhere. Looks
/// at samples dense against the shortest wave of a fourier outline.
std::optional<std::string> shape_fault(const SupportFunction& outline);

}  // namespace carom
