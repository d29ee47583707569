#include "study/identify.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "reports/report_out.hpp"
#include "scenarios/dataset_file.hpp"

namespace carom {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

MeasuredTable table_of(const std::string& text) {
  std::vector<Fault> faults;
  MeasuredTable table = measured_from_text(text, "rows.csv", faults);
  EXPECT_TRUE(faults.empty());
  return table;
}

const std::string disc = R"toml([parameters]
mu = 0.2
e = 0.5
m = 0.5
[base]
position = [0.0, 0.1]
[[link]]
name = "disc"
length = 0.0
mass = "m"
inertia = 0.0025
[[surface]]
name = "floor"
[[contact]]
name = "rim"
link = "disc"
at = 0.0
surface = "floor"
outline = { kind = "disc", radius = 0.1 }
friction = "mu"
restitution = "e"
[state]
angles = [0.0]
velocity = [0.3, -1.0]
)toml";
const std::string disc_fit = R"toml([fit]
free = ["mu", "e"]
bounds = { mu = [0.0, 2.0], e = [0.0, 1.0] }
compare = ["velocity.x_after", "velocity.y_after", "rate.disc_after"]
given = { "velocity.x" = "vx", "velocity.y" = "vy" }
weights = { "rate.disc_after" = 0.01 }
)toml";

/// A disc without spin, m r²/I = 2: it slides throughout where v_x/3 > μ(1 + e)|v_y|, and rolls
/// after the impact elsewhere.
struct Bounce {
  double x, y, rate;
};
Bounce bounce(double mu, double e, double vx, double vy) {
  const double normal = (1 + e) * -vy;
  const double tangential = std::min(mu * normal, vx / 3);
  return {vx - tangential, -e * vy, -tangential * 0.1 / 0.005};
}

std::string bounces(std::mt19937& random, int rows, double noise) {
  std::normal_distribution<> normal(0, noise);
  std::uniform_real_distribution<> speed(1, 3);
  std::string out = "vx,vy,velocity.x_after,velocity.y_after,rate.disc_after\n";
  for (int i = 0; i < rows; ++i) {
    const double vx = 2 * speed(random), vy = -speed(random);
    const Bounce after = bounce(0.15, 0.6, vx, vy);
    out += fmt::format("{},{},{},{},{}\n", vx, vy, after.x + normal(random),
                       after.y + normal(random), after.rate + 10 * normal(random));
  }
  return out;
}

TEST(Identify, WithoutNoiseTheTruth) {
  std::mt19937 random(1);
  const auto report =
      identify(study_from_text(disc + disc_fit, "disc"), table_of(bounces(random, 20, 0)));
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.slopes, FitSlopes::exact);
  EXPECT_EQ(report.answered, 20);
  EXPECT_NEAR(report.parameters[0].value, 0.15, 1e-9);
  EXPECT_NEAR(report.parameters[1].value, 0.6, 1e-9);
  EXPECT_LT(report.sum, 1e-18);
  // Where every row would roll nothing depends on μ: a start there stays.
  EXPECT_GE(report.agree, 4);
}

/// The truth lies within the intervals in the share of cases that they claim.
TEST(Identify, Coverage) {
  std::mt19937 random(7);
  const Study study = study_from_text(disc + disc_fit + "confidence = 0.9\n", "disc");
  constexpr int trials = 200;
  const double truth[] = {0.15, 0.6};
  int wald[2] = {0, 0}, profile[2] = {0, 0};
  IdentifyRequest request;
  request.starts = 0;
  for (int k = 0; k < trials; ++k) {
    const auto report = identify(study, table_of(bounces(random, 8, 0.05)), request);
    for (std::size_t j = 0; j < 2; ++j) {
      const FittedParameter& own = report.parameters[j];
      wald[j] += *own.low <= truth[j] && truth[j] <= *own.high ? 1 : 0;
      profile[j] += *own.profile_low <= truth[j] && truth[j] <= *own.profile_high ? 1 : 0;
    }
  }
  for (const int j : {0, 1}) {
    // 180 expected, standard deviation 4.2; three of them.
    EXPECT_NEAR(wald[j], 0.9 * trials, 13) << j;
    EXPECT_NEAR(profile[j], 0.9 * trials, 13) << j;
  }
}

/// Straight down nothing depends on friction, and never on the mass of a single body.
TEST(Identify, WhatTheDataDoNotDetermineIsSaid) {
  const std::string fit =
      "[fit]\nfree = [\"mu\", \"e\", \"m\"]\nbounds = { mu = [0, 2], e = [0, 1], m = [0.1, 1] }\n"
      "compare = [\"velocity.x_after\", \"velocity.y_after\"]\n"
      "given = { \"velocity.x\" = \"vx\", \"velocity.y\" = \"vy\" }\n";
  const auto report = identify(study_from_text(disc + fit, "disc"),
                               table_of("vx,vy,velocity.x_after,velocity.y_after\n0,-1,0.01,0.6\n"
                                        "0,-2,-0.01,1.21\n0,-1.5,0,0.89\n"));
  EXPECT_FALSE(report.parameters[0].determined);
  EXPECT_TRUE(report.parameters[1].determined);
  EXPECT_FALSE(report.parameters[2].determined);
  EXPECT_NEAR(report.parameters[1].value, (0.6 + 2 * 1.21 + 1.5 * 0.89) / 7.25, 1e-9);
  EXPECT_FALSE(report.condition);
  EXPECT_EQ(report.open.size(), 2U);
  EXPECT_THAT(report.warnings, ::testing::Contains(HasSubstr("do not determine mu")));
  EXPECT_THAT(text(report), HasSubstr("not determined"));
}

/// Rows without an answer are out, and named; the others decide.
TEST(Identify, RowsWithoutAnAnswerAreNamed) {
  const auto report =
      identify(study_from_text(disc + disc_fit, "disc"),
               table_of("vx,vy,velocity.x_after,velocity.y_after,rate.disc_after\n"
                        "3,-1,2.76,0.6,-4.8\n1,1,1,1,0\n,-1,0,0,0\n3,-2,,,\n4,-1,3.76,0.6,-4.8\n"));
  EXPECT_EQ(report.answered, 2);
  ASSERT_EQ(report.gaps.size(), 3U);
  EXPECT_EQ(report.gaps[0].row, 2);
  EXPECT_EQ(report.gaps[0].why, "not_colliding");
  EXPECT_EQ(report.gaps[1].why, "no value of velocity.x");
  EXPECT_EQ(report.gaps[1].line, 4);
  EXPECT_EQ(report.gaps[2].why, "nothing measured");
  EXPECT_NEAR(report.parameters[0].value, 0.15, 1e-6);
  EXPECT_NEAR(report.parameters[1].value, 0.6, 1e-6);
}

/// The estimate is at the bound where the truth is beyond it.
TEST(Identify, AtABound) {
  std::mt19937 random(3);
  const std::string text = disc + disc_fit;
  const std::string bounded = "bounds = { mu = [0.0, 2.0], e = [0.0, 0.55] }";
  std::string other = text;
  other.replace(other.find("bounds"), other.find("\n", other.find("bounds")) - other.find("bounds"),
                bounded);
  const auto report = identify(study_from_text(other, "disc"), table_of(bounces(random, 10, 0.01)));
  EXPECT_EQ(report.parameters[1].value, 0.55);
  EXPECT_EQ(report.parameters[1].at, FitEnd::high);
  EXPECT_FALSE(report.parameters[1].error);
  EXPECT_TRUE(report.parameters[1].high_at_bound);
  EXPECT_THAT(report.warnings, ::testing::Contains(HasSubstr("e is at its high bound")));
}

std::string faults_of(const std::string& fit, const std::string& table = "vx\n1\n") {
  try {
    identify(study_from_text(disc + fit, "disc"), table_of(table));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// All faults of [fit] at once, with their places and the nearest names.
TEST(Identify, FaultsOfNames) {
  EXPECT_THAT(
      faults_of("[fit]\nfree = [\"mi\", \"e\", \"e\"]\nbounds = { e = [0.6, 1], m = [1, 0] }\n"
                "compare = [\"velocity.x_afte\", \"velocity.rim.n_after\"]\n"
                "given = { \"velocity.z\" = \"vx\", e = \"vx\" }\nweights = { x = 1 }\n"
                "confidence = 1.5\n"),
      AllOf(HasSubstr("free \"mi\" is not a parameter; did you mean \"mu\"?"),
            HasSubstr("free names \"e\" twice"),
            HasSubstr("bounds: e starts at 0.5; must be within [0.6, 1]"),
            HasSubstr("two numbers, [low, high], the lower one first"),
            HasSubstr("did you mean \"velocity.x_after\"?"),
            HasSubstr("given \"velocity.z\" is not a parameter or a part of the state; did you "
                      "mean \"velocity.x\"?"),
            HasSubstr("given \"e\" is free"),
            HasSubstr("weights \"x\" is not something that is compared"),
            HasSubstr("confidence is 1.5; must be in (0, 1)"), HasSubstr("disc:26:9: ")));
  EXPECT_THAT(
      faults_of("[fit]\nfree = [\"e\"]\ncompare = [\"velocity.y_after\"]\n"
                "given = { \"velocity.y\" = \"vy\" }\nwhere = \"flog\"\n",
                "vx,flag\n1,0\n"),
      AllOf(HasSubstr("velocity.y_after: \"velocity.y_after\" is not a column of rows.csv"),
            HasSubstr("velocity.y: \"vy\" is not a column of rows.csv; did you mean \"vx\"?"),
            HasSubstr("where: \"flog\" is not a column of rows.csv; did you mean \"flag\"?")));
  EXPECT_THAT(faults_of(""), HasSubstr("this scenario has no [fit]"));
  EXPECT_THAT(faults_of("[fit]\nfree = [\"e\"]\ncompare = [\"angle.disc\"]\n"),
              HasSubstr("compare \"angle.disc\" is not something that is predicted"));
}

const std::string thrown = R"toml([parameters]
g = 9.0
vx = 1.0
vy = 2.0
h = 1.0
e = 0.7
[world]
gravity = [0.0, "-g"]
[base]
position = [0.0, "h"]
[[link]]
name = "ball"
length = 0.0
mass = 1.0
inertia = 1.0
[[surface]]
name = "floor"
[[contact]]
name = "touch"
link = "ball"
at = 0.0
surface = "floor"
restitution = "e"
[state]
angles = [0.0]
velocity = ["vx", "vy"]
[simulate]
duration = 2.5
tolerance = 1e-11
)toml";

/// A throw, sampled at any times, through a bounce: gravity, speeds and restitution come back.
TEST(Identify, SamplesOfAMotion) {
  const double g = 9.81, vx = 1.3, vy = 2.4, h = 1.1, e = 0.8;
  const double fall = (vy + std::sqrt(vy * vy + 2 * g * h)) / g, speed = g * fall - vy;
  std::string rows = "t,position.x,position.y\n";
  for (const double t : {0.05, 0.21, 0.4, 0.633, 0.7, 0.91, 1.1, 1.25, 1.4}) {
    const double s = t - fall;
    const double y = s < 0 ? h + vy * t - 0.5 * g * t * t : e * speed * s - 0.5 * g * s * s;
    rows += fmt::format("{},{},{}\n", t, vx * t, y);
  }
  const auto report = identify(
      study_from_text(
          thrown + "[fit]\nfree = [\"g\", \"vx\", \"vy\", \"h\", \"e\"]\n"
                   "bounds = { e = [0, 1], g = [5, 15] }\n"
                   "compare = [\"position.x\", \"position.y\"]\ncolumns = { time = \"t\" }\n",
          "thrown"),
      table_of(rows), {.starts = 0, .profiles = false});
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.subject, FitSubject::sample);
  const double truth[] = {g, vx, vy, h, e};
  // The motion is known to 1e-9, the state between its samples to a cubic: parabolas exactly.
  for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(report.parameters[j].value, truth[j], 1e-6);
}

/// When it strikes: only h/g and e show, whatever bound the valley's search comes to.
TEST(Identify, TimesOfImpacts) {
  const std::string fit =
      "[fit]\nfree = [\"e\", \"h\", \"g\"]\nbounds = { e = [0, 1], h = [0.1, 5], g = [1, 30] }\n"
      "compare = [\"impact.1.time\", \"impact.2.time\", \"impact.3.time\"]\n";
  const double t = std::sqrt(2 * 1.2 / 9.81);
  std::string rows = "impact.1.time,impact.2.time,impact.3.time\n";
  for (const double noise : {-1e-4, 0.5e-4, 1e-4})
    rows += fmt::format("{},{},{}\n", t + noise, t * (1 + 2 * 0.8) - noise,
                        t * (1 + 2 * 0.8 + 2 * 0.64) + 0.3 * noise);
  const std::vector<std::string> dropped{"vy=0", "vx=0"};
  const auto report = identify(study_from_text(thrown + fit, "thrown", dropped), table_of(rows),
                               {.starts = 2, .profiles = false});
  EXPECT_TRUE(report.parameters[0].determined);
  EXPECT_FALSE(report.parameters[1].determined);
  EXPECT_FALSE(report.parameters[2].determined);
  EXPECT_NEAR(report.parameters[0].value, 0.8, 1e-3);
  EXPECT_NEAR(report.parameters[1].value / report.parameters[2].value, 1.2 / 9.81, 1e-4);
  // Profiles that were not asked for are not said to be flat.
  for (const std::string& warning : report.warnings)
    EXPECT_EQ(warning.find("profile"), std::string::npos) << warning;
}

/// An impact that does not happen within the motion has no time; that row is named.
TEST(Identify, AnEventThatDoesNotHappen) {
  const std::string fit =
      "[fit]\nfree = [\"e\"]\nbounds = { e = [0, 1] }\ngiven = { h = \"h\" }\n"
      "compare = [\"impact.2.time\"]\n";
  const std::vector<std::string> dropped{"vy=0", "vx=0", "g=9.81"};
  const double t = std::sqrt(2 * 1.2 / 9.81);
  const auto report =
      identify(study_from_text(thrown + fit, "thrown", dropped),
               table_of(fmt::format("h,impact.2.time\n1.2,{}\n1.2,{}\n60,4\n", 2.6 * t, 2.6 * t)),
               {.starts = 0, .profiles = false});
  EXPECT_NEAR(report.parameters[0].value, 0.8, 1e-6);
  ASSERT_EQ(report.gaps.size(), 1U);
  EXPECT_EQ(report.gaps[0].row, 3);
  EXPECT_EQ(report.gaps[0].why, "no such event within the motion");
}

/// Tables 3.4 to 3.7 of Alluhydan 2019: chains whose velocities after were measured. By rigid
/// contacts, the restitutions of all pairs free, velocities of any momentum-conserving outcome can
/// be reached while each stays in [0, 1]; so what is left of a row is how far it is from conserving
/// momentum, (Σ m v − p)²/Σ m².
TEST(Identify, MeasuredChainsOfTheDissertation) {
  const Dataset& data = *embedded_dataset("alluhydan2019");
  int inside = 0, rows = 0;
  for (const DatasetExperiment& row : data.experiments) {
    const std::size_t n = row.bodies.size();
    if (!row.erratum.empty() || n != 3) continue;
    std::string scenario = "[parameters]\n", bodies, pairs, free, compare, head, line;
    double momentum = 0, squares = 0;
    for (std::size_t b = 0; b < n; ++b) {
      const double mass = find_body(data, row.bodies[b])->mass;
      bodies += fmt::format("[[body]]\nname = \"b{}\"\nkind = \"ball\"\nmass = {}\nvelocity = {}\n",
                            b, mass, b == 0 ? row.velocity_before : 0.0);
      momentum += mass * row.velocities_after[b];
      if (b == 0) momentum -= mass * row.velocity_before;
      squares += mass * mass;
      compare += fmt::format("{}\"velocity.b{}_after\"", b > 0 ? ", " : "", b);
      head += fmt::format("{}velocity.b{}_after", b > 0 ? "," : "", b);
      line += fmt::format("{}{}", b > 0 ? "," : "", row.velocities_after[b]);
      if (b == 0) continue;
      scenario += fmt::format("e{} = 0.5\n", b);
      pairs +=
          fmt::format("[[pair]]\nbetween = [\"b{}\", \"b{}\"]\nrestitution = \"e{}\"\ngap = {}\n",
                      b - 1, b, b, b == 1 ? 0.0 : 1e-6);
      free += fmt::format("{}\"e{}\"", b > 1 ? ", " : "", b);
    }
    scenario += "[train]\nmodel = \"rigid\"\n" + bodies + pairs +
                fmt::format(
                    "[fit]\nfree = [{}]\ncompare = [{}]\nbounds = {{ e1 = [0, 1], e2 = [0, 1] "
                    "}}\n",
                    free, compare);
    const auto report =
        identify(train_study_from_text(scenario, row.table), table_of(head + "\n" + line + "\n"),
                 {.starts = 8, .profiles = false});
    ++rows;
    // No outcome leaves less: hits conserve momentum, whatever the restitutions.
    const double least = momentum * momentum / squares;
    EXPECT_GE(report.sum, least * (1 - 1e-6)) << row.table << " " << row.row;
    const bool free_to_move =
        report.parameters[0].at == FitEnd::inside && report.parameters[1].at == FitEnd::inside;
    if (free_to_move && report.sum < least * (1 + 1e-4)) ++inside;
  }
  EXPECT_GT(rows, 10);
  EXPECT_GT(inside, rows / 3);
}

/// What a page reads of the answer is what was told.
TEST(Identify, JsonAndBack) {
  std::mt19937 random(1);
  const auto report =
      identify(study_from_text(disc + disc_fit, "disc"), table_of(bounces(random, 6, 0.05)));
  IdentificationReport again;
  read_answer(json(report), again);
  EXPECT_EQ(json(again), json(report));
}

}  // namespace
}  // namespace carom
