// The simplest walker: both gaits, multipliers and doublings, of mechanisms with ever lighter feet.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/compiled_model.hpp"
#include "maps/orbits.hpp"
#include "reproductions/classics_parts.hpp"
#include "reproductions/judges.hpp"
#include "reproductions/walker_limit.hpp"

namespace carom::classics_parts {
namespace {

using namespace walking;

constexpr double slope = 0.009;
/// Foot over hip.
constexpr std::array feet{4e-4, 2e-4, 1e-4};

/// A gait of the mechanism: the orbit of its map from heel strike to heel strike.
struct Gait {
  double stance = 0, rate = 0, time = 0;
  std::vector<std::complex<double>> multipliers;
  double doubling = 0;  ///< Π(1 + μ): zero where a multiplier is −1
};

std::optional<Gait> gait_of(double foot, double slope_angle, const Eigen::Vector2d& start,
                            int steps) {
  const std::array overrides{
      fmt::format("foot={:.17g}", foot), fmt::format("slope={:.17g}", slope_angle),
      fmt::format("stance={:.17g}", start[0]), fmt::format("rate={:.17g}", start[1])};
  const Study study = classic("simplest_walker", overrides);
  Section section;
  section.contact = 1;  // the right foot strikes, the legs change places
  section.swap = {{0, 1}};
  MotionMap map(study.model, section, {.duration = 10, .tolerance = 1e-12});
  const auto first = map.next(study.scenario.state);
  if (!first) return std::nullopt;
  std::string problem;
  const auto numbers = motion_section(map, *first, {}, problem);
  if (!problem.empty()) return std::nullopt;
  // The start itself, with the swing leg's rate that a strike gives it.
  const auto orbit = orbit_from(*numbers, numbers->coordinates(study.scenario.state), steps);
  if (!orbit) return std::nullopt;
  const State state = numbers->point(orbit->points[0]).state;
  const int base = study.model.compiled().tree.base_coordinates();
  Gait gait{state.positions[static_cast<std::size_t>(base)] - std::numbers::pi / 2,
            state.velocities[static_cast<std::size_t>(base)], orbit->time, orbit->multipliers, 1};
  std::complex<double> product = 1;
  for (const auto& each : orbit->multipliers) product *= 1.0 + each;
  gait.doubling = product.real();
  return gait;
}

/// The slope at which the gait doubles, near that of feet without mass.
double doubling_of(double foot, double near, const Eigen::Vector2d& start, int steps) {
  double a = near, b = near * (1 + 2e-4);
  const auto value = [&](double at) {
    const auto gait = gait_of(foot, at, start, steps);
    return gait ? gait->doubling : std::nan("");
  };
  double fa = value(a), fb = value(b);
  for (int pass = 0; pass < 8 && std::abs(b - a) > 1e-10; ++pass) {
    const double next = b - fb * (b - a) / (fb - fa);
    a = b;
    fa = fb;
    b = next;
    fb = value(b);
  }
  return b;
}

struct Rows {
  PageTable& table;
  void add(const std::string& what, const std::array<double, 3>& values, double limit) {
    const Extrapolated e = extrapolated(values);
    table.rows.push_back(
        {what, values[0], values[1], values[2], e.ratio, e.limit, e.limit - limit});
  }
};

constexpr const char* source = "simplest walker (Garcia, Chatterjee, Ruina & Coleman 1998)";
constexpr const char* by_limit = "simplest walker, its limit’s own equations";

void add_gait(Comparison& result, Rows rows, const std::string& name, const WalkerGait& limit,
              bool published) {
  std::array<Gait, 3> gaits;
  for (std::size_t k = 0; k < feet.size(); ++k) {
    const auto found = gait_of(feet[k], slope, limit.state, 1);
    if (found) {
      gaits[k] = *found;
    } else {
      gaits[k].stance = gaits[k].rate = gaits[k].time = std::nan("");
    }
    gaits[k].multipliers.resize(2, std::nan(""));
  }
  const auto of = [&](auto&& number) {
    return std::array{number(gaits[0]), number(gaits[1]), number(gaits[2])};
  };
  const auto largest = limit.multipliers()[0].real() >= limit.multipliers()[1].real() ? 0U : 1U;
  const bool turns = limit.multipliers()[0].imag() != 0;
  struct Entry {
    std::string what, unit;
    std::array<double, 3> values;
    double limit, told, tolerance;
  };
  const auto re = [](const Gait& g) { return g.multipliers[0].real(); };
  const auto im = [](const Gait& g) { return g.multipliers[0].imag(); };
  const auto second = [](const Gait& g) { return g.multipliers[1].real(); };
  const std::complex<double> first = limit.multipliers()[turns ? 0U : largest];
  std::vector<Entry> entries{{"stance angle", "rad", of([](const Gait& g) { return g.stance; }),
                              limit.state[0], .20031090054, 1e-10},
                             {"rate", "√(g/l)", of([](const Gait& g) { return g.rate; }),
                              limit.state[1], -.19983247300, 1e-10},
                             {"period", "√(l/g)", of([](const Gait& g) { return g.time; }),
                              limit.time, 3.8824637529, 1e-9},
                             {turns ? "multipliers, real part" : "largest multiplier", "", of(re),
                              first.real(), -.190099841, 5e-7}};
  if (turns)
    entries.push_back(
        {"multipliers, imaginary part", "", of(im), std::abs(first.imag()), .557598777, 5e-7});
  else
    entries.push_back(
        {"other multiplier", "", of(second), limit.multipliers()[1U - largest].real(), 0, 5e-7});
  for (const Entry& each : entries) {
    rows.add(name + ": " + each.what, each.values, each.limit);
    const Extrapolated e = extrapolated(each.values);
    result.claims.push_back(
        met(published ? source : by_limit, name + ": " + each.what,
            published ? each.told : each.limit, e.limit, each.unit, each.tolerance,
            fmt::format("feet of {:g}, {:g} and {:g} of the hip, extrapolated; halving them takes "
                        "the error by {:.3f}",
                        feet[0], feet[1], feet[2], e.ratio)));
  }
  if (!published) return;
  const double copied = extrapolated(of(re)).limit;
  result.claims.push_back(
      met("simplest walker, a widely copied comment", "multipliers −0.1912 ± 0.5563 i", -.1912,
          copied, "", 5e-5,
          fmt::format("they are {:.6f} ± {:.6f} i, by the limit’s own equations {:.6f} ± {:.6f} i",
                      copied, extrapolated(of(im)).limit, first.real(), std::abs(first.imag()))));
}

void add_doublings(Comparison& result, Rows rows, const WalkerGait& walk, const StopRequest& stop) {
  WalkerGait gait = walk;
  const auto first = walker_doubling(gait, 1, slope, 0.018);
  if (!first) return;
  const auto tell = [&](const std::string& what, double limit, const Eigen::Vector2d& start,
                        int steps) {
    std::array<double, 3> values{};
    for (std::size_t k = 0; k < feet.size(); ++k) {
      stop.heed();
      values[k] = doubling_of(feet[k], limit, start, steps);
    }
    rows.add(what, values, limit);
    const Extrapolated e = extrapolated(values);
    result.claims.push_back(
        met(by_limit, what, limit, e.limit, "rad", 1e-9,
            fmt::format("halving the feet takes the error by {:.3f}", e.ratio)));
    return e.limit;
  };
  const double range = tell("long gait: slope at which it doubles", *first, gait.state, 1);
  result.claims.push_back(met(source, "the long gait is stable for slopes up to", 0.0151, range,
                              "rad", 5e-5, "where it doubles"));
  // The gait of two steps is stable above: steps lead to it.
  const double above = *first + 8e-4;
  Eigen::Vector2d x = gait.state + Eigen::Vector2d(2e-3, -2e-3);
  for (int k = 0; k < 300; ++k) {
    const auto next = walker_step(x, above);
    if (!next) return;
    x = next->state;
  }
  auto two = walker_gait(x, above, 2);
  if (!two) return;
  const auto second = walker_doubling(*two, 2, above, 0.019);
  if (second) tell("gait of two steps: slope at which it doubles", *second, two->state, 2);
}

}  // namespace

void add_walker(Comparison& result, const StopRequest& stop) {
  PageTable table;
  table.name = "simplest_walker";
  table.title = "The simplest walker with ever lighter feet";
  table.caption =
      "Of the mechanism, through its motion, with feet of these shares of the hip’s mass; the "
      "ratio "
      "of successive differences (2: the error is in proportion to the mass); the extrapolation by "
      "orders 1 and 2; and what it differs by from the equations of the limit, integrated by "
      "themselves.";
  table.columns = {{"number"}, {"4e-4"},         {"2e-4"},          {"1e-4"},
                   {"ratio"},  {"extrapolated"}, {"less the limit"}};
  const Rows rows{table};
  const auto long_gait = walker_gait({.2003, -.1998}, slope, 1);
  const auto short_gait = walker_gait({.194, -.204}, slope, 1);
  if (long_gait) add_gait(result, rows, "long gait", *long_gait, true);
  stop.heed();
  if (short_gait) add_gait(result, rows, "short gait", *short_gait, false);
  stop.heed();
  if (long_gait) add_doublings(result, rows, *long_gait, stop);
  result.sections.emplace_back(std::move(table));
}

}  // namespace carom::classics_parts
