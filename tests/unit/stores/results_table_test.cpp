#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "carom/fault.hpp"
#include "data/boundaries.hpp"
#include "stores/grid_boxes.hpp"
#include "stores/merged_texts.hpp"
#include "stores/results_reader.hpp"
#include "support/made_sweep.hpp"
#include "support/scratch_folder.hpp"

namespace carom {
namespace {

using ::testing::HasSubstr;

/// The whole table as one chunk, with the codes of the whole table's texts.
Chunk whole_table(std::vector<std::string>* texts = nullptr) {
  const SweepQuestion question = made_question(30);
  Chunk chunk = made_chunk(question, 0);
  MergedTexts merged(question.columns);
  merged.merge(chunk);
  if (texts != nullptr) texts->assign(merged.texts().begin(), merged.texts().end());
  return chunk;
}

std::string refusal(const std::string& path) {
  try {
    const SweepTable table(path);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

SweepAxis axis(const std::string& parameter, int count) {
  SweepAxis made;
  made.parameter = parameter;
  made.from = 1;
  made.to = count;
  made.count = count;
  return made;
}

TEST(GridBoxes, CoverConsecutivePointsAndAreFew) {
  const Grid grid = grid_of(std::vector{axis("a", 3), axis("b", 4), axis("c", 5)});
  for (std::int64_t first = 0; first < grid.points; ++first)
    for (std::int64_t count = 1; first + count <= grid.points; ++count) {
      std::int64_t next = first;
      const auto boxes = boxes_of(grid, first, count);
      EXPECT_LE(boxes.size(), 5U);
      for (const GridBox& box : boxes) {
        EXPECT_EQ(box.first, next);
        std::int64_t points = 1;
        for (std::size_t d = 0; d < 3; ++d) {
          EXPECT_EQ(box.start[d], grid.place(next, d));
          EXPECT_LE(box.start[d] + box.count[d], grid.dimensions[d].count);
          points *= box.count[d];
          // Consecutive: whole rows behind a dimension with several.
          if (d > 0 && box.count[d - 1] > 1) {
            EXPECT_EQ(box.count[d], grid.dimensions[d].count);
          }
        }
        EXPECT_EQ(box.points, points);
        next += points;
      }
      EXPECT_EQ(next, first + count);
    }
}

class MadeTable : public testing::Test {
 protected:
  MadeTable() { made_folder(scratch / "r", question); }
  const SweepQuestion question = made_question();
  const ScratchFolder scratch;
};

TEST_F(MadeTable, HasTheQuestion) {
  const SweepTable table(scratch / "r");
  EXPECT_EQ(table.question().scenario, question.scenario);
  EXPECT_EQ(table.question().title, question.title);
  EXPECT_EQ(table.question().laws, question.laws);
  EXPECT_EQ(table.question().grid.points, 30);
  EXPECT_EQ(table.question().columns.size(), question.columns.size());
  EXPECT_EQ(table.holes(), 4);
  EXPECT_EQ(table.column("brach", "ratio"), question.columns.size() - 1);
  EXPECT_EQ(table.column("brach", "absent"), question.columns.size());
  EXPECT_EQ(SweepTable(scratch / "r/results.h5").holes(), 4);
}

TEST_F(MadeTable, HasTheAxes) {
  const SweepTable table(scratch / "r");
  std::vector<double> values(3);
  const auto phi = table.axis(0, 0, 5);
  const auto mu = table.axis(1, 2, 4);
  const auto lambda = table.axis(2, 0, 5);
  for (std::int64_t point = 0; point < 30; ++point) {
    values_at(question.grid, point, values);
    EXPECT_EQ(phi[static_cast<std::size_t>(point / 6)], values[0]);
    if (point % 6 >= 2) {
      EXPECT_EQ(mu[static_cast<std::size_t>(point % 6 - 2)], values[1]);
    }
    EXPECT_EQ(lambda[static_cast<std::size_t>(point / 6)], values[2]);
  }
}

TEST_F(MadeTable, HasEveryNumber) {
  const SweepTable table(scratch / "r");
  for (std::size_t c = 0; c < question.columns.size(); ++c) {
    const Column& column = question.columns[c];
    const auto each = [&](const auto& check) {
      for (std::int64_t point = 0; point < 30; ++point)
        for (std::size_t k = 0; k < column.width(); ++k)
          check(point, k, static_cast<std::size_t>(point) * column.width() + k,
                is_hole(point) && column.name != "point");
    };
    if (column.type == ColumnType::real) {
      const auto found = table.reals(c, {});
      each([&](std::int64_t point, std::size_t k, std::size_t i, bool missing) {
        if (missing)
          EXPECT_TRUE(std::isnan(found[i]));
        else
          EXPECT_EQ(found[i], made_number(point, c, k));
      });
    } else if (column.type == ColumnType::text) {
      const auto found = table.text_codes(c, {});
      each([&](std::int64_t point, std::size_t k, std::size_t i, bool missing) {
        if (missing)
          EXPECT_EQ(found[i], no_text);
        else
          EXPECT_EQ(table.texts()[found[i]], made_text(point, c, k));
      });
    } else {
      const auto found = table.categories(c, {});
      each([&](std::int64_t, std::size_t, std::size_t i, bool missing) {
        EXPECT_EQ(found[i] == no_category, missing);
      });
    }
  }
}

TEST_F(MadeTable, IsReadInSlabs) {
  const SweepTable table(scratch / "r");
  const std::size_t impulse = table.column("energetic", "impulse");
  // phi 1 and 3, mu 2…4, the normal component of the second contact.
  const auto found = table.reals(impulse, {{1, 2}, {2, 3}, {2, 1}, {1, 1}});
  ASSERT_EQ(found.size(), 6U);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const auto point = static_cast<std::int64_t>((1 + 2 * i) * 6 + 2 + j);
      if (!is_hole(point)) {
        EXPECT_EQ(found[3 * i + j], made_number(point, impulse, 3));
      }
    }
  EXPECT_EQ(table.reals(impulse, {{}, {}, {4, 5}}).size(), 2U * 2U * 6U);
}

/// Any consecutive points, across rows of the grid.
TEST_F(MadeTable, IsReadInRows) {
  const SweepTable table(scratch / "r");
  std::vector<std::string> texts;
  const Chunk whole = whole_table(&texts);
  EXPECT_EQ(table.texts(), texts);
  const TableLayout layout(question.columns);
  for (std::int64_t first = 0; first < 30; first += 4)
    for (const std::int64_t count : {std::int64_t{1}, std::int64_t{5}, 30 - first}) {
      if (first + count > 30) continue;
      const Chunk rows = table.rows(first, count);
      for (std::size_t c = 0; c < question.columns.size(); ++c) {
        const std::size_t bytes = question.columns[c].bytes();
        EXPECT_EQ(
            0, std::memcmp(rows.table.data() + static_cast<std::size_t>(count) * layout.before[c],
                           whole.table.data() + 30 * layout.before[c] +
                               static_cast<std::size_t>(first) * bytes,
                           static_cast<std::size_t>(count) * bytes))
            << first << " " << count << " " << question.columns[c].name;
      }
    }
}

TEST_F(MadeTable, HasTheBoundaries) {
  const SweepTable table(scratch / "r");
  ASSERT_EQ(table.boundary_count(), 8);
  const auto expected =
      listed(made_chunk(made_question(30), 0).boundaries, question.grid, question.along);
  const auto found = table.boundaries(2, 5);
  ASSERT_EQ(found.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(found[i].at, expected[i + 2].at);
    EXPECT_EQ(found[i].within, expected[i + 2].within);
    EXPECT_EQ(found[i].point, expected[i + 2].point);
    EXPECT_EQ(found[i].law, expected[i + 2].law);
    EXPECT_EQ(found[i].above, expected[i + 2].above);
    EXPECT_EQ(found[i].history_above, "");
  }
}

TEST_F(MadeTable, ThatIsNoneIsRefused) {
  EXPECT_EQ(refusal(scratch / "none"), scratch / "none" + ": does not exist");
  write(scratch / "text", "text");
  EXPECT_THAT(refusal(scratch / "text"), HasSubstr("is not a result of Carom, or is damaged"));
  EXPECT_THAT(refusal(scratch.path()), HasSubstr("is not a result folder: it has no results.h5"));
  { ResultsFolder::opened(scratch / "u", question); }
  EXPECT_THAT(refusal(scratch / "u"), HasSubstr("its sweep is not finished"));
  const std::string bytes = content(scratch / "r/results.h5");
  for (const std::size_t size : {std::size_t{0}, bytes.size() / 2, bytes.size() - 1}) {
    write(scratch / "r/results.h5", bytes.substr(0, size));
    EXPECT_NE(refusal(scratch / "r"), "") << size;
  }
}

/// Damage to HDF5's own structures is noticed, or harmless: nothing crashes.
TEST_F(MadeTable, DamagedDoesNotCrash) {
  const std::string bytes = content(scratch / "r/results.h5");
  int noticed = 0;
  for (std::size_t i = 0; i < bytes.size(); i += 97) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x5a);
    write(scratch / "r/results.h5", damaged);
    try {
      const SweepTable table(scratch / "r");
      (void)table.rows(0, 30);
    } catch (const InputError&) {
      ++noticed;
    }
  }
  EXPECT_GT(noticed, 50);
}

/// A sweep without axes is one point; and a mechanism need not have contacts.
TEST(ResultsTable, WithoutAxesAndContacts) {
  const ScratchFolder scratch;
  SweepQuestion question;
  question.grid = grid_of({});
  question.columns = {{"", "x", "1", "d", ColumnType::real, {}, {}},
                      {"", "none", "1", "d", ColumnType::real, {{"contact", {}}}, {}},
                      {"", "two", "1", "d", ColumnType::real, {{"component", {"t", "n"}}}, {}}};
  const SweepReport report = made_folder(scratch / "r", question);
  EXPECT_EQ(report.points, 1);
  const SweepTable table(scratch / "r");
  EXPECT_EQ(table.reals(0, {}), std::vector{made_number(0, 0, 0)});
  EXPECT_TRUE(table.reals(1, {}).empty());
  EXPECT_EQ(table.reals(2, {}), (std::vector{made_number(0, 2, 0), made_number(0, 2, 1)}));
  EXPECT_EQ(table.rows(0, 1).table.size(), 24U);
}

/// More labels than fit into an ordinary attribute (64 kB).
TEST(ResultsTable, WithManyLabels) {
  const ScratchFolder scratch;
  SweepQuestion question;
  question.grid = grid_of(std::vector{axis("a", 2)});
  ColumnExtent links{"link", {}};
  for (int i = 0; i < 10'000; ++i) links.labels.push_back("link " + std::to_string(i));
  question.columns = {{"", "rate", "rad/s", "d", ColumnType::real, {links}, {}}};
  made_folder(scratch / "r", question);
  const SweepTable table(scratch / "r");
  EXPECT_EQ(table.reals(0, {{1}, {1}, {}, {9'999}}), std::vector{made_number(1, 0, 9'999)});
}

/// Parameters may be named like anything.
TEST(ResultsTable, WithParametersNamedLikeItsParts) {
  const ScratchFolder scratch;
  SweepQuestion question = made_question();
  question.boundaries = true;
  std::vector<SweepAxis> axes;
  for (const char* name : {"texts", "scenario", "axes", "boundaries", "energetic", "contact",
                           "point", "law", "index", "common"})
    axes.push_back(axis(name, 2));
  axes[4].with = "texts";
  question.grid = grid_of(axes);
  question.chunk_points = 100;
  made_folder(scratch / "r", question);
  const SweepTable table(scratch / "r");
  EXPECT_EQ(table.axis(5, 0, 2), (std::vector<double>{1, 2}));
  EXPECT_EQ(table.rows(0, 512).count, 512);
  EXPECT_THAT(content(scratch / "r/results.csv"),
              testing::StartsWith("index,texts,scenario,axes,boundaries,energetic,contact,point,"
                                  "law,index_2,common,law_2,point_2,energy,"));
}

TEST(ResultsCsv, IsTidy) {
  const ScratchFolder scratch;
  SweepQuestion question;
  question.grid = grid_of(std::vector{axis("a", 2)});
  question.chunk_points = 1;
  question.columns = {
      {"", "point", "1", "", ColumnType::category, {}, {"solved", "a \"hole\", really"}},
      {"one", "x", "1", "", ColumnType::real, {{"component", {"t", "n"}}}, {}},
      {"two", "x", "1", "", ColumnType::real, {{"component", {"t", "n"}}}, {}},
      {"two", "why", "1", "", ColumnType::text, {}, {}}};
  const auto folder = ResultsFolder::opened(scratch / "r", question);
  const auto row = [](std::int64_t i, std::uint8_t status, std::array<double, 4> x,
                      std::uint16_t code) {
    Chunk chunk{i, i, 1, std::vector<std::byte>(1 + 32 + 2), {"line\nbreak"}, {}};
    std::memcpy(chunk.table.data(), &status, 1);
    std::memcpy(chunk.table.data() + 1, x.data(), 32);
    std::memcpy(chunk.table.data() + 33, &code, 2);
    return chunk;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  folder->put(row(1, 1, {nan, nan, nan, nan}, no_text));
  folder->put(row(0, 0, {0.1, 1e-300, -1.0 / 3, 123456789}, 0));
  folder->assembled();
  EXPECT_EQ(content(scratch / "r/results.csv"),
            "index,a,law,point,x.t,x.n,why\n"
            "0,1,one,solved,0.1,1e-300,\n"
            "0,1,two,solved,-0.3333333333333333,123456789,\"line\nbreak\"\n"
            "1,2,one,\"a \"\"hole\"\", really\",,,\n"
            "1,2,two,\"a \"\"hole\"\", really\",,,\n");
}

}  // namespace
}  // namespace carom
