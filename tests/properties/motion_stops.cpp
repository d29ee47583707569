/// Random motions of random mechanisms, watched: every stop before the time asked for is confirmed
/// by an independent enumeration at the last state, and nothing on the way contradicts mechanics.
///
/// And where a motion went on, planted stops are not confirmed.
///
///     CAROM_MOTIONS=12000     how many motions (default 400, and 200 kinked: a few seconds).
///                             Of the kinked ones up to 4,000 two are not confirmed: 411 (feet of
///                             a platform that slip and leave within 1e-6 s), 1161 (a paradox by a
///                             third power of time, which the check does not see)
///     CAROM_FIRST=1           the first one's number; each has a seed of its own
///     CAROM_PLANTED=100       in how many of them stops are planted; of the first 1,500 two still
///                             fool the check: 202 (slow strikes in a groove), 777 (a smooth V)
///     CAROM_KEEP=folder       writes a scenario file for every motion that fails
///     CAROM_LIST=1            prints every stop

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include "scenarios/scenario_file.hpp"
#include "support/kinked_motions.hpp"
#include "support/motion_file.hpp"
#include "support/motion_watch.hpp"
#include "support/places.hpp"
#include "support/stop_check.hpp"

namespace carom::testing {
namespace {

struct Followed {
  Motion motion;
  StopCheck stop;
  std::vector<std::string> faults;  ///< the kind up to the first colon, then details
  long events = 0;
  std::string end;  ///< in a few words
};

Followed followed(const RandomMotion& r) {
  const DenseMechanics mechanics(r.mechanism);
  Watch watch(mechanics);
  Followed f;
  f.motion = simulate(Model(r.mechanism), r.state,
                      {.duration = r.duration,
                       .every = r.duration / 40,
                       .event_limit = 100000,
                       .step_limit = 200000},
                      watch);
  f.events = watch.events;
  f.stop = StopChecker(mechanics, std::max(watch.speed, 1e-3), watch.force).check(f.motion);
  if (f.stop.finding == Finding::false_stop)
    f.faults.push_back("FALSE STOP " + f.stop.kind + ": " + f.stop.details);
  if (f.stop.finding == Finding::unclear)
    f.faults.push_back("UNCLEAR " + f.stop.kind + ": " + f.stop.details);
  for (const std::string& w : watch.wrong) f.faults.push_back("WRONG " + w);
  // Steps err by 1e-9 of the energies; a motion may multiply that.
  // No step is exact where forces grow without bound.
  if (f.motion.end != MotionEnd::step_size && f.motion.energy_error > 1e-5 * (watch.energy + 1e-3))
    f.faults.push_back(
        fmt::format("WRONG ledger: {:.3e} of {:.3e} J", f.motion.energy_error, watch.energy));
  f.end = fmt::format("{}: ends at {} of {} ({})", r.family, f.motion.final.time, r.duration,
                      name(f.motion.end));
  return f;
}

long setting(const char* name, long otherwise) {
  const char* const text = std::getenv(name);
  return text != nullptr ? std::strtol(text, nullptr, 10) : otherwise;
}

/// Every motion of a family from the first seed on.
void confirm_stops(RandomMotion (*motion)(std::uint64_t), long otherwise) {
  const long count = setting("CAROM_MOTIONS", otherwise), first = setting("CAROM_FIRST", 1);
  const bool list = setting("CAROM_LIST", 0) != 0;
  const char* const keep = std::getenv("CAROM_KEEP");
  std::map<std::string, std::vector<long>> ends, failed;
  long events = 0;
  for (long seed = first; seed < first + count; ++seed) {
    const RandomMotion r = motion(static_cast<std::uint64_t>(seed));
    const Followed f = followed(r);
    events += f.events;
    ends[std::string(name(f.motion.end)) + (f.stop.kind.empty() ? "" : ", " + f.stop.kind)]
        .push_back(seed);
    if (list && f.motion.end != MotionEnd::duration)
      std::cout << seed << " " << f.end << ": " << f.stop.kind << f.stop.details << "\n";
    for (const std::string& fault : f.faults) {
      failed[fault.substr(0, fault.find(": "))].push_back(seed);
      ADD_FAILURE() << "seed " << seed << " " << f.end << "\n  " << fault;
    }
    if (keep != nullptr && !f.faults.empty())
      std::ofstream(fmt::format("{}/{}.toml", keep, seed))
          << motion_file(r, fmt::format("seed {} {}\n# {}", seed, f.end, f.faults.front()));
  }
  for (const auto& [kind, seeds] : ends)
    std::cout << fmt::format("{:6} end: {}\n", seeds.size(), kind);
  std::cout << events << " events\n";
  for (const auto& [kind, seeds] : failed) {
    std::cout << fmt::format("{:6} {}:", seeds.size(), kind);
    for (std::size_t i = 0; i < std::min<std::size_t>(seeds.size(), 12); ++i)
      std::cout << " " << seeds[i];
    std::cout << "\n";
  }
}

TEST(MotionStops, EveryStopIsConfirmed) {
  confirm_stops(random_motion, 400);
}

/// The same with formulas that are not smooth (support/kinked_motions.hpp).
TEST(MotionStops, EveryStopOfKinkedMotionsIsConfirmed) {
  confirm_stops(kinked_motion, 200);
}

/// Those that once stopped without a reason, or with a wrong one.
TEST(MotionStops, OfThoseThatWereFalse) {
  for (const long seed :
       {637,   660,   1019,  1465,  2131,  2233,  2426,  2651,  2878,  3416,  4001,  4709,
        5043,  5303,  6117,  6983,  7191,  7635,  8318,  8527,  9158,  10467, 11210, 11475,
        12136, 12721, 12754, 14204, 14302, 14640, 16185, 16474, 16504, 18654, 19345, 19694,
        20881, 21652, 21761, 24229, 25157, 25615, 37384, 37398, 20158, 38145, 40557, 42071,
        43114, 43166, 44788, 46281, 47522, 60213, 60308, 63655}) {
    SCOPED_TRACE(seed);
    const Followed f = followed(random_motion(static_cast<std::uint64_t>(seed)));
    for (const std::string& fault : f.faults) ADD_FAILURE() << f.end << "\n  " << fault;
  }
}

/// Of those with kinks: walls that begin to move gently, switches of rates that are zero, a belt
/// that is faster than what is on it.
TEST(MotionStops, OfKinkedThoseThatWereFalse) {
  for (const long seed : {386, 732, 808, 872, 939, 1199, 1287, 2058, 2059, 2498, 2914, 2993}) {
    SCOPED_TRACE(seed);
    const Followed f = followed(kinked_motion(static_cast<std::uint64_t>(seed)));
    for (const std::string& fault : f.faults) ADD_FAILURE() << f.end << "\n  " << fault;
  }
}

/// Those in which a contact that left was told to pull, or to rub with more than its friction.
TEST(MotionStops, LastForcesAreThoseOfContacts) {
  for (const long seed :
       {84, 157, 595, 967, 1004, 1339, 2172, 2197, 2714, 2859, 3987, 4717, 5026, 5486}) {
    SCOPED_TRACE(seed);
    const Followed f = followed(random_motion(static_cast<std::uint64_t>(seed)));
    for (const std::string& fault : f.faults) ADD_FAILURE() << f.end << "\n  " << fault;
  }
}

/// Stops that never were, planted where a motion went on.
struct Plants : Watch {
  using Watch::Watch;
  std::vector<Motion> stops;
  int impacts = 0;

  void plant(MotionEnd end, const State& state, Verdict verdict = Verdict::unique) {
    Motion stop;
    stop.end = end;
    stop.final = state;
    stop.verdict = verdict;
    stops.push_back(stop);
  }
  void sample(const MotionSample& s) override {
    Watch::sample(s);
    const bool pressed = std::ranges::any_of(s.contacts, [](const ContactMotion& c) {
      return c.mode != Mode::apart && c.mode != Mode::separates;
    });
    if (!pressed) return;
    const State state{s.time,
                      {s.positions.begin(), s.positions.end()},
                      {s.velocities.begin(), s.velocities.end()}};
    for (const MotionEnd end : {MotionEnd::no_modes, MotionEnd::several_modes, MotionEnd::step_size,
                                MotionEnd::event_limit})
      plant(end, state);
  }
  void event(const MotionEvent& e) override {
    Watch::event(e);
    // Enough of those that bounce on and on.
    if (e.kind != MotionEventKind::impact || ++impacts > 20) return;
    for (const Verdict verdict : {Verdict::jammed, Verdict::inconsistent, Verdict::ambiguous})
      plant(MotionEnd::verdict, {e.time, e.positions, e.velocities_before}, verdict);
  }
};

/// How a motion that begins in this state ends there; `stopped` where it goes on.
Motion begun(const RandomMotion& r, const State& state) {
  struct : MotionSink {
    bool stop() override { return true; }
  } at_once;
  return simulate(Model(r.mechanism), state, {.duration = r.duration}, at_once);
}

/// A check that confirms whatever it is asked would be worth nothing. A motion goes on in its modes
/// while they hold, also where another way to go on has come to hold beside them (V's that slide
/// apart, wedges): then, and only then, a motion that begins there says so, and `several_modes` is
/// right.
TEST(MotionStops, PlantedOnesAreFound) {
  const long count = setting("CAROM_PLANTED", 100), first = setting("CAROM_FIRST", 1);
  std::map<std::string, int> planted, confirmed;
  for (long seed = first; seed < first + count; ++seed) {
    SCOPED_TRACE(seed);
    const RandomMotion r = random_motion(static_cast<std::uint64_t>(seed));
    const DenseMechanics mechanics(r.mechanism);
    Plants plants(mechanics);
    const Motion motion = simulate(Model(r.mechanism), r.state,
                                   {.duration = r.duration,
                                    .every = r.duration / 10.37,
                                    .event_limit = 2000,
                                    .step_limit = 20000},
                                   plants);
    const StopChecker checker(mechanics, std::max(plants.speed, 1e-3), plants.force);
    for (const Motion& stop : plants.stops) {
      // Right before a stop, it may be one already.
      if (stop.final.time > motion.final.time - 1e-9 * r.duration) continue;
      const std::string kind(stop.end == MotionEnd::verdict ? name(stop.verdict) : name(stop.end));
      ++planted[kind];
      const StopCheck check = checker.check(stop);
      const bool is_confirmed = check.finding == Finding::confirmed;
      if (is_confirmed) ++confirmed[kind];
      if (stop.end == MotionEnd::several_modes) {
        const Motion anew = begun(r, stop.final);
        EXPECT_EQ(is_confirmed, anew.end == MotionEnd::several_modes)
            << "t " << stop.final.time << ": " << name(anew.end) << check.details;
      } else {
        EXPECT_FALSE(is_confirmed)
            << kind << " t " << stop.final.time << ": " << check.kind << check.details;
      }
    }
  }
  for (const auto& [kind, number] : planted) {
    std::cout << fmt::format("{:6} {} planted, {} confirmed\n", number, kind, confirmed[kind]);
    if (count >= 100) {
      EXPECT_GT(number, 100) << kind;
    }
    EXPECT_LE(confirmed[kind], 0.02 * number) << kind;
  }
}

/// Every example with a mechanism, let go for two seconds from the state in its file.
TEST(MotionStops, EveryExampleGoesOn) {
  int moved = 0;
  for (const auto& file : std::filesystem::directory_iterator(places::examples)) {
    if (file.path().extension() != ".toml") continue;
    SCOPED_TRACE(file.path().filename());
    ReadScenario read = scenario_from_file(file.path());
    settle(read.scenario);
    RandomMotion r{file.path().filename(), read.scenario.mechanism, read.scenario.state, 2};
    const bool known = std::ranges::all_of(r.mechanism.contacts, [](const Contact& c) {
      return c.outline.kind <= OutlineKind::ellipse && !c.compliance;
    });
    if (read.scenario.train || !known) continue;
    const DenseState start = DenseMechanics(r.mechanism).at(r.state);
    if (start.gap.size() == 0 || start.gap.minCoeff() < -1e-9) continue;  // to be closed first
    const Followed f = followed(r);
    for (const std::string& fault : f.faults) ADD_FAILURE() << f.end << "\n  " << fault;
    ++moved;
  }
  EXPECT_GE(moved, 6);
}

}  // namespace
}  // namespace carom::testing
