#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/dual.hpp"
#include "laws/rigid/law.hpp"
#include "maps/impact_pair.hpp"

namespace carom {
namespace {

constexpr double rounding = std::numeric_limits<double>::epsilon();
constexpr double infinite = std::numeric_limits<double>::infinity();

/// sin x − x and cos x − 1, to rounding of themselves.
struct SineRest {
  double s, c;  ///< sin x, cos x
  double sine, cosine;
  explicit SineRest(double x) : s(std::sin(x)), c(std::cos(x)) {
    if (std::abs(x) > 0.5) {
      sine = s - x;
      cosine = c - 1;
      return;
    }
    const double y = x * x;
    sine = -x * y / 6 * (1 - y / 20 * (1 - y / 42 * (1 - y / 72 * (1 - y / 110 * (1 - y / 156)))));
    cosine = -y / 2 * (1 - y / 12 * (1 - y / 30 * (1 - y / 56 * (1 - y / 90 * (1 - y / 132)))));
  }
};

struct Excess {
  double f = 0, d1 = 0, d2 = 0;
};

/// F(t + s) − F(t) − F′(t)s as a function of s, its derivatives, and bounds.
class LocalWaves {
 public:
  LocalWaves(const Waves& f, double t, bool any = true) : all_(f) {
    if (!any) return;
    const Waves* own = &f;
    bool shifted = false;
    for (std::size_t k = 3; k < Waves::powers; ++k) shifted = shifted || f.c[k] != 0;
    if (shifted) {
      moved_ = f.from(t);
      own = &moved_;
    }
    c_ = own->c;
    degree_ = shifted ? Waves::powers : 3;
    count_ = std::min(f.waves.size(), a_.size());
    for (std::size_t i = 0; i < count_; ++i) {
      const Wave& w = f.waves[i];
      const double s = std::sin(w.rate * t), c = std::cos(w.rate * t);
      a_[i] = w.a * c - w.b * s;
      b_[i] = w.a * s + w.b * c;
      const double fastest = w.rate * w.rate * std::sqrt(w.a * w.a + w.b * w.b);
      second_ += fastest;
      third_ += w.rate * fastest;
    }
  }

  Excess operator()(double s) const {
    Excess e{c_[2] * s * s, 2 * c_[2] * s, 2 * c_[2]};
    if (degree_ > 3) {
      double power = s;
      for (std::size_t k = 3; k < degree_; ++k) {
        const auto n = static_cast<double>(k);
        e.d2 += n * (n - 1) * c_[k] * power;
        power *= s;
        e.d1 += n * c_[k] * power;
        e.f += c_[k] * power * s;
      }
    }
    for (std::size_t i = 0; i < count_; ++i) {
      const double rate = all_.waves[i].rate;
      const SineRest rest(rate * s);
      e.f += a_[i] * rest.sine + b_[i] * rest.cosine;
      e.d1 += rate * (a_[i] * rest.cosine - b_[i] * rest.s);
      e.d2 -= rate * rate * (a_[i] * rest.s + b_[i] * rest.c);
    }
    return e;
  }

  /// The largest of ±F″ on [s, s + width], F″(s) given.
  double bound(double sign, double s, double width, double d2) const {
    double third = third_;
    double whole = infinite;
    if (degree_ > 3) {
      double power = 1;
      for (std::size_t k = 3; k < degree_; ++k) {
        const auto n = static_cast<double>(k);
        third += n * (n - 1) * (n - 2) * std::abs(c_[k]) * power;
        power *= s + width;
      }
    } else {
      whole = sign * 2 * c_[2] + second_;
    }
    const double near = third > 0 ? sign * d2 + third * width : sign * d2;
    return std::min(whole, near);
  }

 private:
  const Waves& all_;
  Waves moved_;
  std::array<double, Waves::powers> c_{};
  std::size_t degree_ = 3, count_ = 0;
  std::array<double, 6> a_{}, b_{};
  double second_ = 0, third_ = 0;
};

/// h(θ + δ) − h − h′δ: where δ is small the integral of (1 − ξ) h″ δ², by Gauss' rule.
double height_excess(const ImpactPair& pair, const BodyHeight& at, double theta, double delta,
                     const BodyHeight& there) {
  constexpr double small = 0.05;
  if (std::abs(delta) > small) return there.h - at.h - at.d1 * delta;
  constexpr std::array<double, 3> nodes = {0.2386191860831969, 0.6612093864662645,
                                           0.9324695142031521};
  constexpr std::array<double, 3> weights = {0.4679139345726910, 0.3607615730481386,
                                             0.1713244923791704};
  double sum = 0;
  for (std::size_t k = 0; k < nodes.size(); ++k)
    for (const double side : {-1.0, 1.0}) {
      const double xi = 0.5 * (1 + side * nodes[k]);
      sum += 0.5 * weights[k] * (1 - xi) * pair.height(theta + xi * delta).d2;
    }
  return sum * delta * delta;
}

/// W of the contact: (tt, tn, nt, nn).
template <class T>
std::array<T, 4> inertia(const ImpactPair& pair, const T& h, const T& d1) {
  const double m = pair.mass, i = m * pair.rho2;
  const T cross = -h * d1 / T(i);
  return {T(1 / m) + h * h / T(i), cross, cross, T(1 / m) + d1 * d1 / T(i)};
}

}  // namespace

PairSolver::PairSolver(const ImpactPair& pair) : pair_(pair), law_(1), sloped_law_(1) {}

std::array<double, 2> PairSolver::contact_velocity(const PairState& p) const {
  return {p.s - pair_.along.derivative().at(p.t) + pair_.height(p.theta).h * p.omega, p.u};
}

bool PairSolver::fly(PairState& p, double longest) {
  const ImpactPair& pair = pair_;
  const LocalWaves g(pair.g, p.t);
  const LocalWaves turn(pair.h, p.t, pair.torque);
  const BodyHeight at = pair.turns ? pair.height(p.theta) : BodyHeight{};
  BodyHeight there = at;
  double s = 0, gap = p.gap, u = p.u, omega = p.omega, theta = p.theta;
  Excess y = g(0), h;
  if (pair.torque) h = turn(0);
  const auto look = [&](double when) {
    y = g(when);
    gap = p.gap + p.u * when + y.f;
    u = p.u + y.d1;
    if (pair.torque) h = turn(when);
    omega = p.omega + h.d1;
    const double delta = p.omega * when + h.f;
    theta = p.theta + delta;
    if (!pair.turns) return;
    there = pair.height(theta);
    gap -= at.d1 * h.f + height_excess(pair, at, p.theta, delta, there);
    u += at.d1 * p.omega - there.d1 * omega;
  };
  double width = std::min(longest, 1.0);
  if (y.d2 < 0 && u > 0) width = std::min(longest, -4 * u / y.d2);
  if (!(width > 0)) width = longest;
  while (s < longest) {
    // −W ≤ most within the width.
    double most = g.bound(-1, s, width, y.d2);
    if (pair.turns) {
      const double torque =
          pair.torque ? std::max(turn.bound(1, s, width, h.d2), turn.bound(-1, s, width, h.d2)) : 0;
      const double fastest = std::abs(omega) + torque * width;
      most += pair.largest_d1 * torque + pair.largest_d2 * fastest * fastest;
    }
    // Where W ≥ 0 the parabola is a line, which falls if u̇ < 0.
    most = std::max(most, 0.0);
    const double above = std::max(gap, 0.0);
    const double root = std::sqrt(u * u + 2 * most * above);
    double step = width;
    if (u < 0)
      step = 2 * above / (root - u);
    else if (most > 0)
      step = (u + root) / most;
    if (step >= width) {
      step = width;
      width *= 2;
    } else {
      width = std::max(2 * step, rounding * s);
    }
    if (!(step > 2 * rounding * s)) {
      if (s > 0) break;
      return false;  // it rests, or leaves with no velocity
    }
    s += step;
    look(s);
    if (gap <= 0) {
      if (u < 0) {
        s -= gap / u;
        look(s);
      }
      break;
    }
  }
  if (!(s < longest)) return false;
  p.t += s;
  p.gap = 0;
  p.u = u;
  p.theta = theta;
  p.omega = omega;
  p.x += p.s * s;
  if (pair.pushed) {
    const Excess x = LocalWaves(pair.x, p.t - s)(s);
    p.x += x.f;
    p.s += x.d1;
  }
  return true;
}

bool PairSolver::collide(PairState& p, PairCollision* detail) {
  const ImpactPair& pair = pair_;
  const BodyHeight at = pair.height(p.theta);
  if (detail != nullptr) {
    *detail = {};
    detail->before = p;
    detail->velocity_before = contact_velocity(p);
  }
  double tangential = 0, normal = 0;
  if (pair.simple) {
    const double m = pair.mass;
    const double compliance = 1 + at.d1 * at.d1 / pair.rho2;
    normal = -(1 + pair.restitution()) * p.u * m / compliance;
    p.u *= -pair.restitution();
    p.omega -= at.d1 * normal / (m * pair.rho2);
  } else {
    const std::array<double, 4> w = inertia(pair, at.h, at.d1);
    const std::array<double, 2> v = contact_velocity(p);
    ContactProblem<double> problem{.count = 1, .inertia = w, .velocity = v, .colliding = 0};
    problem.parameters = {pair.parameters.data(), 1, pair.rows, 1};
    LawOptions options;
    options.record = false;
    solve_impact(*pair.law, problem, options, law_);
    const Solution<double>& solution = law_.solution;
    if (detail != nullptr) {
      detail->verdict = solution.verdict;
      detail->makes_energy = solution.makes_energy;
    }
    if (solution.verdict != Verdict::unique && solution.verdict != Verdict::ambiguous) return false;
    tangential = solution.impulse[0];
    normal = solution.impulse[1];
    p.u = solution.velocity_after[1];
    p.s += tangential / pair.mass;
    p.omega += (at.h * tangential - at.d1 * normal) / (pair.mass * pair.rho2);
  }
  if (detail == nullptr) return true;
  detail->after = p;
  detail->velocity_after = contact_velocity(p);
  detail->impulse = {tangential, normal};
  // ½ (v⁻ + v⁺)·P
  for (std::size_t axis = 0; axis < 2; ++axis)
    detail->work += 0.5 * (detail->velocity_before[axis] + detail->velocity_after[axis]) *
                    detail->impulse[axis];
  detail->mode = pair_mode(inertia(pair, at.h, at.d1), detail->velocity_before, pair.friction(),
                           normal, 1e-14 * std::abs(detail->velocity_before[1]));
  return true;
}

namespace {

constexpr std::size_t directions = 5;
using PairSloped = Dual<double, static_cast<int>(directions)>;

PairSloped pair_sloped(double value, int which) {
  PairSloped x(value);
  x.slope[static_cast<std::size_t>(which)] = 1;
  return x;
}

/// f at a point with slopes, by its value and derivative there.
PairSloped with_slope(double value, double derivative, const PairSloped& at) {
  PairSloped x(value);
  for (std::size_t i = 0; i < directions; ++i) x.slope[i] = derivative * at.slope[i];
  return x;
}

struct PairFlight {
  PairSloped gap, u, theta, omega, s, t;
  BodyHeight there;
};

PairFlight flight(const ImpactPair& pair, const PairState& p, const PairSloped& tau) {
  const PairSloped t = pair_sloped(p.t, 0), u = pair_sloped(p.u, 1),
                   theta = pair_sloped(p.theta, 2), omega = pair_sloped(p.omega, 3),
                   s = pair_sloped(p.s, 4);
  const BodyHeight at = pair.height(p.theta);
  const PairSloped h = with_slope(at.h, at.d1, theta), d1 = with_slope(at.d1, at.d2, theta);
  const auto rest = [&](const Waves& f, PairSloped& value, PairSloped& slope) {
    const Waves first = f.derivative();
    const PairSloped rate = first.at(t);
    value = f.at(t + tau) - f.at(t) - rate * tau;
    slope = first.at(t + tau) - rate;
  };
  PairSloped y, dy, turn, dturn, x, dx;
  rest(pair.g, y, dy);
  rest(pair.h, turn, dturn);
  rest(pair.x, x, dx);
  PairFlight end;
  end.t = t + tau;
  end.omega = omega + dturn;
  end.theta = theta + omega * tau + turn;
  end.there = pair.height(end.theta.value);
  const PairSloped h_end = with_slope(end.there.h, end.there.d1, end.theta);
  const PairSloped d1_end = with_slope(end.there.d1, end.there.d2, end.theta);
  end.gap = PairSloped(p.gap) + (u + d1 * omega) * tau + y - (h_end - h);
  end.u = u + d1 * omega + dy - d1_end * end.omega;
  end.s = s + dx;
  return end;
}

}  // namespace

/// The flight at its time τ with slopes says what du is; at the collision it is zero, so that
/// dτ = −du/u̇. With that τ's own slopes the flight is followed again, and the collision after it.
bool PairSolver::derivative(const PairState& state, const PairState& before,
                            std::array<double, 25>& d) {
  const ImpactPair& pair = pair_;
  PairSloped tau(before.t - state.t);
  const PairFlight first = flight(pair, state, tau);
  for (std::size_t i = 0; i < directions; ++i) tau.slope[i] = -first.gap.slope[i] / before.u;
  const PairFlight end = flight(pair, state, tau);
  const BodyHeight& at = end.there;
  const PairSloped d1 = with_slope(at.d1, at.d2, end.theta);
  PairSloped u = end.u, omega = end.omega, s = end.s;
  const double i = pair.mass * pair.rho2;
  if (pair.simple) {
    const PairSloped normal = PairSloped(-(1 + pair.restitution()) * pair.mass) * end.u /
                              (PairSloped(1) + d1 * d1 / pair.rho2);
    omega -= d1 * normal / i;
    u = PairSloped(-pair.restitution()) * end.u;
  } else {
    if (!has_derivatives(*pair.law)) return false;
    const PairSloped h = with_slope(at.h, at.d1, end.theta);
    const PairSloped slip = end.s - pair.along.derivative().at(end.t) + h * end.omega;
    PairSloped tangential, normal;
    std::array<Sloped, most_law_parameters> parameters;
    std::ranges::copy(pair.parameters, parameters.begin());
    // The first slope of an impact is one-sided where modes change; here it stays zero.
    constexpr std::size_t at_once = Sloped::directions - 1;
    for (std::size_t from = 0; from < directions; from += at_once) {
      const std::size_t count = std::min(at_once, directions - from);
      const auto some = [from, count](const PairSloped& x) {
        Sloped y(x.value);
        for (std::size_t k = 0; k < count; ++k) y.slope[k + 1] = x.slope[from + k];
        return y;
      };
      const std::array<Sloped, 4> w = inertia(pair, some(h), some(d1));
      const std::array<Sloped, 2> v = {some(slip), some(end.u)};
      ContactProblem<Sloped> problem{.count = 1, .inertia = w, .velocity = v, .colliding = 0};
      problem.parameters = {parameters.data(), 1, pair.rows, 1};
      LawOptions options;
      options.record = false;
      solve_impact(*pair.law, problem, options, sloped_law_);
      const Solution<Sloped>& solution = sloped_law_.solution;
      if (solution.verdict != Verdict::unique && solution.verdict != Verdict::ambiguous)
        return false;
      const auto put = [from, count](const Sloped& y, PairSloped& x) {
        x.value = y.value;
        for (std::size_t k = 0; k < count; ++k) x.slope[from + k] = y.slope[k + 1];
      };
      put(solution.impulse[0], tangential);
      put(solution.impulse[1], normal);
      put(solution.velocity_after[1], u);
    }
    s += tangential / PairSloped(pair.mass);
    omega += (h * tangential - d1 * normal) / i;
  }
  const std::array<const PairSloped*, 5> rows = {&end.t, &u, &end.theta, &omega, &s};
  bool finite = true;
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t c = 0; c < directions; ++c) {
      d[directions * r + c] = rows[r]->slope[c];
      finite = finite && std::isfinite(rows[r]->slope[c]);
    }
  return finite;
}

}  // namespace carom
