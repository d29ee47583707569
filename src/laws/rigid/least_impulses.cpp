#include "laws/rigid/least_impulses.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "contact/thresholds.hpp"
#include "numerics/dense_algebra.hpp"

namespace carom {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// min |A u − b| over u ≥ 0 (Lawson & Hanson's NNLS).
Vector non_negative_least_squares(const Matrix& a, const Vector& b) {
  const int n = static_cast<int>(a.cols());
  Vector u = Vector::Zero(n);
  std::vector<bool> free(n, false);
  const auto solved = [&] {
    std::vector<int> chosen;
    for (int i = 0; i < n; ++i)
      if (free[i]) chosen.push_back(i);
    Matrix part(a.rows(), chosen.size());
    for (std::size_t k = 0; k < chosen.size(); ++k)
      part.col(static_cast<int>(k)) = a.col(chosen[k]);
    const Vector s = least_norm_solution(part, b, only_rounding);
    Vector whole = Vector::Zero(n);
    for (std::size_t k = 0; k < chosen.size(); ++k) whole[chosen[k]] = s[static_cast<int>(k)];
    return whole;
  };
  for (int outer = 0; outer < 10 * n + 10; ++outer) {
    const Vector gradient = a.transpose() * (b - a * u);
    int best = -1;
    for (int i = 0; i < n; ++i)
      if (!free[i] && (best < 0 || gradient[i] > gradient[best])) best = i;
    if (best < 0 || gradient[best] <= 1e-13 * a.col(best).norm()) break;
    free[best] = true;
    for (int inner = 0; inner <= n; ++inner) {
      const Vector s = solved();
      double step = 1;
      for (int i = 0; i < n; ++i)
        if (free[i] && s[i] <= 0) step = std::min(step, u[i] / (u[i] - s[i]));
      u += step * (s - u);
      if (step == 1) break;
      for (int i = 0; i < n; ++i)
        if (free[i] && u[i] <= 1e-15 * u.cwiseAbs().maxCoeff()) {
          free[i] = false;
          u[i] = 0;
        }
    }
  }
  return u;
}

/// min |y| with G y ≥ h; y = 0 where nothing is asked.
Vector least_distance(const Matrix& g, const Vector& h) {
  const int n = static_cast<int>(g.cols()), m = static_cast<int>(g.rows());
  Matrix e(n + 1, m);
  e.topRows(n) = g.transpose();
  e.row(n) = h.transpose();
  Vector f = Vector::Zero(n + 1);
  f[n] = 1;
  const Vector u = non_negative_least_squares(e, f);
  const Vector r = e * u - f;
  if (std::abs(r[n]) < 1e-14) return Vector::Zero(n);
  return -r.head(n) / r[n];
}

/// A tangential impulse that misses its edge by this share of the normal one is not on it.
constexpr double off_edge = 1e-9;

/// One edge of a contact's cone.
struct OpenEdge {
  int contact = 0;
  double tangential = 0;  ///< beside a normal part of 1
};

int sign(double x, double rest) {
  return x > rest ? 1 : x < -rest ? -1 : 0;
}

/// Within a stage, with these velocities at its ends. The striker's normal impulse is the stage's
/// length; where it slides all of its impulse is given with that.
std::vector<CarryingContact> carrying_in_stage(const ContactProblem<double>& problem, int striker,
                                               const Vector& left, const Vector& right) {
  std::vector<CarryingContact> carried(static_cast<std::size_t>(problem.count));
  const double rest =
      still_share * std::max(left.lpNorm<Eigen::Infinity>(), right.lpNorm<Eigen::Infinity>());
  for (std::size_t i = 0; i < carried.size(); ++i) {
    const auto t = static_cast<Eigen::Index>(2 * i), n = t + 1;
    const bool strikes = static_cast<int>(i) == striker;
    const bool sticks = std::abs(left[t]) <= rest && std::abs(right[t]) <= rest;
    if (strikes ? !sticks || problem.friction()[i] == 0 : left[n] > rest || right[n] > rest)
      continue;
    carried[i] = carrying(problem.friction()[i], sticks ? 0 : left[t] + right[t] > 0 ? 1 : -1);
    carried[i].given = strikes;
  }
  return carried;
}

/// In a whole impact: an algebraic law judges contacts by where they end, and asks of one that
/// strikes that it leaves with −e v_n⁻. A striker that rubs less than its slip asks for (Brach)
/// keeps its impulse.
std::vector<CarryingContact> carrying_whole(const ContactProblem<double>& problem,
                                            std::span<const std::uint8_t> approaching,
                                            const Vector& before, const Vector& after,
                                            const Vector& impulse, bool& striker_stays) {
  std::vector<CarryingContact> carried(static_cast<std::size_t>(problem.count));
  const double rest =
      still_share * std::max(before.lpNorm<Eigen::Infinity>(), after.lpNorm<Eigen::Infinity>());
  for (std::size_t i = 0; i < carried.size(); ++i) {
    const auto t = static_cast<Eigen::Index>(2 * i), n = t + 1;
    const bool strikes = approaching[i] != 0;
    const double asked = strikes ? -problem.restitution()[i] * before[n] : 0;
    if (after[n] - asked > rest) continue;
    const int slip = sign(after[t], rest);
    const double edge = -slip * problem.friction()[i] * impulse[n];
    if (strikes && slip != 0 && std::abs(impulse[t] - edge) > off_edge * std::abs(impulse[n]))
      striker_stays = true;
    else
      carried[i] = carrying(problem.friction()[i], slip);
  }
  return carried;
}

/// Within a stage of springs (simultaneous.hpp) their forces are given; those that are held have
/// any, and those that stick share what friction there is.
std::vector<CarryingContact> carrying_springs(const ContactProblem<double>& problem,
                                              const Solution<double>& solution, int stage) {
  std::vector<CarryingContact> carried(static_cast<std::size_t>(problem.count));
  for (std::size_t i = 0; i < carried.size(); ++i) {
    const SpringMode spring =
        solution.springs.stage_springs[static_cast<std::size_t>(stage) * carried.size() + i];
    const Mode mode = solution.modes(stage)[i];
    if (spring == SpringMode::apart) continue;
    if (mode != Mode::sticks && spring != SpringMode::held) continue;
    carried[i] = carrying(problem.friction()[i], mode == Mode::sticks        ? 0
                                                 : mode == Mode::slides_plus ? 1
                                                                             : -1);
    carried[i].given = spring != SpringMode::held;
  }
  return carried;
}

/// By the law `simultaneous`.
bool told_by_springs(const Solution<double>& solution) {
  return !solution.springs.contacts.empty();
}

/// The least τ with the same Wτ.
Vector least(const Matrix& w, std::span<const CarryingContact> contacts, const Vector& impulse) {
  const int width = static_cast<int>(impulse.size());
  std::vector<OpenEdge> edges;
  std::vector<double> share;  // of each edge, as found
  Vector fixed = impulse;
  std::vector<int> given;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const CarryingContact& c = contacts[i];
    if (c.carries == Carries::none) continue;
    const int t = static_cast<int>(2 * i);
    const double tangential = impulse[t], normal = impulse[t + 1];
    fixed[t] = fixed[t + 1] = 0;
    if (c.given) given.push_back(t + 1);
    if (c.carries == Carries::edge) {
      edges.push_back({static_cast<int>(i), c.slope});
      share.push_back(normal);
      continue;
    }
    for (const double side : {1.0, -1.0}) {
      edges.push_back({static_cast<int>(i), side * c.friction});
      share.push_back(0.5 * (normal + side * tangential / c.friction));
    }
  }
  const int k = static_cast<int>(edges.size());
  if (k == 0) return impulse;
  Matrix spread = Matrix::Zero(width, k);
  for (int e = 0; e < k; ++e) {
    spread(2 * edges[e].contact, e) = edges[e].tangential;
    spread(2 * edges[e].contact + 1, e) = 1;
  }
  Matrix same(width + static_cast<Eigen::Index>(given.size()), k);
  same.topRows(width) = w * spread;
  for (std::size_t g = 0; g < given.size(); ++g)
    same.row(width + static_cast<Eigen::Index>(g)) = w.cwiseAbs().maxCoeff() * spread.row(given[g]);
  const Matrix null = null_space(same, rank_tolerance);
  if (null.cols() == 0) return impulse;

  // τ(z) = spread (x₀ + null z) + fixed: orthonormal directions q, so that |τ|² = |y|² + a
  // constant.
  const Vector x0 = Eigen::Map<const Vector>(share.data(), k);
  const auto [q, r_inverse] = thin_qr(spread * null);
  const Matrix along = null * r_inverse;  // x = x₀ + along·(y − qᵀτ₀)
  const Vector origin = spread * x0 + fixed;
  const Vector shift = x0 - along * (q.transpose() * origin);
  const double size = std::max(impulse.lpNorm<Eigen::Infinity>(), 1e-300);
  const Vector y = size * least_distance(along, -shift / size);
  Vector x = shift + along * y;
  for (int e = 0; e < k; ++e)
    if (x[e] < 1e-14 * size) x[e] = 0;  // on the cone's boundary, but for rounding
  return spread * x + fixed;
}

}  // namespace

std::vector<double> least_impulses(std::span<const double> inertia,
                                   std::span<const CarryingContact> contacts,
                                   std::span<const double> impulse) {
  const auto width = static_cast<Eigen::Index>(impulse.size());
  const Vector found = least(Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(
                                 inertia.data(), width, width),
                             contacts, Eigen::Map<const Vector>(impulse.data(), width));
  return {found.data(), found.data() + width};
}

Least take_least_impulses(const ContactProblem<double>& problem, Solution<double>& solution) {
  const int c = solution.count;
  const int width = 2 * c;
  if (c > least_impulses_limit || static_cast<int>(solution.impulse.size()) != width)
    return Least::as_found;
  const Matrix w = Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(
      problem.inertia.data(), width, width);
  const auto vector = [&](std::span<const double> values) {
    return Vector(Eigen::Map<const Vector>(values.data(), width));
  };
  Least told = Least::whole;
  Vector total = Vector::Zero(width), work = Vector::Zero(width);
  if (solution.stages.empty()) {
    const Vector before = vector(problem.velocity), after = vector(solution.velocity_after);
    const Vector found = vector(solution.impulse);
    bool striker_stays = false;
    total =
        least(w, carrying_whole(problem, solution.approaching, before, after, found, striker_stays),
              found);
    if (striker_stays) told = Least::beside_striker;
    work = 0.5 * total.cwiseProduct(before + after);
  } else {
    const bool springs = told_by_springs(solution);
    if (springs && !solution.springs.told_all) return Least::as_found;
    if (solution.stages.size() > 1) told = Least::by_stages;
    std::vector<double> boundaries(solution.stage_impulses.begin(),
                                   solution.stage_impulses.begin() + width);
    for (std::size_t s = 0; s < solution.stages.size(); ++s) {
      const int stage = static_cast<int>(s);
      const Vector left = vector(solution.velocities(stage));
      const Vector right = vector(solution.velocities(stage + 1));
      const Vector was = vector(solution.impulses(stage + 1)) - vector(solution.impulses(stage));
      const Vector now =
          least(w,
                springs ? carrying_springs(problem, solution, stage)
                        : carrying_in_stage(problem, solution.colliding, left, right),
                was);
      total += now;
      work += 0.5 * now.cwiseProduct(left + right);
      boundaries.insert(boundaries.end(), total.data(), total.data() + width);
    }
    solution.stage_impulses = std::move(boundaries);
    // What is open there moves nothing where it acts: no work follows from it.
    if (springs) work = vector(solution.work);
  }
  solution.impulse.assign(total.data(), total.data() + width);
  solution.work.assign(work.data(), work.data() + width);
  double largest = 0;
  for (int i = 0; i < c; ++i) largest = std::max(largest, std::abs(total[2 * i + 1]));
  for (int i = 0; i < c; ++i)
    solution.interacted[i] = total[2 * i + 1] > interaction_share * largest ? 1 : 0;
  return told;
}

std::vector<double> open_directions(const ContactProblem<double>& problem,
                                    const Solution<double>& solution) {
  std::vector<double> directions;
  const int width = 2 * solution.count;
  if (solution.impulses_determined || static_cast<int>(solution.impulse.size()) != width)
    return directions;
  DeterminacyScratch scratch;
  const auto vector = [&](std::span<const double> values) {
    return Vector(Eigen::Map<const Vector>(values.data(), width));
  };
  // What the law left closed stays so, whatever rounding says here.
  const auto add = [&](std::span<const CarryingContact> carried, const Vector& impulse) {
    std::vector<std::uint8_t> open(static_cast<std::size_t>(width), 0);
    if (!find_open(solution.count, problem.inertia.data(), carried.data(), impulse.data(),
                   open.data(), scratch))
      return;
    const std::size_t from = directions.size();
    add_open_directions(solution.count, scratch, directions);
    for (std::size_t at = from; at < directions.size(); ++at)
      if (solution.open[at % static_cast<std::size_t>(width)] == 0) directions[at] = 0;
  };
  if (solution.count <= determinacy_limit) {
    scratch.reserve(solution.count);
    if (solution.stages.empty()) {
      bool striker_stays = false;
      const Vector found = vector(solution.impulse);
      add(carrying_whole(problem, solution.approaching, vector(problem.velocity),
                         vector(solution.velocity_after), found, striker_stays),
          found);
    }
    for (int stage = 0; stage < static_cast<int>(solution.stages.size()); ++stage)
      add(told_by_springs(solution)
              ? carrying_springs(problem, solution, stage)
              : carrying_in_stage(problem, solution.colliding, vector(solution.velocities(stage)),
                                  vector(solution.velocities(stage + 1))),
          vector(solution.impulses(stage + 1)) - vector(solution.impulses(stage)));
    if (solution.wedged) {
      // At rest, and how much more impulse there is nobody says.
      std::vector<CarryingContact> carried;
      for (int i = 0; i < solution.count; ++i)
        carried.push_back(carrying(problem.friction()[static_cast<std::size_t>(i)], 0));
      add(carried, vector(solution.impulse));
    }
  }
  cover_open(solution.open, directions);
  return directions;
}

}  // namespace carom
