#include "scenarios/measured_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(MeasuredFile, RemarksQuotesAndEmptyCells) {
  std::vector<Fault> faults;
  const MeasuredTable table = measured_from_text(
      "# a remark\n\"a, b\", c ,d\r\n1,-2e-3,\n\n# another\n+3, 4 ,5\n", "t", faults);
  EXPECT_TRUE(faults.empty());
  EXPECT_THAT(table.columns, ElementsAre("a, b", "c", "d"));
  EXPECT_THAT(table.lines, ElementsAre(3, 6));
  EXPECT_EQ(table.row(0)[1], -2e-3);
  EXPECT_TRUE(std::isnan(table.row(0)[2]));
  EXPECT_THAT(table.row(1), ElementsAre(3, 4, 5));
}

TEST(MeasuredFile, EveryFaultHasItsPlace) {
  std::vector<Fault> faults;
  measured_from_text("a,b,a\n1,2\n1,x,nan\n", "t", faults);
  ASSERT_EQ(faults.size(), 4U);
  EXPECT_EQ(faults[0].message, "two columns are called \"a\"");
  EXPECT_EQ(faults[0].place, (Place{1, 5}));
  EXPECT_EQ(faults[1].message, "the row has 2 cells; there are 3 columns");
  EXPECT_EQ(faults[1].place, (Place{2, 1}));
  EXPECT_EQ(faults[2].message, "b is \"x\"; must be a finite number, or empty");
  EXPECT_EQ(faults[2].place, (Place{3, 3}));
  EXPECT_EQ(faults[3].place, (Place{3, 5}));
}

TEST(MeasuredFile, AColumnOrAFormula) {
  std::vector<Fault> faults;
  const MeasuredTable table = measured_from_text("v x,vy\n3,4\n", "t.csv", faults);
  std::string problem;
  EXPECT_EQ(measured_column(table, "v x", problem)(table, 0), 3);
  EXPECT_EQ(measured_column(table, "-2*vy", problem)(table, 0), -8);
  EXPECT_EQ(problem, "");
  measured_column(table, "vz", problem);
  EXPECT_EQ(problem, "\"vz\" is not a column of t.csv; did you mean \"vy\"?");
  measured_column(table, "2*(vy", problem);
  EXPECT_THAT(problem, HasSubstr("\"2*(vy\": "));
}

/// The measured impacts are there, with all their rows.
TEST(MeasuredFile, Ellipse) {
  const auto table = embedded_measurement("ellipse");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->rows(), 2000U);
  EXPECT_EQ(table->columns.size(), 19U);
}

}  // namespace
}  // namespace carom
