// Classics that are motions: bounces, a rocking block, Painlevé's rod, a gradient through a hit.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproductions/classics_parts.hpp"
#include "reproductions/judges.hpp"
#include "study/simulate.hpp"

namespace carom::classics_parts {
namespace {

std::vector<MotionEvent> of_kind(const SimulationReport& report, MotionEventKind kind) {
  std::vector<MotionEvent> found;
  std::ranges::copy_if(report.events, std::back_inserter(found),
                       [&](const MotionEvent& e) { return e.kind == kind; });
  return found;
}

constexpr const char* ordinals[] = {"first", "second", "third", "fourth"};

/// The times of the first impacts; where there are fewer the claim has no number and does not hold.
void add_impact_times(Comparison& result, const std::string& source, const SimulationReport& report,
                      std::span<const double> published, double tolerance) {
  const auto impacts = of_kind(report, MotionEventKind::impact);
  for (std::size_t k = 0; k < published.size(); ++k)
    result.claims.push_back(met(source, fmt::format("time of the {} impact", ordinals[k]),
                                published[k], k < impacts.size() ? impacts[k].time : std::nan(""),
                                "s", tolerance));
}

double time_of_limit(const SimulationReport& report) {
  const auto limits = of_kind(report, MotionEventKind::limit);
  return limits.empty() ? std::nan("") : limits.front().time;
}

void add_bounces(Comparison& result) {
  const std::array ball{.451523640986, 1.26426619476, 1.99573449316};
  const SimulationReport bounces = simulate(classic("bouncing_ball"));
  const std::string source = "bouncing ball (Siconos, BouncingBallED.ref)";
  add_impact_times(result, source, bounces, ball, 1e-11);
  result.claims.push_back(met(source, "end of infinitely many bounces", 8.57894917873,
                              time_of_limit(bounces), "s", 1e-10,
                              "closed form √(2h/g)(1 + e)/(1 − e)"));
  const std::array between{.0513167019495, .228318780053, .46654861602, .741359965747};
  add_impact_times(result,
                   "ball between floor and ceiling (Siconos, BouncingBallED-TwoContacts.ref)",
                   simulate(classic("floor_and_ceiling")), between, 1e-11);
}

void add_rocking(Comparison& result) {
  const SimulationReport block = simulate(classic("zeno_block"));
  const std::string source = "rocking block 1 × 2 (routh-multi-impact, ZenoBlock)";
  const auto impacts = of_kind(block, MotionEventKind::impact);
  double farthest = impacts.empty() ? std::nan("") : 0.7;
  for (const MotionEvent& e : impacts) {
    const double ratio = e.velocities_after[2] / e.velocities_before[2];
    if (std::abs(ratio - 0.7) > std::abs(farthest - 0.7)) farthest = ratio;
  }
  result.claims.push_back(met(source, "ratio of rates at every impact", 0.7, farthest, "", 1e-9,
                              fmt::format("the farthest from it of {} impacts", impacts.size())));
  add_impact_times(result, source, block, std::array{.987327807316, 1.53126984641, 1.88457033720},
                   1e-11);
  result.claims.push_back(met(
      source, "end of infinitely many rockings", 2.67142139837, time_of_limit(block), "s", 1e-11,
      fmt::format("impacts of two corners in turn, {} followed and the rest "
                  "summed",
                  impacts.size())));
  const bool rests = block.motion.end == MotionEnd::duration &&
                     std::ranges::all_of(block.motion.contacts, [](const ContactMotion& c) {
                       return c.mode == Mode::sticks;
                     });
  result.claims.push_back({source, "it rests on both corners afterwards", std::nullopt,
                           block.motion.energy.kinetic, "J",
                           rests ? Holding::holds : Holding::does_not_hold,
                           "kinetic energy at 4 s, both contacts sticking"});
}

/// Whether the rod has a way to go on sliding, with this friction.
bool goes_on(double friction) {
  const std::array overrides{fmt::format("mu={:.17g}", friction), std::string("slide=-1")};
  return simulate(classic("painleve_rod", overrides)).motion.end == MotionEnd::duration;
}

void add_painleve(Comparison& result) {
  double low = 1, high = 2;
  const bool bracketed = goes_on(low) && !goes_on(high);
  while (bracketed && high - low > 1e-9) {
    const double middle = 0.5 * (low + high);
    (goes_on(middle) ? low : high) = middle;
  }
  result.claims.push_back(met("Painlevé’s rod", "least friction of the paradox, tan θ = 2", 4.0 / 3,
                              bracketed ? 0.5 * (low + high) : std::nan(""), "", 1e-6,
                              "(1 + 3cos²θ)/(3 sinθ cosθ), by bisection of where a motion that "
                              "slides backwards has no consistent contact mode"));
}

void add_gradient(Comparison& result) {
  SimulateRequest request;
  const std::vector<std::string> names{"x1", "x2", "v1", "v2"};
  request.sensitivity = names;
  const SimulationReport report = simulate(classic("gradient_through_a_hit"), request);
  const double t = report.motion.final.time;
  const std::array<double, 4> expected{1, 0, t, 0};
  for (std::size_t k = 0; k < names.size(); ++k) {
    const bool told = k < report.sensitivity.size() && !report.sensitivity[k].why;
    // The struck one is the surface’s mass, the last of the positions.
    const double slope = told ? report.sensitivity[k].state.positions.back() : std::nan("");
    result.claims.push_back(
        met("gradient through a hit (nimblephysics, issue 97)",
            fmt::format("derivative of the struck mass’s place at {} s by {}", t, names[k]),
            expected[k], slope, k < 2 ? "" : "s", 1e-12));
  }
}

}  // namespace

void add_motions(Comparison& result, const StopRequest& stop) {
  add_bounces(result);
  stop.heed();
  add_rocking(result);
  stop.heed();
  add_painleve(result);
  add_gradient(result);
}

}  // namespace carom::classics_parts
