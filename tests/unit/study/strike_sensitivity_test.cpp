// Derivatives as `strike` tells them: against the scenario read at other values, their interval,
// and what is said where there is none.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "study/study.hpp"

namespace carom {
namespace {

/// The arch of examples/three_link.toml, with a name for everything.
constexpr const char* arch = R"toml(
[parameters]
phi = -0.5
e = 0.6
mu = 0.4
m = 1.0
[[link]]
name = "left"
length = 1.0
mass = "m"
[[link]]
name = "middle"
length = "0.8 + 0.2*cos(phi)"
mass = 1.0
[[link]]
name = "right"
length = 1.0
mass = 1.0
[[surface]]
name = "floor"
[[surface]]
name = "far"
point = [0, 0]
[[contact]]
name = "A0"
link = "left"
at = 0.0
surface = "floor"
friction = "mu"
restitution = 0.5
[[contact]]
name = "Ac"
link = "right"
at = 1.0
surface = "far"
friction = 0.5
restitution = "e"
[state]
angles = ["pi/2 - phi", 0.0, "-pi/2 - phi"]
rates = [-0.1, -0.2, -0.3]
velocity = [0.0, 0.0]
)toml";

StrikeReport told(const std::string& text, const std::vector<std::string>& given,
                  const std::vector<std::string>& names,
                  const std::vector<std::string>& laws = {"energetic"}) {
  StrikeRequest request;
  request.laws = laws;
  request.sensitivity = names;
  return strike(study_from_text(text, "arch.toml", given), request);
}

std::string given(const std::string& name, double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%s=%.17g", name.c_str(), value);
  return text;
}

std::vector<double> numbers(const StrikeReport& report) {
  const StruckAnswer& answer = report.results.front().answer;
  std::vector<double> all = answer.after.velocity;
  all.insert(all.end(), answer.after.rates.begin(), answer.after.rates.end());
  all.push_back(answer.energy_loss);
  for (const StruckContact& contact : answer.contacts)
    all.insert(all.end(), contact.impulse.begin(), contact.impulse.end());
  return all;
}

std::vector<double> numbers(const StruckSensitivity& slopes) {
  std::vector<double> all = slopes.velocity;
  all.insert(all.end(), slopes.rates.begin(), slopes.rates.end());
  all.push_back(slopes.energy_loss);
  for (const auto& impulse : slopes.impulses) all.insert(all.end(), impulse.begin(), impulse.end());
  return all;
}

std::vector<std::vector<Mode>> course(const StrikeReport& report) {
  std::vector<std::vector<Mode>> modes;
  for (const StruckStage& stage : report.results.front().stages) modes.push_back(stage.modes);
  return modes;
}

TEST(StrikeSensitivity, AgreesWithTheScenarioElsewhere) {
  const double values[] = {-0.5, 0.6, 0.4, 1.0};
  const std::vector<std::string> names{"phi", "e", "mu", "m"};
  for (const std::string law :
       {"kinematic", "kinetic", "energetic", "whittaker", "brach", "moreau"}) {
    const StrikeReport report = told(arch, {}, {}, {law});
    const StruckLaw& found = report.results.front();
    ASSERT_EQ(found.verdict, Verdict::unique) << law;
    ASSERT_EQ(found.sensitivity.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
      SCOPED_TRACE(law + " by " + names[i]);
      const StruckSensitivity& slopes = found.sensitivity[i];
      EXPECT_EQ(slopes.of, (std::vector<std::string>{names[i]}));
      ASSERT_FALSE(slopes.why) << *slopes.why;
      constexpr double h = 1e-6;
      const auto ahead = numbers(told(arch, {given(names[i], values[i] + h)}, {"e"}, {law}));
      const auto behind = numbers(told(arch, {given(names[i], values[i] - h)}, {"e"}, {law}));
      const auto exact = numbers(slopes);
      for (std::size_t k = 0; k < exact.size(); ++k)
        EXPECT_NEAR(exact[k], (ahead[k] - behind[k]) / (2 * h), 1e-7 * (1 + std::abs(exact[k])))
            << k;
    }
  }
}

/// Within the interval the stages have the modes they have here, beyond its ends they do not.
TEST(StrikeSensitivity, HoldsAsFarAsItSays) {
  const StrikeReport report = told(arch, {}, {"e", "mu", "m"});
  const auto here = course(report);
  int ends = 0;
  for (const StruckSensitivity& slopes : report.results.front().sensitivity)
    for (const std::size_t k : {0, 1}) {
      if (!slopes.valid[k]) continue;
      const double end = *slopes.valid[k];
      const double out = k == 0 ? -1 : 1;
      SCOPED_TRACE(slopes.of.front() + " to " + std::to_string(end) + ": " + slopes.changes[k]);
      EXPECT_NE(slopes.changes[k], "");
      EXPECT_EQ(course(told(arch, {given(slopes.of.front(), end - out * 1e-6)}, {"e"})), here);
      ++ends;
      if (slopes.changes[k] == "the scenario does not allow it beyond") continue;
      const StrikeReport beyond = told(arch, {given(slopes.of.front(), end + out * 1e-6)}, {"e"});
      EXPECT_TRUE(course(beyond) != here || beyond.results.front().answer.contacts[0].outcome !=
                                                report.results.front().answer.contacts[0].outcome);
    }
  EXPECT_GE(ends, 3);
  const StruckSensitivity& e = report.results.front().sensitivity.front();
  EXPECT_EQ(e.valid[1], 1.0);
}

/// Beside a change, what decides it is straight: both ways of telling where it is agree. Far from
/// one the first order is a guess.
TEST(StrikeSensitivity, TheFirstOrderIsRightNearAChange) {
  int ends = 0;
  for (const std::string law :
       {"kinematic", "kinetic", "energetic", "simultaneous", "whittaker", "brach", "moreau"}) {
    const StrikeReport report = told(arch, {}, {"phi", "e", "mu", "m"}, {law});
    for (const StruckSensitivity& slopes : report.results.front().sensitivity)
      for (const std::size_t k : {0, 1}) {
        if (slopes.why || !slopes.valid[k] || std::abs(*slopes.valid[k]) < 1e-6) continue;
        // A second answer that comes up elsewhere is not seen by slopes of this one, and Brach's
        // law keeps to the energy that there is.
        if (slopes.changes[k].starts_with("the verdict") ||
            (law == "brach" && slopes.changes[k].ends_with("no energy is lost any more")))
          continue;
        const double end = *slopes.valid[k];
        const double away = (k == 0 ? 1 : -1) * 1e-4 * std::abs(end);
        const std::string& name = slopes.of.front();
        SCOPED_TRACE(law + " by " + name + " to " + std::to_string(end) + ": " + slopes.changes[k]);
        const StrikeReport near = told(arch, {given(name, end + away)}, {name}, {law});
        const StruckSensitivity& there = near.results.front().sensitivity.front();
        ASSERT_FALSE(there.why);
        ASSERT_TRUE(there.first_order[k]);
        ++ends;
        // What is straight errs by the square of the distance.
        EXPECT_NEAR(*there.first_order[k], end, 0.01 * std::abs(away));
        ASSERT_TRUE(there.valid[k]);
        EXPECT_NEAR(*there.valid[k], end, 1e-7);
      }
  }
  EXPECT_GE(ends, 20);
}

/// A ball: v⁺ = −e v⁻ on a floor, whose e stands at the ends of its range.
constexpr const char* ball = R"toml(
[parameters]
e = 0.5
fall = -2.0
twice = "2*e"
[[link]]
name = "ball"
length = 0
mass = 2
inertia = 1
[[surface]]
name = "floor"
[[contact]]
name = "hit"
link = "ball"
at = 0
surface = "floor"
restitution = "e"
[state]
angles = [0]
velocity = [0.3, "fall"]
)toml";

TEST(StrikeSensitivity, IsOneSidedAtTheEndsOfARange) {
  for (const auto& [value, side] : {std::pair{0.0, Side::above}, {1.0, Side::below}}) {
    const StrikeReport report = told(ball, {given("e", value)}, {"e", "fall"});
    const StruckSensitivity& by_e = report.results.front().sensitivity[0];
    EXPECT_NEAR(by_e.velocity[1], 2, 1e-13);
    EXPECT_EQ(by_e.side, side);
    EXPECT_EQ(by_e.valid[side == Side::above ? 0 : 1], value);
    EXPECT_EQ(by_e.first_order[side == Side::above ? 0 : 1], value);
    EXPECT_NEAR(*by_e.first_order[side == Side::above ? 1 : 0], 1 - value, 1e-12);
    const StruckSensitivity& by_speed = report.results.front().sensitivity[1];
    EXPECT_NEAR(by_speed.velocity[1], -value, 1e-13);
    EXPECT_FALSE(by_speed.side);
    EXPECT_EQ(by_speed.valid[0], std::nullopt);
    EXPECT_NEAR(by_speed.valid[1].value(), 0, 1e-9) << "it has to fall";
    EXPECT_EQ(by_speed.first_order[0], std::nullopt);
    EXPECT_NEAR(by_speed.first_order[1].value(), 0, 1e-12);
  }
}

TEST(StrikeSensitivity, ByTheState) {
  const StrikeReport report = told(ball, {}, {"state"});
  const auto& all = report.results.front().sensitivity;
  const std::vector<std::string> names{"position.x", "position.y", "angle.ball",
                                       "velocity.x", "velocity.y", "rate.ball"};
  ASSERT_EQ(all.size(), names.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ(all[i].of, (std::vector<std::string>{"state", names[i]}));
  EXPECT_NEAR(all[3].velocity[0], 1, 1e-13);
  EXPECT_NEAR(all[4].velocity[1], -0.5, 1e-13);
  EXPECT_NEAR(all[4].energy_loss, 2 * -2.0 * (1 - 0.25), 1e-12);  // ½m(1 − e²)v²
  EXPECT_NEAR(all[5].rates[0], 1, 1e-13);
}

/// A bar whose end is put on the floor by its angle: sin θ = −h/l, so that θ′ = −1/(l cos θ) by h.
/// The derivative is that of the strike in the scenario closed anew, by differences.
TEST(StrikeSensitivity, FollowsTheClosing) {
  constexpr const char* closed = R"toml(
[parameters]
h = 0.6
l = 1.0
e = 0.5
[base]
position = [0.0, "h"]
[[link]]
name = "bar"
length = "l"
mass = 1.2
[[surface]]
name = "floor"
[[contact]]
name = "tip"
link = "bar"
at = "l"
surface = "floor"
friction = 0.1
restitution = "e"
[state]
angles = [-0.5]
rates = [-0.3]
velocity = [0.4, -1.0]
[close]
angles = ["bar"]
touch = ["tip"]
)toml";
  const double values[] = {0.6, 1.0};
  const std::vector<std::string> names{"h", "l"};
  for (const std::string law : {"energetic", "simultaneous", "brach"}) {
    const StrikeReport report = told(closed, {}, names, {law});
    ASSERT_EQ(report.results.front().verdict, Verdict::unique);
    for (std::size_t i = 0; i < names.size(); ++i) {
      SCOPED_TRACE(law + " by " + names[i]);
      const StruckSensitivity& slopes = report.results.front().sensitivity[i];
      ASSERT_FALSE(slopes.why) << *slopes.why;
      constexpr double h = 1e-5;
      const auto ahead = numbers(told(closed, {given(names[i], values[i] + h)}, {"e"}, {law}));
      const auto behind = numbers(told(closed, {given(names[i], values[i] - h)}, {"e"}, {law}));
      const auto exact = numbers(slopes);
      for (std::size_t k = 0; k < exact.size(); ++k)
        EXPECT_NEAR(exact[k], (ahead[k] - behind[k]) / (2 * h), 1e-7) << k;
    }
  }
}

TEST(StrikeSensitivity, RefusesNamesThatThereAreNot) {
  try {
    told(ball, {}, {"fal", "state", "e", "x"});
    FAIL();
  } catch (const InputError& error) {
    ASSERT_EQ(error.faults().size(), 2u);
    EXPECT_EQ(error.faults()[0].message,
              "--sensitivity: \"fal\" is not a parameter of the scenario; did you mean \"fall\"?");
    EXPECT_THAT(error.faults()[1].message, ::testing::HasSubstr("must be one of"));
  }
}

/// Free parameters alone where none is named; one that is a formula moves alone where it is.
TEST(StrikeSensitivity, OfNoNamesAreAllFreeParameters) {
  const StrikeReport report = told(ball, {}, {});
  ASSERT_EQ(report.results.front().sensitivity.size(), 2u);
  EXPECT_EQ(report.results.front().sensitivity[1].of.front(), "fall");
  const StrikeReport twice = told(ball, {}, {"twice"});
  for (const double slope : numbers(twice.results.front().sensitivity.front())) EXPECT_EQ(slope, 0);
}

}  // namespace
}  // namespace carom
