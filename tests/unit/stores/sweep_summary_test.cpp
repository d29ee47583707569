#include "stores/sweep_summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "stores/merged_texts.hpp"
#include "stores/summary_json.hpp"
#include "support/made_sweep.hpp"

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

SweepReport summarised(const SweepQuestion& question, std::vector<std::int64_t> order) {
  SummaryStore store(question);
  for (const std::int64_t index : order) store.put(made_chunk(question, index));
  return store.report();
}

std::vector<std::int64_t> in_order(const SweepQuestion& question) {
  std::vector<std::int64_t> order;
  for (std::int64_t i = 0; i < question.chunks(); ++i) order.push_back(i);
  return order;
}

TEST(SweepSummary, CountsAndRanges) {
  const SweepQuestion question = made_question();
  const SweepReport report = summarised(question, in_order(question));
  EXPECT_EQ(report.points, 30);
  EXPECT_EQ(report.holes, 4);  // 3, 10, 17, 24
  // point, energy, and for each law verdict and why; then brach's ratio: one number a point each.
  ASSERT_EQ(report.columns.size(), 7U);
  EXPECT_THAT(report.columns[0].counts, ElementsAre(Pair("solved", 26), Pair("not finite", 4)));
  EXPECT_FALSE(report.columns[0].has_range);

  double least = std::numeric_limits<double>::infinity();
  std::int64_t least_at = -1;
  for (std::int64_t point = 0; point < 30; ++point)
    if (!is_hole(point) && made_number(point, 1, 0) < least) {
      least = made_number(point, 1, 0);
      least_at = point;
    }
  EXPECT_TRUE(report.columns[1].has_range);
  EXPECT_EQ(report.columns[1].least, least);
  EXPECT_EQ(report.columns[1].least_at, least_at);

  // 0, 5, 15, 20, 25 of the solved ones (10 is a hole).
  EXPECT_THAT(report.columns[2].counts, ElementsAre(Pair("unique", 21), Pair("jammed", 5)));
  // Texts by first appearance.
  ASSERT_EQ(report.columns[3].name, "why");
  EXPECT_EQ(report.columns[3].counts.front().first, made_text(0, 5, 0));
  EXPECT_EQ(report.columns[3].counts[1].first, made_text(1, 5, 0));
  EXPECT_EQ(report.boundaries.size(), 8U);
}

TEST(SweepSummary, DependsNeitherOnOrderNorOnChunks) {
  const std::string expected =
      summary_json(summarised(made_question(30), in_order(made_question(30))), 8);
  for (const std::int64_t size : {1, 4, 7, 29}) {
    const SweepQuestion question = made_question(size);
    auto order = in_order(question);
    for (int turn = 0; turn < 5; ++turn) {
      std::ranges::rotate(order, order.begin() + static_cast<long>(order.size() / 2));
      if (turn % 2 == 1) std::ranges::reverse(order);
      const SweepReport report = summarised(question, order);
      EXPECT_EQ(summary_json(report, report.boundaries.size()), expected);
      // By line of the grid along phi, which has six of them.
      EXPECT_TRUE(std::ranges::is_sorted(
          report.boundaries, {}, [](const Boundary& b) { return std::pair(b.point % 6, b.at); }));
    }
  }
}

TEST(SweepSummary, EqualExtremesCountFromTheFirstPoint) {
  SweepQuestion question;
  question.columns = {{"", "x", "1", "", ColumnType::real, {}, {}}};
  question.grid.points = 4;
  question.chunk_points = 2;
  SummaryStore store(question);
  for (const std::int64_t index : {1, 0}) {
    Chunk chunk{index, 2 * index, 2, std::vector<std::byte>(16), {}, {}};
    const double values[] = {1.0, 1.0};
    std::memcpy(chunk.table.data(), values, 16);
    store.put(chunk);
  }
  const SweepReport report = store.report();
  EXPECT_EQ(report.columns[0].least_at, 0);
  EXPECT_EQ(report.columns[0].most_at, 0);
}

TEST(SummaryJson, ComesBackAsItWas) {
  const SweepQuestion question = made_question();
  const SweepReport report = summarised(question, in_order(question));
  const std::string text = summary_json(report, report.boundaries.size());
  const auto back = report_from_summary(text);
  ASSERT_TRUE(back);
  EXPECT_EQ(summary_json(*back, report.boundaries.size()), text);
  EXPECT_EQ(back->columns[1].least, report.columns[1].least);
  EXPECT_FALSE(report_from_summary("{}"));
}

/// Numbers of texts go by their first appearance in the grid, whatever a chunk calls them.
TEST(MergedTexts, DoNotDependOnChunks) {
  std::vector<std::string> expected;
  for (const std::int64_t size : {30, 1, 7, 13}) {
    const SweepQuestion question = made_question(size);
    const TableLayout layout(question.columns);
    MergedTexts texts(question.columns);
    for (std::int64_t index = 0; index < question.chunks(); ++index) {
      Chunk chunk = made_chunk(question, index);
      texts.merge(chunk);
      for (std::int64_t i = 0; i < chunk.count; ++i)
        for (std::size_t k = 0; k < 3; ++k) {
          std::uint16_t code;
          std::memcpy(&code,
                      chunk.table.data() +
                          static_cast<std::size_t>(chunk.count) * layout.before[4] +
                          2 * (3 * static_cast<std::size_t>(i) + k),
                      2);
          if (is_hole(chunk.first + i))
            EXPECT_EQ(code, no_text);
          else
            EXPECT_EQ(texts.texts()[code], made_text(chunk.first + i, 4, k));
        }
    }
    const std::vector<std::string> found(texts.texts().begin(), texts.texts().end());
    if (expected.empty()) expected = found;
    EXPECT_EQ(found, expected);
    EXPECT_EQ(found[0], made_text(0, 4, 0));
  }
}

TEST(MergedTexts, TooManyShareTheLast) {
  const std::vector<Column> columns{{"", "t", "1", "", ColumnType::text, {}, {}}};
  MergedTexts texts(columns);
  std::uint16_t last = 0;
  for (int i = 0; i < 70'000; ++i) {
    Chunk chunk{i, i, 1, std::vector<std::byte>(2), {"text " + std::to_string(i)}, {}};
    texts.merge(chunk);
    std::memcpy(&last, chunk.table.data(), 2);
  }
  EXPECT_EQ(last, most_texts);
  ASSERT_EQ(texts.texts().size(), most_texts + 1);
  EXPECT_EQ(texts.texts().back(), further_texts);
  EXPECT_EQ(texts.texts()[most_texts - 1], "text 65533");
}

}  // namespace
}  // namespace carom
