#include "motion/contact_forces.hpp"

#include <algorithm>
#include <cmath>

#include "laws/rigid/preparation.hpp"
#include "numerics/least_norm.hpp"

namespace carom {
namespace {

/// Equations that are missed by this share of the problem's size have no solution.
constexpr double solved = 1e-11;
/// Where a pivot is this share of the largest, rounding has not yet eaten the answer.
constexpr double nearly_singular = 1e-15;
/// Directions of forces below this share are none.
constexpr double open_share = 1e-9;
/// A contact that is hardly pressed takes this share of the friction of the one pressed most.
constexpr double least_share = 1e-9;

}  // namespace

ContactForces::ContactForces(const Tree& tree)
    : tree_(tree),
      scaled_(tree.contacts.size()),
      modes_(tree.contacts.size()),
      force_(2 * tree.contacts.size()) {
  const int count = static_cast<int>(tree.contacts.size());
  system_.reserve(count);
  answers_.reserve(count);
  scratch_.reserve(count);
  wedged_.reserve(tree.contacts.size());
}

bool ContactForces::find(std::span<const int> set, std::span<const Regime> regimes,
                         std::span<const double> inertia, std::span<const double> rates,
                         double reference, std::span<double> forces) {
  set_ = set;
  regimes_ = regimes;
  wedged_.clear();
  scaled_.pose(inertia, rates);
  reference_ = scaled_.size_of(reference);
  for (int k = 0; k < static_cast<int>(set.size()); ++k) {
    scaled_.allow(k, NormalRule::unilateral, SlipRule::open,
                  fixed(k) ? contact(k).static_friction : contact(k).friction);
    modes_[k] = regimes[set[k]].mode;
  }
  if (!mode_forces(scaled_.problem(), modes_.data(), force_.data(), system_) && !find_shared())
    return false;
  for (int r = 0; r < static_cast<int>(rates.size()); ++r) forces[r] = scaled_.force(r, force_[r]);
  return true;
}

/// λ_t = slope·λ_n where a contact slides.
double ContactForces::slope(int k) const {
  const double mu = scaled_.allowed(k).friction;
  return fixed(k) ? 0 : modes_[k] == Mode::slides_plus ? -mu : mu;
}

/// Forces where the equations leave some open. Where friction cannot provide any, contacts are left
/// outside their cones, for the event search to see.
bool ContactForces::find_shared() {
  const ModeProblem<double> problem = scaled_.problem();
  const int width = 2 * problem.count;
  std::vector<int> rows;
  for (int k = 0; k < problem.count; ++k) {
    rows.push_back(2 * k + 1);
    if (fixed(k)) rows.push_back(2 * k);
  }
  const int count = static_cast<int>(rows.size());
  Eigen::MatrixXd w(count, count);
  Eigen::VectorXd b(count);
  for (int r = 0; r < count; ++r) {
    b[r] = -problem.offset[rows[r]];
    for (int c = 0; c < count; ++c) {
      const double* const entry = problem.inertia + rows[r] * width + rows[c];
      w(r, c) = entry[0];
      if (rows[c] % 2 == 1) w(r, c) += slope(rows[c] / 2) * entry[-1];
    }
  }
  // Close to a dead point the equations are nearly singular, and yet have an answer.
  const auto found = [&](double singular) {
    share_equally(w, b, rows, singular);
    Eigen::VectorXd x(count);
    for (int r = 0; r < count; ++r) x[r] = force_[rows[r]];
    const double size = std::max(mode_size(problem, force_.data()), reference_);
    return (w * x - b).cwiseAbs().maxCoeff() <= solved * size;
  };
  if (!found(singularity_threshold) && !found(nearly_singular)) return false;
  find_release(w, rows);
  if (!is_provided()) find_other();
  return true;
}

/// Of all solutions the one with the least Σλ_t²/(μλ_n): feet that hold a body together use the
/// same share of their friction, and give way in one instant.
void ContactForces::share_equally(const Eigen::MatrixXd& w, const Eigen::VectorXd& b,
                                  std::span<const int> rows, double singular) {
  const int count = static_cast<int>(rows.size());
  Eigen::VectorXd x = least_norm_solution(w, b, singular);
  double most = 0;
  for (int r = 0; r < count; ++r)
    if (rows[r] % 2 == 1) most = std::max(most, scaled_.force(rows[r], x[r]));
  if (most > 0) {
    Eigen::VectorXd weight(count);
    for (int r = 0; r < count; ++r) {
      const bool normal = rows[r] % 2 == 1;
      // The normal row of a fixed contact stands before the tangential one.
      const double bears =
          normal ? most : scaled_.allowed(rows[r] / 2).friction * scaled_.force(rows[r], x[r - 1]);
      weight[r] = std::sqrt(std::max(bears, least_share * most)) / scaled_.force(rows[r], 1);
    }
    x = weight.cwiseProduct(least_norm_solution(w * weight.asDiagonal(), b, singular));
  }
  std::ranges::fill(force_, 0.0);
  for (int r = 0; r < count; ++r) force_[rows[r]] = x[r];
  for (int k = 0; k < static_cast<int>(set_.size()); ++k)
    if (!fixed(k)) force_[2 * k] = slope(k) * force_[2 * k + 1];
}

bool ContactForces::is_provided() const {
  for (int k = 0; k < static_cast<int>(set_.size()); ++k) {
    const double normal = force_[2 * k + 1];
    if (fixed(k) && (normal < 0 || std::abs(force_[2 * k]) > scaled_.allowed(k).friction * normal))
      return false;
  }
  return true;
}

/// Forces that friction can provide and that leave fixed contacts where they are, if there are any.
void ContactForces::find_other() {
  const int count = scaled_.problem().count;
  for (int k = 0; k < count; ++k)
    scaled_.allow(k, NormalRule::unilateral,
                  fixed(k)                          ? SlipRule::open
                  : modes_[k] == Mode::slides_minus ? SlipRule::minus
                                                    : SlipRule::plus,
                  fixed(k) ? contact(k).static_friction : contact(k).friction);
  const ModeProblem<double> problem = scaled_.problem();
  select_modes(problem, nullptr, Method::consistent, answers_, scratch_);
  for (int a = 0; a < answers_.count; ++a) {
    const double size = std::max(mode_size(problem, answers_.force_of(a)), reference_);
    bool still = true;
    for (int k = 0; k < count; ++k) {
      const double* const rate = answers_.rate_of(a) + 2 * k;
      still = still && std::abs(rate[1]) <= solved * size;
      if (fixed(k)) still = still && std::abs(rate[0]) <= solved * size;
    }
    if (!still) continue;
    std::copy_n(answers_.force_of(a), 2 * count, force_.begin());
    return;
  }
}

/// Who is wedged: contacts whose normal force is part of a self-stress. What they would do if they
/// let go follows from b and the forces that the others then need.
void ContactForces::find_release(const Eigen::MatrixXd& w, std::span<const int> rows) {
  Eigen::FullPivLU<Eigen::MatrixXd> factors(w);
  factors.setThreshold(singularity_threshold);
  if (factors.dimensionOfKernel() == 0) return;
  const Eigen::MatrixXd open = factors.kernel();
  const int count = static_cast<int>(rows.size());
  std::vector<std::uint8_t> lets_go(set_.size(), 0);
  for (int r = 0; r < count; ++r) {
    if (rows[r] % 2 == 0) continue;
    if (open.row(r).cwiseAbs().maxCoeff() <= open_share * open.cwiseAbs().maxCoeff()) continue;
    lets_go[static_cast<std::size_t>(rows[r] / 2)] = 1;
    wedged_.push_back(rows[r] / 2);
  }
  if (wedged_.empty()) return;
  const ModeProblem<double> problem = scaled_.problem();
  const int width = 2 * problem.count;
  std::vector<int> kept;
  for (int r = 0; r < count; ++r)
    if (lets_go[static_cast<std::size_t>(rows[r] / 2)] == 0) kept.push_back(r);
  const int left = static_cast<int>(kept.size());
  Eigen::MatrixXd inner(left, left);
  Eigen::VectorXd right(left);
  for (int r = 0; r < left; ++r) {
    right[r] = -problem.offset[rows[kept[r]]];
    for (int c = 0; c < left; ++c) inner(r, c) = w(kept[r], kept[c]);
  }
  Eigen::VectorXd needed(left);
  if (left > 0) needed = least_norm_solution(inner, right);
  release_ = std::numeric_limits<double>::infinity();
  for (const int k : wedged_) {
    const int n = 2 * k + 1;
    double rate = problem.offset[n];
    for (int c = 0; c < left; ++c) {
      const double* const entry = problem.inertia + n * width + rows[kept[c]];
      rate += entry[0] * needed[c];
      if (rows[kept[c]] % 2 == 1) rate += slope(rows[kept[c]] / 2) * entry[-1] * needed[c];
    }
    release_ = std::min(release_, scaled_.rate(n, rate));
  }
}

}  // namespace carom
