#include "motion/jacobian_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/finite.hpp"
#include "model/mechanism_numbers.hpp"

namespace carom {
namespace {

void give_numbers(const Tree& from, SlopedTree& to) {
  for (std::size_t i = 0; i < from.contacts.size(); ++i) {
    to.contacts[i].friction.value = from.contacts[i].friction;
    for (std::size_t row = 0; row < from.contacts[i].parameters.size(); ++row)
      to.contacts[i].parameters[row].value = from.contacts[i].parameters[row];
  }
}

}  // namespace

std::vector<SlopedTree> number_passes(const Mechanism& mechanism, const Tree& tree,
                                      std::span<const std::string> numbers) {
  std::vector<SlopedTree> passes;
  for (std::size_t first = 0; first < numbers.size(); first += Sloped::directions) {
    NumberSlopes slopes;
    for (std::size_t i = first; i < std::min(numbers.size(), first + Sloped::directions); ++i)
      slopes.add(number_named(mechanism, numbers[i]), static_cast<int>(i - first), 1);
    passes.push_back(sloped_tree(mechanism, tree, slopes));
  }
  return passes;
}

JacobianKernel::JacobianKernel(const Tree& tree, bool state, std::size_t numbers,
                               std::vector<SlopedTree> passes, bool reach)
    : solver_(tree),
      slopes_(tree),
      plain_(without_slopes(tree)),
      passes_(std::move(passes)),
      coordinates_(state ? 2 * static_cast<std::size_t>(tree.degrees_of_freedom()) : 0),
      numbers_(numbers),
      positions_(static_cast<std::size_t>(tree.degrees_of_freedom())),
      velocities_before_(positions_.size()),
      velocities_(inputs() * positions_.size()),
      impulses_(2 * inputs() * tree.contacts.size()),
      losses_(inputs()),
      sides_(inputs()),
      reach_(reach ? 2 * inputs() : 0),
      set_(tree.contacts.size()) {
  if (state && !reach) small_ = SmallSlopes(tree);
}

void JacobianKernel::follow_contacts(const Tree& tree) {
  give_numbers(tree, plain_);
  for (SlopedTree& pass : passes_) give_numbers(tree, pass);
}

ImpactJacobian JacobianKernel::solve(const Tree& tree, double time,
                                     std::span<const double> positions,
                                     std::span<const double> velocities,
                                     const StrikeOptions& options) noexcept {
  ImpactJacobian told;
  const std::size_t freedoms = positions_.size();
  if ((law_ == nullptr || law_->name != options.law) &&
      (law_ = tree.laws->find(options.law)) == nullptr)
    told.error = StrikeError::unknown_law;
  else if (positions.size() != freedoms || velocities.size() != freedoms)
    told.error = StrikeError::wrong_size;
  else if (!std::isfinite(time) || (tree.contacts.empty() && !all_finite(positions)))
    told.error = StrikeError::not_finite;
  else if (!solver_.prepare(tree, positions, velocities, time))
    told.error = solver_.regular() ? StrikeError::not_finite : StrikeError::singular_inertia;
  else if (const auto below = solver_.below_surface()) {
    told.error = StrikeError::below_surface;
    told.error_contact = *below;
  }
  if (told.error != StrikeError::none) return told;
  LawOptions law_options;
  law_options.method = options.method;
  law_options.record = coordinates_ > 0;
  const Solution<double>& solution = solver_.solve(tree, *law_, law_options, options.colliding);
  told.verdict = solution.verdict;
  told.reason = solution.reason;
  if (!solver_.has_answer()) return told;
  told.exact = has_derivatives(*law_);
  told.impulses_determined = solution.impulses_determined;
  const std::size_t count = solver_.touching().size();
  std::ranges::copy(solver_.touching(), set_.begin());
  const std::span<const int> set = std::span<const int>(set_).first(count);
  std::ranges::fill(impulses_, 0.0);

  const std::size_t contacts = tree.contacts.size();
  const std::size_t all = inputs();
  std::size_t pass = 0;  // of numbers
  std::size_t first = 0;
  const bool reaches = !reach_.empty();
  if (coordinates_ > 0 && !reaches &&
      small_.solve(positions, velocities, solver_, *law_, velocities_, impulses_, losses_, sides_))
    first = coordinates_;
  while (first < all) {
    const bool of_state = first < coordinates_;
    const std::size_t end = std::min(of_state ? coordinates_ : all, first + Sloped::directions);
    for (std::size_t j = 0; j < freedoms; ++j) {
      positions_[j] = positions[j];
      velocities_before_[j] = velocities[j];
    }
    if (of_state)
      for (std::size_t i = first; i < end; ++i)
        (i < freedoms ? positions_[i] : velocities_before_[i - freedoms]).slope[i - first] = 1;
    const SlopedTree& sloped = of_state ? plain_ : passes_[pass++];
    const bool prepared =
        slopes_.prepare(sloped, positions_, velocities_before_, Sloped(time), set);
    if (prepared) slopes_.solve(sloped, *law_, law_options, options.colliding, solution, reaches);
    for (std::size_t i = first; i < end; ++i) {
      const std::size_t d = i - first;
      const Side side = prepared ? slopes_.side(static_cast<int>(d)) : Side::none;
      const bool exists = side != Side::none;
      sides_[i] = side;
      for (std::size_t j = 0; j < freedoms; ++j)
        velocities_[i * freedoms + j] = exists ? slopes_.velocities_after()[j].slope[d] : 0;
      for (std::size_t k = 0; exists && k < 2 * count; ++k)
        impulses_[i * 2 * contacts + 2 * static_cast<std::size_t>(set[k / 2]) + k % 2] =
            slopes_.impulse()[k].slope[d];
      losses_[i] = exists ? slopes_.energy_loss().slope[d] : 0;
      for (std::size_t k = 0; reaches && k < 2; ++k)
        reach_[2 * i + k] = exists ? slopes_.reach(static_cast<int>(d))[k] : 0;
    }
    first = end;
  }
  told.inputs = all;
  told.velocities = velocities_;
  told.impulses = impulses_;
  told.energy_loss = losses_;
  told.sides = sides_;
  told.reach = reach_;
  return told;
}

}  // namespace carom
