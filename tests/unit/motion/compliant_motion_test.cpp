// Contacts that yield, in motions: the two-link chain of Dupac and Marghitu against an independent
// implementation, the books of energy, rigid contacts beside yielding ones, and the limit of stiff
// contacts.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <ostream>

#include "carom/simulate.hpp"
#include "dynamics/compiled_model.hpp"
#include "laws/compliant/impact.hpp"
#include "motion/impact.hpp"

namespace carom {
namespace {

struct Events : MotionSink {
  std::vector<MotionEvent> all;
  void event(const MotionEvent& event) override { all.push_back(event); }
  const MotionEvent& of(int contact) const {
    return *std::ranges::find(all, contact, &MotionEvent::contact);
  }
};

constexpr double length = 0.153;

Compliance steel(double hardness = 1.2e9) {
  return {"elastoplastic",
          {{"young", 2e11},
           {"poisson", 0.3},
           {"yield", 3.5e8},
           {"hardness", hardness},
           {"radius", 3.175e-3}}};
}

/// The inverted V, both ends with this compliance.
Mechanism chain(const Compliance& compliance) {
  Mechanism mechanism;
  mechanism.gravity = {0, -9.807};
  for (const char* name : {"left", "right"}) {
    Link link;
    link.name = name;
    link.length = length;
    link.mass = 0.03871;
    link.inertia = 76.53893e-6;
    mechanism.links.push_back(link);
  }
  Surface floor;
  floor.name = "floor";
  mechanism.surfaces.push_back(floor);
  for (const bool far : {false, true}) {
    Contact contact;
    contact.name = far ? "B" : "A";
    contact.link = far ? "right" : "left";
    contact.at = {far ? length : 0, 0};
    contact.surface = "floor";
    contact.friction = 0.57;
    contact.static_friction = 0.7;
    contact.compliance = compliance;
    mechanism.contacts.push_back(contact);
  }
  return mechanism;
}

/// Links at θ and θ + more from the floor, the lower end on it; the joint falls, links close at ω.
State falling(double theta, double speed, double omega, double more = 0) {
  const double lift = length * (std::sin(theta + more) - std::sin(theta));
  State state;
  state.positions = {0, std::max(lift, 0.0), theta, -theta - more};
  state.velocities = {length * std::sin(theta) * omega, speed - length * std::cos(theta) * omega,
                      omega, -omega};
  return state;
}

constexpr double degree = std::numbers::pi / 180;

struct Case {
  const char* name;
  double hardness, degrees, speed, omega;
  double force, duration, deepest, permanent, impulse_t, impulse_n, after_t, after_n;
  double kinematic, kinetic, energetic, energy_after, friction;
};
void PrintTo(const Case& shown, std::ostream* out) {
  *out << shown.name;
}

// Cases A-table-steel-deg-w1-th45, -w5-th52.5 (deg), -soft-rad-w5-th52.5, A-stick-0,
// A-slip-30, A-rev-30.
constexpr Case cases[] = {
    {"steel, 1 deg/s, 45", 1.2e9, 45, -1.3419457458524897, 0.017428418319334404, 1070.922200033082,
     0.00013030121879688224, 7.015169295544475e-05, 4.452697218665217e-05, 0.04055519164225381,
     0.08117154235589931, 0, 0.7527476595842728, 0.5601504227292383, 0.5605810720355269,
     0.5605782974061412, 0.021934210100061618, 3.071315004226849e-08},
    {"steel, 5 deg/s, 52.5", 1.2e9, 52.5, -1.2418101698026414, 0.08678363545964606,
     989.4283408621886, 0.0001313575569084794, 6.54304084020215e-05, 4.112273320537069e-05,
     0.028830918000196194, 0.07555475832123644, 0, 0.7046750626035888, 0.5637882017073425,
     0.5656577401781616, 0.5656517264642794, 0.01922210639664143, 9.863904342793223e-07},
    {"soft, 5 rad/s, 52.5", 1.2e8, 52.5, -1.3256543187606324, 3.6259033960152287,
     444.93671165954174, 0.000260052730179211, 0.0001980447688066384, 0.00018377711089947947,
     0.021053735201827527, 0.07195747959954005, 0, 0.3618221845590941, 0.21752321024182256,
     0.2421598644857666, 0.2405517554037505, 0.00506773100128614, 0.0017220346736846021},
    {"sticks from the start", 1.2e9, 45, -1.35, 0, 1076.9048080223213, 0.00013022786373287118,
     7.049694893476566e-05, 4.47768833766964e-05, 0.04079123029353571, 0.08158246058707137, 0,
     0.7562521910952521, 0.5601868082187053, 0.5602239891178719, 0.5602213377119523,
     0.022138921645722853, 0},
    {"slips outward", 1.2e9, 30, -1.35, 0, 889.4078502858239, 0.00011081229741647279,
     5.958517699441575e-05, 3.694458215925395e-05, 0.03262491903748331, 0.057236700065760204,
     -0.7447307869585335, 0.7732419855988316, 0.5727718411843197, 0.572374853172198,
     0.5724872340356364, 0.01326348965772707, 0.024296240287210464},
    {"slip turns round", 1.2e9, 30, -1.35, 2, 1003.235429233557, 0.00010868799979179971,
     6.623278463614882e-05, 4.169949603057014e-05, 0.033571152739975525, 0.0637458375804292,
     -0.7977788603297414, 0.8548884836419017, 0.5293414774867581, 0.5658191250654995,
     0.5647631782610848, 0.015528515927231278, 0.028095868319290784}};

class TwoLinkCases : public testing::TestWithParam<Case> {};

TEST_P(TwoLinkCases, AreThoseOfAnIndependentIntegration) {
  const Case& c = GetParam();
  const Model model(chain(steel(c.hardness)));
  Events events;
  const Motion motion =
      simulate(model, falling(c.degrees * degree, c.speed, c.omega),
               {.duration = 1.0001 * c.duration, .tolerance = 1e-11, .loops = true}, events);
  ASSERT_EQ(motion.end, MotionEnd::duration);
  ASSERT_EQ(events.all.size(), 2u) << "an impact an end";
  for (const int contact : {0, 1}) {
    const MotionEvent& event = events.of(contact);
    const double mirror = contact == 0 ? 1 : -1;
    const CompliantCollision& collision = event.collision;
    ASSERT_TRUE(event.yields && event.kind == MotionEventKind::impact);
    // The reference itself is given to 1e-8, times and forces to 1e-7.
    EXPECT_NEAR(collision.peak_force, c.force, 1e-8 * c.force);
    EXPECT_NEAR(collision.duration, c.duration, 1e-8 * c.duration);
    EXPECT_NEAR(collision.indentation[0], c.deepest, 1e-8 * c.deepest);
    EXPECT_NEAR(collision.indentation[1], c.permanent, 1e-8 * c.deepest);
    EXPECT_NEAR(event.impulses[contact][0], mirror * c.impulse_t, 1e-8 * c.impulse_n);
    EXPECT_NEAR(event.impulses[contact][1], c.impulse_n, 1e-8 * c.impulse_n);
    EXPECT_NEAR(event.velocity_after[0], mirror * c.after_t, 1e-8);
    EXPECT_NEAR(event.velocity_after[1], c.after_n, 1e-8);
    EXPECT_NEAR(collision.kinematic.value(), c.kinematic, 1e-8);
    EXPECT_NEAR(collision.kinetic.value(), c.kinetic, 1e-8);
    EXPECT_NEAR(collision.energetic.value(), c.energetic, 1e-8);
    EXPECT_GT(collision.loop.size(), 20u);
  }
  const MotionEnergy& energy = events.all.back().energy;
  EXPECT_NEAR(energy.kinetic, c.energy_after, 1e-8 * c.energy_after);
  EXPECT_NEAR(energy.friction, c.friction, 1e-8 * c.energy_after);
  EXPECT_NEAR(events.all.back().link_energy[0] + events.all.back().link_energy[1], energy.kinetic,
              1e-12 * energy.kinetic);
}

INSTANTIATE_TEST_SUITE_P(CompliantMotion, TwoLinkCases, testing::ValuesIn(cases));

TEST(CompliantMotion, EndsThatArriveOneAfterTheOther) {
  // A-asym: B touches first, A 26 µs later, each gives way before it leaves.
  const Model model(chain(steel()));
  Events events;
  simulate(model, falling(50 * degree, -1.3, 0, 0.8730136918475637 - 50 * degree),
           {.duration = 1.6e-4, .tolerance = 1e-11}, events);
  ASSERT_EQ(events.all.size(), 2u);
  const MotionEvent& a = events.of(0);
  const MotionEvent& b = events.of(1);
  EXPECT_NEAR(b.time, 0, 1e-15);
  EXPECT_NEAR(a.time, 2.6121400584297757e-05, 1e-7 * a.time);
  EXPECT_NEAR(a.collision.peak_force, 1088.396397863804, 1e-5);
  EXPECT_NEAR(b.collision.peak_force, 993.7682580333184, 1e-5);
  EXPECT_NEAR(a.collision.duration, 0.00012751577970688887, 1e-11);
  EXPECT_NEAR(b.velocity_after[0], -0.030436410539793502, 1e-8);
  EXPECT_NEAR(a.velocity_after[1], 0.8126041786113597, 1e-8);
  EXPECT_NEAR(b.impulses[1][0], -0.032190535624827904, 1e-9);
}

TEST(CompliantMotion, BooksCloseToRounding) {
  for (const char* kind : {"hertz", "bilinear", "hunt_crossley", "flores", "kelvin_voigt"}) {
    SCOPED_TRACE(kind);
    const bool linear = std::string_view(kind) == "bilinear" || kind[0] == 'k';
    const Model model(chain({kind, {{"stiffness", linear ? 1e7 : 1e9}, {"restitution", 0.6}}}));
    Events events;
    const Motion motion = simulate(model, falling(35 * degree, -1.35, 0.4, 0.01),
                                   {.duration = 2e-3, .tolerance = 1e-13}, events);
    ASSERT_EQ(motion.end, MotionEnd::duration);
    EXPECT_GE(events.all.size(), 2u);
    EXPECT_LT(motion.energy_error, 1e-12 * motion.first_energy.kinetic);
  }
}

/// A point mass over the floor.
Mechanism ball(const Compliance& compliance, double friction = 0) {
  Mechanism mechanism;
  mechanism.gravity = {0, -10};
  Link link;
  link.name = "ball";
  link.mass = 1;
  link.length = 0.1;
  link.com = Vec2{0, 0};
  link.inertia = 0.001;
  mechanism.links.push_back(link);
  Surface floor;
  floor.name = "floor";
  mechanism.surfaces.push_back(floor);
  Contact contact;
  contact.name = "foot";
  contact.link = "ball";
  contact.surface = "floor";
  contact.friction = friction;
  contact.compliance = compliance;
  mechanism.contacts.push_back(contact);
  return mechanism;
}

TEST(CompliantMotion, EveryBounceBeginsAnew) {
  const Model model(ball({"hertz", {{"stiffness", 1e9}, {"restitution", 0.5}}}));
  State state;
  state.positions = {0, 0.2, 0};
  state.velocities = {0, 0, 0};
  Events events;
  const Motion motion = simulate(model, state, {.duration = 0.95}, events);
  ASSERT_EQ(motion.end, MotionEnd::duration);
  // 0.2 + 0.2, 0.1, 0.05 … s: a free fall of 0.2 s and bounces that halve.
  ASSERT_GE(events.all.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(events.all[i].collision.kinematic.value(), 0.5, 1e-4) << i;
    EXPECT_GT(events.all[i].collision.indentation[1], 0);
  }
}

TEST(CompliantMotion, RestsOnItsSpring) {
  const Model model(ball({"kelvin_voigt", {{"stiffness", 1e4}, {"restitution", 0.1}}}));
  State state;
  state.positions = {0, 0, 0};
  state.velocities = {0, 0, 0};
  Events events;
  const Motion motion = simulate(model, state, {.duration = 2}, events);
  ASSERT_EQ(motion.end, MotionEnd::duration);
  EXPECT_NEAR(motion.contacts[0].force[1], 10, 1e-6);
  EXPECT_NEAR(motion.contacts[0].gap, -1e-3, 1e-9);
  ASSERT_EQ(events.all.size(), 1u);
  EXPECT_EQ(events.all[0].kind, MotionEventKind::contact);
}

TEST(CompliantMotion, SpringsAlongTheSurfaceComeToTheFrozenImpact) {
  // A foot that strikes aslant, sticks, is thrown back and gives way before it leaves; a
  // hundredfold stiffness brings it 6.3 times nearer to the impact with the configuration frozen.
  std::vector<double> misses;
  for (const double stiffness : {1e8, 1e10, 1e12}) {
    Mechanism mechanism =
        chain({"hertz", {{"stiffness", stiffness}, {"restitution", 0.7}, {"tangential", 1.2}}});
    const Model model(mechanism);
    const State state = falling(50 * degree, -1.0, 0.8, 0);
    const Tree& tree = model.compiled().tree;
    ImpactSolver<double> solver(tree);
    ASSERT_TRUE(solver.prepare(tree, std::span<const double>(state.positions),
                               std::span<const double>(state.velocities), state.time));
    const YieldingContact end{tree.contacts[0].yields, tree.contacts[0].compliance, 0.57, 0.7};
    const std::array both = {end, end};
    CompliantImpact frozen;
    ASSERT_EQ(frozen.solve(both, solver.inertia(), solver.velocity(), {.tolerance = 1e-11}),
              CompliantEnd::apart);
    Events events;
    const Motion motion =
        simulate(model, state, {.duration = 2 * frozen.duration(), .tolerance = 1e-12}, events);
    ASSERT_EQ(events.all.size(), 2u);
    EXPECT_LT(motion.energy_error, 1e-11 * motion.first_energy.kinetic);
    EXPECT_GT(motion.energy.friction, 0);
    misses.push_back(std::abs(events.of(0).velocity_after[0] - frozen.velocity_after()[0]));
  }
  for (std::size_t i = 1; i < misses.size(); ++i)
    EXPECT_NEAR(misses[i - 1] / misses[i], std::pow(100, 0.4), 0.7) << misses[i];
}

TEST(CompliantMotion, RigidContactsBesideThem) {
  // End A is rigid and rests with friction; B yields and strikes.
  Mechanism mechanism = chain({"hertz", {{"stiffness", 1e9}, {"restitution", 0.7}}});
  mechanism.contacts[0].compliance.reset();
  mechanism.contacts[0].friction = mechanism.contacts[0].static_friction.emplace(1.5);
  const Model model(mechanism);
  State state = falling(45 * degree, 0, 0);
  // A is still, the joint turns about it, and B comes down.
  state.velocities = {0, 0, -3, 0};
  Events events;
  const Motion motion = simulate(model, state, {.duration = 3e-4, .tolerance = 1e-12}, events);
  ASSERT_EQ(motion.end, MotionEnd::duration);
  const auto struck = std::ranges::find_if(
      events.all, [](const MotionEvent& e) { return e.contact == 1 && e.yields; });
  ASSERT_NE(struck, events.all.end());
  EXPECT_GT(struck->collision.peak_force, 10);
  EXPECT_LT(motion.energy_error, 1e-10 * motion.first_energy.kinetic);
}

TEST(CompliantMotion, FrictionGivesWayWhereDampingTakesTheForce) {
  // A disc that turns falls into a groove. One side sticks, and gives way because the other's
  // damping lets go, faster than indentations change. Steps of 10 ns that know neither events nor
  // modes gave the numbers.
  Mechanism mechanism;
  Link link;
  link.name = "disc";
  link.length = 0.2;
  link.mass = 1;
  link.com = Vec2{0.05, 0};
  link.inertia = 0.004;
  mechanism.links.push_back(link);
  for (const double angle : {-0.7, 0.9}) {
    Surface surface;
    surface.name = angle < 0 ? "left" : "right";
    surface.angle = angle;
    surface.point = {0.1 * std::sin(angle), -0.1 * std::cos(angle)};
    mechanism.surfaces.push_back(surface);
    Contact contact;
    contact.name = surface.name;
    contact.link = "disc";
    contact.surface = surface.name;
    contact.friction = 0.4;
    contact.outline = {.kind = OutlineKind::disc, .radius = 0.1};
    contact.compliance = Compliance{"hunt_crossley", {{"stiffness", 1e8}, {"restitution", 0.5}}};
    mechanism.contacts.push_back(contact);
  }
  const Model model(mechanism);
  const State state{0, {0, 0, 0}, {0, -1, 4}};
  Events events;
  const Motion motion = simulate(model, state, {.duration = 4e-3, .tolerance = 1e-11}, events);
  ASSERT_EQ(motion.end, MotionEnd::duration);
  ASSERT_EQ(events.all.size(), 2u);
  const std::array moving = {0.01272006, 0.55451064, -4.41360684};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(motion.final.velocities[i], moving[i], 5e-8);
  EXPECT_LT(motion.energy_error, 1e-11 * motion.first_energy.kinetic);

  const Tree& tree = model.compiled().tree;
  ImpactSolver<double> solver(tree);
  ASSERT_TRUE(solver.prepare(tree, std::span<const double>(state.positions),
                             std::span<const double>(state.velocities), state.time));
  const YieldingContact side{tree.contacts[0].yields, tree.contacts[0].compliance, 0.4, 0.4};
  CompliantImpact frozen;
  ASSERT_EQ(frozen.solve(std::array{side, side}, solver.inertia(), solver.velocity(),
                         {.tolerance = 1e-11}),
            CompliantEnd::apart);
  solver.apply(tree, frozen.impulse());
  const std::array struck = {0.01054761, 0.55447750, -4.40893652};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(solver.velocities_after()[i], struck[i], 5e-8);
}

TEST(CompliantMotion, CompressionEndsOnce) {
  // Where compression ends the velocity is zero but for rounding, of either sign: that is not
  // another compression, at once and for ever.
  for (int k = 0; k < 300; ++k) {
    SCOPED_TRACE(k);
    Mechanism mechanism;
    mechanism.gravity = {-2, -9.8};
    mechanism.links.push_back(
        {.name = "upper", .length = 0.4, .mass = 0.42, .com = Vec2{0.24, 0}, .inertia = 0.054});
    mechanism.links.push_back({.name = "lower",
                               .at = Vec2{0.28, 0},
                               .length = 0.44,
                               .mass = 0.67,
                               .com = Vec2{0.12, 0},
                               .inertia = 0.015});
    const double first = 0.39 + 0.001 * k, second = -2.08;
    const Vec2 foot{0.28 * std::cos(first) + 0.44 * std::cos(second),
                    0.28 * std::sin(first) + 0.44 * std::sin(second)};
    mechanism.surfaces.push_back({.name = "wall", .angle = 5.16, .point = foot});
    Contact contact;
    contact.name = "foot";
    contact.link = "lower";
    contact.at = {0.44, 0};
    contact.surface = "wall";
    contact.compliance =
        Compliance{"lankarani_nikravesh", {{"stiffness", 9.9e8}, {"restitution", 0.19}}};
    mechanism.contacts.push_back(contact);
    MotionSink sink;
    const Motion motion =
        simulate(Model(mechanism), {0, {0, 0, first, second}, {-0.77, 0.12, -1.65, -1.7}},
                 {.duration = 1.5e-3, .tolerance = 1e-11, .step_limit = 5000}, sink);
    ASSERT_EQ(motion.end, MotionEnd::duration);
    ASSERT_EQ(motion.impacts, 1);
  }
}

TEST(CompliantMotion, ConvergesToTheFrozenImpactAsStiffnessGrows) {
  const State state = falling(40 * degree, -1.0, 0.8, 0);
  std::vector<double> misses;
  for (const double stiffness : {1e8, 1e10, 1e12}) {
    Mechanism mechanism = chain({"hertz", {{"stiffness", stiffness}, {"restitution", 0.6}}});
    const Model model(mechanism);
    const Tree& tree = model.compiled().tree;
    ImpactSolver<double> solver(tree);
    ASSERT_TRUE(solver.prepare(tree, std::span<const double>(state.positions),
                               std::span<const double>(state.velocities), state.time));
    const YieldingContact end{tree.contacts[0].yields, tree.contacts[0].compliance, 0.57, 0.7};
    const std::array both = {end, end};
    CompliantImpact frozen;
    ASSERT_EQ(frozen.solve(both, solver.inertia(), solver.velocity(), {.tolerance = 1e-11}),
              CompliantEnd::apart);
    Events events;
    simulate(model, state, {.duration = 2 * frozen.duration(), .tolerance = 1e-11}, events);
    ASSERT_EQ(events.all.size(), 2u);
    misses.push_back(std::abs(events.of(0).velocity_after[1] - frozen.velocity_after()[1]));
  }
  // Both the duration and what it leaves out go as K^−0.4: a hundredfold stiffness, a factor 6.3.
  for (std::size_t i = 1; i < misses.size(); ++i)
    EXPECT_NEAR(misses[i - 1] / misses[i], std::pow(100, 0.4), 0.5) << misses[i];
}

}  // namespace
}  // namespace carom
