#include "reproductions/dupac.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "carom/simulate.hpp"
#include "laws/registry.hpp"
#include "reproductions/judges.hpp"

// Names of its own: the room's files are compiled together.
namespace carom::dupac {
namespace {

constexpr double rad_per_deg = std::numbers::pi / 180;

// As the paper states them; what it does not is ours.
constexpr double link_length = 0.153, link_mass = 0.03871, link_inertia = 76.53893e-6;
constexpr double joint_height = 0.2, gravity = 9.807, rod_diameter = 6.35e-3, density = 7801;
constexpr double static_coefficient = 0.7, kinetic_coefficient = 0.57;
constexpr double young = 2e11, poisson = 0.3, yield = 3.5e8, steel_hardness = 1.2e9;

/// A row pair of Table 1.
struct Printed {
  double omega, theta;                  ///< deg/s, degrees
  std::array<double, 4> before, after;  ///< v_Ax, v_Ay, ω, T
};
constexpr std::array<Printed, 6> table_1{{
    {1, 45, {1.52729, 45.62396, 0.95603, 0.07226}, {-0.57063, -9.28193, -0.05998, 0.00324}},
    {1, 52.5, {1.12426, 42.97673, 0.96172, 0.06379}, {-0.59133, -8.92203, -0.05193, 0.00362}},
    {1, 60, {0.70064, 39.93305, 0.97365, 0.05344}, {-0.60199, -8.46615, -0.04012, 0.00416}},
    {5, 45, {11.40812, 56.60626, 3.92947, 0.08753}, {-0.86462, -13.66523, -1.86982, 0.00299}},
    {5, 52.5, {8.013201, 54.87833, 4.02182, 0.07796}, {-0.99816, -12.91071, -1.50102, 0.00302}},
    {5, 60, {4.42944, 52.29797, 4.35933, 0.06051}, {-1.14885, -11.69617, -0.95820, 0.00307}},
}};

Compliance steel(double hardness) {
  return {"elastoplastic",
          {{"young", young},
           {"poisson", poisson},
           {"yield", yield},
           {"hardness", hardness},
           {"radius", rod_diameter / 2}}};
}

Link rod(std::string name) {
  Link link;
  link.name = std::move(name);
  link.length = link_length;
  link.mass = link_mass;
  link.inertia = link_inertia;
  return link;
}

Contact foot(std::string name, std::string link, double at, std::string surface, double hardness) {
  Contact contact;
  contact.name = std::move(name);
  contact.link = std::move(link);
  contact.at = {at, 0};
  contact.surface = std::move(surface);
  contact.friction = kinetic_coefficient;
  contact.static_friction = static_coefficient;
  contact.compliance = steel(hardness);
  return contact;
}

Mechanism two_links(double hardness) {
  Mechanism chain;
  chain.gravity = {0, -gravity};
  chain.links = {rod("1"), rod("2")};
  Surface floor;
  floor.name = "S";
  chain.surfaces = {floor};
  chain.contacts = {foot("A", "1", 0, "S", hardness), foot("B", "2", link_length, "S", hardness)};
  return chain;
}

/// The impacts of a motion, until both ends have left.
struct Impacts : MotionSink {
  std::vector<MotionEvent> events;
  std::size_t wanted = 2;
  void event(const MotionEvent& event) override {
    if (event.yields && event.kind == MotionEventKind::impact) events.push_back(event);
  }
  bool stop() override { return events.size() >= wanted; }
};

struct Drop {
  bool found = false;
  MotionEvent impact;                   ///< at A
  std::array<double, 4> before, after;  ///< v_Ax, v_Ay, ω (deg/s), T
  double ratio = 0;                     ///< T⁺/T⁻
  double residual = 0;                  ///< of the ledger, as a share of T⁻
};

/// Let go with the joint at rest at its height and the links at θ, closing at ω rad/s.
Drop dropped(const Model& model, double theta, double omega) {
  State state;
  state.positions = {0, joint_height - link_length * std::sin(theta), theta, -theta};
  state.velocities = {link_length * std::sin(theta) * omega, -link_length * std::cos(theta) * omega,
                      omega, -omega};
  Impacts impacts;
  const Motion motion =
      simulate(model, state, {.duration = 0.3, .tolerance = 1e-11, .loops = true}, impacts);
  Drop outcome;
  if (impacts.events.empty() || impacts.events.front().contact > 1) return outcome;
  // The first: others may follow before the motion is asked to stop.
  const auto first = std::ranges::find(impacts.events, 0, &MotionEvent::contact);
  if (first == impacts.events.end()) return outcome;
  outcome.impact = *first;
  const MotionEvent& impact = outcome.impact;
  outcome.found = impact.yields;
  const double weight = 2 * link_mass * gravity;
  // The mass centre of both links is half way up to the joint.
  const double height =
      impact.positions.size() == 4
          ? impact.positions[1] + 0.5 * link_length * std::sin(impact.positions[2])
          : 0;
  const double kinetic_before =
      motion.first_energy.kinetic + motion.first_energy.gravity - weight * height;
  outcome.before = {impact.velocity_before[0], impact.velocity_before[1],
                    impact.velocities_before[2] / rad_per_deg, kinetic_before};
  outcome.after = {impact.velocity_after[0], impact.velocity_after[1],
                   impact.velocities_after[2] / rad_per_deg, impact.energy.kinetic};
  outcome.ratio = impact.energy.kinetic / kinetic_before;
  outcome.residual = motion.energy_error / kinetic_before;
  return outcome;
}

/// The same, let go so that the links are at θ where they strike.
Drop struck(double hardness, double theta, double omega) {
  const Model model(two_links(hardness));
  double start = theta - 0.13 * omega;
  Drop outcome = dropped(model, start, omega);
  for (int i = 0; i < 12 && outcome.found; ++i) {
    const double miss = theta - outcome.impact.positions[2];
    if (std::abs(miss) < 1e-13) break;
    start += miss;
    outcome = dropped(model, start, omega);
  }
  return outcome;
}

/// The hardness that leaves this share of the energy.
double needed_hardness(const Printed& printed) {
  double low = std::log(1e6), high = std::log(1e10);
  for (int i = 0; i < 30; ++i) {
    const double half = 0.5 * (low + high);
    const double ratio =
        struck(std::exp(half), printed.theta * rad_per_deg, printed.omega * rad_per_deg).ratio;
    (ratio < printed.after[3] / printed.before[3] ? low : high) = half;
  }
  return std::exp(0.5 * (low + high));
}

/// Eqns 9–14 by the engine's law: largest miss of the sum of both parts, and change with the rate.
struct LawErrors {
  double curve = 0, rate = 0;
};
LawErrors law_errors() {
  const CompliantLaw& law = *find_compliant_law("elastoplastic");
  const CompliantContact contact{{young, poisson, yield, steel_hardness, rod_diameter / 2}};
  const double radius = rod_diameter / 2;
  const double k1 = 2 * young * std::sqrt(radius) / (3 * (1 - poisson * poisson));
  const double critical = 8 * std::pow(std::numbers::pi * radius * yield, 3) / (k1 * k1);
  const double eta = 1 / (2 * std::numbers::pi * radius * steel_hardness);
  CompliantMemory memory;
  law.pass(contact, memory, CompliantEvent::close, 0, 1);
  law.pass(contact, memory, CompliantEvent::load, std::pow(critical / k1, 2.0 / 3), 1);
  LawErrors worst;
  for (double force = critical; force < 2000; force *= 1.3) {
    const double q = std::pow(force / k1, 2.0 / 3) + eta * (force - critical);
    const double ours = law.force(contact, memory, q, 0.7);
    worst.curve = std::max(worst.curve, std::abs(ours - force) / force);
    worst.rate = std::max(worst.rate, std::abs(ours - law.force(contact, memory, q, -0.7)) / force);
  }
  return worst;
}

/// A chain of three or four links over two tilted surfaces, both ends striking in one instant.
struct Tilted {
  int links = 0;
  double residual = 0;
  std::vector<MotionEvent> impacts;
};
Tilted on_tilted_surfaces(int links) {
  // Half a polygon from A up and down to B.
  std::vector<double> angles;
  for (int k = 0; k < links; ++k) angles.push_back((60 - 120.0 * k / (links - 1)) * rad_per_deg);
  Mechanism chain;
  chain.gravity = {0, -gravity};
  double x = 0, y = 0;
  for (int k = 0; k < links; ++k) {
    chain.links.push_back(rod(fmt::format("{}", k + 1)));
    x += link_length * std::cos(angles[static_cast<std::size_t>(k)]);
    y += link_length * std::sin(angles[static_cast<std::size_t>(k)]);
  }
  Surface left, right;
  left.name = "S1";
  left.angle = -15 * rad_per_deg;
  right.name = "S2";
  right.angle = 25 * rad_per_deg;
  right.point = {x, y};
  chain.surfaces = {left, right};
  chain.contacts = {foot("A1", "1", 0, "S1", steel_hardness),
                    foot("A2", fmt::format("{}", links), link_length, "S2", steel_hardness)};
  State state;
  state.positions = {0, 0};
  state.velocities = {0, -1};
  for (const double angle : angles) {
    state.positions.push_back(angle);
    state.velocities.push_back(0);
  }
  Tilted tilted;
  tilted.links = links;
  Impacts impacts;
  impacts.wanted = 100;
  const Motion motion =
      simulate(Model(chain), state, {.duration = 1e-3, .tolerance = 1e-11}, impacts);
  tilted.residual =
      motion.end == MotionEnd::duration ? motion.energy_error / motion.first_energy.kinetic : 1;
  tilted.impacts = impacts.events;
  return tilted;
}

PageFigure figure_of(double omega, const std::vector<Drop>& outcomes, const char* name) {
  constexpr std::array<const char*, 4> what = {"v_Ax", "v_Ay", "ω", "T"};
  constexpr std::array<const char*, 4> units = {"m/s", "m/s", "deg/s", "J"};
  PageFigure figure{
      fmt::format("{}: ω_in = {} deg/s", name, omega),
      "Before and after the impact, over the angle of impact; dots are the numbers printed in "
      "Table 1, with v_Ay upward as here. The text at hand has no drawings.",
      {}};
  for (std::size_t q = 0; q < what.size(); ++q) {
    PagePanel panel{what[q], {"θ", "deg"}, {what[q], units[q]}};
    PanelSeries before{"before", {}, {}, Drawn::both}, after{"after", {}, {}, Drawn::both};
    PanelSeries printed_before{"before, printed", {}, {}, Drawn::points};
    PanelSeries printed_after{"after, printed", {}, {}, Drawn::points};
    const double upward = q == 1 ? -1 : 1;
    for (std::size_t i = 0; i < table_1.size(); ++i) {
      if (table_1[i].omega != omega) continue;
      before.x.push_back(table_1[i].theta);
      before.y.push_back(outcomes[i].before[q]);
      after.x.push_back(table_1[i].theta);
      after.y.push_back(outcomes[i].after[q]);
      printed_before.x.push_back(table_1[i].theta);
      printed_before.y.push_back(upward * table_1[i].before[q]);
      printed_after.x.push_back(table_1[i].theta);
      printed_after.y.push_back(upward * table_1[i].after[q]);
    }
    panel.series = {before, after, printed_before, printed_after};
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

PageTable table_of(const std::vector<Drop>& outcomes, const std::vector<double>& hardness) {
  PageTable table;
  table.name = "table_1";
  table.title = "Table 1, beside what the stated values give";
  table.caption = fmt::format(
      "E = {:g} Pa, ν = {}, σ_y = {:g} Pa, H = {:g} Pa are ours; the joint is let go at rest at {} "
      "m. "
      "The last column is the hardness that would leave the printed share of the energy.",
      young, poisson, yield, steel_hardness, joint_height);
  table.columns = {{"ω_in", "deg/s"},           {"θ", "deg"},
                   {"v_Ax⁻", "m/s", "ours"},    {"ω⁻", "deg/s", "ours"},
                   {"v_Ay⁻", "m/s", "ours"},    {"v_Ay⁺", "m/s", "ours"},
                   {"v_Ax⁺", "m/s", "ours"},    {"ω⁺", "deg/s", "ours"},
                   {"T⁻", "J", "ours"},         {"T⁺", "J", "ours"},
                   {"T⁺/T⁻", "", "ours"},       {"F_max", "N", "ours"},
                   {"duration", "s", "ours"},   {"q_m", "m", "ours"},
                   {"q_p", "m", "ours"},        {"e", "", "ours"},
                   {"v_Ax⁻", "m/s", "printed"}, {"ω⁻", "deg/s", "printed"},
                   {"v_Ay⁻", "m/s", "printed"}, {"v_Ay⁺", "m/s", "printed"},
                   {"v_Ax⁺", "m/s", "printed"}, {"ω⁺", "deg/s", "printed"},
                   {"T⁻", "N m", "printed"},    {"T⁺", "N m", "printed"},
                   {"T⁺/T⁻", "", "printed"},    {"H needed", "Pa"}};
  for (std::size_t i = 0; i < table_1.size(); ++i) {
    const Printed& p = table_1[i];
    const Drop& o = outcomes[i];
    const CompliantCollision& c = o.impact.collision;
    table.rows.push_back({p.omega,
                          p.theta,
                          o.before[0],
                          o.before[2],
                          o.before[1],
                          o.after[1],
                          o.after[0],
                          o.after[2],
                          o.before[3],
                          o.after[3],
                          o.ratio,
                          c.peak_force,
                          c.duration,
                          c.indentation[0],
                          c.indentation[1],
                          PageCell(c.kinematic),
                          p.before[0],
                          p.before[2],
                          p.before[1],
                          p.after[1],
                          p.after[0],
                          p.after[2],
                          p.before[3],
                          p.after[3],
                          p.after[3] / p.before[3],
                          hardness[i]});
  }
  return table;
}

PageFigure loops_of(const std::vector<Drop>& outcomes) {
  PageFigure figure{"Force over indentation", "End A in the six cases.", {}};
  PagePanel panel{"Loading and unloading", {"indentation", "m"}, {"force", "N"}};
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    PanelSeries series{fmt::format("{} deg/s, {}°", table_1[i].omega, table_1[i].theta)};
    for (const auto& point : outcomes[i].impact.collision.loop) {
      series.x.push_back(point[0]);
      series.y.push_back(point[1]);
    }
    panel.series.push_back(std::move(series));
  }
  figure.panels = {std::move(panel)};
  return figure;
}

std::size_t counted(const std::vector<Drop>& outcomes, auto holds) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i) count += holds(table_1[i], outcomes[i]) ? 1 : 0;
  return count;
}

/// In how many of the four steps from angle to angle ours goes the way that is printed.
std::size_t same_way(const std::vector<Drop>& outcomes, auto printed, auto ours) {
  std::size_t count = 0;
  for (const std::size_t i : {0U, 1U, 3U, 4U})
    count += (printed(table_1[i + 1]) - printed(table_1[i])) *
                         (ours(outcomes[i + 1]) - ours(outcomes[i])) >
                     0
                 ? 1
                 : 0;
  return count;
}

void add_stated(std::vector<Claim>& claims) {
  const LawErrors law = law_errors();
  claims.push_back({"equations (9)–(14)", "q = (F/k₁)^⅔ + η(F − F_c) is the law of loading",
                    std::nullopt, law.curve, "", vanishing(law.curve),
                    "largest relative difference of the engine's force from the printed curve; the "
                    "term of yielding is meant above F_c only, and unloading is not printed"});
  claims.push_back({"abstract", "the force–deformation equation contains a damping term",
                    std::nullopt, law.rate, "", by_count(law.rate > 0 ? 1 : 0, 1),
                    "no rate is in equations (9)–(14): the force is the same at 0.7 and −0.7 m/s. "
                    "What is lost is lost to the indentation that stays"});
  const double radius = rod_diameter / 2;
  const double across = 1e6 * link_mass * (link_length * link_length / 12 + radius * radius / 4);
  const double axial = 1e6 * link_mass * radius * radius / 2;
  claims.push_back({"application", "I_C1 = 0.19712 is the inertia with which link 1 turns", 0.19712,
                    across, "1e-6 kg m²", within(0.19712, across, 0.02 * across),
                    fmt::format("about its own axis a rod of this mass and diameter has {:.5f}: it "
                                "is an axial inertia, and the two links are alike. The unit is "
                                "not stated",
                                axial)});
  claims.push_back({"application", "I_C2 = 76.53893 is the inertia with which link 2 turns",
                    76.53893, across, "1e-6 kg m²", within(76.53893, across, 0.02 * across),
                    "m(l²/12 + r²/4) of the stated mass and length; 1.2 % apart"});
  const double mass = density * std::numbers::pi * radius * radius * link_length;
  claims.push_back({"application", "m = 0.03871 kg, from density, diameter and length", link_mass,
                    mass, "kg", within(link_mass, mass, 0.01 * link_mass),
                    "ρπd²l/4 is 2.4 % less than the stated mass"});
  claims.push_back({"captions of Figures 3, 4", "ω_in is 1 m/s, 5 m/s", std::nullopt, std::nullopt,
                    "", by_count(0, 1),
                    "an angular velocity has no such unit; the text and Table 1 have deg/s, which "
                    "is taken here"});
}

void add_outcomes(std::vector<Claim>& claims, const std::vector<Drop>& outcomes,
                  const std::vector<double>& hardness) {
  const auto printed_ratio = [](const Printed& p) { return p.after[3] / p.before[3]; };
  double worst = 0, cone = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    worst = std::max(worst, outcomes[i].residual);
    const auto& impulse = outcomes[i].impact.impulses[0];
    cone = std::max(cone, std::abs(impulse[0] / impulse[1]));
  }
  claims.push_back({"equations (1)–(8)", "the chain's impact by differential equations",
                    std::nullopt, worst, "", worst < 1e-9 ? Holding::holds : Holding::does_not_hold,
                    "six cases by the engine: largest residual of the energy ledger, as a share of "
                    "the energy before"});
  claims.push_back(
      {"impact forces, case II", "an end does not slip where |F_t/F_n| ≤ μ", static_coefficient,
       cone, "",
       by_count(counted(outcomes,
                        [](const Printed& p, const Drop& o) {
                          return (0.5 / std::tan(p.theta * rad_per_deg) <= static_coefficient) ==
                                 (o.after[0] == 0);
                        }),
                6),
       "sticking asks for ½ cot θ, at most 0.5 here: all six stick after a short slip"});
  claims.push_back(
      {"Table 1, v_Ay before", "39.9 to 56.6 m/s", table_1[0].before[1], -outcomes[0].before[1],
       "m/s",
       by_count(counted(outcomes,
                        [](const Printed& p, const Drop& o) {
                          return std::abs(p.before[1] + o.before[1]) < 0.05 * p.before[1];
                        }),
                6),
       fmt::format(
           "until an end touches the joint falls {} m less l sin θ, {:.3f} m at 45°, which brings "
           "{:.2f} m/s; no power of ten makes the printed numbers so. They are above zero before "
           "and below zero after: their y points down",
           joint_height, joint_height - link_length * std::sin(45 * rad_per_deg),
           -outcomes[0].before[1])});
  claims.push_back({"Table 1, v_Ax before", "0.70 to 11.4 m/s", table_1[0].before[0],
                    outcomes[0].before[0], "m/s",
                    by_count(counted(outcomes,
                                     [](const Printed& p, const Drop& o) {
                                       return std::abs(p.before[0] - o.before[0]) <
                                              0.05 * p.before[0];
                                     }),
                             6),
                    "links that close at ω move their ends at l sin θ·ω, a thousandth of that"});
  claims.push_back(
      {"Table 1, ω before", "0.956 to 4.36 deg/s", table_1[0].before[2], outcomes[0].before[2],
       "deg/s",
       by_count(counted(outcomes,
                        [](const Printed& p, const Drop& o) {
                          return std::abs(p.before[2] / o.before[2] - 1) < 0.05;
                        }),
                6),
       "within 5 % at 1 deg/s, and not at 5: in flight the rate changes by less than 1 %"});
  const auto share = [&](double omega, auto pick) {
    std::vector<double> shares;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
      if (table_1[i].omega == omega)
        shares.push_back(table_1[i].before[3] / outcomes[i].before[3] - 1);
    return 100 * pick(shares);
  };
  const auto low = [](const std::vector<double>& all) { return std::ranges::min(all); };
  const auto high = [](const std::vector<double>& all) { return std::ranges::max(all); };
  claims.push_back(
      {"Table 1, T before", "0.053 to 0.088 N m", table_1[0].before[3], outcomes[0].before[3], "J",
       by_count(counted(outcomes,
                        [](const Printed& p, const Drop& o) {
                          return std::abs(p.before[3] / o.before[3] - 1) < 0.1;
                        }),
                6),
       fmt::format("to 10 %: the printed energies are {:.1f} to {:.1f} % above those of the fall "
                   "at 1 deg/s, and {:.0f} to {:.0f} % at 5 deg/s",
                   share(1, low), share(1, high), share(5, low), share(5, high))});
  claims.push_back(
      {"Table 1, v_Ax after", "below zero: the end slips outward", table_1[0].after[0],
       outcomes[0].after[0], "m/s",
       by_count(counted(outcomes, [](const Printed&, const Drop& o) { return o.after[0] < 0; }), 6),
       "the ends stick, and leave without slip"});
  claims.push_back(
      {"Table 1, ω after", "the links open", table_1[0].after[2], outcomes[0].after[2], "deg/s",
       by_count(counted(outcomes, [](const Printed&, const Drop& o) { return o.after[2] < -1e-6; }),
                6),
       "with both ends stuck and rising alike nothing turns: ω⁺ = 0"});
  claims.push_back({"Table 1", "v_Ay after is less at larger θ", std::nullopt,
                    static_cast<double>(same_way(
                        outcomes, [](const Printed& p) { return std::abs(p.after[1]); },
                        [](const Drop& o) { return o.after[1]; })),
                    "of 4 steps",
                    by_count(same_way(
                                 outcomes, [](const Printed& p) { return std::abs(p.after[1]); },
                                 [](const Drop& o) { return o.after[1]; }),
                             4),
                    "the fall is shorter, and so is the rebound"});
  claims.push_back({"Table 1", "T after is more at larger θ", std::nullopt,
                    static_cast<double>(same_way(
                        outcomes, [](const Printed& p) { return p.after[3]; },
                        [](const Drop& o) { return o.after[3]; })),
                    "of 4 steps",
                    by_count(same_way(
                                 outcomes, [](const Printed& p) { return p.after[3]; },
                                 [](const Drop& o) { return o.after[3]; }),
                             4),
                    "it falls with the energy before; only its share of that rises"});
  const auto [least, most] = std::ranges::minmax(hardness);
  claims.push_back(
      {"Table 1, T", "T after is 0.034 to 0.078 of T before", printed_ratio(table_1[0]),
       outcomes[0].ratio, "",
       by_count(counted(outcomes,
                        [&](const Printed& p, const Drop& o) {
                          return std::abs(o.ratio / printed_ratio(p) - 1) < 0.1;
                        }),
                6),
       fmt::format(
           "at H = 1.2 GPa some 0.32 is left; the printed shares need H from {:.2g} to {:.2g} "
           "Pa, a tenth: perhaps a Brinell number of about 120 read as N/mm²",
           least, most),
       "E, ν, σ_y and H of a mild steel: the paper states none of them"});
}

Comparison compared(const StopRequest& stop) {
  Comparison result;
  add_stated(result.claims);
  stop.heed();
  std::vector<Drop> outcomes;
  std::vector<double> hardness;
  for (const Printed& each : table_1) {
    outcomes.push_back(struck(steel_hardness, each.theta * rad_per_deg, each.omega * rad_per_deg));
    hardness.push_back(needed_hardness(each));
    stop.heed();
  }
  add_outcomes(result.claims, outcomes, hardness);
  PageTable tilted;
  tilted.name = "tilted";
  tilted.title = "Three and four links on tilted surfaces";
  tilted.caption = "Ours: surfaces at −15° and 25°, links of the paper, falling at 1 m/s.";
  tilted.columns = {{"links"},         {"end"},         {"began", "s"}, {"F_max", "N"},
                    {"duration", "s"}, {"e kinematic"}, {"e kinetic"},  {"e energetic"}};
  double worst = 0;
  std::size_t struck_ends = 0;
  for (const int links : {3, 4}) {
    const Tilted chain = on_tilted_surfaces(links);
    worst = std::max(worst, chain.residual);
    for (const int end : {0, 1})
      struck_ends += std::ranges::count(chain.impacts, end, &MotionEvent::contact) > 0 ? 1 : 0;
    for (const MotionEvent& event : chain.impacts)
      tilted.rows.push_back({static_cast<double>(links), event.contact == 0 ? "A1" : "A2",
                             event.time, event.collision.peak_force, event.collision.duration,
                             PageCell(event.collision.kinematic), PageCell(event.collision.kinetic),
                             PageCell(event.collision.energetic)});
  }
  result.claims.push_back(
      {"equations (1)–(8)", "n links, k ends, surfaces at any angle", std::nullopt, worst, "",
       by_count(struck_ends + (worst < 1e-9 ? 1 : 0), 5),
       "three and four links on two tilted surfaces, both ends striking: "
       "largest residual of the energy ledger, as a share of the energy before"});
  result.sections.emplace_back(table_of(outcomes, hardness));
  result.sections.emplace_back(figure_of(1, outcomes, "Figure 3"));
  result.sections.emplace_back(figure_of(5, outcomes, "Figure 4"));
  result.sections.emplace_back(loops_of(outcomes));
  result.sections.emplace_back(std::move(tilted));
  return result;
}

}  // namespace
}  // namespace carom::dupac

namespace carom {

Comparison dupac_marghitu(const StopRequest& stop) {
  return dupac::compared(stop);
}

}  // namespace carom
