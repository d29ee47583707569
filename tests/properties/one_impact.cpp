/// One impact has one answer: a motion, `carom::strike`, a sweep and the program's `strike` give
/// the same velocities after and the same impulses to the last bit, whatever the route to W.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <optional>

#include "carom/simulate.hpp"
#include "carom/strike.hpp"
#include "dynamics/compiled_model.hpp"
#include "laws/registry.hpp"
#include "study/study.hpp"
#include "support/touching.hpp"
#include "sweeps/strike_solver.hpp"

namespace carom {
namespace {

using testing::Collision;
using testing::Random;
using testing::random_collision;

using Pair = std::array<double, 2>;

/// What all must agree on.
struct Struck {
  std::vector<double> velocities;
  std::vector<Pair> impulses;
  bool determined = true;
};

/// Keeps the first impact.
struct FirstImpact : MotionSink {
  std::optional<MotionEvent> found;
  void event(const MotionEvent& event) override {
    if (!found && event.kind == MotionEventKind::impact) found = event;
  }
  bool stop() override { return found.has_value(); }
};

void expect_same_bits(std::span<const double> a, std::span<const double> b, const char* what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a[i]), std::bit_cast<std::uint64_t>(b[i]))
        << what << " " << i << ": " << fmt::format("{:.17g}, {:.17g}", a[i], b[i]);
}

void expect_same(const Struck& a, const Struck& b, const char* who) {
  SCOPED_TRACE(who);
  expect_same_bits(a.velocities, b.velocities, "velocity");
  // Of impulses that are not determined the program tells the least ones (decision 0033).
  if (!a.determined) return;
  ASSERT_EQ(a.impulses.size(), b.impulses.size());
  for (std::size_t i = 0; i < a.impulses.size(); ++i)
    expect_same_bits(a.impulses[i], b.impulses[i], "impulse");
}

std::optional<Struck> by_library(const Model& model, const State& state, std::string_view law) {
  Workspace workspace(model);
  const Impact impact = strike(model, state, {.law = law}, workspace);
  EXPECT_EQ(impact.error, StrikeError::none);
  if (impact.verdict != Verdict::unique) return std::nullopt;
  Struck struck{
      {impact.velocities.begin(), impact.velocities.end()}, {}, impact.impulses_determined};
  for (const ContactImpact& contact : impact.contacts) struck.impulses.push_back(contact.impulse);
  return struck;
}

Struck by_sweep(const Scenario& scenario, const Model& model, const Law& law) {
  const Law* const laws[] = {&law};
  StrikePointSolver solver(scenario, model.compiled().tree, {}, laws, Method::consistent, true);
  EXPECT_EQ(solver.solve({}), PointStatus::solved);
  const StrikePointLaw& result = solver.laws().front();
  Struck struck{result.coordinates, {}, result.impulses_determined != 0};
  for (std::size_t i = 0; i < model.compiled().tree.contacts.size(); ++i)
    struck.impulses.push_back({result.impulse[2 * i], result.impulse[2 * i + 1]});
  return struck;
}

Struck by_program(const Study& study, const std::string& law) {
  const StrikeReport report = strike(study, {{law}, Method::consistent, true});
  const StruckAnswer& answer = report.results.front().answer;
  Struck struck{answer.after.velocity, {}, report.results.front().impulses_determined};
  for (const auto* part : {&answer.after.rates, &answer.after.surfaces})
    struck.velocities.insert(struck.velocities.end(), part->begin(), part->end());
  for (const StruckContact& contact : answer.contacts) struck.impulses.push_back(contact.impulse);
  return struck;
}

/// Some joints are driven, at the rates that they have.
void drive_some(Random& random, Collision& c) {
  const std::size_t base =
      c.state.positions.size() - c.mechanism.links.size() -
      static_cast<std::size_t>(std::ranges::count_if(
          c.mechanism.surfaces, [](const Surface& surface) { return surface.body.has_value(); }));
  for (std::size_t i = 1; i < c.mechanism.links.size(); ++i) {
    if (!random.chance(0.3)) continue;
    const double angle = c.state.positions[base + i] - c.state.positions[base + i - 1];
    const double rate = c.state.velocities[base + i] - c.state.velocities[base + i - 1];
    c.mechanism.drives.push_back({.link = c.mechanism.links[i].name,
                                  .against = c.mechanism.links[i - 1].name,
                                  .angle = {fmt::format("{:.17g} + {:.17g}*t", angle, rate)}});
  }
}

/// Takes the impact with which a motion from `state` begins.
std::optional<MotionEvent> by_motion(const Model& model, const State& state, std::string_view law) {
  FirstImpact sink;
  simulate(model, state, {.duration = 1e-3, .law = law, .event_limit = 1}, sink);
  if (!sink.found || sink.found->simultaneous) return std::nullopt;
  return sink.found;
}

TEST(OneImpact, HasTheSameBitsWhoeverAsks) {
  Random random(15);
  int compared = 0;
  int in_motions = 0;
  int with_drives = 0;
  int yielding = 0;
  int of_contacts[7] = {};
  for (int trial = 0; trial < 600; ++trial) {
    const bool plain = random.chance(0.4);
    auto c = random_collision(random,
                              {.links = 1 + random.below(8),
                               .contacts = 1 + random.below(6),
                               .special_surfaces = !plain,
                               .inputs = !plain},
                              random.chance(0.3));
    if (!c) continue;
    if (plain) {
      if (random.chance(0.7)) c->mechanism.base = {};
      for (Contact& contact : c->mechanism.contacts)
        if (random.chance(0.8)) contact.outline = {};
    }
    SCOPED_TRACE(::testing::Message() << "trial " << trial);
    if (!plain && random.chance(0.3)) drive_some(random, *c);
    std::optional<Model> model;
    try {
      model.emplace(c->mechanism);
    } catch (const InputError&) {
      continue;  // some drives close a ring
    }
    if (c->state.positions.size() != static_cast<std::size_t>(model->degrees_of_freedom()))
      continue;
    for (const Law* law : all_laws()) {
      SCOPED_TRACE(law->name);
      // A motion puts what touches onto its surface first: the state that it strikes at is taken.
      State state = c->state;
      const auto moved = by_motion(*model, state, law->name);
      if (moved) state = {moved->time, moved->positions, moved->velocities_before};
      const auto library = by_library(*model, state, law->name);
      if (!library) continue;
      ++compared;
      ++of_contacts[c->mechanism.contacts.size()];
      with_drives += c->mechanism.drives.empty() ? 0 : 1;
      yielding += model->compiled().tree.yielding > 0 ? 1 : 0;
      Scenario scenario;
      scenario.mechanism = c->mechanism;
      scenario.state = state;
      const Study study{scenario, *model, [](const Where&) { return Place{}; }, {}, {}};
      expect_same(*library, by_sweep(scenario, *model, *law), "sweep");
      expect_same(*library, by_program(study, std::string(law->name)), "program");
      if (!moved || moved->verdict != Verdict::unique) continue;
      ++in_motions;
      expect_same(*library, {moved->velocities_after, moved->impulses, true}, "motion");
    }
    if (::testing::Test::HasFailure()) break;
  }
  // Otherwise little was compared.
  EXPECT_GT(compared, 1000);
  EXPECT_GT(in_motions, 700);
  EXPECT_GT(with_drives, 50);
  EXPECT_GT(yielding, 150);
  for (int contacts = 1; contacts <= 6; ++contacts)
    EXPECT_GT(of_contacts[contacts], 50) << contacts;
}

}  // namespace
}  // namespace carom
