#include "numerics/complementarity.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/dual.hpp"
#include "numerics/dense_solve.hpp"

namespace carom {
namespace {

TEST(Complementarity, SolvesEveryPositiveDefiniteProblem) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  PivotingWorkspace workspace;
  workspace.reserve(20);
  for (int k = 0; k < 500; ++k) {
    const int n = 1 + k % 20;
    std::vector<double> factor(n * n), matrix(n * n, 0.0), offset(n), cover(n, 1.0), z(n);
    for (double& x : factor) x = normal(random);
    for (int i = 0; i < n; ++i) {
      offset[i] = normal(random);
      for (int j = 0; j < n; ++j)
        for (int l = 0; l < n; ++l) matrix[i * n + j] += factor[i * n + l] * factor[j * n + l];
      matrix[i * n + i] += 0.1;
    }
    ASSERT_EQ(complementary_solution(n, matrix, offset, cover, z, workspace), PivotingEnd::solved);
    for (int i = 0; i < n; ++i) {
      double w = offset[i];
      for (int j = 0; j < n; ++j) w += matrix[i * n + j] * z[j];
      EXPECT_GE(z[i], -1e-9);
      EXPECT_GE(w, -1e-8);
      EXPECT_NEAR(w * z[i], 0, 1e-7);
    }
  }
}

TEST(Complementarity, ARayWhereThereIsNoSolution) {
  // w = −z − 1 ≥ 0 has no z ≥ 0.
  const double matrix[] = {-1}, offset[] = {-1}, cover[] = {1};
  double z[1];
  PivotingWorkspace workspace;
  workspace.reserve(1);
  EXPECT_EQ(complementary_solution(1, matrix, offset, cover, z, workspace), PivotingEnd::ray);
}

TEST(Complementarity, NothingToDoForAPositiveOffset) {
  const double matrix[] = {1, 0, 0, 1}, offset[] = {1, 0}, cover[] = {1, 1};
  double z[2];
  PivotingWorkspace workspace;
  workspace.reserve(2);
  std::uint8_t basic[2];
  EXPECT_EQ(complementary_solution(2, matrix, offset, cover, z, workspace), PivotingEnd::solved);
  basic_variables(2, workspace, basic);
  EXPECT_EQ(z[0], 0);
  EXPECT_EQ(basic[0], 0);
}

TEST(DenseSolve, PivotsAndCarriesDerivatives) {
  using D = Dual<double>;
  // x = 1/a solves [0 a; 1 0] (y, x) = (1, 2): derivative −1/a².
  D matrix[] = {D(0), D(4, {1}), D(1), D(0)};
  D right[] = {D(1), D(2)};
  ASSERT_TRUE(solve_dense(2, matrix, right, 1e-12));
  EXPECT_DOUBLE_EQ(right[0].value, 2);
  EXPECT_DOUBLE_EQ(right[1].value, 0.25);
  EXPECT_DOUBLE_EQ(right[1].slope[0], -1.0 / 16);
}

TEST(DenseSolve, SaysWhereItIsSingular) {
  double matrix[] = {1, 2, 2, 4 + 1e-14};
  double right[] = {1, 2};
  EXPECT_FALSE(solve_dense(2, matrix, right, 1e-11));
}

}  // namespace
}  // namespace carom
