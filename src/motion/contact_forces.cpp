#include "motion/contact_forces.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "laws/rigid/preparation.hpp"
#include "motion/thresholds.hpp"
#include "numerics/dense_algebra.hpp"

namespace carom {
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
                         double reference, bool exactly, std::span<double> forces) {
  set_ = set;
  regimes_ = regimes;
  wedged_.clear();
  scaled_.pose(inertia, rates);
  reference_ = scaled_.size_of(reference);
  for (int k = 0; k < static_cast<int>(set.size()); ++k) {
    scaled_.allow(k, NormalRule::unilateral, SlipRule::open, friction(k));
    modes_[k] = regimes[set[k]].mode;
  }
  if (!mode_forces(scaled_.problem(), modes_.data(), force_.data(), system_)) {
    if (!find_shared(exactly ? solved_share : nearly_solved)) return false;
  } else if (set.size() > 1 && magnifies_rounding()) {
    find_even();
  }
  for (int r = 0; r < static_cast<int>(rates.size()); ++r) forces[r] = scaled_.force(r, force_[r]);
  return true;
}

double ContactForces::friction(int k) const {
  const Regime& regime = regimes_[set_[k]];
  return regime.fixed() || regime.by_static ? contact(k).static_friction : contact(k).friction;
}

/// λ_t = slope·λ_n where a contact slides.
double ContactForces::slope(int k) const {
  const double mu = scaled_.allowed(k).friction;
  return fixed(k) ? 0 : modes_[k] == Mode::slides_plus ? -mu : mu;
}

/// The equations of the modes, A x = b, for the forces of these rows.
void ContactForces::form_equations() {
  const ModeProblem<double> problem = scaled_.problem();
  const int width = 2 * problem.count;
  rows_.clear();
  for (int k = 0; k < problem.count; ++k) {
    rows_.push_back(2 * k + 1);
    if (fixed(k)) rows_.push_back(2 * k);
  }
  const int count = static_cast<int>(rows_.size());
  matrix_.resize(count, count);
  right_.resize(count);
  for (int r = 0; r < count; ++r) {
    right_[r] = -problem.offset[rows_[r]];
    for (int c = 0; c < count; ++c) {
      const double* const entry = problem.inertia + rows_[r] * width + rows_[c];
      matrix_(r, c) = entry[0];
      if (rows_[c] % 2 == 1) matrix_(r, c) += slope(rows_[c] / 2) * entry[-1];
    }
  }
}

/// By how much the forces of the rows miss the equations.
double ContactForces::residual() const {
  Eigen::VectorXd x(right_.size());
  for (int r = 0; r < x.size(); ++r) x[r] = force_[rows_[r]];
  return (matrix_ * x - right_).cwiseAbs().maxCoeff();
}

/// Takes x for the forces of the rows.
void ContactForces::take(const Eigen::VectorXd& x) {
  std::ranges::fill(force_, 0.0);
  for (int r = 0; r < x.size(); ++r) force_[rows_[r]] = x[r];
  for (int k = 0; k < static_cast<int>(set_.size()); ++k)
    if (!fixed(k)) force_[2 * k] = slope(k) * force_[2 * k + 1];
}

/// Whether a small change of b would change the forces by far more.
bool ContactForces::magnifies_rounding() {
  ModeProblem<double> problem = scaled_.problem();
  const double change = small_change * problem.scale;
  disturbed_.assign(problem.offset, problem.offset + 2 * problem.count);
  for (int r = 0; r < 2 * problem.count; ++r) disturbed_[r] += (r / 2) % 2 == 0 ? change : -change;
  problem.offset = disturbed_.data();
  other_.resize(disturbed_.size());
  if (!mode_forces(problem, modes_.data(), other_.data(), system_)) return true;
  for (int r = 0; r < 2 * problem.count; ++r)
    if (std::abs(other_[r] - force_[r]) > magnified * change) return true;
  return false;
}

/// Feet of a symmetric mechanism that slide apart can come to share their load in any way for an
/// instant; before and after it rounding decides how they do. What is rounding along the magnified
/// direction is left out, and nothing else: they share evenly, where none of them would then pull.
/// Rounding is measured by b, never by the forces found, which the magnified direction itself makes
/// large: links that lie almost flat between two feet press hard by a small b that is none.
void ContactForces::find_even() {
  const std::vector<double> found = force_;
  form_equations();
  take(solution_without_rounding(matrix_, right_, 1 / magnified,
                                 even_share * scaled_.problem().scale));
  const bool pulls =
      std::ranges::any_of(rows_, [&](int row) { return row % 2 == 1 && force_[row] < 0; });
  if (pulls) force_ = found;
}

/// Forces where the equations leave some open. Where friction cannot provide any, contacts are left
/// outside their cones, for the event search to see.
bool ContactForces::find_shared(double tolerance) {
  form_equations();
  // Close to a dead point the equations are nearly singular, and yet have an answer.
  const double allowed = tolerance * std::max(scaled_.problem().scale, reference_);
  share_equally(singularity_threshold);
  if (!(residual() <= allowed)) {
    share_equally(nearly_singular);
    if (!(residual() <= allowed)) return false;
  }
  find_release();
  if (!is_provided()) find_other();
  return true;
}

/// Of all solutions the one with the least Σλ_t²/(μλ_n): feet that hold a body together use the
/// same share of their friction, and give way in one instant.
void ContactForces::share_equally(double singular) {
  const int count = static_cast<int>(rows_.size());
  Eigen::VectorXd x = least_norm_solution(matrix_, right_, singular);
  double most = 0;
  for (int r = 0; r < count; ++r)
    if (rows_[r] % 2 == 1) most = std::max(most, scaled_.force(rows_[r], x[r]));
  if (most > 0) {
    Eigen::VectorXd weight(count);
    for (int r = 0; r < count; ++r) {
      const bool normal = rows_[r] % 2 == 1;
      // The normal row of a fixed contact stands before the tangential one.
      const double bears =
          normal ? most
                 : scaled_.allowed(rows_[r] / 2).friction * scaled_.force(rows_[r], x[r - 1]);
      weight[r] = std::sqrt(std::max(bears, least_load_share * most)) / scaled_.force(rows_[r], 1);
    }
    x = weight.cwiseProduct(least_norm_solution(matrix_ * weight.asDiagonal(), right_, singular));
  }
  take(x);
}

bool ContactForces::is_provided() const {
  for (int k = 0; k < static_cast<int>(set_.size()); ++k) {
    const double normal = force_[2 * k + 1];
    if (fixed(k) && (normal < 0 || std::abs(force_[2 * k]) > scaled_.allowed(k).friction * normal))
      return false;
  }
  return true;
}

/// Forces that friction can provide and that leave fixed contacts where they are, if there are any:
/// those that do so best. (One that a load has just begun to lift is held by its wedge, not left to
/// itself because it moves so little.)
void ContactForces::find_other() {
  const int count = scaled_.problem().count;
  for (int k = 0; k < count; ++k)
    scaled_.allow(k, NormalRule::unilateral,
                  fixed(k)                          ? SlipRule::open
                  : modes_[k] == Mode::slides_minus ? SlipRule::minus
                                                    : SlipRule::plus,
                  friction(k));
  const ModeProblem<double> problem = scaled_.problem();
  select_modes(problem, nullptr, Method::consistent, answers_, scratch_);
  int held = -1;
  double least = std::numeric_limits<double>::infinity();
  for (int a = 0; a < answers_.count; ++a) {
    const double size = std::max(mode_size(problem, answers_.force_of(a)), reference_);
    double fastest = 0;
    for (int k = 0; k < count; ++k) {
      const double* const rate = answers_.rate_of(a) + 2 * k;
      fastest = std::max(fastest, std::abs(rate[1]));
      if (fixed(k)) fastest = std::max(fastest, std::abs(rate[0]));
    }
    if (fastest > still_share * size || fastest >= least) continue;
    held = a;
    least = fastest;
  }
  if (held >= 0) std::copy_n(answers_.force_of(held), 2 * count, force_.begin());
}

/// Who is wedged: contacts whose normal force is part of a self-stress. What they would do if they
/// let go follows from b and the forces that the others then need.
void ContactForces::find_release() {
  Eigen::FullPivLU<Eigen::MatrixXd> factors(matrix_);
  factors.setThreshold(singularity_threshold);
  if (factors.dimensionOfKernel() == 0) return;
  const Eigen::MatrixXd open = factors.kernel();
  const int count = static_cast<int>(rows_.size());
  std::vector<std::uint8_t> lets_go(set_.size(), 0);
  for (int r = 0; r < count; ++r) {
    if (rows_[r] % 2 == 0) continue;
    if (open.row(r).cwiseAbs().maxCoeff() <= open_share * open.cwiseAbs().maxCoeff()) continue;
    lets_go[static_cast<std::size_t>(rows_[r] / 2)] = 1;
    wedged_.push_back(rows_[r] / 2);
  }
  if (wedged_.empty()) return;
  const ModeProblem<double> problem = scaled_.problem();
  const int width = 2 * problem.count;
  std::vector<int> kept;
  for (int r = 0; r < count; ++r)
    if (lets_go[static_cast<std::size_t>(rows_[r] / 2)] == 0) kept.push_back(r);
  const int left = static_cast<int>(kept.size());
  Eigen::MatrixXd inner(left, left);
  Eigen::VectorXd right(left);
  for (int r = 0; r < left; ++r) {
    right[r] = -problem.offset[rows_[kept[r]]];
    for (int c = 0; c < left; ++c) inner(r, c) = matrix_(kept[r], kept[c]);
  }
  Eigen::VectorXd needed(left);
  if (left > 0) needed = least_norm_solution(inner, right);
  release_ = std::numeric_limits<double>::infinity();
  for (const int k : wedged_) {
    const int n = 2 * k + 1;
    double rate = problem.offset[n];
    for (int c = 0; c < left; ++c) {
      const double* const entry = problem.inertia + n * width + rows_[kept[c]];
      rate += entry[0] * needed[c];
      if (rows_[kept[c]] % 2 == 1) rate += slope(rows_[kept[c]] / 2) * entry[-1] * needed[c];
    }
    release_ = std::min(release_, scaled_.rate(n, rate));
  }
}

}  // namespace carom
