/// How boundaries are listed.

#include "data/boundaries.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace carom {
namespace {

/// An axis from 0 to 1 in ten cells.
Grid line() {
  SweepAxis axis;
  axis.parameter = "x";
  axis.from = 0;
  axis.to = 1;
  axis.count = 11;
  return grid_of(std::vector<SweepAxis>{axis});
}

Boundary change(double at, BoundaryKind kind, std::string below, std::string above,
                std::string contact = "") {
  Boundary boundary;
  boundary.parameter = "x";
  boundary.at = at;
  boundary.within = 1e-10;
  boundary.kind = kind;
  boundary.law = "energetic";
  boundary.contact = std::move(contact);
  boundary.below = std::move(below);
  boundary.above = std::move(above);
  return boundary;
}

std::vector<std::string> lines(std::vector<Boundary> boundaries) {
  std::vector<std::string> all;
  for (const Boundary& each : listed(std::move(boundaries), line(), "x"))
    all.push_back(
        std::string(name(each.kind)) + " " + each.below + ">" + each.above +
        (each.history_below.empty() ? "" : " " + each.history_below + ">" + each.history_above));
  return all;
}

TEST(Boundaries, AChangeOfSignThatMeetsAPointOfTheGridIsOne) {
  EXPECT_THAT(lines({change(0.3 - 1e-10, BoundaryKind::energy, "loses", "keeps"),
                     change(0.3 + 1e-10, BoundaryKind::energy, "keeps", "gains")}),
              ::testing::ElementsAre("energy loses>gains"));
}

TEST(Boundaries, ALabelThatIsDifferentAtASinglePlaceIsNone) {
  EXPECT_THAT(lines({change(0.3 - 1e-10, BoundaryKind::outcome, "slides", "rests", "A"),
                     change(0.3 + 1e-10, BoundaryKind::outcome, "rests", "slides", "A")}),
              ::testing::IsEmpty());
}

TEST(Boundaries, AContactsChangeIsToldOnceWithItsHistory) {
  EXPECT_THAT(
      lines({change(0.3, BoundaryKind::history, "sticks", "separates", "A"),
             change(0.3 + 1e-9, BoundaryKind::interaction, "interacts", "does not interact", "A"),
             change(0.3 + 2e-9, BoundaryKind::outcome, "slides", "rebounds", "A"),
             change(0.3, BoundaryKind::outcome, "slides", "rests", "B"),
             change(0.4, BoundaryKind::history, "separates", "sticks", "A")}),
      ::testing::UnorderedElementsAre("outcome slides>rebounds sticks>separates",
                                      "outcome slides>rests", "history separates>sticks"));
}

TEST(Boundaries, LawsPartWhereALabelOfOneOfThemChanges) {
  Boundary parting = change(0.3 + 3e-5, BoundaryKind::laws, "agree", "part");
  parting.law = "kinetic";
  parting.other_law = "energetic";
  const auto found =
      listed({parting, change(0.3, BoundaryKind::history, "sticks", "slides+", "A")}, line(), "x");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].at, 0.3);
  EXPECT_EQ(found[1].at, 0.3);
}

TEST(Boundaries, EnergyBeginsToBeLostWhereTheImpactBegins) {
  // Beside a grazing impact the loss grows like the square of the distance.
  EXPECT_THAT(lines({change(0.3, BoundaryKind::verdict, "not_colliding", "unique"),
                     change(0.3, BoundaryKind::energy, "", "keeps energy"),
                     change(0.3 + 1e-5, BoundaryKind::energy, "keeps energy", "loses energy")}),
              ::testing::ElementsAre("verdict not_colliding>unique"));
}

TEST(Boundaries, LawsThatTouchDoNotAgree) {
  Boundary meets = change(0.3 - 2e-5, BoundaryKind::laws, "part", "agree");
  Boundary parts = change(0.3 + 2e-5, BoundaryKind::laws, "agree", "part");
  meets.other_law = parts.other_law = "brach";
  EXPECT_THAT(lines({meets, parts}), ::testing::IsEmpty());
}

TEST(Boundaries, AChangeAcrossAPlaceWithoutAnAnswerIsListed) {
  EXPECT_THAT(lines({change(0.3 - 1e-10, BoundaryKind::verdict, "not_colliding", ""),
                     change(0.3 + 1e-10, BoundaryKind::verdict, "", "unique"),
                     change(0.5, BoundaryKind::outcome, "", "slides", "A")}),
              ::testing::ElementsAre("verdict not_colliding>unique"));
}

TEST(Boundaries, LinesOfAGridDoNotMix) {
  SweepAxis x;
  x.parameter = "x";
  x.to = 1;
  x.count = 11;
  SweepAxis y = x;
  y.parameter = "y";
  y.count = 2;
  const Grid grid = grid_of(std::vector<SweepAxis>{x, y});
  Boundary low = change(0.3, BoundaryKind::energy, "loses", "keeps");
  Boundary high = change(0.3, BoundaryKind::energy, "keeps", "gains");
  low.point = 4;   // x = 0.2, y = 0
  high.point = 5;  // x = 0.2, y = 1
  EXPECT_EQ(listed({low, high}, grid, "x").size(), 2u);
}

}  // namespace
}  // namespace carom
