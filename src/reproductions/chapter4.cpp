#include "reproductions/chapter4.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "reproductions/chapter4_chains.hpp"
#include "reproductions/chapter4_figures.hpp"
#include "reproductions/chapter4_parts.hpp"
#include "reproductions/judges.hpp"
#include "study/study.hpp"

namespace carom {
namespace {

using namespace chapter4;

/// Angles that agree to this are equal, °.
constexpr double equal = 1e-8;

Claim number_claim(std::string source, std::string what, double published, double ours,
                   std::string reason, double tolerance = equal) {
  return {
      std::move(source), std::move(what), published, ours, "°", within(published, ours, tolerance),
      std::move(reason)};
}

void add_flat(std::vector<Claim>& claims) {
  const RightAngle found = right_angle(flat());
  claims.push_back(number_claim("section 4.4.1.1, Figure 4.9",
                                "flat surface: critical angle between the rods", 90, found.between,
                                "rods perpendicular at θ₁ = 45°"));
  int multiplicity = 0;
  bool flips = true;
  for (const CriticalPoint& point : critical_of(flat()).critical)
    if (std::abs(point.at) < 1e-6) {
      multiplicity = point.multiplicity;
      flips = point.below != point.above;
    }
  claims.push_back(
      {"equation 4.26", "flat surface: θ₁ = 0 is a double zero (sin² θ₁)", 2.0,
       static_cast<double>(multiplicity), "",
       multiplicity == 2 && !flips ? Holding::holds : Holding::does_not_hold,
       "sin θ₁ of the resting mass and sin θ₂ of the last rod against the impulse, which "
       "theorem 4.1 does not list; the outcome does not flip there"});
}

void add_levels(std::vector<Claim>& claims) {
  for (const double height : {-0.5, -0.2, 0.2, 0.5, 0.9}) {
    const RightAngle found = right_angle(on_level(height));
    claims.push_back(
        number_claim("section 4.4.1.2",
                     fmt::format("levels {} L apart: critical angle between the rods", height), 90,
                     found.between,
                     fmt::format("at θ₁ = {:.6f}°, by 45° + asin(L_y/(L√2)) {:.6f}°", found.at,
                                 45 + std::asin(height / std::numbers::sqrt2) / degree)));
  }
  // The printed constraint 4.27, tried at θ₁ = 40°, L_y = 0.3 L.
  const double printed = std::asin(std::sin(40 * degree) - 0.3);
  const double landing = std::sin(40 * degree) + std::sin(printed);
  claims.push_back(
      {"equation 4.27", "height at which the end lands, θ₁ = 40°, L_y = 0.3 L", 0.3, landing, "L",
       within(0.3, landing, 1e-12),
       "θ₂ = asin((L_y − L₁ sin θ₁)/L₂): the printed sign is that of −θ₂; at L_y = 0 it "
       "contradicts θ₂ = −θ₁ of section 4.4.1.1",
       "angles counter-clockwise from the x axis, as section 4.2 says"});
}

void add_inclines(std::vector<Claim>& claims) {
  for (const double incline : {0.0, 5.0, 10.0, 15.0, 20.0, 25.0}) {
    const RightAngle found = right_angle(on_incline(incline));
    const double formula =
        45 + incline - std::asin(0.8 * std::sin(incline * degree) / std::numbers::sqrt2) / degree;
    claims.push_back(number_claim(
        "section 4.4.1.3, Figure 4.13",
        fmt::format("incline of {}° at 0.8 L: critical angle between the rods", incline), 90,
        found.between,
        fmt::format("at θ₁ = {:.6f}°, by 45° + φ − asin(L_x sin φ/(L√2)) {:.6f}°", found.at,
                    formula)));
  }
}

void add_five(std::vector<Claim>& claims) {
  double power = 0;
  for (const FiveMassCase& each : five_mass_cases()) {
    const Chain chain = five_masses(each);
    double ours = std::nan("");
    for (const CriticalPoint& point : critical_of(chain).critical)
      if (std::isnan(ours) || std::abs(point.at - each.expected) < std::abs(ours - each.expected)) {
        ours = point.at;
        if (each.expected == 0) power = point.multiplicity;
      }
    claims.push_back(number_claim("section 4.4.2, equation 4.31",
                                  fmt::format("five masses: {}", each.condition), each.expected,
                                  ours, "one zero, to rounding"));
  }
  claims.push_back(
      {"equation 4.31", "five masses: power of sin θ₁ in the transmission", 4.0, power, "",
       power == 4 ? Holding::holds : Holding::does_not_hold,
       "sin⁴ θ₁ is sin θ₁ · sin(θ₄ − φ): the second is the last rod against the impulse"});
}

/// A rod that stands between a floor and a ceiling; a second one is struck.
constexpr const char* upright_strut = R"toml(
[[link]]
name = "strut"
length = 1.0
mass = 0.0
[[link]]
name = "arm"
length = 1.0
mass = 0.0
[[mass]]
link = "strut"
at = 0.0
mass = 1.0
[[mass]]
link = "strut"
at = 1.0
mass = 2.0
[[mass]]
link = "arm"
at = 1.0
mass = 1.5
[[surface]]
name = "floor"
[[surface]]
name = "ceiling"
angle_deg = 180.0
point = [0.0, 1.0]
[[surface]]
name = "roof"
angle_deg = 180.0
point = ["cos(deg(30))", 1.5]
[[contact]]
name = "foot"
link = "strut"
at = 0.0
surface = "floor"
[[contact]]
name = "head"
link = "strut"
at = 1.0
surface = "ceiling"
[[contact]]
name = "strike"
link = "arm"
at = 1.0
surface = "roof"
[state]
angles_deg = [90.0, 30.0]
[impact]
colliding = "strike"
)toml";

void add_theorems(std::vector<Claim>& claims) {
  const UniquenessReport strut = verdict(study_from_text(upright_strut, "chapter 4"));
  const bool unique =
      strut.velocities == Determined::always && strut.impulses == Determined::always;
  claims.push_back(
      {"theorem 4.1",
       "a solution always exists and is unique: combinations of impulses "
       "that move nothing, for a strut between floor and ceiling",
       std::nullopt, static_cast<double>(strut.rows - strut.rank), "",
       unique                                   ? Holding::holds
       : strut.velocities == Determined::always ? Holding::in_part
                                                : Holding::does_not_hold,
       "velocities always; impulses only where no combination of them moves nothing (a "
       "strut between two surfaces, a tripod on pads normal to its legs), and with "
       "friction neither"});
  // The last rod perpendicular to the impulse: not in the theorem's list.
  Chain last{flat().masses,
             1,
             0,
             {"50", "x"},
             0,
             "cos(deg(50)) + cos(deg(x))",
             "sin(deg(50)) + sin(deg(x))",
             -30,
             30};
  double at = std::nan("");
  std::string cause;
  for (const CriticalPoint& point : critical_of(last).critical) {
    at = point.at;
    cause = point.cause;
  }
  claims.push_back(
      {"theorem 4.1",
       "the list of critical configurations is complete",
       {},
       at,
       "°",
       cause.empty() ? Holding::holds : Holding::in_part,
       fmt::format("missing: {} (θ₁ = 50°, θ₂ = {:.6g}°); and π/2 is meant modulo π", cause, at)});
  int even = 0;
  for (const CriticalPoint& point : critical_of(flat()).critical)
    even += point.multiplicity % 2 == 0 && point.below == point.above ? 1 : 0;
  claims.push_back({"theorem 4.1",
                    "the outcome changes at every critical configuration",
                    {},
                    {},
                    "",
                    even > 0 ? Holding::in_part : Holding::holds,
                    "only where the zero is of odd multiplicity: at θ₁ = 0 of the flat chain, and "
                    "where two right angles fall together, nothing flips"});

  const std::string hub = R"toml([parameters]
x = 80.0
[[link]]
name = "in"
length = 1.0
mass = 0.0
[[link]]
name = "out"
parent = "base"
length = 1.0
mass = 0.0
[[link]]
name = "side"
parent = "base"
length = 1.0
mass = 0.0
[[mass]]
link = "in"
at = 0.0
mass = 1.0
[[mass]]
link = "in"
at = 1.0
mass = 1.0
[[mass]]
link = "out"
at = 1.0
mass = 1.0
[[mass]]
link = "side"
at = 1.0
mass = 1.0
[[surface]]
name = "pad"
angle = "deg(x) + pi/2"
point = ["cos(deg(x))", "sin(deg(x))"]
[[surface]]
name = "wall"
angle_deg = 90.0
point = [1.0, 0.0]
[[contact]]
name = "rest"
link = "out"
at = 1.0
surface = "pad"
[[contact]]
name = "strike"
link = "in"
at = 1.0
surface = "wall"
[state]
angles_deg = [0.0, "x", 45.0]
[impact]
colliding = "strike"
[[sweep]]
parameter = "x"
from = 50.0
to = 120.0
count = 71
)toml";
  const CriticalReport report = critical(study_from_text(hub, "chapter 4"));
  const double hub_angle = report.critical.empty() ? std::nan("") : report.critical.front().at;
  claims.push_back({"theorem 4.2", "critical angle between two rods at a mass with a third, at 45°",
                    90.0, hub_angle, "°", within(90, hub_angle, equal),
                    "the side branch takes part: all masses 1 give atan 3; dividing the tree into "
                    "linear branches is wrong where they meet"});
}

}  // namespace

std::vector<Claim> chapter4_claims(const StopRequest& stop) {
  std::vector<Claim> claims;
  chapter4::add_equations(claims, stop);
  add_flat(claims);
  add_levels(claims);
  add_inclines(claims);
  add_level_first_rod(claims);
  stop.heed();
  add_five(claims);
  add_theorems(claims);
  stop.heed();
  add_rig(claims);
  return claims;
}

Comparison alluhydan_chapter_4(const StopRequest& stop) {
  Comparison comparison;
  comparison.title = "Alluhydan 2019, chapter 4: particle chains";
  comparison.claims = chapter4_claims(stop);
  for (PageFigure& figure : chapter4_figures()) comparison.sections.emplace_back(std::move(figure));
  return comparison;
}

}  // namespace carom
