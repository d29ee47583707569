#include "particles/particle_strike.hpp"

#include <cmath>

#include "particles/particle_fan.hpp"

namespace carom {
namespace {

/// How the subtree beyond a rod answers when the rod's near mass moves along it.
struct Answers {
  LineMinimum pulled;  ///< u·v = +1
  LineMinimum pushed;  ///< u·v = −1
};

/// What a subtree is asked for.
enum class Asked : std::int8_t { pushed = -1, still = 0, pulled = 1, locked = 2 };

class Unilateral {
 public:
  Unilateral(const ParticleTree& tree, const RootedParticles& view)
      : tree_(tree), view_(view), answers_(view.size()), asked_(view.size(), Asked::still) {}

  ClosedContacts closed(const Vec2& impulse) {
    ClosedContacts closed(tree_.contacts.size(), 0);
    for (int k = view_.size() - 1; k > 0; --k) {
      gather(k);
      const double mass = tree_.masses[view_.mass[k]];
      answers_[k].pulled = line_minimum(mass, springs_, view_.direction[k], 1, scratch_);
      answers_[k].pushed = line_minimum(mass, springs_, view_.direction[k], -1, scratch_);
    }
    gather(0);
    const PlaneMinimum root =
        plane_minimum(tree_.masses[view_.mass[0]], springs_, impulse, scratch_);
    if (root.still)
      lock(0, closed);
    else
      ask(0, root.velocity, root.bound, closed);
    for (int k = 1; k < view_.size(); ++k) {
      if (asked_[k] == Asked::locked) {
        lock(k, closed);
      } else if (asked_[k] != Asked::still) {
        const int sign = static_cast<int>(asked_[k]);
        const LineMinimum& minimum = sign > 0 ? answers_[k].pulled : answers_[k].pushed;
        const Vec2& u = view_.direction[k];
        gather(k);
        ask(k, static_cast<double>(sign) * u + minimum.across * perpendicular(u), minimum.bound,
            closed);
      }
    }
    return closed;
  }

 private:
  /// The springs at a mass: its contacts, then two a child.
  void gather(int k) {
    springs_.clear();
    for (int i = view_.first_contact[k]; i < view_.first_contact[k + 1]; ++i)
      springs_.push_back({-tree_.contacts[view_.contact[i]].normal, rigid});
    for (int c = view_.first_child[k]; c < view_.first_child[k + 1]; ++c) {
      springs_.push_back({view_.direction[c], answers_[c].pulled.stiffness});
      springs_.push_back({-view_.direction[c], answers_[c].pushed.stiffness});
    }
  }

  /// A mass whose velocity has the direction v, leaning on spring `bound`.
  void ask(int k, const Vec2& v, int bound, ClosedContacts& closed) {
    const int contacts = view_.first_contact[k + 1] - view_.first_contact[k];
    const double speed = std::hypot(v.x, v.y);
    // Springs that v leans on beside the bound: parallel to it.
    const auto leans = [&](const HalfSpring& spring) {
      return bound >= 0 && spring.stiffness == rigid &&
             std::abs(dot(spring.direction, v)) <= parallel_tolerance * speed;
    };
    for (int i = 0; i < contacts; ++i)
      if (leans(springs_[i])) closed[view_.contact[view_.first_contact[k] + i]] = 1;
    for (int c = view_.first_child[k]; c < view_.first_child[k + 1]; ++c) {
      const int spring = contacts + 2 * (c - view_.first_child[k]);
      const double along = dot(view_.direction[c], v);
      if (leans(springs_[spring]) || leans(springs_[spring + 1]))
        asked_[c] = Asked::locked;
      else
        asked_[c] = along > 0 ? Asked::pulled : along < 0 ? Asked::pushed : Asked::still;
    }
  }

  /// Nothing beyond moves: every contact there may be pressed.
  void lock(int k, ClosedContacts& closed) {
    for (int i = view_.first_contact[k]; i < view_.first_contact[k + 1]; ++i)
      closed[view_.contact[i]] = 1;
    for (int c = view_.first_child[k]; c < view_.first_child[k + 1]; ++c) asked_[c] = Asked::locked;
  }

  const ParticleTree& tree_;
  const RootedParticles& view_;
  std::vector<Answers> answers_;
  std::vector<Asked> asked_;
  std::vector<HalfSpring> springs_;
  FanScratch scratch_;
};

}  // namespace

RootSum::RootSum(double mass) : xx_(std::sqrt(mass)), yy_(std::sqrt(mass)) {}

void RootSum::add_row(double x, double y) {
  // Masses are far from the ends of the range of numbers: no std::hypot, which is slower.
  const double length = std::sqrt(xx_ * xx_ + x * x);
  if (length == 0) {
    yy_ = std::sqrt(yy_ * yy_ + y * y);
    return;
  }
  const double c = xx_ / length, s = x / length;
  const double rest = c * y - s * xy_;
  xx_ = length;
  xy_ = c * xy_ + s * y;
  yy_ = std::sqrt(yy_ * yy_ + rest * rest);
}

void RootSum::add(double k, const Vec2& u) {
  const double root = std::sqrt(k);
  add_row(root * u.x, root * u.y);
}

void RootSum::add(const RootSum& other) {
  add_row(other.xx_, other.xy_);
  add_row(0, other.yy_);
}

Vec2 RootSum::solved(const Vec2& p) const {
  const double a = p.x / xx_;
  const double b = (p.y - xy_ * a) / yy_;
  const double y = b / yy_;
  return {(a - xy_ * y) / xx_, y};
}

double RootSum::compliance(const Vec2& u) const {
  const double a = u.x / xx_;
  const double b = (u.y - xy_ * a) / yy_;
  return a * a + b * b;
}

double RootSum::resistance(const Vec2& t) const {
  const double a = xx_ * t.x + xy_ * t.y;
  const double b = yy_ * t.y;
  return a * a + b * b;
}

Vec2 ParticlePivot::response(const Vec2& p) const {
  if (freedom == 2) return sum.solved(p);
  if (freedom == 0) return {};
  const Vec2 t = perpendicular(held);
  return (dot(t, p) / sum.resistance(t)) * t;
}

void eliminate(const ParticleTree& tree, const RootedParticles& view,
               std::span<const std::uint8_t> closed, std::span<ParticlePivot> pivots) {
  for (int k = view.size() - 1; k >= 0; --k) {
    ParticlePivot& pivot = pivots[k];
    const double mass = tree.masses[view.mass[k]];
    pivot = {RootSum(mass), 0, 2, {}};
    const auto hold = [&](const Vec2& direction) {
      if (pivot.freedom == 2) {
        pivot.freedom = 1;
        pivot.held = direction;
      } else if (std::abs(cross(pivot.held, direction)) > parallel_tolerance) {
        pivot.freedom = 0;
      }
    };
    for (int i = view.first_contact[k]; i < view.first_contact[k + 1]; ++i)
      if (closed[view.contact[i]] != 0) hold(tree.contacts[view.contact[i]].normal);
    for (int c = view.first_child[k]; c < view.first_child[k + 1]; ++c) {
      if (pivots[c].stiffness == rigid)
        hold(view.direction[c]);
      else
        pivot.sum.add(pivots[c].stiffness, view.direction[c]);
    }
    const Vec2& u = view.direction[k];
    if (k == 0) continue;
    if (pivot.freedom == 2) {
      pivot.stiffness = 1 / pivot.sum.compliance(u);
    } else {
      const Vec2 t = perpendicular(pivot.held);
      const double along = pivot.freedom == 1 ? dot(u, t) : 0;
      pivot.stiffness =
          std::abs(along) <= parallel_tolerance ? rigid : pivot.sum.resistance(t) / (along * along);
    }
  }
}

ParticleMotion spread(const RootedParticles& view, std::span<const ParticlePivot> pivots,
                      const Vec2& impulse) {
  ParticleMotion motion;
  motion.velocity.assign(view.mass.size(), Vec2{});
  motion.tension.assign(view.mass.size() - 1, 0.0);
  motion.velocity[view.mass[0]] = pivots[0].response(impulse);
  for (int k = 1; k < view.size(); ++k) {
    const ParticlePivot& pivot = pivots[k];
    if (pivot.stiffness == rigid) continue;
    const Vec2& u = view.direction[k];
    const double push = pivot.stiffness * dot(u, motion.velocity[view.mass[view.parent[k]]]);
    motion.tension[view.rod[k]] = -push;
    motion.velocity[view.mass[k]] = push * pivot.response(u);
  }
  return motion;
}

namespace {

/// One step of refinement: λ = −κ u·v_p multiplies rounding of v by κ, which is large for a part
/// that hardly gives way. What is left of every mass's momentum is a load that the same elimination
/// (inward b = κ uᵀK P̂, P̂_p += b u; outward λ = b − κ u·v_p) takes away.
void refine(const ParticleTree& tree, const RootedParticles& view,
            std::span<const ParticlePivot> pivots, const Vec2& impulse, ParticleMotion& motion) {
  const int n = view.size();
  std::vector<Vec2> load(n);
  for (int k = 0; k < n; ++k) load[k] = -tree.masses[view.mass[k]] * motion.velocity[view.mass[k]];
  load[0] += impulse;
  for (int k = 1; k < n; ++k) {
    const Vec2 pull = motion.tension[view.rod[k]] * view.direction[k];
    load[k] -= pull;
    load[view.parent[k]] += pull;
  }
  std::vector<double> passed(n, 0.0);
  for (int k = n - 1; k > 0; --k) {
    const ParticlePivot& pivot = pivots[k];
    if (pivot.stiffness == rigid) continue;
    passed[k] = pivot.stiffness * dot(view.direction[k], pivot.response(load[k]));
    load[view.parent[k]] += passed[k] * view.direction[k];
  }
  std::vector<Vec2> jump(n);
  jump[0] = pivots[0].response(load[0]);
  motion.velocity[view.mass[0]] += jump[0];
  for (int k = 1; k < n; ++k) {
    const ParticlePivot& pivot = pivots[k];
    if (pivot.stiffness == rigid) continue;
    const Vec2& u = view.direction[k];
    const double tension = passed[k] - pivot.stiffness * dot(u, jump[view.parent[k]]);
    motion.tension[view.rod[k]] += tension;
    jump[k] = pivot.response(load[k] - tension * u);
    motion.velocity[view.mass[k]] += jump[k];
  }
}

/// Tensions of rods to parts that are rigid by themselves: what is left of a mass's momentum is
/// carried by such rods and by the closed contacts there, x_i along d_i, with the least Σ x².
void add_rigid_tensions(const ParticleTree& tree, const RootedParticles& view,
                        std::span<const ParticlePivot> pivots, std::span<const std::uint8_t> closed,
                        const Vec2& impulse, ParticleMotion& motion) {
  for (int k = 0; k < view.size(); ++k) {
    const int first = view.first_child[k], last = view.first_child[k + 1];
    const auto is_rigid = [&](int c) { return pivots[c].stiffness == rigid; };
    bool any = false;
    for (int c = first; c < last; ++c) any = any || is_rigid(c);
    if (!any) continue;
    Vec2 rest = tree.masses[view.mass[k]] * motion.velocity[view.mass[k]];
    if (k == 0) rest -= impulse;
    if (k > 0) rest += motion.tension[view.rod[k]] * view.direction[k];
    RootSum sum;
    for (int c = first; c < last; ++c)
      if (is_rigid(c))
        sum.add(1, view.direction[c]);
      else
        rest -= motion.tension[view.rod[c]] * view.direction[c];
    for (int i = view.first_contact[k]; i < view.first_contact[k + 1]; ++i)
      if (closed[view.contact[i]] != 0) sum.add(1, tree.contacts[view.contact[i]].normal);
    const Vec2& held = pivots[k].held;
    const Vec2 y =
        pivots[k].freedom == 0 ? sum.solved(rest) : (dot(held, rest) / sum.resistance(held)) * held;
    for (int c = first; c < last; ++c)
      if (is_rigid(c)) motion.tension[view.rod[c]] = dot(view.direction[c], y);
  }
}

}  // namespace

ParticleMotion held_response(const ParticleTree& tree, std::span<const std::uint8_t> closed,
                             const ParticleImpulse& impulse) {
  const RootedParticles view = rooted(tree, impulse.mass);
  std::vector<ParticlePivot> pivots(tree.masses.size());
  eliminate(tree, view, closed, pivots);
  ParticleMotion motion = spread(view, pivots, impulse.impulse);
  refine(tree, view, pivots, impulse.impulse, motion);
  add_rigid_tensions(tree, view, pivots, closed, impulse.impulse, motion);
  return motion;
}

std::vector<double> self_responses(const ParticleTree& tree) {
  const int root = 0;
  const RootedParticles view = rooted(tree, root);
  const ClosedContacts none(tree.contacts.size(), 0);
  std::vector<ParticlePivot> pivots(tree.masses.size());
  eliminate(tree, view, none, pivots);
  // above[k]: stiffness of all that is not beyond rod k, seen from mass k along it.
  std::vector<double> above(tree.masses.size(), 0.0);
  std::vector<RootSum> before;
  std::vector<RootSum> whole(tree.masses.size());
  for (int k = 0; k < view.size(); ++k) {
    RootSum rest(tree.masses[view.mass[k]]);
    if (k > 0) rest.add(above[k], view.direction[k]);
    // Sums over the children before and after each, so that none is taken away again.
    const int first = view.first_child[k], last = view.first_child[k + 1];
    before.assign(1, rest);
    for (int c = first; c < last; ++c) {
      RootSum next = before.back();
      next.add(pivots[c].stiffness, view.direction[c]);
      before.push_back(next);
    }
    whole[k] = before.back();
    RootSum after;
    for (int c = last - 1; c >= first; --c) {
      RootSum others = before[c - first];
      others.add(after);
      above[c] = 1 / others.compliance(view.direction[c]);
      after.add(pivots[c].stiffness, view.direction[c]);
    }
  }
  std::vector<double> responses;
  responses.reserve(tree.contacts.size());
  for (const ParticleContact& contact : tree.contacts)
    responses.push_back(whole[view.position[contact.mass]].compliance(contact.normal));
  return responses;
}

std::vector<double> contact_responses(const ParticleTree& tree) {
  const std::size_t count = tree.contacts.size();
  const ClosedContacts none(count, 0);
  std::vector<double> matrix(count * count);
  for (std::size_t j = 0; j < count; ++j) {
    const ParticleContact& at = tree.contacts[j];
    const ParticleMotion motion = held_response(tree, none, {at.mass, at.normal});
    for (std::size_t i = 0; i < count; ++i)
      matrix[i * count + j] = dot(tree.contacts[i].normal, motion.velocity[tree.contacts[i].mass]);
  }
  return matrix;
}

ParticleAnswer strike(const ParticleTree& tree, const ParticleImpulse& impulse) {
  const RootedParticles view = rooted(tree, impulse.mass);
  ParticleAnswer answer;
  answer.closed = Unilateral(tree, view).closed(impulse.impulse);
  std::vector<ParticlePivot> pivots(tree.masses.size());
  eliminate(tree, view, answer.closed, pivots);
  ParticleMotion motion = spread(view, pivots, impulse.impulse);
  refine(tree, view, pivots, impulse.impulse, motion);
  answer.impulses_determined =
      least_impulses(tree, view, pivots, impulse.impulse, answer.closed, motion, answer);
  answer.velocity = std::move(motion.velocity);
  answer.self_response = self_responses(tree);
  for (std::size_t j = 0; j < tree.contacts.size(); ++j) {
    const ParticleContact& contact = tree.contacts[j];
    // A closed contact stays on its surface exactly.
    answer.normal_velocity.push_back(
        answer.closed[j] != 0 ? 0.0 : dot(contact.normal, answer.velocity[contact.mass]));
    answer.outcome.push_back(answer.normal_velocity[j] -
                             answer.self_response[j] * answer.normal_impulse[j]);
  }
  return answer;
}

}  // namespace carom
