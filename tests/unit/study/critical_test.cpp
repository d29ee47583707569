#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "particles/critical_axis.hpp"
#include "study/study.hpp"
#include "support/chains.hpp"
#include "support/random_mechanism.hpp"

namespace carom {
namespace {

using std::numbers::pi;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using testing::sweep;
using testing::text_of;
using testing::TextTree;
using ::testing::UnorderedElementsAre;

CriticalReport critical_of(const TextTree& tree) {
  return critical(study_from_text(text_of(tree), "test"));
}

TextTree arch(const std::string& first, const std::string& second) {
  return {{1, 1, 1}, {-1, 0, 1}, {"", first, second}, {{0, "0", 0}, {2, "0", 0}}, "x = 1.0", "", 0};
}

TEST(Critical, TheFlatArch) {
  TextTree tree = arch("x", "-x");
  tree.rest = sweep("x", -1.2, 1.2);
  const CriticalReport report = critical_of(tree);
  EXPECT_EQ(report.method, CriticalMethod::factors);
  EXPECT_TRUE(report.complete);
  ASSERT_EQ(report.critical.size(), 3U);
  EXPECT_NEAR(report.critical[0].at, -pi / 4, 1e-12);
  EXPECT_NEAR(report.critical[1].at, 0, 1e-12);
  EXPECT_NEAR(report.critical[2].at, pi / 4, 1e-12);
  EXPECT_EQ(report.critical[2].cause, "rods R1 and R2 are perpendicular");
  using Kind = CriticalCauseKind;
  EXPECT_THAT(report.critical[2].causes,
              ElementsAre(CriticalCause{Kind::rods_perpendicular, "R1", "R2"}));
  EXPECT_EQ(report.critical[2].below, StruckRest::pressed);
  EXPECT_EQ(report.critical[2].above, StruckRest::leaves);
  EXPECT_EQ(report.critical[2].multiplicity, 1);
  // Two factors at once: nothing flips.
  EXPECT_EQ(report.critical[1].multiplicity, 2);
  EXPECT_EQ(report.critical[1].below, StruckRest::pressed);
  EXPECT_EQ(report.critical[1].above, StruckRest::pressed);
  EXPECT_THAT(report.critical[1].cause, HasSubstr("perpendicular to the impulse"));
  EXPECT_THAT(report.critical[1].cause, HasSubstr("lies along its surface"));
  EXPECT_THAT(report.critical[1].causes,
              UnorderedElementsAre(Field(&CriticalCause::kind, Kind::rod_across_impulse),
                                   Field(&CriticalCause::kind, Kind::rod_along_surface)));
}

/// Names say nothing about causes.
TEST(Critical, CausesAreKindsWhateverThingsAreCalled) {
  const std::string text =
      "[parameters]\nx = 50.0\n[[link]]\nname = \"perpendicular\"\nlength = 1\nmass = 0\n"
      "[[link]]\nname = \"impulse\"\nlength = 1\nmass = 0\n"
      "[[mass]]\nlink = \"perpendicular\"\nat = 0.0\nmass = 1\n"
      "[[mass]]\nlink = \"perpendicular\"\nat = 1.0\nmass = 1\n"
      "[[mass]]\nlink = \"impulse\"\nat = 1.0\nmass = 1\n[[surface]]\nname = \"floor\"\n"
      "[[contact]]\nname = \"rest\"\nlink = \"perpendicular\"\nat = 0.0\nsurface = \"floor\"\n"
      "[[contact]]\nname = \"strike\"\nlink = \"impulse\"\nat = 1.0\nsurface = \"floor\"\n"
      "[state]\nangles_deg = [\"x\", \"-x\"]\n[impact]\ncolliding = \"strike\"\n"
      "[[sweep]]\nparameter = \"x\"\nfrom = -10\nto = 80\ncount = 10\n";
  const CriticalReport report = critical(study_from_text(text, "named"));
  ASSERT_EQ(report.critical.size(), 2U);
  EXPECT_THAT(report.critical[1].cause, "rods perpendicular and impulse are perpendicular");
  EXPECT_THAT(report.critical[1].causes,
              ElementsAre(Field(&CriticalCause::kind, CriticalCauseKind::rods_perpendicular)));
}

TEST(Critical, AZeroThatDoesNotChangeSign) {
  TextTree tree = arch("pi/4 + 0.3 + 0.1*(x - 0.37)^2", "-pi/4 + 0.3");
  tree.contacts[1].angle = "0.2";
  tree.rest = sweep("x", -1, 1);
  const CriticalReport report = critical_of(tree);
  ASSERT_EQ(report.critical.size(), 1U);
  EXPECT_NEAR(report.critical[0].at, 0.37, 1e-10);
  EXPECT_EQ(report.critical[0].multiplicity, 2);
  EXPECT_EQ(report.critical[0].below, report.critical[0].above);
}

TEST(Critical, PairsCloserThanTheGrid) {
  TextTree tree = arch("pi/4 + 0.3 + (x - 0.1)*(x - 0.1001)", "-pi/4 + 0.3");
  tree.contacts[1].angle = "0.2";
  tree.rest = sweep("x", -0.5, 0.5);
  const CriticalReport report = critical_of(tree);
  ASSERT_EQ(report.critical.size(), 2U);
  EXPECT_NEAR(report.critical[0].at, 0.1, 1e-11);
  EXPECT_NEAR(report.critical[1].at, 0.1001, 1e-11);
}

/// tan α = (m + κ sin² s)/(κ sin s cos s), not a right angle.
TEST(Critical, AtABranchingMassTheRightAngleRuleIsWrong) {
  for (const double side : {20.0, 45.0, -40.0})
    for (const double hub : {0.7, 1.0}) {
      const double s = side * pi / 180, kappa = 2.5;
      TextTree tree{{hub, 1, 1.3, kappa},
                    {-1, 0, 0, 0},
                    {"", "0", "x", fmt::format("{:.17g}", s)},
                    {{2, "x + pi/2", 0}, {1, "pi/2", 0}},
                    "x = 1.0",
                    sweep("x", 0.1, 3.0),
                    0};
      const CriticalReport report = critical_of(tree);
      ASSERT_EQ(report.critical.size(), 1U);
      double expected =
          std::atan2(hub + kappa * std::sin(s) * std::sin(s), kappa * std::sin(s) * std::cos(s));
      if (expected < 0) expected += pi;
      EXPECT_NEAR(report.critical[0].at, expected, 1e-11);
      EXPECT_THAT(report.critical[0].cause, HasSubstr("balance at the branching mass"));
    }
}

TEST(Critical, WithATangentialRatio) {
  // sin(θ₂ − φ) + f cos(θ₂ − φ) = 0: the last rod is perpendicular to n + f t.
  TextTree tree = arch("1.0", "x");
  tree.rest = sweep("x", -0.9, 0.4);
  const CriticalReport report = critical(study_from_text(text_of(tree), "test"), {.ratio = 0.5});
  bool found = false;
  for (const CriticalPoint& point : report.critical)
    if (point.cause == "rod R2 is perpendicular to the impulse") {
      EXPECT_NEAR(point.at, -std::atan(0.5), 1e-12);
      found = true;
    }
  EXPECT_TRUE(found);
}

/// A mass that is pressed on the floor slides on it and cannot move the upright rod on it; where it
/// opens, the rod moves. C1 is that mass, C0 the rod's far end.
TEST(Critical, AContactElsewhereOpens) {
  for (const int side : {1, -1}) {
    TextTree tree{{1, 1, 1},
                  {-1, 0, 0},
                  {"", "pi/2", fmt::format("{}*x", side)},
                  {{1, "0.4", 0}, {0, "0", 0}, {2, "0.3", 0}},
                  "x = 0.5",
                  sweep("x", -0.7, 0.8),
                  0};
    const CriticalReport report = critical_of(tree);
    bool found = false;
    for (const CriticalPoint& point : report.critical)
      if (point.contact == "C0" && std::abs(point.at) < 1e-9) {
        found = true;
        EXPECT_NE(point.below == StruckRest::untouched, point.above == StruckRest::untouched);
      }
    EXPECT_TRUE(found) << side;
    ASSERT_EQ(report.stretches.size(), 1U);
    EXPECT_EQ(report.stretches[0].contact, "C0");
  }
}

/// Where the strike is blocked all along, that is said once and no point is listed.
TEST(Critical, ABlockedChainIsBlockedThroughout) {
  TextTree tree = arch("x", "x - pi/2");
  tree.rest = sweep("x", 0.2, 1.2);
  const CriticalReport report = critical_of(tree);
  EXPECT_TRUE(report.critical.empty());
  ASSERT_EQ(report.stretches.size(), 1U);
  EXPECT_NEAR(report.stretches[0].from, 0.2, 1e-9);
  EXPECT_NEAR(report.stretches[0].to, 1.2, 1e-9);
}

/// Random trees with several contacts, every angle moving: between the critical points found, the
/// outcome of the strike itself (another computation) never changes sign; at each it is zero.
TEST(Critical, NothingFlipsBetweenTheCriticalPointsOfRandomTrees) {
  testing::Random random(20260804);
  int points = 0;
  for (int round = 0; round < 25; ++round) {
    TextTree tree;
    const int masses = 3 + random.below(5);
    for (int i = 0; i < masses; ++i) {
      tree.masses.push_back(random.in(0.3, 3));
      tree.parents.push_back(i == 0 ? -1 : random.below(i));
      tree.angles.push_back(fmt::format("{:.6f} + {:.6f}*x", random.in(-3, 3), random.in(-1, 1)));
    }
    const int contacts = 1 + random.below(3);
    for (int j = 0; j <= contacts; ++j)
      tree.contacts.push_back({random.below(masses), fmt::format("{:.6f}", random.in(-3, 3)), 0});
    tree.parameters = "x = 0.1";
    tree.rest = sweep("x", -1, 1);
    SCOPED_TRACE(round);
    const Study study = study_from_text(text_of(tree), "test");
    const CriticalReport report = critical(study);
    std::vector<int> resting;
    for (int j = 0; j < contacts; ++j) resting.push_back(j);
    CriticalSystem system(study.scenario, {axis_range(study.scenario, study.scenario.sweep[0])},
                          contacts, resting, 0);
    ASSERT_TRUE(system.is_particle_tree());
    for (int j = 0; j < contacts; ++j) {
      std::vector<const CriticalPoint*> own;
      for (const CriticalPoint& point : report.critical)
        if (point.contact == system.contact_name(j)) own.push_back(&point);
      points += static_cast<int>(own.size());
      int flips_found = 0, flips_seen = 0;
      for (const CriticalPoint* point : own) {
        const double s = (point->at + 1) / 2;
        ASSERT_TRUE(system.place(std::vector<double>{s}));
        EXPECT_NEAR(system.outcomes()[j], 0, 1e-9) << point->cause;
        flips_found += point->below != point->above ? 1 : 0;
      }
      StruckRest last = StruckRest::untouched;
      for (int k = 0; k <= 1500; ++k) {
        ASSERT_TRUE(system.place(std::vector<double>{k / 1500.0}));
        const StruckRest rest = rest_of(system.outcomes()[j]);
        if (rest == StruckRest::untouched) continue;
        flips_seen += last != StruckRest::untouched && rest != last ? 1 : 0;
        last = rest;
      }
      EXPECT_EQ(flips_found % 2, flips_seen % 2);
      EXPECT_GE(flips_found, flips_seen);
    }
  }
  EXPECT_GT(points, 50);
}

/// Rods with mass: the right angle is not critical any more; a tenth of the end mass moves it up.
/// A pinned rod: its tip strikes the floor, a point of it rests on a ramp. Where the tip, or that
/// point, moves along its surface only, nothing passes; outcomes change sign there, and are not
/// smooth in units of the contacts' own normal responses.
TEST(Critical, ZerosWhereAContactCannotBeMovedAlongItsNormal) {
  const CriticalReport report = critical(study_from_text(
      "[parameters]\nq = 0.3\n[base]\nkind = \"pinned\"\n"
      "[[link]]\nname = \"rod\"\nlength = 1\nmass = 1\n"
      "[[surface]]\nname = \"floor\"\npoint = [\"cos(q)\", \"sin(q)\"]\n"
      "[[surface]]\nname = \"ramp\"\nangle = 0.4\npoint = [\"cos(q)/2\", \"sin(q)/2\"]\n"
      "[[contact]]\nname = \"tip\"\nlink = \"rod\"\nat = 1\nsurface = \"floor\"\n"
      "[[contact]]\nname = \"middle\"\nlink = \"rod\"\nat = 0.5\nsurface = \"ramp\"\n"
      "[state]\nangles = [\"q\"]\n[impact]\ncolliding = \"tip\"\n" +
          sweep("q", 0.1, 3.0),
      "test"));
  for (const std::string& note : report.notes)
    EXPECT_THAT(note, ::testing::Not(HasSubstr("nothing is known")));
  ASSERT_EQ(report.critical.size(), 2U);
  EXPECT_NEAR(report.critical[0].at, pi / 2, 1e-9);
  EXPECT_NEAR(report.critical[1].at, pi / 2 + 0.4, 1e-9);
  EXPECT_EQ(report.critical[0].below, StruckRest::leaves);
  EXPECT_EQ(report.critical[0].above, StruckRest::pressed);
  EXPECT_EQ(report.critical[1].above, StruckRest::leaves);
}

TEST(Critical, RodsWithMass) {
  TextTree tree = arch("x", "-x");
  tree.rod_mass = 0.1;
  tree.rest = sweep("x", 0.2, 1.4);
  const CriticalReport report = critical_of(tree);
  EXPECT_EQ(report.method, CriticalMethod::transmission);
  EXPECT_FALSE(report.complete);
  ASSERT_EQ(report.critical.size(), 1U);
  const double between = 2 * report.critical[0].at * 180 / pi;
  EXPECT_GT(between, 92.7);
  EXPECT_LT(between, 96.4);
  EXPECT_EQ(report.critical[0].below, StruckRest::pressed);
  EXPECT_EQ(report.critical[0].above, StruckRest::leaves);
}

/// The curve of the arch over both angles is θ₁ − θ₂ = 90°, and others are straight lines too.
TEST(Critical, CurvesOverTwoAxes) {
  TextTree tree = arch("x", "-y");
  tree.parameters = "x = 0.5\ny = 0.6";
  tree.rest = sweep("x", 0.2, 1.3) + sweep("y", 0.1, 1.2);
  const CriticalReport report = critical_of(tree);
  ASSERT_EQ(report.curves.size(), 1U);
  const CriticalCurve& curve = report.curves[0];
  EXPECT_EQ(curve.cause, "rods R1 and R2 are perpendicular");
  EXPECT_FALSE(curve.closed);
  for (const auto& [x, y] : curve.points) EXPECT_NEAR(x + y, pi / 2, 1e-10);
  // From edge to edge: x from π/2 − 1.2 to 1.3.
  const auto [low, high] = std::minmax(curve.points.front().first, curve.points.back().first);
  EXPECT_NEAR(low, pi / 2 - 1.2, 1e-9);
  EXPECT_NEAR(high, 1.3, 1e-9);
  ASSERT_EQ(report.regions.outcome.size(), 1U);
}

TEST(Critical, ALoopIsClosed) {
  // θ₁ − θ₂ = 90° on a circle about (0.1, −0.2) of radius 0.5.
  TextTree tree = arch("0.9 + (x - 0.1)^2 + (y + 0.2)^2", "0.9 + 0.25 - pi/2");
  tree.contacts[1].angle = "0.3";
  tree.parameters = "x = 0.5\ny = 0.6";
  tree.rest = sweep("x", -1, 1) + sweep("y", -1, 1);
  int loops = 0;
  for (const CriticalCurve& curve : critical_of(tree).curves) {
    if (curve.cause != "rods R1 and R2 are perpendicular") continue;
    ++loops;
    EXPECT_TRUE(curve.closed);
    for (const auto& [x, y] : curve.points) EXPECT_NEAR(std::hypot(x - 0.1, y + 0.2), 0.5, 1e-9);
  }
  EXPECT_EQ(loops, 1);
}

TEST(Critical, WithoutAnAxisOrAStriker) {
  EXPECT_THROW(critical_of(arch("x", "-x")), InputError);
  TextTree tree = arch("x", "-x");
  tree.rest = sweep("x", 0.2, 1.3);
  std::string text = text_of(tree);
  const std::string named = "[impact]\ncolliding = \"hit\"\n";
  text.erase(text.find(named), named.size());
  try {
    critical(study_from_text(text, "test"));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("needs the striking contact"));
  }
}

/// What the pieces of a line say of a contact at a place.
std::string outcome_at(const CriticalReport& report, const std::string& contact, double at) {
  for (const CriticalOutcome& piece : report.outcomes)
    if (piece.contact == contact && piece.from <= at && at <= piece.to)
      return std::string(name(piece.outcome));
  return "nothing";
}

/// Every piece begins where the one before ends, from one end of the axis to the other.
void expect_whole(const CriticalReport& report) {
  for (const std::string& contact : report.contacts) {
    double end = report.axes[0].from;
    for (const CriticalOutcome& piece : report.outcomes) {
      if (piece.contact != contact) continue;
      EXPECT_EQ(piece.from, end);
      EXPECT_LT(piece.from, piece.to);
      end = piece.to;
    }
    EXPECT_EQ(end, report.axes[0].to);
  }
}

TEST(Critical, WhatEveryContactDoesFromEndToEnd) {
  // Against the transmission of the strike in single configurations.
  testing::Random random(7);
  int compared = 0;
  for (int trial = 0; trial < 20; ++trial) {
    TextTree tree;
    const int masses = 3 + random.below(4);
    for (int i = 0; i < masses; ++i) {
      tree.masses.push_back(random.in(0.3, 3));
      tree.parents.push_back(i == 0 ? -1 : random.below(i));
      tree.angles.push_back(i == 1 ? "x" : fmt::format("{:.9f}", random.in(-3, 3)));
    }
    for (int j = 0; j < 3; ++j)
      tree.contacts.push_back({random.below(masses), fmt::format("{:.9f}", random.in(-3, 3)), 0});
    tree.parameters = "x = 0.3";
    tree.rest = sweep("x", -2, 2);
    const CriticalReport report = critical_of(tree);
    expect_whole(report);
    for (int k = 0; k < 10; ++k) {
      const double at = random.in(-2, 2);
      tree.parameters = fmt::format("x = {:.12f}", at);
      const TransmissionReport there = transmit(study_from_text(text_of(tree), "test"), {});
      for (const TransmittedContact& contact : there.contacts) {
        const std::string_view expected =
            contact.outcome == Response::critical ? "untouched" : name(contact.outcome);
        EXPECT_EQ(outcome_at(report, contact.name, at), expected) << trial << " x = " << at;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 300);
}

TEST(Critical, NothingIsSaidOfAContactWhereThereIsNoConfiguration) {
  // asin(x) is defined up to 1; beyond there is no chain.
  TextTree tree = arch("asin(x)", "-asin(x)");
  tree.parameters = "x = 0.5";
  tree.rest = sweep("x", 0.1, 1.6);
  const CriticalReport report = critical_of(tree);
  expect_whole(report);
  ASSERT_EQ(report.contacts.size(), 1U);
  const CriticalOutcome& last = report.outcomes.back();
  EXPECT_EQ(last.outcome, StruckRest::no_configuration);
  EXPECT_NEAR(last.from, 1, 1e-6);
  EXPECT_EQ(outcome_at(report, report.contacts[0], 0.5), "pressed");  // 30°: below 45°
  EXPECT_EQ(outcome_at(report, report.contacts[0], 0.9), "leaves");   // 64°
  // Over two axes too: the cells beyond are those of no configuration, whatever the other axis.
  tree.parameters = "x = 0.5\ny = 1.0";
  tree.rest = sweep("x", 0.1, 1.6) + sweep("y", 0.5, 1);
  const CriticalReport plane = critical_of(tree);
  const CriticalRegions& regions = plane.regions;
  for (int row = 0; row < regions.rows; ++row)
    for (int column = 0; column < regions.columns; ++column) {
      const double x = plane.axes[0].value((column + 0.5) / regions.columns);
      EXPECT_EQ(regions.outcome[0][static_cast<std::size_t>(row * regions.columns + column)] ==
                    StruckRest::no_configuration,
                x > 1)
          << x;
    }
}

}  // namespace
}  // namespace carom
