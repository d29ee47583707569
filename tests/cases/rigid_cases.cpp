/// Reference impacts, computed in 40-digit arithmetic (tests/data/rigid.json).

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "study/study.hpp"
#include "support/places.hpp"

namespace carom {
namespace {

using nlohmann::json;

constexpr double tolerance = 1e-8;  // stated with the cases

const json& cases() {
  static const json loaded = json::parse(std::ifstream(places::test_data + "/rigid.json"));
  return loaded["cases"];
}

void expect_near(const json& expected, std::span<const double> found, const std::string& what) {
  ASSERT_EQ(expected.size(), found.size()) << what;
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(expected[i].get<double>(), found[i], tolerance) << what << " " << i;
}

void compare(const json& expected, const StruckLaw& found) {
  ASSERT_EQ(expected["verdict"], name(found.verdict)) << found.why;
  if (!expected.contains("after")) {
    EXPECT_FALSE(found.has_answer);
    return;
  }
  const StruckAnswer& answer = found.answer;
  expect_near(expected["after"]["velocity"], answer.after.velocity, "base velocity");
  expect_near(expected["after"]["rates"], answer.after.rates, "rate");
  EXPECT_NEAR(expected["energy_loss"].get<double>(), answer.energy_loss, tolerance);
  EXPECT_TRUE(answer.energy.closes) << answer.energy.residual;
  ASSERT_EQ(expected["contacts"].size(), answer.contacts.size());
  for (std::size_t i = 0; i < answer.contacts.size(); ++i) {
    const StruckContact& contact = answer.contacts[i];
    const json& reference = expected["contacts"][i];
    EXPECT_EQ(reference["name"], contact.name);
    expect_near(reference["velocity_after"], contact.velocity_after, "velocity of " + contact.name);
    expect_near(reference["impulse"], contact.impulse, "impulse of " + contact.name);
    EXPECT_EQ(reference["outcome"], name(contact.outcome)) << contact.name;
    EXPECT_EQ(reference["interacted"], contact.interacted) << contact.name;
  }
}

class RigidCases : public ::testing::TestWithParam<const char*> {};

TEST_P(RigidCases, AgreeWithTheReference) {
  int compared = 0;
  for (const json& each : cases()) {
    if (each["group"] != GetParam()) continue;
    SCOPED_TRACE(each["id"].get<std::string>());
    const Study study = study_from_text(each["scenario"], each["id"]);
    const StrikeReport report = strike(study, {{"all"}, Method::consistent, false});
    for (const StruckLaw& law : report.results) {
      if (!each["expected"].contains(law.law)) continue;
      SCOPED_TRACE(law.law);
      compare(each["expected"][law.law], law);
      ++compared;
    }
  }
  EXPECT_GT(compared, 0);
}

INSTANTIATE_TEST_SUITE_P(Groups, RigidCases,
                         ::testing::Values("random-serial", "random-tree", "rich", "pinned",
                                           "free-rod", "three-link-par-fig3",
                                           "three-link-par-fig456", "three-link-par-fig7",
                                           "three-link-lit-fig3", "three-link-lit-fig456",
                                           "three-link-lit-fig7"),
                         [](const auto& group) {
                           std::string label = group.param;
                           std::ranges::replace(label, '-', '_');
                           return label;
                         });

/// The reference leaves these out as having "no single answer". docs/theory/verdicts.md says why
/// most of them have one: events that coincide exactly, and contacts that the strike does not load,
/// look like ties to a solver that compares modes in place of what they do.
TEST(RigidCasesWithoutReference, HaveTheVerdictsThatTheDocumentationExplains) {
  const std::map<std::string, std::string> differential = {
      {"serial-n4-m3-05", "unique"}, {"tree-n4-m2-06", "unique"}, {"rich-001", "unique"},
      {"rich-005", "unique"},        {"rich-009", "unique"},      {"rich-017", "ambiguous"},
      {"rich-041", "unique"},        {"pinned-06", "unique"},     {"pinned-10", "unique"},
      {"pinned-18", "unique"}};
  int seen = 0;
  for (const json& each : cases()) {
    const auto expected = differential.find(each["id"].get<std::string>());
    if (expected == differential.end()) continue;
    ++seen;
    const Study study = study_from_text(each["scenario"], each["id"]);
    const StrikeReport report =
        strike(study, {{"kinematic", "kinetic", "energetic"}, Method::consistent, false});
    for (const StruckLaw& law : report.results)
      EXPECT_EQ(expected->second, name(law.verdict)) << expected->first << " " << law.law;
  }
  EXPECT_EQ(seen, 10);
}

/// With e = 1 Brach's only lossless impulse is p = 0: no friction at the striking contact, the
/// limit of the answers for e below 1.
TEST(RigidCasesWithoutReference, BrachWithoutLossIsTheLimitOfLossyImpacts) {
  int seen = 0;
  for (const json& each : cases()) {
    const std::string id = each["id"];
    if (id != "serial-n2-m2-06" && id != "serial-n4-m1-03" && id != "rich-045" && id != "rich-053")
      continue;
    SCOPED_TRACE(id);
    ++seen;
    const auto struck = [&](double below) {
      Study study = study_from_text(each["scenario"], id);
      Mechanism mechanism = study.scenario.mechanism;
      for (Contact& contact : mechanism.contacts) {
        EXPECT_EQ(contact.restitution, 1.0);
        contact.restitution -= below;
      }
      study.model = Model(mechanism);
      return strike(study, {{"brach"}, Method::consistent, false}).results[0];
    };
    const StruckLaw whole = struck(0), nearly = struck(1e-9);
    ASSERT_EQ(whole.verdict, Verdict::unique);
    ASSERT_EQ(nearly.verdict, Verdict::unique);
    EXPECT_NEAR(whole.answer.energy_loss, 0, 1e-12);
    for (std::size_t i = 0; i < whole.answer.after.rates.size(); ++i)
      EXPECT_NEAR(whole.answer.after.rates[i], nearly.answer.after.rates[i], 1e-6);
  }
  EXPECT_EQ(seen, 4);
}

}  // namespace
}  // namespace carom
