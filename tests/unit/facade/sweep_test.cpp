/// Sweeps through the façade: the table has what `strike` says, and boundaries are where the
/// re-derived study of Hurmuzlu & Marghitu (1994) has them.

#include "facade/sweep.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "support/places.hpp"
#include "support/scratch_folder.hpp"
#include "support/swept.hpp"

namespace carom {
namespace {

constexpr double degree = std::numbers::pi / 180;

Study example(const std::string& name, std::vector<std::string> overrides = {}) {
  return study_from_file(places::examples + "/" + name + ".toml", overrides);
}

TEST(Sweep, TheTableHasWhatStrikeSaysToTheLastBit) {
  const ScratchFolder folder;
  const Study study = example("three_link");
  SweepRequest request;
  request.laws = {"all"};
  request.folder = folder / "results";
  swept(study, request);
  const SweepTable table(request.folder);
  const auto& columns = table.question().columns;
  const auto& axis = study.scenario.sweep[0];
  for (const std::int64_t point : {0, 37, 90, 155, 180}) {
    Study exact = study;
    std::vector<double> values;
    for (const Parameter& parameter : exact.scenario.parameters) values.push_back(parameter.value);
    values[0] = axis_value(axis, point);
    ASSERT_EQ(exact.scenario.parameters[0].name, "phi");
    ASSERT_TRUE(evaluate(exact.scenario, values));
    const StrikeReport report = strike(exact, {{"all"}, Method::consistent, false});
    const Slab slab{{point}, {1}, {1}, {}};
    for (const StruckLaw& law : report.results) {
      SCOPED_TRACE(law.law + " at point " + std::to_string(point));
      ASSERT_EQ(law.verdict, Verdict::unique);
      EXPECT_EQ(table.reals(table.column(law.law, "energy_loss"), slab)[0], law.answer.energy_loss);
      const auto velocity = table.reals(table.column(law.law, "velocity_after"), slab);
      const auto impulse = table.reals(table.column(law.law, "impulse"), slab);
      const auto outcome = table.categories(table.column(law.law, "outcome"), slab);
      const auto interacted = table.categories(table.column(law.law, "interacted"), slab);
      const std::size_t outcomes = table.column(law.law, "outcome");
      for (std::size_t i = 0; i < 2; ++i) {
        const StruckContact& contact = law.answer.contacts[i];
        for (std::size_t axis_index = 0; axis_index < 2; ++axis_index) {
          EXPECT_EQ(velocity[2 * i + axis_index], contact.velocity_after[axis_index]);
          EXPECT_EQ(impulse[2 * i + axis_index], contact.impulse[axis_index]);
        }
        EXPECT_EQ(columns[outcomes].categories[outcome[i]], name(contact.outcome));
        EXPECT_EQ(interacted[i] == 1, contact.interacted);
      }
      const auto after = table.reals(table.column(law.law, "generalized_velocity_after"), slab);
      EXPECT_THAT(std::vector(after.begin() + 2, after.end()),
                  ::testing::ElementsAreArray(law.answer.after.rates));
    }
  }
}

TEST(Sweep, HolesAreCountedByReasonAndDoNotStopIt) {
  const Study study = study_from_text(R"toml(
[parameters]
x = 0.5
[[link]]
name = "rod"
length = 1
mass = "x"
[[surface]]
name = "floor"
[[contact]]
name = "tip"
link = "rod"
at = 1
surface = "floor"
restitution = 0.5
[state]
angles = ["0*log(x + 3)"]
rates = [0]
velocity = [0, -1]
[[sweep]]
parameter = "x"
values = [-4, -1, 0, 1, 2]
)toml",
                                      "rod.toml");
  const SweepReport report = swept(study, {});
  EXPECT_EQ(report.points, 5);
  EXPECT_EQ(report.holes, 3);
  const auto status = std::ranges::find(report.columns, "point", &ColumnSummary::name);
  ASSERT_NE(status, report.columns.end());
  std::map<std::string, std::int64_t> counts(status->counts.begin(), status->counts.end());
  EXPECT_EQ(counts["solved"], 2);
  EXPECT_EQ(counts["not finite"], 1);
  EXPECT_EQ(counts["out of range"], 1);
  EXPECT_EQ(counts["no inertia"], 1);
}

TEST(Boundaries, AContactThatLeavesItsSurfaceIsNoticed) {
  const Study study = study_from_text(R"toml(
[parameters]
y = 0
[[link]]
name = "rod"
length = 1
mass = 1
[[surface]]
name = "floor"
[[surface]]
name = "step"
point = [0, "-max(y, 0)"]
[[contact]]
name = "tip"
link = "rod"
at = 1
surface = "floor"
restitution = 0.5
[[contact]]
name = "heel"
link = "rod"
at = 0
surface = "step"
[state]
angles = [0]
rates = [-1]
velocity = [0, 0]
[[sweep]]
parameter = "y"
from = -1
to = 1
count = 20
)toml",
                                      "rod.toml");
  bool found = false;
  for (const Boundary& boundary : swept(study, request_of("strike", true)).boundaries)
    found = found || (boundary.contact == "heel" && boundary.above == "does not touch" &&
                      std::abs(boundary.at) < 1e-5);
  EXPECT_TRUE(found);
}

std::vector<double> places(const SweepReport& report, BoundaryKind kind, const std::string& law,
                           const std::string& other = "") {
  std::vector<double> all;
  for (const Boundary& boundary : report.boundaries)
    if (boundary.kind == kind && boundary.law == law && boundary.other_law == other &&
        (boundary.contact.empty() || boundary.contact == "A0"))
      all.push_back(boundary.at / degree);
  return all;
}

MATCHER_P(IsAt, expected, "") {
  return std::abs(arg - expected) <= 5e-5;  // the last digit of the four that are known
}

SweepReport study_of_three_links(double friction, double restitution) {
  // A little inside ±90°, where the striking end meets the floor with the chain stretched out.
  Study study = example("three_link",
                        {"muc=" + std::to_string(friction), "e=" + std::to_string(restitution)});
  study.scenario.sweep[0].from = -89.9 * degree;
  study.scenario.sweep[0].to = 89.9 * degree;
  SweepRequest request = request_of("strike", true);
  request.laws = {"all"};
  return swept(study, request);
}

TEST(Boundaries, OfFigure3WithoutFrictionAtTheStrikingEnd) {
  const SweepReport report = study_of_three_links(0, 0.9);
  for (const char* law : {"kinematic", "kinetic", "energetic", "whittaker", "brach"}) {
    const auto found = places(report, BoundaryKind::outcome, law);
    for (const double place : {-75.4599, -20.1429, 20.1429, 75.4599})
      EXPECT_THAT(found, ::testing::Contains(IsAt(place))) << law;
    for (const char* other : {"kinetic", "energetic", "whittaker", "brach"})
      EXPECT_THAT(places(report, BoundaryKind::laws, law, other), ::testing::IsEmpty())
          << "the five laws are identical";
  }
}

TEST(Boundaries, OfFigures4To6) {
  const SweepReport report = study_of_three_links(0.5, 0.9);
  using ::testing::ElementsAre;
  EXPECT_THAT(places(report, BoundaryKind::laws, "kinematic", "whittaker"),
              ElementsAre(IsAt(-37.9927), IsAt(15.4701), IsAt(19.4776)));
  EXPECT_THAT(places(report, BoundaryKind::energy, "kinematic"),
              ElementsAre(IsAt(-41.6099), IsAt(-20.8479)));
  EXPECT_THAT(places(report, BoundaryKind::energy, "whittaker"),
              ElementsAre(IsAt(-49.2339), IsAt(-20.8479)));
  for (const char* law : {"kinetic", "energetic"})
    EXPECT_THAT(places(report, BoundaryKind::energy, law), ElementsAre());
  EXPECT_THAT(places(report, BoundaryKind::laws, "kinetic", "energetic"),
              ElementsAre(IsAt(24.6924)));
  EXPECT_THAT(places(report, BoundaryKind::laws, "energetic", "brach"), ElementsAre(IsAt(24.6924)));

  const auto rebounds = [&](const char* law) {
    std::vector<double> all;
    for (const Boundary& boundary : report.boundaries)
      if (boundary.law == law && boundary.contact == "A0" &&
          (boundary.below == "rebounds" || boundary.above == "rebounds"))
        all.push_back(boundary.at / degree);
    return all;
  };
  EXPECT_THAT(rebounds("energetic"),
              ElementsAre(IsAt(-80.9245), IsAt(-22.6443), IsAt(27.6587), IsAt(80.9245)));
  EXPECT_THAT(rebounds("kinetic"),
              ElementsAre(IsAt(-80.9245), IsAt(-22.6074), IsAt(27.6587), IsAt(80.9245)));
  EXPECT_THAT(rebounds("brach"),
              ElementsAre(IsAt(-80.9245), IsAt(-22.6587), IsAt(27.6587), IsAt(80.9245)));
  EXPECT_THAT(places(report, BoundaryKind::interaction, "energetic"), ElementsAre(IsAt(-68.5478)));
}

TEST(Boundaries, ASecondIntervalOfReboundWithInteractionAppearsAbove95724) {
  // It is at most 0.2° wide: a grid that is finer than that finds both its ends.
  const auto ends = [](double restitution) {
    Study study = example("three_link", {"e=" + std::to_string(restitution)});
    study.scenario.sweep[0].from = 24.5 * degree;
    study.scenario.sweep[0].to = 25.5 * degree;
    return places(swept(study, request_of("strike", true)), BoundaryKind::outcome, "energetic");
  };
  EXPECT_THAT(ends(0.957), ::testing::IsEmpty());
  EXPECT_THAT(ends(0.9576), ::testing::SizeIs(2));
  EXPECT_THAT(ends(0.97), ::testing::SizeIs(2));
}

TEST(Sweep, AChunkLargerThanTheGridIsTheGrid) {
  SweepRequest request;
  request.chunk = std::numeric_limits<std::int64_t>::max();
  const SweepReport report = swept(example("three_link"), request);
  const auto verdict = std::ranges::find(report.columns, "verdict", &ColumnSummary::name);
  ASSERT_NE(verdict, report.columns.end());
  EXPECT_EQ(verdict->counts.front().second, 181);
}

TEST(Sweep, BadRequestsAreRefusedAllAtOnce) {
  SweepRequest request = request_of("strik", true);
  request.along = "phy";
  request.tolerance = 2;
  request.chunk = -1;
  request.laws = {"energtic"};
  request.resume = true;
  const InputError error = refused(example("three_link"), request);
  EXPECT_EQ(error.faults().size(), 6u);
  EXPECT_THAT(error.what(), ::testing::HasSubstr("did you mean \"strike\"?"));
  EXPECT_THAT(error.what(), ::testing::HasSubstr("did you mean \"phi\"?"));
}

}  // namespace
}  // namespace carom
