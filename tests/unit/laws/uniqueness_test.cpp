/// The proof that there is one answer against determinants, enumeration and pivoting, which do not
/// know of it.

#include "laws/rigid/uniqueness.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>

#include "support.hpp"

namespace carom {
namespace {

using test::law_names;
using test::Problem;
using test::random_problem;
using test::solved;

/// As the laws scale it, but for powers of two.
struct Scaled {
  Eigen::MatrixXd inertia;  // symmetric: row- and column-major are one
  std::vector<double> friction;
  std::vector<std::uint8_t> inert;
  UniquenessScratch scratch;

  explicit Scaled(const Problem<>& p) : friction(p.friction), inert(p.friction.size(), 0) {
    const int width = 2 * p.count;
    inertia.resize(width, width);
    for (int r = 0; r < width; ++r)
      for (int s = 0; s < width; ++s) inertia(r, s) = p.w(r, s);
    Eigen::VectorXd unit(width);
    for (int i = 0; i < p.count; ++i)
      unit(2 * i) = unit(2 * i + 1) =
          1 / std::sqrt(std::max(p.w(2 * i, 2 * i), p.w(2 * i + 1, 2 * i + 1)));
    inertia = (unit.asDiagonal() * inertia * unit.asDiagonal()).eval();
    scratch.reserve(p.count);
  }
  UniquenessProblem view() const {
    return {static_cast<int>(friction.size()), inertia.data(), friction.data(), inert.data()};
  }
};

/// The determinants of all modes (and of contacts that are only held tangentially) are positive.
/// This is what uniqueness for every push needs: a mode whose determinant has the other sign folds
/// the forces' space over.
bool coherently_oriented(const Scaled& s) {
  const int c = static_cast<int>(s.friction.size());
  int number = 1;
  for (int i = 0; i < c; ++i) number *= 5;
  for (int combination = 1; combination < number; ++combination) {
    std::vector<int> rows;
    Eigen::MatrixXd columns(2 * c, 2 * c);
    for (int i = 0, rest = combination; i < c; ++i, rest /= 5) {
      const auto t = s.inertia.col(2 * i);
      const auto n = s.inertia.col(2 * i + 1);
      const auto add = [&](int row, const Eigen::VectorXd& column) {
        columns.col(static_cast<int>(rows.size())) = column;
        rows.push_back(row);
      };
      const int mode = rest % 5;
      if (mode == 1 || mode == 2)
        add(2 * i + 1, n + (mode == 1 ? s.friction[i] : -s.friction[i]) * t);
      if (mode >= 3 && s.friction[i] > 0) add(2 * i, t);
      if (mode == 4) add(2 * i + 1, n);
    }
    const int size = static_cast<int>(rows.size());
    Eigen::MatrixXd matrix(size, size);
    for (int r = 0; r < size; ++r) matrix.row(r) = columns.row(rows[r]).head(size);
    if (size > 0 && matrix.determinant() <= 0) return false;
  }
  return true;
}

/// Freedoms from fewer than rows of W (which is singular then) to many more.
Problem<> any_problem(std::mt19937_64& random, int contacts, double largest_friction) {
  const int freedoms = 2 * contacts - 1 + static_cast<int>(random() % (12 * contacts));
  const double e = random() % 3 == 0 ? 1.0 : static_cast<double>(random() % 1000) / 1000;
  Problem<> p = random_problem(random, contacts, freedoms, largest_friction, e);
  if (random() % 4 == 0) p.friction[random() % p.friction.size()] = 0;
  return p;
}

TEST(Uniqueness, IsProvedOnlyWhereAllDeterminantsArePositive) {
  std::mt19937_64 random(21);
  int energy = 0;
  int contraction = 0;
  int minors = 0;
  int oriented = 0;
  for (int trial = 0; trial < 6000; ++trial) {
    Scaled s(any_problem(random, 1 + trial % 3, trial % 2 == 0 ? 0.8 : 3.0));
    const bool by_energy = unique_by_energy(s.view(), s.scratch);
    const bool by_contraction = unique_by_contraction(s.view(), s.scratch);
    const bool by_minors = unique_by_minors(s.view(), s.scratch);
    EXPECT_EQ(proved_unique(s.view(), s.scratch), by_energy || by_minors) << trial;
    energy += by_energy;
    contraction += by_contraction;
    minors += by_minors;
    const bool truth = coherently_oriented(s);
    oriented += truth;
    EXPECT_TRUE(truth || !(by_energy || by_contraction || by_minors)) << trial;
  }
  EXPECT_GT(energy, oriented / 2);
  EXPECT_GT(contraction, 1000);
  EXPECT_GT(minors, oriented * 98 / 100) << "lost to the margin";
  EXPECT_LT(oriented, 5500) << "the problems are too easy to tell anything";
}

TEST(Uniqueness, OneContactIsBoundedByItsWedging) {
  // A_nn = 1, A_tt = 4, A_tn = 1: several answers from μ = 1 on. By (2), 3 > μ²·4 / 4·4, μ < √3
  // / 2.
  for (const double friction : {0.0, 0.5, 0.8, 0.9, 0.95, 1.01, 2.0}) {
    Problem<> p;
    p.count = 1;
    p.inertia = {4, 1, 1, 1};
    p.friction = {friction};
    Scaled s(p);
    EXPECT_EQ(unique_by_energy(s.view(), s.scratch), friction < 0.86) << friction;
    EXPECT_EQ(unique_by_contraction(s.view(), s.scratch), friction < 1) << friction;
    EXPECT_EQ(unique_by_minors(s.view(), s.scratch), friction < 1) << friction;
  }
}

void expect_same(const Solution<double>& fast, const Solution<double>& plain, int trial) {
  ASSERT_EQ(fast.verdict, plain.verdict) << trial;
  EXPECT_TRUE(fast.exhaustive);
  EXPECT_EQ(fast.outcome, plain.outcome) << trial;
  EXPECT_EQ(fast.interacted, plain.interacted) << trial;
  EXPECT_EQ(fast.impulses_determined, plain.impulses_determined) << trial;
  EXPECT_EQ(fast.stage_modes, plain.stage_modes) << trial;
  ASSERT_EQ(fast.velocity_after.size(), plain.velocity_after.size());
  double size = 0;
  for (const double v : plain.velocity_after) size = std::max(size, std::abs(v));
  double impulses = 0;
  for (const double p : plain.impulse) impulses = std::max(impulses, std::abs(p));
  for (std::size_t r = 0; r < plain.velocity_after.size(); ++r) {
    EXPECT_NEAR(fast.velocity_after[r], plain.velocity_after[r], 1e-10 * size) << trial;
    EXPECT_NEAR(fast.impulse[r], plain.impulse[r], 1e-10 * impulses) << trial;
  }
}

TEST(Uniqueness, AnswersByProofAreThoseOfEnumeration) {
  std::mt19937_64 random(22);
  LawOptions enumerating;
  enumerating.method = Method::enumerate;
  int proved = 0;
  int compared = 0;
  for (int trial = 0; trial < 2500; ++trial) {
    const Problem<> p = any_problem(random, 2 + trial % 3, trial % 2 == 0 ? 0.6 : 2.0);
    Scaled s(p);
    const bool single = proved_unique(s.view(), s.scratch);
    proved += single;
    for (const auto law : law_names) {
      const Solution<double> plain = solved(p, law, enumerating);
      EXPECT_TRUE(!single || law == "brach" || plain.verdict != Verdict::ambiguous) << trial;
      const Solution<double> fast = solved(p, law);
      expect_same(fast, plain, trial);
      ++compared;
    }
  }
  EXPECT_GT(proved, 1200);
  EXPECT_EQ(compared, 12500);
}

/// Beyond five contacts, against one answer found by pivoting.
TEST(Uniqueness, ManyContactsAnswerAsByPivoting) {
  std::mt19937_64 random(23);
  LawOptions pivoting;
  pivoting.method = Method::pivot;
  int proved = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const int c = 6 + 4 * (trial % 5);
    const Problem<> p = random_problem(random, c, 20 * c, 0.8, 0.7);
    for (const auto law : law_names) {
      const Solution<double> fast = solved(p, law);
      if (!fast.exhaustive || law == "brach") continue;
      ++proved;
      expect_same(fast, solved(p, law, pivoting), trial);
    }
  }
  EXPECT_GT(proved, 200);
}

}  // namespace
}  // namespace carom
