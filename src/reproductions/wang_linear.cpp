#include "reproductions/wang_linear.hpp"

#include <fmt/format.h>
#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

#include "carom/simulate.hpp"
#include "reproductions/judges.hpp"

namespace carom::wang {
namespace {

/// What is carried to a limit by three values is known to about this.
constexpr double limit_error = 1e-6;

Holding to_the_limit(double difference) {
  return difference < limit_error ? Holding::holds : Holding::does_not_hold;
}

using Matrix4 = Eigen::Matrix<double, 4, 4, Eigen::RowMajor>;

struct Fixed {
  double w, alpha, beta, e;
};
Fixed fixed_point(const Capture& c) {
  const Body& body = c.engine.body;
  const PairState& x = c.run.limit->state;
  const double q2 = body.q2.at(x.t);
  const double w = body.q1.at(x.t) - body.plate.acceleration(x.t) - body.d1(x.theta) * q2 -
                   body.d2(x.theta) * x.omega * x.omega;
  return {w, -2 * x.omega / w, -(1 + body.e) * body.lever(x.theta) - 2 * q2 / w, body.e};
}

/// A as printed, and A − b cᵀ/d, in which ζ(n) has been eliminated by (35).
Matrix4 printed_matrix(const Fixed& f, bool closed) {
  Matrix4 m = Matrix4::Identity();
  m(1, 1) = f.e;
  m(2, 1) = f.alpha;
  m(3, 1) = f.beta;
  if (closed) m(0, 1) = -2 / f.w;
  return m;
}

double apart(const Matrix4& a, const Matrix4& b) {
  return (a - b).cwiseAbs().maxCoeff() / (1 + a.cwiseAbs().maxCoeff());
}

/// How far A v is from e v.
double misses(const Matrix4& m, const Eigen::Vector4d& v, double e) {
  return (m * v - e * v).norm() / v.norm();
}

Matrix4 measured(const Capture& c) {
  const std::array<double, 16> numbers = measured_matrix(c);
  return Eigen::Map<const Matrix4>(numbers.data());
}

/// φ(τ) of (29) about a fixed point moved by `u` and after τ.
double phi(const Capture& c, double u, double tau) {
  const Body& body = c.engine.body;
  const PairState& x = c.run.limit->state;
  const auto q1 = [&](double t) { return body.q1.at(t); };
  const auto q2 = [&](double t) { return body.q2.at(t); };
  const double theta = x.theta + x.omega * tau + twice_integral(q2, x.t, x.t + tau);
  return twice_integral(q1, x.t, x.t + tau) + body.plate.velocity(x.t) * tau -
         (body.plate.at(x.t + tau) - body.plate.at(x.t)) + (u + body.d1(x.theta) * x.omega) * tau -
         (body.h(theta) - body.h(x.theta));
}

void add_matrix(std::vector<Claim>& claims, const std::vector<Capture>& captures) {
  double moved = 0, open = 0, closed = 0, first = 0, rest = 0, whole = 0, eigen = 0;
  double phi_slope = 0, c_error = 0, d_error = 0;
  Eigen::Index independent = 4;
  for (const Capture& c : captures) {
    const Fixed f = fixed_point(c);
    const Matrix4 m = measured(c);
    open = std::max(open, apart(printed_matrix(f, false), m));
    closed = std::max(closed, apart(printed_matrix(f, true), m));
    const Eigen::Vector4d v(0, 1 - f.e, -f.alpha, -f.beta), full(2 / f.w, v[1], v[2], v[3]);
    first = std::max(first, misses(m, v, f.e));
    rest = std::max(rest, misses(printed_matrix(f, false), v, f.e));
    whole = std::max(whole, misses(m, full, f.e));
    Eigen::Vector4d values = Eigen::EigenSolver<Matrix4>(m).eigenvalues().real();
    std::sort(values.begin(), values.end());
    eigen = std::max(
        {eigen, std::abs(values[0] - f.e), std::abs(values[3] - 1), std::abs(values[1] - 1)});
    // Three vectors of the value 1 beside v₁: M − 1 has rank one.
    Eigen::FullPivLU<Matrix4> rank(m - Matrix4::Identity());
    rank.setThreshold(limit_error);
    independent = std::min(independent, 4 - rank.rank() + 1);
    // Close to the plane u̇ = 0 the map leaves a state where it is, but for what u̇ does.
    for (const double u : {1e-6, 1e-9}) {
      PairSolver solver(c.engine.pair);
      PairState x = c.run.limit->state;
      x.u = u;
      if (!solver.fly(x, 1) || !solver.collide(x)) continue;
      const PairState& at = c.run.limit->state;
      moved = std::max({moved, std::abs(x.t - at.t) / u, std::abs(x.theta - at.theta) / u});
    }
    // (35) with differences of φ, and of φ/τ. φ's are zero as the steps are; φ/τ's are not.
    constexpr double step = 1e-4;
    phi_slope = std::max({phi_slope, std::abs(phi(c, 0, step) / step) / std::abs(f.w),
                          std::abs(phi(c, step, 0) / step)});
    const auto reduced = [&](double tau) { return phi(c, 0, tau) / tau; };
    const auto once = [&](double by) { return (4 * reduced(by) - reduced(2 * by)) / (2 * by); };
    const double d = (4 * once(step) - once(2 * step)) / 3;
    c_error = std::max(c_error, std::abs((phi(c, 1, step) - phi(c, 0, step)) / step - 1));
    d_error = std::max(d_error, std::abs(d / (0.5 * f.w) - 1));
  }
  claims.push_back({"equations (32), (33)", "every state with u̇₁ = 0 is a fixed point, τ* = 0",
                    std::nullopt, moved, "s per m/s, rad per m/s", by_count(moved < 10 ? 1 : 0, 1),
                    "with u̇₁ = 10⁻⁶ and 10⁻⁹ m/s above such states the map moves t and θ in "
                    "proportion to u̇₁, by at most this"});
  claims.push_back(
      {"equation (34)", "the Jacobian A, α, β, with b and (35) for ζ", std::nullopt, closed, "",
       to_the_limit(closed),
       fmt::format("largest share by which A − bcᵀ/d misses the derivative of the map itself, in "
                   "dual numbers, at 8 fixed points. A alone, without b, misses it by {:.2g}: its "
                   "third and fourth rows have ζ eliminated, its first row has not",
                   open)});
  claims.push_back(
      {"equation (35)", "c = (0, 1, 0, 0), d = W*/2 as the linear part of (31)", std::nullopt,
       d_error, "", by_reading(phi_slope > 1e-2, d_error < 1e-5 && c_error < 1e-9),
       fmt::format("it is that of φ/τ, by differences; φ itself has no linear part at a fixed "
                   "point: its differences over a step of 10⁻⁴ are {:.1e} of W*, as large as the "
                   "step",
                   phi_slope)});
  claims.push_back({"section 4.2, eigenvalues", "λ₁ = e, λ₂ = λ₃ = λ₄ = 1", std::nullopt, eigen, "",
                    to_the_limit(eigen),
                    "largest difference of the eigenvalues of the map's derivative"});
  claims.push_back({"section 4.2, eigenvectors", "the value 1 has three independent eigenvectors",
                    4, static_cast<double>(independent), "",
                    within(4, static_cast<double>(independent), 0),
                    "eigenvectors of the map's derivative, v₁ among them"});
  claims.push_back(
      {"section 4.2, v₁", "v₁ = (0, 1 − e, −α, −β)", std::nullopt, first, "",
       by_reading(first < limit_error, rest < 1e-12),
       fmt::format("by this share of it the map's derivative misses e·v₁. It is a vector of the "
                   "printed A ({:.1e}), in which ζ is left out, and contradicts (36), by which "
                   "z₁/z₂ is not 0. With 2/W* for the first component it misses by {:.1e}",
                   rest, whole)});
}

void add_decay(std::vector<Claim>& claims, const std::vector<Capture>& captures) {
  constexpr std::array<const char*, 4> numbers = {"equation (36)", "equation (38)", "equation (39)",
                                                  "equation (40)"};
  constexpr std::array<const char*, 4> what = {"z₁ = 2/((1−e)W*) Ceⁿ", "z₃ = 2x₄*/((1−e)W*) Ceⁿ",
                                               "z₄ = (1+e)/(1−e) · h′/(ρ² + h′²) Ceⁿ",
                                               "ζ = −2/W* Ceⁿ"};
  std::array<double, 4> printed{}, mended{};
  double rates = 0, flights = 0;
  for (const Capture& c : captures) {
    const std::array<double, 4> found = measured_decay(c);
    const std::array<Decay, 4> formulas = printed_decay(c);
    for (std::size_t k = 0; k < found.size(); ++k) {
      const double size = 1 + std::abs(found[k]);
      printed[k] = std::max(printed[k], std::abs(found[k] - formulas[k].printed) / size);
      mended[k] = std::max(mended[k], std::abs(found[k] - formulas[k].mended) / size);
    }
    const PairCollision& last = c.run.collisions.back();
    rates = std::max(rates, std::abs(-last.after.u / last.before.u - c.engine.body.e));
    const std::size_t n = c.run.collisions.size();
    const double u = c.run.collisions[n - 2].after.u;
    rates = std::max(rates, std::abs(last.after.u / u - c.engine.body.e));
    const auto time = [&](std::size_t k) { return c.run.collisions[k].after.t; };
    // Late flights are differences of times, known to rounding of these.
    std::size_t k = 2;
    while (k + 1 < n && time(k + 1) - time(k) > 1e-7) ++k;
    const double ratio = (time(k) - time(k - 1)) / (time(k - 1) - time(k - 2));
    flights = std::max(flights, std::abs(ratio - c.engine.body.e));
  }
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    std::string reason =
        "largest share by which it misses z/z₂ (ζ/z₂) of the map's own collisions, carried to "
        "their limit";
    if (k == 2)
      reason += fmt::format("; 2Q₂/((1−e)W*) must be added in the bracket: {:.1e} then", mended[k]);
    claims.push_back(
        {numbers[k], what[k], std::nullopt, printed[k], "", to_the_limit(printed[k]), reason});
  }
  claims.push_back({"equation (37)", "z₂ = Ceⁿ: u̇₁ shrinks by e", std::nullopt, rates, "",
                    to_the_limit(rates), "the last ratio u̇₁(n+1)/u̇₁(n) before the sum, less e"});
  claims.push_back(
      {"section 4.3, Figure 7(a)", "W* < 0: τ(n+1) = eτ(n)", std::nullopt, flights, "",
       within(0, flights, 1e-4),
       "the ratio of the last flights above 10⁻⁷ s, less e, which falls with the flight"});
}

}  // namespace

std::vector<Capture> any_captures(int count) {
  Numbers numbers(36);
  std::vector<Capture> all;
  while (static_cast<int>(all.size()) < count) {
    const Engine engine(any_body(numbers));
    const PairState launch = any_launch(numbers);
    PairSequence run = pair_sequence(engine.pair, launch, 0, 100000, 10);
    if (run.limit && run.collisions.size() > 20) all.push_back({engine, launch, std::move(run)});
  }
  return all;
}

std::array<double, 16> measured_matrix(const Capture& capture) {
  constexpr double above = 2e-3;  // m/s
  const auto at = [&](double u) {
    PairSolver solver(capture.engine.pair);
    PairState x = capture.run.limit->state;
    x.u = u;
    PairState before = x;
    std::array<double, 25> d{};
    solver.fly(before, 1);
    solver.derivative(x, before, d);
    return d;
  };
  const auto far = at(above), half = at(above / 2), near = at(above / 4);
  std::array<double, 16> limit{};
  for (std::size_t r = 0; r < 4; ++r)
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t i = 5 * r + k;
      limit[4 * r + k] = (far[i] - 6 * half[i] + 8 * near[i]) / 3;
    }
  return limit;
}

std::array<double, 4> measured_decay(const Capture& capture) {
  const auto& all = capture.run.collisions;
  const PairState& end = capture.run.limit->state;
  // Late enough for the linear part to lead, early enough for differences to have digits.
  std::size_t n = 0;
  while (n + 4 < all.size() && all[n].after.u > 1e-3) ++n;
  const auto ratios = [&](std::size_t k) -> std::array<double, 4> {
    const PairState& x = all[k].after;
    return {(x.t - end.t) / x.u, (x.theta - end.theta) / x.u, (x.omega - end.omega) / x.u,
            (all[k + 1].after.t - x.t) / x.u};
  };
  const auto a = ratios(n), b = ratios(n + 1), c = ratios(n + 2);
  const double e = capture.engine.body.e;
  std::array<double, 4> limit{};
  // What is left shrinks as u̇, e, and as its square.
  for (std::size_t k = 0; k < limit.size(); ++k) {
    const double first = (b[k] - e * a[k]) / (1 - e), second = (c[k] - e * b[k]) / (1 - e);
    limit[k] = (second - e * e * first) / (1 - e * e);
  }
  return limit;
}

std::array<Decay, 4> printed_decay(const Capture& capture) {
  const Body& body = capture.engine.body;
  const PairState& x = capture.run.limit->state;
  const Fixed f = fixed_point(capture);
  const double e = body.e, turn = (1 + e) / (1 - e) * body.lever(x.theta);
  const double z1 = 2 / ((1 - e) * f.w), z3 = z1 * x.omega, zeta = -2 / f.w;
  return {Decay{z1, z1}, Decay{z3, z3}, Decay{turn, turn + z1 * body.q2.at(x.t)},
          Decay{zeta, zeta}};
}

void add_linear(std::vector<Claim>& claims) {
  const std::vector<Capture> captures = any_captures(8);
  add_matrix(claims, captures);
  add_decay(claims, captures);
}

}  // namespace carom::wang
