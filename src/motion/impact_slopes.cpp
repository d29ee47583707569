#include "motion/impact_slopes.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Slopes of velocities below this share of the largest are rounding.
constexpr double flat_slope = 1e-10;
/// Two sides whose slopes agree to this are one derivative.
constexpr double same_slopes = 1e-8;
/// The path with slopes must come to the same answer as the plain one, but for rounding.
constexpr double same_answer = 1e-6;
/// A side is confirmed by a step that moves nothing by more than this share of its size; what it
/// makes of the impulses must be what slopes say, but for this share of it (second derivatives) and
/// rounding.
constexpr double small_step = 1e-6;
constexpr double confirmed_share = 1e-2;
constexpr double impulse_rounding = 1e-10;

}  // namespace

ImpactSlopes::ImpactSlopes(const Tree& tree)
    : law_(static_cast<int>(tree.contacts.size())),
      impulse_(2 * tree.contacts.size()),
      inertia_(4 * tree.contacts.size() * tree.contacts.size()),
      velocity_(2 * tree.contacts.size()),
      parameters_(most_law_parameters * tree.contacts.size()),
      above_(2 * tree.contacts.size()),
      below_(2 * tree.contacts.size()),
      near_inertia_(inertia_.size()),
      near_velocity_(velocity_.size()),
      near_parameters_(parameters_.size()) {
  solver_ = ImpactSolver<Sloped>(without_slopes(tree));
}

bool ImpactSlopes::prepare(const SlopedTree& tree, std::span<const Sloped> positions,
                           std::span<const Sloped> velocities, const Sloped& time,
                           std::span<const int> set) {
  impulse_.resize(2 * set.size());
  return solver_.prepare(tree, positions, velocities, time, set);
}

ContactProblem<Sloped> ImpactSlopes::posed(const SlopedTree& tree, const Law& law, int colliding) {
  ContactProblem<Sloped> problem = solver_.problem();
  problem.parameters.rows = tree.laws->rows(law);
  if (colliding >= 0)
    problem.colliding =
        static_cast<int>(std::ranges::find(touching(), colliding) - touching().begin());
  return problem;
}

ImpactSlopes::Doubt ImpactSlopes::doubt(const ContactProblem<Sloped>& problem, const Law& law,
                                        std::size_t d) const {
  Doubt doubt;
  const auto begins = [&](double slope) {
    doubt.changes = true;
    (slope > 0 ? doubt.below : doubt.above) = false;
  };
  double fastest = 0, largest = 0;
  for (const Sloped& v : problem.velocity) {
    fastest = std::max(fastest, std::abs(v.value));
    largest = std::max(largest, std::abs(v.slope[d]));
  }
  double turning = 0;
  for (const Sloped& w : problem.inertia) turning = std::max(turning, std::abs(w.slope[d]));
  const double rest = std::max(rest_tolerance * fastest, solver_.speed_floor());
  for (std::size_t r = 0; r < problem.velocity.size(); ++r) {
    const Sloped& v = problem.velocity[r];
    if (std::abs(v.value) > rest || std::abs(v.slope[d]) <= flat_slope * (largest + turning))
      continue;
    if (r % 2 == 1) begins(v.slope[d]);
    doubt.changes = true;
  }
  for (std::size_t k = 0; k < std::min<std::size_t>(2, law.parameters.size()); ++k)
    for (std::size_t i = 0; i < problem.parameters.contacts; ++i) {
      const Sloped& x = problem.parameters[k][i];
      if (x.slope[d] == 0) continue;
      // Of restitution only that of who strikes counts, but where springs know all.
      if (k == 1 && law.needs_one_striker && problem.velocity[2 * i + 1] >= -rest) continue;
      if (x.value == 0) begins(x.slope[d]);
      if (k == 1 && x.value == 1) begins(-x.slope[d]);
    }
  return doubt;
}

bool ImpactSlopes::agrees(const Solution<Sloped>& found, const Solution<double>& plain) const {
  if (found.verdict != plain.verdict) return false;
  double size = 0, apart = 0;
  for (std::size_t r = 0; r < plain.velocity_after.size(); ++r) {
    size =
        std::max({size, std::abs(plain.velocity_after[r]), std::abs(solver_.velocity()[r].value)});
    apart = std::max(apart, std::abs(found.velocity_after[r].value - plain.velocity_after[r]));
  }
  return apart <= same_answer * size;
}

/// The law on one side of direction d alone: the slopes of its impulses along it.
bool ImpactSlopes::solve_side(const ContactProblem<Sloped>& problem, const Law& law,
                              const LawOptions& options, const Solution<double>& plain,
                              std::size_t d, int sign, std::vector<double>& slopes, double* reach) {
  const auto alone = [&](const Sloped& x) { return Sloped(x.value, {sign * x.slope[d]}); };
  ContactProblem<Sloped> side = problem;
  std::ranges::transform(problem.inertia, inertia_.begin(), alone);
  side.inertia = std::span<const Sloped>(inertia_).first(problem.inertia.size());
  std::ranges::transform(problem.velocity, velocity_.begin(), alone);
  side.velocity = std::span<const Sloped>(velocity_).first(problem.velocity.size());
  const std::size_t contacts = problem.parameters.contacts;
  for (std::size_t k = 0; k < law.parameters.size(); ++k) {
    const std::size_t row = problem.parameters.rows[k];
    std::ranges::transform(problem.parameters[k],
                           parameters_.begin() + static_cast<std::ptrdiff_t>(row * contacts),
                           alone);
  }
  side.parameters.values = parameters_.data();
  side.parameters.stride = contacts;
  solve_impact(law, side, options, law_);
  if (!agrees(law_.solution, plain)) return false;
  slopes.resize(impulse_.size());
  for (std::size_t r = 0; r < impulse_.size(); ++r) {
    slopes[r] = sign * law_.solution.impulse[r].slope[0];
    if (!std::isfinite(slopes[r])) return false;
  }
  if (reach != nullptr)
    *reach = distance_to_change(law, side, law_.solution, solver_.speed_floor(), 0, 1);
  return confirmed(problem, law, options, plain, d, sign, slopes);
}

bool ImpactSlopes::confirmed(const ContactProblem<Sloped>& problem, const Law& law,
                             const LawOptions& options, const Solution<double>& plain,
                             std::size_t d, int sign, std::span<const double> slopes) {
  double rate = 0;
  const auto consider = [&](std::span<const Sloped> numbers, double size) {
    double slope = 0;
    for (const Sloped& x : numbers) {
      size = std::max(size, std::abs(x.value));
      slope = std::max(slope, std::abs(x.slope[d]));
    }
    if (slope > 0) rate = std::max(rate, slope / size);
  };
  consider(problem.inertia, 0);
  consider(problem.velocity, 0);
  for (std::size_t k = 0; k < law.parameters.size(); ++k) consider(problem.parameters[k], 1);
  const double step = sign * small_step / rate;
  const auto moved = [&](const Sloped& x) { return x.value + step * x.slope[d]; };
  std::ranges::transform(problem.inertia, near_inertia_.begin(), moved);
  std::ranges::transform(problem.velocity, near_velocity_.begin(), moved);
  const auto& table = problem.parameters;
  for (std::size_t k = 0; k < law.parameters.size(); ++k)
    std::ranges::transform(
        table[k],
        near_parameters_.begin() + static_cast<std::ptrdiff_t>(table.rows[k] * table.contacts),
        moved);
  const ContactProblem<double> near{
      problem.count,
      std::span<const double>(near_inertia_).first(problem.inertia.size()),
      std::span<const double>(near_velocity_).first(problem.velocity.size()),
      {near_parameters_.data(), table.contacts, table.rows, table.contacts},
      problem.colliding};
  LawWorkspace<double>& workspace = *law_.differences.plain;
  solve_impact(law, near, options, workspace);
  if (workspace.solution.verdict != plain.verdict) return false;
  double change = 0, size = 0, apart = 0;
  for (std::size_t r = 0; r < slopes.size(); ++r) {
    size = std::max(size, std::abs(plain.impulse[r]));
    change = std::max(change, std::abs(step * slopes[r]));
    apart = std::max(apart,
                     std::abs(workspace.solution.impulse[r] - plain.impulse[r] - step * slopes[r]));
  }
  return apart <= confirmed_share * change + impulse_rounding * size;
}

void ImpactSlopes::solve(const SlopedTree& tree, const Law& law, LawOptions options, int colliding,
                         const Solution<double>& plain, bool reaches) {
  options.record = reaches;
  options.alternatives = false;
  options.speed_floor = std::max(options.speed_floor, solver_.speed_floor());
  const ContactProblem<Sloped> problem = posed(tree, law, colliding);
  solve_impact(law, problem, options, law_);
  const bool sound = agrees(law_.solution, plain);
  for (std::size_t r = 0; r < impulse_.size(); ++r)
    impulse_[r] = sound ? law_.solution.impulse[r] : Sloped(plain.impulse[r]);
  for (std::size_t d = 0; sound && reaches && d < Sloped::directions; ++d)
    for (const int k : {0, 1})
      reaches_[d][static_cast<std::size_t>(k)] =
          distance_to_change(law, problem, law_.solution, solver_.speed_floor(), d, 2 * k - 1);
  for (std::size_t d = 0; d < Sloped::directions; ++d) {
    sides_[d] = sound ? Side::both : Side::none;
    const Doubt here = doubt(problem, law, d);
    if (here.changes) {
      double far[2] = {0, 0};
      const bool above =
          here.above && solve_side(problem, law, options, plain, d, 1, above_, &far[1]);
      const bool below =
          here.below && solve_side(problem, law, options, plain, d, -1, below_, &far[0]);
      reaches_[d] = {below ? far[0] : 0, above ? far[1] : 0};
      double size = 0, apart = 0;
      for (std::size_t r = 0; above && below && r < impulse_.size(); ++r) {
        size = std::max({size, std::abs(above_[r]), std::abs(below_[r])});
        apart = std::max(apart, std::abs(above_[r] - below_[r]));
      }
      sides_[d] = above && below && apart <= same_slopes * size ? Side::both
                  : above                                       ? Side::above
                  : below                                       ? Side::below
                                                                : Side::none;
      const std::vector<double>& given = above ? above_ : below_;
      for (std::size_t r = 0; r < impulse_.size(); ++r)
        impulse_[r].slope[d] = above || below ? given[r] : 0;
    }
    for (Sloped& impulse : impulse_) {
      if (std::isfinite(impulse.slope[d])) continue;
      sides_[d] = Side::none;
      impulse.slope[d] = 0;
    }
  }
  solver_.apply(tree, impulse_);
}

}  // namespace carom
