#include "motion/contact_forces.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "laws/rigid/preparation.hpp"

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
}

bool ContactForces::find(std::span<const int> set, std::span<const Regime> regimes,
                         std::span<const double> inertia, std::span<const double> rates,
                         std::span<double> forces) {
  set_ = set;
  regimes_ = regimes;
  scaled_.pose(inertia, rates);
  bool shared = false;
  for (int k = 0; k < static_cast<int>(set.size()); ++k) {
    const Regime& regime = regimes[set[k]];
    scaled_.allow(k, NormalRule::unilateral, SlipRule::open,
                  regime.held ? contact(k).static_friction : contact(k).friction);
    modes_[k] = regime.mode;
    shared = shared || regime.held;
  }
  if (shared)
    find_shared();
  else if (!mode_forces(scaled_.problem(), modes_.data(), force_.data(), system_))
    return false;
  for (int r = 0; r < static_cast<int>(rates.size()); ++r) forces[r] = scaled_.force(r, force_[r]);
  return true;
}

/// Forces where fixed contacts share their friction. The accelerations are the same for all forces
/// that hold them; the smallest are given, or, where friction cannot provide those, others that it
/// can. Where there are none a contact is left outside its cone, for the event search to see.
void ContactForces::find_shared() {
  const ModeProblem<double> problem = scaled_.problem();
  const int width = 2 * problem.count;
  const auto slope = [&](int k) {
    const double mu = problem.contacts[k].friction;
    return fixed(k) ? 0 : modes_[k] == Mode::slides_plus ? -mu : mu;
  };
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
  const Eigen::VectorXd x = w.completeOrthogonalDecomposition().solve(b);
  std::ranges::fill(force_, 0.0);
  for (int r = 0; r < count; ++r) force_[rows[r]] = x[r];
  bool provided = true;
  for (int k = 0; k < problem.count; ++k) {
    const double normal = force_[2 * k + 1];
    if (fixed(k)) {
      const double most = std::min(contact(k).static_friction, largest_friction) * normal;
      provided = provided && normal >= 0 && std::abs(force_[2 * k]) <= most;
    } else {
      force_[2 * k] = slope(k) * normal;
    }
  }
  if (!provided) find_other();
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
    const double size = mode_size(problem, answers_.force_of(a));
    bool still = true;
    for (int k = 0; k < count; ++k) {
      const double* const rate = answers_.rate_of(a) + 2 * k;
      constexpr double flat = 1e-9;
      still = still && std::abs(rate[1]) <= flat * size;
      if (fixed(k)) still = still && std::abs(rate[0]) <= flat * size;
    }
    if (!still) continue;
    std::copy_n(answers_.force_of(a), 2 * count, force_.begin());
    return;
  }
}

}  // namespace carom
