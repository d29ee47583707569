/// Sweeps of collisions: the table has what `collide` says, and spread of restitution propagates as
/// the closed form has it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "study/train_study.hpp"
#include "support/scratch_folder.hpp"
#include "support/swept.hpp"

namespace carom {
namespace {

using ::testing::HasSubstr;

/// A train with a parameter for everything, and axes.
TrainStudy train(const std::string& axes, const std::string& bodies = "", int first = 3,
                 const std::string& overrides = "v=1") {
  const std::string text = R"([parameters]
v = 1
e = 0.8
m = 0.5
k = 1e7
n = )" + std::to_string(first) +
                           R"(
[train]
model = "hertz"
[[body]]
name = "a"
mass = "m"
stiffness = "k"
contact_stiffness = "100*k"
segments = "n"
velocity = "v"
[[body]]
name = "b"
mass = 0.7
stiffness = 2e7
contact_stiffness = 2e9
segments = )" + (first == 1 ? "1" : "5") +
                           R"(
[[pair]]
between = ["a", "b"]
restitution = "e"
)" + bodies + axes;
  return train_study_from_text(text, "train.toml", std::vector<std::string>{overrides});
}

constexpr const char* third_body = R"(
[[body]]
name = "c"
mass = 0.3
contact_stiffness = 1e9
velocity = "-v/3"
[[pair]]
between = ["b", "c"]
restitution = "e^2"
)";

TEST(CollideSweep, TheTableHasWhatCollideSaysToTheLastBit) {
  const ScratchFolder folder;
  const TrainStudy study = train(R"(
[[sweep]]
parameter = "v"
from = -0.3
to = 1.1
count = 5
[[sweep]]
parameter = "k"
from = 3e6
to = 3e8
count = 4
spacing = "log"
[[sweep]]
parameter = "n"
values = [1, 2, 2.5]
)",
                                 third_body);
  SweepRequest request = request_of("collide");
  request.folder = folder / "results";
  const SweepReport report = swept(study, request);
  EXPECT_EQ(report.points, 60);
  EXPECT_EQ(report.holes, 20);  // two and a half segments
  const SweepTable table(request.folder);
  std::vector<double> values(3);
  for (std::int64_t point = 0; point < 60; ++point) {
    SCOPED_TRACE(point);
    const auto& grid = table.question().grid;
    values_at(grid, point, values);
    const Slab slab = slab_of(grid, point);
    const auto category = [&](const char* name) {
      return table.categories(table.column("", name), slab)[0];
    };
    if (values[2] == 2.5) {
      EXPECT_EQ(category("point"), static_cast<int>(PointStatus::out_of_range));
      continue;
    }
    TrainStudy exact = study;
    std::vector<double> parameters;
    for (const Parameter& parameter : exact.scenario.parameters)
      parameters.push_back(parameter.name == "v"   ? values[0]
                           : parameter.name == "k" ? values[1]
                           : parameter.name == "n" ? values[2]
                                                   : parameter.value);
    ASSERT_TRUE(evaluate(exact.scenario, parameters));
    const TrainResult result = collide(exact).result;
    EXPECT_EQ(category("verdict"), static_cast<int>(result.verdict));
    const auto real = [&](const char* name, std::size_t component = 0) {
      return table.reals(table.column("", name), slab).at(component);
    };
    EXPECT_EQ(real("energy_before"), result.energy_before);
    EXPECT_EQ(real("energy_after"), result.energy_after);
    EXPECT_EQ(real("vibration"), result.vibration);
    EXPECT_EQ(real("lost"), result.lost);
    EXPECT_EQ(real("time"), result.time);
    EXPECT_TRUE(std::isnan(real("restitution")));  // of three bodies
    for (std::size_t b = 0; b < 3; ++b) {
      EXPECT_EQ(real("velocity_before", b), result.bodies[b].velocity_before);
      EXPECT_EQ(real("velocity_after", b), result.bodies[b].velocity_after);
      EXPECT_EQ(real("segments", b), result.bodies[b].segments);
      EXPECT_EQ(real("body_vibration", b), result.bodies[b].vibration);
    }
    for (std::size_t c = 0; c < 2; ++c) {
      const TrainContactResult& contact = result.contacts[c];
      EXPECT_EQ(real("peak_force", c), contact.peak_force);
      EXPECT_EQ(real("indentation", c), contact.largest);
      EXPECT_EQ(real("permanent", c), contact.permanent);
      EXPECT_EQ(real("duration", c), contact.duration);
      EXPECT_EQ(real("first_touch", c), contact.from);
      EXPECT_EQ(real("last_touch", c), contact.to);
      EXPECT_EQ(real("impulse", c), contact.impulse);
      EXPECT_EQ(real("contact_lost", c), contact.lost);
      EXPECT_EQ(real("touches", c), contact.touches);
    }
  }
}

/// Two whole bodies: v₁⁺ = (m₁v − m₂ e v)/(m₁ + m₂) is linear in e, so that the deviation of v₁⁺ is
/// exactly m₂ v/(m₁ + m₂) times that of the samples of e, and that of the effective restitution the
/// samples' own. The samples' deviation is the distribution's within 1/√(2n).
TEST(CollideSweep, SpreadOfRestitutionPropagates) {
  const int n = 4000;
  const SweepReport report = swept(train(R"(
[[sweep]]
parameter = "e"
count = 4000
seed = 5
distribution = { kind = "normal", mean = 0.6, deviation = 0.05 }
)",
                                         "", 1),
                                   request_of("collide"));
  const auto of = [&](const std::string& name, const std::string& component) {
    for (const QuantityStatistics& told : report.statistics)
      if (told.name == name && told.component == component) return told;
    ADD_FAILURE() << name;
    return QuantityStatistics{};
  };
  const QuantityStatistics restitution = of("restitution", "");
  EXPECT_EQ(restitution.count, n);
  EXPECT_NEAR(restitution.mean, 0.6, 4 * 0.05 / std::sqrt(n));
  EXPECT_NEAR(restitution.deviation, 0.05, 4 * 0.05 / std::sqrt(2.0 * n));
  // Of a normal distribution 68 % are within a deviation; a percentile's own spread is ~1.5/√n.
  EXPECT_NEAR(restitution.percentiles[2], 0.6, 4 * 1.25 * 0.05 / std::sqrt(n));
  EXPECT_NEAR(restitution.percentiles[3] - restitution.percentiles[1], 2 * 0.9945 * 0.05,
              4 * 2.2 * 0.05 / std::sqrt(n));
  const double share = 0.7 / (0.5 + 0.7);
  EXPECT_NEAR(of("velocity_after", "a").deviation, share * restitution.deviation, 1e-12);
  EXPECT_NEAR(of("velocity_after", "a").mean, 1 - share * (1 + restitution.mean), 1e-12);
  EXPECT_NEAR(of("velocity_after", "b").deviation, (1 - share) * restitution.deviation, 1e-12);
  // Percentiles go along with a linear map, turned round where it falls.
  EXPECT_NEAR(of("velocity_after", "a").percentiles[0],
              1 - share * (1 + restitution.percentiles[4]), 1e-9);
}

/// The peak force of whole bodies is ∝ K^(2/5) v^(6/5): small spreads of K and v add in squares
/// with these exponents, up to terms of their squares.
TEST(CollideSweep, SpreadOfStiffnessAndSpeedPropagates) {
  const SweepReport report = swept(train(R"(
[[sweep]]
parameter = "k"
count = 4000
distribution = { kind = "normal", mean = 1e7, deviation = 2e5 }
[[sweep]]
parameter = "v"
with = "k"
count = 4000
distribution = { kind = "uniform", from = 0.98, to = 1.02 }
)",
                                         "", 1),
                                   request_of("collide"));
  const auto peak = std::ranges::find(report.statistics, "peak_force", &QuantityStatistics::name);
  ASSERT_NE(peak, report.statistics.end());
  // 1/K_C = 1/(100 k) + 1/2e9 halves the part of k: d ln K_C/d ln k = 2e9/(1e9 + 2e9)
  const double of_k = 0.4 * (2.0 / 3) * 0.02, of_v = 1.2 * 0.02 / std::sqrt(3.0);
  EXPECT_NEAR(peak->deviation / peak->mean, std::hypot(of_k, of_v), 0.03 * std::hypot(of_k, of_v));
}

TEST(CollideSweep, StatisticsDoNotDependOnThreadsOrChunks) {
  const TrainStudy study = train(R"(
[[sweep]]
parameter = "e"
count = 300
distribution = { kind = "uniform", from = 0.2, to = 1.1 }
)");
  SweepRequest request = request_of("collide");
  request.chunk = 7;
  const SweepReport one = swept(study, request, 1);
  request.chunk = 64;
  const SweepReport other = swept(study, request, 3);
  EXPECT_GT(one.holes, 0);  // e beyond 1
  ASSERT_EQ(one.statistics.size(), other.statistics.size());
  for (std::size_t i = 0; i < one.statistics.size(); ++i) {
    EXPECT_EQ(one.statistics[i].mean, other.statistics[i].mean);
    EXPECT_EQ(one.statistics[i].deviation, other.statistics[i].deviation);
    EXPECT_EQ(one.statistics[i].percentiles[4], other.statistics[i].percentiles[4]);
    EXPECT_EQ(one.statistics[i].count, 300 - one.holes);
  }
}

TEST(CollideSweep, BoundariesWhereTheVerdictAndTouchesChange) {
  const SweepReport report =
      swept(train(axis_text("v", -1.05, 1.15, 12), third_body), request_of("collide", true));
  // b rests and c comes at −v/3: nothing meets where v < 0, everything where v > 0.
  const auto verdict = std::ranges::find(report.boundaries, BoundaryKind::verdict, &Boundary::kind);
  ASSERT_NE(verdict, report.boundaries.end());
  EXPECT_NEAR(verdict->at, 0, 1e-9);
  EXPECT_EQ(verdict->below, "never_meet");
  EXPECT_EQ(verdict->above, "collided");
  const auto touches = std::ranges::find(report.boundaries, BoundaryKind::touches, &Boundary::kind);
  ASSERT_NE(touches, report.boundaries.end());
  EXPECT_EQ(touches->below, "no touch");
}

/// Rigid bodies: c throws b to the left with −(1 + e) m_c v_c/(m_b + m_c); a that goes that way
/// faster is never touched.
TEST(CollideSweep, ABoundaryOfTouchesInClosedForm) {
  const TrainStudy study = train_study_from_text(R"([parameters]
v = 1
[train]
model = "rigid"
[[body]]
name = "a"
mass = 0.05
velocity = "v"
[[body]]
name = "b"
mass = 0.02
[[body]]
name = "c"
mass = 0.5
velocity = -0.3
[[pair]]
between = ["a", "b"]
restitution = 0.6
gap = 1e-5
[[pair]]
between = ["b", "c"]
restitution = 0.9
gap = 1e-5
[[sweep]]
parameter = "v"
from = -1
to = -0.35
count = 5
)",
                                                 "rigid.toml");
  const SweepReport report = swept(study, request_of("collide", true));
  ASSERT_EQ(report.boundaries.size(), 1U);
  EXPECT_NEAR(report.boundaries[0].at, -1.9 * 0.5 / 0.52 * 0.3, 1e-9);
  EXPECT_EQ(report.boundaries[0].kind, BoundaryKind::touches);
  EXPECT_EQ(report.boundaries[0].contact, "a-b");
  EXPECT_EQ(report.boundaries[0].below, "no touch");
  EXPECT_EQ(report.boundaries[0].above, "1 touch");
}

TEST(CollideSweep, EveryFaultOfARequestIsTold) {
  const TrainStudy study = train(R"(
[[sweep]]
parameter = "e"
count = 30
distribution = { kind = "uniform", from = 0.2, to = 1 }
)");
  SweepRequest request = request_of("collide", true);
  request.laws = {"energetic"};
  request.quantities = {"velocity_aftr"};
  const std::string all = refused(study, request).what();
  EXPECT_THAT(all, HasSubstr("--law means nothing with --of collide"));
  EXPECT_THAT(all, HasSubstr("did you mean \"velocity_after\"?"));
  EXPECT_THAT(all, HasSubstr("the axis of \"e\" is random"));
}

}  // namespace
}  // namespace carom
