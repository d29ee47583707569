// What the rigid model leaves open, against closed forms and against the vertices of the set of all
// forces that do the same.

#include "laws/rigid/determinacy.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "unit/laws/support.hpp"

namespace carom::test {
namespace {

using Matrix = Eigen::MatrixXd;
using Row = Eigen::Matrix<double, -1, -1, Eigen::RowMajor>;

std::vector<std::uint8_t> open_of(const Matrix& w, const std::vector<CarryingContact>& contacts,
                                  const std::vector<double>& force) {
  const int count = static_cast<int>(contacts.size());
  DeterminacyScratch scratch;
  scratch.reserve(count);
  std::vector<std::uint8_t> open(force.size(), 0);
  const Row rows = w;
  find_open(count, rows.data(), contacts.data(), force.data(), open.data(), scratch);
  return open;
}

/// A rod of half length ½ on the floor: both ends touch.
Matrix rod_on_floor() {
  Matrix j(4, 3);
  j << 1, 0, 0, 0, 1, -0.5, 1, 0, 0, 0, 1, 0.5;
  return j * Eigen::Vector3d(1, 1, 12).asDiagonal() * j.transpose();
}

using Flags = std::vector<std::uint8_t>;

TEST(Determinacy, TwoFeetThatStickShareTheirFriction) {
  const std::vector<CarryingContact> stick(2, carrying(0.5, 0));
  EXPECT_EQ(open_of(rod_on_floor(), stick, {0.1, 1, 0.2, 1}), (Flags{1, 0, 1, 0}));
  // Both at the same edge of their cones: there is no other share.
  EXPECT_EQ(open_of(rod_on_floor(), stick, {0.5, 1, 0.5, 1}), (Flags{0, 0, 0, 0}));
  // One at its edge, the other not: what one gives the other can take.
  EXPECT_EQ(open_of(rod_on_floor(), stick, {0.5, 1, 0.1, 1}), (Flags{1, 0, 1, 0}));
  // Feet that slide have the friction of their slip, feet without friction none.
  EXPECT_EQ(open_of(rod_on_floor(), {carrying(0.5, 1), carrying(0.5, 1)}, {-0.5, 1, -0.5, 1}),
            (Flags{0, 0, 0, 0}));
  EXPECT_EQ(open_of(rod_on_floor(), {carrying(0, 0), carrying(0, 0)}, {0, 1, 0, 1}),
            (Flags{0, 0, 0, 0}));
  // A foot that carries nothing has no friction either; the other's is its own.
  EXPECT_EQ(open_of(rod_on_floor(), stick, {0, 0, 0.2, 1}), (Flags{0, 0, 0, 0}));
}

TEST(Determinacy, AStrutBetweenWallsCanBeSqueezed) {
  Matrix w = Matrix::Identity(4, 4);
  w(1, 3) = w(3, 1) = -1;
  const std::vector<CarryingContact> smooth(2, carrying(0, 0));
  EXPECT_EQ(open_of(w, smooth, {0, 2, 0, 1}), (Flags{0, 1, 0, 1}));
  EXPECT_EQ(open_of(w, smooth, {0, 1, 0, 0}), (Flags{0, 1, 0, 1}));
  EXPECT_EQ(open_of(w, smooth, {0, 0, 0, 0}), (Flags{0, 1, 0, 1}));
  // Where the strike says how hard one end is pressed, the other end's is what it needs.
  std::vector<CarryingContact> struck = smooth;
  struck[0].given = true;
  EXPECT_EQ(open_of(w, struck, {0, 1, 0, 1}), (Flags{0, 0, 0, 0}));
}

TEST(Determinacy, AContactThatNothingMovesMayCarryAnything) {
  Matrix w = Matrix::Identity(4, 4);
  w.topRows(2).setZero();
  w.leftCols(2).setZero();
  EXPECT_EQ(open_of(w, {carrying(0.3, 0), carrying(0.3, 0)}, {0, 0, 0, 1}), (Flags{1, 1, 0, 0}));
}

TEST(Determinacy, AWedgedContactMayBeSqueezed) {
  const Eigen::Vector2d d(0.97, -0.706);
  const Matrix w = d * d.transpose();
  EXPECT_EQ(open_of(w, {carrying(1.2, 0)}, {-1.2, 1}), (Flags{1, 1}));
  // |d_n/d_t| = 0.728: with less friction no force moves nothing, but two edges do the same.
  EXPECT_EQ(open_of(w, {carrying(0.7, 0)}, {-0.7, 1}), (Flags{1, 1}));
  EXPECT_EQ(open_of(w, {carrying(0.7, 1)}, {-0.7, 1}), (Flags{0, 0}));
}

/// All vertices of {x ≥ 0, A x = A x₀, Σx ≤ Σx₀ + 1}: they differ in a component exactly if it is
/// open (the bound cuts off rays beyond x₀).
Flags open_by_vertices(const Matrix& w, const std::vector<CarryingContact>& contacts,
                       const std::vector<double>& force) {
  const int width = static_cast<int>(force.size());
  std::vector<Eigen::VectorXd> edges;
  std::vector<double> start;
  Eigen::VectorXd given = Eigen::VectorXd::Zero(2 * width);
  for (int i = 0; i < width / 2; ++i) {
    const CarryingContact& c = contacts[static_cast<std::size_t>(i)];
    if (c.carries == Carries::none) continue;
    const bool cone = c.carries == Carries::cone;
    for (const double side : {1.0, -1.0}) {
      Eigen::VectorXd edge = Eigen::VectorXd::Zero(width);
      edge[2 * i] = side * (cone ? c.friction : c.slope);
      edge[2 * i + 1] = 1;
      if (c.given) given[static_cast<int>(edges.size())] = 1;
      edges.push_back(edge);
      const double normal = force[static_cast<std::size_t>(2 * i + 1)];
      const double tangential = force[static_cast<std::size_t>(2 * i)];
      start.push_back(cone ? 0.5 * (normal + side * tangential / c.friction) : normal);
      if (!cone) break;
    }
  }
  const int k = static_cast<int>(edges.size());
  Matrix b(width, k);
  for (int e = 0; e < k; ++e) b.col(e) = edges[static_cast<std::size_t>(e)];
  const Eigen::VectorXd x0 = Eigen::Map<const Eigen::VectorXd>(start.data(), k);
  Matrix a = Matrix::Zero(width + 2, k + 1);
  a.topLeftCorner(width, k) = w * b;
  a.row(width).head(k) = given.head(k).transpose();
  a.row(width + 1).setOnes();  // with the slack of the bound
  Eigen::VectorXd right = a.leftCols(k) * x0;
  right[width + 1] += 1;
  Eigen::VectorXd least = Eigen::VectorXd::Constant(width, 1e300), most = -least;
  for (int chosen = 1; chosen < 1 << (k + 1); ++chosen) {
    std::vector<int> basis;
    for (int e = 0; e <= k; ++e)
      if (chosen & (1 << e)) basis.push_back(e);
    Matrix part(width + 2, basis.size());
    for (std::size_t c = 0; c < basis.size(); ++c) part.col(static_cast<int>(c)) = a.col(basis[c]);
    const Eigen::ColPivHouseholderQR<Matrix> qr(part);
    if (qr.rank() < static_cast<int>(basis.size())) continue;
    const Eigen::VectorXd x = qr.solve(right);
    if ((part * x - right).norm() > 1e-8 * right.norm() || x.minCoeff() < -1e-9) continue;
    Eigen::VectorXd whole = Eigen::VectorXd::Zero(k + 1);
    for (std::size_t c = 0; c < basis.size(); ++c) whole[basis[c]] = x[static_cast<int>(c)];
    const Eigen::VectorXd f = b * whole.head(k);
    least = least.cwiseMin(f);
    most = most.cwiseMax(f);
  }
  Flags open(force.size(), 0);
  for (int r = 0; r < width; ++r)
    if (most[r] - least[r] > 1e-6) open[static_cast<std::size_t>(r)] = 1;
  return open;
}

TEST(Determinacy, AgreesWithTheVerticesOfAllForcesThatDoTheSame) {
  std::mt19937_64 random(14);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  int opened = 0, closed = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const int count = 1 + trial % 3;
    const int freedoms = 1 + static_cast<int>(uniform(random) * 2 * count);
    // Small whole numbers: directions that are exactly dependent are common.
    Matrix j(2 * count, freedoms);
    for (int r = 0; r < j.rows(); ++r)
      for (int c = 0; c < freedoms; ++c) j(r, c) = std::round(1.3 * normal(random));
    std::vector<CarryingContact> contacts;
    std::vector<double> force(static_cast<std::size_t>(2 * count), 0.0);
    for (int i = 0; i < count; ++i) {
      const double kind = uniform(random);
      const double mu = 0.25 * std::round(1 + 4 * uniform(random));
      CarryingContact c = carrying(kind < 0.2 ? 0 : mu, kind < 0.6 ? 0 : kind < 0.8 ? 1 : -1);
      if (kind > 0.95) c = {};
      c.given = c.carries != Carries::none && i == 0 && trial % 2 == 0;
      const double pressed = uniform(random) < 0.3 && !c.given ? 0 : 1;
      const auto at = static_cast<std::size_t>(2 * i);
      if (c.carries != Carries::none) force[at + 1] = pressed;
      if (c.carries == Carries::edge) force[at] = c.slope * pressed;
      // Inside the cone, or on an edge of it.
      if (c.carries == Carries::cone)
        force[at] = c.friction * pressed *
                    std::clamp(std::round(3 * (uniform(random) - 0.5)), -1.0, 1.0) *
                    (uniform(random) < 0.5 ? 1 : 0.5);
      contacts.push_back(c);
    }
    const Matrix w = j * j.transpose();
    const Flags expected = open_by_vertices(w, contacts, force);
    EXPECT_EQ(open_of(w, contacts, force), expected) << trial;
    for (const auto each : expected) (each != 0 ? opened : closed) += 1;
    DeterminacyScratch scratch;
    scratch.reserve(count);
    const Row rows = w;
    if (regular_inertia(count, rows.data(), scratch))
      EXPECT_EQ(expected, Flags(force.size(), 0)) << trial;
  }
  EXPECT_GT(opened, 300);
  EXPECT_GT(closed, 1000);
}

/// What a law marks as open: the resting contact's impulses of an unloaded strut, the friction of
/// two feet that stick.
TEST(Determinacy, LawsMarkTheComponents) {
  const auto feet = solved(
      problem_from(rod_on_floor(), Eigen::Vector4d(0, 0, 0, -1), {0.5, 0.5}, 0.5), "energetic");
  ASSERT_EQ(feet.verdict, Verdict::unique);
  EXPECT_FALSE(feet.impulses_determined);
  EXPECT_EQ(feet.open, (Flags{1, 0, 1, 0}));
  // A strut (contacts 0, 1) and a ball that strikes beside it: nothing says how hard it is wedged.
  Matrix w = Matrix::Identity(6, 6);
  w(1, 3) = w(3, 1) = -1;
  Eigen::VectorXd v = Eigen::VectorXd::Zero(6);
  v[5] = -1;
  for (const auto law : law_names) {
    const auto beside = solved(problem_from(w, v, {0, 0, 0}, 0.5), law);
    ASSERT_EQ(beside.verdict, Verdict::unique) << law;
    EXPECT_FALSE(beside.impulses_determined) << law;
    EXPECT_EQ(beside.open, (Flags{0, 1, 0, 1, 0, 0})) << law;
  }
  // A contact that rests where nothing moves it.
  Matrix fixed = Matrix::Identity(4, 4);
  fixed.topRows(2).setZero();
  fixed.leftCols(2).setZero();
  for (const auto law : law_names) {
    const auto held =
        solved(problem_from(fixed, Eigen::Vector4d(0, 0, 0.2, -1), {0.3, 0.3}, 0.5), law);
    ASSERT_EQ(held.verdict, Verdict::unique) << law;
    EXPECT_EQ(held.open, (Flags{1, 1, 0, 0})) << law;
    EXPECT_FALSE(held.impulses_determined) << law;
  }
}

TEST(Determinacy, RegularProblemsHaveNothingOpen) {
  std::mt19937_64 random(15);
  for (int trial = 0; trial < 300; ++trial) {
    const auto problem = random_problem(random, 1 + trial % 3, 8, 0.8, 0.6);
    for (const auto law : law_names) {
      const auto solution = solved(problem, law);
      if (solution.verdict != Verdict::unique) continue;
      EXPECT_TRUE(solution.impulses_determined);
      for (const auto each : solution.open) EXPECT_EQ(each, 0);
    }
  }
}

}  // namespace
}  // namespace carom::test
