/// Maps as tables: a row a return, an orbit's point, a branch's point; what is absent is empty.

#include "reports/map_csv.hpp"

#include <gtest/gtest.h>

namespace carom {
namespace {

TEST(MapCsv, Returns) {
  MapReport report;
  MapReturn first;
  first.n = 1;
  first.time = 0.5;
  first.contact = "rim";
  first.state = {{"angle.body", 0.25}};
  first.velocity = {-1, 2};
  first.mode = "sliding";
  first.w = -9.81;
  first.impulse = std::array{0.125, 3.0};
  first.verdict = "unique";
  first.impulses_determined = true;
  first.makes_energy = false;
  MapReturn second;  // of a formula that crosses zero: nothing struck
  second.n = 2;
  second.time = 0.75;
  second.state = {{"angle.body", 0.5}};
  second.velocity = {0, 1};
  report.returns = {first, second};
  EXPECT_EQ(returns_csv(report),
            "n,time,contact,velocity.t,velocity.n,impulse.t,impulse.n,W,mode,verdict,impulses_"
            "determined,makes_energy,"
            "angle.body\n"
            "1,0.5,rim,-1,2,0.125,3,-9.81,sliding,unique,yes,no,0.25\n"
            "2,0.75,,0,1,,,,,,,,0.5\n");
}

TEST(MapCsv, OrbitsAndBranches) {
  MapReport report;
  MapOrbit fixed;
  fixed.state = {{"time", 0.5}};
  fixed.time = 2;
  fixed.stable = true;
  fixed.kind = "stable focus";
  fixed.multipliers = {{0.3, 0.4}, {0.3, -0.4}};
  MapOrbit twice = fixed;
  twice.period = 2;
  twice.stable = false;
  twice.kind = "saddle";
  twice.multipliers = {{-3, 0}, {0.5, 0}};
  twice.points = {{1, {{"time", 1.0}}}, {2, {{"time", 2.0}}}};
  report.fixed_points = {fixed, twice};
  EXPECT_EQ(orbits_csv(report),
            "orbit,period,return,orbit_time,kind,stable,largest_multiplier,time\n"
            "1,1,1,2,stable focus,yes,0.5,0.5\n"
            "2,2,1,2,saddle,no,3,1\n"
            "2,2,2,2,saddle,no,3,2\n");
  report.parameter = "gamma";
  MapBranch branch;
  branch.points = {{1.25, {{"time", 0.5}}, {{-0.5, 0}}, true}};
  branch.bifurcations = {
      {"period doubling", 1.5, {{"time", 0.75}}, "", false},
      {"mode change: sliding -> sticking in restitution", 1.75, {{"time", 1.0}}, "rim", true}};
  report.branches = {branch};
  EXPECT_EQ(branches_csv(report),
            "branch,period,gamma,event,contact,ends,stable,largest_multiplier,time\n"
            "1,1,1.25,,,,yes,0.5,0.5\n"
            "1,1,1.5,period doubling,,no,,,0.75\n"
            "1,1,1.75,mode change: sliding -> sticking in restitution,rim,yes,,,1\n");
}

}  // namespace
}  // namespace carom
