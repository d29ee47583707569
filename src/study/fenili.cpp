#include "study/fenili.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "carom/simulate.hpp"
#include "carom/strike.hpp"
#include "dynamics/compiled_model.hpp"
#include "motion/flow.hpp"

namespace carom {
namespace {

/// The paper's symbols, in its own coordinates: y_s, θ, y_w.
struct Bar {
  double m_s = 5, m_b = 2, m_w = 3;
  double inertia = 1.0 / 6;  ///< I_b,cm
  double d_A = 0.5, length = 1, d = 0.6;
  double c_s = 4, k_s = 200, c_w = 6, k_w = 300;
  double e = 0;
  std::string torque = "3";

  double m_t() const { return m_s + m_b + m_w; }
  double a1() const { return inertia + m_b * d_A * d_A; }
  double a2() const { return m_b * d_A + m_w * length; }
  double a3() const { return m_t() * m_w * length * length - a2() * a2(); }
  double D(double c) const { return a1() * m_t() + a3() * c * c; }
};

Mechanism mechanism(const Bar& b) {
  constexpr double up = std::numbers::pi / 2;
  Mechanism m;
  m.base = {.kind = BaseKind::slider,
            .direction = up,
            .mass = b.m_s,
            .stiffness = b.k_s,
            .damping = b.c_s};
  m.links.push_back({.name = "bar",
                     .length = b.length,
                     .mass = b.m_b,
                     .com = Vec2{b.d_A, 0},
                     .inertia = b.inertia});
  Surface wall{.name = "wall", .angle = 2 * up, .point = {0, b.d}};
  wall.body = SurfaceBody{up, b.m_w, b.k_w, b.c_w, 0, 0};
  m.surfaces.push_back(wall);
  m.contacts.push_back(
      {.name = "tip", .link = "bar", .at = {b.length, 0}, .surface = "wall", .restitution = b.e});
  m.torques.push_back({.link = "bar", .value = {b.torque}});
  return m;
}

/// A configuration with its velocities; `M` is the torque.
struct At {
  double y_s = 0, theta = 0, y_w = 0;
  double v_s = 0, omega = 0, v_w = 0;
  double M = 0;
};

/// States within the range of the paper's motion, the same at every call.
class States {
 public:
  At next() {
    At x{between(-0.1, 0.1), between(-1.2, 1.2), 0, between(-0.5, 0.5), between(-3, 3),
         between(-0.5, 0.5), between(-4, 4)};
    return x;
  }

 private:
  /// A generator whose numbers are the same everywhere.
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }
  std::mt19937_64 random_{2005};
};

/// On the wall: y_w and its velocity follow from (4).
At on_wall(const Bar& b, At x) {
  x.y_w = x.y_s + b.length * std::sin(x.theta) - b.d;
  x.v_w = x.v_s + b.length * std::cos(x.theta) * x.omega;
  return x;
}

/// Accelerations of the engine and the force at the tip, free or on the wall.
struct Accelerations {
  double y_s = 0, theta = 0, y_w = 0, force = 0;
};
Accelerations engine(Bar b, const At& x, bool pressed) {
  b.torque = fmt::format("{:.17g}", x.M);
  const Model model(mechanism(b));
  Flow flow(model.compiled().tree);
  std::vector<Regime> regimes(1);
  if (pressed) regimes[0].mode = Mode::slides_plus;
  flow.set_regimes(regimes);
  std::vector<double> y(flow.size(), 0.0);
  const std::array numbers{x.y_s, x.theta, x.y_w, x.v_s, x.omega, x.v_w};
  std::ranges::copy(numbers, y.begin());
  std::vector<double> slope(flow.size());
  flow(y, slope, 0);
  std::vector<ContactRates> rates(1);
  flow.observe(y, rates);
  return {slope[3], slope[4], slope[5], rates[0].force[1]};
}

Holding small(double worst) {
  return worst < 1e-10 ? Holding::holds : Holding::does_not_hold;
}

/// The largest share by which (1)–(3), and on the wall (4) twice differentiated, are missed by the
/// engine's accelerations.
double governing_residual(const Bar& b, bool pressed) {
  States states;
  double worst = 0;
  for (int k = 0; k < 200; ++k) {
    const At x = pressed ? on_wall(b, states.next()) : states.next();
    const Accelerations a = engine(b, x, pressed);
    const double s = std::sin(x.theta);
    const double c = std::cos(x.theta);
    const double first = (b.m_b + b.m_s) * a.y_s + b.c_s * x.v_s + b.k_s * x.y_s -
                         b.m_b * b.d_A * x.omega * x.omega * s + b.m_b * b.d_A * a.theta * c +
                         a.force;
    const double second = b.m_w * a.y_w + b.c_w * x.v_w + b.k_w * x.y_w - a.force;
    const double third =
        b.a1() * a.theta + b.m_b * b.d_A * a.y_s * c + a.force * b.length * c - x.M;
    const double fourth =
        pressed ? -a.y_s + a.y_w - b.length * (c * a.theta - s * x.omega * x.omega) : 0;
    const double size = 1 + std::abs(b.k_s * x.y_s) + std::abs(b.k_w * x.y_w) + std::abs(x.M);
    for (const double residual : {first, second, third, fourth})
      worst = std::max(worst, std::abs(residual) / size);
  }
  return worst;
}

/// ÿ_s by (5), θ̈ by (6), as printed or mended.
std::array<double, 2> reduced(const Bar& b, const At& x, bool mended) {
  const double s = std::sin(x.theta);
  const double c = std::cos(x.theta);
  const double D = b.D(c);
  const double l = b.length;
  const double a1 = b.a1();
  const double a2 = b.a2();
  const double mt = b.m_t();
  const double damping = (mended ? 1 : -1) * a1 * (b.c_s + b.c_w) * x.v_s;
  const double five =
      damping + a1 * (b.k_s + b.k_w) * x.y_s + a1 * b.c_w * l * x.omega * c + a1 * b.k_w * l * s -
      a1 * a2 * x.omega * x.omega * s - b.m_b * b.c_w * l * l * b.d_A * x.omega * c * c * c -
      b.m_b * b.k_w * l * l * b.d_A * s * c * c + b.m_b * b.k_w * b.d * l * b.d_A * c * c +
      l * (b.m_w * l * b.c_s - b.m_b * b.d_A * b.c_w) * x.v_s * c * c +
      l * (b.m_w * l * b.k_s - b.m_b * b.d_A * b.k_w) * x.y_s * c * c - a1 * b.k_w * b.d;
  const double y_s = (-a2 * c * x.M - five) / D;
  const double more = mt * l - a2;
  const double six =
      b.c_w * l * more * x.omega * c * c + b.k_w * l * more * s * c - b.k_w * b.d * more * c +
      (a2 * b.m_b * b.d_A - b.m_w * l * more) * x.omega * x.omega * s * c +
      (b.k_w * more - a2 * b.k_s) * x.y_s * c + (b.c_w * more - a2 * b.c_s) * x.v_s * c;
  // The printed (6) ends without its right side.
  const double theta = ((mended ? mt * x.M : 0) - six) / D;
  return {y_s, theta};
}

struct ReducedErrors {
  double first = 0, second = 0;
};
ReducedErrors reduced_errors(const Bar& b, bool mended) {
  States states;
  ReducedErrors worst;
  for (int k = 0; k < 200; ++k) {
    const At x = on_wall(b, states.next());
    const Accelerations a = engine(b, x, true);
    const auto formula = reduced(b, x, mended);
    worst.first = std::max(worst.first, std::abs(formula[0] - a.y_s) / (1 + std::abs(a.y_s)));
    worst.second = std::max(worst.second, std::abs(formula[1] - a.theta) / (1 + std::abs(a.theta)));
  }
  return worst;
}

/// An impact of the engine: velocities after, loss.
struct After {
  double v_s = 0, omega = 0, v_w = 0, impulse = 0, loss = 0;
  bool collides = false;
};
After struck(const Bar& b, At x, const char* law) {
  x.y_w = x.y_s + b.length * std::sin(x.theta) - b.d;
  const Model model(mechanism(b));
  Workspace workspace(model);
  const State state{0, {x.y_s, x.theta, x.y_w}, {x.v_s, x.omega, x.v_w}};
  const Impact impact = strike(model, state, {.law = law}, workspace);
  if (impact.verdict != Verdict::unique) return {};
  return {impact.velocities[0],
          impact.velocities[1],
          impact.velocities[2],
          impact.contacts[0].impulse[1],
          impact.kinetic_energy_before - impact.kinetic_energy_after,
          true};
}

/// (26), (27) as printed.
std::array<double, 2> plastic(const Bar& b, const At& x) {
  const double s = std::sin(x.theta);
  const double c = std::cos(x.theta);
  const double total =
      b.inertia + b.m_b * b.d_A * b.d_A * s * s + b.m_w * b.length * (b.length - b.d_A) * c * c;
  const double r1 = (b.m_s + b.m_b) * x.v_s + b.m_w * x.v_w + b.m_b * x.omega * b.d_A * c;
  const double r2 = -b.m_s * x.v_s * b.d_A * c + b.m_w * x.v_w * (b.length - b.d_A) * c +
                    (b.inertia + b.m_b * b.d_A * b.d_A * s * s) * x.omega;
  const double alpha1 = (b.m_b * b.d_A + b.m_w * b.length) * c;
  const double alpha2 = (b.m_s * b.d_A - b.m_w * (b.length - b.d_A)) * c;
  const double below = alpha1 * alpha2 + b.m_t() * total;
  return {(r1 * total - r2 * alpha1) / below, (r1 * alpha2 + r2 * b.m_t()) / below};
}

/// The extension to any e.
After any_restitution(const Bar& b, const At& x) {
  const double c = std::cos(x.theta);
  const double v = x.v_s + b.length * c * x.omega - x.v_w;
  const double D = b.D(c);
  const double D0 = (b.m_s + b.m_b) * b.a1() - b.m_b * b.m_b * b.d_A * b.d_A * c * c;
  const double gain = (1 + b.e) * b.m_w / D * v;
  return {x.v_s - gain * (b.a1() - b.m_b * b.d_A * b.length * c * c),
          x.omega - gain * ((b.m_s + b.m_b) * b.length - b.m_b * b.d_A) * c,
          x.v_w + (1 + b.e) * D0 / D * v,
          (1 + b.e) * b.m_w * D0 * v / D,
          0.5 * (1 - b.e * b.e) * b.m_w * D0 * v * v / D,
          true};
}

double apart(const After& a, const After& b) {
  return std::max({std::abs(a.v_s - b.v_s), std::abs(a.omega - b.omega), std::abs(a.v_w - b.v_w),
                   std::abs(a.impulse - b.impulse), std::abs(a.loss - b.loss)});
}

void add_equations(std::vector<Claim>& claims) {
  const Bar b;
  const double free = governing_residual(b, false);
  claims.push_back({"equations (1)–(3)", "the free bar's equations of motion (F_N = 0)", 0.0, free,
                    "", small(free),
                    "largest residual, as a share of the forces, of the engine's accelerations in "
                    "200 states"});
  const double held = governing_residual(b, true);
  claims.push_back({"equations (1)–(4)", "the constrained bar's equations of motion", 0.0, held, "",
                    small(held),
                    "the same with the tip on the wall and the engine's contact force"});
  const ReducedErrors printed = reduced_errors(b, false);
  const ReducedErrors mended = reduced_errors(b, true);
  claims.push_back({"equation (5)", "ÿ_s of the constrained bar", 0.0, printed.first, "",
                    small(printed.first),
                    fmt::format("the term −a₁(c_s + c_w)ẏ_s must be +, as printed it is negative "
                                "damping; with + the largest relative error is {:.1e}",
                                mended.first)});
  claims.push_back({"equation (6)", "θ̈ of the constrained bar", 0.0, printed.second, "",
                    small(printed.second),
                    fmt::format("the right side m_t M/(a₁m_t + a₃cos²θ) is missing; with it the "
                                "largest relative error is {:.1e}",
                                mended.second)});
  claims.push_back({"equation (5), mended", "ÿ_s of the constrained bar", 0.0, mended.first, "",
                    small(mended.first), "largest relative error in 200 states"});
  claims.push_back({"equation (6), mended", "θ̈ of the constrained bar", 0.0, mended.second, "",
                    small(mended.second), "largest relative error in 200 states"});
}

void add_impacts(std::vector<Claim>& claims) {
  Bar b;
  States states;
  double worst = 0;
  double below = 0;
  int number = 0;
  for (int k = 0; k < 400; ++k) {
    const At x = states.next();
    const After ours = struck(b, x, "energetic");
    if (!ours.collides) continue;
    ++number;
    const auto printed = plastic(b, x);
    worst = std::max({worst, std::abs(printed[0] - ours.v_s), std::abs(printed[1] - ours.omega)});
    const double c = std::cos(x.theta);
    const double s = std::sin(x.theta);
    const double expanded =
        b.m_s * b.m_b * b.d_A * b.d_A + b.m_t() * b.inertia +
        b.m_b * b.m_w * (b.length * (b.length - 2 * b.d_A) * c * c + b.d_A * b.d_A) +
        b.m_s * b.m_w * b.length * b.length * c * c + b.m_b * b.m_b * b.d_A * b.d_A * s * s;
    below = std::max(below, std::abs(expanded - b.D(c)) / b.D(c));
  }
  claims.push_back({"equations (22)–(27)", "velocities after a fully plastic impact", 0.0, worst,
                    "m/s, rad/s", small(worst),
                    fmt::format("largest difference from the engine in {} impacts", number)});
  claims.push_back({"below equation (27)", "the common denominator, written out", 0.0, below, "",
                    small(below), "it equals a₁m_t + a₃cos²θ of (5) and (6)"});
  At upright{0, std::numbers::pi / 2, 0, 0.4, 2.0, -0.3, 0};
  const After ours = struck(b, upright, "energetic");
  const double simple = ((b.m_s + b.m_b) * upright.v_s + b.m_w * upright.v_w) / b.m_t();
  claims.push_back({"equations (28), (29)",
                    "θ = 90°: two masses collide, the bar's rate does not change", simple, ours.v_s,
                    "m/s",
                    std::abs(simple - ours.v_s) < 1e-12 && std::abs(ours.omega - 2.0) < 1e-12
                        ? Holding::holds
                        : Holding::does_not_hold,
                    fmt::format("θ̇ stays {:.12g} rad/s", ours.omega)});
  for (const double e : {0.0, 0.3, 0.5, 0.8, 1.0}) {
    b.e = e;
    double error = 0;
    States again;
    for (int k = 0; k < 100; ++k) {
      const At x = again.next();
      for (const char* law : {"kinematic", "kinetic", "energetic", "whittaker", "brach"}) {
        const After found = struck(b, x, law);
        if (found.collides) error = std::max(error, apart(found, any_restitution(b, x)));
      }
    }
    claims.push_back(
        {"conclusion: \"the next step\"", fmt::format("velocities, impulse and loss at e = {}", e),
         0.0, error, "m/s, rad/s, N s, J", small(error),
         "not in the paper: ẏ_s⁺ = ẏ_s − (1+e)(m_w/D)(a₁ − m_b d_A ℓcos²θ)v and so on; "
         "one frictionless contact, so all five laws agree"});
  }
}

/// Without the correction y_w takes the tip's velocity and nothing else changes: the kinetic energy
/// changes by ½m_w(v_tip² − ẏ_w²).
void add_uncorrected(std::vector<Claim>& claims) {
  const Bar b;
  States states;
  int gains = 0;
  int number = 0;
  double largest = 0;
  double smallest = 0;
  for (int k = 0; k < 1000; ++k) {
    const At x = states.next();
    if (!struck(b, x, "energetic").collides) continue;
    const double tip = x.v_s + b.length * std::cos(x.theta) * x.omega;
    const double gain = 0.5 * b.m_w * (tip * tip - x.v_w * x.v_w);
    ++number;
    gains += gain > 0;
    largest = std::max(largest, gain);
    smallest = std::min(smallest, gain);
  }
  claims.push_back(
      {"conclusion", "without the velocity correction the system gains energy", std::nullopt,
       100.0 * gains / number, "% of impacts", Holding::in_part,
       fmt::format("switching to the constrained equations without it changes the energy by "
                   "½m_w(v_tip² − ẏ_w²): a gain whenever the tip is faster than the wall, always "
                   "where the wall rests, as in the paper; from {:.3g} to {:.3g} J here. A wall "
                   "that runs against a slower tip makes it a loss",
                   smallest, largest)});
}

/// A run with its samples.
struct Run : MotionSink {
  std::vector<MotionEvent> events;
  std::vector<double> time, y_s, theta, y_w, force, gap;
  void event(const MotionEvent& e) override { events.push_back(e); }
  void sample(const MotionSample& s) override {
    time.push_back(s.time);
    y_s.push_back(s.positions[0]);
    theta.push_back(s.positions[1]);
    y_w.push_back(s.positions[2]);
    force.push_back(s.contacts[0].force[1]);
    gap.push_back(s.contacts[0].gap);
  }
};

struct Switched {
  std::string name;
  Bar bar;
  double duration = 0;
};

void add_runs(Comparison& result) {
  Bar soft;
  soft.c_s = 1;
  soft.c_w = 0.5;
  Bar harmonic;
  harmonic.torque = "1 + 2*cos(3*t)";
  std::vector<Switched> runs{{"e = 0, c_s = 1, c_w = 0.5", soft, 4},
                             {"e = 0, M = 1 + 2 cos 3t", harmonic, 4}};
  for (const double e : {0.3, 0.5, 0.8}) {
    Bar b;
    b.e = e;
    runs.push_back({fmt::format("e = {}", e), b, 4});
  }
  PageTable table;
  table.name = "events";
  table.title = "Switched runs: events";
  table.caption =
      "From rest. The paper prints no numbers; times are ours at tolerance 1e-11, and differ from "
      "those at 1e-9 by at most what the last column says.";
  table.columns = {{"run"},        {"event"},          {"time", "s"}, {"impulse", "N s"},
                   {"force", "N"}, {"difference", "s"}};
  double worst_energy = 0;
  for (const Switched& each : runs) {
    const Model model(mechanism(each.bar));
    const State start{0, {0, 0, 0}, {0, 0, 0}};
    Run fine;
    Run coarse;
    const Motion motion = simulate(
        model, start, {.duration = each.duration, .every = 0.004, .tolerance = 1e-11}, fine);
    simulate(model, start, {.duration = each.duration, .tolerance = 1e-9}, coarse);
    worst_energy = std::max(worst_energy, motion.energy_error);
    constexpr std::size_t most = 12;
    std::size_t listed = 0;
    std::size_t next = 0;
    for (const MotionEvent& e : fine.events) {
      const bool tells = e.kind != MotionEventKind::impact || listed < most;
      while (next < coarse.events.size() &&
             (coarse.events[next].kind != e.kind || coarse.events[next].time < e.time - 1e-6))
        ++next;
      if (!tells) continue;
      ++listed;
      const bool impact = e.kind == MotionEventKind::impact;
      const bool pressed = e.kind == MotionEventKind::contact;
      table.rows.push_back({each.name, std::string(name(e.kind)), e.time,
                            impact ? PageCell(e.impulses[0][1]) : PageCell(),
                            pressed ? PageCell(e.force[1]) : PageCell(),
                            next < coarse.events.size()
                                ? PageCell(std::abs(coarse.events[next].time - e.time))
                                : PageCell()});
    }
    PageFigure figure{fmt::format("Run: {}", each.name),
                      "Slider, tip and wall along y; the angle; the force between tip and wall.",
                      {}};
    PagePanel places{"Positions", {"time", "s"}, {"position", "m"}};
    std::vector<double> tip;
    for (std::size_t i = 0; i < fine.time.size(); ++i)
      tip.push_back(fine.y_s[i] + each.bar.length * std::sin(fine.theta[i]) - each.bar.d);
    places.series = {
        {"slider", fine.time, fine.y_s}, {"tip", fine.time, tip}, {"wall", fine.time, fine.y_w}};
    PagePanel forces{"Contact force", {"time", "s"}, {"force", "N"}};
    forces.series = {{"force", fine.time, fine.force}};
    figure.panels = {places, forces};
    result.sections.emplace_back(std::move(figure));
  }
  result.sections.emplace_back(std::move(table));
  result.claims.push_back(
      {"section 3", "free and constrained motion follow each other; separation at F_N = 0",
       std::nullopt, worst_energy, "J",
       worst_energy < 1e-8 ? Holding::holds : Holding::does_not_hold,
       "five switched runs of 4 s by the engine, with impacts of e = 0 to 0.8: the energy ledger "
       "closes to this"});
}

}  // namespace

Comparison fenili_2005() {
  Comparison result;
  add_equations(result.claims);
  add_impacts(result.claims);
  add_uncorrected(result.claims);
  add_runs(result);
  return result;
}

}  // namespace carom
