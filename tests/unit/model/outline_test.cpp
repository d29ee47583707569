// Support functions: the geometry that model/outline.hpp states, each kind against another way of
// getting the same shape.

#include "model/outline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/dual.hpp"

namespace carom {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

SupportFunction formula(const std::string& text) {
  const std::vector<std::string> variables{"theta"};
  const ParsedExpression parsed = parsed_expression(text, variables);
  EXPECT_TRUE(parsed.faults.empty()) << text;
  return support_function({.kind = OutlineKind::expression}, parsed.expression);
}

SupportFunction disc(double radius) {
  return support_function({.kind = OutlineKind::disc, .radius = radius});
}

SupportFunction ellipse(double a, double b) {
  return support_function({.kind = OutlineKind::ellipse, .semi_axes = {a, b}});
}

SupportFunction fourier(std::vector<double> a, std::vector<double> b = {}) {
  return support_function({.kind = OutlineKind::fourier, .a = std::move(a), .b = std::move(b)});
}

void expect_near(const Support<double>& one, const Support<double>& other, double tolerance) {
  EXPECT_NEAR(one.h, other.h, tolerance);
  EXPECT_NEAR(one.dh, other.dh, tolerance);
  EXPECT_NEAR(one.ddh, other.ddh, tolerance);
}

TEST(Outline, PointIsTheDefault) {
  const SupportFunction point;
  EXPECT_TRUE(is_point(point));
  EXPECT_EQ(largest_radius(point), 0);
  expect_near(support(point, 0.7), {0, 0, 0}, 0);
  EXPECT_FALSE(shape_fault(point));
  EXPECT_FALSE(is_point(disc(0.1)));
}

TEST(Outline, DiscIsTheSameAsDiscEllipseFourierAndExpression) {
  const double r = 0.3;
  for (double theta = -7; theta < 7; theta += 0.37) {
    const Support<double> expected{r, 0, 0};
    expect_near(support(disc(r), theta), expected, 0);
    expect_near(support(ellipse(r, r), theta), expected, 4 * epsilon * r);
    expect_near(support(fourier({r}), theta), expected, 0);
    expect_near(support(formula("0.3"), theta), expected, 0);
  }
}

TEST(Outline, DiscAboutAnotherCentreIsAFirstHarmonic) {
  // A disc of radius r whose centre lies at (p, q) of the outline's frame: its height above the
  // surface is h = r − n·(p, q), with n = (sin θ, cos θ) in that frame.
  const double r = 0.3, p = 0.05, q = -0.02;
  const SupportFunction waves = fourier({r, -q}, {0, -p});
  const SupportFunction written = formula("0.3 + 0.02*cos(theta) - 0.05*sin(theta)");
  for (double theta = 0; theta < 6.3; theta += 0.41) {
    expect_near(support(waves, theta), support(written, theta), 8 * epsilon * r);
    const Support<double> at = support(waves, theta);
    EXPECT_NEAR(at.h + at.ddh, r, 4 * epsilon * r) << "the radius of curvature";
  }
  for (const Vec2& point : boundary(waves, 24))
    EXPECT_NEAR(std::hypot(point.x - p, point.y - q), r, 8 * epsilon * r);
  EXPECT_NEAR(largest_radius(waves), r + std::hypot(p, q), 1e-5 * r);  // sampled at 0.5°
}

TEST(Outline, EllipseIsTheLargestDepthOfItsPoints) {
  // By definition: the outline turned by θ reaches max −n·x below its centre.
  const double a = 0.5, b = 0.2;
  const int count = 20000;
  for (double theta = -3; theta < 3; theta += 0.23) {
    double deepest = 0, along = 0;
    for (int i = 0; i < count; ++i) {
      const double s = 2 * pi * i / count;
      const double x = a * std::cos(s), y = b * std::sin(s);
      const double depth = -(std::sin(theta) * x + std::cos(theta) * y);
      if (depth > deepest) {
        deepest = depth;
        along = std::cos(theta) * x - std::sin(theta) * y;
      }
    }
    const Support<double> at = support(ellipse(a, b), theta);
    // The true maximum lies at most half a step off, where the depth is flat.
    const double step = pi / count;
    EXPECT_NEAR(at.h, deepest, a * step * step);
    EXPECT_NEAR(-at.dh, along, 2 * a * step) << "the contact point lies at -h' along t";
    EXPECT_NEAR(at.h + at.ddh, a * a * b * b / (at.h * at.h * at.h), 1e-13 * a * a / b);
  }
}

TEST(Outline, EllipseAgreesWithItsFormula) {
  const SupportFunction written = formula("sqrt((0.5*sin(theta))^2 + (0.2*cos(theta))^2)");
  for (double theta = 0; theta < 6.3; theta += 0.19)
    expect_near(support(ellipse(0.5, 0.2), theta), support(written, theta), 1e-14);
}

TEST(Outline, EllipseOfAnySizeStaysFinite) {
  for (const double size : {1e-200, 1.0, 1e200}) {
    const Support<double> at = support(ellipse(2 * size, size), pi / 4);
    EXPECT_NEAR(at.h / size, std::sqrt(2.5), 4 * epsilon);
    EXPECT_FALSE(shape_fault(ellipse(2 * size, size)));
  }
  EXPECT_TRUE(shape_fault(ellipse(1, 1e-170))) << "a needle whose curvature is no number";
}

TEST(Outline, DualNumbersCarryTheNextDerivative) {
  const std::vector<SupportFunction> all{disc(0.3), ellipse(0.5, 0.2),
                                         fourier({1, 0.1, 0.05, 0.01}, {0, 0.2, -0.03}),
                                         formula("1 + 0.1*sin(theta)^3 + 0.02*cos(2*theta)")};
  for (const SupportFunction& outline : all) {
    const SupportFunctionOf<Sloped> sloped{
        outline.kind,
        outline.radius,
        {outline.semi_axes.x, outline.semi_axes.y},
        std::vector<Sloped>(outline.cosines.begin(), outline.cosines.end()),
        std::vector<Sloped>(outline.sines.begin(), outline.sines.end()),
        {outline.expression, {}}};
    for (double theta = 0.1; theta < 6.3; theta += 0.31) {
      const Support<double> at = support(outline, theta);
      const Support<Sloped> dual = support(sloped, Sloped(theta, {1.0}));
      expect_near({dual.h.value, dual.dh.value, dual.ddh.value}, at, 4 * epsilon);
      EXPECT_NEAR(dual.h.slope[0], at.dh, 1e-14);
      EXPECT_NEAR(dual.dh.slope[0], at.ddh, 1e-13);
      // Against a central difference: its error is step² h⁗⁄6, of rounding epsilon⁄step.
      const double step = 1e-5;
      const double difference =
          (support(outline, theta + step).ddh - support(outline, theta - step).ddh) / (2 * step);
      EXPECT_NEAR(dual.ddh.slope[0], difference, 1e-7);
    }
  }
}

TEST(Outline, MissingSinesOrCosinesAreZero) {
  const SupportFunction sines = fourier({1}, {7, 0.1, 0.05});
  const Support<double> at = support(sines, 0.4);
  EXPECT_NEAR(at.h, 1 + 0.1 * std::sin(0.4) + 0.05 * std::sin(0.8), 4 * epsilon);
}

TEST(Outline, BoundaryRunsCounterClockwiseAroundItsCentre) {
  const std::vector<Vec2> points = boundary(ellipse(0.5, 0.2), 400);
  ASSERT_EQ(points.size(), 400u);
  double area = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2& p = points[i];
    EXPECT_NEAR(p.x * p.x / 0.25 + p.y * p.y / 0.04, 1, 1e-14);
    area += cross(p, points[(i + 1) % points.size()]) / 2;
  }
  EXPECT_NEAR(area, pi * 0.5 * 0.2, 1e-3);  // of an inscribed polygon: relative error ~ step²
  EXPECT_TRUE(boundary(disc(1), 0).empty());
}

TEST(Outline, ConvexOutlinesHaveNoFault) {
  EXPECT_FALSE(shape_fault(ellipse(0.5, 0.001)));
  EXPECT_FALSE(shape_fault(fourier({1, 0, 0.3})));  // ρ = 1 − 0.9 cos 2θ
  EXPECT_FALSE(shape_fault(fourier({0.9, 0, 0.3}))) << "ρ touches zero";
  EXPECT_FALSE(shape_fault(formula("0.1 + 0.2*abs(sin(theta))"))) << "a capsule";
  EXPECT_FALSE(shape_fault(formula("0.2*abs(sin(theta)) + 0.1*abs(cos(theta))"))) << "a box";
}

TEST(Outline, NegativeCurvatureIsAFaultAtItsWorst) {
  EXPECT_EQ(shape_fault(fourier({0.8, 0, 0.3})),
            "the radius of curvature h + h'' is -0.1 at theta = 0; must be >= 0");
  EXPECT_EQ(shape_fault(formula("1 + 0.5*sin(3*theta)")),
            "the radius of curvature h + h'' is -3 at theta = 0.523599; must be >= 0");
  // A ripple of 500 waves, far too short for a fixed number of samples.
  std::vector<double> ripple(501);
  ripple[0] = 1;
  ripple[500] = 1e-5;
  EXPECT_EQ(shape_fault(fourier(ripple)),
            "the radius of curvature h + h'' is -1.49999 at theta = 0; must be >= 0");
}

TEST(Outline, InwardCornerIsAFault) {
  EXPECT_EQ(shape_fault(formula("1 - 0.1*abs(sin(theta))")),
            "h' falls suddenly near theta = 3.14159: an inward corner; must be convex");
}

TEST(Outline, PeriodMustBeAFullTurn) {
  EXPECT_EQ(shape_fault(formula("1 + 0.1*theta")),
            "h is 1 at theta = 0 and 1.62832 at theta = 6.28319; must have the period 2*pi");
  EXPECT_TRUE(shape_fault(formula("1 + 0.1*sin(theta/2)"))) << "although h(0) = h(2 pi)";
}

TEST(Outline, ValuesMustBeFinite) {
  EXPECT_EQ(shape_fault(formula("1/sin(theta)")),
            "h, h' or h'' is not a finite number at theta = 0");
}

}  // namespace
}  // namespace carom
