/// A report that only this test knows becomes columns of a sweep by its table alone.

#include "sweeps/report_columns.hpp"

#include <gmock/gmock.h>

namespace carom {

enum class Sky : std::uint8_t { clear, grey };
constexpr std::string_view name(Sky sky) {
  constexpr std::string_view names[] = {"clear", "grey"};
  return names[static_cast<int>(sky)];
}

namespace {

using ::testing::ElementsAre;

struct Town {
  std::string name;
  std::array<double, 2> wind{};  // m/s
  std::optional<double> rain;    // mm
};
struct Forecast {
  std::string title;
  Sky sky = Sky::clear;
  bool late = false;
  double pressure = 0;  // Pa
  std::vector<Town> towns;
};

constexpr auto quantities(Of<Town> /*of*/) {
  return Entries{quantity("name", &Town::name),
                 quantity("wind", "m/s", "along and across", &Town::wind),
                 quantity("rain", "mm", "in a day", &Town::rain).swept_as("town_rain")};
}
constexpr auto quantities(Of<Forecast> /*of*/) {
  return Entries{quantity("sky", &Forecast::sky),
                 quantity("late", &Forecast::late).only(in_documents),
                 group("air", quantity("pressure", "Pa", "at sea", &Forecast::pressure))
                     .when([](const Forecast& f) { return f.sky == Sky::clear; }),
                 quantity("towns", &Forecast::towns).swept_each("town")};
}

Forecast forecast() {
  return {"", Sky::clear, true, 1e5, {{"A", {1, 2}, 3}, {"B", {4, 5}, {}}}};
}

/// A row of a table with these columns, as numbers.
std::vector<std::vector<double>> filled(const ReportColumns<Forecast>& columns,
                                        const Forecast* report) {
  std::vector<std::vector<std::byte>> storage;
  std::vector<std::byte*> places;
  std::vector<std::size_t> sizes;
  for (const Column& column : columns.columns()) {
    storage.emplace_back(column.bytes());
    sizes.push_back(column.bytes());
  }
  for (auto& each : storage) places.push_back(each.data());
  Row row(places, sizes, 0);
  columns.fill(report, row, 0);
  std::vector<std::vector<double>> numbers;
  for (std::size_t c = 0; c < storage.size(); ++c) {
    numbers.emplace_back();
    for (std::size_t i = 0; i < columns.columns()[c].width(); ++i) {
      double value = 0;
      if (columns.columns()[c].type == ColumnType::category)
        value = std::to_integer<int>(storage[c][i]);
      else
        std::memcpy(&value, storage[c].data() + 8 * i, 8);
      numbers.back().push_back(value);
    }
  }
  return numbers;
}

constexpr auto all = [](std::string_view) { return true; };
constexpr std::string_view published[] = {"town_rain", "sky"};

TEST(ReportColumns, AreItsNumbersAndWords) {
  const ReportColumns<Forecast> columns(forecast(), published, all);
  std::vector<std::string> told;
  for (const Column& column : columns.columns()) {
    std::string extents;
    for (const ColumnExtent& extent : column.extents) extents += " " + extent.name;
    told.push_back(column.name + ", " + column.unit + ", " + column.description + extents);
  }
  EXPECT_THAT(told,
              ElementsAre("town_rain, mm, in a day town", "sky, 1, sky", "pressure, Pa, at sea",
                          "wind, m/s, along and across town component"));
  EXPECT_THAT(columns.columns()[1].categories, ElementsAre("clear", "grey"));
  EXPECT_THAT(columns.columns()[0].extents[0].labels, ElementsAre("A", "B"));
  EXPECT_THAT(ReportColumns<Forecast>::names(published),
              ElementsAre("town_rain", "sky", "pressure", "wind"));
}

TEST(ReportColumns, AreFilledWithWhatIsTold) {
  using ::testing::IsNan;
  const ReportColumns<Forecast> columns(forecast(), {}, all);
  Forecast told = forecast();
  EXPECT_THAT(filled(columns, &told),
              ElementsAre(ElementsAre(0), ElementsAre(1e5), ElementsAre(1, 2, 4, 5),
                          ElementsAre(3, IsNan())));
  told.sky = Sky::grey;
  EXPECT_THAT(filled(columns, &told)[0], ElementsAre(1));
  EXPECT_THAT(filled(columns, &told)[1], ElementsAre(IsNan()));
  EXPECT_THAT(filled(columns, nullptr)[0], ElementsAre(no_category));
  EXPECT_THAT(filled(columns, nullptr)[2], ElementsAre(IsNan(), IsNan(), IsNan(), IsNan()));
}

TEST(ReportColumns, KnowItemsByTheirNames) {
  using ::testing::IsNan;
  const ReportColumns<Forecast> columns(forecast(), {},
                                        [](std::string_view name) { return name == "town_rain"; });
  Forecast told = forecast();
  told.towns = {{"C", {}, 7}, {"B", {}, 8}};
  EXPECT_THAT(filled(columns, &told), ElementsAre(ElementsAre(IsNan(), 8)));
}

}  // namespace
}  // namespace carom
