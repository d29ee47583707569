#include "maps/pair_slopes.hpp"

#include <Eigen/Dense>
#include <vector>

#include "dynamics/compiled_model.hpp"
#include "model/sloped_tree.hpp"

namespace carom {

PairSlopes::PairSlopes(MotionMap& motion, const ParameterSlopes& along)
    : motion_(motion),
      along_(along),
      plain_(without_slopes(motion.model().compiled().tree)),
      pose_(plain_),
      moving_(plain_) {}

std::array<Sloped, 6> PairSlopes::numbers(const SlopedTree& tree, std::span<const Sloped> q,
                                          std::span<const Sloped> v, const Sloped& time) {
  place(tree, q, pose_);
  move(tree, pose_, v, moving_);
  ContactFrame<Sloped> frame;
  frame_contact(tree, pose_, q, time, 0, frame);
  const auto& surface = tree.surfaces[static_cast<std::size_t>(tree.contacts[0].surface)];
  const Vec2T<Sloped>& arm = pose_.links[0].com;
  const Vec2T<Sloped> centre = pose_.links[0].joint + arm - surface.point;
  const Vec2T<Sloped> speed = moving_.links[0].joint + moving_.links[0].rate * perpendicular(arm);
  return {frame.gap,
          contact_velocity(tree, 0, frame, moving_, v, time)[1],
          q[2] - surface.angle,
          v[2],
          dot(surface.tangent, centre),
          dot(surface.tangent, speed)};
}

std::optional<std::array<double, 5>> PairSlopes::image(const State& from) {
  constexpr std::size_t count = 2 * freedom;
  std::vector<Sloped> all(from.positions.begin(), from.positions.end());
  all.insert(all.end(), from.velocities.begin(), from.velocities.end());
  const std::span<const Sloped> q = std::span(all).first(freedom), v = std::span(all).last(freedom);
  Eigen::Matrix<double, 6, 6> by_state;
  for (std::size_t i = 0; i < count; ++i) {
    all[i].slope[0] = 1;
    const auto moved = numbers(plain_, q, v, Sloped(from.time));
    for (std::size_t r = 0; r < count; ++r)
      by_state(static_cast<int>(r), static_cast<int>(i)) = moved[r].slope[0];
    all[i].slope[0] = 0;
  }
  const auto still = numbers(along_.tree, q, v, Sloped(from.time));
  Eigen::Matrix<double, 6, 1> off;
  for (std::size_t r = 0; r < count; ++r) off[static_cast<int>(r)] = still[r].slope[0];
  const Eigen::Matrix<double, 6, 1> start = by_state.partialPivLu().solve(-off);
  if (!start.allFinite()) return std::nullopt;
  ReturnDirections directions;
  directions.parameter = &along_;
  directions.times = {0};
  directions.positions.emplace_back(start.data(), start.data() + freedom);
  directions.velocities.emplace_back(start.data() + freedom, start.data() + count);
  const auto found = motion_.next(from, directions);
  if (!found || found->hindered[0]) return std::nullopt;
  for (std::size_t i = 0; i < freedom; ++i) {
    all[i] = Sloped(found->state.positions[i]);
    all[freedom + i] = Sloped(found->state.velocities[i]);
    all[i].slope[0] = found->positions[0][i];
    all[freedom + i].slope[0] = found->velocities[0][i];
  }
  Sloped time(found->state.time);
  time.slope[0] = found->times[0];
  const auto after = numbers(along_.tree, q, v, time);
  return std::array{time.slope[0], after[1].slope[0], after[2].slope[0], after[3].slope[0],
                    after[5].slope[0]};
}

}  // namespace carom
