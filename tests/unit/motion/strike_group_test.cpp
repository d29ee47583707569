/// Random states of random mechanisms in batches of any size, by any law, on any number of threads:
/// each has the bits of `strike`.

#include <gtest/gtest.h>

#include <bit>
#include <memory>
#include <random>

#include "carom/strike_batch.hpp"
#include "dynamics/compiled_model.hpp"
#include "motion/impact.hpp"
#include "motion/strike_group.hpp"
#include "support/random_mechanism.hpp"

namespace carom {
namespace {

using testing::Random;

/// A mechanism whose contacts touch at one configuration, one or both of them, and states about it:
/// most as they are but for velocities, some elsewhere, some no states at all.
struct Trial {
  Mechanism mechanism;
  std::vector<double> positions, velocities, friction, restitution, times;
  std::size_t count = 0, freedom = 0;
};

/// The same gaps everywhere: angles differ, and a free base moves so that the first contact stays.
void place(Random& random, const Model& model, Trial& trial, const State& at) {
  const std::size_t f = trial.freedom;
  const bool free = trial.mechanism.base.kind == BaseKind::free;
  ImpactSolver<double> solver(model.compiled().tree);
  for (std::size_t i = 0; i < trial.count; ++i) {
    State state = at;
    for (std::size_t k = 0; k < f; ++k) state.velocities[k] = random.in(-1, 1);
    const int kind = random.below(12);
    if (kind == 0) state.positions[f - 1] += random.in(-1, 1);
    if (kind == 1) state.velocities[0] = std::numeric_limits<double>::infinity();
    if (kind == 2) state.positions[f - 1] = std::numeric_limits<double>::quiet_NaN();
    if (kind >= 6 && free) {
      // The first contact rests, as feet do.
      solver.prepare_with_links(model.compiled().tree, state.positions, state.velocities, 0);
      const ContactFrame<double>& frame = solver.frames()[0];
      const Vec2 v = solver.contact_velocity_before(0, 0) * frame.tangent +
                     solver.contact_velocity_before(0, 1) * frame.normal;
      state.velocities[0] -= v.x;
      state.velocities[1] -= v.y;
    }
    trial.positions.insert(trial.positions.end(), state.positions.begin(), state.positions.end());
    trial.velocities.insert(trial.velocities.end(), state.velocities.begin(),
                            state.velocities.end());
    trial.friction.push_back(random.chance(0.02) ? -1 : random.in(0, 1.5));
    trial.restitution.push_back(random.chance(0.2) ? 0 : random.in(0, 1));
    trial.times.push_back(random.chance(0.02) ? std::numeric_limits<double>::quiet_NaN() : 0);
  }
}

Trial random_trial(Random& random) {
  Trial trial;
  Mechanism& m = trial.mechanism;
  const int contacts = 1 + random.below(2);
  m = testing::random_mechanism(random, {.links = 1 + random.below(7),
                                         .contacts = contacts,
                                         .special_surfaces = random.chance(0.1),
                                         .inputs = false});
  m.base = {.kind = random.chance(0.8) ? BaseKind::free : BaseKind::pinned};
  const bool points = random.chance(0.9);
  for (std::size_t i = 0; i < m.contacts.size(); ++i) {
    if (points) m.contacts[i].outline = {};
    m.contacts[i].surface = "S" + std::to_string(i);
  }
  const State at = testing::random_state(random, m);
  const Model first(m);
  ImpactSolver<double> solver(first.compiled().tree);
  if (!solver.prepare_with_links(first.compiled().tree, at.positions, at.velocities, 0))
    return trial;
  for (std::size_t i = 0; i < m.contacts.size(); ++i)
    m.surfaces[i].point = solver.frames()[i].point;
  if (contacts == 2 && random.chance(0.3)) {
    const auto i = static_cast<std::size_t>(random.below(2));
    m.surfaces[i].point -= random.in(0.01, 1) * solver.frames()[i].normal;
  }
  trial.count = static_cast<std::size_t>(1 + random.below(40));
  trial.freedom = at.velocities.size();
  place(random, Model(m), trial, at);
  return trial;
}

struct Answers {
  Answers(std::size_t n, std::size_t f, std::size_t c)
      : errors(n),
        verdicts(n),
        outcomes(n * c),
        velocities(n * f),
        impulses(2 * n * c),
        before(2 * n * c),
        after(2 * n * c),
        energy_before(n),
        energy_after(n),
        work(n),
        flags(std::make_unique<bool[]>(2 * n)),
        count(n) {}
  BatchAnswers all() {
    return {errors,
            verdicts,
            velocities,
            impulses,
            before,
            after,
            outcomes,
            energy_before,
            energy_after,
            work,
            {flags.get(), count},
            {flags.get() + count, count}};
  }
  std::vector<StrikeError> errors;
  std::vector<Verdict> verdicts;
  std::vector<Outcome> outcomes;
  std::vector<double> velocities, impulses, before, after, energy_before, energy_after, work;
  std::unique_ptr<bool[]> flags;
  std::size_t count;
};

/// There is one NaN.
bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

void expect_same(const Impact& one, const Answers& all, std::size_t i, std::size_t f,
                 std::size_t c) {
  const bool sound = one.error == StrikeError::none;
  const bool answered = !one.velocities.empty();
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  ASSERT_EQ(all.errors[i], one.error);
  ASSERT_EQ(all.verdicts[i], one.verdict);
  for (std::size_t k = 0; k < f; ++k)
    EXPECT_TRUE(same(all.velocities[i * f + k], answered ? one.velocities[k] : none)) << k;
  for (std::size_t k = 0; k < c; ++k)
    for (std::size_t a = 0; a < 2; ++a) {
      const std::size_t at = (i * c + k) * 2 + a;
      EXPECT_TRUE(same(all.impulses[at], answered ? one.contacts[k].impulse[a] : none));
      EXPECT_TRUE(same(all.after[at], answered ? one.contacts[k].velocity_after[a] : none));
      EXPECT_TRUE(same(all.before[at], sound ? one.contacts[k].velocity_before[a] : none));
    }
  for (std::size_t k = 0; k < c && answered; ++k)
    EXPECT_EQ(all.outcomes[i * c + k], one.contacts[k].outcome);
  EXPECT_TRUE(same(all.energy_before[i], sound ? one.kinetic_energy_before : none));
  EXPECT_TRUE(same(all.energy_after[i], answered ? one.kinetic_energy_after : none));
  EXPECT_TRUE(same(all.work[i], answered ? one.contact_work : none));
  EXPECT_EQ(all.flags[i], one.makes_energy);
  EXPECT_EQ(all.flags[all.count + i], one.impulses_determined);
}

TEST(StrikeGroup, EachHasTheBitsOfStrike) {
  Random random(17);
  int abreast = 0, answered = 0;
  for (int number = 0; number < 1500; ++number) {
    Trial trial = random_trial(random);
    if (trial.count == 0) continue;
    const Model model(trial.mechanism);
    const std::size_t n = trial.count, f = trial.freedom, c = trial.mechanism.contacts.size();
    const char* const names[] = {"energetic", "kinetic", "kinematic", "whittaker"};
    const std::string_view law = names[random.below(4)];
    const bool with_numbers = random.chance(0.3), with_times = random.chance(0.2);
    const int colliding = random.chance(0.3) ? random.below(static_cast<int>(c)) : -1;
    const BatchParameter parameters[] = {{.name = "friction", .values = trial.friction},
                                         {.name = "restitution", .values = trial.restitution}};
    StrikeBatch batch{.positions = trial.positions, .velocities = trial.velocities};
    if (with_numbers) batch.parameters = parameters;
    if (with_times) batch.times = trial.times;
    const StrikeOptions options{.law = law, .colliding = colliding};
    BatchWorkspace workspace(model);
    Answers all(n, f, c);
    const BatchTally tally = strike_batch(model, batch, {.strike = options}, workspace, all.all());
    StrikeGroup group(model.compiled().tree);
    abreast += group.suits(model.compiled().tree, options) ? static_cast<int>(n) : 0;
    std::array<std::int64_t, 6> verdicts{};
    for (std::size_t i = 0; i < n; ++i) {
      Mechanism own = trial.mechanism;
      if (with_numbers)
        for (Contact& contact : own.contacts) {
          contact.friction = trial.friction[i];
          contact.restitution = trial.restitution[i];
        }
      if (with_numbers && trial.friction[i] < 0) {
        EXPECT_EQ(all.errors[i], StrikeError::bad_option);
        continue;
      }
      const Model own_model(own);
      Workspace own_workspace(own_model);
      const State state{with_times ? trial.times[i] : 0,
                        {&trial.positions[i * f], &trial.positions[i * f] + f},
                        {&trial.velocities[i * f], &trial.velocities[i * f] + f}};
      const Impact one = strike(own_model, state, options, own_workspace);
      expect_same(one, all, i, f, c);
      if (one.error == StrikeError::none) ++verdicts[static_cast<std::size_t>(one.verdict)];
      answered += !one.velocities.empty();
      if (HasFailure()) FAIL() << law << " " << number << " state " << i;
    }
    EXPECT_EQ(tally.verdicts, verdicts);
  }
  EXPECT_GT(answered, 5000);
  if (this_processor() != Processor::plain) {
    EXPECT_GT(abreast, 10000);
  }
}

/// Blocks of states do not begin where groups do, and threads share them as they come.
TEST(StrikeGroup, ThreadsAndSizesDoNotMatter) {
  Random random(3);
  Trial trial;
  while (trial.count == 0 || trial.freedom < 4) trial = random_trial(random);
  const Model model(trial.mechanism);
  const std::size_t f = trial.freedom, c = trial.mechanism.contacts.size();
  std::vector<double> positions, velocities;
  constexpr std::size_t many = 5003;
  for (std::size_t i = 0; i < many; ++i)
    for (std::size_t k = 0; k < f; ++k) {
      positions.push_back(trial.positions[(i % trial.count) * f + k]);
      velocities.push_back(trial.velocities[(i % trial.count) * f + k] *
                           (1 + 1e-3 * static_cast<double>(i)));
    }
  BatchWorkspace workspace(model);
  Answers one(many, f, c), three(many, f, c);
  const StrikeBatch batch{.positions = positions, .velocities = velocities};
  strike_batch(model, batch, {}, workspace, one.all());
  strike_batch(model, batch, {.threads = 3}, workspace, three.all());
  for (std::size_t i = 0; i < many * f; ++i)
    ASSERT_TRUE(same(one.velocities[i], three.velocities[i])) << i;
  for (const std::size_t few : {1U, 7U, 8U, 9U, 2500U}) {
    Answers some(few, f, c);
    strike_batch(model,
                 {.positions = std::span(positions).last(few * f),
                  .velocities = std::span(velocities).last(few * f)},
                 {}, workspace, some.all());
    for (std::size_t i = 0; i < few * f; ++i)
      ASSERT_TRUE(same(some.velocities[i], one.velocities[(many - few) * f + i])) << few;
  }
}

}  // namespace
}  // namespace carom
