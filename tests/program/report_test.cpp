/// Reports and reproduced studies as users ask for them. What the pages look like is tested in a
/// browser (web/tests).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "program/running.hpp"
#include "program/started.hpp"

namespace carom {
namespace {

using namespace testing;
using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(ReportProgram, APageHoldsTheSweepItsStopsAndItsBoundaries) {
  const std::string folder = fresh("swept"), file = scratch("report.html");
  ASSERT_EQ(carom("sweep " + example("three_link") + " --law all --boundaries -o " + folder).status,
            0);
  const auto ran = carom("report " + folder + " -o " + file);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json data = page_data(file);
  const json& sweep = data.at("sections").at(0);
  EXPECT_EQ(sweep.at("axes").at(0).at("values").size(), 181u);
  EXPECT_EQ(sweep.at("axes").at(0).at("unit"), "rad");
  EXPECT_GE(sweep.at("laws").size(), 5u);
  EXPECT_EQ(sweep.at("laws").at(2).at("energy_loss").size(), 181u);
  EXPECT_GE(sweep.at("stops").size(), 181u);
  EXPECT_GT(sweep.at("boundaries").size(), 20u);
  EXPECT_FALSE(sweep.contains("thinned"));
}

TEST(ReportProgram, ALargeSweepIsThinnedAndSaysSo) {
  std::string text = content(example("three_link"));
  text.replace(text.find("count = 181"), 11, "count = 50001");
  const std::string folder = fresh("large"), file = scratch("large.html");
  ASSERT_EQ(carom("sweep " + written("large.toml", text) + " -o " + folder + " --no-csv").status,
            0);
  ASSERT_EQ(carom("report " + folder + " -o " + file).status, 0);
  const json page = page_data(file);
  const json& sweep = page.at("sections").at(0);
  EXPECT_EQ(sweep.at("thinned").at("computed"), 50001);
  EXPECT_THAT(sweep.at("thinned").at("note").get<std::string>(),
              HasSubstr("of 50001 points are shown"));
  EXPECT_LT(content(file).size(), 6u << 20);
}

TEST(ReportProgram, BadRequestsAreRefused) {
  EXPECT_EQ(carom("report " + scratch("nowhere") + " -o " + scratch("x.html")).status, 2);
  EXPECT_FALSE(fs::exists(scratch("x.html")));
  std::string text = content(example("three_link"));
  text.replace(text.find("count = 181"), 11, "count = 5");
  for (const char* parameter : {"e", "muc"})
    text +=
        std::string("[[sweep]]\nparameter = \"") + parameter + "\"\nfrom = 0\nto = 1\ncount = 3\n";
  const std::string folder = fresh("three_axes"), file = scratch("three.html");
  ASSERT_EQ(carom("sweep " + written("three_axes.toml", text) + " -o " + folder).status, 0);
  const auto refused = carom("report " + folder + " -o " + file);
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("hold the others with --at"));
  const auto unknown = carom("report " + folder + " --at f=1 -o " + file);
  EXPECT_EQ(unknown.status, 2);
  const auto held = carom("report " + folder + " --at e=0.6 -o " + file);
  EXPECT_EQ(held.status, 0) << held.err;
  EXPECT_EQ(page_data(file).at("sections").at(0).at("parameters").at("e"), 0.5);
}

/// The section of a kind and title.
json section(const json& page, const std::string& kind, const std::string& title) {
  for (const json& each : page.at("sections"))
    if (each.at("kind") == kind && each.at("title").get<std::string>().starts_with(title))
      return each;
  ADD_FAILURE() << "no " << kind << " \"" << title << "\"";
  return json::object();
}

TEST(ReportProgram, CriticalCurvesLieBetweenTheirRegions) {
  const std::string folder = fresh("plane");
  ASSERT_EQ(carom("critical " + example("particle_plane") + " -o " + folder).status, 0);
  EXPECT_EQ(carom("critical " + example("particle_plane") + " -o " + folder).status, 2);
  const auto ran = carom("report " + folder);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const json page = page_data(folder + "/report.html");
  const json panel = section(page, "figure", "Critical curves").at("panels").at(0);
  EXPECT_EQ(panel.at("x").at("unit"), "°");
  const json& cells = panel.at("cells");
  const std::size_t columns = cells.at("x").size() - 1, rows = cells.at("y").size() - 1;
  EXPECT_EQ(columns, 72u);
  // Packed beyond 2,000: 72 × 72 doubles in base64.
  ASSERT_EQ(cells.at("values").at("f64").get<std::string>().size(),
            (columns * rows * 8 + 2) / 3 * 4);
  const json& curve = panel.at("series").at(0);
  EXPECT_EQ(curve.at("name"), "rods L0 and L1 are perpendicular");
  for (std::size_t i = 0; i < curve.at("x").size(); ++i) {
    const double degree = std::acos(-1.0) / 180, phi = curve.at("y").at(i);
    EXPECT_NEAR(curve.at("x").at(i).get<double>(),
                45 + phi - std::asin(0.8 * std::sin(phi * degree) / std::sqrt(2.0)) / degree, 1e-9);
  }
  EXPECT_EQ(section(page, "table", "Curves").at("rows").size(), 2u);
  EXPECT_EQ(carom("report " + folder + " --at x=1").status, 2);
}

TEST(ReportProgram, OneAxisShowsWhatHappensBetweenCriticalPoints) {
  std::string text = content(example("particle_plane"));
  text.erase(text.rfind("[[sweep]]"));
  const std::string folder = fresh("line");
  ASSERT_EQ(carom("critical " + written("line.toml", text) + " -o " + folder).status, 0);
  ASSERT_EQ(carom("report " + folder).status, 0);
  const json page = page_data(folder + "/report.html");
  const json cells = section(page, "figure", "Along the axis").at("panels").at(0).at("cells");
  const json rows = section(page, "table", "Critical configurations").at("rows");
  // Beyond 67.46 degrees there is no configuration.
  ASSERT_EQ(cells.at("values").size(), rows.size() + 2);
  const auto word = [&](std::size_t i) {
    return cells.at("words").at(cells.at("values").at(i).get<std::size_t>());
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(word(i), rows[i][4]);
    EXPECT_EQ(word(i + 1), rows[i][5]);
  }
  EXPECT_EQ(word(rows.size() + 1), "no configuration");
}

TEST(ReportProgram, NothingIsColouredWhereThereIsNoConfiguration) {
  // asin(x) ends at 1, and with it the chain; 45° is critical.
  std::string text = "[parameters]\nx = 0.5\n";
  for (const char* link : {"L0", "L1"})
    text += std::string("[[link]]\nname = \"") + link + "\"\nlength = 1.0\nmass = 0.0\n" +
            "[[mass]]\nlink = \"" + link + "\"\nat = 1.0\nmass = 1.0\n";
  text +=
      "[[mass]]\nlink = \"L0\"\nat = 0.0\nmass = 1.0\n[[surface]]\nname = \"floor\"\n"
      "[[contact]]\nname = \"C0\"\nlink = \"L0\"\nat = 0.0\nsurface = \"floor\"\n"
      "[[contact]]\nname = \"hit\"\nlink = \"L1\"\nat = 1.0\nsurface = \"floor\"\n"
      "[state]\nangles = [\"asin(x)\", \"-asin(x)\"]\n[impact]\ncolliding = \"hit\"\n"
      "[[sweep]]\nparameter = \"x\"\nfrom = 0.1\nto = 1.6\ncount = 31\n";
  const std::string folder = fresh("limited");
  ASSERT_EQ(carom("critical " + written("limited.toml", text) + " -o " + folder).status, 0);
  ASSERT_EQ(carom("report " + folder).status, 0);
  const json page = page_data(folder + "/report.html");
  const json cells = section(page, "figure", "Along the axis").at("panels").at(0).at("cells");
  for (std::size_t i = 0; i < cells.at("values").size(); ++i) {
    const double middle =
        0.5 * (cells.at("x").at(i).get<double>() + cells.at("x").at(i + 1).get<double>());
    EXPECT_EQ(cells.at("words").at(cells.at("values").at(i).get<std::size_t>()),
              middle > 1                ? "no configuration"
              : middle > std::sqrt(0.5) ? "leaves"
                                        : "pressed")
        << middle;
  }
}

TEST(ReportProgram, RandomSamplesNameAllThatVariesAndHaveTheTerminalsStatistics) {
  std::string text = content(example("train_uncertain"));
  for (std::size_t at = 0; (at = text.find("count = 2000", at)) != std::string::npos; ++at)
    text.replace(at, 12, "count = 40");
  const std::string folder = fresh("samples");
  ASSERT_EQ(carom("sweep " + written("samples.toml", text) + " --of collide -o " + folder).status,
            0);
  ASSERT_EQ(carom("report " + folder).status, 0);
  const json page = page_data(folder + "/report.html");
  EXPECT_THAT(
      section(page, "text", "What was swept").at("paragraphs").at(0).get<std::string>(),
      AllOf(HasSubstr("e from"), HasSubstr("together with k from"), HasSubstr("(random, normal)")));
  // Figures over both.
  for (const char* over : {"Of the whole, over e", "Of the whole, over k"})
    section(page, "figure", over);
  // Every number of the summary that varies.
  const json told = json::parse(content(folder + "/summary.json")).at("statistics");
  const json rows = section(page, "table", "Over the samples").at("rows");
  std::size_t found = 0;
  for (const json& row : rows)
    for (const json& each : told)
      if (each.at("name") == row[0] &&
          each.value("component", "") == (row[1].is_null() ? "" : row[1].get<std::string>())) {
        ++found;
        EXPECT_EQ(row[3], each.at("count"));
        EXPECT_EQ(row[4], each.at("mean"));
        EXPECT_EQ(row[5], each.at("deviation"));
        for (std::size_t p = 0; p < 5; ++p) EXPECT_EQ(row[6 + p], each.at("percentiles")[p]);
      }
  EXPECT_EQ(found, rows.size());
  EXPECT_GT(found, 4u);
}

TEST(ReportProgram, JointSamplesOfStrikesNameTheSecondParameter) {
  std::string text = content(example("three_link"));
  text.erase(text.find("[[sweep]]"));
  text +=
      "[[sweep]]\nparameter = \"e\"\ncount = 30\n"
      "distribution = { kind = \"uniform\", from = 0.2, to = 0.9 }\n"
      "[[sweep]]\nparameter = \"phi\"\nwith = \"e\"\ncount = 30\n"
      "distribution = { kind = \"normal\", mean = 0.3, deviation = 0.05 }\n";
  const std::string folder = fresh("joint");
  ASSERT_EQ(carom("sweep " + written("joint.toml", text) + " -o " + folder).status, 0);
  ASSERT_EQ(carom("report " + folder).status, 0);
  const json page = page_data(folder + "/report.html");
  const json& axis = page.at("sections").at(0).at("axes").at(0);
  EXPECT_EQ(axis.at("parameter"), "e");
  ASSERT_EQ(axis.at("with").size(), 1u);
  const json& other = axis.at("with").at(0);
  EXPECT_EQ(other.at("parameter"), "phi");
  EXPECT_EQ(other.at("random"), "normal");
  EXPECT_EQ(other.at("unit"), "rad");
  EXPECT_EQ(other.at("values").size(), 30u);
  EXPECT_FALSE(page.at("sections").at(0).at("parameters").contains("phi"));
  EXPECT_GT(section(page, "table", "Over the samples").at("rows").size(), 4u);
}

TEST(ReportProgram, WhatIsRoundingIsNotPainted) {
  // Two equal balls without loss: what is left of the energy is rounding, at every point.
  const std::string text =
      "[parameters]\nv = 1.0\nm = 0.1\n[train]\nmodel = \"rigid\"\n"
      "[[body]]\nname = \"a\"\nkind = \"ball\"\nmass = \"m\"\nlength = 0.02\nvelocity = \"v\"\n"
      "[[body]]\nname = \"b\"\nkind = \"ball\"\nmass = \"m*1.1\"\nlength = 0.02\n"
      "[[pair]]\nbetween = [\"a\", \"b\"]\nrestitution = 1.0\n"
      "[[sweep]]\nparameter = \"v\"\nfrom = 0.3\nto = 1.7\ncount = 7\n"
      "[[sweep]]\nparameter = \"m\"\nfrom = 0.13\nto = 0.71\ncount = 7\n";
  const std::string folder = fresh("lossless");
  const auto swept =
      carom("sweep " + written("lossless.toml", text) + " --of collide -o " + folder);
  ASSERT_EQ(swept.status, 0) << swept.err;
  ASSERT_EQ(carom("report " + folder).status, 0);
  const json page = page_data(folder + "/report.html");
  for (const json& each : page.at("sections")) {
    if (each.at("kind") != "figure") continue;
    for (const json& panel : each.at("panels")) {
      if (!panel.contains("cells") || panel.at("cells").contains("words")) continue;
      double largest = 0;
      for (const json& value : panel.at("cells").at("values"))
        if (value.is_number()) largest = std::max(largest, std::abs(value.get<double>()));
      EXPECT_GT(largest, 1e-9) << panel.at("title");
    }
  }
}

TEST(ReportProgram, ACollisionHasLoopsVelocitiesAndAWave) {
  const std::string folder = fresh("train");
  ASSERT_EQ(carom("collide " + example("train_five_bodies") + " -o " + folder).status, 0);
  ASSERT_EQ(carom("report " + folder).status, 0);
  const json page = page_data(folder + "/report.html");
  const json loops = section(page, "figure", "Force over indentation").at("panels");
  ASSERT_EQ(loops.size(), 4u);
  const json contacts = section(page, "table", "Contacts").at("rows");
  for (std::size_t c = 0; c < 4; ++c) {
    // The area of the loop is what was lost: µm and N or mN; the trapezoids of some hundred
    // samples.
    const json& loop = loops[c].at("series").at(0);
    EXPECT_EQ(loop.at("shaded"), "inside");
    double area = 0;
    for (std::size_t i = 1; i < loop.at("x").size(); ++i)
      area += 0.5 * (loop["y"][i].get<double>() + loop["y"][i - 1].get<double>()) *
              (loop["x"][i].get<double>() - loop["x"][i - 1].get<double>());
    const double newton = loops[c].at("y").at("unit") == "mN" ? 1e-3 : 1;
    EXPECT_NEAR(area * 1e-6 * newton / contacts[c].back().get<double>(), 1, 0.01) << c;
  }
  const json velocities = section(page, "figure", "Velocities").at("panels").at(0).at("series");
  const json bodies = section(page, "table", "Bodies").at("rows");
  std::size_t centres = 0;
  for (const json& series : velocities) {
    if (series.contains("thin")) continue;
    EXPECT_NEAR(series.at("y").back().get<double>(), 1e3 * bodies[centres++].at(3).get<double>(),
                1e-4);
  }
  EXPECT_EQ(centres, 5u);
  EXPECT_TRUE(section(page, "figure", "The wave").at("panels").at(0).contains("cells"));
  EXPECT_LT(content(folder + "/report.html").size(), 1u << 20);
}

TEST(ReportProgram, ATrainThatNeverMeetsHasAPageToo) {
  const std::string folder = fresh("never");
  const std::string file = written("never.toml", R"toml(title = "Apart"
[train]
model = "hertz"
[[body]]
name = "left"
mass = 1.0
contact_stiffness = 1e9
velocity = -1.0
[[body]]
name = "right"
mass = 1.0
contact_stiffness = 1e9
[[pair]]
between = ["left", "right"]
restitution = 1.0
)toml");
  const auto ran = carom("collide " + file + " -o " + folder);
  ASSERT_EQ(ran.status, 1) << ran.err;
  ASSERT_EQ(carom("report " + folder).status, 0);
  EXPECT_THAT(content(folder + "/report.html"), HasSubstr("No two bodies meet"));
}

TEST(ReportProgram, DamagedResultsAreRefused) {
  const std::string folder = fresh("damaged");
  ASSERT_EQ(carom("collide " + example("train_cradle") + " -o " + folder).status, 0);
  written("damaged/loops.csv", "time,a\n1\n");
  const auto ran = carom("report " + folder);
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("the results are damaged: loops.csv is no table"));
  EXPECT_FALSE(fs::exists(folder + "/report.html"));
}

TEST(ReproduceProgram, ChapterReportsHoldEveryRowAndFigure) {
  const std::string folder = fresh("chapter");
  ASSERT_EQ(carom("reproduce 001 --chapter 3 -o " + folder).status, 0);
  const json page = page_data(folder + "/report.html");
  const json rows = section(page, "table", "Table 3.4").at("rows");
  EXPECT_EQ(rows.size(), 18u);
  for (int i = 5; i <= 11; ++i) section(page, "figure", "Figure 3." + std::to_string(i) + ":");
  EXPECT_TRUE(fs::exists(folder + "/table_3_7.csv"));
  const std::string other = fresh("chapter4");
  ASSERT_EQ(carom("reproduce 001 --chapter 4 -o " + other).status, 0);
  const json four = page_data(other + "/report.html");
  const json flat = section(four, "figure", "Figure 4.9").at("panels").at(0).at("series").at(0);
  // Particles: the outcome changes its sign at a right angle.
  for (std::size_t i = 0; i < flat.at("x").size(); ++i)
    if (std::abs(flat["x"][i].get<double>() - 90) > 0.1) {
      EXPECT_EQ(flat["y"][i].get<double>() > 0, flat["x"][i].get<double>() > 90);
    }
}

TEST(ReproduceProgram, ListsStudiesAndRunsThemAgainstTheRecord) {
  const auto list = carom("reproduce");
  EXPECT_EQ(list.status, 0);
  EXPECT_THAT(list.out, HasSubstr("000"));
  const std::string folder = fresh("out");
  const auto ran = carom("reproduce 000 --json -o " + folder);
  ASSERT_EQ(ran.status, 0) << ran.out << ran.err;
  const json root = json::parse(ran.out);
  const json& study = root.at("studies").at(0);
  EXPECT_GE(study.at("claims").size(), 25u);
  EXPECT_TRUE(study.at("changed").empty());
  EXPECT_TRUE(fs::exists(folder + "/report.html"));
  EXPECT_TRUE(fs::exists(folder + "/figure-7/results.h5"));
  EXPECT_EQ(carom("reproduce 000 -o " + folder).status, 2) << "never replaced unasked";
  EXPECT_EQ(carom("reproduce 000 --force -o " + folder).status, 0);
  const auto unknown = carom("reproduce 0000");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("\"000\""));
}

/// Ctrl-C is no fault of the input; what was done can be replaced.
TEST(ReproduceProgram, CtrlCEndsWith130) {
  const std::string folder = fresh("interrupted");
  Started run(CAROM_PROGRAM " reproduce all -o " + folder);
  ASSERT_TRUE(waited_for([&] { return fs::exists(folder + "/001-2"); }));
  run.send(SIGINT);
  const auto end = run.end();
  EXPECT_EQ(end.ran.status, 130);
  EXPECT_THAT(end.ran.err,
              HasSubstr("interrupted after 1 of 7 studies and 0 of 3 chapters of 001\n"));
  EXPECT_EQ(carom("reproduce 004 --force -o " + folder).status, 0);
}

/// Chapters are no studies.
TEST(ReproduceProgram, CtrlCCountsChapters) {
  const std::string folder = fresh("chapters");
  Started run(CAROM_PROGRAM " reproduce 001 -o " + folder);
  ASSERT_TRUE(waited_for([&] { return fs::exists(folder + "/001-2"); }));
  run.send(SIGINT);
  const auto end = run.end();
  EXPECT_EQ(end.ran.status, 130);
  EXPECT_THAT(end.ran.err, HasSubstr("interrupted after 0 of 3 chapters of 001\n"));
  Started chapter(CAROM_PROGRAM " reproduce 001 --chapter 2 --force -o " + folder);
  ASSERT_TRUE(waited_for([&] { return !fs::exists(folder + "/001-2/report.html"); }));
  chapter.send(SIGINT);
  const auto other = chapter.end();
  if (other.ran.status == 130) {
    EXPECT_THAT(other.ran.err, HasSubstr("interrupted before the end of 001 --chapter 2\n"));
  }
}

/// All faults at once, each name once.
TEST(ReproduceProgram, SaysWhatThereIs) {
  const std::string folder = fresh("full");
  fs::create_directories(folder + "/other");
  const auto ran = carom("reproduce 999 --chapter 7 -o " + folder);
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("\"999\" is not a study; must be one of 000, 001, 002, 003, 004, "
                                 "classics, ellipse, all\n"));
  EXPECT_THAT(ran.err, HasSubstr("no study has chapter \"7\"; there are 2, 3, 4\n"));
  EXPECT_THAT(ran.err, HasSubstr(folder + ": is not empty"));
  EXPECT_EQ(carom("reproduce --chapter 3").status, 2) << "of which study?";
}

TEST(ReproduceProgram, AllStudiesAgreeWithTheRecord) {
  const auto ran = carom("reproduce all");
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
}

}  // namespace
}  // namespace carom
