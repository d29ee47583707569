#pragma once

/// A mechanism from its description alone, by the shortest way and dense matrices: for tests that
/// ask whether a verb takes everything in a scenario into account. It shares nothing with the
/// recursions of src/dynamics but formulas.
///
///     point of a link    p = base + Σ R(θ_k) a_k over the links k on the way, a_k in link k's
///     frame M = Σ m Jᵀ J + I ωᵀω,     forces Q = Σ Jᵀ f,     contacts J_c, drives D q̇ = ḟ impulses
///     q̇⁺ = q̇⁻ + P Jᵀ p,   P = M⁻¹ − M⁻¹Dᵀ(D M⁻¹Dᵀ)⁻¹D M⁻¹,   W = J P Jᵀ

#include <Eigen/Dense>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "carom/mechanism.hpp"
#include "numerics/expression.hpp"

namespace carom::testing {

class ReferenceMechanism {
 public:
  using Vector = Eigen::VectorXd;
  using Matrix = Eigen::MatrixXd;
  using Plane = Eigen::Vector2d;

  explicit ReferenceMechanism(const Mechanism& mechanism) : m_(mechanism) {
    for (std::size_t i = 0; i < m_.links.size(); ++i)
      index_[m_.links[i].name] = static_cast<int>(i);
    base_ = m_.base.kind == BaseKind::free ? 2 : m_.base.kind == BaseKind::slider ? 1 : 0;
    size_ = base_ + static_cast<int>(m_.links.size());
    for (const Surface& surface : m_.surfaces) body_.push_back(surface.body ? size_++ : -1);
  }

  int size() const { return size_; }

  /// A formula's value where it may name t and the links' angles and rates.
  double value(const Formula& formula, double t, const Vector& q, const Vector& v) const {
    std::vector<std::string> names{"t", "theta"};
    std::vector<double> values{t, 0};
    for (std::size_t i = 0; i < m_.links.size(); ++i) {
      names.push_back("angle." + m_.links[i].name);
      names.push_back("rate." + m_.links[i].name);
      values.push_back(q[base_ + static_cast<int>(i)]);
      values.push_back(v[base_ + static_cast<int>(i)]);
    }
    return parsed_expression(formula.text, names, m_.parameters)
        .expression(std::span<const double>(values));
  }
  double at_time(const Formula& formula, double t) const {
    return value(formula, t, Vector::Zero(size_), Vector::Zero(size_));
  }
  double rate(const Formula& formula, double t) const {
    constexpr double h = 1e-5;
    return (at_time(formula, t + h) - at_time(formula, t - h)) / (2 * h);
  }

  /// A point of a link and how it moves with the coordinates.
  struct Point {
    Plane at = Plane::Zero();
    Matrix jacobian;  ///< 2 × size
  };
  Point point(const std::string& link, const Vec2& at, const Vector& q) const {
    Point p;
    p.jacobian = Matrix::Zero(2, size_);
    Plane arm(at.x, at.y);
    for (int k = index_.at(link); k >= 0;) {
      const Link& body = m_.links[static_cast<std::size_t>(k)];
      const double angle = q[base_ + k];
      Eigen::Matrix2d turn;
      turn << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
      const Plane turned = turn * arm;
      p.at += turned;
      p.jacobian.col(base_ + k) = Plane(-turned.y(), turned.x());
      const std::string parent =
          body.parent.value_or(k == 0 ? "base" : m_.links[static_cast<std::size_t>(k - 1)].name);
      if (parent == "base") break;
      const int next = index_.at(parent);
      const Vec2 joint = body.at.value_or(Vec2{m_.links[static_cast<std::size_t>(next)].length, 0});
      arm = {joint.x, joint.y};
      k = next;
    }
    const Plane line(std::cos(m_.base.direction), std::sin(m_.base.direction));
    const Plane fixed(m_.base.position.x, m_.base.position.y);
    if (base_ == 2) {
      p.at += q.head<2>();
      p.jacobian.leftCols<2>().setIdentity();
    } else if (base_ == 1) {
      p.at += fixed + q[0] * line;
      p.jacobian.col(0) = line;
    } else {
      p.at += fixed;
    }
    return p;
  }

  Matrix mass(const Vector& q) const {
    Matrix m = Matrix::Zero(size_, size_);
    const auto add = [&](const std::string& link, const Vec2& at, double kilograms) {
      const Matrix j = point(link, at, q).jacobian;
      m += kilograms * j.transpose() * j;
    };
    for (const Link& link : m_.links) {
      add(link.name, link.com.value_or(Vec2{link.length / 2, 0}), link.mass);
      const int k = base_ + index_.at(link.name);
      m(k, k) += link.inertia.value_or(link.mass * link.length * link.length / 12);
    }
    for (const PointMass& each : m_.masses) add(each.link, each.at, each.mass);
    if (base_ == 1) m(0, 0) += m_.base.mass;
    for (std::size_t i = 0; i < m_.surfaces.size(); ++i)
      if (body_[i] >= 0) m(body_[i], body_[i]) = m_.surfaces[i].body->mass;
    return m;
  }

  /// D of the drives, one row each.
  Matrix drives() const {
    Matrix d = Matrix::Zero(static_cast<int>(m_.drives.size()), size_);
    for (std::size_t i = 0; i < m_.drives.size(); ++i) {
      const int row = static_cast<int>(i);
      d(row, base_ + index_.at(m_.drives[i].link)) = 1;
      const auto& against = m_.drives[i].against;
      if (against && *against != "ground") d(row, base_ + index_.at(*against)) = -1;
    }
    return d;
  }

  /// P: velocities per generalized impulse, drives held.
  Matrix response(const Vector& q) const {
    const Matrix inverse = mass(q).inverse();
    if (m_.drives.empty()) return inverse;
    const Matrix d = drives();
    const Matrix z = inverse * d.transpose();
    return inverse - z * (d * z).inverse() * z.transpose();
  }

  /// A contact's gap, and its velocity [t, n] relative to its surface, J q̇ + still.
  struct Touch {
    double gap = 0;
    Matrix jacobian;  ///< 2 × size
    Plane still;      ///< that of a surface which is moved, with the sign of the relative velocity
  };
  /// The support function of outlines of kind "expression": the one that the test has written.
  std::function<double(double)> expression_outline;

  double support(const Outline& outline, double theta) const {
    switch (outline.kind) {
      case OutlineKind::point:
        return 0;
      case OutlineKind::disc:
        return outline.radius;
      case OutlineKind::ellipse:
        return std::hypot(outline.semi_axes.x * std::sin(theta),
                          outline.semi_axes.y * std::cos(theta));
      case OutlineKind::fourier: {
        double h = 0;
        for (std::size_t k = 0; k < outline.a.size(); ++k)
          h += outline.a[k] * std::cos(static_cast<double>(k) * theta);
        for (std::size_t k = 0; k < outline.b.size(); ++k)
          h += outline.b[k] * std::sin(static_cast<double>(k) * theta);
        return h;
      }
      case OutlineKind::expression:
        return expression_outline(theta);
    }
    return 0;
  }

  Touch touch(std::size_t contact, const Vector& q, double t) const {
    const Contact& c = m_.contacts[contact];
    std::size_t s = 0;
    while (m_.surfaces[s].name != c.surface) ++s;
    const Surface& surface = m_.surfaces[s];
    const Plane tangent(std::cos(surface.angle), std::sin(surface.angle));
    const Plane normal(-tangent.y(), tangent.x());
    const int k = base_ + index_.at(c.link);
    const Point centre = point(c.link, c.outline.centre.value_or(c.at), q);
    const double theta = q[k] + c.outline.angle - surface.angle;
    constexpr double step = 1e-5;
    const double h = support(c.outline, theta);
    const double slope =
        (support(c.outline, theta + step) - support(c.outline, theta - step)) / (2 * step);
    Touch result;
    result.gap = normal.dot(centre.at - Plane(surface.point.x, surface.point.y)) - h;
    result.jacobian.resize(2, size_);
    result.jacobian.row(0) = tangent.transpose() * centre.jacobian;
    result.jacobian.row(1) = normal.transpose() * centre.jacobian;
    // The point that touches is h below the centre and h' beside it.
    result.jacobian(0, k) += h;
    result.jacobian(1, k) -= slope;
    result.still.setZero();
    if (surface.body) {
      const Plane line(std::cos(surface.body->direction), std::sin(surface.body->direction));
      result.gap -= normal.dot(line) * q[body_[s]];
      result.jacobian(0, body_[s]) = -tangent.dot(line);
      result.jacobian(1, body_[s]) = -normal.dot(line);
    }
    if (surface.motion) {
      result.gap -= at_time(surface.motion->normal, t);
      result.still = {-rate(surface.motion->tangential, t), -rate(surface.motion->normal, t)};
    }
    return result;
  }

  /// q̈ without contacts: M q̈ = Q − Ṁq̇ + ½ ∂(q̇ᵀMq̇)/∂q, with D q̈ = f̈.
  Vector acceleration(const Vector& q, const Vector& v, double t) const {
    constexpr double h = 1e-5;
    Vector right = load(q, v, t);
    Matrix change = Matrix::Zero(size_, size_);
    for (int i = 0; i < size_; ++i) {
      Vector low = q, high = q;
      low[i] -= h;
      high[i] += h;
      const Matrix slope = (mass(high) - mass(low)) / (2 * h);
      change += v[i] * slope;
      right[i] += 0.5 * v.dot(slope * v);
    }
    right -= change * v;
    const Matrix inverse = mass(q).inverse();
    Vector a = inverse * right;
    if (m_.drives.empty()) return a;
    const Matrix d = drives();
    Vector wanted(d.rows());
    constexpr double step = 1e-4;
    for (int i = 0; i < d.rows(); ++i) {
      const Formula& f = m_.drives[static_cast<std::size_t>(i)].angle;
      wanted[i] = (at_time(f, t + step) - 2 * at_time(f, t) + at_time(f, t - step)) / (step * step);
    }
    const Matrix z = inverse * d.transpose();
    return a + z * (d * z).inverse() * (wanted - d * a);
  }

 private:
  Vector load(const Vector& q, const Vector& v, double t) const {
    Vector load = Vector::Zero(size_);
    const Plane gravity(m_.gravity.x, m_.gravity.y);
    for (const Link& link : m_.links)
      load +=
          link.mass *
          point(link.name, link.com.value_or(Vec2{link.length / 2, 0}), q).jacobian.transpose() *
          gravity;
    for (const PointMass& each : m_.masses)
      load += each.mass * point(each.link, each.at, q).jacobian.transpose() * gravity;
    const auto turn = [&](const auto& user, double couple) {
      load[base_ + index_.at(user.link)] += couple;
      if (user.against && *user.against != "ground")
        load[base_ + index_.at(*user.against)] -= couple;
    };
    const auto relative = [&](const auto& user, const Vector& numbers) {
      double r = numbers[base_ + index_.at(user.link)];
      if (user.against && *user.against != "ground") r -= numbers[base_ + index_.at(*user.against)];
      return r;
    };
    for (const Torque& torque : m_.torques) turn(torque, value(torque.value, t, q, v));
    for (const Spring& spring : m_.springs)
      turn(spring, -spring.stiffness * (relative(spring, q) - spring.rest) -
                       spring.damping * relative(spring, v));
    for (const Force& force : m_.forces)
      load += point(force.link, force.at, q).jacobian.transpose() *
              Plane(value(force.value_x, t, q, v), value(force.value_y, t, q, v));
    if (base_ == 1) {
      const Plane line(std::cos(m_.base.direction), std::sin(m_.base.direction));
      load[0] +=
          m_.base.mass * gravity.dot(line) - m_.base.stiffness * q[0] - m_.base.damping * v[0];
    }
    for (std::size_t i = 0; i < m_.surfaces.size(); ++i) {
      if (body_[i] < 0) continue;
      const SurfaceBody& body = *m_.surfaces[i].body;
      const Plane line(std::cos(body.direction), std::sin(body.direction));
      load[body_[i]] +=
          body.mass * gravity.dot(line) - body.stiffness * q[body_[i]] - body.damping * v[body_[i]];
    }
    return load;
  }

  const Mechanism& m_;
  std::map<std::string, int> index_;  ///< of links
  std::vector<int> body_;             ///< a surface: its coordinate, or −1
  int base_ = 0;
  int size_ = 0;
};

}  // namespace carom::testing
