#include "motion/impact.hpp"

#include <algorithm>
#include <cmath>

#include "base/dual.hpp"
#include "dynamics/energy.hpp"
#include "laws/rigid/preparation.hpp"

namespace carom {

template <class T>
ImpactSolver<T>::ImpactSolver(const Tree& tree)
    : pose_(tree),
      motion_(tree),
      jump_(tree),
      motion_after_(tree),
      factors_(tree),
      loads_(tree),
      frames_(tree.contacts.size()),
      all_velocity_(2 * tree.contacts.size()),
      inertia_(4 * tree.contacts.size() * tree.contacts.size()),
      velocity_(2 * tree.contacts.size()),
      before_(tree.degrees_of_freedom()),
      after_(tree.degrees_of_freedom()),
      plan_(tree),
      recursion_(tree),
      drives_(tree),
      held_(tree.drives.size()),
      law_(static_cast<int>(tree.contacts.size())),
      gap_tolerance_(touching_tolerance * tree.size) {
  touching_.reserve(tree.contacts.size());
  friction_.reserve(tree.contacts.size());
  restitution_.reserve(tree.contacts.size());
}

template <class T>
bool ImpactSolver<T>::prepare(const Tree& tree, std::span<const T> positions,
                              std::span<const T> velocities, const T& time) {
  std::ranges::copy(velocities, before_.begin());
  place(tree, positions, pose_);
  move(tree, pose_, velocities, motion_);
  factorize(tree, pose_, factors_);
  if (!factors_.regular) return false;
  energy_before_ = kinetic_energy(tree, pose_, motion_, velocities);
  frame_contacts(tree, pose_, positions, time, std::span(frames_));
  double speed = 0;
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const LinkMotion<T>& m = motion_.links[k];
    speed = std::max(speed, std::abs(plain(m.joint.x)) + std::abs(plain(m.joint.y)) +
                                std::abs(plain(m.rate)) * tree.links[k].length);
  }
  speed_floor_ = speed_rounding * speed;
  bool finite = std::isfinite(plain(energy_before_));
  touching_.clear();
  friction_.clear();
  restitution_.clear();
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const auto v =
        contact_velocity(tree, static_cast<int>(i), frames_[i], motion_, velocities, time);
    all_velocity_[2 * i] = v[0];
    all_velocity_[2 * i + 1] = v[1];
    finite = finite && std::isfinite(plain(frames_[i].gap)) && std::isfinite(plain(v[0])) &&
             std::isfinite(plain(v[1]));
    if (std::abs(plain(frames_[i].gap)) > gap_tolerance_) continue;
    velocity_[2 * touching_.size()] = v[0];
    velocity_[2 * touching_.size() + 1] = v[1];
    touching_.push_back(static_cast<int>(i));
    friction_.push_back(tree.contacts[i].friction);
    restitution_.push_back(tree.contacts[i].restitution);
  }
  if (!finite) return false;
  plan_.choose(tree, touching_);
  recursion_.compute(tree, pose_, factors_, plan_, std::span<const ContactFrame<T>>(frames_),
                     std::span<T>(inertia_));
  if (drives_.any()) {
    if (!drives_.prepare(tree, pose_, factors_)) return false;
    drives_.reduce(frames_, touching_, std::span<T>(inertia_));
  }
  return true;
}

template <class T>
std::optional<int> ImpactSolver<T>::below_surface() const {
  for (std::size_t i = 0; i < frames_.size(); ++i)
    if (plain(frames_[i].gap) < -gap_tolerance_) return static_cast<int>(i);
  return std::nullopt;
}

template <class T>
std::span<const T> ImpactSolver<T>::inertia() const {
  return std::span<const T>(inertia_).first(4 * touching_.size() * touching_.size());
}

template <class T>
std::span<const T> ImpactSolver<T>::velocity() const {
  return std::span<const T>(velocity_).first(2 * touching_.size());
}

template <class T>
const Solution<T>& ImpactSolver<T>::solve(const Tree& tree, const Law& law, LawOptions options,
                                          int colliding) {
  ContactProblem<T> problem;
  problem.count = static_cast<int>(touching_.size());
  problem.inertia = inertia();
  problem.velocity = velocity();
  problem.friction = friction_;
  problem.restitution = restitution_;
  const auto named = std::ranges::find(touching_, colliding);
  if (colliding >= 0 && named == touching_.end()) {
    // The contact named has a gap: it cannot strike, whatever others do.
    clear_answer(law_.solution);
    law_.solution.count = problem.count;
    law_.solution.colliding = -1;
    law_.solution.verdict = Verdict::not_colliding;
    law_.solution.reason = Reason::named_has_a_gap;
    return law_.solution;
  }
  problem.colliding = colliding < 0 ? -1 : static_cast<int>(named - touching_.begin());
  options.speed_floor = std::max(options.speed_floor, speed_floor_);
  solve_of<T>(law)(problem, options, law_);
  if (has_answer()) apply(tree, law_.solution.impulse);
  return law_.solution;
}

template <class T>
void ImpactSolver<T>::load(std::span<const T> impulse) {
  loads_.clear();
  for (std::size_t i = 0; i < touching_.size(); ++i) {
    const ContactFrame<T>& frame = frames_[touching_[i]];
    const T& tangential = impulse[2 * i];
    const T& normal = impulse[2 * i + 1];
    const Vec2T<T> world{frame.tangent.x * tangential + frame.normal.x * normal,
                         frame.tangent.y * tangential + frame.normal.y * normal};
    loads_.links[frame.link].force += world;
    loads_.links[frame.link].torque += cross(frame.arm, world);
  }
}

template <class T>
void ImpactSolver<T>::apply(const Tree& tree, std::span<const T> impulse) {
  std::ranges::copy(before_, after_.begin());
  for (std::size_t i = 0; i < touching_.size(); ++i) {
    const ContactFrame<T>& frame = frames_[touching_[i]];
    if (frame.body >= 0)
      after_[tree.surface_coordinate(frame.body)] -=
          (frame.yield[0] * impulse[2 * i] + frame.yield[1] * impulse[2 * i + 1]) /
          tree.surfaces[tree.contacts[touching_[i]].surface].mass;
  }
  load(impulse);
  respond(tree, pose_, factors_, loads_, jump_);
  if (drives_.any()) {
    const auto couples = drives_.couples(tree, jump_, held_);
    load(impulse);
    drives_.add(tree, couples, loads_);
    respond(tree, pose_, factors_, loads_, jump_);
  }
  if (tree.base == BaseKind::free) {
    after_[0] += jump_.base.x;
    after_[1] += jump_.base.y;
  } else if (tree.base == BaseKind::slider) {
    after_[0] += tree.slider_direction.x * jump_.base.x + tree.slider_direction.y * jump_.base.y;
  }
  for (std::size_t k = 0; k < tree.links.size(); ++k)
    after_[tree.angle_coordinate(static_cast<int>(k))] += jump_.links[k].rate;
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

template <class T>
T ImpactSolver<T>::kinetic_energy_after(const Tree& tree) {
  move(tree, pose_, std::span<const T>(after_), motion_after_);
  return kinetic_energy(tree, pose_, motion_after_, std::span<const T>(after_));
}

template class ImpactSolver<double>;
template class ImpactSolver<Dual<double>>;

}  // namespace carom
