/// Simultaneous collisions, computed in 54-digit arithmetic (tests/data/simultaneous.json).

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "laws/rigid/simultaneous.hpp"
#include "laws/rigid/workspace.hpp"
#include "support/places.hpp"

namespace carom {
namespace {

using nlohmann::json;

/// Of the largest entry of the same kind. The cases' condition numbers reach 16, so that rounding
/// of the input alone makes some 1e-15; the longest has 57 events.
constexpr double tolerance = 1e-12;

const json& cases() {
  static const json loaded =
      json::parse(std::ifstream(places::test_data + "/simultaneous.json"))["cases"];
  return loaded;
}

struct Problem {
  int count = 0;
  std::vector<double> inertia, velocity, friction, restitution, stiffness;
  std::vector<double> table;  ///< the law's parameters, row by row
  LawParameters parameters() const {
    const auto contacts = static_cast<std::size_t>(count);
    return {table.data(), contacts, LawParameters::in_order, contacts};
  }
  ContactProblem<double> view() const { return {count, inertia, velocity, parameters(), -1}; }
};

Problem problem_of(const json& each) {
  Problem p;
  p.count = static_cast<int>(each["mu"].size());
  for (const json& row : each["W"])
    for (const double entry : row) p.inertia.push_back(entry);
  p.velocity = each["v"].get<std::vector<double>>();
  p.friction = each["mu"].get<std::vector<double>>();
  p.restitution = each["e"].get<std::vector<double>>();
  p.stiffness = each["k"].get<std::vector<double>>();
  for (const auto* row : {&p.friction, &p.restitution, &p.stiffness})
    p.table.insert(p.table.end(), row->begin(), row->end());
  return p;
}

double largest(const json& numbers) {
  double size = 0;
  for (const json& x : numbers)
    if (!x.is_null()) size = std::max(size, std::abs(x.get<double>()));
  return size;
}

void expect_restitution(const json& expected, const char* definition, std::optional<double> found) {
  ASSERT_EQ(expected.contains(definition), found.has_value()) << definition;
  // A ratio of two numbers of which the denominator may be small.
  if (found) {
    EXPECT_NEAR(expected[definition].get<double>(), *found, 1e-10) << definition;
  }
}

void compare_contact(const json& expected, const Problem& p, int i, const Solution<double>& found,
                     double energy, double impulse) {
  const SpringContact<double>& contact = found.springs.contacts[static_cast<std::size_t>(i)];
  const auto near = [&](const char* what, double value, double scale) {
    EXPECT_NEAR(expected[what].get<double>(), value, tolerance * scale) << what;
  };
  near("work_compression", contact.work_compression, energy);
  near("work_restitution", contact.work_restitution, energy);
  near("impulse_compression", contact.impulse_compression, impulse);
  near("impulse_restitution", contact.impulse_restitution, impulse);
  near("stored_max", contact.stored, energy);
  const double e = p.restitution[static_cast<std::size_t>(i)];
  EXPECT_NEAR(found.work[2 * i + 1], -(1 - e * e) * contact.stored, tolerance * energy);
  for (int r = 0; r < 2; ++r)
    EXPECT_NEAR(expected["work"][r].get<double>(), found.work[2 * i + r], tolerance * energy);
  EXPECT_EQ(expected["touches"], contact.touches);
  EXPECT_EQ(expected["outcome"], name(found.outcome[i]));
  EXPECT_EQ(expected["interacted"], found.interacted[i] != 0);
  const json& achieved = expected["restitution_achieved"];
  expect_restitution(achieved, "kinematic", contact.kinematic);
  expect_restitution(achieved, "kinetic", contact.kinetic);
  expect_restitution(achieved, "energetic", contact.energetic);
}

void compare(const json& expected, const Problem& p, const Solution<double>& found) {
  ASSERT_EQ(expected["verdict"], name(found.verdict)) << name(found.reason);
  if (expected["verdict"] != "unique") {
    EXPECT_EQ(expected["reason"], "does not end");
    EXPECT_EQ(found.reason, Reason::does_not_end);
    return;
  }
  const double speed = std::max(largest(expected["velocity_after"]), largest(json(p.velocity)));
  const double impulse = largest(expected["impulse"]);
  double energy = 0;
  for (const json& contact : expected["contacts"])
    energy = std::max(energy, contact["stored_max"].get<double>());
  EXPECT_EQ(expected["impulses_determined"], found.impulses_determined);
  for (int r = 0; r < 2 * p.count; ++r) {
    EXPECT_NEAR(expected["velocity_after"][r].get<double>(), found.velocity_after[r],
                tolerance * speed);
    EXPECT_EQ(expected["impulse"][r].is_null(), found.open[r] != 0) << r;
    if (!expected["impulse"][r].is_null()) {
      EXPECT_NEAR(expected["impulse"][r].get<double>(), found.impulse[r], tolerance * impulse);
    }
  }
  EXPECT_NEAR(expected["energy_loss"].get<double>(), found.energy_loss, tolerance * energy);
  for (int i = 0; i < p.count; ++i) {
    SCOPED_TRACE(i);
    compare_contact(expected["contacts"][i], p, i, found, energy, impulse);
  }
  const double unit = found.springs.time_unit;
  const double duration = expected["duration"];
  // A flight's time has the relative error of the velocity that makes it.
  EXPECT_NEAR(duration, found.springs.duration * unit, 1e-10 * duration);
  ASSERT_EQ(expected["touches"].size(), found.springs.touches.size());
  for (std::size_t k = 0; k < found.springs.touches.size(); ++k) {
    EXPECT_EQ(expected["touches"][k][0], found.springs.touches[k].contact);
    EXPECT_NEAR(expected["touches"][k][1].get<double>(), found.springs.touches[k].time * unit,
                1e-10 * duration);
  }
}

TEST(SimultaneousCases, AgreeWithTheReference) {
  for (const json& each : cases()) {
    SCOPED_TRACE(each["id"].get<std::string>());
    const Problem p = problem_of(each);
    LawWorkspace<double> workspace(p.count);
    solve_impact(*find_law("simultaneous"), p.view(), {}, workspace);
    compare(each["expected"], p, workspace.solution);
  }
  EXPECT_EQ(cases().size(), 60u);
}

/// The reference's modes, told in letters: those of springs, and + − 0 where a contact carries.
TEST(SimultaneousCases, TellTheSameStory) {
  int compared = 0;
  for (const json& each : cases()) {
    const json& expected = each["expected"];
    // Where the sharing of friction is open, so is who is said to stick.
    if (expected["verdict"] != "unique" || !expected["impulses_determined"].get<bool>()) continue;
    SCOPED_TRACE(each["id"].get<std::string>());
    const Problem p = problem_of(each);
    LawWorkspace<double> workspace(p.count);
    solve_impact(*find_law("simultaneous"), p.view(), {}, workspace);
    const Solution<double>& found = workspace.solution;
    ASSERT_TRUE(found.springs.told_all);
    std::size_t stage = 0;
    std::string last;
    for (const json& stretch : expected["story"]) {
      const std::string springs = stretch[1], slips = stretch[2];
      if (springs + slips == last || stretch[3] == "end") continue;  // `mid` is no stage
      last = springs + slips;
      ASSERT_LT(stage, found.stages.size());
      EXPECT_NEAR(stretch[0].get<double>(),
                  found.springs.stage_times[stage] * found.springs.time_unit,
                  1e-10 * expected["duration"].get<double>());
      for (int i = 0; i < p.count; ++i) {
        const auto place = stage * static_cast<std::size_t>(p.count) + static_cast<std::size_t>(i);
        EXPECT_EQ(springs[i], "ALUEH"[static_cast<int>(found.springs.stage_springs[place])]);
        if (slips[i] != 'f') {
          EXPECT_EQ(slips[i], "..0+-"[static_cast<int>(found.stage_modes[place])]);
        }
      }
      ++stage;
    }
    EXPECT_EQ(stage, found.stages.size());
    ++compared;
  }
  EXPECT_GT(compared, 50);
}

/// Derivatives by ln k_i pass through every event.
TEST(SimultaneousCases, DerivativesByStiffness) {
  using D = Sloped;
  int compared = 0;
  for (const json& each : cases()) {
    if (!each.contains("dv_dlnk")) continue;
    SCOPED_TRACE(each["id"].get<std::string>());
    const Problem p = problem_of(each);
    const std::vector<D> inertia(p.inertia.begin(), p.inertia.end());
    const std::vector<D> velocity(p.velocity.begin(), p.velocity.end());
    const std::vector<D> table(p.table.begin(), p.table.end());
    LawWorkspace<D> workspace(p.count);
    for (int i = 0; i < p.count; ++i) {
      std::vector<D> stiffness(p.stiffness.begin(), p.stiffness.end());
      stiffness[static_cast<std::size_t>(i)].slope[0] = p.stiffness[static_cast<std::size_t>(i)];
      const auto contacts = static_cast<std::size_t>(p.count);
      solve_simultaneous(
          ContactProblem<D>{p.count,
                            inertia,
                            velocity,
                            {table.data(), contacts, LawParameters::in_order, contacts},
                            -1},
          std::span<const D>(stiffness), {}, workspace);
      const json& expected = each["dv_dlnk"][i];
      // Derivatives are amplified at every event, so their size is what they are compared with.
      double scale = 1;
      for (const json& row : each["dv_dlnk"]) scale = std::max(scale, largest(row));
      for (int r = 0; r < 2 * p.count; ++r)
        EXPECT_NEAR(expected[r].get<double>(), workspace.solution.velocity_after[r].slope[0],
                    1e-9 * scale)
            << "k" << i << " row " << r;
    }
    ++compared;
  }
  EXPECT_GT(compared, 40);
}

}  // namespace
}  // namespace carom
