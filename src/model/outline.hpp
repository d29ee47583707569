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

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "carom/mechanism.hpp"
#include "carom/vec2.hpp"
#include "model/formula_of.hpp"
#include "numerics/expression.hpp"

namespace carom {

template <class T>
struct Support {
  T h{};    ///< m; h(θ): height of the centre above the surface
  T dh{};   ///< m; h′(θ): the contact point lies this far behind the centre, along t
  T ddh{};  ///< m; h″(θ): h + h″ is the radius of curvature
};

/// A support function ready to be evaluated. By default a point: h = 0.
template <class T>
struct SupportFunctionOf {
  OutlineKind kind = OutlineKind::point;
  T radius{};                 ///< m, > 0; disc
  Vec2T<T> semi_axes;         ///< m, > 0; ellipse
  std::vector<T> cosines;     ///< m; fourier a_k, k from 0
  std::vector<T> sines;       ///< m; fourier b_k, k from 0, as many as cosines
  FormulaOf<T> expression{};  ///< m; of the one variable theta
};
using SupportFunction = SupportFunctionOf<double>;

/// The numbers of a shape from those of its outline, as `read` reads them (model/tree_numbers.hpp);
/// all but an expression.
template <class T, class Read>
void put_shape(const Outline& outline, const Read& read, SupportFunctionOf<T>& shape) {
  shape.kind = outline.kind;
  if (outline.kind == OutlineKind::disc) shape.radius = read(outline.radius);
  if (outline.kind == OutlineKind::ellipse)
    shape.semi_axes = {read(outline.semi_axes.x), read(outline.semi_axes.y)};
  if (outline.kind != OutlineKind::fourier) return;
  const std::size_t terms = std::max(outline.a.size(), outline.b.size());
  shape.cosines.assign(terms, T(0));
  shape.sines.assign(terms, T(0));
  for (std::size_t k = 0; k < outline.a.size(); ++k) shape.cosines[k] = read(outline.a[k]);
  for (std::size_t k = 0; k < outline.b.size(); ++k) shape.sines[k] = read(outline.b[k]);
}

/// The support function of an outline. `expression` is its formula h, parsed (any other kind
/// ignores it).
SupportFunction support_function(const Outline& outline, const Expression& expression = {});

/// h, h′ and h″ at θ; the derivatives are exact. T = double or Sloped.
template <class T>
Support<T> support(const SupportFunctionOf<T>& outline, const T& theta);

template <class T>
bool is_point(const SupportFunctionOf<T>& outline) {
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
