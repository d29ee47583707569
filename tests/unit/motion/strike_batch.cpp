/// Many impacts in arrays: each is that of `strike`, whatever the threads, and nothing is
/// allocated.

#include "carom/strike_batch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <numbers>
#include <random>

#include "support/counted_allocations.hpp"

namespace carom {
namespace {

Mechanism chain() {
  Mechanism m;
  for (const char* name : {"left", "middle", "right"})
    m.links.push_back({.name = name, .length = 1.0, .mass = 1.0});
  m.surfaces = {{.name = "floor"}};
  m.contacts = {{.name = "A0", .link = "left", .surface = "floor", .friction = 0.5},
                {.name = "Ac",
                 .link = "right",
                 .at = {1.0, 0.0},
                 .surface = "floor",
                 .friction = 0.5,
                 .restitution = 0.9}};
  return m;
}

/// States on both ends: configurations and velocities differ, and with them paths and verdicts.
struct States {
  std::vector<double> positions, velocities;
  std::size_t count = 0;
};

States mixed(std::size_t count) {
  States states{{}, {}, count};
  std::mt19937 random(7);
  std::uniform_real_distribution<double> angle(-1.2, 1.2), rate(-1, 1);
  for (std::size_t i = 0; i < count; ++i) {
    const double phi = angle(random), up = std::numbers::pi / 2;
    for (const double q : {0.0, 0.0, up - phi, 0.0, -up - phi}) states.positions.push_back(q);
    for (const double v : {0.0, 0.0, rate(random), rate(random), rate(random)})
      states.velocities.push_back(v);
  }
  return states;
}

/// All that can be asked for, of n states of the chain.
struct Answers {
  explicit Answers(std::size_t n)
      : errors(n),
        verdicts(n),
        outcomes(2 * n),
        velocities(5 * n),
        impulses(4 * n),
        before(4 * n),
        after(4 * n),
        energy_before(n),
        energy_after(n),
        work(n),
        makes(new bool[n]),
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
            {makes.get(), count}};
  }
  std::vector<StrikeError> errors;
  std::vector<Verdict> verdicts;
  std::vector<Outcome> outcomes;
  std::vector<double> velocities, impulses, before, after, energy_before, energy_after, work;
  std::unique_ptr<bool[]> makes;
  std::size_t count;
};

bool same_bits(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

TEST(StrikeBatch, EachAnswerIsThatOfStrike) {
  const Model model(chain());
  const States states = mixed(3000);
  for (const char* law : {"energetic", "kinematic", "brach", "simultaneous"}) {
    Answers answers(states.count);
    BatchWorkspace workspace(model);
    const BatchTally tally =
        strike_batch(model, {.positions = states.positions, .velocities = states.velocities},
                     {.strike = {.law = law}}, workspace, answers.all());
    EXPECT_EQ(tally.done, 3000);
    Workspace one(model);
    std::int64_t unique = 0, none = 0;
    for (std::size_t i = 0; i < states.count; ++i) {
      State state;
      state.positions.assign(&states.positions[5 * i], &states.positions[5 * i] + 5);
      state.velocities.assign(&states.velocities[5 * i], &states.velocities[5 * i] + 5);
      const Impact impact = strike(model, state, {.law = law}, one);
      ASSERT_EQ(answers.verdicts[i], impact.verdict) << i;
      unique += impact.verdict == Verdict::unique;
      if (impact.velocities.empty()) {
        ++none;
        EXPECT_TRUE(std::isnan(answers.velocities[5 * i]));
        EXPECT_TRUE(std::isnan(answers.energy_after[i]));
        continue;
      }
      ASSERT_TRUE(same_bits(impact.velocities, {&answers.velocities[5 * i], 5})) << law << i;
      EXPECT_EQ(answers.energy_before[i], impact.kinetic_energy_before);
      EXPECT_EQ(answers.energy_after[i], impact.kinetic_energy_after);
      EXPECT_EQ(answers.work[i], impact.contact_work);
      for (std::size_t k = 0; k < 2; ++k) {
        ASSERT_TRUE(same_bits(impact.contacts[k].impulse, {&answers.impulses[4 * i + 2 * k], 2}));
        EXPECT_TRUE(
            same_bits(impact.contacts[k].velocity_after, {&answers.after[4 * i + 2 * k], 2}));
        EXPECT_EQ(answers.outcomes[2 * i + k], impact.contacts[k].outcome);
      }
    }
    EXPECT_EQ(tally.verdicts[0], unique);
    EXPECT_GT(none, 100) << "the states are meant to be mixed";
    EXPECT_GT(unique, 100);
  }
}

TEST(StrikeBatch, ThreadsDoNotMatter) {
  const Model model(chain());
  const States states = mixed(20000);
  Answers one(states.count), three(states.count);
  BatchWorkspace workspace(model);
  const StrikeBatch batch{.positions = states.positions, .velocities = states.velocities};
  const BatchTally alone = strike_batch(model, batch, {}, workspace, one.all());
  const BatchTally shared = strike_batch(model, batch, {.threads = 3}, workspace, three.all());
  EXPECT_EQ(alone.verdicts, shared.verdicts);
  EXPECT_TRUE(same_bits(one.velocities, three.velocities));
  EXPECT_TRUE(same_bits(one.impulses, three.impulses));
  EXPECT_TRUE(same_bits(one.energy_after, three.energy_after));
}

TEST(StrikeBatch, NothingIsAllocated) {
  const Model model(chain());
  const States states = mixed(500);
  Answers answers(states.count);
  const std::vector<double> e(states.count, 0.3);
  const BatchParameter parameters[] = {{.name = "restitution", .contact = 1, .values = e}};
  BatchWorkspace workspace(model);
  const StrikeBatch batch{
      .positions = states.positions, .velocities = states.velocities, .parameters = parameters};
  strike_batch(model, batch, {}, workspace, answers.all());
  const long before = testing::allocation_count();
  strike_batch(model, batch, {}, workspace, answers.all());
  EXPECT_EQ(testing::allocation_count(), before);
}

TEST(StrikeBatch, ParametersDifferFromStateToState) {
  const States states = mixed(400);
  std::vector<double> e, mu;
  for (std::size_t i = 0; i < states.count; ++i) {
    e.push_back(static_cast<double>(i) / 400);
    mu.push_back(0.01 * static_cast<double>(i % 7));
  }
  const BatchParameter parameters[] = {{.name = "restitution", .contact = 1, .values = e},
                                       {.name = "friction", .values = mu}};
  const Model model(chain());
  BatchWorkspace workspace(model);
  Answers answers(states.count);
  strike_batch(
      model,
      {.positions = states.positions, .velocities = states.velocities, .parameters = parameters},
      {}, workspace, answers.all());
  for (std::size_t i = 0; i < states.count; i += 37) {
    Mechanism own = chain();
    own.contacts[0].friction = own.contacts[1].friction = mu[i];
    own.contacts[1].restitution = e[i];
    const Model own_model(own);
    Workspace own_workspace(own_model);
    State state;
    state.positions.assign(&states.positions[5 * i], &states.positions[5 * i] + 5);
    state.velocities.assign(&states.velocities[5 * i], &states.velocities[5 * i] + 5);
    const Impact impact = strike(own_model, state, {}, own_workspace);
    ASSERT_EQ(answers.verdicts[i], impact.verdict);
    if (!impact.velocities.empty()) {
      EXPECT_TRUE(same_bits(impact.velocities, {&answers.velocities[5 * i], 5}));
    }
  }
  // A later call without parameters has the model's again.
  Answers plain(states.count), fresh(states.count);
  BatchWorkspace another(model);
  const StrikeBatch batch{.positions = states.positions, .velocities = states.velocities};
  strike_batch(model, batch, {}, workspace, plain.all());
  strike_batch(model, batch, {}, another, fresh.all());
  EXPECT_TRUE(same_bits(plain.velocities, fresh.velocities));
}

/// Room for derivatives, by the state of the chain and by numbers.
struct Slopes {
  explicit Slopes(std::size_t n, std::size_t inputs)
      : velocities(5 * n * inputs),
        impulses(4 * n * inputs),
        losses(n * inputs),
        sides(n * inputs) {}
  BatchJacobians all() { return {velocities, impulses, losses, sides}; }
  std::vector<double> velocities, impulses, losses;
  std::vector<Side> sides;
};

/// NaN where there is none, else the bits of strike_jacobian.
void expect_slopes(const ImpactJacobian& d, const Slopes& slopes, std::size_t i,
                   std::size_t inputs) {
  for (std::size_t j = 0; j < inputs; ++j) {
    const std::size_t at = i * inputs + j;
    const bool exists = d.inputs == inputs && d.sides[j] != Side::none;
    ASSERT_EQ(slopes.sides[at], exists ? d.sides[j] : Side::none) << i << " " << j;
    ASSERT_EQ(std::isnan(slopes.losses[at]), !exists) << i << " " << j;
    if (!exists) continue;
    EXPECT_TRUE(same_bits(d.velocities.subspan(5 * j, 5), {&slopes.velocities[5 * at], 5}));
    EXPECT_TRUE(same_bits(d.impulses.subspan(4 * j, 4), {&slopes.impulses[4 * at], 4}));
    EXPECT_EQ(d.energy_loss[j], slopes.losses[at]);
  }
}

TEST(StrikeBatch, DerivativesAreThoseOfStrikeJacobian) {
  const States states = mixed(600);
  std::vector<double> e;
  for (std::size_t i = 0; i < states.count; ++i) e.push_back(0.05 + static_cast<double>(i) / 800);
  const BatchParameter parameters[] = {{.name = "restitution", .contact = 1, .values = e}};
  const Model model(chain());
  const JacobianInputs by{.numbers = {"link.left.mass", "contact.Ac.restitution"}};
  constexpr std::size_t inputs = 12;
  for (const char* law : {"energetic", "moreau"}) {
    BatchWorkspace workspace(model, 1, by);
    Answers answers(states.count), plain(states.count);
    Slopes slopes(states.count, inputs), shared(states.count, inputs);
    BatchAnswers asked = answers.all();
    asked.jacobians = slopes.all();
    const BatchOptions options{.strike = {.law = law}};
    const StrikeBatch batch{
        .positions = states.positions, .velocities = states.velocities, .parameters = parameters};
    const BatchTally tally = strike_batch(model, batch, options, workspace, asked);
    EXPECT_TRUE(tally.exact);
    strike_batch(model, batch, options, workspace, plain.all());
    EXPECT_TRUE(same_bits(answers.velocities, plain.velocities));
    asked.jacobians = shared.all();
    BatchOptions several = options;
    several.threads = 2;
    strike_batch(model, batch, several, workspace, asked);
    EXPECT_TRUE(same_bits(slopes.velocities, shared.velocities));
    int told = 0;
    for (std::size_t i = 0; i < states.count; i += 29) {
      Mechanism own = chain();
      own.contacts[1].restitution = e[i];
      const Model own_model(own);
      JacobianWorkspace own_workspace(own_model, by);
      State state;
      state.positions.assign(&states.positions[5 * i], &states.positions[5 * i] + 5);
      state.velocities.assign(&states.velocities[5 * i], &states.velocities[5 * i] + 5);
      const ImpactJacobian d = strike_jacobian(own_model, state, {.law = law}, own_workspace);
      expect_slopes(d, slopes, i, inputs);
      told += d.inputs == inputs;
    }
    EXPECT_GT(told, 5);
    // A later call without parameters has the model's again, and allocates nothing.
    StrikeBatch later = batch;
    later.parameters = {};
    asked.jacobians = slopes.all();
    strike_batch(model, later, options, workspace, asked);
    const long before = testing::allocation_count();
    strike_batch(model, later, options, workspace, asked);
    EXPECT_EQ(testing::allocation_count(), before);
    JacobianWorkspace fresh(model, by);
    for (std::size_t i = 0; i < states.count; i += 97) {
      State state;
      state.positions.assign(&states.positions[5 * i], &states.positions[5 * i] + 5);
      state.velocities.assign(&states.velocities[5 * i], &states.velocities[5 * i] + 5);
      expect_slopes(strike_jacobian(model, state, {.law = law}, fresh), slopes, i, inputs);
    }
  }
}

TEST(StrikeBatch, DerivativesAskForInputs) {
  const Model model(chain());
  EXPECT_THROW(BatchWorkspace(model, 1, {.numbers = {"link.lft.mass"}}), InputError);
  const States states = mixed(2);
  std::vector<double> slopes(7);
  BatchWorkspace workspace(model);
  const StrikeBatch batch{.positions = states.positions, .velocities = states.velocities};
  try {
    strike_batch(model, batch, {}, workspace, {.jacobians = {.velocities = slopes}});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("without inputs"), std::string::npos);
  }
  BatchWorkspace by_state(model, 1, {});
  EXPECT_THROW(strike_batch(model, batch, {}, by_state, {.jacobians = {.velocities = slopes}}),
               InputError);
}

TEST(StrikeBatch, WhatCannotBeStruckIsMarked) {
  const Model model(chain());
  States states = mixed(3);
  states.positions[2] = std::numeric_limits<double>::quiet_NaN();
  states.positions[5 + 1] = -1;  // below the floor
  const std::vector<double> e{0.5, 0.5, 1.5};
  const BatchParameter parameters[] = {{.name = "restitution", .contact = 1, .values = e}};
  Answers answers(3);
  BatchWorkspace workspace(model);
  const BatchTally tally = strike_batch(
      model,
      {.positions = states.positions, .velocities = states.velocities, .parameters = parameters},
      {}, workspace, answers.all());
  EXPECT_EQ(answers.errors[0], StrikeError::not_finite);
  EXPECT_EQ(answers.errors[1], StrikeError::below_surface);
  EXPECT_EQ(answers.errors[2], StrikeError::bad_option);
  EXPECT_EQ(tally.errors, 3);
  for (const double v : answers.velocities) EXPECT_TRUE(std::isnan(v));
}

TEST(StrikeBatch, StopsWithTheFirstDone) {
  const Model model(chain());
  const States states = mixed(10);
  const std::atomic<bool> stop = true;
  BatchWorkspace workspace(model);
  const BatchTally tally =
      strike_batch(model, {.positions = states.positions, .velocities = states.velocities},
                   {.stop = &stop}, workspace, {});
  EXPECT_EQ(tally.done, 0);
  EXPECT_EQ(tally.states, 10);
}

TEST(StrikeBatch, AllThatIsWrongIsTold) {
  const Model model(chain());
  const States states = mixed(2);
  const std::vector<double> short_one(1);
  const BatchParameter parameters[] = {{.name = "frction", .contact = 5, .values = short_one}};
  std::vector<double> after(3);
  BatchWorkspace workspace(model);
  try {
    strike_batch(model,
                 {.positions = states.positions, .velocities = short_one, .parameters = parameters},
                 {.strike = {.law = "energtic"}, .threads = -1}, workspace, {.velocities = after});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults().size(), 7) << error.what();
    EXPECT_NE(std::string(error.what()).find("did you mean \"friction\""), std::string::npos);
  }
  const Model another(chain());
  EXPECT_THROW(
      strike_batch(another, {.positions = states.positions, .velocities = states.velocities}, {},
                   workspace, {}),
      InputError);
}

}  // namespace
}  // namespace carom
