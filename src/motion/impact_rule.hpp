#pragma once

/// motion/impact_rule.hpp
///
/// An impact within a motion: the contacts that touch, by the law asked for, on the way that every
/// impact goes (motion/impact.hpp). Most laws know one striking contact. Where several strike in
/// one instant and feel each other (their common entries of W are not zero) they are resolved
/// together, by a law that takes several (`simultaneous`, unless another is asked for), and the
/// answer says so: `law` is the one that gave it.
///
/// Springs that lock hold each other at rest, and nothing that they do can change that: the motion
/// goes on from there, with open impulses. Where they go on without an end, or leave a choice, the
/// rule of Moreau is taken if it has one answer, and `set_aside` says why.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "laws/rigid/law.hpp"
#include "laws/rigid/workspace.hpp"
#include "motion/impact.hpp"

namespace carom {

struct ImpactAnswer {
  std::string_view law;  ///< that resolved it
  Verdict verdict = Verdict::unique;
  Reason reason = Reason::none;
  int reason_contact = -1;    ///< of the mechanism, or −1
  bool simultaneous = false;  ///< several contacts struck
  double contact_work = 0;    ///< J; of the contacts relative to their surfaces
  bool makes_energy = false;  ///< contact_work above zero by more than rounding
  bool impulses_determined = true;
  /// Why the law for several had no single answer, where another's is given in its place.
  Reason set_aside = Reason::none;
  int counted_plastic = 0;  ///< contacts whose small restitution springs counted as 0
  bool has_answer() const { return verdict == Verdict::unique || verdict == Verdict::ambiguous; }
};

/// T is double, or Sloped: then what is told has the slopes of what is given.
template <class T>
class ImpactRule {
 public:
  /// `several` is for several contacts that strike at once, where `law` knows one. The tree that it
  /// was made for, or one of the same structure, is given with every call.
  ImpactRule(const TreeOf<T>& tree, const Law& law, const Law& several);

  /// The impact of the contacts `set` (in rising order) at a state; `striking` are those of them
  /// that strike. Normal velocities of the others below `rest`, m/s, are rounding.
  ImpactAnswer solve(const TreeOf<T>& tree, std::span<const T> positions,
                     std::span<const T> velocities, const T& time, std::span<const int> set,
                     std::span<const int> striking, double rest);

  std::span<const int> set() const { return impact_.touching(); }
  /// q̇⁺ by those impulses.
  std::span<const T> velocities_after() const { return impact_.velocities_after(); }
  /// What the drives' couples did, J.
  double drive_work() const;
  std::span<const T> impulse() const { return impulse_; }          ///< (t, n) a contact
  std::span<const T> velocity_after() const { return velocity_; }  ///< zeros are exact
  /// (t, n) a contact, as they are told: the least ones where they are open
  /// (laws/rigid/least_impulses.hpp); with slopes, as they are.
  std::span<const T> told_impulse() const { return told_; }
  /// (t, n) a contact: 1 where other impulses do the same (laws/rigid/determinacy.hpp).
  std::span<const std::uint8_t> open() const { return open_; }

 private:
  ImpactAnswer solved(std::span<const int> striking);
  std::optional<ImpactAnswer> solve_apart();
  ImpactAnswer solve_part(std::span<const int> part, int striker);
  const Solution<T>& least_solution(const Law& law, const ContactProblem<T>& problem,
                                    LawOptions options);

  const TreeOf<T>* tree_;
  const Law& law_;
  const Law& for_several_;
  ImpactSolver<T> impact_;
  LawWorkspace<T> workspace_;
  std::vector<T> inertia_, before_, parameters_;
  std::vector<T> impulse_, velocity_, told_;
  std::vector<std::uint8_t> strikes_, open_;
};

}  // namespace carom
