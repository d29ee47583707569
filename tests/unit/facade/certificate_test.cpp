/// What every verb says of an impact: the law that resolved it, whether it makes energy, what is
/// open; in the same words everywhere.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "facade/rendering.hpp"
#include "reports/report_out.hpp"
#include "reports/simulation_out.hpp"
#include "study/simulate.hpp"
#include "support/scratch_folder.hpp"
#include "support/swept.hpp"

namespace carom {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// Two rods joined at the top; both feet strike.
std::string vee(double restitution, const std::string& impact = "") {
  return R"toml([parameters]
e = )toml" +
         std::to_string(restitution) +
         R"toml(
[[link]]
name = "left"
length = 1.0
mass = 1.0
[[link]]
name = "right"
length = 1.0
mass = 1.0
[[surface]]
name = "floor"
[[contact]]
name = "A"
link = "left"
at = 0.0
surface = "floor"
friction = 0.8
restitution = "e"
[[contact]]
name = "B"
link = "right"
at = 1.0
surface = "floor"
friction = 0.8
restitution = "e"
[state]
angles = ["pi/6", "-pi/6"]
rates = [3.0, -3.0]
velocity = [1.5, "-1 - 3*cos(pi/6)"]
[simulate]
duration = 0.001
)toml" + impact;
}

const std::string by_moreau = "[impact]\nseveral = \"moreau\"\n";

TEST(CertificateReport, SimulateWarnsInTheWordsOfStrike) {
  const Study study = study_from_text(vee(0.9, by_moreau), "vee.toml");
  const StrikeReport struck = strike(study, {{"moreau"}, Method::consistent, false});
  ASSERT_EQ(struck.results[0].verdict, Verdict::unique);
  EXPECT_TRUE(struck.results[0].answer.energy.makes_energy);
  for (const StruckContact& contact : struck.results[0].answer.contacts)
    EXPECT_EQ(contact.role, ContactRole::colliding);
  ASSERT_FALSE(struck.results[0].notes.empty());
  const std::string words = struck.results[0].notes.front();
  EXPECT_THAT(words, HasSubstr("MAKES energy"));

  const SimulationReport report = simulate(study);
  EXPECT_THAT(report.warnings, Contains(HasSubstr(words)));
  EXPECT_THAT(report.warnings, Contains(HasSubstr("by the moreau law")));
  EXPECT_THAT(report.notes, Contains(HasSubstr("resolved by the law moreau")));
  const std::string told = text(report, {.all = true});
  EXPECT_THAT(told, HasSubstr("several struck at once, by moreau; MAKES energy"));
  EXPECT_THAT(told, HasSubstr(words));
  const json answer = json::parse(carom::json(report));
  const json& event = answer.at("events").at(0);
  EXPECT_EQ(event.at("law"), "moreau");
  EXPECT_EQ(event.at("simultaneous"), true);
  EXPECT_EQ(event.at("energy").at("makes_energy"), true);
  EXPECT_EQ(event.at("impulses_determined"), true);
  EXPECT_NEAR(event.at("energy").at("contact_work").get<double>(), 3.888, 1e-3);
  EXPECT_EQ(answer.at("energy").at("makes_energy"), true);
  EXPECT_EQ(answer.at("law"), "energetic");
}

TEST(CertificateReport, WhatLosesEnergyIsNotWarnedOf) {
  const SimulationReport report = simulate(study_from_text(vee(0.0), "vee.toml"));
  EXPECT_THAT(report.warnings, Not(Contains(HasSubstr("MAKES"))));
  const json answer = json::parse(carom::json(report));
  EXPECT_EQ(answer.at("energy").at("makes_energy"), false);
  EXPECT_EQ(answer.at("events").at(0).at("energy").at("makes_energy"), false);
}

TEST(CertificateReport, AllIsTheLawsOfOneStrikingContact) {
  const StrikeReport report =
      strike(study_from_text(vee(0.9), "vee.toml"), {{"all"}, Method::consistent, false});
  ASSERT_EQ(report.results.size(), 6u);
  for (const StruckLaw& law : report.results) {
    EXPECT_EQ(law.verdict,
              law.law == "simultaneous" ? Verdict::unique : Verdict::several_colliding);
    EXPECT_NE(law.law, "moreau");
    EXPECT_NE(law.law, "chatterjee_ruina");
  }
}

/// Without a law asked for, the law for several answers, and says why; as in a motion.
TEST(CertificateReport, SeveralStrikersHaveAnAnswer) {
  const Study study = study_from_text(vee(0.9) + axis_text("e", 0, 0.9, 4), "vee.toml");
  const StrikeReport struck = strike(study, {});
  ASSERT_EQ(struck.results.size(), 1u);
  EXPECT_EQ(struck.results[0].law, "simultaneous");
  EXPECT_EQ(struck.results[0].verdict, Verdict::unique);
  EXPECT_FALSE(struck.results[0].answer.energy.makes_energy);
  EXPECT_THAT(struck.results[0].notes, Contains(HasSubstr("resolved by the law simultaneous")));
  EXPECT_THAT(struck.results[0].notes, Contains(HasSubstr("--ratios")));
  EXPECT_THAT(text(struck, "simultaneous"), HasSubstr("touches: A at 0, B at 0"));
  const SimulationReport moved = simulate(study);
  EXPECT_NEAR(moved.events.front().energy_loss, struck.results[0].answer.energy_loss, 1e-10);
  EXPECT_THAT(moved.notes, Contains(HasSubstr("resolved by the law simultaneous")));
  // Asked for by name, a law for one says that it is.
  EXPECT_EQ(strike(study, {{"energetic"}, Method::consistent, false}).results[0].verdict,
            Verdict::several_colliding);
  const SweepReport swept_strikes = swept(study, request_of("strike"));
  const auto column =
      std::ranges::find(swept_strikes.columns, "simultaneous", &ColumnSummary::name);
  ASSERT_NE(column, swept_strikes.columns.end());
  const auto loss = std::ranges::find(swept_strikes.columns, "energy_loss", &ColumnSummary::name);
  ASSERT_NE(loss, swept_strikes.columns.end());
  EXPECT_GT(loss->least, 0);
}

/// Ratios of stiffness, and orders: a V has two, which are mirror images.
TEST(CertificateReport, RatiosAndOrders) {
  StrikeRequest request;
  request.ratios = true;
  const StrikeReport report = strike(study_from_text(vee(0.9), "vee.toml"), request);
  ASSERT_TRUE(report.ratios);
  const StruckRatios& told = *report.ratios;
  EXPECT_EQ(told.samples, 26);
  EXPECT_EQ(told.unanswered, 0);
  EXPECT_GT(told.spread, 0.01);
  ASSERT_EQ(told.rates.size(), 2u);
  EXPECT_NEAR(told.rates[0][0], -told.rates[1][1], 1e-9);
  const StruckAnswer& given = report.results[0].answer;
  EXPECT_LE(told.rates[0][0], given.after.rates[0]);
  EXPECT_GE(told.rates[0][1], given.after.rates[0]);
  ASSERT_EQ(told.orders.size(), 2u);
  EXPECT_TRUE(told.exhaustive);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_NEAR(told.orders[0].after.rates[i], -told.orders[1].after.rates[1 - i], 1e-8);
  const json answer = json::parse(carom::json(report));
  EXPECT_EQ(answer.at("ratios").at("orders").size(), 2u);
  EXPECT_THAT(text(report, ""), HasSubstr("One after the other"));
}

/// Sweeps say of each point, and of all, what made energy: here from some restitution on.
TEST(CertificateReport, SweepsSayWhatMakesEnergy) {
  const Study study = study_from_text(vee(0.9, by_moreau) + axis_text("e", 0, 0.9, 4), "vee.toml");
  SweepRequest strikes = request_of("strike");
  strikes.laws = {"moreau"};
  const SweepReport struck = swept(study, strikes);
  const auto column = std::ranges::find(struck.columns, "makes_energy", &ColumnSummary::name);
  ASSERT_NE(column, struck.columns.end());
  std::int64_t gains = 0;
  for (const auto& [word, count] : column->counts) gains += word == "yes" ? count : 0;
  EXPECT_GT(gains, 0);
  EXPECT_LT(gains, 4);
  EXPECT_THAT(struck.notes, Contains(HasSubstr("MAKE energy")));
  EXPECT_THAT(text(struck), HasSubstr("no passive contact can"));

  const SweepReport moved = swept(study, request_of("simulate"));
  // The law asked for makes none: it is not the one to be named.
  EXPECT_THAT(moved.notes,
              Contains(HasSubstr("moreau, where several contacts struck at once (asked for: "
                                 "energetic): up to 1 impact of a motion MAKES energy")));
  EXPECT_THAT(moved.notes, Not(Contains(::testing::StartsWith("energetic"))));
  const auto counted = std::ranges::find(moved.columns, "making_energy", &ColumnSummary::name);
  ASSERT_NE(counted, moved.columns.end());
  EXPECT_EQ(counted->least, 0);
  EXPECT_EQ(counted->most, 1);
}

/// A block that is pushed along the floor and sticks on two feet.
TEST(CertificateReport, OpenForcesAreMarkedInTextAndJson) {
  const std::string scenario = R"toml([world]
gravity = [0.0, -10.0]
[[link]]
name = "block"
length = 0.4
mass = 10.0
com = [0.2, 0.1]
[[surface]]
name = "floor"
[[contact]]
name = "heel"
link = "block"
at = 0.0
surface = "floor"
friction = 0.5
[[contact]]
name = "toe"
link = "block"
at = 0.4
surface = "floor"
friction = 0.5
[[force]]
link = "block"
at = [0.2, 0.1]
value = ["12", "0"]
[state]
angles = [0.0]
rates = [0.0]
velocity = [0.0, 0.0]
[simulate]
duration = 0.1
)toml";
  const SimulationReport report = simulate(study_from_text(scenario, "block.toml"));
  const json answer = json::parse(carom::json(report));
  for (const json& contact : answer.at("final").at("contacts")) {
    EXPECT_EQ(contact.at("determined"), false);
    EXPECT_EQ(contact.at("open"), json::array({"tangential"}));
  }
  for (const json& event : answer.at("events")) EXPECT_EQ(event.at("determined"), false);
  EXPECT_THAT(text(report, {.all = true}), HasSubstr("(tangential force not determined)"));
  EXPECT_THAT(report.notes, Contains(HasSubstr("not determined")));
}

/// A rod that falls flat on its two feet, with a slip that friction stops: the feet share alike
/// what stops it, wherever it is told.
TEST(CertificateReport, TheLeastImpulsesAreToldEverywhere) {
  const std::string foot = "surface = \"floor\"\nfriction = 0.3\nrestitution = 0.5\n";
  const Study study = study_from_text(
      "[parameters]\nslip = 0.25\n[[link]]\nname = \"rod\"\nlength = 1\nmass = 1\n"
      "[[surface]]\nname = \"floor\"\n"
      "[[contact]]\nname = \"l\"\nlink = \"rod\"\nat = 0\n" +
          foot + "[[contact]]\nname = \"r\"\nlink = \"rod\"\nat = 1\n" + foot +
          "[state]\nangles = [0]\nvelocity = [\"slip\", -1]\n[simulate]\nduration = 0.001\n" +
          by_moreau + axis_text("slip", 0, 0.5, 3),
      "rod");
  const StruckLaw struck = strike(study, {{"moreau"}, Method::consistent, false}).results[0];
  EXPECT_THAT(struck.notes, Contains(HasSubstr("have the least sum of squares")));
  for (const StruckContact& contact : struck.answer.contacts) {
    EXPECT_NEAR(contact.impulse[0], -0.125, 1e-15);
    EXPECT_NEAR(contact.impulse[1], 0.75, 1e-15);
  }
  const MotionEvent event = simulate(study, {}).events.front();
  ASSERT_EQ(event.kind, MotionEventKind::impact);
  EXPECT_FALSE(event.impulses_determined);
  const ScratchFolder folder;
  SweepRequest request;
  request.laws = {"moreau"};
  request.folder = folder / "results";
  swept(study, request);
  const SweepTable table(request.folder);
  const auto column = table.reals(table.column("moreau", "impulse"), {{1}, {1}, {1}, {}});
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t axis = 0; axis < 2; ++axis) {
      EXPECT_NEAR(event.impulses[i][axis], struck.answer.contacts[i].impulse[axis], 1e-15);
      EXPECT_EQ(column[2 * i + axis], struck.answer.contacts[i].impulse[axis]);
    }
}

/// What is open in one of several answers is said beside them, not that the velocities are
/// determined.
TEST(CertificateReport, OneOfSeveralAnswersDoesNotClaimItsVelocities) {
  const auto contact = [](const char* name, double at, const char* surface) {
    return fmt::format(
        "[[contact]]\nname = \"{}\"\nlink = \"strut\"\nat = {}\nsurface = \"{}\"\nfriction = 0.5\n",
        name, at, surface);
  };
  const Study study = study_from_text(
      "[[link]]\nname = \"strut\"\nlength = 1\nmass = 1\n"
      "[[surface]]\nname = \"left\"\nangle_deg = -90\n"
      "[[surface]]\nname = \"right\"\nangle_deg = 90\npoint = [1, 0]\n"
      "[[surface]]\nname = \"floor\"\n" +
          contact("a", 0, "left") + contact("b", 1, "right") + contact("f", 0.5, "floor") +
          "restitution = 0.5\n[state]\nangles = [0]\nvelocity = [0, -1]\n[impact]\ncolliding = "
          "\"f\"\n",
      "strut");
  int several = 0;
  for (const char* const law : {"moreau", "whittaker", "brach", "kinematic", "kinetic"}) {
    SCOPED_TRACE(law);
    const StruckLaw struck = strike(study, {{law}, Method::consistent, false}).results[0];
    if (struck.verdict != Verdict::ambiguous || struck.impulses_determined) continue;
    ++several;
    EXPECT_THAT(struck.notes, Not(Contains(HasSubstr("velocities are determined"))));
    EXPECT_THAT(struck.notes, Contains(HasSubstr("impulses of one answer are not determined")));
  }
  EXPECT_GE(several, 3);
}

/// Books that do not close are said not to, in text and JSON; those of an ordinary motion close.
TEST(CertificateReport, BooksThatDoNotCloseSaySo) {
  SimulationReport report = simulate(study_from_text(vee(0.5), "vee.toml"));
  EXPECT_TRUE(json::parse(carom::json(report)).at("energy").at("closes"));
  EXPECT_THAT(text(report, {.all = true}), HasSubstr("The books close to"));
  EXPECT_THAT(report.warnings, Not(Contains(HasSubstr("books"))));
  report.motion.energy_error = 1e-3 * report.motion.first_energy.kinetic;
  EXPECT_FALSE(json::parse(carom::json(report)).at("energy").at("closes"));
  EXPECT_THAT(text(report, {.all = true}), HasSubstr("THE BOOKS DO NOT CLOSE"));
}

/// A rod that a couple presses against a wall rests: the books of nothing close, whatever rounding
/// leaves of the forces' work.
TEST(CertificateReport, BooksOfWhatRestsClose) {
  const SimulationReport report = simulate(study_from_text(R"toml([base]
kind = "pinned"
[[link]]
name = "rod"
length = 0.8
mass = 2
[[surface]]
name = "wall"
angle_deg = -90
point = ["0.8*cos(deg(150))", 0]
[[contact]]
name = "tip"
link = "rod"
at = 0.8
surface = "wall"
friction = 0.3
[[torque]]
link = "rod"
value = "3 + sin(5*t)"
[state]
angles_deg = [150]
[simulate]
duration = 1
)toml",
                                                           "rod.toml"));
  EXPECT_TRUE(json::parse(carom::json(report)).at("energy").at("closes"));
  EXPECT_THAT(report.warnings, Not(Contains(HasSubstr("books"))));
}

/// What is rounding of other numbers of its unit is zero, also where all places are zero: a block
/// that rests at the origin.
TEST(CertificateReport, WhatRestsAtTheOriginIsThere) {
  SimulationReport report = simulate(study_from_text(vee(0.5), "vee.toml"));
  report.events.clear();
  report.motion.final.positions = {-4e-17, 0, 3e-17, -2e-17};
  report.motion.final.velocities = {1e-18, 0, 0, 0};
  const std::string told = text(report, {.all = true});
  EXPECT_THAT(told, Not(HasSubstr("e-17")));
  EXPECT_THAT(told, Not(HasSubstr("e-18")));
}

/// The wedged rod of the docs: it rests for every restitution, and says that it is wedged.
TEST(CertificateReport, AWedgedContactSaysSo) {
  const std::string scenario = R"toml([base]
kind = "pinned"
position = [0.0, 1.0]
[[link]]
name = "rod"
length = 1.2
mass = 1.0
[[surface]]
name = "floor"
point = [0.0, "1 + 1.2*sin(-2.2)"]
[[contact]]
name = "tip"
link = "rod"
at = 1.2
surface = "floor"
friction = 1.2
restitution = 0.5
[state]
angles = [-2.2]
rates = [1.0]
)toml";
  const StrikeReport report =
      strike(study_from_text(scenario, "wedge.toml"),
             {{"kinematic", "kinetic", "energetic"}, Method::consistent, false});
  for (const StruckLaw& law : report.results) {
    ASSERT_EQ(law.verdict, Verdict::unique) << law.law;
    EXPECT_NEAR(law.answer.after.rates[0], 0.0, 1e-15);  // of 1 rad/s: rounding
    EXPECT_THAT(law.notes, Contains(HasSubstr("wedged")));
    EXPECT_EQ(law.impulses_determined, law.law == "kinetic");
    EXPECT_EQ(law.answer.contacts[0].determined[1], law.law == "kinetic");
  }
}

}  // namespace
}  // namespace carom
