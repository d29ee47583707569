#include "motion/bounces.hpp"

#include <algorithm>
#include <cmath>

namespace carom {

std::optional<BounceLimit> bounce_limit(std::span<const Bounce, 3> bounces, double longest,
                                        double error) {
  const Bounce& last = bounces[2];
  const double ratio = last.ratio();
  if (!(last.acceleration < 0) || !(ratio < 1) || !(ratio > 0)) return std::nullopt;
  const double duration = -2 * last.rebound / last.acceleration / (1 - ratio);
  if (!(duration <= longest)) return std::nullopt;
  double change = 0;
  for (int k = 0; k < 2; ++k) {
    if (!(bounces[k].acceleration < 0)) return std::nullopt;
    change = std::max(change, std::abs(bounces[k].acceleration / last.acceleration - 1));
    change = std::max(change, std::abs(bounces[k].ratio() - ratio) / (1 - ratio));
  }
  if (!(duration * change / (1 - ratio) <= error)) return std::nullopt;
  return BounceLimit{duration, ratio};
}

}  // namespace carom
