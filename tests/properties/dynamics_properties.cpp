/// Two ways to everything, over random trees.

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "base/dual.hpp"
#include "dynamics/dense.hpp"
#include "support/compiled_tree.hpp"
#include "support/random_mechanism.hpp"

namespace carom {
namespace {

using testing::acceleration;
using testing::all_contacts;
using testing::Posed;
using testing::posed;
using testing::Random;
using testing::random_mechanism;
using testing::random_state;
using testing::RandomOptions;

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Largest difference of W between recursion and factorisation, each entry against the diagonal.
double inertia_difference(const Posed<double>& p) {
  const std::vector<int> contacts = all_contacts(p.tree);
  const std::vector<double> w = p.inertia(contacts);
  const Eigen::MatrixXd dense = dense_contact_inertia(p.tree, p.pose, p.frames, contacts);
  const int size = static_cast<int>(dense.rows());
  double worst = 0;
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) {
      const double scale = dense.diagonal().maxCoeff() + epsilon;
      worst = std::max(worst, std::abs(w[i * size + j] - dense(i, j)) / scale);
    }
  return worst;
}

double condition(const Eigen::MatrixXd& m) {
  const Eigen::VectorXd s = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(m).eigenvalues();
  return s.maxCoeff() / s.minCoeff();
}

TEST(DynamicsProperties, RecursionAgreesWithFactorisationOfTheMassMatrix) {
  Random random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    const RandomOptions options{.links = 1 + random.below(12),
                                .contacts = 1 + random.below(8),
                                .branching = random.in(0, 1)};
    const Mechanism m = random_mechanism(random, options);
    const Posed<double> p = posed(m, random_state(random, m));
    ASSERT_TRUE(p.factors.regular);
    // Either method may lose what the condition of M costs.
    const double allowed = 10 * epsilon * condition(mass_matrix(p.tree, p.pose));
    EXPECT_LT(inertia_difference(p), allowed) << "trial " << trial;
  }
}

TEST(DynamicsProperties, RecursionAgreesOnLongChainsAndTrees) {
  Random random(2);
  for (const int links : {100, 500, 2000})
    for (const double massless : {0.0, 0.5, 1.0}) {
      const RandomOptions options{
          .links = links, .contacts = 12, .massless = massless, .branching = 0.1};
      const Mechanism m = random_mechanism(random, options);
      const Posed<double> p = posed(m, random_state(random, m));
      ASSERT_TRUE(p.factors.regular);
      EXPECT_LT(inertia_difference(p), 1e-10) << links << " links, massless " << massless;
    }
}

TEST(DynamicsProperties, AnySubsetInAnyOrderIsThatPartOfTheWhole) {
  Random random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const RandomOptions options{.links = 10, .contacts = 6, .branching = 0.5};
    const Mechanism m = random_mechanism(random, options);
    const Posed<double> p = posed(m, random_state(random, m));
    const std::vector<double> whole = p.inertia(all_contacts(p.tree));
    const std::vector<int> part = {4, 1, 5};
    const std::vector<double> w = p.inertia(part);
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j)
        EXPECT_NEAR(
            w[6 * i + j], whole[12 * (2 * part[i / 2] + i % 2) + 2 * part[j / 2] + j % 2],
            1e-11 * std::abs(whole[12 * (2 * part[i / 2] + i % 2) + 2 * part[i / 2] + i % 2]) +
                1e-11)
            << "trial " << trial;
  }
}

TEST(DynamicsProperties, MassMatrixGivesTheKineticEnergy) {
  Random random(4);
  for (int trial = 0; trial < 500; ++trial) {
    const Mechanism m = random_mechanism(random, {.links = 1 + random.below(10)});
    const Posed<double> p = posed(m, random_state(random, m));
    const Eigen::Map<const Eigen::VectorXd> v(p.velocities.data(), p.tree.degrees_of_freedom());
    const double energy =
        kinetic_energy(p.tree, p.pose, p.motion, std::span<const double>(p.velocities));
    EXPECT_NEAR(0.5 * v.dot(mass_matrix(p.tree, p.pose) * v), energy, 1e-13 * (1 + energy));
  }
}

TEST(DynamicsProperties, ImpulsesJumpVelocitiesThroughTheMassMatrix) {
  Random random(5);
  for (int trial = 0; trial < 500; ++trial) {
    const Mechanism m =
        random_mechanism(random, {.links = 1 + random.below(10), .special_surfaces = false});
    const Posed<double> p = posed(m, random_state(random, m));
    const Vec2 impulse{random.in(-1, 1), random.in(-1, 1)};
    const ContactFrame<double>& frame = p.frames[0];
    TreeLoads<double> loads(p.tree);
    loads.clear();
    const Vec2 world = impulse.x * frame.tangent + impulse.y * frame.normal;
    loads.links[frame.link] = {world, cross(frame.arm, world)};
    TreeMotion<double> jump(p.tree);
    respond(p.tree, p.pose, p.factors, loads, jump);
    std::vector<double> dv(p.tree.degrees_of_freedom());
    generalized(p.tree, jump, std::span<double>(dv));
    const Eigen::MatrixXd j = contact_jacobian(p.tree, p.pose, p.frames, std::vector<int>{0});
    const Eigen::VectorXd residual =
        mass_matrix(p.tree, p.pose) * Eigen::Map<Eigen::VectorXd>(dv.data(), dv.size()) -
        j.transpose() * Eigen::Vector2d(impulse.x, impulse.y);
    EXPECT_LT(residual.norm(), 1e-11) << "trial " << trial;
  }
}

/// Every link as a free body: the impulses at its joints and contact are its change of momentum.
TEST(DynamicsProperties, JointImpulsesBalanceEveryLink) {
  Random random(6);
  for (int trial = 0; trial < 300; ++trial) {
    const Mechanism m =
        random_mechanism(random, {.links = 1 + random.below(8), .special_surfaces = false});
    const Posed<double> p = posed(m, random_state(random, m));
    const ContactFrame<double>& frame = p.frames[0];
    const Vec2 world = 0.7 * frame.tangent + 1.3 * frame.normal;
    TreeLoads<double> loads(p.tree);
    loads.clear();
    loads.links[frame.link] = {world, cross(frame.arm, world)};
    TreeMotion<double> jump(p.tree);
    respond(p.tree, p.pose, p.factors, loads, jump);
    const int n = static_cast<int>(p.tree.links.size());
    for (int k = 0; k < n; ++k) {
      const TreeLink& link = p.tree.links[k];
      const LinkMotion<double>& dv = jump.links[k];
      const Vec2& com = p.pose.links[k].com;
      const Vec2 gained = link.mass * (dv.joint + dv.rate * perpendicular(com));
      Vec2 received = joint_impulse(p.factors, loads, jump, k);
      double turned = -cross(com, received);  // about the mass centre
      if (k == frame.link) {
        received += world;
        turned += cross(frame.arm - com, world);
      }
      for (int c = 0; c < n; ++c)
        if (p.tree.links[c].parent == k) {
          const Vec2 handed_on = joint_impulse(p.factors, loads, jump, c);
          received -= handed_on;
          turned -= cross(p.pose.links[c].offset - com, handed_on);
        }
      EXPECT_NEAR(received.x, gained.x, 1e-11);
      EXPECT_NEAR(received.y, gained.y, 1e-11);
      EXPECT_NEAR(turned, link.inertia * dv.rate, 1e-11);
    }
  }
}

TEST(DynamicsProperties, AccelerationsSolveTheDenseEquations) {
  Random random(7);
  for (int trial = 0; trial < 500; ++trial) {
    const Mechanism m = random_mechanism(random, {.links = 1 + random.below(10)});
    const Posed<double> p = posed(m, random_state(random, m));
    TreeLoads<double> loads(p.tree);
    loads.clear();
    std::vector<double> variables(count_of_state_numbers(p.tree));
    add_loads(p.tree, p.pose, p.motion, p.positions, p.velocities, p.time, variables, loads);
    const Eigen::VectorXd h = bias(p.tree, p.pose, p.motion, loads, p.positions, p.velocities);
    const Eigen::VectorXd residual = mass_matrix(p.tree, p.pose) * acceleration(p) - h;
    EXPECT_LT(residual.norm(), 1e-10 * (1 + h.norm())) << "trial " << trial;
  }
}

/// dT/dt along q̈, exactly by dual numbers, against the power of all loads.
TEST(DynamicsProperties, AccelerationsKeepTheEnergyBalance) {
  Random random(8);
  for (int trial = 0; trial < 500; ++trial) {
    const Mechanism m = random_mechanism(random, {.links = 1 + random.below(10)});
    const Posed<double> p = posed(m, random_state(random, m));
    const Eigen::VectorXd a = acceleration(p);
    std::vector<Sloped> q, v;
    for (int i = 0; i < a.size(); ++i) {
      q.emplace_back(p.positions[i], std::array<double, Sloped::directions>{p.velocities[i]});
      v.emplace_back(p.velocities[i], std::array<double, Sloped::directions>{a[i]});
    }
    const Posed<Sloped> moving(p.tree, q, v, Sloped(p.time, {1.0}));
    const Sloped energy = kinetic_energy(moving.tree, moving.pose, moving.motion,
                                         std::span<const Sloped>(moving.velocities));
    TreeLoads<double> loads(p.tree);
    loads.clear();
    std::vector<double> variables(count_of_state_numbers(p.tree));
    add_loads(p.tree, p.pose, p.motion, p.positions, p.velocities, p.time, variables, loads);
    double power = p.tree.base == BaseKind::slider ? loads.slider * p.velocities[0] : 0;
    for (std::size_t k = 0; k < p.tree.links.size(); ++k)
      power += dot(loads.links[k].force, p.motion.links[k].joint) +
               loads.links[k].torque * p.motion.links[k].rate;
    for (const TreeSurface& s : p.tree.surfaces)
      if (s.body >= 0)
        power += surface_load(p.tree, s, p.positions, p.velocities) *
                 p.velocities[p.tree.surface_coordinate(s.body)];
    EXPECT_NEAR(energy.slope[0], power, 1e-10 * (1 + std::abs(power) + energy.value));
  }
}

/// Newton's and Euler's equations of every link with its joints as constraints:
/// [M −Gᵀ; G 0] [a; λ] = [f; γ] in 3 coordinates a link.
TEST(DynamicsProperties, AccelerationsAgreeWithMaximalCoordinates) {
  Random random(9);
  for (int trial = 0; trial < 300; ++trial) {
    RandomOptions options{.links = 1 + random.below(8), .contacts = 1, .massless = 0.3};
    options.special_surfaces = false;
    Mechanism m = random_mechanism(random, options);
    m.base.kind = random.chance(0.5) ? BaseKind::free : BaseKind::pinned;
    m.base.mass = m.base.stiffness = m.base.damping = m.base.direction = 0;
    const Posed<double> p = posed(m, random_state(random, m));
    const int n = static_cast<int>(p.tree.links.size());
    TreeLoads<double> loads(p.tree);
    loads.clear();
    std::vector<double> variables(count_of_state_numbers(p.tree));
    add_loads(p.tree, p.pose, p.motion, p.positions, p.velocities, p.time, variables, loads);
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(5 * n + 2, 5 * n + 2);
    Eigen::VectorXd right = Eigen::VectorXd::Zero(5 * n + 2);
    for (int k = 0; k < n; ++k) {
      const TreeLink& link = p.tree.links[k];
      const Vec2 com = p.pose.links[k].com;
      system(3 * k, 3 * k) = system(3 * k + 1, 3 * k + 1) = link.mass;
      system(3 * k + 2, 3 * k + 2) = link.inertia;
      right(3 * k) = loads.links[k].force.x;
      right(3 * k + 1) = loads.links[k].force.y;
      right(3 * k + 2) = loads.links[k].torque - cross(com, loads.links[k].force);
      // Joint: (this link's near joint) − (its place on the parent) = 0, twice differentiated.
      const int row = 3 * n + 2 * k;
      const auto constrain = [&](int body, const Vec2& arm, double sign) {
        const double w = p.motion.links[body].rate;
        system(row, 3 * body) = system(row + 1, 3 * body + 1) = sign;
        system(row, 3 * body + 2) = -sign * arm.y;
        system(row + 1, 3 * body + 2) = sign * arm.x;
        right(row) += sign * w * w * arm.x;
        right(row + 1) += sign * w * w * arm.y;
      };
      constrain(k, -com, 1);
      if (link.parent >= 0)
        constrain(link.parent, p.pose.links[k].offset - p.pose.links[link.parent].com, -1);
      // A free base is a massless ground point that the root links share.
      if (link.parent < 0 && m.base.kind == BaseKind::free)
        system(row, 5 * n) = system(row + 1, 5 * n + 1) = -1;
    }
    system.topRightCorner(5 * n + 2, 2 * n + 2).topRows(3 * n) =
        -system.bottomLeftCorner(2 * n + 2, 3 * n).transpose();
    if (m.base.kind == BaseKind::free) {
      for (int k = 0; k < n; ++k)
        if (p.tree.links[k].parent < 0)
          system(5 * n, 3 * n + 2 * k) = system(5 * n + 1, 3 * n + 2 * k + 1) = 1;
    } else {
      system(5 * n, 5 * n) = system(5 * n + 1, 5 * n + 1) = 1;
    }
    const Eigen::VectorXd solution = system.fullPivLu().solve(right);
    const Eigen::VectorXd a = acceleration(p);
    for (int k = 0; k < n; ++k)
      EXPECT_NEAR(solution(3 * k + 2), a(p.tree.angle_coordinate(k)), 1e-8 * (1 + a.norm()))
          << "trial " << trial << " link " << k;
  }
}

/// ġ = v_n, and v̇ = J q̈ + γ, exactly by dual numbers: all outlines and surfaces.
TEST(DynamicsProperties, ContactVelocitiesAreRatesOfTheGeometry) {
  Random random(10);
  for (int trial = 0; trial < 500; ++trial) {
    const Mechanism m = random_mechanism(random, {.links = 1 + random.below(6), .contacts = 4});
    const State state = random_state(random, m);
    const Posed<double> p = posed(m, state);
    std::vector<Sloped> q, v;
    Eigen::VectorXd a(p.tree.degrees_of_freedom());
    for (int i = 0; i < a.size(); ++i) {
      a[i] = random.in(-3, 3);
      q.emplace_back(p.positions[i], std::array<double, Sloped::directions>{p.velocities[i]});
      v.emplace_back(p.velocities[i], std::array<double, Sloped::directions>{a[i]});
    }
    const Posed<Sloped> moving(p.tree, q, v, Sloped(p.time, {1.0}));
    TreeMotion<double> still(p.tree);
    drift(p.tree, p.pose, p.motion, still);
    const std::vector<int> contacts = all_contacts(p.tree);
    const Eigen::VectorXd from_acceleration =
        contact_jacobian(p.tree, p.pose, p.frames, contacts) * a;
    for (const int c : contacts) {
      const auto velocity = p.velocity(c);
      EXPECT_NEAR(moving.frames[c].gap.slope[0], velocity[1], 1e-10);
      const auto gamma = contact_drift(p.tree, c, p.frames[c], p.pose, p.motion, still,
                                       std::span<const double>(p.positions), p.time);
      const auto rate = moving.velocity(c);
      for (int axis = 0; axis < 2; ++axis)
        EXPECT_NEAR(rate[axis].slope[0], from_acceleration[2 * c + axis] + gamma[axis], 1e-10);
    }
  }
}

TEST(DynamicsProperties, DualNumbersDifferentiateTheContactInertia) {
  Random random(11);
  for (int trial = 0; trial < 100; ++trial) {
    const Mechanism m =
        random_mechanism(random, {.links = 1 + random.below(5), .contacts = 3, .massless = 0});
    const State state = random_state(random, m);
    const Posed<double> p = posed(m, state);
    const std::vector<int> contacts = all_contacts(p.tree);
    constexpr double step = 1e-6;
    std::vector<Sloped> q, v(p.velocities.begin(), p.velocities.end());
    std::vector<double> ahead = p.positions, behind = p.positions;
    for (std::size_t i = 0; i < ahead.size(); ++i) {
      const double slope = random.in(-1, 1);
      q.emplace_back(p.positions[i], std::array<double, Sloped::directions>{slope});
      ahead[i] += step * slope;
      behind[i] -= step * slope;
    }
    const auto exact = Posed<Sloped>(p.tree, q, v, p.time).inertia(contacts);
    const auto high = Posed<double>(p.tree, ahead, p.velocities, p.time).inertia(contacts);
    const auto low = Posed<double>(p.tree, behind, p.velocities, p.time).inertia(contacts);
    const double scale = *std::max_element(high.begin(), high.end());
    for (std::size_t i = 0; i < exact.size(); ++i)
      EXPECT_NEAR(exact[i].slope[0], (high[i] - low[i]) / (2 * step), 1e-5 * scale * scale + 1e-5);
  }
}

}  // namespace
}  // namespace carom
