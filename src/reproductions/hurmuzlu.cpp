#include "reproductions/hurmuzlu.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <random>

#include "dynamics/compiled_model.hpp"
#include "dynamics/dense.hpp"
#include "laws/registry.hpp"
#include "motion/impact.hpp"
#include "reproductions/judges.hpp"
#include "reproductions/reproduce.hpp"
#include "study/study_point.hpp"

namespace carom {
namespace {

constexpr int most_impacts = 2000;

/// Impacts of the paper's chain, A0 at rest on the floor: any configuration, rates, friction and
/// restitution; the same at every call.
class Impacts {
 public:
  Impacts() : study_(study_from_text(published_studies().front().scenario, "000.toml")) {}

  /// Stands at the next one.
  void next() {
    const std::array names{std::string("phi")};
    const Study at = *study_at(study_, names, std::array{between(-89, 89)});
    tree = at.model.compiled().tree;
    const int restitution = tree.laws->row("restitution");
    for (TreeContact& contact : tree.contacts) {
      contact.friction = between(0, 1.2);
      contact.parameters[restitution] = between(0, 1);
    }
    const std::array rates{between(-1, 1), between(-1, 1), between(-1, 1)};
    velocities.assign({0, 0, rates[0], rates[1], rates[2]});
    positions_ = at.scenario.state.positions;
    solver.emplace(tree);
    prepare();
    if (solver->contact_velocity_before(1, 1) < 0) return;
    for (double& rate : velocities) rate = -rate;
    prepare();
  }

  /// After a change of the tree's friction.
  void prepare() { solver->prepare_with_links(tree, positions_, velocities, 0); }

  const Solution<double>& solve(std::string_view law) {
    return solver->solve(tree, *find_law(law), {}, 1);
  }

  Tree tree;
  std::vector<double> velocities;
  std::optional<ImpactSolver<double>> solver;

 private:
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }
  Study study_;
  std::vector<double> positions_;
  std::mt19937_64 random_{1994};
};

using Vector4 = Eigen::Vector4d;

Vector4 vector(std::span<const double> numbers) {
  return Eigen::Map<const Vector4>(numbers.data());
}

/// Ψ₁ = dτ/dη and Ψ₂ = dv/dη of (11), (12): equation (5) with (8) to (10) for the modes given.
/// Contact 1 is A_c.
struct Rates {
  Vector4 impulse, velocity;
};
Rates rates_of(const Eigen::Matrix4d& W, std::span<const Mode> modes, const Tree& tree) {
  Eigen::Matrix4d system = Eigen::Matrix4d::Zero();
  Vector4 right = Vector4::Zero();
  for (int i = 0; i < 2; ++i) {
    const int t = 2 * i, n = t + 1;
    const Mode mode = modes[static_cast<std::size_t>(i)];
    const double friction = tree.contacts[static_cast<std::size_t>(i)].friction;
    if (mode == Mode::apart || mode == Mode::separates) {
      system(t, t) = system(n, n) = 1;
      continue;
    }
    if (mode == Mode::sticks) {
      system.row(t) = W.row(t);
    } else {
      system(t, t) = 1;
      system(t, n) = mode == Mode::slides_plus ? friction : -friction;
    }
    if (i == 1) {
      system(n, n) = right(n) = 1;
    } else {
      system.row(n) = W.row(n);
    }
  }
  const Vector4 impulse = system.fullPivLu().solve(right);
  return {impulse, W * impulse};
}

/// An equation: how often it was tried, and the largest relative error.
struct Tried {
  int number = 0;
  double worst = 0;
  void add(double found, double expected, double scale) {
    ++number;
    worst = std::max(worst, std::abs(found - expected) / scale);
  }
};

struct Tally {
  Tried stop, contact, compression, kinematic, kinetic, energetic, energetic_mended;
  Tried momentum, velocity, impulse, contact_velocity, work, work_sign;
};

/// (15) to (26), stage by stage.
void try_stages(const Impacts& impact, const Solution<double>& solution, std::string_view law,
                Tally& tally) {
  const Eigen::Matrix4d W = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(
      impact.solver->inertia().data());
  constexpr int normal = 3;  // of A_c
  const int stages = static_cast<int>(solution.stages.size());
  const double last = solution.stages.back().to;
  const double approach = solution.velocities(0)[normal];
  const double e = impact.tree.contacts[1].parameters[impact.tree.laws->row("restitution")];
  double speed = 0, compression = 0, compression_work = 0, work = 0, total = 0;
  for (const double v : impact.solver->velocity()) speed = std::max(speed, std::abs(v));
  for (int s = 0; s < stages; ++s) {
    const Stage<double>& stage = solution.stages[static_cast<std::size_t>(s)];
    const Rates rates = rates_of(W, solution.modes(s), impact.tree);
    const Vector4 v = vector(solution.velocities(s));
    const double step = stage.to - stage.from;
    const auto meets = [&](Tried& equation, int row) {
      equation.add(-v(row) / rates.velocity(row) + stage.from, stage.to, last);
    };
    switch (stage.ends_with) {
      case Event::slip_stops:
        meets(tally.stop, 2 * stage.contact);
        break;
      case Event::contact_returns:
        meets(tally.contact, 2 * stage.contact + 1);
        break;
      case Event::compression_ends:
        meets(tally.compression, normal);
        break;
      case Event::impact_ends: {
        const double slope = rates.velocity(normal);
        const double root =
            std::sqrt(v(normal) * v(normal) - 2 * slope * (e * e * compression_work + work));
        if (law == "kinematic")
          tally.kinematic.add((-e * approach - v(normal)) / slope + stage.from, stage.to, last);
        if (law == "kinetic") tally.kinetic.add((e + 1) * compression, stage.to, last);
        if (law == "energetic") {
          tally.energetic.add(stage.from * root - v(normal), stage.to, last);
          tally.energetic_mended.add(stage.from + (root - v(normal)) / slope, stage.to, last);
        }
        break;
      }
      case Event::none:
      case Event::contact_leaves:  // springs: not in the paper's laws
      case Event::slip_begins:
      case Event::yields_again:
        break;
    }
    for (int row = 0; row < 4; ++row) {
      const auto at = static_cast<std::size_t>(row);
      tally.impulse.add(rates.impulse(row) * step + solution.impulses(s)[at],
                        solution.impulses(s + 1)[at], last);
      tally.contact_velocity.add(rates.velocity(row) * step + v(row),
                                 solution.velocities(s + 1)[at], speed);
    }
    const double done = rates.velocity(normal) * step * step / 2 + v(normal) * step;
    work += done;
    total += done;
    if (stage.ends_with == Event::compression_ends) {
      compression = stage.to;
      compression_work = work;
      work = 0;
    }
  }
  // (26) adds +∫ v dη, (20) is the negative of that; the law keeps the normal work on the chain.
  tally.work.add(total, solution.work[normal], last * speed);
  tally.work_sign.add(-total, solution.work[normal], last * speed);
}

/// (22) within the impact and (27) at its end, with the matrices written out.
void try_momentum(Impacts& impact, const Solution<double>& solution, Tally& tally) {
  const ImpactSolver<double>& solver = *impact.solver;
  const Eigen::MatrixXd M = mass_matrix(impact.tree, solver.pose());
  const std::array contacts{0, 1};
  const Eigen::MatrixXd J = contact_jacobian(impact.tree, solver.pose(), solver.frames(), contacts);
  const Eigen::Map<const Eigen::VectorXd> before(
      impact.velocities.data(), static_cast<Eigen::Index>(impact.velocities.size()));
  const auto after = [&](std::span<const double> impulses) -> Eigen::VectorXd {
    return before + M.llt().solve(J.transpose() * vector(impulses));
  };
  for (int s = 0; s <= static_cast<int>(solution.stages.size()); ++s) {
    const Eigen::VectorXd v = J * after(solution.impulses(s));
    for (int row = 0; row < 4; ++row)
      tally.momentum.add(v(row), solution.velocities(s)[static_cast<std::size_t>(row)], 1);
  }
  const Eigen::VectorXd end = after(solution.impulse);
  for (Eigen::Index k = 0; k < end.size(); ++k)
    tally.velocity.add(end(k), solver.velocities_after()[static_cast<std::size_t>(k)],
                       1 + before.cwiseAbs().maxCoeff());
}

/// The impulse ratio at A_c and the energy loss by Whittaker's method with another friction there.
struct Whittaker {
  double ratio = 0, loss = 0;
  bool unique = false;
};
Whittaker whittaker(Impacts& impact, double friction) {
  const double kept = impact.tree.contacts[1].friction;
  impact.tree.contacts[1].friction = friction;
  impact.prepare();
  const Solution<double>& found = impact.solve("whittaker");
  Whittaker answer;
  if (found.verdict == Verdict::unique)
    answer = {std::abs(found.impulse[2] / found.impulse[3]), found.energy_loss, true};
  impact.tree.contacts[1].friction = kept;
  impact.prepare();
  return answer;
}

/// (30): μ₀ is the ratio without slip, μ_t that without loss; both by Whittaker's method, with any
/// friction and with the friction at which the loss vanishes.
struct Brach {
  int without_gain = 0, with_gain = 0, without_root = 0;
  double worst = 0;
};
void try_brach(Impacts& impact, Brach& tally) {
  constexpr double any_friction = 1e9;
  const double friction = impact.tree.contacts[1].friction;
  const Whittaker own = whittaker(impact, friction);
  const Whittaker stuck = whittaker(impact, any_friction);
  if (!own.unique || !stuck.unique) return;
  const double without_slip = std::min(stuck.ratio, friction);
  if (own.loss >= 0) {
    const Solution<double>& found = impact.solve("brach");
    if (found.verdict != Verdict::unique) return;
    ++tally.without_gain;
    tally.worst = std::max(tally.worst,
                           std::abs(std::abs(found.impulse[2] / found.impulse[3]) - without_slip));
    return;
  }
  double low = 0, high = without_slip;
  if (!(whittaker(impact, low).loss >= 0)) {
    ++tally.without_root;
    return;
  }
  while (high - low > 1e-15 * (1 + high)) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    (whittaker(impact, middle).loss >= 0 ? low : high) = middle;
  }
  const Solution<double>& found = impact.solve("brach");
  if (found.verdict != Verdict::unique) return;
  ++tally.with_gain;
  tally.worst =
      std::max(tally.worst, std::abs(std::abs(found.impulse[2] / found.impulse[3]) - low));
}

void add(Comparison& result, const std::string& place, const std::string& what, const Tried& tried,
         const std::string& more = "") {
  result.claims.push_back(
      {place, what, std::nullopt, tried.worst, "",
       tried.number == 0 ? Holding::undecided : vanishing(tried.worst),
       fmt::format("largest relative difference from the law in {} cases{}", tried.number, more)});
}

}  // namespace

Comparison hurmuzlu_equations(const StopRequest& stop) {
  Tally tally;
  Brach brach;
  Impacts impact;
  for (int k = 0; k < most_impacts; ++k) {
    stop.heed();
    impact.next();
    for (const std::string_view law : {"kinematic", "kinetic", "energetic"}) {
      const Solution<double>& solution = impact.solve(law);
      if (solution.verdict != Verdict::unique) continue;
      try_stages(impact, solution, law, tally);
      try_momentum(impact, solution, tally);
    }
    try_brach(impact, brach);
  }
  Comparison result;
  result.title = "Hurmuzlu & Marghitu 1994: equations";
  add(result, "equation (15)", "the normal impulse at which an end stops slipping", tally.stop);
  add(result, "equation (16)", "the normal impulse at which an end comes back to its surface",
      tally.contact);
  add(result, "equations (17), (23)", "the normal impulse at which compression ends",
      tally.compression, "; the text calls it the end of restitution");
  add(result, "equation (18)", "end of the impact, kinematic definition", tally.kinematic);
  add(result, "equation (19)", "end of the impact, kinetic definition", tally.kinetic);
  add(result, "equation (20)", "the work that (21) and (26) go on with is −∫ v dη", tally.work_sign,
      "; with the sign of (20) the radicand of (21) and the sum of (26) have the wrong sign: they "
      "are right with +∫ v dη");
  add(result, "equation (21)", "end of the impact, energetic definition, as the text has it",
      tally.energetic, "; an impulse times a velocity, less a velocity, is no impulse");
  add(result, "equation (21), mended", "η_f = η_tr + ({…}^½ − v)/Ψ₂", tally.energetic_mended);
  add(result, "equation (22)", "momentum during the impact", tally.momentum);
  add(result, "equation (24)", "impulses at the end of a stage", tally.impulse);
  add(result, "equation (25)", "contact velocities at the end of a stage", tally.contact_velocity);
  add(result, "equation (26)", "normal work at A_c, summed over the stages", tally.work);
  add(result, "equation (27)", "velocities after the impact", tally.velocity);
  result.claims.push_back(
      {"equation (30)", "Brach’s impulse ratio is the least of |μ₀|, |μ_c|, |μ_t|", std::nullopt,
       brach.worst, "", brach.without_root == 0 ? vanishing(brach.worst) : Holding::in_part,
       fmt::format(
           "largest difference from the law in {} impacts in which Whittaker’s method makes "
           "no energy and {} in which it does; in {} others it makes energy even without "
           "friction at A_c, so that there is no μ_t",
           brach.without_gain, brach.with_gain, brach.without_root)});
  for (Claim& claim : result.claims)
    claim.assumed = fmt::format(
        "{} random impacts of the chain of Figure 2, with the modes that the law takes; rows of "
        "Ψ₂ are those of the contact meant; the text at hand reads as the print does",
        most_impacts);
  return result;
}

}  // namespace carom
