#include "motion/impact.hpp"

#include <algorithm>
#include <cmath>

#include "base/dual.hpp"
#include "laws/rigid/preparation.hpp"

namespace carom {

template <class T>
ImpactSolver<T>::ImpactSolver(const Tree& tree)
    : pose_(tree),
      motion_(tree),
      jump_(tree),
      gathering_(gathering_links(tree)),
      factors_(tree),
      loads_(tree),
      frames_(tree.contacts.size()),
      touching_(tree.contacts.size()),
      all_velocity_(2 * tree.contacts.size()),
      inertia_(4 * tree.contacts.size() * tree.contacts.size()),
      velocity_(2 * tree.contacts.size()),
      before_(tree.degrees_of_freedom()),
      after_(tree.degrees_of_freedom()),
      parameters_(tree.laws->parameters().size() * tree.contacts.size()),
      plan_(tree),
      recursion_(tree),
      drives_(tree),
      held_(tree.drives.size()),
      couples_(tree.drives.size()),
      law_(static_cast<int>(tree.contacts.size())),
      gap_tolerance_(touching_tolerance * tree.size) {}

template <class T>
bool ImpactSolver<T>::prepare(const Tree& tree, std::span<const T> positions,
                              std::span<const T> velocities, const T& time) {
  // Those of links are in `motion_`.
  const std::size_t base = static_cast<std::size_t>(tree.base_coordinates());
  for (std::size_t i = 0; i < base; ++i) before_[i] = velocities[i];
  for (std::size_t i = base + tree.links.size(); i < velocities.size(); ++i)
    before_[i] = velocities[i];
  const Arrival<T> arrival = arrive(tree, positions, velocities, pose_, motion_);
  energy_before_ = arrival.kinetic_energy;
  speed_floor_ = speed_rounding * arrival.speed;
  // Zero, unless something is not finite.
  double check = 0 * plain(energy_before_);
  std::size_t number = 0;
  below_ = -1;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const int contact = static_cast<int>(i);
    frame_contact(tree, pose_, positions, time, contact, frames_[i]);
    const auto v = contact_velocity(tree, contact, frames_[i], motion_, velocities, time);
    all_velocity_[2 * i] = v[0];
    all_velocity_[2 * i + 1] = v[1];
    const double gap = plain(frames_[i].gap);
    check += 0 * plain(v[0]) + 0 * plain(v[1]) + 0 * gap;
    if (std::abs(gap) > gap_tolerance_) {
      if (gap < 0 && below_ < 0) below_ = contact;
      continue;
    }
    velocity_[2 * number] = v[0];
    velocity_[2 * number + 1] = v[1];
    touching_[number] = contact;
    ++number;
  }
  count_ = number;
  const std::span<const ContactFrame<T>> frames(frames_);
  factors_.regular = true;
  if (check != 0) return false;
  condense(tree, pose_, std::span<const unsigned char>(gathering_), frames, touching(), factors_,
           std::span<T>(inertia_));
  if (!factors_.regular) return false;
  if (count_ > few_contacts) {
    plan_.choose(tree, touching());
    recursion_.compute(tree, pose_, factors_, plan_, frames, std::span<T>(inertia_));
  } else {
    add_yielding(tree, frames, touching(), std::span<T>(inertia_));
  }
  if (drives_.any()) {
    if (!drives_.prepare(tree, pose_, factors_)) return false;
    drives_.reduce(frames, touching(), std::span<T>(inertia_));
  }
  return true;
}

template <class T>
std::span<const T> ImpactSolver<T>::inertia() const {
  return std::span<const T>(inertia_).first(4 * count_ * count_);
}

template <class T>
std::span<const T> ImpactSolver<T>::velocity() const {
  return std::span<const T>(velocity_).first(2 * count_);
}

template <class T>
const Solution<T>& ImpactSolver<T>::solve(const Tree& tree, const Law& law, LawOptions options,
                                          int colliding) {
  ContactProblem<T> problem;
  problem.count = static_cast<int>(count_);
  problem.inertia = inertia();
  problem.velocity = velocity();
  problem.parameters = law_parameters(tree, law, touching(), parameters_);
  const auto named = std::ranges::find(touching(), colliding);
  if (colliding >= 0 && named == touching().end()) {
    // The contact named has a gap: it cannot strike, whatever others do.
    clear_answer(law_.solution);
    law_.solution.count = problem.count;
    law_.solution.colliding = -1;
    law_.solution.verdict = Verdict::not_colliding;
    law_.solution.reason = Reason::named_has_a_gap;
    return law_.solution;
  }
  problem.colliding = colliding < 0 ? -1 : static_cast<int>(named - touching().begin());
  options.speed_floor = std::max(options.speed_floor, speed_floor_);
  solve_impact(law, problem, options, law_);
  if (has_answer()) apply(tree, law_.solution.impulse);
  return law_.solution;
}

template <class T>
void ImpactSolver<T>::load(std::span<const T> impulse) {
  loads_.clear();
  for (std::size_t i = 0; i < count_; ++i)
    load_contact(frames_[touching_[i]], impulse[2 * i], impulse[2 * i + 1], loads_);
}

template <class T>
void ImpactSolver<T>::apply(const Tree& tree, std::span<const T> impulse) {
  const std::size_t base = static_cast<std::size_t>(tree.base_coordinates());
  for (std::size_t i = 0; i < base; ++i) after_[i] = before_[i];
  for (std::size_t i = base + tree.links.size(); i < before_.size(); ++i) after_[i] = before_[i];
  for (std::size_t i = 0; i < count_; ++i) {
    const ContactFrame<T>& frame = frames_[touching_[i]];
    if (frame.body >= 0)
      after_[tree.surface_coordinate(frame.body)] -=
          (frame.yield[0] * impulse[2 * i] + frame.yield[1] * impulse[2 * i + 1]) /
          tree.surfaces[tree.contacts[touching_[i]].surface].mass;
  }
  load(impulse);
  if (drives_.any()) {
    respond(tree, pose_, factors_, loads_, jump_);
    std::ranges::copy(drives_.couples(tree, jump_, held_), couples_.begin());
    load(impulse);
    drives_.add(tree, std::span<const T>(couples_), loads_);
  }
  energy_after_ = depart(tree, pose_, factors_, motion_, loads_, jump_, std::span<T>(after_));
}

template <class T>
T ImpactSolver<T>::contact_velocity_after(const Tree& tree, int contact, int axis) const {
  const ContactFrame<T>& frame = frames_[contact];
  const LinkMotion<T>& jumped = jump_.links[frame.link];
  const Vec2T<T> dv = jumped.joint + jumped.rate * perpendicular(frame.arm);
  const Vec2& direction = axis == 0 ? frame.tangent : frame.normal;
  T v = all_velocity_[2 * contact + axis] + direction.x * dv.x + direction.y * dv.y;
  if (frame.body >= 0) {
    const int i = tree.surface_coordinate(frame.body);
    v -= frame.yield[axis] * (after_[i] - before_[i]);
  }
  return v;
}

template class ImpactSolver<double>;
template class ImpactSolver<Dual<double>>;

}  // namespace carom
