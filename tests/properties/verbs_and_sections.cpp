/// Every verb over a scenario that uses every section: a key that is changed changes the answers it
/// should (support/everything.hpp), and every answer is that of a second implementation
/// (support/verbs_reference.hpp). A section or key that the table does not have is a failure.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>
#include <set>
#include <sstream>

#include "dynamics/compiled_model.hpp"
#include "reports/report_out.hpp"
#include "scenarios/scenario_text.hpp"
#include "study/either_study.hpp"
#include "study/simulate.hpp"
#include "study/study.hpp"
#include "support/everything.hpp"
#include "support/swept.hpp"
#include "support/verbs_reference.hpp"

namespace carom {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAreArray;

TEST(VerbsAndSections, TheScenarioWithEverything) {
  expect_all(everything);
  expect_critical(everything, 0, 1);
}

std::string edited(const std::string& text, const KeyRow& row) {
  const std::string once = replaced(text, row.from, row.to);
  return row.also_from.empty() ? once : replaced(once, row.also_from, row.also_to);
}

TEST(VerbsAndSections, EveryKeyChangesWhatItShould) {
  const Told before = told(everything);
  for (const KeyRow& row : mechanism_keys()) {
    SCOPED_TRACE(row.key + ": " + row.to);
    const std::string text = edited(everything, row);
    EXPECT_EQ(changed(before, told(text)), row.changes) << row.why_others;
    expect_all(text);
  }
  for (const KeyRow& row : asking_keys()) {
    SCOPED_TRACE(row.key + ": " + row.to);
    EXPECT_EQ(changed(before, told(edited(everything, row))), row.changes) << row.why_others;
  }
}

/// What a file that is written has is what was read, whatever the section.
TEST(VerbsAndSections, AScenarioThatIsWrittenIsWhole) {
  for (const KeyRow& row : mechanism_keys()) {
    SCOPED_TRACE(row.key + ": " + row.to);
    const Study study = touching_study(edited(everything, row));
    const Study again = study_from_text(
        scenario_text(study.scenario.mechanism, study.scenario.state, {"", "everything", "", ""}),
        "again");
    EXPECT_EQ(json(describe(again)), json(describe(study)));
  }
}

/// Two rods of 0.4 m, 1 and 0.5 kg, on their ends on the floor, the joint driven: in an impact they
/// are one body, whose far end passes nothing to the other where 1/m + x₁x₂/I = 0. With x along the
/// floor from the mass centre that is cos q = 1/3.
TEST(VerbsAndSections, ADrivenJointIsLockedInAnImpact) {
  const auto text = [](const std::string& drive) {
    return "[parameters]\nq = 0.9\n[[link]]\nname = \"A\"\nlength = 0.4\nmass = 1.0\n"
           "[[link]]\nname = \"B\"\nlength = 0.4\nmass = 0.5\n[[surface]]\nname = \"floor\"\n"
           "[[contact]]\nname = \"near\"\nlink = \"A\"\nat = 0.0\nsurface = \"floor\"\n"
           "[[contact]]\nname = \"far\"\nlink = \"B\"\nat = 0.4\nsurface = \"floor\"\n" +
           drive +
           "[state]\nangles = [\"q\", \"-q\"]\n[impact]\ncolliding = \"far\"\n"
           "[[sweep]]\nparameter = \"q\"\nfrom = 0.05\nto = 1.5\ncount = 30\n";
  };
  const std::string drive = "[[drive]]\nlink = \"B\"\nagainst = \"A\"\nangle = \"-2*q\"\n";
  const CriticalReport locked = critical(study_from_text(text(drive), "locked"));
  ASSERT_EQ(locked.critical.size(), 1U);
  EXPECT_NEAR(locked.critical[0].at, std::acos(1.0 / 3), 1e-12);
  EXPECT_EQ(locked.method, CriticalMethod::transmission);
  const CriticalReport free = critical(study_from_text(text(""), "free"));
  ASSERT_EQ(free.critical.size(), 2U);
  constexpr double degree = std::numbers::pi / 180;
  EXPECT_NEAR(free.critical[0].at, 20.905 * degree, 1e-5);
  EXPECT_NEAR(free.critical[1].at, 69.095 * degree, 1e-5);

  // One body of 1.5 kg: what a strike passes on follows from its mass and moment alone.
  const double q = 0.9, m = 1.5;
  const double x = (0.2 * std::cos(q) + 0.5 * 0.6 * std::cos(q)) / m;
  const double inertia =
      m * 0.16 / 12 + std::pow(0.2 * std::cos(q) - x, 2) + 0.5 * std::pow(0.6 * std::cos(q) - x, 2);
  const TransmissionReport passed = transmit(study_from_text(text(drive), "locked"));
  EXPECT_NEAR(passed.contacts[0].open, 1 / m - x * (0.8 * std::cos(q) - x) / inertia, 1e-12);
  EXPECT_NEAR(passed.contacts[0].self_response, 1 / m + x * x / inertia, 1e-12);
  EXPECT_EQ(describe(study_from_text(text(drive), "locked")).degrees_of_freedom, 3);
  EXPECT_EQ(describe(study_from_text(text(""), "free")).degrees_of_freedom, 4);
}

/// Away from where the drive has it there is no configuration, in any verb.
TEST(VerbsAndSections, AStateThatADriveDoesNotHaveIsNone) {
  const std::string text = replaced(everything, "-2*q +", "-0.8 +");
  const Study study = touching_study(text);
  try {
    study_from_text(placed(text, 0, 0), "off", std::vector<std::string>{"q=0.5"});
    ADD_FAILURE() << "the drive is not kept";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("drive 1: \"B\" against \"A\": the state has the angle"));
  }
  const CriticalReport found = critical(study);
  EXPECT_TRUE(found.critical.empty());
  EXPECT_THAT(fmt::format("{}", fmt::join(found.notes, "\n")),
              HasSubstr("are not those that drive 1 (\"B\" against \"A\") prescribes"));
  for (const std::string verb : {"strike", "simulate"}) {
    const std::string three = replaced(placed(text, 0, 0.05), "from = 0.05\nto = 1.5\ncount = 41",
                                       "values = [0.3, 0.4, 0.5]");
    const SweepReport report = swept(study_from_text(three, "three"), request_of(verb));
    EXPECT_EQ(report.holes, 2) << verb;
  }
}

/// A sweep gives at each point what the verb gives there.
TEST(VerbsAndSections, ASweepIsTheVerbAtItsPoints) {
  const std::string axis = "from = 0.05\nto = 1.5\ncount = 41";
  for (const KeyRow& row : mechanism_keys()) {
    SCOPED_TRACE(row.key + ": " + row.to);
    const std::string text = placed(edited(everything, row), 0, 0.05);
    const auto range = [&](const std::string& verb, const std::string& name) {
      const SweepReport report =
          swept(study_from_text(replaced(text, axis, "values = [0.4]"), "one"), request_of(verb));
      for (const ColumnSummary& column : report.columns)
        if (column.name == name) return column.least;
      ADD_FAILURE() << "no column " << name;
      return 0.0;
    };
    const Study study = study_from_text(text, "here");
    EXPECT_EQ(range("strike", "energy_loss"), strike(study, {}).results.front().answer.energy_loss);
    EXPECT_EQ(range("simulate", "energy_error"), simulate(study).motion.energy_error);
  }
}

/// [close] is the angles that it finds.
TEST(VerbsAndSections, ClosedAnglesAreAngles) {
  const std::string text =
      "[parameters]\nq = 0.3\n[base]\nposition = [0.0, 0.3]\n[[link]]\nname = \"A\"\nlength = 0.5\n"
      "mass = 1.0\n[[link]]\nname = \"B\"\nlength = 0.5\nmass = 0.6\n[[surface]]\nname = "
      "\"floor\"\n"
      "[[surface]]\nname = \"wall\"\nangle = 1.0\npoint = [0.0, 0.3]\n"
      "[[contact]]\nname = \"foot\"\nlink = \"B\"\nat = 0.5\nsurface = \"floor\"\n"
      "[[contact]]\nname = \"hit\"\nlink = \"A\"\nat = 0.0\nsurface = \"wall\"\nrestitution = 0.4\n"
      "[state]\nangles = [\"q\", ANGLE]\nvelocity = [1.0, 0.2]\nrates = [0.3, "
      "0.0]\n[impact]\ncolliding = \"hit\"\n"
      "[simulate]\nduration = 0.01\n"
      "[[sweep]]\nparameter = \"q\"\nfrom = -0.5\nto = 0.35\ncount = 20\n";
  const std::string close = "[close]\nangles = [\"B\"]\ntouch = [\"foot\"]\n";
  const std::string down = "\"-asin((0.3 + 0.5*sin(q))/0.5)\"";
  const std::string back = "\"asin((0.3 + 0.5*sin(q))/0.5) - pi\"";
  const auto compare = [&](const std::string& closed, const std::string& angle) {
    const Study one = study_from_text(closed, "closed");
    const Study other = study_from_text(replaced(text, "ANGLE", angle), "explicit");
    const auto near = [](const std::vector<double>& a, const std::vector<double>& b) {
      ASSERT_EQ(a.size(), b.size());
      for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-9);
    };
    near(one.scenario.state.positions, other.scenario.state.positions);
    near(describe(one).contact_inertia.matrix, describe(other).contact_inertia.matrix);
    near(strike(one, {}).results[0].answer.after.rates,
         strike(other, {}).results[0].answer.after.rates);
    near(simulate(one).motion.final.positions, simulate(other).motion.final.positions);
    near({transmit(one).contacts[0].signed_outcome}, {transmit(other).contacts[0].signed_outcome});
    near({*verdict(one).friction[0].critical_here}, {*verdict(other).friction[0].critical_here});
    const auto roots = [](const CriticalReport& report) {
      std::vector<double> at;
      for (const CriticalPoint& point : report.critical) at.push_back(point.at);
      return at;
    };
    near(roots(critical(one)), roots(critical(other)));
    near({swept(one, request_of("strike")).columns.back().most},
         {swept(other, request_of("strike")).columns.back().most});
  };
  compare(close + replaced(text, "ANGLE", "-1.0"), down);
  compare(close + replaced(text, "ANGLE", "-2.5"), back);
  compare(close + "solution = 1\n" + replaced(text, "ANGLE", "-2.5"), down);
  compare(close + "solution = 2\n" + replaced(text, "ANGLE", "-1.0"), back);
}

/// Axes that are no intervals, or not independent.
TEST(VerbsAndSections, CriticalTakesIntervalsAlone) {
  const std::string axis = "from = 0.05\nto = 1.5\ncount = 41";
  const auto refusal = [&](const std::string& axes) -> std::string {
    try {
      critical(study_from_text(replaced(placed(everything, 0, 0), axis, axes), "axes.toml"));
    } catch (const InputError& error) {
      return error.what();
    }
    return "nothing is refused";
  };
  EXPECT_THAT(refusal("count = 41\ndistribution = { kind = \"uniform\", from = 0.1, to = 1.0 }\n"
                      "seed = 3"),
              HasSubstr("sweep 1: q is random; critical needs an interval"));
  const std::string two = replaced(everything, "q = 0.4", "q = 0.4\nr = 1.0");
  try {
    critical(study_from_text(placed(two, 0, 0) +
                                 "[[sweep]]\nparameter = \"r\"\nwith = \"q\"\nfrom = 0\nto = 1\n"
                                 "count = 41\n",
                             "axes.toml"));
    ADD_FAILURE() << "nothing is refused";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                ::testing::ContainsRegex("axes.toml:[0-9]+:[0-9]+: sweep 2: r advances "
                                         "with q; critical takes axes that are"));
  }
  // The same interval in other words.
  const auto roots = [&](const std::string& axes) {
    std::vector<double> at;
    const Study study = study_from_text(replaced(placed(everything, 0, 0), axis, axes), "axes");
    for (const CriticalPoint& point : critical(study).critical) at.push_back(point.at);
    return at;
  };
  const std::vector<double> expected = roots(axis);
  for (const std::string other :
       {"values = [0.05, 0.7, 1.5]", "from = 0.05\nto = 1.5\ncount = 5\nspacing = \"log\"",
        "from = 1.5\nto = 0.05\ncount = 5"}) {
    const std::vector<double> found = roots(other);
    ASSERT_EQ(found.size(), expected.size()) << other;
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-9);
  }
}

// ---------------------------------------------------------------------------------------------
// That nothing is missing in the tables.

const std::string unheard_of = "qqqqqqqqqqqq";

/// What the reader names instead of a word that it has never heard of.
std::set<std::string> words_for(const std::string& text, const std::string& prefix) {
  std::string message;
  try {
    study_from_text(text, "");
  } catch (const InputError& error) {
    for (const Fault& fault : error.faults())
      if (fault.message.find(unheard_of) != std::string::npos) message = fault.message;
  }
  const std::string mark = "must be one of ";
  const std::size_t at = message.find(mark);
  EXPECT_NE(at, std::string::npos) << text;
  std::set<std::string> words;
  std::istringstream list(message.substr(at + mark.size()));
  for (std::string word; list >> word;) {
    if (word.back() == ',') word.pop_back();
    if (!word.ends_with("_deg")) words.insert(prefix + word);
  }
  return words;
}

TEST(VerbsAndSections, TheTableHasEverySectionAndKey) {
  std::set<std::string> known(mechanism_names.begin(), mechanism_names.end());
  known.insert(tested_apart.begin(), tested_apart.end());
  known.insert(train_names.begin(), train_names.end());
  for (const auto& rows : {mechanism_keys(), asking_keys(), train_keys()})
    for (const KeyRow& row : rows) known.insert(row.key);

  std::set<std::string> found;
  const auto add = [&](const std::string& text, const std::string& prefix) {
    found.merge(words_for(text, prefix));
  };
  const std::string close = "[close]\nangles = [\"C\"]\ntouch = [\"hit\"]\n";
  const std::string fit = "[fit]\nfree = [\"q\"]\ncompare = [\"energy_loss\"]\n";
  const std::string map = "[map]\nreturns = 5\n";
  const std::string mechanism = fit + close + map + placed(everything, 0, 0);
  for (const std::string& section : words_for("[" + unheard_of + "]\n", "")) {
    if (section == "title" || section == "parameters") continue;
    const std::string& whole =
        whole_train.find("[" + section + "]") != std::string::npos ? whole_train : mechanism;
    const std::string heading = whole.find("[[" + section + "]]") != std::string::npos
                                    ? "[[" + section + "]]\n"
                                    : "[" + section + "]\n";
    add(replaced(whole, heading, heading + unheard_of + " = 1\n"), section + ".");
  }
  const auto inside = [&](const std::string& whole, const std::string& table,
                          const std::string& prefix) {
    add(replaced(whole, table + " = { ", table + " = { " + unheard_of + " = 1, "), prefix);
  };
  inside(mechanism, "body", "surface.body.");
  inside(mechanism, "motion", "surface.motion.");
  inside(mechanism, "outline", "contact.outline.");
  inside(mechanism, "compliance", "contact.compliance.");
  found.erase("contact.outline.expression");  // another word for h
  found.erase("contact.compliance.kind");     // there is one
  EXPECT_THAT(found, UnorderedElementsAreArray(known));
}

// ---------------------------------------------------------------------------------------------
// Trains.

struct ToldTrain {
  std::string describe, collide, segment;
};

ToldTrain told_of_train(const std::string& text) {
  const TrainStudy study = train_study_from_text(text, "train");
  return {json(describe(study)), json(collide(study)), json(segment(study))};
}

TEST(VerbsAndSections, EveryKeyOfATrainChangesWhatItShould) {
  const ToldTrain before = told_of_train(whole_train);
  for (const KeyRow& row : train_keys()) {
    SCOPED_TRACE(row.key + ": " + row.to);
    const ToldTrain after = told_of_train(edited(whole_train, row));
    std::string letters;
    if (before.describe != after.describe) letters += 'D';
    if (before.collide != after.collide) letters += 'K';
    if (before.segment != after.segment) letters += 'G';
    EXPECT_EQ(letters, row.changes) << row.why_others;
  }
}

/// A part of the one in the other's file is refused by its name.
TEST(VerbsAndSections, ATrainIsNoMechanism) {
  for (const std::string& section : words_for("[" + unheard_of + "]\n", "")) {
    const bool shared = section == "title" || section == "parameters" || section == "sweep" ||
                        section == "fit" ||
                        whole_train.find("[" + section + "]") != std::string::npos;
    if (shared) continue;
    const std::string heading = everything.find("[[" + section + "]]") != std::string::npos
                                    ? "[[" + section + "]]\n"
                                    : "[" + section + "]\n";
    try {
      train_study_from_text(whole_train + heading, "train");
      ADD_FAILURE() << section << " is taken";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(section + ": belongs to a mechanism, but this file has a "
                                                    "train"))
          << section;
    }
  }
}

}  // namespace
}  // namespace carom
