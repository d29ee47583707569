#include "reproductions/wang_friction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "maps/approach.hpp"
#include "maps/capture.hpp"
#include "reproductions/judges.hpp"

namespace carom::wang {
namespace {

constexpr std::array<const char*, 3> laws = {"kinematic", "kinetic", "energetic"};
constexpr double rounding = 1e-9;

/// The three modes that the paper knows.
PairMode of_paper(PairMode mode) {
  return mode == PairMode::sticking_in_restitution   ? PairMode::sticking_in_compression
         : mode == PairMode::reversed_in_restitution ? PairMode::reversed_in_compression
                                                     : mode;
}

Body rough(Numbers& numbers) {
  Body body = any_body(numbers);
  body.friction = numbers(0.02, 1);
  return body;
}

/// Collisions of any rough bodies; `f` of each.
template <class F>
void any_collisions(const char* law, int count, const F& f) {
  Numbers numbers(5);
  for (int k = 0; k < count; ++k) {
    const Engine engine(rough(numbers), law);
    for (int i = 0; i < 20; ++i) {
      const double theta = numbers(-std::numbers::pi, std::numbers::pi);
      f(engine, collision_at(engine, theta, numbers(-3, 3), -numbers(0.1, 2)));
    }
  }
}

std::string counted(const std::map<PairMode, int>& modes) {
  std::string words;
  for (const auto& [mode, count] : modes)
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, name(mode));
  return words;
}

void add_impulses_of_modes(std::vector<Claim>& claims) {
  double steepest = 0, newton = 0;
  for (const char* law : laws)
    any_collisions(law, 100, [&](const Engine& engine, const PairCollision& c) {
      const double share = std::abs(c.impulse[0]) / (engine.body.friction * c.impulse[1]);
      steepest = std::max(steepest, share);
      if (std::string_view(law) != "kinematic") return;
      const double e = engine.body.e;
      newton = std::max(newton, std::abs(c.velocity_after[1] / c.velocity_before[1] + e));
    });
  claims.push_back({"section 5", "|P_x| ≤ μP_y", std::nullopt, steepest, "",
                    steepest < 1 + rounding ? Holding::holds : Holding::does_not_hold,
                    "largest |P_x|/(μP_y) in 2,000 collisions by the kinematic, the kinetic and "
                    "the energetic law"});
  double difference = 0, poisson = 0;
  std::map<PairMode, int> seen;
  std::size_t all = 0, unique = 0;
  any_collisions("kinetic", 100, [&](const Engine& engine, const PairCollision& c) {
    ++all;
    unique += c.verdict == Verdict::unique ? 1 : 0;
    ++seen[c.mode];
    const std::array<double, 2> formula = impulse_of_mode(rubbing(engine, c), c.mode);
    const double size = std::hypot(c.impulse[0], c.impulse[1]);
    difference = std::max(difference,
                          std::hypot(formula[0] - c.impulse[0], formula[1] - c.impulse[1]) / size);
    poisson =
        std::max(poisson, std::abs(c.velocity_after[1] / c.velocity_before[1] + engine.body.e));
  });
  claims.push_back({"section 5", "three modes: sliding, sticking, reversed sliding", std::nullopt,
                    static_cast<double>(seen.size()), "modes",
                    seen.size() == 5 ? Holding::holds : Holding::in_part,
                    "each of the latter two in compression or in restitution, which makes five: " +
                        counted(seen)});
  claims.push_back(
      {"section 5, (42)", "the mode determines the impulse", std::nullopt, difference, "",
       by_count(unique + (vanishing(difference) == Holding::holds ? 1 : 0), all + 1),
       fmt::format("largest relative difference of the engine's impulse, by the kinetic "
                   "law, from the closed form of its mode (which the paper does not "
                   "print); {} of {} answers are unique",
                   unique, all),
       "kinetic restitution, as Wang & Mason (1992)"});
  claims.push_back(
      {"sections 2 and 5", "v⁺ = −ev⁻, with friction too", std::nullopt, poisson, "",
       by_reading(poisson < rounding, newton < rounding),
       fmt::format("largest |v⁺/v⁻ + e| by the kinetic law; by the kinematic law it is "
                   "{:.1e}",
                   newton)});
}

void add_smoothness(std::vector<Claim>& claims) {
  double jump = 0, steepest = 0;
  std::size_t found = 0, refined = 0, kinks = 0;
  Numbers numbers(42);
  for (const char* law : laws)
    for (int k = 0; k < 60; ++k) {
      const Engine engine(rough(numbers), law);
      const double theta = numbers(-std::numbers::pi, std::numbers::pi), slip = numbers(-3, 3);
      auto all =
          boundaries_along([&](double s) { return collision_at(engine, theta, s, -1); }, -6, 6);
      const auto turned =
          boundaries_along([&](double angle) { return collision_at(engine, angle, slip, -1); },
                           -std::numbers::pi, std::numbers::pi);
      all.insert(all.end(), turned.begin(), turned.end());
      for (const RegionBoundary& each : all) {
        jump = std::max(jump, each.jump);
        if (of_paper(each.below) == of_paper(each.above)) {
          ++refined;
          continue;
        }
        ++found;
        const double size = std::abs(each.slopes[0]) + std::abs(each.slopes[1]);
        kinks += std::abs(each.slopes[1] - each.slopes[0]) > 1e-3 * size ? 1 : 0;
        steepest = std::max(steepest, size / engine.body.mass);
      }
    }
  claims.push_back({"section 5", "the map is continuous across contact regions", std::nullopt, jump,
                    "", within(0, jump, 1e-6),
                    fmt::format("largest jump of the impulse, as a share of it, over 2·10⁻⁹ m/s of "
                                "slip, or rad, at {} boundaries by three laws",
                                found + refined)});
  claims.push_back(
      {"section 5", "derivatives are finite, and differ from region to region", std::nullopt,
       static_cast<double>(kinks), "boundaries",
       by_count((kinks == found ? 1U : 0U) + (std::isfinite(steepest) ? 1U : 0U), 2),
       fmt::format(
           "of {} between sliding, sticking and reversed sliding: where the slope of P_x differs "
           "from side to side, along the slip or the angle; the largest is {:.3g} of the mass",
           found, steepest)});
}

void add_fixed_points(std::vector<Claim>& claims, const StopRequest& stop) {
  double inside = 0, on = 0, other = 0;
  std::size_t slides = 0, meet = 0, same_mode = 0;
  std::map<PairMode, int> modes;
  Numbers numbers(43);
  for (int k = 0; k < 120; ++k) {
    stop.heed();
    Body body = rough(numbers);
    body.q2.mean *= 0.3;
    const Engine engine(body, "kinetic");
    PairState launch = any_launch(numbers);
    launch.s = numbers(-0.5, 0.5);
    const auto run = pair_sequence(engine.pair, launch, 0, 20000, 10);
    if (!run.limit || run.collisions.size() < 20) continue;
    const PairCollision& last = run.collisions.back();
    const double ratio = -last.after.u / last.before.u;
    const auto approach = boundary_approach(engine.pair, run);
    if (approach) {
      ++meet;
      ++modes[approach->mode];
      on = std::max(on, std::abs(ratio - approach->ratio));
      same_mode += approach->mode == last.mode ? 1 : 0;
      other = std::max(other, std::abs(ratio - body.e));
    } else {
      ++slides;
      inside = std::max(inside, std::abs(ratio - body.e));
    }
  }
  claims.push_back({"section 5", "fixed points inside a region: as without friction", std::nullopt,
                    inside, "", within(0, inside, 1e-6),
                    fmt::format("largest difference of the last ratio of rebounds from e in {} "
                                "sequences that end sliding",
                                slides)});
  claims.push_back(
      {"section 5", "on a boundary the region of approach decides", std::nullopt, on, "",
       by_count((meet > 0 && on < 1e-6 ? 1U : 0U) + (same_mode == meet ? 1U : 0U), 2),
       fmt::format(
           "{} sequences end where the slip is zero too, where all regions meet ({}). Largest "
           "difference of the last ratio of rebounds from the eigenvalue of the linear map "
           "of the region that they come through, found from that region's side alone; from "
           "e, what sliding next to it would give, they differ by up to {:.3f}",
           meet, counted(modes), other),
       "kinetic restitution"});
}

}  // namespace

PairCollision collision_at(const Engine& engine, double theta, double slip, double approach) {
  PairSolver solver(engine.pair);
  PairState p;
  p.theta = theta;
  p.u = approach;
  p.s = slip - solver.contact_velocity(p)[0];
  PairCollision collision;
  solver.collide(p, &collision);
  return collision;
}

Rubbing rubbing(const Engine& engine, const PairCollision& c) {
  const Body& body = engine.body;
  const double h = body.h(c.before.theta), d1 = body.d1(c.before.theta);
  const double rho2 = body.rho * body.rho;
  return {(1 + h * h / rho2) / body.mass,
          (1 + d1 * d1 / rho2) / body.mass,
          h * d1 / (body.mass * rho2),
          body.friction,
          body.e,
          c.velocity_before[0],
          c.velocity_before[1]};
}

/// S = S₀ + B₁P_x − B₃P_y, u̇ = u̇₀ − B₃P_x + B₂P_y. Along P_x = −σμP_y, σ the sign of S₀, until the
/// slip stops at P_d; then along S = 0, or back along P_x = σμ(P_y − 2P_d). Compression ends at
/// P_c, the collision at (1 + e)P_c.
std::array<double, 2> impulse_of_mode(const Rubbing& r, PairMode mode) {
  const double sign = r.slip > 0 ? 1 : -1, rub = sign * r.friction;
  const double sliding = -r.approach / (r.b2 + rub * r.b3);
  const double stops = -r.slip / (-rub * r.b1 - r.b3);
  const double sticking = -(r.b1 * r.approach + r.b3 * r.slip) / (r.b1 * r.b2 - r.b3 * r.b3);
  const double reversed = -(r.approach + 2 * rub * r.b3 * stops) / (r.b2 - rub * r.b3);
  const auto whole = [&](double compression) { return (1 + r.e) * compression; };
  const auto stuck = [&](double p) { return std::array{(r.b3 * p - r.slip) / r.b1, p}; };
  const auto back = [&](double p) { return std::array{rub * (p - 2 * stops), p}; };
  switch (mode) {
    case PairMode::sliding:
      return {-rub * whole(sliding), whole(sliding)};
    case PairMode::sticking_in_compression:
      return stuck(whole(sticking));
    case PairMode::sticking_in_restitution:
      return stuck(whole(sliding));
    case PairMode::reversed_in_compression:
      return back(whole(reversed));
    case PairMode::reversed_in_restitution:
      return back(whole(sliding));
  }
  return {};
}

std::vector<RegionBoundary> boundaries_along(const std::function<PairCollision(double)>& collision,
                                             double from, double to) {
  constexpr int steps = 300;
  std::vector<RegionBoundary> found;
  const double width = (to - from) / steps;
  // No sample is where both sides of a line are alike.
  double low = from + 0.37 * width;
  PairMode mode = collision(low).mode;
  for (int k = 1; k < steps; ++k, low += width) {
    const PairMode next = collision(low + width).mode;
    if (next == mode) continue;
    double below = low, above = low + width;
    while (true) {
      const double middle = 0.5 * (below + above);
      if (middle == below || middle == above) break;
      (collision(middle).mode == mode ? below : above) = middle;
    }
    const double near = 1e-9, far = 1e-5;
    const auto at = [&](double x) { return collision(x).impulse; };
    const auto left = at(below - near), right = at(above + near);
    RegionBoundary b{mode, collision(above + near).mode, above};
    b.jump = std::hypot(right[0] - left[0], right[1] - left[1]) / std::hypot(left[0], left[1]);
    b.slopes = {(at(below - far)[0] - at(below - 2 * far)[0]) / far,
                (at(above + 2 * far)[0] - at(above + far)[0]) / far};
    found.push_back(b);
    mode = next;
  }
  return found;
}

void add_friction(std::vector<Claim>& claims, const StopRequest& stop) {
  add_impulses_of_modes(claims);
  stop.heed();
  add_smoothness(claims);
  add_fixed_points(claims, stop);
}

}  // namespace carom::wang
