/// Bounces that converge are one line; energies that change sides change their word.

#include "reports/bounce_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "reports/energy_words.hpp"
#include "reports/report_out.hpp"
#include "reports/simulation_out.hpp"

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

MotionEvent impact(double time, int contact, double approach, double loss = 0.125) {
  MotionEvent e;
  e.time = time;
  e.kind = MotionEventKind::impact;
  e.contact = contact;
  e.velocity_before = {0, -approach};
  e.velocity_after = {0, approach / 2};
  e.energy_loss = loss;
  e.energy.kinetic = 1;
  e.impulses.resize(3);
  return e;
}

MotionEvent other(double time, int contact, MotionEventKind kind) {
  MotionEvent e;
  e.time = time;
  e.kind = kind;
  e.contact = contact;
  e.mode = Mode::sticks;
  return e;
}

constexpr auto limit = MotionEventKind::limit;

TEST(BounceRuns, AreTheShrinkingImpactsRightBeforeALimit) {
  // The third is faster than the second: the run begins there.
  const std::vector<MotionEvent> events{impact(0.1, 0, 3),
                                        impact(0.2, 0, 1),
                                        impact(0.3, 0, 2),
                                        impact(0.4, 0, 1),
                                        impact(0.5, 0, 0.5, 0.1),
                                        other(0.6, 0, limit),
                                        other(0.6, 0, MotionEventKind::contact)};
  const auto runs = bounce_runs(events, false);
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].first, 2U);
  EXPECT_EQ(runs[0].limit, 5U);
  EXPECT_DOUBLE_EQ(runs[0].loss, 0.35);
}

TEST(BounceRuns, FewBouncesAndBouncesWithoutALimitAreLeftAlone) {
  EXPECT_TRUE(
      bounce_runs({impact(0.1, 0, 2), impact(0.2, 0, 1), other(0.3, 0, limit)}, false).empty());
  EXPECT_TRUE(
      bounce_runs({impact(0.1, 0, 2), impact(0.2, 0, 1), impact(0.3, 0, 0.5)}, false).empty());
  EXPECT_TRUE(
      bounce_runs({impact(0.1, 0, 2), impact(0.2, 0, 1), other(0.25, 1, MotionEventKind::slides),
                   impact(0.3, 0, 0.5), other(0.4, 0, limit)},
                  false)
          .empty());
}

/// A motion that stops in the limit of bounces has no event for it; one that stops among bounces
/// which take their time is not at their limit.
TEST(BounceRuns, EndWithTheMotionThatStopsInTheirLimit) {
  std::vector<MotionEvent> events{impact(0.1, 1, 9)};
  double time = 0.2, flight = 0.1;
  for (int i = 0; i < 14; ++i, time += flight, flight /= 2)
    events.push_back(impact(time, 0, flight, 0.5));
  EXPECT_TRUE(bounce_runs(events, false).empty());
  const auto runs = bounce_runs(events, true);
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].first, 1U);
  EXPECT_EQ(runs[0].limit, 14U);
  EXPECT_EQ(runs[0].impacts, 14U);
  EXPECT_DOUBLE_EQ(runs[0].loss, 7);
  events.resize(6);
  EXPECT_TRUE(bounce_runs(events, true).empty());
}

TEST(BounceRuns, AnImpactElsewhereIsNotSwallowedButFeetThatBounceInTurnAreOneRun) {
  const std::vector<MotionEvent> alone{impact(0.1, 1, 4), impact(0.2, 0, 2), impact(0.3, 0, 1),
                                       impact(0.4, 0, 0.5), other(0.5, 0, limit)};
  ASSERT_EQ(bounce_runs(alone, false).size(), 1U);
  EXPECT_EQ(bounce_runs(alone, false)[0].first, 1U);
  const std::vector<MotionEvent> in_turn{impact(0.1, 0, 4),   impact(0.2, 1, 4), impact(0.3, 0, 2),
                                         impact(0.4, 1, 2),   impact(0.5, 0, 1), impact(0.6, 1, 1),
                                         other(0.7, 0, limit)};
  ASSERT_EQ(bounce_runs(in_turn, false).size(), 1U);
  EXPECT_EQ(bounce_runs(in_turn, false)[0].first, 0U);
}

/// A block that rocks: each foot that lands sticks while the other one leaves.
TEST(BounceRuns, WhatHappensInTheInstantsOfTheImpactsBelongsToThem) {
  std::vector<MotionEvent> events{other(0, 0, MotionEventKind::contact)};
  for (int i = 0; i < 8; ++i) {
    events.push_back(impact(1 + i, i % 2, 8 - i));
    events.push_back(other(1 + i, i % 2, MotionEventKind::contact));
    events.push_back(other(1 + i, 1 - i % 2, MotionEventKind::separation));
  }
  events.push_back(other(9, 0, limit));
  const auto runs = bounce_runs(events, false);
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].first, 1U);
  EXPECT_EQ(runs[0].impacts, 8U);
  // A slip that begins between two impacts is an event of its own.
  events.insert(events.begin() + 13, other(4.5, 0, MotionEventKind::slides));
  ASSERT_EQ(bounce_runs(events, false).size(), 1U);
  EXPECT_EQ(bounce_runs(events, false)[0].first, 14U);
  EXPECT_EQ(bounce_runs(events, false)[0].impacts, 4U);
}

SimulationReport report(std::vector<MotionEvent> events) {
  SimulationReport r;
  r.contacts = {"heel", "toe", "knee"};
  r.events = std::move(events);
  r.base = BaseKind::pinned;
  r.motion.contacts.resize(3);
  return r;
}

TEST(SimulationText, ListsARunInOneLineAndAllWhereAsked) {
  const SimulationReport bounces =
      report({impact(0.1, 1, 2), impact(0.2, 1, 1), impact(0.3, 1, 0.5), other(0.4, 1, limit),
              other(0.4, 1, MotionEventKind::contact)});
  const std::string brief = text(bounces);
  EXPECT_THAT(brief, HasSubstr("0.1000000000  bounces  toe"));
  EXPECT_THAT(brief, HasSubstr("3 impacts, converging: v_n -2 m/s, then ever slower; limit at "
                               "0.4000000000 s; 0.375 J lost"));
  EXPECT_THAT(brief, HasSubstr("5 events; --events all lists each"));
  EXPECT_THAT(brief, HasSubstr("contact"));
  EXPECT_THAT(brief, Not(HasSubstr("0.2000000000")));
  const std::string all = text(bounces, {.all = true});
  for (const char* words : {"0.1000000000  impact", "0.2000000000  impact", "0.3000000000  impact",
                            "0.4000000000  limit", "0.4000000000  contact"})
    EXPECT_THAT(all, HasSubstr(words));
  EXPECT_THAT(all, Not(HasSubstr("--events")));
}

/// However many events there are, all of them are listed where that is asked.
TEST(SimulationText, AllMeansAll) {
  std::vector<MotionEvent> many;
  for (int i = 0; i < 500; ++i) many.push_back(impact(0.001 * i, 0, 1));
  const auto lines = [](const std::string& told) {
    return std::ranges::count(told.substr(0, told.find("\nAt t")), '\n');
  };
  EXPECT_EQ(lines(text(report(many), {.all = true})), 501);
  EXPECT_EQ(lines(text(report(many))), 1 + 61 + 1);
}

TEST(EnergyWords, NobodyLosesLessThanNothing) {
  EXPECT_EQ(loss_words(0.25, 1), "0.25 J lost");
  EXPECT_EQ(loss_words(-0.0168, 1), "0.0168 J given");
  EXPECT_EQ(loss_words(-1e-15, 1), "0 J lost") << "rounding of an elastic bounce";
  const MotionEnergy first{.kinetic = 1};
  const auto told = [&](const MotionEnergy& last) {
    std::string words;
    for (const LedgerRow& row : ledger_rows(first, last)) {
      words += row.words + "; ";
      if (row.words.starts_with("lost") || row.words.starts_with("given") ||
          row.words.starts_with("taken")) {
        EXPECT_GT(row.last, 0) << row.words;
      }
    }
    return words;
  };
  EXPECT_EQ(
      told({.kinetic = 1, .friction = 0.5, .impacts = 0.25, .inputs = 0.1, .surfaces = 0.2}),
      "kinetic; lost in friction; lost in impacts; given by inputs; given by moved surfaces; ");
  EXPECT_EQ(told({.kinetic = 1, .impacts = -0.25, .inputs = -0.1, .surfaces = -0.2}),
            "kinetic; given in impacts; taken by inputs; taken by moved surfaces; ");
  EXPECT_EQ(told({.kinetic = 1, .impacts = -1e-16}), "kinetic; ");
}

}  // namespace
}  // namespace carom
