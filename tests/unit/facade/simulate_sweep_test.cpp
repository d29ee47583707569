/// Sweeps of motions: the table has what `simulate` says, and boundaries are where closed forms
/// have them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "study/simulate.hpp"
#include "support/scratch_folder.hpp"
#include "support/swept.hpp"

namespace carom {
namespace {

using ::testing::HasSubstr;

/// A disc of radius 0.1 m that is dropped from `height` (of its centre), spins and moves on.
std::string disc(const std::string& axes, const std::string& asked = R"(
[simulate]
duration = "duration"
tolerance = 1e-8
)") {
  return R"([world]
gravity = [0.0, -10.0]
[parameters]
height = 0.6
duration = 2.0
mu = 0.3
e = 0.5
[base]
position = [0.0, "height"]
[[link]]
name = "disc"
length = 0.0
mass = 1.0
com = 0.0
inertia = 0.005
[[surface]]
name = "floor"
[[contact]]
name = "rim"
link = "disc"
at = 0.0
surface = "floor"
friction = "mu"
restitution = "e"
outline = { kind = "disc", radius = 0.1 }
[state]
angles = [0.0]
rates = [-30.0]
velocity = [0.5, 0.0]
)" + asked +
         axes;
}

Study study_of(const std::string& scenario) {
  return study_from_text(scenario, "disc.toml");
}

constexpr const char* grid = R"(
[[sweep]]
parameter = "height"
values = [0.05, 0.1, 0.35, 0.6]
[[sweep]]
parameter = "duration"
values = [0, 0.2, 3]
[[sweep]]
parameter = "mu"
values = [0, 0.3]
)";

TEST(SimulateSweep, TheTableHasWhatSimulateSaysToTheLastBit) {
  const ScratchFolder folder;
  SweepRequest request = request_of("simulate");
  request.folder = folder / "results";
  request.laws = {"energetic", "kinematic"};
  const SweepReport report = swept(study_of(disc(grid)), request);
  EXPECT_EQ(report.points, 24);
  const SweepTable table(request.folder);
  std::vector<double> values(3);
  std::int64_t holes = 0;
  for (std::int64_t point = 0; point < 24; ++point) {
    SCOPED_TRACE(point);
    const auto& axes = table.question().grid;
    values_at(axes, point, values);
    const Slab slab = slab_of(axes, point);
    const auto category = [&](const std::string& law, const char* name) {
      return table.categories(table.column(law, name), slab)[0];
    };
    const std::vector<std::string> overrides{"height=" + std::to_string(values[0]),
                                             "duration=" + std::to_string(values[1]),
                                             "mu=" + std::to_string(values[2])};
    const auto exact = [&] { return study_from_text(disc(""), "disc.toml", overrides); };
    for (const std::string law : {"energetic", "kinematic"}) {
      const auto real = [&](const char* name, std::size_t component = 0) {
        return table.reals(table.column(law, name), slab).at(component);
      };
      SimulateRequest alone;
      alone.law = law;
      // The duration is looked at before the start.
      if (values[0] == 0.05 || values[1] == 0) {
        ++holes;
        EXPECT_THROW(simulate(exact(), alone), InputError);
        EXPECT_EQ(category("", "point"),
                  static_cast<int>(values[1] == 0 ? PointStatus::out_of_range
                                                  : PointStatus::below_surface));
        EXPECT_TRUE(std::isnan(real("time")));
        continue;
      }
      const SimulationReport told = simulate(exact(), alone);
      const Motion& motion = told.motion;
      EXPECT_EQ(category("", "point"), static_cast<int>(PointStatus::solved));
      EXPECT_EQ(category(law, "end"), static_cast<int>(motion.end));
      EXPECT_EQ(category(law, "mode"), static_cast<int>(motion.contacts[0].mode));
      EXPECT_EQ(real("time"), motion.final.time);
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(real("position", i), motion.final.positions[i]);
        EXPECT_EQ(real("velocity", i), motion.final.velocities[i]);
      }
      EXPECT_EQ(real("energy", 0), motion.energy.kinetic);
      EXPECT_EQ(real("energy", 1), motion.energy.gravity);
      EXPECT_EQ(real("energy", 4), motion.energy.friction);
      EXPECT_EQ(real("energy", 5), motion.energy.impacts);
      EXPECT_EQ(real("energy_error"), motion.energy_error);
      EXPECT_EQ(real("impacts"), static_cast<double>(motion.impacts));
      EXPECT_EQ(real("limits"), static_cast<double>(motion.limits));
      EXPECT_EQ(real("steps"), static_cast<double>(motion.steps));
      const auto first =
          std::ranges::find(told.events, MotionEventKind::impact, &MotionEvent::kind);
      if (first == told.events.end())
        EXPECT_TRUE(std::isnan(real("first_impact")));
      else
        EXPECT_EQ(real("first_impact"), first->time);
      double since = std::nan("");
      for (const MotionEvent& event : told.events)
        if (event.kind == MotionEventKind::contact) since = event.time;
      if (std::isnan(since))
        EXPECT_TRUE(std::isnan(real("lasting_since")));
      else
        EXPECT_EQ(real("lasting_since"), since);
    }
  }
  EXPECT_EQ(2 * report.holes, holes);
}

TEST(SimulateSweep, TheBytesDoNotDependOnThreads) {
  const ScratchFolder folder;
  const Study study = study_of(disc(grid));
  std::string first;
  for (const int threads : {1, 2}) {
    SweepRequest request = request_of("simulate", true);
    request.folder = folder / ("results" + std::to_string(threads));
    request.csv = true;
    request.chunk = 3;
    swept(study, request, threads);
    std::string bytes;
    for (const char* name : {"/results.h5", "/results.csv", "/boundaries.csv"}) {
      ASSERT_TRUE(std::filesystem::exists(request.folder + name)) << name;
      bytes += content(request.folder + name);
    }
    if (threads == 1)
      first = bytes;
    else
      EXPECT_TRUE(bytes == first);
  }
  EXPECT_GT(first.size(), 1000U);
}

/// The disc falls h = height − radius: its first impact is at √(2h/g), and impact k + 1 follows
/// impact k after 2 eᵏ √(2h/g). All bounces are over at √(2h/g) (1 + e)/(1 − e).
TEST(SimulateSweep, BoundariesOfTheNumberOfImpactsInClosedForm) {
  const SweepReport report =
      swept(study_of(disc(axis_text("duration", 0.05, 1.05, 21))), request_of("simulate", true));
  const double fall = std::sqrt(2 * 0.5 / 10);
  std::vector<double> expected;
  for (int k = 0; k < 3; ++k)
    expected.push_back(fall * (1 + 2 * (1 - std::pow(0.5, k)) / (1 - 0.5) * 0.5));
  std::vector<Boundary> impacts;
  for (const Boundary& boundary : report.boundaries)
    if (boundary.kind == BoundaryKind::impacts) impacts.push_back(boundary);
  ASSERT_GE(impacts.size(), 4U);
  EXPECT_EQ(impacts[0].below, "no impact");
  EXPECT_EQ(impacts[0].above, "1 impact");
  EXPECT_EQ(impacts[1].above, "2 impacts");
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(impacts[k].at, expected[k], 1e-9) << k;
  EXPECT_EQ(impacts.back().above, "infinitely many impacts");
  EXPECT_NEAR(impacts.back().at, 3 * fall, 1e-5);  // followed until 1e-5 of the duration is left
  const auto mode = std::ranges::find(report.boundaries, BoundaryKind::mode, &Boundary::kind);
  ASSERT_NE(mode, report.boundaries.end());
  EXPECT_EQ(mode->contact, "rim");
  EXPECT_EQ(mode->below, "apart");
}

/// Normal impulses add up to m g T whatever the bounces were; slip s is lost at (1 + m r²/I) = 3
/// times friction's impulse over m. So the disc just rolls at T where mu = |s|/(3 g T).
TEST(SimulateSweep, BoundaryBetweenSlidingAndRollingInClosedForm) {
  const SweepReport report =
      swept(study_of(disc(axis_text("mu", 0.01, 0.1, 10))), request_of("simulate", true));
  ASSERT_EQ(report.boundaries.size(), 1U);
  EXPECT_EQ(report.boundaries[0].kind, BoundaryKind::mode);
  EXPECT_EQ(report.boundaries[0].below, "slides-");
  EXPECT_EQ(report.boundaries[0].above, "sticks");
  EXPECT_NEAR(report.boundaries[0].at, 2.5 / (3 * 10 * 2), 1e-9);
}

/// The ledger closes by every law; of the columns only those asked for are there.
TEST(SimulateSweep, LawsAreSweptSideBySide) {
  SweepRequest request = request_of("simulate");
  request.laws = {"all"};
  request.quantities = {"energy_error"};
  const SweepReport report = swept(study_of(disc(R"(
[[sweep]]
parameter = "e"
values = [0, 0.5]
)")),
                                   request);
  EXPECT_EQ(report.holes, 0);
  int errors = 0;
  for (const ColumnSummary& column : report.columns) {
    if (column.name != "energy_error") continue;
    ++errors;
    EXPECT_LT(column.most, 1e-7);
  }
  EXPECT_EQ(errors, 6);  // with the law that knows one contact
}

/// A rod whose one end bounces and whose other end has no contact: a sweep says what `simulate`
/// does.
TEST(SimulateSweep, EndsThatPassSurfacesAreToldOf) {
  const Study study = study_from_text(
      "[parameters]\nv = -1\n[world]\ngravity = [0, -9.81]\n[base]\nposition = [0, 0.2]\n"
      "[[link]]\nname = \"rod\"\nlength = 1\nmass = 1\n[[surface]]\nname = \"floor\"\n"
      "[[contact]]\nname = \"l\"\nlink = \"rod\"\nat = 0\nsurface = \"floor\"\n"
      "[state]\nangles = [0]\nvelocity = [0, \"v\"]\n[simulate]\nduration = 0.5\n" +
          axis_text("v", -1, 0, 3),
      "rod");
  EXPECT_FALSE(simulate(study, {}).motion.passed.empty());
  const SweepReport report = swept(study, request_of("simulate"));
  EXPECT_THAT(report.notes,
              ::testing::Contains(HasSubstr("surfaces with which they have no contact")));
  const auto passed = std::ranges::find(report.columns, "passed", &ColumnSummary::name);
  ASSERT_NE(passed, report.columns.end());
  EXPECT_EQ(passed->most, 1);
}

TEST(SimulateSweep, EveryFaultOfARequestIsTold) {
  SweepRequest request = request_of("simulate");
  request.method = Method::paper;
  request.quantities = {"first_impct"};
  const std::string all = refused(study_of(disc(grid, "")), request).what();
  EXPECT_THAT(all, HasSubstr("--of simulate: this scenario has no [simulate]"));
  EXPECT_THAT(all, HasSubstr("--method means nothing with --of simulate"));
  EXPECT_THAT(all, HasSubstr("did you mean \"first_impact\"?"));
}

}  // namespace
}  // namespace carom
