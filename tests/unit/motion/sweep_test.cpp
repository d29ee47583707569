// Sweeps of the public interface: every point once, by its values alone, on any number of threads.

#include "carom/sweep.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <stdexcept>

#include "support/counted_allocations.hpp"

namespace carom {
namespace {

/// A disc that strikes a floor: v_n⁺ = −e v_n⁻.
Mechanism disc(double restitution) {
  Mechanism m;
  m.links.push_back({.name = "disc", .mass = 2, .com = Vec2{0, 0}, .inertia = 0.01});
  m.surfaces.push_back({.name = "floor"});
  m.contacts.push_back(
      {.name = "rim", .link = "disc", .surface = "floor", .restitution = restitution});
  m.contacts.back().outline = {.kind = OutlineKind::disc, .radius = 0.1};
  return m;
}

/// "kinematic, kinetic, …": whatever laws there are.
std::string law_names() {
  std::string names;
  for (const Law* law : all_laws()) names += (names.empty() ? "" : ", ") + std::string(law->name);
  return names;
}

const State touching{0, {0, 0.1, 0}, {0, -1, 0}};

void set_speed(std::span<const double> values, State& state) {
  state.velocities[1] = -values[0];
  state.velocities[0] = values[1];
}

TEST(PublicSweep, VisitsEveryPointOnceInRowOrder) {
  std::vector<std::vector<double>> seen;
  std::vector<std::int64_t> order;
  const SweepTally tally =
      sweep({.axes = {{1, 2}, {5}, {10, 20, 30}}}, [&](const SweepPoint& point) {
        seen.emplace_back(point.values.begin(), point.values.end());
        order.push_back(point.index);
        EXPECT_EQ(point.thread, 0);
        return true;
      });
  EXPECT_EQ(seen, (std::vector<std::vector<double>>{
                      {1, 5, 10}, {1, 5, 20}, {1, 5, 30}, {2, 5, 10}, {2, 5, 20}, {2, 5, 30}}));
  EXPECT_EQ(order, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(tally.points, 6);
  EXPECT_EQ(tally.visited, 6);
  EXPECT_FALSE(tally.stopped);
  int visits = 0;
  sweep(SweepOptions{}, [&](const SweepPoint& point) { return ++visits, point.values.empty(); });
  EXPECT_EQ(visits, 1);
}

TEST(PublicSweep, HasTheSameAnswersOnAnyNumberOfThreads) {
  const Model model(disc(0.5));
  const auto answers = [&](int threads) {
    std::vector<double> after(300 * 7, -1);
    std::vector<std::atomic<int>> visits(after.size());
    const SweepTally tally =
        sweep(model, touching,
              {.axes = {evenly_spaced(0.5, 3, 300), evenly_spaced(-1, 1, 7)},
               .strikes = {{.law = "energetic"}, {.law = "kinematic"}},
               .threads = threads},
              set_speed, [&](const StrikePoint& point) {
                EXPECT_LT(point.thread, threads);
                EXPECT_EQ(point.impacts.size(), 2u);
                const auto place = static_cast<std::size_t>(point.index);
                ++visits[place];
                // Two laws at once: neither overwrites the other.
                EXPECT_NE(point.impacts[0].velocities.data(), point.impacts[1].velocities.data());
                EXPECT_DOUBLE_EQ(point.impacts[0].velocities[1], 0.5 * point.values[0]);
                EXPECT_DOUBLE_EQ(point.impacts[1].velocities[1], 0.5 * point.values[0]);
                after[place] = point.impacts[0].velocities[1];
                return true;
              });
    EXPECT_EQ(tally.visited, 2100);
    for (const auto& each : visits) EXPECT_EQ(each, 1);
    return after;
  };
  const std::vector<double> one = answers(1);
  EXPECT_EQ(one, answers(2));
  EXPECT_EQ(one, answers(5));
}

TEST(PublicSweep, StartsEachPointFromTheStateGiven) {
  const Model model(disc(0.5));
  std::vector<double> slips;
  sweep(
      model, touching, {.axes = {{1, 0}}, .strikes = {{}}},
      [](std::span<const double> values, State& state) {
        if (values[0] == 1) state.velocities[0] = 7;  // and nothing at the other
      },
      [&](const StrikePoint& point) {
        slips.push_back(point.state->velocities[0]);
        return true;
      });
  EXPECT_EQ(slips, (std::vector<double>{7, 0}));
}

TEST(PublicSweep, AllocatesNothingAtAPoint) {
  const Model model(disc(0.5));
  const auto allocations = [&](int count) {
    const SweepOptions options{.axes = {evenly_spaced(0.5, 3, count), {0.0}},
                               .strikes = {{.law = "energetic"}, {.law = "brach"}}};
    long sum = 0;
    const SetState set = set_speed;
    const VisitStrike visit = [&](const StrikePoint& point) {
      sum += point.impacts[0].verdict == Verdict::unique;
      return true;
    };
    const long before = testing::allocation_count();
    sweep(model, touching, options, set, visit);
    const long after = testing::allocation_count();
    EXPECT_EQ(sum, count);
    return after - before;
  };
  EXPECT_EQ(allocations(10), allocations(1000));
}

TEST(PublicSweep, StopsWhereTheCallbackSaysSo) {
  std::int64_t last = -1;
  const SweepOptions options{.axes = {evenly_spaced(0, 1, 1000)}};
  const SweepTally tally = sweep(options, [&](const SweepPoint& point) {
    last = point.index;
    return point.index < 41;
  });
  EXPECT_EQ(last, 41);
  EXPECT_EQ(tally.visited, 42);
  EXPECT_EQ(tally.points, 1000);
  EXPECT_TRUE(tally.stopped);
  // On threads: those that were begun end, and no more are begun.
  SweepOptions on_threads{.axes = {evenly_spaced(0, 1, 100000)}, .threads = 3};
  const SweepTally some = sweep(on_threads, [](const SweepPoint&) { return false; });
  EXPECT_TRUE(some.stopped);
  EXPECT_LE(some.visited, 3);
  EXPECT_GE(some.visited, 1);
}

TEST(PublicSweep, PassesOnWhatACallbackThrows) {
  for (const int threads : {1, 3}) {
    std::atomic<int> visits = 0;
    EXPECT_THROW(sweep({.axes = {evenly_spaced(0, 1, 10000)}, .threads = threads},
                       [&](const SweepPoint&) -> bool {
                         ++visits;
                         throw std::domain_error("mine");
                       }),
                 std::domain_error);
    EXPECT_LE(visits, threads);
  }
}

TEST(PublicSweep, CompilesMechanismsAndTellsFaultsOfAPoint) {
  for (const int threads : {1, 2}) {
    std::vector<double> after(4);
    std::vector<std::string> told(4);
    sweep(
        disc(0), touching,
        {.axes = {{0, 0.25, 1, 1.5}}, .strikes = {{.law = "kinematic"}}, .threads = threads},
        [](std::span<const double> values, Mechanism& mechanism, State& state) {
          mechanism.contacts[0].restitution = values[0];
          state.velocities[1] = -4;
        },
        [&](const StrikePoint& point) {
          const auto place = static_cast<std::size_t>(point.index);
          if (!point.faults.empty()) {
            EXPECT_EQ(point.model, nullptr);
            EXPECT_TRUE(point.impacts.empty());
            told[place] = point.faults[0].message;
            return true;
          }
          EXPECT_EQ(point.model->mechanism().contacts[0].restitution, point.values[0]);
          after[place] = point.impacts[0].velocities[1];
          return true;
        });
    EXPECT_EQ(after, (std::vector<double>{0, 1, 4, 0}));
    EXPECT_EQ(told[2], "");
    EXPECT_EQ(told[3], "contact \"rim\": restitution is 1.5; must be in [0, 1]");
  }
}

TEST(PublicSweep, RefusesOptionsWithEveryFault) {
  const Model model(disc(0.5));
  const SweepOptions wrong{.axes = {{1}, {}, {0, std::nan("")}},
                           .strikes = {{.law = "energetic"}, {.law = "none", .colliding = 4}},
                           .threads = 2000};
  std::vector<std::string> told;
  for (const Fault& fault : faults(wrong, model)) told.push_back(fault.message);
  EXPECT_EQ(told, (std::vector<std::string>{
                      "sweep: axes[1] has no values; must have one or more",
                      "sweep: axes[2][1] is nan; must be finite",
                      "sweep: threads is 2000; must be in [0, 1024]",
                      "strike 2: law \"none\" is not known; must be one of " + law_names(),
                      "strike 2: colliding is 4; must be -1 or a contact, from 0 to 0"}));
  const auto refused = [](auto&& call) {
    try {
      call();
    } catch (const InputError& error) {
      return error.faults().size();
    }
    return std::size_t{0};
  };
  bool visited = false;
  const auto visit = [&](const auto&) { return visited = true; };
  EXPECT_EQ(refused([&] { sweep(model, touching, wrong, set_speed, visit); }), 5u);
  EXPECT_EQ(refused([&] {
              sweep(
                  disc(0.5), touching, wrong, [](std::span<const double>, Mechanism&, State&) {},
                  visit);
            }),
            5u);
  EXPECT_EQ(refused([&] { sweep(wrong, visit); }), 3u);
  EXPECT_FALSE(visited);
  // 2^17 · 2^17 · 2^17 points.
  const std::vector<double> long_axis(std::size_t{1} << 17);
  EXPECT_EQ(faults(SweepOptions{.axes = {long_axis, long_axis, long_axis}}).at(0).message,
            "sweep: axes make more than 2^48 points; must be fewer");
}

TEST(EvenlySpaced, MeetsBothEnds) {
  EXPECT_EQ(evenly_spaced(0.1, 0.7, 3).back(), 0.7);
  EXPECT_EQ(evenly_spaced(0, 1, 5), (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
  EXPECT_EQ(evenly_spaced(2, 3, 1), std::vector<double>{2});
  EXPECT_TRUE(evenly_spaced(2, 3, 0).empty());
}

}  // namespace
}  // namespace carom
