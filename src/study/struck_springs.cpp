#include "study/struck_springs.hpp"

#include <algorithm>

namespace carom {
namespace {

StruckSpring struck_spring(const SpringContact<double>& contact, double stiffness) {
  return {.stiffness = stiffness,
          .touches = contact.touches,
          .stored = contact.stored,
          .work_compression = contact.work_compression,
          .work_restitution = contact.work_restitution,
          .impulse_compression = contact.impulse_compression,
          .impulse_restitution = contact.impulse_restitution,
          .kinematic = contact.kinematic,
          .kinetic = contact.kinetic,
          .energetic = contact.energetic};
}

}  // namespace

void add_springs(const Striking& s, const Solution<double>& solution, StruckLaw& struck) {
  const SpringAccount<double>& account = solution.springs;
  if (account.contacts.empty()) return;
  const auto count = static_cast<std::size_t>(solution.count);
  const std::size_t all = s.tree.contacts.size();
  for (std::size_t i = 0; i < struck.stages.size(); ++i) {
    StruckStage& stage = struck.stages[i];
    stage.time = account.stage_times[i];
    stage.springs.assign(all, SpringMode::apart);
    for (std::size_t k = 0; k < count; ++k)
      stage.springs[static_cast<std::size_t>(s.solver.touching()[k])] =
          account.stage_springs[i * count + k];
  }
  StruckSprings& springs = struck.springs.emplace();
  springs.events = account.events;
  springs.told_all = account.told_all;
  springs.counted_plastic = account.counted_plastic;
  for (const SpringTouch& touch : account.touches)
    springs.touches.push_back({s.touching_name(touch.contact), touch.time});
  if (!struck.has_answer) return;
  springs.duration = account.duration;
  const int row = s.tree.laws->row("stiffness");
  for (std::size_t k = 0; k < count; ++k) {
    const auto i = static_cast<std::size_t>(s.solver.touching()[k]);
    struck.answer.contacts[i].spring =
        struck_spring(account.contacts[k], s.tree.contacts[i].parameters[row]);
  }
}

}  // namespace carom
