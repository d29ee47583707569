#include "maps/symmetry.hpp"

#include <cmath>
#include <numbers>

#include "dynamics/pose.hpp"

namespace carom {
namespace {

/// How well a mechanism must fit itself after a symmetry, of its size.
constexpr double fits = 1e-9;

template <class AnyTree>
bool carries(const AnyTree& tree, int ancestor, int link) {
  for (int i = link; i >= 0; i = tree.links[static_cast<std::size_t>(i)].parent)
    if (i == ancestor) return true;
  return false;
}

/// The angle nearest to another, whole turns away from its own.
template <class T>
T nearest(const T& angle, const T& to) {
  constexpr double turn = 2 * std::numbers::pi;
  return angle + T(turn * std::round(plain(to - angle) / turn));
}

template <class T>
Vec2T<T> near_end(const TreePose<T>& pose, int link) {
  return pose.links[static_cast<std::size_t>(link)].joint;
}
template <class T>
Vec2T<T> far_end(const TreeOf<T>& tree, const TreePose<T>& pose, int link) {
  const auto i = static_cast<std::size_t>(link);
  return pose.links[i].joint + tree.links[i].length * pose.links[i].direction;
}

/// Two links, by their places in the file. False where the base would have to move, and cannot.
template <class T>
bool exchange(const TreeOf<T>& tree, const TreePose<T>& pose, const TreeMotion<T>& motion, int one,
              int other, std::span<T> q, std::span<T> v) {
  const auto base = static_cast<std::size_t>(tree.base_coordinates());
  const std::size_t i = base + static_cast<std::size_t>(one);
  const std::size_t k = base + static_cast<std::size_t>(other);
  const int a = tree.tree_index[static_cast<std::size_t>(one)];
  const int b = tree.tree_index[static_cast<std::size_t>(other)];
  const bool chain = carries(tree, a, b) || carries(tree, b, a);
  const T flip(chain ? std::numbers::pi : 0.0);
  const T was_i = q[i], was_k = q[k];
  q[i] = chain ? nearest(was_k + flip, was_i) : was_k;
  q[k] = chain ? nearest(was_i + flip, was_k) : was_i;
  std::swap(v[i], v[k]);
  if (!chain) return true;
  for (const auto& [root, end] : {std::pair{a, b}, {b, a}}) {
    if (tree.links[static_cast<std::size_t>(root)].parent >= 0) continue;
    if (tree.base != BaseKind::free) return false;
    const auto e = static_cast<std::size_t>(end);
    const Vec2T<T> place_of_end = far_end(tree, pose, end);
    const Vec2T<T> speed =
        motion.links[e].joint +
        motion.links[e].rate * perpendicular(tree.links[e].length * pose.links[e].direction);
    q[0] = place_of_end.x;
    q[1] = place_of_end.y;
    v[0] = speed.x;
    v[1] = speed.y;
  }
  return true;
}

/// Links that were walked from the other end and are not where their partners were.
template <class T>
std::optional<SymmetryFault> misfit(const TreeOf<T>& tree, const TreePose<T>& before,
                                    std::span<const std::pair<int, int>> swap,
                                    std::span<const T> q) {
  TreePose<T> then(tree);
  place(tree, q, then);
  for (const auto& [one, other] : swap) {
    const int a = tree.tree_index[static_cast<std::size_t>(one)];
    const int b = tree.tree_index[static_cast<std::size_t>(other)];
    if (!carries(tree, a, b) && !carries(tree, b, a)) continue;
    for (const auto& [mine, partners] : {std::pair{a, b}, {b, a}}) {
      const Vec2T<T> miss = near_end(then, mine) - far_end(tree, before, partners);
      if (!(std::hypot(plain(miss.x), plain(miss.y)) <= fits * tree.size))
        return SymmetryFault{.one = one, .other = other};
    }
  }
  return std::nullopt;
}

template <class T>
void turn_back(const TreeOf<T>& tree, const T& turn, std::span<T> q, std::span<T> v) {
  using std::cos, std::sin;
  const auto base = static_cast<std::size_t>(tree.base_coordinates());
  TreePose<T> pose(tree);
  TreeMotion<T> motion(tree);
  place(tree, std::span<const T>(q), pose);
  move(tree, pose, std::span<const T>(v), motion);
  Vec2T<T> centre{}, speed{};
  T mass(0.0);
  for (std::size_t k = 0; k < tree.links.size(); ++k) {
    const T& m = tree.links[k].mass;
    const Vec2T<T>& arm = pose.links[k].com;
    mass += m;
    centre += m * (pose.links[k].joint + arm);
    speed += m * (motion.links[k].joint + motion.links[k].rate * perpendicular(arm));
  }
  const Vec2T<T> back{cos(turn), -sin(turn)};
  for (std::size_t i = 0; i < tree.links.size(); ++i) q[base + i] -= turn;
  if (tree.base != BaseKind::free) return;
  const Vec2T<T> c = T(1.0) / mass * centre, u = T(1.0) / mass * speed;
  const Vec2T<T> joint = c + rotated(Vec2T<T>{q[0], q[1]} - c, back);
  const Vec2T<T> rate = u + rotated(Vec2T<T>{v[0], v[1]} - u, back);
  q[0] = joint.x;
  q[1] = joint.y;
  v[0] = rate.x;
  v[1] = rate.y;
}

}  // namespace

template <class T>
std::optional<SymmetryFault> apply_symmetry(const TreeOf<T>& tree,
                                            std::span<const std::pair<int, int>> swap,
                                            const T& turn, std::span<T> positions,
                                            std::span<T> velocities) {
  TreePose<T> pose(tree);
  TreeMotion<T> motion(tree);
  place(tree, std::span<const T>(positions), pose);
  move(tree, pose, std::span<const T>(velocities), motion);
  for (const auto& [one, other] : swap)
    if (!exchange(tree, pose, motion, one, other, positions, velocities))
      return SymmetryFault{.base_stays = true};
  if (!swap.empty())
    if (const auto fault = misfit(tree, pose, swap, std::span<const T>(positions))) return fault;
  if (plain(turn) != 0 || varies(turn)) turn_back(tree, turn, positions, velocities);
  return std::nullopt;
}

template std::optional<SymmetryFault> apply_symmetry(const TreeOf<double>&,
                                                     std::span<const std::pair<int, int>>,
                                                     const double&, std::span<double>,
                                                     std::span<double>);
template std::optional<SymmetryFault> apply_symmetry(const TreeOf<Sloped>&,
                                                     std::span<const std::pair<int, int>>,
                                                     const Sloped&, std::span<Sloped>,
                                                     std::span<Sloped>);

}  // namespace carom
