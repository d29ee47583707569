#include "reproductions/chapter4_chains.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace carom::chapter4 {
namespace {

const std::vector<double> three{0.544, 0.6, 0.544};

/// The chain with x set.
Study study_at(const Chain& chain, double x) {
  const std::vector<std::string> set{fmt::format("x={:.17g}", x)};
  return study_from_text(scenario(chain), "chapter 4", set);
}

double between_at(const Study& study) {
  const DescribeReport described = describe(study);
  return (described.links[0].angle - described.links[1].angle) / degree;
}

}  // namespace

std::string scenario(const Chain& chain) {
  std::string text = fmt::format("[parameters]\nx = {:.17g}\n", chain.start);
  const std::size_t rods = chain.angles.size();
  for (std::size_t i = 0; i < rods; ++i)
    text += fmt::format("[[link]]\nname = \"L{}\"\nlength = {}\nmass = {}\n", i + 1, chain.length,
                        chain.rod_mass);
  text += fmt::format("[[mass]]\nlink = \"L1\"\nat = 0.0\nmass = {}\n", chain.masses[0]);
  for (std::size_t i = 0; i < rods; ++i)
    text += fmt::format("[[mass]]\nlink = \"L{}\"\nat = {}\nmass = {}\n", i + 1, chain.length,
                        chain.masses[i + 1]);
  text += fmt::format(
      "[[surface]]\nname = \"floor\"\nangle_deg = {}\n[[surface]]\nname = \"struck\"\n"
      "angle_deg = {}\npoint = [\"{}\", \"{}\"]\n",
      chain.rest_angle, chain.strike_angle, chain.strike_x, chain.strike_y);
  text += fmt::format(
      "[[contact]]\nname = \"rest\"\nlink = \"L1\"\nat = 0.0\nsurface = \"floor\"\n"
      "[[contact]]\nname = \"strike\"\nlink = \"L{}\"\nat = {}\nsurface = \"struck\"\n",
      rods, chain.length);
  std::string angles;
  bool closes = false;
  for (const std::string& angle : chain.angles) {
    closes = closes || angle == "close";
    angles += fmt::format("{}\"{}\"", angles.empty() ? "" : ", ", angle == "close" ? "-45" : angle);
  }
  text += "[state]\nangles_deg = [" + angles + "]\n";
  if (!chain.rates.empty())
    text += fmt::format("rates = [{:.17g}]\n", fmt::join(chain.rates, ", "));
  if (closes)
    text += fmt::format("[close]\nangles = [\"L{}\"]\ntouch = [\"strike\"]\nsolution = 1\n", rods);
  text += "[impact]\ncolliding = \"strike\"\n";
  return text + fmt::format("[[sweep]]\nparameter = \"x\"\nfrom = {}\nto = {}\ncount = 90\n",
                            chain.from, chain.to);
}

CriticalReport critical_of(const Chain& chain) {
  return critical(study_from_text(scenario(chain), "chapter 4"));
}

RightAngle right_angle(const Chain& chain) {
  RightAngle found{std::nan(""), std::nan("")};
  for (const CriticalPoint& point : critical_of(chain).critical) {
    const auto has = [&](CriticalCauseKind kind) {
      return std::ranges::find(point.causes, kind, &CriticalCause::kind) != point.causes.end();
    };
    if (chain.rod_mass == 0 && !has(CriticalCauseKind::rods_perpendicular)) continue;
    if (chain.rod_mass == 0 && has(CriticalCauseKind::rod_across_impulse)) continue;
    if (point.at < 10) continue;  // the flat chain
    found.at = point.at;
    found.between = between_at(study_at(chain, point.at));
  }
  return found;
}

Chain flat() {
  return {three, 1, 0, {"x", "-x"}, 0, "0", "0", -1, 89};
}

Chain on_level(double height) {
  Chain chain{three, 1, 0, {"x", "close"}, 0, "0", fmt::format("{}", height), 2, 88};
  chain.start = 42 + std::asin(height / std::numbers::sqrt2) / degree;
  return chain;
}

Chain on_incline(double incline) {
  return {three, 1, 0, {"x", "close"}, incline, "0.8", "0", 12, 80};
}

Chain rig_on_floor(double rod, double housing) {
  constexpr double end = 0.544;
  return {{end, housing, end}, 0.28, rod, {"x", "-x"}, 0, "0", "0", 20, 80};
}

Chain rig_on_incline(double incline, double rod, double housing) {
  constexpr double end = 0.544;
  return {{end, housing, end}, 0.28, rod, {"x", "close"}, incline, "0.224", "0", 20, 65};
}

const std::vector<FiveMassCase>& five_mass_cases() {
  static const std::vector<FiveMassCase> cases{{{"x", "20", "-25", "-60"}, 0, "θ₁ = 0"},
                                               {{"x + 20", "20", "-25", "-60"}, 90, "θ₁ − θ₂"},
                                               {{"50", "x - 25", "-25", "-60"}, 90, "θ₂ − θ₃"},
                                               {{"70", "20", "-25", "-25 - x"}, 90, "θ₃ − θ₄"}};
  return cases;
}

Chain five_masses(const FiveMassCase& one) {
  Chain chain{{1.0, 0.8, 1.2, 0.7, 1.1}, 1, 0, one.angles, 15, "0", "0", one.expected - 20,
              one.expected + 20};
  // The struck surface goes where the end is.
  for (const std::string& angle : one.angles) {
    chain.strike_x += fmt::format(" + cos(deg({}))", angle);
    chain.strike_y += fmt::format(" + sin(deg({}))", angle);
  }
  return chain;
}

std::vector<OutcomePoint> outcomes(const Chain& chain, double from, double to, int count) {
  std::vector<OutcomePoint> points;
  for (int i = 0; i < count; ++i) {
    const double x = from + (to - from) * i / (count - 1);
    try {
      const Study study = study_at(chain, x);
      points.push_back({x, between_at(study), transmit(study).contacts.at(0).signed_outcome});
    } catch (const InputError&) {
      continue;  // no such configuration
    }
  }
  return points;
}

}  // namespace carom::chapter4
