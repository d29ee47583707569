/// The impulses that go with velocities already known. At a mass with velocity v, of the rods and
/// contacts there,
///
///     m v = P − λu + Σ λ_c u_c + Σ F_j n_j
///
/// and where the rods' λ follow from stiffness and motion, F follows. Where a part is rigid by
/// itself (a strut, a tripod) several sets do. What a rod can pass into such a part is again a
/// problem of one number: the least Σ F² beyond it is c₊λ² for a tension, c₋λ² for a pressure, ∞
/// where the part cannot take it. The costs are gathered inward; the impulses follow outward, each
/// mass sharing what it must pass on over its contacts and rods (the static twin of
/// particle_fan.hpp), O(n log d).

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "particles/particle_fan.hpp"
#include "particles/particle_strike.hpp"

namespace carom {
namespace {

/// An impulse below this share of what its mass passes on is not needed for the balance.
constexpr double unneeded = 1e-9;
/// Loads and carriers at smaller angles than this are parallel.
constexpr double side_tolerance = 1e-6;

/// Something that can push the mass along its direction: a contact, a rod's tension or pressure.
struct Carrier {
  HalfSpring spring;  ///< direction of the impulse on the mass; stiffness 1/cost
  int contact = -1;
  int child = -1;
  int sign = 0;  ///< of the child's tension
};

class Impulses {
 public:
  Impulses(const ParticleTree& tree, const RootedParticles& view,
           std::span<const ParticlePivot> pivots, std::span<const std::uint8_t> closed,
           const ParticleMotion& motion, ParticleAnswer& answer)
      : tree_(tree),
        view_(view),
        pivots_(pivots),
        closed_(closed),
        motion_(motion),
        answer_(answer),
        costs_(view.size()) {}

  bool solve(const Vec2& impulse) {
    answer_.tension = motion_.tension;
    answer_.normal_impulse.assign(tree_.contacts.size(), 0.0);
    for (int k = view_.size() - 1; k > 0; --k) {
      gather(k, true);
      costs_[k] = {cost(view_.direction[k]), cost(-view_.direction[k])};
    }
    bool determined = true;
    for (int k = 0; k < view_.size(); ++k) {
      const int mass = view_.mass[k];
      const Vec2& v = motion_.velocity[mass];
      const bool still = v == Vec2{};
      gather(k, still);
      if (carriers_.empty()) continue;
      Vec2 rest = tree_.masses[mass] * v;
      if (k == 0) rest -= impulse;
      if (k > 0) rest += answer_.tension[view_.rod[k]] * view_.direction[k];
      for (int c = view_.first_child[k]; c < view_.first_child[k + 1]; ++c)
        if (pivots_[c].stiffness != rigid)
          rest -= motion_.tension[view_.rod[c]] * view_.direction[c];
      share(rest);
      determined = determined && unique(rest);
      for (std::size_t i = 0; i < carriers_.size(); ++i) {
        const Carrier& carrier = carriers_[i];
        if (carrier.contact >= 0)
          answer_.normal_impulse[carrier.contact] = shares_[i];
        else
          answer_.tension[view_.rod[carrier.child]] += carrier.sign * shares_[i];
      }
    }
    return determined;
  }

 private:
  /// What can push mass k: where it is still everything that can take a load; else what holds it.
  void gather(int k, bool still) {
    carriers_.clear();
    for (int i = view_.first_contact[k]; i < view_.first_contact[k + 1]; ++i) {
      const int contact = view_.contact[i];
      if (still || closed_[contact] != 0)
        carriers_.push_back({{tree_.contacts[contact].normal, 1.0}, contact, -1, 0});
    }
    for (int c = view_.first_child[k]; c < view_.first_child[k + 1]; ++c) {
      if (!still && pivots_[c].stiffness != rigid) continue;
      const Vec2& u = view_.direction[c];
      if (costs_[c][0] != rigid) carriers_.push_back({{u, 1 / costs_[c][0]}, -1, c, 1});
      if (costs_[c][1] != rigid) carriers_.push_back({{-u, 1 / costs_[c][1]}, -1, c, -1});
    }
  }

  /// Whether the carriers can balance a push along `direction`.
  bool reaches(const Vec2& direction) const {
    double left = rigid, right = rigid;  // angles of the nearest carriers on either side
    for (const Carrier& carrier : carriers_) {
      const double sine = cross(direction, carrier.spring.direction);
      const double cosine = dot(direction, carrier.spring.direction);
      if (std::abs(sine) <= parallel_tolerance) {
        if (cosine > 0) return true;
        continue;
      }
      double& nearest = sine > 0 ? left : right;
      nearest = std::min(nearest, std::abs(std::atan2(sine, cosine)));
    }
    return left + right < std::numbers::pi - parallel_tolerance;
  }

  double cost(const Vec2& direction) {
    if (carriers_.empty() || !reaches(direction)) return rigid;
    share(direction);
    double sum = 0;
    for (std::size_t i = 0; i < carriers_.size(); ++i)
      sum += shares_[i] * shares_[i] / carriers_[i].spring.stiffness;
    return sum;
  }

  /// x ≥ 0 with Σ x a = load and the least Σ x²/k.
  void share(const Vec2& load) {
    shares_.assign(carriers_.size(), 0.0);
    springs_.clear();
    for (const Carrier& carrier : carriers_) springs_.push_back(carrier.spring);
    const PlaneMinimum twin = plane_minimum(0, springs_, load, scratch_);
    if (!twin.still) {
      for (std::size_t i = 0; i < carriers_.size(); ++i)
        shares_[i] =
            std::max(0.0, springs_[i].stiffness * dot(springs_[i].direction, twin.velocity));
      return;
    }
    // The load lies along carriers that are all parallel to it.
    const double size = std::hypot(load.x, load.y);
    const auto pushes = [&](const HalfSpring& spring) {
      return dot(spring.direction, load) > 0 &&
             std::abs(cross(spring.direction, load)) <= side_tolerance * size;
    };
    double sum = 0;
    for (const HalfSpring& spring : springs_)
      if (pushes(spring)) sum += spring.stiffness;
    for (std::size_t i = 0; i < carriers_.size(); ++i)
      if (pushes(springs_[i])) shares_[i] = size * springs_[i].stiffness / sum;
  }

  /// Whether no other x ≥ 0 carries the load: no sum Σ z a = 0 in which only carriers that are
  /// loaded already may lose.
  bool unique(const Vec2& load) const {
    const double size = std::hypot(load.x, load.y);
    std::array<int, 2> loaded{-1, -1};
    int count = 0;
    for (std::size_t i = 0; i < carriers_.size(); ++i)
      if (shares_[i] > unneeded * size) {
        if (count == 2) return false;
        loaded[count++] = static_cast<int>(i);
      }
    const auto direction = [&](int i) { return carriers_[i].spring.direction; };
    if (count == 2)
      return carriers_.size() == 2 &&
             std::abs(cross(direction(loaded[0]), direction(loaded[1]))) > parallel_tolerance;
    if (count == 1) {
      // The others must all push to the same side of the loaded one's line.
      int side = 0;
      for (std::size_t i = 0; i < carriers_.size(); ++i) {
        if (static_cast<int>(i) == loaded[0]) continue;
        const double sine = cross(direction(loaded[0]), direction(static_cast<int>(i)));
        if (std::abs(sine) <= parallel_tolerance) return false;
        const int own = sine > 0 ? 1 : -1;
        if (side != 0 && own != side) return false;
        side = own;
      }
      return true;
    }
    // Nothing is loaded: no positive sum of pushes may vanish; they fit in an open half plane.
    for (const Carrier& carrier : carriers_)
      if (reaches(-carrier.spring.direction)) return false;
    return true;
  }

  const ParticleTree& tree_;
  const RootedParticles& view_;
  std::span<const ParticlePivot> pivots_;
  std::span<const std::uint8_t> closed_;
  const ParticleMotion& motion_;
  ParticleAnswer& answer_;
  std::vector<std::array<double, 2>> costs_;  ///< of a tension, of a pressure
  std::vector<Carrier> carriers_;
  std::vector<double> shares_;
  std::vector<HalfSpring> springs_;
  FanScratch scratch_;
};

}  // namespace

bool least_impulses(const ParticleTree& tree, const RootedParticles& view,
                    std::span<const ParticlePivot> pivots, const Vec2& impulse,
                    std::span<const std::uint8_t> closed, const ParticleMotion& motion,
                    ParticleAnswer& answer) {
  return Impulses(tree, view, pivots, closed, motion, answer).solve(impulse);
}

}  // namespace carom
