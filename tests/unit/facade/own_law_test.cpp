// A law with two parameters that no law of Carom's has, in this file alone: what it declares can be
// written in a scenario file, is checked, described and swept, and the law answers every verb that
// strikes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "dynamics/compiled_model.hpp"
#include "facade/rendering.hpp"
#include "facade/sweep.hpp"
#include "study/simulate.hpp"
#include "study/study.hpp"
#include "sweeps/scenario_point.hpp"

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Walton's law with tangential restitution β (Walton 1993), and a restitution that falls with the
/// speed of approach as in fully plastic impact, e (v/v_y)^(−1/4) above v_y (Johnson, Contact
/// Mechanics, 1985, section 11.5). One contact alone.
enum { friction, restitution, tangential, yield_speed };

constexpr LawParameter parameters[] = {
    friction_parameter,
    restitution_parameter,
    {"tangential_restitution", {.from = -1, .to = 1}, 0.0, "1", "β: v_t⁺ = −β v_t⁻"},
    {"yield_speed", Range::positive, 1e6, "m/s", "e falls above it"}};

void solve_walton(const LawProblem& problem, LawAnswer& answer) noexcept {
  const double v_t = problem.velocity[0], v_n = problem.velocity[1];
  const double mu = problem.parameters[friction][0];
  const double e = problem.parameters[restitution][0] *
                   std::pow(std::max(1.0, -v_n / problem.parameters[yield_speed][0]), -0.25);
  const double beta = problem.parameters[tangential][0];
  const double determinant = problem.w(0, 0) * problem.w(1, 1) - problem.w(0, 1) * problem.w(0, 1);
  const double a_t = -(1 + beta) * v_t, a_n = -(1 + e) * v_n;
  answer.impulse[0] = (problem.w(1, 1) * a_t - problem.w(0, 1) * a_n) / determinant;
  answer.impulse[1] = (problem.w(0, 0) * a_n - problem.w(0, 1) * a_t) / determinant;
  if (std::abs(answer.impulse[0]) <= mu * answer.impulse[1]) return;
  const double slope = v_t > 0 ? -mu : mu;
  answer.impulse[1] = a_n / (problem.w(1, 1) + slope * problem.w(0, 1));
  answer.impulse[0] = slope * answer.impulse[1];
}

constexpr Law walton{.name = "walton",
                     .title = "With tangential restitution",
                     .can_make_energy = true,
                     .parameters = parameters,
                     .solve = solve_walton};
constexpr const Law* laws_here[] = {&walton};

/// A disc (W_tt = 3/m, W_nn = 1/m) that strikes the floor, in flight for [simulate].
const std::string disc = R"([parameters]
beta = 0.6
speed = 2.0
[world]
gravity = [0.0, -9.81]
[base]
position = [0.0, 0.1]
[[link]]
name = "disc"
length = 0.0
com = 0.0
mass = 2.0
inertia = 0.01
[[surface]]
name = "floor"
[[contact]]
name = "rim"
link = "disc"
at = 0.0
surface = "floor"
friction = 0.5
restitution = 0.8
tangential_restitution = "beta"
outline = { kind = "disc", radius = 0.1 }
[state]
angles = [0.0]
velocity = [0.4, "-speed"]
[impact]
law = "walton"
[simulate]
duration = 0.6
[[sweep]]
parameter = "beta"
from = -1.0
to = 1.5
count = 6
)";

std::string changed(std::string text, const std::string& from, const std::string& to) {
  text.replace(text.find(from), from.size(), to);
  return text;
}

Study study(const std::string& text = disc, std::vector<std::string> overrides = {}) {
  return study_from_text(text, "disc.toml", overrides, laws_here);
}

std::vector<std::string> faults_of(const std::string& text) {
  std::vector<std::string> lines;
  try {
    study(text);
  } catch (const InputError& error) {
    for (const Fault& fault : error.faults())
      lines.push_back(std::to_string(fault.place.line) + ": " + fault.message);
  }
  return lines;
}

TEST(OwnLaw, AScenarioGivesItItsParameters) {
  const StruckLaw law = strike(study(), {}).results.at(0);
  EXPECT_EQ(law.law, "walton");
  ASSERT_EQ(law.verdict, Verdict::unique);
  const StruckContact& rim = law.answer.contacts.at(0);
  // Rounding of a 2 × 2 system.
  EXPECT_NEAR(rim.velocity_after[0], -0.6 * 0.4, 1e-15);
  EXPECT_NEAR(rim.velocity_after[1], 0.8 * 2, 1e-15);
  EXPECT_NEAR(law.answer.energy_loss, 0.5 * 2 * (1 - 0.64) * 4 + 0.5 * 2 / 3. * (1 - 0.36) * 0.16,
              1e-14);
  EXPECT_FALSE(law.answer.energy.makes_energy);
  EXPECT_TRUE(law.answer.energy.closes);

  const Study faster =
      study(changed(disc, "friction = 0.5", "friction = 0.01\nyield_speed = 0.125"), {"speed=2"});
  const StruckContact slid = strike(faster, {}).results.at(0).answer.contacts.at(0);
  EXPECT_NEAR(slid.velocity_after[1], 0.8 * std::pow(16, -0.25) * 2, 1e-15);
  EXPECT_NEAR(slid.velocity_after[0], 0.4 - 3 * 0.01 * (2 + slid.velocity_after[1]), 1e-15)
      << "slides throughout";
}

TEST(OwnLaw, StandsBesideCaromsOwn) {
  const StrikeReport report = strike(study(), {.laws = {"all"}});
  ASSERT_EQ(report.results.size(), 7u);
  EXPECT_EQ(report.results.back().law, "walton");
  EXPECT_NEAR(report.results[2].answer.contacts[0].velocity_after[0], 0, 1e-15)
      << "energetic: sticks";
}

TEST(OwnLaw, WhatItDeclaresIsChecked) {
  EXPECT_THAT(
      faults_of(changed(disc, "= \"beta\"", "= -1.5")),
      ElementsAre("23: contact \"rim\": tangential_restitution is -1.5; must be in [-1, 1]"));
  EXPECT_THAT(faults_of(changed(disc, "restitution = 0.8", "restitution = 0.8\nyield_speed = 0")),
              ElementsAre("23: contact \"rim\": yield_speed is 0; must be > 0"));
  EXPECT_THAT(
      faults_of(changed(disc, "tangential_r", "tangental_r")),
      ElementsAre("23: contact \"rim\": \"tangental_restitution\" is not a key; did you mean "
                  "\"tangential_restitution\"?"));
  EXPECT_THAT(faults_of(changed(disc, "\"walton\"", "\"waltn\"")),
              ElementsAre(HasSubstr("simultaneous, walton; did you mean \"walton\"?")));
  EXPECT_THROW(study_from_text(disc, "disc.toml"), InputError)
      << "Carom's own laws know no such key";
}

TEST(OwnLaw, IsDescribed) {
  const DescribeReport report = describe(study());
  EXPECT_THAT(text(report),
              HasSubstr("restitution  tangential_restitution  stiffness  yield_speed"));
  const auto contact = nlohmann::json::parse(json(report))["contacts"][0];
  EXPECT_EQ(contact["tangential_restitution"], 0.6);
  EXPECT_EQ(contact["yield_speed"], 1e6) << "where it is not given, what the law says";
}

TEST(OwnLaw, ASweepFollowsItsParametersWithoutCompiling) {
  const Study swept = study();
  const std::string names[] = {"beta"};
  ScenarioPoint point(swept.scenario, swept.model.compiled().tree, names);
  EXPECT_FALSE(point.recompiles());
  const double within[] = {-0.25}, beyond[] = {1.5};
  ASSERT_EQ(point.move_to(within), PointStatus::solved);
  EXPECT_EQ(point.tree().contacts[0].parameters[2], -0.25);
  EXPECT_EQ(point.move_to(beyond), PointStatus::out_of_range);

  SweepRequest request;
  SweepSetting alone;
  alone.threads = 1;
  const SweepAnswer answer = sweep(swept, request, alone);
  ASSERT_TRUE(answer.complete);
  EXPECT_EQ(answer.report.points, 6);
  EXPECT_EQ(answer.report.holes, 1) << "β = 1.5";
  request.of = "simulate";
  const SweepAnswer moved = sweep(swept, request, alone);
  EXPECT_EQ(moved.report.holes, 1);
}

TEST(OwnLaw, ResolvesTheImpactsOfAMotion) {
  const SimulationReport report = simulate(study());
  ASSERT_GE(report.events.size(), 2u);
  for (const MotionEvent& event : report.events)
    if (event.kind == MotionEventKind::impact) {
      EXPECT_EQ(event.law, "walton");
    }
  EXPECT_NEAR(report.events[0].velocity_after[0], -0.24, 1e-15);
}

TEST(OwnLaw, IsRefusedWhereItCannotBeKnown) {
  Mechanism mechanism = study().scenario.mechanism;
  const auto refused = [&](const Law& law) {
    mechanism.laws = {&law};
    mechanism.contacts[0].parameters.clear();
    for (const Fault& fault : mechanism_faults(mechanism)) return fault.message;
    return std::string();
  };
  Law law = walton;
  EXPECT_EQ(refused(law), "");
  law.name = "brach";
  EXPECT_EQ(refused(law), "law \"brach\": name is \"brach\", which is another law's");
  law = walton;
  law.solve = nullptr;
  EXPECT_EQ(refused(law), "law \"walton\": has no solve");
  law = walton;
  LawParameter own = friction_parameter;
  own.range = Range::zero_to_one;
  law.parameters = {&own, 1};
  EXPECT_EQ(refused(law),
            "law \"walton\": parameter \"friction\" is declared by another law with another range, "
            "default or unit");
  own = {"surface", Range::any, 0.0, "1", ""};
  EXPECT_EQ(refused(law), "law \"walton\": parameter \"surface\" is a key of contacts already");
  own = {"much", Range::zero_to_one, 2.0, "1", ""};
  EXPECT_EQ(refused(law),
            "law \"walton\": parameter \"much\" has the default 2, which is not in its range");
  own = {"much", Range::any, {}, "1", ""};
  EXPECT_THAT(refused(law), HasSubstr("has no default"));
  std::array<std::string, 15> names;
  std::array<LawParameter, 15> many;
  for (std::size_t i = 0; i < many.size(); ++i) {
    names[i] = "p" + std::to_string(i);
    many[i] = {names[i], Range::any, 0.0, "1", ""};
  }
  law.parameters = many;
  EXPECT_EQ(refused(law), "law: the laws of the mechanism declare 19 parameters; at most 16");
  mechanism.laws = {&walton};
  mechanism.contacts[0].parameters = {{"yeld_speed", 1}};
  EXPECT_EQ(mechanism_faults(mechanism).at(0).message,
            "contact \"rim\": \"yeld_speed\" is not a parameter of any law; did you mean "
            "\"yield_speed\"?");
}

}  // namespace
}  // namespace carom
