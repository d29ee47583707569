#include "study/strike_ratios.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "laws/rigid/impact_orders.hpp"
#include "laws/rigid/simultaneous.hpp"

namespace carom {
namespace {

constexpr double ratios_reach = 10;

/// Ranges of a list of numbers, as outcomes come in.
class Ranges {
 public:
  void include(std::span<const double> values) {
    if (ranges_.empty())
      for (const double value : values) ranges_.push_back({value, value});
    for (std::size_t i = 0; i < values.size(); ++i)
      ranges_[i] = {std::min(ranges_[i][0], values[i]), std::max(ranges_[i][1], values[i])};
  }
  const std::vector<LeastAndLargest>& all() const { return ranges_; }

 private:
  std::vector<LeastAndLargest> ranges_;
};

void add_samples(const Striking& s, const ContactProblem<double>& problem, StruckRatios& told) {
  const auto count = static_cast<std::size_t>(problem.count);
  const Law& law = *s.tree.laws->find(law_for_several);
  ContactProblem<double> asked = problem;
  asked.parameters.rows = s.tree.laws->rows(law);
  const std::span<const double> given = asked.parameters[2];
  LawOptions options;
  options.record = false;
  options.speed_floor = s.solver.speed_floor();
  LawWorkspace<double> workspace(problem.count);
  Ranges velocity, rates, surfaces, contacts, loss;
  double fastest = 0;
  for (const double v : problem.velocity) fastest = std::max(fastest, std::abs(v));
  for (const std::vector<double>& stiffness :
       stiffnesses_around({given.begin(), given.end()}, told.reach)) {
    ++told.samples;
    solve_simultaneous(asked, std::span<const double>(stiffness), options, workspace);
    const Solution<double>& solution = workspace.solution;
    if (solution.verdict != Verdict::unique) {
      ++told.unanswered;
      continue;
    }
    s.solver.apply(s.tree, solution.impulse);
    const double after = s.solver.kinetic_energy_after();
    const StruckState state = struck_state(s.tree, s.solver.velocities_after(), after);
    velocity.include(state.velocity);
    rates.include(state.rates);
    surfaces.include(state.surfaces);
    contacts.include(solution.velocity_after);
    loss.include(std::array{s.solver.kinetic_energy_before() - after});
  }
  told.velocity = velocity.all();
  told.rates = rates.all();
  told.surfaces = surfaces.all();
  if (loss.all().empty()) return;
  told.energy_loss = loss.all()[0];
  for (std::size_t k = 0; k < count; ++k) {
    StruckContactRange& range = told.contacts.emplace_back();
    range.name = s.touching_name(static_cast<int>(k));
    for (std::size_t axis = 0; axis < 2; ++axis) {
      range.velocity_after[axis] = contacts.all()[2 * k + axis];
      const LeastAndLargest& ends = range.velocity_after[axis];
      told.spread = std::max(told.spread, (ends[1] - ends[0]) / fastest);
    }
  }
}

void add_orders(const Striking& s, ContactProblem<double> problem, StruckRatios& told) {
  problem.parameters.rows = LawParameters::in_order;
  const ImpactOrders found = impact_orders(problem, s.solver.speed_floor());
  told.exhaustive = found.exhaustive;
  for (const OrderOutcome& outcome : found.outcomes) {
    StruckOrder& order = told.orders.emplace_back();
    order.hits = outcome.hits;
    order.verdict = outcome.verdict;
    for (const int contact : outcome.order) order.order.push_back(s.touching_name(contact));
    if (outcome.verdict != Verdict::unique) {
      order.why = name(outcome.reason);
      if (outcome.reason_contact >= 0)
        order.why += fmt::format(" (contact \"{}\")", s.touching_name(outcome.reason_contact));
      continue;
    }
    s.solver.apply(s.tree, outcome.impulse);
    const double after = s.solver.kinetic_energy_after();
    order.after = struck_state(s.tree, s.solver.velocities_after(), after);
    order.energy_loss = s.solver.kinetic_energy_before() - after;
  }
}

}  // namespace

std::optional<StruckRatios> struck_ratios(const Striking& s) {
  if (s.solver.strikers().empty()) return std::nullopt;
  StruckRatios told;
  told.reach = ratios_reach;
  const ContactProblem<double> problem = s.solver.problem();
  add_samples(s, problem, told);
  add_orders(s, problem, told);
  return told;
}

}  // namespace carom
