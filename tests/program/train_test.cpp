/// collide, segment and fit as their users run them.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program/running.hpp"
#include "support/places.hpp"

namespace carom {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Trains, EveryExampleCollidesAndIsDrawn) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(places::examples)) {
    if (!entry.path().filename().string().starts_with("train_")) continue;
    SCOPED_TRACE(entry.path().filename());
    ++count;
    const std::string svg = scratch("train.svg");
    const auto ran = carom("collide " + entry.path().string() + " --svg " + svg);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    EXPECT_THAT(content(svg), HasSubstr("</svg>"));
    EXPECT_THAT(carom("strike " + entry.path().string()).err, HasSubstr("is a train"));
  }
  EXPECT_GE(count, 4);
}

TEST(Trains, JsonHasTheContract) {
  const auto ran = carom("collide " + example("train_two_bodies") + " --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json report = json::parse(ran.out);
  EXPECT_EQ(report["format"], 1);
  EXPECT_EQ(report["verdict"], "collided");
  EXPECT_EQ(report["bodies"][0]["name"], "ball");
  EXPECT_EQ(report["bodies"][0]["segments"], 38);
  EXPECT_EQ(report["bodies"][0]["velocity_before"], 0.5);
  // tests/data/train.json, SS1_hertz_38_4_v0.5
  EXPECT_NEAR(report["bodies"][0]["velocity_after"], -0.11736983752729924, 1e-9);
  EXPECT_NEAR(report["restitution"], 0.928642963515034, 1e-9);
  EXPECT_NEAR(report["energy"]["before"].get<double>(),
              report["energy"]["after"].get<double>() +
                  report["energy"]["vibration"].get<double>() +
                  report["energy"]["lost"].get<double>(),
              1e-12);
  const json& contact = report["contacts"][0];
  EXPECT_EQ(contact["between"], json({"ball", "cylinder"}));
  EXPECT_NEAR(contact["peak_force"], 1284.6324141592172, 1e-6);
  EXPECT_NEAR(contact["indentation"][0], 6.34227019150611e-05, 1e-13);
  EXPECT_EQ(contact["touches"], 1);
}

/// Each derivative is that of the program's own answers.
TEST(Trains, SensitivityIsThatOfTheAnswers) {
  const std::string file = example("train_ball_cylinder");
  const auto at = [&](double v) {
    const auto ran =
        carom(fmt::format("collide {} -p v={:.17g} --sensitivity=v,state --json", file, v));
    EXPECT_EQ(ran.status, 0) << ran.err;
    return json::parse(ran.out);
  };
  constexpr double step = 1e-4;
  const json here = at(0.5), before = at(0.5 - step), after = at(0.5 + step);
  const auto difference = [&](const char* path) {
    const json::json_pointer pointer{std::string(path)};
    return (after[pointer].get<double>() - before[pointer].get<double>()) / (2 * step);
  };
  const json& slopes = here["sensitivity"]["v"];
  // Differences err by step² and by the second derivative's bends.
  EXPECT_NEAR(slopes["velocity"][0], difference("/bodies/0/velocity_after"), 1e-6);
  EXPECT_NEAR(slopes["velocity"][1], difference("/bodies/1/velocity_after"), 1e-6);
  EXPECT_NEAR(slopes["vibration"], difference("/energy/vibration"), 1e-6);
  EXPECT_NEAR(slopes["lost"], difference("/energy/lost"), 1e-6);
  EXPECT_NEAR(slopes["restitution"], difference("/restitution"), 1e-6);
  EXPECT_NEAR(slopes["contacts"][0]["impulse"], difference("/contacts/0/impulse"), 1e-6);
  EXPECT_NEAR(slopes["contacts"][0]["to"], difference("/contacts/0/to"), 1e-9);
  EXPECT_EQ(here["sensitivity"]["state"]["velocity.ball"]["velocity"], slopes["velocity"]);
  EXPECT_EQ(here["sensitivity"]["state"]["gap.ball.cylinder"]["side"], "above");
  EXPECT_FALSE(slopes.contains("side"));
}

TEST(Trains, SensitivityRefusesAWrongNameAndSaysWhyThereIsNone) {
  const auto wrong = carom("collide " + example("train_ball_cylinder") + " --sensitivity=stat");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err,
              HasSubstr("\"stat\" is not a parameter of the scenario; did you mean \"state\"?"));
  EXPECT_EQ(wrong.out, "");
  EXPECT_THAT(carom("collide " + example("train_cradle") + " --sensitivity").err,
              HasSubstr("the scenario has no [parameters]"));
  const std::string file = written(
      "plastic.toml",
      "[parameters]\ne = 0\nn = 2\n[train]\nmodel = 'hertz'\n[[body]]\nname = 'a'\nmass = 1\n"
      "stiffness = 1e6\ncontact_stiffness = 1e6\nsegments = 'n'\nvelocity = 1\n[[body]]\nname = "
      "'b'\n"
      "mass = 1\ncontact_stiffness = 1e6\n[[pair]]\nbetween = ['a', 'b']\nrestitution = 'e'\n");
  const auto ran = carom("collide " + file + " --sensitivity --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json slopes = json::parse(ran.out)["sensitivity"];
  EXPECT_THAT(slopes["e"]["why"].get<std::string>(), HasSubstr("restitution 0 is held"));
  EXPECT_EQ(slopes["n"]["why"], "numbers of segments are whole");
  EXPECT_FALSE(slopes["e"].contains("velocity"));
  EXPECT_THAT(carom("collide " + file + " --sensitivity").out,
              HasSubstr("n: no derivative: numbers of segments are whole"));
}

TEST(Trains, AParameterChangesTheSpeed) {
  const auto ran = carom("collide " + example("train_two_bodies") + " -p v=-1 --json");
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(json::parse(ran.out)["verdict"], "never_meet");
}

TEST(Trains, AMillionSegmentsAreToldTheirCost) {
  std::string text = content(example("train_two_bodies"));
  text.replace(text.find("segments = 38"), 13, "segments = 1000000");
  const auto ran = carom("collide " + written("million.toml", text));
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("it would take about"));
}

TEST(Trains, ConvergeTellsWhetherItSettles) {
  const auto ran = carom("collide " + example("train_two_bodies") + " --converge --json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(json::parse(ran.out)["convergence"]["settled"]);
  const auto strict =
      carom("collide " + example("train_two_bodies") + " --converge 1e-7 --patience 0.5 --json");
  EXPECT_EQ(strict.status, 1);
  EXPECT_FALSE(json::parse(strict.out)["convergence"]["settled"]);
}

TEST(Trains, FaultsHavePlaces) {
  const auto ran = carom("collide " + written("bad.toml", R"([train]
model = "herz"
[[body]]
name = "a"
mass = 1
stiffness = -3e7
contact_stiffness = 1e9
[[body]]
name = "b"
use = "alluhydan2019/S1d"
[[pair]]
between = ["a", "b"]
restitution = 1.5
gap = -1e-5
[[link]]
name = "x"
length = 1
mass = 1
)"));
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(ran.out, "");
  for (const char* part :
       {":2:9: train: model is \"herz\"; must be \"rigid\", \"bilinear\" or \"hertz\"; did you "
        "mean "
        "\"hertz\"?",
        ":6:13: body \"a\": stiffness is -30000000; must be >= 0",
        ":10:7: body \"b\": use names body \"S1d\", which \"alluhydan2019\" does not have; did you "
        "mean \"S1b\"?",
        ":13:15: pair \"a–b\": restitution is 1.5; must be in [0, 1]",
        ":14:7: pair \"a–b\": gap is -1e-05: the bodies overlap; must be >= 0",
        ":15:1: link: belongs to a mechanism, but this file has a train"})
    EXPECT_THAT(ran.err, HasSubstr(part));
}

TEST(Trains, DataOfOnesOwn) {
  written("mine.toml", R"([[body]]
name = "bead"
material = "glass"
mass = 0.01
stiffness = 1e6
contact_stiffness = 1e9
[[restitution]]
left = "glass"
right = "glass"
value = 0.8
)");
  const auto ran = carom("collide " + written("own.toml", R"([train]
data = "mine.toml"
[[body]]
name = "a"
use = "mine/bead"
velocity = 1
[[body]]
name = "b"
use = "mine/bead"
)") + " --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_NEAR(json::parse(ran.out)["restitution"], 0.8, 1e-12);
}

/// The dissertation's spread of restitution in the example: sampled, the same whoever computes it.
TEST(Trains, SpreadPropagatesThroughASweep) {
  const std::string one = fresh("one"), two = fresh("two");
  const std::string sweep = "sweep " + example("train_uncertain") + " --of collide --json";
  const auto ran = carom(sweep + " --threads 1 -o " + one);
  ASSERT_EQ(ran.status, 0) << ran.err;
  ASSERT_EQ(carom(sweep + " --threads 2 --chunk 17 -o " + two).status, 0);
  for (const char* file : {"results.h5", "results.csv", "summary.json"})
    EXPECT_TRUE(content(one + "/" + file) == content(two + "/" + file)) << file;
  const json report = json::parse(ran.out);
  EXPECT_EQ(report["of"], "collide");
  EXPECT_EQ(report["laws"], json::array());
  EXPECT_EQ(report["summary"]["verdict"]["collided"], 2000);
  const json& after = report["statistics"]["velocity_after"];
  const json& restitution = report["statistics"]["restitution"];
  EXPECT_EQ(restitution["count"], 2000);
  // Momentum: 0.544 v1 + 0.084 v2 = 0.544 · 0.5 for means too.
  EXPECT_NEAR(
      0.544 * after["ball"]["mean"].get<double>() + 0.084 * after["cylinder"]["mean"].get<double>(),
      0.272, 1e-14);
  EXPECT_LT(restitution["percentiles"]["2.5"], restitution["percentiles"]["50"]);
  // The folder tells the same when it is asked again.
  const auto again = carom(sweep + " --resume -o " + one);
  EXPECT_EQ(json::parse(again.out)["statistics"], report["statistics"]);
  EXPECT_THAT(carom("sweep " + example("train_uncertain") + " --of collide").out,
              HasSubstr("velocity_after ball m/s"));
}

TEST(Trains, SweepsSayWhatTheyAreOf) {
  const auto strike = carom("sweep " + example("train_uncertain"));
  EXPECT_EQ(strike.status, 2);
  EXPECT_THAT(strike.err, HasSubstr("`carom sweep --of collide` take it"));
  const auto mechanism = carom("sweep " + example("three_link") + " --of collide");
  EXPECT_EQ(mechanism.status, 2);
  EXPECT_THAT(mechanism.err, HasSubstr("has no [train]"));
  const auto faults = carom("sweep " + example("train_uncertain") +
                            " --of collide --law energetic --quantities restitutio --threads 0");
  EXPECT_EQ(faults.status, 2);
  for (const char* part : {"--law means nothing with --of collide", "did you mean \"restitution\"?",
                           "--threads is 0; must be >= 1"})
    EXPECT_THAT(faults.err, HasSubstr(part));
}

TEST(Trains, BodiesFarApartAndNearlyAsFastAreDrawn) {
  for (const char* numbers : {"gap = 1e-3\n", "gap = 1e4\n", ""}) {
    const bool touching = std::string(numbers).empty();
    const std::string svg = fresh("far.svg");
    const auto ran = carom("collide " +
                           written("far.toml", std::string(R"([[body]]
name = "a"
mass = 0.05
contact_stiffness = 4e8
velocity = 1.0
[[body]]
name = "b"
mass = 0.08
contact_stiffness = 9e8
velocity = 0.999999999999)") + (touching ? "9999\n" : "\n") +
                                                   R"([[pair]]
between = ["a", "b"]
restitution = 0.6
)" + numbers) + " --svg " + svg);
    EXPECT_EQ(ran.status, 0) << ran.err;
    if (std::string(numbers) == "gap = 1e4\n") {  // they meet after 1e16 s, for 0.1 s
      EXPECT_THAT(ran.out, HasSubstr("not drawn"));
      continue;
    }
    EXPECT_THAT(content(svg), HasSubstr("</svg>"));
    EXPECT_THAT(content(svg), ::testing::Not(HasSubstr("nan")));
  }
}

TEST(Trains, SegmentExplains) {
  const auto ran = carom("segment " + example("train_five_bodies"));
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, HasSubstr("touches only balls: as large wooden ball"));
  const auto document =
      json::parse(carom("segment " + example("train_five_bodies") + " --json").out);
  EXPECT_EQ(document["rule"]["segments"], json({6, 38, 38, 4, 4}));
}

TEST(Trains, FitTellsThatThePrintedRuleIsNotRecovered) {
  const auto ran = carom("fit --json");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json report = json::parse(ran.out);
  EXPECT_EQ(report["pairs"].size(), 18u);
  EXPECT_THAT(report["notes"].dump(), HasSubstr("not recovered"));
  EXPECT_EQ(carom("fit --interior lossles").status, 2);
  EXPECT_EQ(carom("fit none.toml").status, 2);
}

/// Two strike one from both sides: decided together, by a law that is named wherever that is told,
/// and what hits one after the other would lead to stands beside it on request.
TEST(Trains, CoincidentRigidHitsAreDecidedTogether) {
  const std::string file = written("both_sides.toml", R"([parameters]
v = 1
[train]
model = "rigid"
[[body]]
name = "a"
mass = 1
velocity = "v"
[[body]]
name = "b"
mass = 2
[[body]]
name = "c"
mass = 1
velocity = -1
[[pair]]
between = ["a", "b"]
restitution = 0.5
[[pair]]
between = ["b", "c"]
restitution = 0.5
[[sweep]]
parameter = "v"
values = [-1, 0, 1, 2]
)");
  const std::string folder = fresh("both_sides");
  const auto ran = carom("collide " + file + " --json --ratios -o " + folder);
  EXPECT_EQ(ran.status, 0);
  const json answer = json::parse(ran.out);
  EXPECT_EQ(answer["verdict"], "collided");
  EXPECT_EQ(answer["simultaneous"], 1);
  const auto after = [](const json& outcome) {
    std::vector<double> velocities;
    for (const json& body : outcome["bodies"]) velocities.push_back(body["velocity_after"]);
    return velocities;
  };
  EXPECT_THAT(after(answer), ElementsAre(-0.5, 0, 0.5));
  ASSERT_EQ(answer["alternatives"].size(), 2U);
  EXPECT_THAT(after(answer["alternatives"][0]), ElementsAre(-0.5, 0.125, 0.25));
  EXPECT_THAT(after(answer["alternatives"][1]), ElementsAre(-0.25, -0.125, 0.5));
  EXPECT_EQ(answer["alternatives"][0]["order"],
            json::parse(R"([["b", "c"], ["a", "b"], ["b", "c"]])"));
  EXPECT_EQ(answer["alternatives"][0]["energy"]["lost"], 0.828125);

  const auto text = carom("collide " + file + " --ratios");
  EXPECT_EQ(text.status, 0);
  for (const char* words : {"decided together by the law simultaneous", "together, by springs",
                            "alternative 3", "a–b, b–c, a–b"})
    EXPECT_THAT(text.out, HasSubstr(words));
  EXPECT_THAT(carom("collide " + file).out, HasSubstr("--ratios shows how much"));

  EXPECT_EQ(carom("report " + folder).status, 0);
  const std::string page = page_data(folder + "/report.html").dump();
  for (const char* words : {"decided together by the law simultaneous", "alternative 3"})
    EXPECT_THAT(page, HasSubstr(words));

  const json swept = json::parse(carom("sweep " + file + " --of collide --json").out);
  EXPECT_EQ(swept["summary"]["verdict"]["collided"], 4);
}

}  // namespace
}  // namespace carom
