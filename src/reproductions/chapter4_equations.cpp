#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "carom/vec2.hpp"
#include "reproductions/chapter4_chains.hpp"
#include "reproductions/chapter4_parts.hpp"
#include "reproductions/judges.hpp"

namespace carom::chapter4 {
namespace {

/// Numbers that are the same everywhere.
class Numbers {
 public:
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }

 private:
  std::mt19937_64 random_{2019};
};

/// What a family of chains has in common.
struct Family {
  std::vector<double> masses;
  double length = 1, floor = 0, struck = 0;  ///< m, °, °
};

Family some_family(Numbers& numbers, bool level) {
  Family family;
  const auto count = static_cast<std::size_t>(numbers.between(3, 5.999));
  for (std::size_t i = 0; i < count; ++i) family.masses.push_back(numbers.between(0.3, 2));
  family.length = numbers.between(0.2, 1.5);
  family.floor = level ? 0 : numbers.between(-40, 40);
  family.struck = numbers.between(-40, 40);
  return family;
}

/// The family's chain at some angles, °.
Chain chain_of(const Family& family, const std::vector<double>& angles) {
  Chain chain;
  chain.masses = family.masses;
  chain.length = family.length;
  chain.strike_angle = family.struck;
  chain.rest_angle = family.floor;
  double x = 0, y = 0;
  for (const double angle : angles) {
    chain.angles.push_back(fmt::format("{:.17g}", angle));
    x += family.length * std::cos(angle * degree);
    y += family.length * std::sin(angle * degree);
  }
  chain.strike_x = fmt::format("{:.17g}", x);
  chain.strike_y = fmt::format("{:.17g}", y);
  return chain;
}

std::vector<double> some_angles(Numbers& numbers, std::size_t rods) {
  std::vector<double> angles;
  for (std::size_t i = 0; i < rods; ++i) angles.push_back(numbers.between(-80, 80));
  return angles;
}

/// An impact of a chain: what its masses and rods have got.
struct Struck {
  Chain chain;
  std::vector<double> angle;   ///< rad, of the rods
  std::vector<double> turn;    ///< rad/s; Δθ̇
  std::vector<Vec2> velocity;  ///< m/s; changes, of the masses
  std::vector<Vec2> on;        ///< N s; what each mass gets from the rod before it (from the floor)
  Vec2 floor_velocity, floor_impulse;  ///< of the resting mass, (t, n)
  double striking = 0;                 ///< N s; η
};

Struck struck(const Family& family, Numbers& numbers) {
  Struck found;
  const std::size_t rods = family.masses.size() - 1;
  const std::vector<double> angles = some_angles(numbers, rods);
  found.chain = chain_of(family, angles);
  double approach = 0;
  for (const double angle : angles) {
    found.angle.push_back(angle * degree);
    found.chain.rates.push_back(numbers.between(-1, 1));
    approach += found.chain.rates.back() * std::cos((angle - family.struck) * degree);
  }
  if (approach > 0)
    for (double& rate : found.chain.rates) rate = -rate;
  const Study study = study_from_text(scenario(found.chain), "chapter 4");
  const StrikeReport report = strike(study, {.laws = {"energetic"}, .joints = true});
  const StruckAnswer& answer = report.results.at(0).answer;
  found.striking = answer.contacts.at(1).impulse[1];
  found.floor_velocity = {answer.contacts[0].velocity_after[0],
                          answer.contacts[0].velocity_after[1]};
  found.floor_impulse = {answer.contacts[0].impulse[0], answer.contacts[0].impulse[1]};
  found.velocity = {{answer.after.velocity.at(0), answer.after.velocity.at(1)}};
  for (std::size_t i = 0; i < rods; ++i) {
    found.turn.push_back(answer.after.rates[i] - found.chain.rates[i]);
    const double along = family.length * found.turn.back();
    found.velocity.push_back(found.velocity.back() + Vec2{-along * std::sin(found.angle[i]),
                                                          along * std::cos(found.angle[i])});
  }
  const double c = std::cos(family.floor * degree), s = std::sin(family.floor * degree);
  const Vec2 f = found.floor_impulse;
  found.on = {{c * f.x - s * f.y, s * f.x + c * f.y}};
  found.on.push_back(found.on[0] - family.masses[0] * found.velocity[0]);
  // Rods have no mass: what a joint gives to a rod arrives at the mass beyond.
  for (const StruckJoint& joint : answer.joints) found.on.push_back(joint.impulse);
  return found;
}

/// The functions f of 4.21 and f₁ of 4.22 are printed without angles among what they depend on: by
/// so much, rad, rods are turned to see whether that is so.
constexpr double other_angles = 0.1;

struct Residual {
  double worst = 0;
  void add(double left, double right) { worst = std::max(worst, std::abs(left - right)); }
};

/// As printed, and as it should be.
struct Both {
  Residual printed, mended;
};

struct Residuals {
  Both momentum;
  /// 4.19 with f̃ as the impulse on m_i or by it, and with its second f̃_x as printed or as f̃_y.
  std::array<Residual, 4> about_next;
  Residual about_next_mended, velocity, identity;
  Both turn, tangential;  ///< printed: what f changes by with the angles alone
};

/// 4.17, whose floor is level.
void try_momentum(const Struck& x, Both& both) {
  const auto& m = x.chain.masses;
  const double left = x.floor_impulse.y + x.striking * std::cos(x.chain.strike_angle * degree);
  double printed = m[0] * x.velocity[0].y, mended = 0;
  for (std::size_t i = 0; i < x.turn.size(); ++i)
    printed += m[i + 1] * x.chain.length * x.turn[i] * std::cos(x.angle[i]);
  for (std::size_t i = 0; i < m.size(); ++i) mended += m[i] * x.velocity[i].y;
  both.printed.add(left, printed);
  both.mended.add(left, mended);
}

/// 4.18: the last mass's velocity beside that of the struck contact is what tells; 4.19 to 4.21
/// about m_{i+2}.
void try_section(const Struck& x, Residuals& residuals) {
  const auto& m = x.chain.masses;
  const double l = x.chain.length;
  for (std::size_t i = 0; i + 2 < m.size(); ++i) {
    const double si = std::sin(x.angle[i]), ci = std::cos(x.angle[i]);
    const double sn = std::sin(x.angle[i + 1]), cn = std::cos(x.angle[i + 1]);
    const Vec2 f = x.on[i], v = x.velocity[i];
    const double turning = m[i + 1] * l * l * x.turn[i];
    const double masses = m[i] * l * (v.x * (si + sn) + v.y * (ci + cn)) +
                          m[i + 1] * l * (v.x * sn + v.y * cn) + turning * (si * sn + ci * cn);
    const double twice = f.x * l * (si + sn) + f.x * l * (ci + cn);
    const double once = f.x * l * (si + sn) + f.y * l * (ci + cn);
    for (std::size_t k = 0; k < 4; ++k)
      residuals.about_next[k].add((k % 2 == 0 ? 1 : -1) * (k < 2 ? twice : once), -masses);
    // f as the impulse on m_i, moments of a force (F_x, F_y) at −(x, y): x F_y − y F_x.
    const auto known_at = [&](double turned) {
      const double s_i = std::sin(x.angle[i] + turned), c_i = std::cos(x.angle[i] + turned);
      const double s_n = std::sin(x.angle[i + 1] + turned), c_n = std::cos(x.angle[i + 1] + turned);
      return -l * (f.y * (c_i + c_n) - f.x * (s_i + s_n)) +
             m[i] * l * (v.y * (c_i + c_n) - v.x * (s_i + s_n)) +
             m[i + 1] * l * (v.y * c_n - v.x * s_n);
    };
    const double known = known_at(0);
    residuals.about_next_mended.add(known + turning * (si * sn + ci * cn), 0);
    residuals.identity.add(ci * cn + si * sn, std::cos(x.angle[i] - x.angle[i + 1]));
    residuals.turn.printed.add(known_at(other_angles) / (m[i + 1] * l * l),
                               known / (m[i + 1] * l * l));
    residuals.turn.mended.add(x.turn[i] * std::cos(x.angle[i + 1] - x.angle[i]),
                              -known / (m[i + 1] * l * l));
  }
}

/// 4.22 in the frame of the floor.
void try_tangential(const Struck& x, double floor, Both& both) {
  const double m = x.chain.masses[0];
  const double angle = x.angle[0] - floor * degree;
  const Vec2 f = x.floor_impulse, v = x.floor_velocity;
  const auto known_at = [&](double a) {
    return (std::cos(a) * (m * v.y - f.y) + std::sin(a) * f.x) / m;
  };
  both.printed.add(known_at(angle + other_angles), known_at(angle));
  both.mended.add(v.x * std::sin(angle), known_at(angle));
}

/// 4.18 against what the strike brought: the struck mass's normal velocity after is that of the
/// contact.
void try_velocity(const Struck& x, Residual& residual) {
  const double a = x.chain.strike_angle * degree;
  const Study study = study_from_text(scenario(x.chain), "chapter 4");
  const StrikeReport report = strike(study, {.laws = {"energetic"}});
  const StruckContact& contact = report.results.at(0).answer.contacts.at(1);
  const Vec2 v = x.velocity.back();
  residual.add(v.y * std::cos(a) - v.x * std::sin(a),
               contact.velocity_after[1] - contact.velocity_before[1]);
}

/// 4.23: within a family f₂ may not depend on the angles, so its sign is one.
struct Signs {
  int families = 0, printed = 0, mended = 0;
};
void try_signs(const Family& family, Numbers& numbers, Signs& signs) {
  const std::size_t rods = family.masses.size() - 1;
  int printed_positive = 0, mended_positive = 0, number = 0;
  for (int k = 0; k < 20; ++k) {
    const std::vector<double> angles = some_angles(numbers, rods);
    const Study study = study_from_text(scenario(chain_of(family, angles)), "chapter 4");
    const double outcome = transmit(study).contacts.at(0).signed_outcome;
    const double first = std::sin((angles[0] - family.floor) * degree);
    double joints = 1;
    for (std::size_t i = 0; i + 1 < rods; ++i)
      joints *= std::cos((angles[i + 1] - angles[i]) * degree);
    const double last = std::sin((angles.back() - family.struck) * degree);
    ++number;
    printed_positive += outcome * std::pow(first, static_cast<double>(rods)) * joints > 0 ? 1 : 0;
    mended_positive += outcome * first * joints * last > 0 ? 1 : 0;
  }
  const auto one_sign = [&](int positive) { return positive == 0 || positive == number ? 1 : 0; };
  ++signs.families;
  signs.printed += one_sign(printed_positive);
  signs.mended += one_sign(mended_positive);
}

/// 4.24, 4.25: what the resting mass has left at its critical configurations, of what it has
/// beside them.
double left_at_critical() {
  double worst = 0;
  std::vector<Chain> chains{flat()};
  for (const double height : {-0.5, 0.2, 0.9}) chains.push_back(on_level(height));
  for (const double incline : {5.0, 15.0, 25.0}) chains.push_back(on_incline(incline));
  for (const Chain& chain : chains) {
    const double at = right_angle(chain).at;
    const auto contact = [&](double x) {
      const std::vector<std::string> set{fmt::format("x={:.17g}", x)};
      return transmit(study_from_text(scenario(chain), "chapter 4", set)).contacts.at(0);
    };
    const TransmittedContact there = contact(at), below = contact(at - 5), above = contact(at + 5);
    const double velocity = std::max(below.normal_velocity, above.normal_velocity);
    const double impulse = std::max(below.normal_impulse, above.normal_impulse);
    worst = std::max({worst, std::abs(there.normal_velocity) / velocity,
                      std::abs(there.normal_impulse) / impulse});
  }
  return worst;
}

/// 4.28's last factor where the chain on two levels is critical.
Both level_factor() {
  Both both;
  for (const double height : {-0.5, -0.2, 0.2, 0.5, 0.9}) {
    const double at = right_angle(on_level(height)).at * degree;
    const double second = std::asin(std::sin(at) - height);
    both.printed.add(std::cos(second - at), 0);
    both.mended.add(std::cos(second + at), 0);
  }
  return both;
}

}  // namespace

void add_equations(std::vector<Claim>& claims, const StopRequest& stop) {
  constexpr int level_chains = 100, families = 40;
  Numbers numbers;
  Residuals found;
  Signs signs;
  for (int k = 0; k < level_chains; ++k) {
    stop.heed();
    const Struck level = struck(some_family(numbers, true), numbers);
    try_momentum(level, found.momentum);
    try_section(level, found);
    try_velocity(level, found.velocity);
    const Family tilted = some_family(numbers, false);
    try_tangential(struck(tilted, numbers), tilted.floor, found.tangential);
  }
  for (int k = 0; k < families; ++k) {
    stop.heed();
    try_signs(some_family(numbers, false), numbers, signs);
  }
  const std::string assumed = fmt::format(
      "{} impacts of random chains of three to five masses, frictionless; velocities are changes",
      level_chains);
  const auto add = [&](const char* source, const char* what, const Residual& residual,
                       const std::string& reason) {
    claims.push_back({source, what, std::nullopt, residual.worst, "", vanishing(residual.worst),
                      reason, assumed});
  };
  add("equation 4.17", "linear momentum of the chain", found.momentum.printed,
      fmt::format(
          "largest residual, N s. Each mass moves with all rods before it: with Σ m_i v_i,y "
          "by 4.18 on the right it is {:.1e}",
          found.momentum.mended.worst));
  add("equation 4.18", "velocity of the next mass along the chain", found.velocity,
      "largest residual, m/s, at the struck mass");
  add("equation 4.19", "angular momentum of two masses about the third",
      std::ranges::min(found.about_next, {}, &Residual::worst),
      fmt::format(
          "largest residual, N m s, with either sign of f̃ and the second f̃_x read as f̃_x or "
          "f̃_y. Moments of x and y components need opposite signs: then it is {:.1e}",
          found.about_next_mended.worst));
  add("equation 4.20", "cos a cos b + sin a sin b = cos(a − b)", found.identity, "an identity");
  const auto add_fraction = [&](const char* source, const char* what, const Both& both,
                                const std::string& reason) {
    const auto none = [](const Residual& residual) {
      return vanishing(residual.worst) == Holding::holds;
    };
    claims.push_back({source, what, std::nullopt, both.mended.worst, "",
                      by_reading(none(both.printed) && none(both.mended), none(both.mended)),
                      fmt::format("{} As printed the numerator depends on no angle; with rods "
                                  "turned by 0.1 rad and all else the same it changes by up to "
                                  "{:.2g}",
                                  reason, both.printed.worst),
                      assumed});
  };
  add_fraction("equation 4.21", "Δθ̇_i = f/cos(θ_{i+1} − θ_i), f of masses, length, velocities",
               found.turn,
               "largest residual, rad/s, of Δθ̇_i cos(θ_{i+1} − θ_i) = f, with f from 4.19 as "
               "mended. Where the rods are perpendicular f vanishes too, and Δθ̇_i is finite: "
               "nothing can be concluded from the denominator there.");
  add_fraction("equation 4.22", "V_{1,x} = f₁/sin(θ₁ − φ₁), f₁ of mass, impulse, velocity",
               found.tangential,
               "largest residual, m/s, of V_{1,x} sin(θ₁ − φ₁) = (cos(θ₁ − φ₁)(m₁V_{1,y} − "
               "F̂_{1,y}) + sin(θ₁ − φ₁)F̂_{1,x})/m₁.");
  claims.push_back(
      {"equation 4.23",
       "the outcome is Π sin(θ₁ − φ₁) cos(θ_{i+1} − θ_i) f₂, where f₂ has no angles of rods in it",
       std::nullopt, 100.0 * signs.printed / signs.families, "% of families of chains",
       by_reading(signs.printed == signs.families, signs.mended == signs.families),
       fmt::format("in so many f₂ keeps its sign. The zeros are there, but sin(θ₁ − φ₁) is in it "
                   "once, not once a rod, and sin(θ_last − φ_imp) is missing: with these f₂ keeps "
                   "its sign in {} of {}",
                   signs.mended, signs.families),
       fmt::format("{} families of random chains, 20 configurations each", families)});
  const double left = left_at_critical();
  claims.push_back({"equations 4.24, 4.25",
                    "at a critical configuration the resting mass has neither velocity nor impulse",
                    std::nullopt, left, "", vanishing(left),
                    "largest share of what it has 5° beside it; flat, levels and inclines"});
  const Both factor = level_factor();
  claims.push_back(
      {"equation 4.28", "levels: the outcome vanishes with cos(sin⁻¹(sin θ₁ − L_y/L) − θ₁)",
       std::nullopt, factor.printed.worst, "", vanishing(factor.printed.worst),
       fmt::format("what is left of the factor at the critical θ₁ of five levels. As 4.27, "
                   "it has the sign of −θ₂: with + θ₁ it is {:.1e}; and one of the two "
                   "sin θ₁ is sin θ₂",
                   factor.mended.worst)});
}

void add_level_first_rod(std::vector<Claim>& claims) {
  const auto add = [&](const char* source, const std::string& what, Chain chain) {
    chain.from = -10;
    chain.to = 10;
    chain.start = -10;
    double at = std::nan("");
    int multiplicity = 0;
    std::string cause;
    for (const CriticalPoint& point : critical_of(chain).critical)
      if (std::isnan(at) || std::abs(point.at) < std::abs(at)) {
        at = point.at;
        multiplicity = point.multiplicity;
        cause = point.cause;
      }
    claims.push_back({source, what + ": θ₁ = 0 is critical", 0.0, at, "°", within(0, at, 1e-8),
                      fmt::format("{}; a zero of multiplicity {}", cause, multiplicity)});
  };
  for (const double height : {-0.5, 0.2, 0.5})
    add("section 4.4.1.2", fmt::format("levels {} L apart", height), on_level(height));
  for (const double incline : {5.0, 15.0, 25.0})
    add("section 4.4.1.3", fmt::format("incline of {}° at 0.8 L", incline), on_incline(incline));
}

}  // namespace carom::chapter4
