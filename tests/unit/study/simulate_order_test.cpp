// Events of a report come in order of time, and a collision that yields has a place where it ended.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "study/simulate.hpp"

namespace carom {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

/// A rod on the floor: its left end is rigid and rests, its right end yields.
std::string rod(const std::string& more) {
  return R"(
[world]
gravity = [0.0, -9.81]
[[link]]
name = "rod"
length = 1.0
mass = 1.0
[[surface]]
name = "floor"
[[contact]]
name = "L"
link = "rod"
at = 0.0
surface = "floor"
friction = 0.3
restitution = 0.5
[[contact]]
name = "R"
link = "rod"
at = 1.0
surface = "floor"
friction = 0.3
)" + more +
         R"(
[simulate]
duration = 0.02
)";
}

TEST(SimulateOrder, EventsComeInOrderOfTime) {
  const Study study =
      study_from_text(rod(R"(compliance = { kind = "hertz", stiffness = 1e9, restitution = 0.5 }
[state]
angles = [0.0]
rates = [-1.0]
)"),
                      "rod.toml");
  const SimulationReport report = simulate(study);
  ASSERT_GT(report.events.size(), 2u);
  EXPECT_TRUE(std::ranges::is_sorted(report.events, {}, &MotionEvent::time));
  // The other end slips while this one collides.
  const auto struck = std::ranges::find(report.events, true, &MotionEvent::yields);
  ASSERT_NE(struck, report.events.end());
  EXPECT_EQ(struck->time, 0);
  EXPECT_LT(std::next(struck)->time, struck->collision.duration);
  EXPECT_NE(struck->positions, struck->positions_after);
}

TEST(SimulateOrder, NotesSayWhatIsNotDampedAndWhatIsPressed) {
  const auto notes = [](const char* kind, const char* depth) {
    return simulate(study_from_text(rod(std::string("compliance = { kind = \"") + kind +
                                        R"(", stiffness = 1e5, restitution = 0.5 }
[base]
position = [0.0, 0.0]
[state]
angles = [")" + depth + R"("]
)"),
                                    "rod.toml"))
        .notes;
  };
  const auto undamped = HasSubstr("contact \"R\": its contact began at rest, and flores damps by");
  EXPECT_THAT(notes("flores", "0"), Contains(undamped));
  EXPECT_THAT(notes("kelvin_voigt", "0"), Not(Contains(HasSubstr("began at rest"))));
  EXPECT_THAT(notes("kelvin_voigt", "-asin(1e-4)"),
              Contains("contact \"R\" starts pressed into its surface by 0.0001 m"));
}

TEST(SimulateOrder, RigidContactsMayNotStartPressed) {
  try {
    simulate(study_from_text(rod("[state]\nangles = [\"-asin(1e-4)\"]\n"), "rod.toml"));
    FAIL();
  } catch (const InputError& error) {
    ASSERT_EQ(error.faults().size(), 1u);
    EXPECT_THAT(error.faults()[0].message, HasSubstr("is 0.0001 m below surface \"floor\""));
  }
}

}  // namespace
}  // namespace carom
