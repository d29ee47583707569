#include <algorithm>
#include <cmath>

#include "base/finite.hpp"
#include "base/nearest_name.hpp"
#include "carom/jacobian.hpp"
#include "dynamics/compiled_model.hpp"
#include "model/mechanism_numbers.hpp"
#include "model/sloped_tree.hpp"
#include "motion/impact_slopes.hpp"
#include "motion/small_slopes.hpp"

namespace carom {

struct JacobianWorkspace::Parts {
  Model model;  ///< kept, so that no other model can come to stand where it stands
  ImpactSolver<double> solver;
  ImpactSlopes slopes;
  SmallSlopes small{};
  std::vector<SlopedTree> trees;  ///< a pass of directions each: the first without slopes
  std::size_t coordinates = 0;    ///< of the state that are inputs
  std::size_t numbers = 0;
  const Law* law = nullptr;
  std::vector<Sloped> positions, velocities_before;
  std::vector<double> velocities, impulses, losses;
  std::vector<Side> sides;
  std::vector<int> set;
};

std::vector<Fault> faults(const JacobianInputs& inputs, const Model& model) {
  std::vector<Fault> found;
  const Mechanism& mechanism = model.mechanism();
  for (std::size_t i = 0; i < inputs.numbers.size(); ++i) {
    const std::string& name = inputs.numbers[i];
    if (number_named(mechanism, name) != nullptr) continue;
    found.push_back({{"jacobian", static_cast<int>(i), "numbers", -1},
                     "\"" + name + "\" is not a number of the mechanism" +
                         did_you_mean(name, number_names(mechanism)),
                     {}});
  }
  return found;
}

JacobianWorkspace::JacobianWorkspace(const Model& model, const JacobianInputs& inputs) {
  if (std::vector<Fault> found = faults(inputs, model); !found.empty())
    throw InputError("", std::move(found));
  const Tree& tree = model.compiled().tree;
  const Mechanism& mechanism = model.compiled().mechanism;
  const auto freedoms = static_cast<std::size_t>(tree.degrees_of_freedom());
  const std::size_t coordinates = inputs.state ? 2 * freedoms : 0;
  const std::size_t all = coordinates + inputs.numbers.size();
  parts_ =
      std::make_unique<Parts>(Parts{.model = model,
                                    .solver = ImpactSolver<double>(tree),
                                    .slopes = ImpactSlopes(tree),
                                    .trees = {},
                                    .coordinates = coordinates,
                                    .numbers = inputs.numbers.size(),
                                    .law = nullptr,
                                    .positions = std::vector<Sloped>(freedoms),
                                    .velocities_before = std::vector<Sloped>(freedoms),
                                    .velocities = std::vector<double>(all * freedoms),
                                    .impulses = std::vector<double>(2 * all * tree.contacts.size()),
                                    .losses = std::vector<double>(all),
                                    .sides = std::vector<Side>(all),
                                    .set = std::vector<int>(tree.contacts.size())});
  if (inputs.state) parts_->small = SmallSlopes(tree);
  parts_->trees.push_back(without_slopes(tree));
  for (std::size_t first = 0; first < inputs.numbers.size(); first += Sloped::directions) {
    NumberSlopes slopes;
    for (std::size_t i = first; i < std::min(inputs.numbers.size(), first + Sloped::directions);
         ++i)
      slopes.add(number_named(mechanism, inputs.numbers[i]), static_cast<int>(i - first), 1);
    parts_->trees.push_back(sloped_tree(mechanism, tree, slopes));
  }
}
JacobianWorkspace::~JacobianWorkspace() = default;
JacobianWorkspace::JacobianWorkspace(JacobianWorkspace&&) noexcept = default;
JacobianWorkspace& JacobianWorkspace::operator=(JacobianWorkspace&&) noexcept = default;

ImpactJacobian strike_jacobian(const Model& model, const State& state, const StrikeOptions& options,
                               JacobianWorkspace& workspace) noexcept {
  const Tree& tree = model.compiled().tree;
  JacobianWorkspace::Parts& parts = *workspace.parts_;
  ImpactSolver<double>& solver = parts.solver;
  ImpactJacobian told;
  const std::size_t freedoms = parts.positions.size();
  const Law*& law = parts.law;
  if (&model.compiled() != &parts.model.compiled())
    told.error = StrikeError::foreign_workspace;
  else if ((law == nullptr || law->name != options.law) &&
           (law = tree.laws->find(options.law)) == nullptr)
    told.error = StrikeError::unknown_law;
  else if (state.positions.size() != freedoms || state.velocities.size() != freedoms)
    told.error = StrikeError::wrong_size;
  else if (!std::isfinite(state.time) ||
           (tree.contacts.empty() && !all_finite(std::span<const double>(state.positions))))
    told.error = StrikeError::not_finite;
  else if (!solver.prepare(tree, state.positions, state.velocities, state.time))
    told.error = solver.regular() ? StrikeError::not_finite : StrikeError::singular_inertia;
  else if (const auto below = solver.below_surface()) {
    told.error = StrikeError::below_surface;
    told.error_contact = *below;
  }
  if (told.error != StrikeError::none) return told;
  LawOptions law_options;
  law_options.method = options.method;
  law_options.record = parts.coordinates > 0;
  const Solution<double>& solution = solver.solve(tree, *law, law_options, options.colliding);
  told.verdict = solution.verdict;
  told.reason = solution.reason;
  if (!solver.has_answer()) return told;
  told.exact = has_derivatives(*law);
  told.impulses_determined = solution.impulses_determined;
  const std::size_t count = solver.touching().size();
  std::ranges::copy(solver.touching(), parts.set.begin());
  const std::span<const int> set = std::span<const int>(parts.set).first(count);
  std::ranges::fill(parts.impulses, 0.0);

  const std::size_t contacts = tree.contacts.size();
  const std::size_t all = parts.coordinates + parts.numbers;
  std::size_t pass = 1;  // of numbers
  std::size_t first = 0;
  if (parts.coordinates > 0 &&
      parts.small.solve(state.positions, state.velocities, solver, *law, parts.velocities,
                        parts.impulses, parts.losses, parts.sides))
    first = parts.coordinates;
  while (first < all) {
    const bool of_state = first < parts.coordinates;
    const std::size_t end =
        std::min(of_state ? parts.coordinates : all, first + Sloped::directions);
    for (std::size_t j = 0; j < freedoms; ++j) {
      parts.positions[j] = state.positions[j];
      parts.velocities_before[j] = state.velocities[j];
    }
    if (of_state)
      for (std::size_t i = first; i < end; ++i)
        (i < freedoms ? parts.positions[i] : parts.velocities_before[i - freedoms])
            .slope[i - first] = 1;
    const SlopedTree& sloped = of_state ? parts.trees.front() : parts.trees[pass++];
    const bool prepared = parts.slopes.prepare(sloped, parts.positions, parts.velocities_before,
                                               Sloped(state.time), set);
    if (prepared) parts.slopes.solve(sloped, *law, law_options, options.colliding, solution);
    for (std::size_t i = first; i < end; ++i) {
      const std::size_t d = i - first;
      const Side side = prepared ? parts.slopes.side(static_cast<int>(d)) : Side::none;
      const bool exists = side != Side::none;
      parts.sides[i] = side;
      for (std::size_t j = 0; j < freedoms; ++j)
        parts.velocities[i * freedoms + j] =
            exists ? parts.slopes.velocities_after()[j].slope[d] : 0;
      for (std::size_t k = 0; exists && k < 2 * count; ++k)
        parts.impulses[i * 2 * contacts + 2 * static_cast<std::size_t>(set[k / 2]) + k % 2] =
            parts.slopes.impulse()[k].slope[d];
      parts.losses[i] = exists ? parts.slopes.energy_loss().slope[d] : 0;
    }
    first = end;
  }
  told.inputs = all;
  told.velocities = parts.velocities;
  told.impulses = parts.impulses;
  told.energy_loss = parts.losses;
  told.sides = parts.sides;
  return told;
}

}  // namespace carom
