#include "model/outline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "base/dual.hpp"

namespace carom {
namespace {

constexpr double full_turn = 2 * std::numbers::pi;

/// Corners, curvatures and periods within this fraction of the outline's size count as right:
/// far above the rounding of a formula, far below anything a gap can show.
constexpr double shape_tolerance = 1e-9;

template <class T>
Support<T> ellipse_support(const Vec2T<T>& semi_axes, const T& theta) {
  using std::cos, std::sin, std::sqrt;
  // In units of the longer axis, so that squares neither overflow nor vanish.
  const double unit = std::max(plain(semi_axes.x), plain(semi_axes.y));
  const T a = semi_axes.x / unit, b = semi_axes.y / unit;
  const T s = sin(theta), c = cos(theta);
  const T h = sqrt(a * a * s * s + b * b * c * c);
  const T difference = a * a - b * b;
  const T dh = difference * s * c / h;                         // h h′ = (a² − b²) s c
  const T ddh = (difference * (c * c - s * s) - dh * dh) / h;  // and its derivative
  return {unit * h, unit * dh, unit * ddh};
}

template <class T>
Support<T> fourier_support(std::span<const T> cosines, std::span<const T> sines, const T& theta) {
  using std::cos, std::sin;
  Support<T> sum;
  for (std::size_t k = 0; k < cosines.size(); ++k) {
    const double order = static_cast<double>(k);
    const T c = cos(order * theta), s = sin(order * theta);
    const T wave = cosines[k] * c + sines[k] * s;
    sum.h += wave;
    sum.dh += order * (sines[k] * c - cosines[k] * s);
    sum.ddh -= order * order * wave;
  }
  return sum;
}

template <class T>
Support<T> expression_support(const FormulaOf<T>& expression, const T& theta) {
  using First = Dual<T>;
  using Second = Dual<First>;
  const Second x(First(theta, {T(1)}), {First(T(1))});
  const Second h = expression(std::span<const Second>(&x, 1));
  return {h.value.value, h.value.slope[0], h.slope[0].slope[0]};
}

Vec2 outline_point(const Support<double>& at, double theta) {
  const double s = std::sin(theta), c = std::cos(theta);
  return {-at.h * s - at.dh * c, -at.h * c + at.dh * s};
}

int sample_count(const SupportFunction& outline) {
  // An ellipse is at its most extreme at its ends.
  if (outline.kind == OutlineKind::ellipse) return 4;
  constexpr int least = 720, a_wave = 16;
  return std::max(least, a_wave * static_cast<int>(outline.cosines.size()));
}

struct Sample {
  double theta = 0;
  Support<double> at;
};

std::vector<Sample> samples(const SupportFunction& outline) {
  const int count = sample_count(outline);
  std::vector<Sample> all(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const double theta = full_turn * i / count;
    all[static_cast<std::size_t>(i)] = {theta, support(outline, theta)};
  }
  return all;
}

/// How far the outline's point of `other` lies beyond the tangent at `one`, m; convex: never > 0.
double beyond_tangent(const Sample& one, const Sample& other) {
  const Vec2 point = outline_point(other.at, other.theta);
  return -std::sin(one.theta) * point.x - std::cos(one.theta) * point.y - one.at.h;
}

std::optional<std::string> period_fault(const SupportFunction& outline,
                                        const std::vector<Sample>& all, double size) {
  for (const Sample& sample : all) {
    const double later = sample.theta + full_turn;
    const double h = support(outline, later).h;
    if (std::abs(h - sample.at.h) <= shape_tolerance * size) continue;
    return fmt::format(
        "h is {:.6g} at theta = {:.6g} and {:.6g} at theta = {:.6g}; "
        "must have the period 2*pi",
        sample.at.h, sample.theta, h, later);
  }
  return std::nullopt;
}

}  // namespace

SupportFunction support_function(const Outline& outline, const Expression& expression) {
  SupportFunction function;
  put_shape(
      outline, [](const double& number) { return number; }, function);
  if (outline.kind == OutlineKind::expression) function.expression = expression;
  return function;
}

template <class T>
Support<T> support(const SupportFunctionOf<T>& outline, const T& theta) {
  switch (outline.kind) {
    case OutlineKind::point:
      break;
    case OutlineKind::disc:
      return {T(outline.radius), T(0), T(0)};
    case OutlineKind::ellipse:
      return ellipse_support<T>(outline.semi_axes, theta);
    case OutlineKind::fourier:
      return fourier_support<T>(outline.cosines, outline.sines, theta);
    case OutlineKind::expression:
      return expression_support<T>(outline.expression, theta);
  }
  return {};
}

template Support<double> support(const SupportFunction&, const double&);
template Support<Sloped> support(const SupportFunctionOf<Sloped>&, const Sloped&);

double largest_radius(const SupportFunction& outline) {
  switch (outline.kind) {
    case OutlineKind::point:
      return 0;
    case OutlineKind::disc:
      return outline.radius;
    case OutlineKind::ellipse:
      return std::max(outline.semi_axes.x, outline.semi_axes.y);
    case OutlineKind::fourier:
    case OutlineKind::expression:
      break;
  }
  double largest = 0;
  for (const Sample& sample : samples(outline))
    largest = std::max(largest, std::hypot(sample.at.h, sample.at.dh));
  return largest;
}

std::vector<Vec2> boundary(const SupportFunction& outline, int count) {
  std::vector<Vec2> points;
  points.reserve(static_cast<std::size_t>(std::max(count, 0)));
  for (int i = 0; i < count; ++i) {
    // As θ rises the contact runs clockwise.
    const double theta = -full_turn * i / count;
    points.push_back(outline_point(support(outline, theta), theta));
  }
  return points;
}

std::optional<std::string> shape_fault(const SupportFunction& outline) {
  if (outline.kind == OutlineKind::point || outline.kind == OutlineKind::disc) return std::nullopt;

  const std::vector<Sample> all = samples(outline);
  double size = 0;
  for (const Sample& sample : all) {
    const auto& [h, dh, ddh] = sample.at;
    if (!std::isfinite(h) || !std::isfinite(dh) || !std::isfinite(ddh))
      return fmt::format("h, h' or h'' is not a finite number at theta = {:.6g}", sample.theta);
    size = std::max({size, std::abs(h), std::abs(dh), std::abs(ddh)});
  }
  if (outline.kind == OutlineKind::expression)
    if (auto fault = period_fault(outline, all, size)) return fault;

  const auto radius = [](const Sample& sample) { return sample.at.h + sample.at.ddh; };
  const Sample& sharpest = *std::min_element(
      all.begin(), all.end(),
      [&](const Sample& one, const Sample& other) { return radius(one) < radius(other); });
  if (radius(sharpest) < -shape_tolerance * size)
    return fmt::format("the radius of curvature h + h'' is {:.6g} at theta = {:.6g}; must be >= 0",
                       radius(sharpest), sharpest.theta);

  // A jump of h′ downwards, as −|sin θ| has, is an inward corner that h″ does not show.
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Sample& one = all[i];
    const Sample& next = all[(i + 1) % all.size()];
    const double beyond = std::max(beyond_tangent(one, next), beyond_tangent(next, one));
    if (beyond > shape_tolerance * size)
      return fmt::format(
          "h' falls suddenly near theta = {:.6g}: an inward corner; "
          "must be convex",
          one.theta);
  }
  return std::nullopt;
}

}  // namespace carom
