#pragma once

/// motion/strike_group.hpp
///
/// Several states of one mechanism struck abreast (base/abreast.hpp), each with the bits of
/// StrikeKernel: place, law and jump are those of the route of small mechanisms and of the closed
/// forms of a law for one or two contacts. A state that takes another path is told to be, and must
/// be struck alone.

#include <algorithm>

#include "dynamics/small_group.hpp"
#include "laws/rigid/law.hpp"
#include "motion/batch_run.hpp"

namespace carom {

/// Owns its memory; allocates nothing. One a thread.
class StrikeGroup {
 public:
  StrikeGroup() = default;
  explicit StrikeGroup(const Tree& tree);

  /// Whether states of this mechanism go abreast by this law, on this machine.
  bool suits(const Tree& tree, const StrikeOptions& options);

  /// The numbers of contacts of all states, and those of state `at`.
  void take_contacts(const Tree& tree);
  void take_contacts(std::size_t at, const Tree& tree);
  /// State `at` of those abreast.
  void take(std::size_t at, const double* positions, const double* velocities) {
    space_.take(at, positions, velocities);
  }

  /// Strikes those of `asked`, and says which are answered.
  Which strike(Which asked, const StrikeOptions& options);
  /// Puts the answers of `answered` where those of states [first, first + abreast_count) of a batch
  /// go.
  void keep(Which answered, std::size_t first, const BatchAnswers& to, BatchCount& count) const;

 private:
  static constexpr std::size_t most = SmallTree::most_contacts;

  Which solve_all(Which asked, int colliding);
  Which solve_one(Which asked, std::size_t contact, int colliding);
  void solve(Which asked);

  SmallGroup space_;
  bool conditional_ = false;  ///< some contacts take part only somewhere
  double gap_tolerance_ = 0;
  const Law* law_ = nullptr;  ///< the one asked for last
  SolveGroup solve_ = nullptr;
  Abreast friction_[most], restitution_[most];
  PairGroup problem_;
  // Of all contacts, whether they touch or not; impulses are in `space_`.
  Abreast velocity_after_[2 * most];
  Which rebounds_[most]{}, slides_[most]{};
  Abreast energy_loss_;
  Which makes_energy_ = 0;
};

/// Answers states [from, to) of a batch: as many abreast as go together. `take(at, i)` gives state
/// i to the group as its state `at`, or says that it is none; `alone(i)` answers one by itself.
template <class Take, class Alone>
void strike_abreast(StrikeGroup& group, std::size_t from, std::size_t to,
                    const StrikeOptions& options, const Take& take, const Alone& alone,
                    const BatchAnswers& answers, BatchCount& count) {
  for (std::size_t first = from; first < to; first += abreast_count) {
    const std::size_t width = std::min(abreast_count, to - first);
    Which asked = 0;
    for (std::size_t at = 0; at < width; ++at)
      if (take(at, first + at)) asked |= Which{1} << at;
    const Which answered = group.strike(asked, options);
    group.keep(answered, first, answers, count);
    for (std::size_t at = 0; at < width; ++at)
      if (!has(answered, at)) alone(first + at);
  }
}

}  // namespace carom
