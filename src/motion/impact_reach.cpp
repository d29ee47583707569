#include "motion/impact_reach.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Numbers below this share of the largest of their kind are zero.
constexpr double reach_rounding = 1e-9;

class Ahead {
 public:
  Ahead(std::size_t d, int sign) : d_(d), sign_(sign) {}

  void add(const Sloped& q, double rounding) {
    const double slope = sign_ * q.slope[d_];
    if (std::abs(q.value) <= rounding || q.value * slope >= 0) return;
    nearest_ = std::min(nearest_, -q.value / slope);
  }
  double nearest() const { return nearest_; }

 private:
  std::size_t d_;
  int sign_;
  double nearest_ = no_end;
};

Sloped magnitude(const Sloped& x) {
  return x.value < 0 ? -x : x;
}

double largest(std::span<const Sloped> numbers) {
  double size = 0;
  for (const Sloped& x : numbers) size = std::max(size, std::abs(x.value));
  return size;
}

/// What each contact exchanges over a stretch in one mode; `slides`: friction is at its bound.
void add_impulses(const Sloped& t, const Sloped& n, const Sloped& friction, bool slides,
                  double rounding, Ahead& ahead) {
  ahead.add(n, rounding);
  if (!slides && friction > 0) ahead.add(friction * n - magnitude(t), rounding);
}

void add_stages(const ContactProblem<Sloped>& problem, const Solution<Sloped>& solution,
                double rounding, double impulse_rounding, Ahead& ahead) {
  const int stages = static_cast<int>(solution.stages.size());
  for (int k = 0; k < stages; ++k) {
    const Stage<Sloped>& stage = solution.stages[static_cast<std::size_t>(k)];
    ahead.add(stage.to - stage.from, impulse_rounding);
    const auto modes = solution.modes(k);
    const auto velocities = solution.velocities(k + 1);
    const auto from = solution.impulses(k), to = solution.impulses(k + 1);
    for (std::size_t i = 0; i < modes.size(); ++i) {
      const std::size_t t = 2 * i, n = t + 1;
      ahead.add(velocities[n], rounding);
      if (modes[i] == Mode::apart || modes[i] == Mode::separates) continue;
      const bool slides = modes[i] != Mode::sticks;
      if (slides) ahead.add(velocities[t], rounding);
      add_impulses(to[t] - from[t], to[n] - from[n], problem.friction()[i], slides,
                   impulse_rounding, ahead);
    }
  }
}

}  // namespace

double distance_to_change(const Law& law, const ContactProblem<Sloped>& problem,
                          const Solution<Sloped>& solution, double rest, std::size_t d, int sign) {
  Ahead ahead(d, sign);
  const double fastest = std::max(largest(problem.velocity), largest(solution.velocity_after));
  const double speed = std::max(reach_rounding * fastest, rest);
  const double impulse = reach_rounding * largest(solution.impulse);
  const bool own = has_derivatives(law);
  for (std::size_t i = 0; i < solution.outcome.size(); ++i) {
    const std::size_t t = 2 * i, n = t + 1;
    ahead.add(problem.velocity[n], speed);
    ahead.add(solution.velocity_after[n], speed);
    if (solution.interacted[i] == 0) continue;
    ahead.add(solution.impulse[n], impulse);
    if (!own) continue;
    const Sloped &friction = problem.friction()[i], &e = problem.restitution()[i];
    // Laws without stages do not ask which way a contact slid.
    if (!law.algebraic) ahead.add(problem.velocity[t], speed);
    if (friction > 0) ahead.add(solution.velocity_after[t], speed);
    add_impulses(solution.impulse[t], solution.impulse[n], friction, false, impulse, ahead);
    ahead.add(friction, 0);
    ahead.add(e, 0);
    ahead.add(1 - e, 0);
  }
  const std::size_t boundaries = (solution.stages.size() + 1) * 2 * solution.outcome.size();
  if (own && !solution.stages.empty() && solution.stage_velocities.size() == boundaries)
    add_stages(problem, solution, speed, impulse, ahead);
  return ahead.nearest();
}

}  // namespace carom
