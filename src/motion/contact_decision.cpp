#include "motion/contact_decision.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Rates below this share of the problem's size are zero.
constexpr double flat = 1e-9;

}  // namespace

ContactDecision::ContactDecision(const Tree& tree) : scaled_(tree.contacts.size()) {
  const int count = static_cast<int>(tree.contacts.size());
  const auto n = tree.contacts.size();
  set_.reserve(n);
  previous_.resize(n);
  answers_.reserve(count);
  scratch_.reserve(count);
}

void ContactDecision::pose(const Flow& flow, std::span<const TouchingContact> touching) {
  scaled_.pose(flow.inertia(), flow.rates());
  for (int k = 0; k < static_cast<int>(touching.size()); ++k) {
    const TreeContact& contact = flow.tree().contacts[touching[k].contact];
    const int direction = touching[k].slip != 0 ? touching[k].slip : touching[k].gives_way;
    scaled_.allow(k, scaled_.yields(k) ? NormalRule::unilateral : NormalRule::apart,
                  direction > 0   ? SlipRule::plus
                  : direction < 0 ? SlipRule::minus
                                  : SlipRule::open,
                  direction != 0 ? contact.friction : contact.static_friction);
  }
  problem_ = scaled_.problem();
}

/// Whether a contact that was at rest slides: then it does so with less friction.
bool ContactDecision::gave_way(const Flow& flow, int answer,
                               std::span<TouchingContact> touching) const {
  const double size = mode_size(problem_, answers_.force_of(answer));
  bool any = false;
  for (int k = 0; k < static_cast<int>(touching.size()); ++k) {
    const TreeContact& contact = flow.tree().contacts[touching[k].contact];
    const Mode mode = answers_.modes_of(answer)[k];
    if (scaled_.allowed(k).slip != SlipRule::open || contact.static_friction == contact.friction)
      continue;
    if (mode != Mode::slides_plus && mode != Mode::slides_minus) continue;
    const double rate = answers_.rate_of(answer)[2 * k];
    if (std::abs(rate) <= flat * size) continue;
    touching[k].gives_way = rate > 0 ? 1 : -1;
    any = true;
  }
  return any;
}

/// Whether a contact that does not move could not be held by its own friction: its tangential
/// direction is not independent of what the others hold.
bool ContactDecision::is_held(int answer, int contact) {
  const Mode* const modes = answers_.modes_of(answer);
  std::copy(modes, modes + problem_.count, scratch_.trial.begin());
  scratch_.trial[static_cast<std::size_t>(contact)] = Mode::sticks;
  return !mode_forces(problem_, scratch_.trial.data(), scratch_.force.data(), scratch_.system);
}

/// Whether a contact cannot stay where another one gives way: two feet of a rigid body slip
/// together or not at all.
bool ContactDecision::is_tied(int answer, int contact, std::span<const TouchingContact> touching) {
  const Mode* const modes = answers_.modes_of(answer);
  for (int other = 0; other < problem_.count; ++other) {
    if (other == contact || touching[other].gives_way == 0) continue;
    std::copy(modes, modes + problem_.count, scratch_.trial.begin());
    scratch_.trial[contact] = scratch_.trial[other] = Mode::sticks;
    if (!mode_forces(problem_, scratch_.trial.data(), scratch_.force.data(), scratch_.system))
      return true;
  }
  return false;
}

void ContactDecision::take(int answer, std::span<TouchingContact> touching,
                           std::span<Regime> regimes) {
  const double size = mode_size(problem_, answers_.force_of(answer));
  for (int k = 0; k < static_cast<int>(touching.size()); ++k) {
    const double* const rate = answers_.rate_of(answer) + 2 * k;
    Mode mode = answers_.modes_of(answer)[k];
    Regime& regime = regimes[touching[k].contact];
    regime = {};
    if (mode == Mode::separates || mode == Mode::apart) {
      // One that nothing presses and nothing lifts stays where it is, without force.
      regime.mode = rate[1] > flat * size ? Mode::apart : Mode::separates;
      continue;
    }
    const bool slides = mode == Mode::slides_plus || mode == Mode::slides_minus;
    const bool was_still = touching[k].slip == 0 && scaled_.allowed(k).slip != SlipRule::smooth;
    if (slides && was_still && std::abs(rate[0]) <= flat * size) {
      // At the edge of its cone, unless what holds it is not its own friction.
      if (!touching[k].insists && is_held(answer, k))
        regime.held = true;
      else if (scaled_.allowed(k).slip == SlipRule::open && is_tied(answer, k, touching))
        touching[k].gives_way = mode == Mode::slides_plus ? 1 : -1;
      else if (scaled_.allowed(k).slip == SlipRule::open)
        mode = Mode::sticks;
    }
    if (scaled_.allowed(k).slip == SlipRule::smooth)
      mode = touching[k].slip < 0 || (touching[k].slip == 0 && rate[0] < 0) ? Mode::slides_minus
                                                                            : Mode::slides_plus;
    regime.mode = mode;
  }
}

Verdict ContactDecision::decide(Flow& flow, std::span<const double> y, double t,
                                std::span<TouchingContact> touching, std::span<Regime> regimes) {
  if (touching.empty()) return Verdict::unique;
  set_.clear();
  for (std::size_t k = 0; k < touching.size(); ++k) {
    set_.push_back(touching[k].contact);
    previous_[k] = regimes[touching[k].contact].mode;
  }
  flow.prepare(y, t, set_);
  if (flow.failed()) return Verdict::inconsistent;
  // Each pass lets at least one contact give way, or is the last.
  for (std::size_t pass = 0; pass <= touching.size(); ++pass) {
    pose(flow, touching);
    select_modes(problem_, previous_.data(), Method::consistent, answers_, scratch_);
    if (answers_.count == 0) {
      // A contact at the edge of its cone may after all be held by others.
      const auto given = std::ranges::count_if(
          touching, [](const TouchingContact& c) { return c.gives_way != 0; });
      if (given == 0) return Verdict::inconsistent;
      for (TouchingContact& c : touching) c.gives_way = 0;
      pose(flow, touching);
      select_modes(problem_, previous_.data(), Method::consistent, answers_, scratch_);
      if (answers_.count == 0) return Verdict::inconsistent;
      break;
    }
    if (!gave_way(flow, answers_.order[0], touching)) break;
  }
  const bool ambiguous = answers_.count > 1;
  take(answers_.order[0], touching, regimes);
  return ambiguous ? Verdict::ambiguous : Verdict::unique;
}

}  // namespace carom
