#include <gtest/gtest.h>

#include <cmath>

#include "study/study.hpp"
#include "support/chains.hpp"
#include "support/random_mechanism.hpp"

namespace carom {
namespace {

using testing::text_of;
using testing::TextTree;

TextTree random_tree(testing::Random& random, int contacts, double friction) {
  TextTree tree;
  const int masses = 3 + random.below(5);
  for (int i = 0; i < masses; ++i) {
    tree.masses.push_back(random.in(0.3, 3));
    tree.parents.push_back(i == 0 ? -1 : random.below(i));
    tree.angles.push_back(fmt::format("{:.9f}", random.in(-3, 3)));
  }
  for (int j = 0; j <= contacts; ++j)
    tree.contacts.push_back(
        {random.below(masses), fmt::format("{:.9f}", random.in(-3, 3)), friction});
  tree.parameters = "x = 0.0";
  return tree;
}

TransmissionReport transmitted(const TextTree& tree, double ratio = 0) {
  return transmit(study_from_text(text_of(tree), "test"), {ratio});
}

/// Analytic derivatives against central differences; the set of pressed contacts must not change.
void expect_slopes(const TextTree& tree, double ratio) {
  const TransmissionReport report = transmitted(tree, ratio);
  if (report.verdict != Verdict::unique || !report.impulses_determined) return;
  constexpr double h = 1e-5;
  // Surfaces keep their angles and follow their masses.
  for (std::size_t i = 1; i < tree.masses.size(); ++i) {
    TextTree low = tree, high = tree;
    low.angles[i] += fmt::format(" - {}", h);
    high.angles[i] += fmt::format(" + {}", h);
    const TransmissionReport before = transmitted(low, ratio), after = transmitted(high, ratio);
    for (std::size_t j = 0; j < report.contacts.size(); ++j) {
      const TransmittedContact& c = report.contacts[j];
      if (before.contacts[j].outcome != after.contacts[j].outcome) return;
      const auto slope = [&](double TransmittedContact::*member) {
        return (after.contacts[j].*member - before.contacts[j].*member) / (2 * h);
      };
      const double size =
          1 + std::abs(c.outcome_by_angle[i - 1]) + std::abs(c.impulse_by_angle[i - 1]);
      // Second-order differences: h² times third derivatives, of order size·10 here.
      EXPECT_NEAR(c.velocity_by_angle[i - 1], slope(&TransmittedContact::normal_velocity),
                  2e-6 * size);
      EXPECT_NEAR(c.impulse_by_angle[i - 1], slope(&TransmittedContact::normal_impulse),
                  2e-6 * size);
      EXPECT_NEAR(c.outcome_by_angle[i - 1], slope(&TransmittedContact::signed_outcome),
                  2e-6 * size);
    }
  }
}

TEST(Transmit, SlopesOfParticleTreesAreDerivatives) {
  testing::Random random(20260805);
  for (int round = 0; round < 40; ++round) {
    SCOPED_TRACE(round);
    expect_slopes(random_tree(random, 1 + random.below(2), 0), random.chance(0.5) ? 0.4 : 0);
  }
}

TEST(Transmit, SlopesWithFrictionAndMassAreDerivatives) {
  testing::Random random(20260806);
  for (int round = 0; round < 25; ++round) {
    SCOPED_TRACE(round);
    TextTree tree = random_tree(random, 1 + random.below(2), random.chance(0.5) ? 0.3 : 0);
    tree.rod_mass = 0.4;
    expect_slopes(tree, 0.2);
  }
}

/// The general way (modes in contact space) gives what elimination on the tree gives: a mass of a
/// billionth on the rods makes the same tree a general chain.
TEST(Transmit, TheGeneralSolverAgreesWithElimination) {
  testing::Random random(20260807);
  int compared = 0;
  for (int round = 0; round < 60; ++round) {
    TextTree tree = random_tree(random, 1 + random.below(3), 0);
    const TransmissionReport special = transmitted(tree, 0.3);
    EXPECT_EQ(special.method, TransmissionMethod::elimination);
    tree.rod_mass = 1e-11;
    const TransmissionReport general = transmitted(tree, 0.3);
    EXPECT_EQ(general.method, TransmissionMethod::modes);
    if (!special.impulses_determined) continue;
    EXPECT_NEAR(special.mobility, general.mobility, 1e-8);
    for (std::size_t j = 0; j < special.contacts.size(); ++j) {
      const double size = 1 + std::abs(special.contacts[j].normal_impulse);
      EXPECT_NEAR(special.contacts[j].signed_outcome, general.contacts[j].signed_outcome,
                  1e-7 * size);
      EXPECT_NEAR(special.contacts[j].open, general.contacts[j].open, 1e-8);
      for (std::size_t i = 0; i < special.links.size(); ++i)
        EXPECT_NEAR(special.contacts[j].outcome_by_angle[i],
                    general.contacts[j].outcome_by_angle[i],
                    1e-5 * (size + std::abs(special.contacts[j].outcome_by_angle[i])));
    }
    ++compared;
  }
  EXPECT_GT(compared, 50);
}

/// `strike` from rest, with everything else standing still, is η_f times the transmission.
TEST(Transmit, StrikeIsTheTransmissionTimesTheImpulse) {
  const std::string text = text_of({{0.544, 0.6, 0.544},
                                    {-1, 0, 1},
                                    {"", "0.6", "-0.6"},
                                    {{0, "0", 0}, {2, "0", 0}},
                                    "x = 0",
                                    "",
                                    0});
  std::string moving = text;
  const std::string state = "[state]\n";
  moving.insert(moving.find(state) + state.size(), "rates = [0.0, -1.0]\n");
  const TransmissionReport report = transmit(study_from_text(text, "test"));
  const StrikeReport struck = strike(study_from_text(moving, "test"), {{"energetic"}});
  const auto& contacts = struck.results[0].answer.contacts;
  const double eta = contacts[1].impulse[1];
  const double approach = std::cos(0.6);  // of the striking mass, rate 1 at length 1
  EXPECT_NEAR(eta, 1.5 * approach / report.mobility, 1e-12);
  EXPECT_NEAR(contacts[0].impulse[1], eta * report.contacts[0].normal_impulse, 1e-12);
}

TEST(Transmit, ABlockedPathIsMarked) {
  const TransmissionReport report = transmitted(
      {{1, 1, 1}, {-1, 0, 1}, {"", "pi/4", "-pi/4"}, {{0, "0", 0}, {2, "0", 0}}, "x = 0", "", 0});
  EXPECT_EQ(report.contacts[0].outcome, Response::critical);
  EXPECT_TRUE(report.rods[0].blocked);
  EXPECT_FALSE(report.rods[1].blocked);
}

TEST(Transmit, ARatioMustBeANumber) {
  const TextTree tree{
      {1, 1, 1}, {-1, 0, 1}, {"", "pi/4", "-pi/4"}, {{0, "0", 0}, {2, "0", 0}}, "x = 0", "", 0};
  for (const double ratio : {std::nan(""), -HUGE_VAL, 1e7})
    EXPECT_THROW(transmitted(tree, ratio), InputError) << ratio;
}

}  // namespace
}  // namespace carom
