#include "particles/critical_factors.hpp"

#include <algorithm>
#include <cmath>

#include "particles/particle_fan.hpp"

namespace carom {
namespace {

class Factors {
 public:
  Factors(const ParticleTree& tree, const ParticleImpulse& impulse,
          std::span<const std::uint8_t> closed)
      : tree_(tree),
        impulse_(impulse),
        closed_(closed),
        view_(rooted(tree, impulse.mass)),
        pivots_(tree.masses.size()) {
    eliminate(tree, view_, closed, pivots_);
  }

  CriticalFactors all() {
    result_.of_contact.resize(tree_.contacts.size());
    for (std::size_t j = 0; j < tree_.contacts.size(); ++j) follow(static_cast<int>(j));
    return std::move(result_);
  }

 private:
  void follow(int contact) {
    std::vector<int> path;  // positions, from the contact's mass to the root
    for (int k = view_.position[tree_.contacts[contact].mass]; k >= 0; k = view_.parent[k])
      path.push_back(k);
    std::reverse(path.begin(), path.end());
    const double size = std::hypot(impulse_.impulse.x, impulse_.impulse.y);
    for (std::size_t i = 0; i < path.size(); ++i) {
      const bool last = i + 1 == path.size();
      const Vec2 in = i == 0 ? (1 / size) * impulse_.impulse : view_.direction[path[i]];
      const Vec2 out = last ? tree_.contacts[contact].normal : view_.direction[path[i + 1]];
      pass(contact, path[i], last ? -1 : path[i + 1], in, out);
    }
  }

  /// The factors of one mass on the way to a contact; `next` is the child on the path or −1.
  void pass(int contact, int k, int next, const Vec2& in, const Vec2& out) {
    CriticalFactor factor;
    factor.mass = view_.mass[k];
    factor.rod_in = view_.rod[k];
    factor.rod_out = next >= 0 ? view_.rod[next] : -1;
    factor.contact = next >= 0 ? -1 : contact;
    double sum = tree_.masses[factor.mass];
    double value = sum * dot(in, out);
    int freedom = 2;
    Vec2 held;
    const auto hold = [&](const Vec2& direction) {
      if (freedom == 2) {
        freedom = 1;
        held = direction;
      } else if (std::abs(cross(held, direction)) > parallel_tolerance) {
        freedom = 0;
      }
    };
    for (int i = view_.first_contact[k]; i < view_.first_contact[k + 1]; ++i) {
      const int other = view_.contact[i];
      if (other == contact || closed_[other] == 0) continue;
      hold(tree_.contacts[other].normal);
      factor.holder = other;
    }
    for (int c = view_.first_child[k]; c < view_.first_child[k + 1]; ++c) {
      if (c == next) continue;
      const Vec2& side = view_.direction[c];
      if (pivots_[c].stiffness == rigid) {
        hold(side);
      } else {
        factor.branches = true;
        sum += pivots_[c].stiffness;
        value += pivots_[c].stiffness * cross(in, side) * cross(out, side);
      }
    }
    if (freedom == 0) {
      factor.kind = FactorKind::wedged;
      add(contact, factor, 0);
    } else if (freedom == 1) {
      const Vec2 t = perpendicular(held);
      factor.kind = FactorKind::held_inward;
      add(contact, factor, dot(in, t));
      factor.kind = FactorKind::held_outward;
      add(contact, factor, dot(t, out));
    } else {
      factor.kind = factor.rod_in < 0    ? FactorKind::impulse
                    : factor.rod_out < 0 ? FactorKind::surface
                                         : FactorKind::joint;
      add(contact, factor, value / sum);
    }
  }

  void add(int contact, const CriticalFactor& factor, double value) {
    auto& factors = result_.factors;
    const auto known = std::find(factors.begin(), factors.end(), factor);
    result_.of_contact[contact].push_back(static_cast<int>(known - factors.begin()));
    if (known != factors.end()) return;
    factors.push_back(factor);
    result_.values.push_back(value);
  }

  const ParticleTree& tree_;
  const ParticleImpulse& impulse_;
  std::span<const std::uint8_t> closed_;
  RootedParticles view_;
  std::vector<ParticlePivot> pivots_;
  CriticalFactors result_;
};

}  // namespace

CriticalFactors critical_factors(const ParticleTree& tree, const ParticleImpulse& impulse,
                                 std::span<const std::uint8_t> closed) {
  return Factors(tree, impulse, closed).all();
}

}  // namespace carom
