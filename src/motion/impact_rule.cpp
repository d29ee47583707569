#include "motion/impact_rule.hpp"

#include <algorithm>
#include <cmath>

#include "laws/registry.hpp"
#include "motion/impact.hpp"

namespace carom {

ImpactRule::ImpactRule(const Tree& tree, const Law& law)
    : law_(law),
      for_several_(law.needs_one_striker ? *find_law("moreau") : law),
      workspace_(static_cast<int>(tree.contacts.size())) {}

ImpactAnswer ImpactRule::solve(const Flow& flow, std::span<const int> striking, double rest) {
  before_.clear();
  friction_.clear();
  restitution_.clear();
  for (const int contact : flow.set()) {
    auto v = flow.velocity(contact);
    const bool strikes = std::ranges::find(striking, contact) != striking.end();
    // Those that rest do not approach, but for the accuracy of a motion.
    if (!strikes && v[1] <= rest) v[1] = 0;
    before_.insert(before_.end(), v.begin(), v.end());
    friction_.push_back(flow.tree().contacts[contact].friction);
    restitution_.push_back(flow.tree().contacts[contact].restitution);
  }
  ContactProblem<double> problem;
  problem.count = static_cast<int>(flow.set().size());
  problem.inertia = flow.inertia();
  problem.velocity = before_;
  problem.friction = friction_;
  problem.restitution = restitution_;
  problem.colliding =
      static_cast<int>(std::ranges::find(flow.set(), striking.front()) - flow.set().begin());
  LawOptions options;
  options.record = false;
  options.speed_floor = speed_rounding * flow.speed();
  const bool several = striking.size() > 1;
  const Law& law = several ? for_several_ : law_;
  law.solve(problem, options, workspace_);
  const Solution<double>& solution = workspace_.solution;
  ImpactAnswer answer{law.name, solution.verdict, solution.reason};
  answer.simultaneous = several;
  if (solution.reason_contact >= 0) answer.reason_contact = flow.set()[solution.reason_contact];
  if (!answer.has_answer()) return answer;
  answer.contact_work = -solution.energy_loss;
  answer.makes_energy = solution.makes_energy;
  answer.impulses_determined = solution.impulses_determined;
  impulse_.assign(solution.impulse.begin(), solution.impulse.begin() + 2 * problem.count);
  velocity_.assign(solution.velocity_after.begin(),
                   solution.velocity_after.begin() + 2 * problem.count);
  return answer;
}

}  // namespace carom
