#include "carom/strike_batch.hpp"

#include <cmath>
#include <optional>
#include <string>

#include "base/nearest_name.hpp"
#include "dynamics/compiled_model.hpp"
#include "keys/option_keys.hpp"
#include "keys/range_checks.hpp"
#include "motion/batch_run.hpp"
#include "motion/jacobian_kernel.hpp"
#include "motion/options.hpp"
#include "motion/strike_group.hpp"
#include "motion/strike_kernel.hpp"

namespace carom {
namespace {

/// A parameter with its place in the tree.
struct Placed {
  const BatchParameter* given = nullptr;
  Range range;
  std::size_t row = 0;
};

constexpr std::size_t most_placed = 32;

void set(TreeContact& contact, std::size_t row, double value) {
  if (row == 0)
    contact.friction = value;
  else
    contact.parameters[row] = value;
}

/// Gives the contacts their numbers at state i; whether they are in their ranges.
bool set_parameters(std::span<const Placed> parameters, std::size_t i, Tree& tree) {
  bool sound = true;
  for (const Placed& each : parameters) {
    const double value = each.given->values[i];
    sound = sound && std::isfinite(value) && each.range.contains(value);
    if (each.given->contact >= 0)
      set(tree.contacts[static_cast<std::size_t>(each.given->contact)], each.row, value);
    else
      for (TreeContact& contact : tree.contacts) set(contact, each.row, value);
  }
  return sound;
}

std::string sized(const std::string& what, std::size_t found, const std::string& words,
                  std::size_t wanted) {
  return what + " has " + std::to_string(found) + " numbers; must have " + words +
         (words.empty() ? "" : ", ") + std::to_string(wanted);
}

}  // namespace

struct BatchWorkspace::Parts {
  /// What one thread works with: a tree of its own where numbers of contacts change.
  struct Lane {
    StrikeKernel kernel;
    StrikeGroup group;
    std::optional<JacobianKernel> jacobian{};
    std::optional<Tree> tree{};

    /// The tree with the numbers of the model; allocates the first time.
    void follow(const Tree& model) {
      if (!tree) tree = model;
      for (std::size_t i = 0; i < model.contacts.size(); ++i) {
        tree->contacts[i].friction = model.contacts[i].friction;
        tree->contacts[i].parameters = model.contacts[i].parameters;
      }
    }
  };

  Model model;
  JacobianInputs inputs;
  std::vector<Lane> lanes;

  void grow(int threads) {
    const Tree& tree = model.compiled().tree;
    while (lanes.size() < static_cast<std::size_t>(threads)) {
      lanes.push_back({StrikeKernel(tree), StrikeGroup(tree)});
      if (!inputs.state && inputs.numbers.empty()) continue;
      lanes.back().jacobian.emplace(
          tree, inputs.state, inputs.numbers.size(),
          number_passes(model.compiled().mechanism, tree, inputs.numbers));
    }
  }
};

BatchWorkspace::BatchWorkspace(const Model& model, int threads, const JacobianInputs& inputs)
    : parts_(std::make_unique<Parts>(Parts{model, inputs, {}})) {
  if (std::vector<Fault> found = faults(inputs, model); !found.empty())
    throw InputError("", std::move(found));
  parts_->grow(std::max(1, threads));
}
BatchWorkspace::~BatchWorkspace() = default;
BatchWorkspace::BatchWorkspace(BatchWorkspace&&) noexcept = default;
BatchWorkspace& BatchWorkspace::operator=(BatchWorkspace&&) noexcept = default;

std::vector<Fault> faults(const StrikeBatch& batch, const BatchOptions& options,
                          const BatchAnswers& answers, const Model& model,
                          const JacobianInputs& inputs) {
  std::vector<Fault> found;
  const Element element(found, "strike_batch");
  const auto f = static_cast<std::size_t>(model.degrees_of_freedom());
  const auto c = static_cast<std::size_t>(model.contacts());
  const LawSet& laws = *model.compiled().tree.laws;
  check_strike(options.strike, laws, model.contacts(), -1, found);
  check_ranges(element, options);
  if (batch.positions.size() % f != 0)
    element.fault("positions", "positions has " + std::to_string(batch.positions.size()) +
                                   " numbers; must have a multiple of " + std::to_string(f));
  const std::size_t n = batch.positions.size() / f;
  const auto fits = [&](const char* name, std::size_t found_size, std::size_t each, bool may_lack) {
    if (found_size == n * each || (may_lack && found_size == 0)) return;
    element.fault(name, sized(name, found_size, "", n * each));
  };
  fits("velocities", batch.velocities.size(), f, false);
  fits("times", batch.times.size(), 1, true);
  if (batch.parameters.size() > most_placed)
    element.fault("parameters", "parameters are " + std::to_string(batch.parameters.size()) +
                                    "; must be at most " + std::to_string(most_placed));
  for (std::size_t k = 0; k < batch.parameters.size(); ++k) {
    const BatchParameter& each = batch.parameters[k];
    const std::string name = "parameters[" + std::to_string(k) + "]";
    if (laws.row(each.name) < 0) {
      std::vector<std::string> known;
      for (const LawParameter& parameter : laws.parameters()) known.emplace_back(parameter.name);
      element.fault("parameters", name + ": \"" + std::string(each.name) +
                                      "\" is no parameter of a law" +
                                      nearest_or_all(std::string(each.name), known));
    }
    if (each.contact < -1 || each.contact >= model.contacts())
      element.fault("parameters", name + ": contact is " + std::to_string(each.contact) +
                                      "; must be -1 (every contact) or below " +
                                      std::to_string(model.contacts()));
    if (each.values.size() != n)
      element.fault("parameters", sized(name, each.values.size(), "one a state", n));
  }
  fits("errors", answers.errors.size(), 1, true);
  fits("verdicts", answers.verdicts.size(), 1, true);
  fits("velocities after", answers.velocities.size(), f, true);
  fits("impulses", answers.impulses.size(), 2 * c, true);
  fits("contact_velocities_before", answers.contact_velocities_before.size(), 2 * c, true);
  fits("contact_velocities_after", answers.contact_velocities_after.size(), 2 * c, true);
  fits("outcomes", answers.outcomes.size(), c, true);
  fits("kinetic_energy_before", answers.kinetic_energy_before.size(), 1, true);
  fits("kinetic_energy_after", answers.kinetic_energy_after.size(), 1, true);
  fits("contact_work", answers.contact_work.size(), 1, true);
  fits("makes_energy", answers.makes_energy.size(), 1, true);
  fits("impulses_determined", answers.impulses_determined.size(), 1, true);
  const BatchJacobians& slopes = answers.jacobians;
  const std::size_t d = (inputs.state ? 2 * f : 0) + inputs.numbers.size();
  if (slopes.asked() && d == 0)
    element.fault("jacobians", "the workspace was made without inputs to differentiate by");
  fits("jacobians.velocities", slopes.velocities.size(), d * f, true);
  fits("jacobians.impulses", slopes.impulses.size(), d * 2 * c, true);
  fits("jacobians.energy_loss", slopes.energy_loss.size(), d, true);
  fits("jacobians.sides", slopes.sides.size(), d, true);
  return found;
}

BatchTally strike_batch(const Model& model, const StrikeBatch& batch, const BatchOptions& options,
                        BatchWorkspace& workspace, const BatchAnswers& answers) {
  using Lane = BatchWorkspace::Parts::Lane;
  BatchWorkspace::Parts& parts = *workspace.parts_;
  if (std::vector<Fault> found = faults(batch, options, answers, model, parts.inputs);
      !found.empty())
    throw InputError("", std::move(found));
  if (&model.compiled() != &parts.model.compiled())
    throw InputError("", {{{}, "the workspace was made from another model", {}}});
  const Tree& tree = model.compiled().tree;
  const auto f = static_cast<std::size_t>(model.degrees_of_freedom());
  const auto c = static_cast<std::size_t>(model.contacts());
  const auto states = static_cast<std::int64_t>(batch.positions.size() / f);
  const int threads = batch_threads(options.threads, states);
  parts.grow(threads);

  std::array<Placed, most_placed> placed;
  const std::size_t count = batch.parameters.size();
  for (std::size_t k = 0; k < count; ++k) {
    const int row = tree.laws->row(batch.parameters[k].name);
    placed[k] = {&batch.parameters[k], tree.laws->parameters()[static_cast<std::size_t>(row)].range,
                 static_cast<std::size_t>(row)};
  }
  const std::span<const Placed> parameters(placed.data(), count);
  const bool by_slopes = answers.jacobians.asked();
  const auto answer = [&](Lane& lane, std::size_t i, BatchCount& counted) {
    Impact impact;
    ImpactJacobian slopes;
    const Tree& own = parameters.empty() ? tree : *lane.tree;
    if (!parameters.empty() && !set_parameters(parameters, i, *lane.tree)) {
      impact.error = StrikeError::bad_option;
    } else {
      const double time = batch.times.empty() ? 0.0 : batch.times[i];
      const std::span<const double> positions = batch.positions.subspan(i * f, f);
      const std::span<const double> velocities = batch.velocities.subspan(i * f, f);
      impact = lane.kernel.strike(own, time, positions, velocities, options.strike);
      if (by_slopes) {
        if (!parameters.empty()) lane.jacobian->follow_contacts(own);
        slopes = lane.jacobian->solve(own, time, positions, velocities, options.strike);
      }
    }
    keep_answer(impact, i, f, c, answers, counted);
    if (by_slopes)
      keep_jacobian(slopes, i, f, c, lane.jacobian->inputs(), answers.jacobians, counted);
  };
  const auto take = [&](Lane& lane, std::size_t at, std::size_t i) {
    if (!batch.times.empty() && !std::isfinite(batch.times[i])) return false;
    if (!parameters.empty()) {
      if (!set_parameters(parameters, i, *lane.tree)) return false;
      lane.group.take_contacts(at, *lane.tree);
    }
    lane.group.take(at, batch.positions.data() + i * f, batch.velocities.data() + i * f);
    return true;
  };
  const auto answer_all = [&](Lane& lane, std::size_t from, std::size_t to, BatchCount& counted) {
    const auto alone = [&](std::size_t i) { answer(lane, i, counted); };
    if (by_slopes || !lane.group.suits(tree, options.strike)) {
      for (std::size_t i = from; i < to; ++i) alone(i);
      return;
    }
    const auto its = [&](std::size_t at, std::size_t i) { return take(lane, at, i); };
    strike_abreast(lane.group, from, to, options.strike, its, alone, answers, counted);
  };
  struct Worker {
    Lane* lane;
    const decltype(answer_all)* how;
    void operator()(std::size_t from, std::size_t to, BatchCount& counted) {
      (*how)(*lane, from, to, counted);
    }
  };
  for (int t = 0; t < threads; ++t) {
    Lane& lane = parts.lanes[static_cast<std::size_t>(t)];
    if (count > 0) lane.follow(tree);
    lane.group.take_contacts(tree);
    if (by_slopes) lane.jacobian->follow_contacts(tree);
  }
  if (threads == 1) {
    Worker one{parts.lanes.data(), &answer_all};
    return run_batch(states, std::span(&one, 1), options);
  }
  std::vector<Worker> workers;
  for (int t = 0; t < threads; ++t)
    workers.push_back({&parts.lanes[static_cast<std::size_t>(t)], &answer_all});
  return run_batch(states, std::span(workers), options);
}

}  // namespace carom
