#include "support/kinked_motions.hpp"

#include <fmt/format.h>

#include "support/random_mechanism.hpp"

namespace carom::testing {
namespace {

class Kinks {
 public:
  Kinks(std::uint64_t seed, double duration) : random_(seed), duration_(duration) {}

  void bend(RandomMotion& r) {
    Mechanism& m = r.mechanism;
    bool any = false;
    for (Surface& s : m.surfaces) {
      if (s.body || random_.chance(0.4)) continue;
      if (!s.motion) s.motion = SurfaceMotion{};
      if (random_.chance(0.8)) s.motion->normal.text += " + " + motion();
      if (random_.chance(0.4)) s.motion->tangential.text += " + " + motion();
      any = true;
    }
    for (Drive& d : m.drives)
      if (random_.chance(0.5)) d.angle.text += fmt::format(" + {:.3f}*{}^2", size(2), onset());
    if (any && random_.chance(0.4)) return;
    const std::string& link =
        m.links[static_cast<std::size_t>(random_.below(static_cast<int>(m.links.size())))].name;
    if (random_.chance(0.5))
      m.torques.push_back({link, std::nullopt, {load(link)}});
    else
      m.forces.push_back({link, {random_.in(0, 0.5), 0}, {load(link)}, {load(link)}});
  }

 private:
  double size(double most) { return (random_.chance(0.5) ? 1 : -1) * random_.in(0.05, 1) * most; }
  double moment() { return random_.in(0.05, 0.95) * duration_; }
  std::string onset() { return fmt::format("max(t - {:.4f}, 0)", moment()); }

  /// Zero, and at rest, at t = 0.
  std::string motion() {
    switch (random_.below(7)) {
      case 0:
        return fmt::format("{:.4f}*{}", size(0.5), onset());
      case 1:
        return fmt::format("{:.4f}*{}^2", size(8), onset());
      case 2:
        return fmt::format("{:.4f}*{}^3", size(8), onset());
      case 3: {
        const double t = moment();
        return fmt::format("{:.4f}*(abs(t - {:.4f}) - {:.4f} + t)", size(0.3), t, t);
      }
      case 4:
        return fmt::format("{:.4f}*min({}, {:.4f})", size(0.5), onset(), random_.in(0.01, 0.3));
      case 5:
        return fmt::format("{:.4f}*max(sin({:.3f}*t - 0.3), 0)^{}", size(0.03), random_.in(3, 20),
                           1 + random_.below(2));
      default:
        return fmt::format("{:.4f}*min({}^2, {:.5f})", size(2), onset(), random_.in(1e-3, 1e-2));
    }
  }

  std::string load(const std::string& link) {
    const double most = 20;
    switch (random_.below(9)) {
      case 0:
        return fmt::format("{:.3f}*{}", size(2 * most), onset());
      case 1:
        return fmt::format("{:.3f}*max({:.4f} - t, 0)^{}", size(2 * most), moment(),
                           1 + 2 * random_.below(3));
      case 2:
        return fmt::format("{:.3f}*sign(sin({:.3f}*t + 0.1))", size(most), random_.in(3, 20));
      case 3:
        return fmt::format("{:.3f}*({:.4f} - t)^{}", size(4 * most), moment(),
                           3 + 2 * random_.below(2));
      case 4:
        return fmt::format("{:.3f}*abs(t - {:.4f})", size(2 * most), moment());
      case 5:
        return fmt::format("-{:.3f}*max(angle.{} - {:.3f}, 0)", random_.in(1, 100), link,
                           random_.in(-2, 2));
      case 6:
        return fmt::format("-{:.3f}*min(rate.{}, 0)", random_.in(0.01, 1), link);
      case 7:
        return fmt::format("{:.3f}*(1 + sign(t - {:.4f}))", size(most), moment());
      default:
        return fmt::format("{:.3f}*min(max(t - {:.4f}, 0), 0.05)", size(10 * most), moment());
    }
  }

  Random random_;
  double duration_;
};

}  // namespace

RandomMotion kinked_motion(std::uint64_t seed) {
  RandomMotion r = random_motion(seed);
  r.family += ", kinked";
  Kinks(seed + 1000003, r.duration).bend(r);
  return r;
}

}  // namespace carom::testing
