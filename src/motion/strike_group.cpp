#include "motion/strike_group.hpp"

#include <bit>
#include <cmath>

#include "contact/thresholds.hpp"

namespace carom {
namespace {

template <class Do>
void for_each(Which which, const Do& act) {
  for (; which != 0; which &= which - 1) act(static_cast<std::size_t>(std::countr_zero(which)));
}

}  // namespace

StrikeGroup::StrikeGroup(const Tree& tree)
    : space_(tree), gap_tolerance_(touching_tolerance * tree.size) {
  for (const TreeContact& contact : tree.contacts)
    conditional_ = conditional_ || contact.conditional;
}

bool StrikeGroup::suits(const Tree& tree, const StrikeOptions& options) {
  if (!space_.suits() || conditional_ || options.method != Method::consistent) return false;
  if (law_ == nullptr || law_->name != options.law) {
    law_ = tree.laws->find(options.law);
    const LawKernel* const kernel = law_ == nullptr ? nullptr : law_->kernel;
    solve_ = kernel == nullptr || kernel->solve_group == nullptr ? nullptr : kernel->solve_group();
  }
  return solve_ != nullptr;
}

void StrikeGroup::take_contacts(std::size_t at, const Tree& tree) {
  for (std::size_t i = 0; i < space_.contacts(); ++i) {
    friction_[i].of[at] = tree.contacts[i].friction;
    restitution_[i].of[at] = tree.contacts[i].parameters[1];
  }
}

void StrikeGroup::take_contacts(const Tree& tree) {
  for (std::size_t at = 0; at < abreast_count; ++at) take_contacts(at, tree);
}

void StrikeGroup::solve(Which asked) {
  problem_.asked = asked;
  solve_(problem_);
}

/// All contacts touch.
Which StrikeGroup::solve_all(Which asked, int colliding) {
  if (asked == 0) return 0;
  const SmallGroupState& seen = space_.state();
  const std::size_t c = space_.contacts();
  problem_.count = static_cast<int>(c);
  problem_.colliding = colliding;
  problem_.inertia = seen.w;
  problem_.velocity = seen.v;
  problem_.friction = friction_;
  problem_.restitution = restitution_;
  solve(asked);
  for (std::size_t r = 0; r < 2 * c; ++r) {
    space_.impulses()[r] = problem_.impulse[r];
    velocity_after_[r] = problem_.velocity_after[r];
  }
  for (std::size_t i = 0; i < c; ++i) {
    rebounds_[i] = problem_.rebounds[i];
    slides_[i] = problem_.slides[i];
  }
  energy_loss_ = problem_.energy_loss;
  makes_energy_ = problem_.makes_energy;
  return problem_.answered;
}

/// Of two contacts this one touches.
Which StrikeGroup::solve_one(Which asked, std::size_t contact, int colliding) {
  if (asked == 0 || (colliding >= 0 && colliding != static_cast<int>(contact))) return 0;
  const SmallGroupState& seen = space_.state();
  Abreast inertia[4];
  for (std::size_t a = 0; a < 2; ++a)
    for (std::size_t b = 0; b < 2; ++b)
      inertia[2 * a + b] = seen.w[(2 * contact + a) * 4 + 2 * contact + b];
  problem_.count = 1;
  problem_.colliding = -1;
  problem_.inertia = inertia;
  problem_.velocity = seen.v + 2 * contact;
  problem_.friction = friction_ + contact;
  problem_.restitution = restitution_ + contact;
  solve(asked);
  const std::size_t other = 1 - contact;
  Abreast* const impulses = space_.impulses();
  for_each(problem_.answered, [&](std::size_t at) {
    for (std::size_t a = 0; a < 2; ++a) {
      impulses[2 * contact + a].of[at] = problem_.impulse[a].of[at];
      impulses[2 * other + a].of[at] = 0;
      velocity_after_[2 * contact + a].of[at] = problem_.velocity_after[a].of[at];
    }
    // Of the one that has a gap, as SmallSpace::velocity_after.
    for (std::size_t a = 0; a < 2; ++a) {
      double v = seen.v[2 * other + a].of[at];
      const Abreast* const row = seen.w + (2 * other + a) * 4;
      for (std::size_t i = 0; i < 2; ++i)
        v += row[2 * i].of[at] * impulses[2 * i].of[at] +
             row[2 * i + 1].of[at] * impulses[2 * i + 1].of[at];
      velocity_after_[2 * other + a].of[at] = v;
    }
    energy_loss_.of[at] = problem_.energy_loss.of[at];
  });
  const auto put = [&](Which from, Which& to) {
    to = (from & problem_.answered) | (to & ~problem_.answered);
  };
  put(problem_.rebounds[0], rebounds_[contact]);
  put(problem_.slides[0], slides_[contact]);
  put(~Which{0}, rebounds_[other]);
  put(problem_.makes_energy, makes_energy_);
  return problem_.answered;
}

Which StrikeGroup::strike(Which asked, const StrikeOptions& options) {
  asked &= space_.place();
  const SmallGroupState& seen = space_.state();
  const std::size_t c = space_.contacts();
  Which touches[most]{};
  for (std::size_t i = 0; i < c; ++i)
    for (std::size_t at = 0; at < abreast_count; ++at) {
      const double gap = seen.gap[i].of[at];
      const bool touching = std::abs(gap) <= gap_tolerance_;
      if (touching)
        touches[i] |= Which{1} << at;
      else if (gap < 0)
        asked &= ~(Which{1} << at);
    }
  for (std::size_t at = 0; at < abreast_count; ++at)
    problem_.speed_floor.of[at] = std::max(0.0, speed_rounding * seen.speed.of[at]);
  Which answered = 0;
  if (c == 1) {
    answered = solve_all(asked & touches[0], -1);
  } else {
    answered = solve_all(asked & touches[0] & touches[1], options.colliding);
    answered |= solve_one(asked & touches[0] & ~touches[1], 0, options.colliding);
    answered |= solve_one(asked & touches[1] & ~touches[0], 1, options.colliding);
  }
  if (answered != 0) space_.strike();
  return answered;
}

void StrikeGroup::keep(Which answered, std::size_t first, const BatchAnswers& to,
                       BatchCount& count) const {
  const std::size_t f = space_.freedom();
  const std::size_t c = space_.contacts();
  const SmallGroupState& seen = space_.state();
  count.verdicts[static_cast<std::size_t>(Verdict::unique)] += std::popcount(answered);
  const auto each = [&](auto all, const auto& value) {
    if (!all.empty()) for_each(answered, [&](std::size_t at) { all[first + at] = value(at); });
  };
  const auto rows = [&](std::span<double> all, std::size_t width, const Abreast* values) {
    if (all.empty()) return;
    for_each(answered, [&](std::size_t at) {
      double* const row = all.data() + (first + at) * width;
      for (std::size_t r = 0; r < width; ++r) row[r] = values[r].of[at];
    });
  };
  each(to.errors, [](std::size_t) { return StrikeError::none; });
  each(to.verdicts, [](std::size_t) { return Verdict::unique; });
  rows(to.velocities, f, seen.after);
  rows(to.impulses, 2 * c, seen.impulse);
  rows(to.contact_velocities_before, 2 * c, seen.v);
  rows(to.contact_velocities_after, 2 * c, velocity_after_);
  if (!to.outcomes.empty())
    for_each(answered, [&](std::size_t at) {
      for (std::size_t k = 0; k < c; ++k)
        to.outcomes[(first + at) * c + k] = has(rebounds_[k], at) ? Outcome::rebounds
                                            : has(slides_[k], at) ? Outcome::slides
                                                                  : Outcome::rests;
    });
  each(to.kinetic_energy_before, [&](std::size_t at) { return seen.energy.of[at]; });
  each(to.kinetic_energy_after, [&](std::size_t at) { return seen.energy_after.of[at]; });
  each(to.contact_work, [&](std::size_t at) { return -energy_loss_.of[at]; });
  each(to.makes_energy, [&](std::size_t at) { return has(makes_energy_, at); });
  each(to.impulses_determined, [](std::size_t) { return true; });
}

}  // namespace carom
