#include "motion/impact_rule.hpp"

#include <algorithm>
#include <cmath>

#include "laws/rigid/preparation.hpp"
#include "motion/impact.hpp"

namespace carom {

ImpactRule::ImpactRule(const Tree& tree, const Law& law)
    : law_(law), workspace_(static_cast<int>(tree.contacts.size())), scaled_(tree.contacts.size()) {
  const auto n = tree.contacts.size();
  bounce_.resize(n);
  answers_.reserve(static_cast<int>(n));
  scratch_.reserve(static_cast<int>(n));
}

ImpactAnswer ImpactRule::solve(const Flow& flow, std::span<const int> striking, double rest) {
  before_.clear();
  friction_.clear();
  restitution_.clear();
  for (const int contact : flow.set()) {
    auto v = flow.velocity(contact);
    const bool strikes = std::ranges::find(striking, contact) != striking.end();
    if (!strikes && std::abs(v[1]) <= rest) v[1] = 0;
    before_.insert(before_.end(), v.begin(), v.end());
    friction_.push_back(flow.tree().contacts[contact].friction);
    restitution_.push_back(flow.tree().contacts[contact].restitution);
  }
  return striking.size() == 1 || !law_.needs_one_striker ? strike(flow, striking.front())
                                                         : strike_together(flow, striking);
}

ImpactAnswer ImpactRule::strike(const Flow& flow, int striking) {
  ContactProblem<double> problem;
  problem.count = static_cast<int>(flow.set().size());
  problem.inertia = flow.inertia();
  problem.velocity = before_;
  problem.friction = friction_;
  problem.restitution = restitution_;
  problem.colliding =
      static_cast<int>(std::ranges::find(flow.set(), striking) - flow.set().begin());
  LawOptions options;
  options.record = false;
  options.speed_floor = speed_rounding * flow.speed();
  law_.solve(problem, options, workspace_);
  const Solution<double>& solution = workspace_.solution;
  ImpactAnswer answer{solution.verdict, solution.reason};
  if (solution.reason_contact >= 0) answer.reason_contact = flow.set()[solution.reason_contact];
  if (!answer.has_answer()) return answer;
  impulse_.assign(solution.impulse.begin(), solution.impulse.begin() + 2 * problem.count);
  velocity_.assign(solution.velocity_after.begin(),
                   solution.velocity_after.begin() + 2 * problem.count);
  return answer;
}

ImpactAnswer ImpactRule::strike_together(const Flow& flow, std::span<const int> striking) {
  const int count = static_cast<int>(flow.set().size());
  const int width = 2 * count;
  rates_.clear();
  for (int r = 0; r < width; ++r) {
    const int k = r / 2;
    if (r % 2 == 0) {
      rates_.push_back(before_[r]);
      continue;
    }
    const bool strikes = std::ranges::find(striking, flow.set()[k]) != striking.end();
    bounce_[k] = strikes ? -restitution_[k] * before_[r] : 0;
    const bool rests =
        bounce_[k] == 0 && before_[r] > 0 && before_[r] < rest_tolerance * flow.speed();
    rates_.push_back(rests ? 0 : before_[r] - bounce_[k]);
  }
  scaled_.pose(flow.inertia(), rates_);
  for (int k = 0; k < count; ++k)
    scaled_.allow(k, scaled_.yields(k) ? NormalRule::unilateral : NormalRule::apart, SlipRule::open,
                  friction_[k]);
  const ModeProblem<double> problem = scaled_.problem();
  select_modes(problem, nullptr, Method::consistent, answers_, scratch_);
  ImpactAnswer answer;
  answer.simultaneous = true;
  if (answers_.count == 0) {
    answer.verdict = Verdict::inconsistent;
    answer.reason = Reason::no_consistent_modes;
    return answer;
  }
  if (answers_.count > 1) {
    answer.verdict = Verdict::ambiguous;
    answer.reason = Reason::several_continuations;
  }
  const int taken = answers_.order[0];
  impulse_.resize(static_cast<std::size_t>(width));
  velocity_.resize(static_cast<std::size_t>(width));
  for (int r = 0; r < width; ++r) {
    impulse_[r] = scaled_.force(r, answers_.force_of(taken)[r]);
    velocity_[r] = scaled_.rate(r, answers_.rate_of(taken)[r]) + (r % 2 == 1 ? bounce_[r / 2] : 0);
  }
  return answer;
}

}  // namespace carom
