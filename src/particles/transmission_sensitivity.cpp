#include "particles/transmission_sensitivity.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "base/dual.hpp"
#include "dynamics/contact_space.hpp"
#include "model/sloped_tree.hpp"
#include "numerics/dense_algebra.hpp"

namespace carom {
namespace {

/// ∂(aᵀ𝓜b)/∂θ for every rod.
std::vector<double> bilinear_slope(const ParticleTree& tree, const ParticleMotion& a,
                                   const ParticleMotion& b) {
  std::vector<double> slope;
  slope.reserve(tree.rods.size());
  for (std::size_t e = 0; e < tree.rods.size(); ++e) {
    const ParticleRod& rod = tree.rods[e];
    const Vec2 across = perpendicular(rod.direction);
    const auto turn = [&](const ParticleMotion& m) {
      return dot(across, m.velocity[rod.second] - m.velocity[rod.first]);
    };
    slope.push_back(-(b.tension[e] * turn(a) + a.tension[e] * turn(b)));
  }
  return slope;
}

}  // namespace

ContactSensitivity sensitivity(const ParticleTree& tree, const ParticleImpulse& impulse,
                               const ParticleAnswer& answer, int contact) {
  const ParticleContact& at = tree.contacts[contact];
  ClosedContacts others = answer.closed;
  others[contact] = 0;
  const ParticleMotion struck = held_response(tree, others, impulse);
  const ParticleMotion pushed = held_response(tree, others, {at.mass, at.normal});
  const std::vector<double> transmission = bilinear_slope(tree, pushed, struck);
  ContactSensitivity result;
  if (answer.closed[contact] == 0) {
    result.velocity = transmission;
    result.impulse.assign(tree.rods.size(), 0.0);
    result.outcome = transmission;
    return result;
  }
  const double g = dot(at.normal, pushed.velocity[at.mass]);
  const double tau = dot(at.normal, struck.velocity[at.mass]);
  const std::vector<double> own = bilinear_slope(tree, pushed, pushed);
  const ParticleMotion open =
      held_response(tree, ClosedContacts(tree.contacts.size(), 0), {at.mass, at.normal});
  const std::vector<double> self = bilinear_slope(tree, open, open);
  const double force = -tau / g;
  result.velocity.assign(tree.rods.size(), 0.0);
  for (std::size_t e = 0; e < tree.rods.size(); ++e) {
    result.impulse.push_back(-(transmission[e] + force * own[e]) / g);
    result.outcome.push_back(-self[e] * force - answer.self_response[contact] * result.impulse[e]);
  }
  return result;
}

std::vector<ContactSensitivity> sensitivities(const RateProblem& problem, const RateAnswer& answer,
                                              std::span<const std::vector<double>> derivatives) {
  using Matrix = Eigen::Matrix<double, -1, -1, Eigen::RowMajor>;
  const int c = problem.count;
  const int width = 2 * c;
  const Eigen::Map<const Matrix> w(problem.inertia.data(), width, width);
  const Eigen::Map<const Eigen::VectorXd> force(answer.impulse.data(), width);
  // Unknown forces and held velocities: the same rows, F_t riding on F_n where a contact slides.
  std::vector<int> rows;
  std::vector<double> slopes;
  for (int i = 0; i < c; ++i) {
    if (i == problem.striker || answer.modes[i] == Mode::separates ||
        answer.modes[i] == Mode::apart)
      continue;
    const bool sticks = answer.modes[i] == Mode::sticks;
    rows.push_back(2 * i + 1);
    slopes.push_back(sticks || problem.friction[i] == 0     ? 0.0
                     : answer.modes[i] == Mode::slides_plus ? -problem.friction[i]
                                                            : problem.friction[i]);
    if (sticks) {
      rows.push_back(2 * i);
      slopes.push_back(0);
    }
  }
  const int n = static_cast<int>(rows.size());
  Matrix spread = Matrix::Zero(width, n);
  Matrix held = Matrix::Zero(n, width);
  for (int k = 0; k < n; ++k) {
    spread(rows[k], k) = 1;
    if (slopes[k] != 0) spread(rows[k] - 1, k) = slopes[k];
    held(k, rows[k]) = 1;
  }
  const Eigen::MatrixXd among = held * w * spread;
  std::vector<ContactSensitivity> result(c);
  for (const std::vector<double>& derivative : derivatives) {
    const Eigen::Map<const Matrix> slope(derivative.data(), width, width);
    const Eigen::VectorXd direct = slope * force;
    Eigen::VectorXd change = Eigen::VectorXd::Zero(width);
    if (n > 0) change = spread * least_norm_solution(among, -held * direct, only_rounding);
    const Eigen::VectorXd rate = direct + w * change;
    for (int i = 0; i < c; ++i) {
      const int row = 2 * i + 1;
      const bool pressed = std::ranges::find(rows, row) != rows.end();
      result[i].velocity.push_back(pressed ? 0.0 : rate[row]);
      result[i].impulse.push_back(change[row]);
      result[i].outcome.push_back(result[i].velocity.back() - slope(row, row) * force[row] -
                                  w(row, row) * change[row]);
    }
  }
  return result;
}

bool contact_inertia_with_derivatives(const Tree& tree, std::span<const double> positions,
                                      double time, std::span<const int> contacts,
                                      std::vector<double>& inertia,
                                      std::vector<std::vector<double>>& derivatives) {
  const std::size_t size = 4 * contacts.size() * contacts.size();
  const std::size_t links = tree.links.size();
  const SlopedTree sloped = without_slopes(tree);
  ContactSpace<Sloped> space(sloped);
  std::vector<Sloped> at(positions.begin(), positions.end());
  std::vector<Sloped> w(size);
  inertia.assign(size, 0.0);
  derivatives.assign(links, std::vector<double>(size));
  for (std::size_t first = 0; first < links; first += Sloped::directions) {
    const std::size_t count = std::min<std::size_t>(Sloped::directions, links - first);
    const auto angle = [&](std::size_t d) -> Sloped& {
      return at[static_cast<std::size_t>(tree.base_coordinates()) + first + d];
    };
    for (std::size_t d = 0; d < count; ++d) angle(d).slope[d] = 1;
    if (!space.inertia_at(sloped, at, Sloped(time), contacts, w)) return false;
    for (std::size_t d = 0; d < count; ++d) angle(d).slope[d] = 0;
    for (std::size_t i = 0; i < size; ++i) {
      inertia[i] = w[i].value;
      for (std::size_t d = 0; d < count; ++d) derivatives[first + d][i] = w[i].slope[d];
    }
  }
  return true;
}

}  // namespace carom
