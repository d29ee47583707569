/// Comma-separated values there and back.

#include "reports/csv.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace carom {
namespace {

TEST(Csv, GoesThereAndBack) {
  const std::vector<std::vector<std::string>> rows{
      {"a", "b, c", "\"d\""}, {"", "two\nlines", "x"}, {"1", "2", "3"}};
  std::string text;
  for (const auto& row : rows) text += csv_line(row);
  const auto table = csv_table(text);
  ASSERT_TRUE(table);
  EXPECT_EQ(table->headings, rows[0]);
  ASSERT_EQ(table->rows.size(), 2u);
  EXPECT_EQ(table->rows[0], rows[1]);
  EXPECT_EQ(table->rows[1], rows[2]);
}

TEST(Csv, WhatIsNoTableIsNone) {
  for (const char* text : {"", "a,b", "a,b\n1\n", "a\n\"open\n", "a\n1,2\n"})
    EXPECT_FALSE(csv_table(text)) << text;
}

TEST(Csv, NumbersKeepEveryBit) {
  for (const double value :
       {0.1, -1.0 / 3, 6.02214076e23, std::numeric_limits<double>::denorm_min()})
    EXPECT_EQ(csv_value(csv_number(value)), value);
  EXPECT_EQ(csv_number(std::nan("")), "");
  EXPECT_TRUE(std::isnan(*csv_value("")));
  EXPECT_FALSE(csv_value("1x"));
  EXPECT_FALSE(csv_value("x"));
}

}  // namespace
}  // namespace carom
