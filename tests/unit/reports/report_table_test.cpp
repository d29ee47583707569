/// A report that only this test knows: its table is all there is to say of it, and JSON in and
/// out, CSV, ledgers, tables of text and of pages follow (columns of sweeps:
/// tests/unit/sweeps/report_columns_test.cpp). A new quantity is a line of the table.

#include <gmock/gmock.h>

#include <optional>

#include "data/flat_table.hpp"
#include "reports/csv_list.hpp"
#include "reports/json_table.hpp"
#include "reports/listing.hpp"

namespace carom {

enum class Weather : std::uint8_t { calm, windy };
constexpr std::string_view name(Weather weather) {
  constexpr std::string_view names[] = {"calm", "windy"};
  return names[static_cast<int>(weather)];
}

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Throw {
  std::string thrower;
  double distance = 0;                      // m
  std::array<double, 2> wind{};             // m/s
  std::array<bool, 2> certain{true, true};  // of it
  Weather weather = Weather::calm;
  std::optional<double> record;  // m
  bool fault = false;
};

struct Ledger {
  double given = 0, lost = 0;
};

struct Contest {
  std::string title;
  std::vector<std::string> names;
  std::vector<Throw> throws;
  Ledger ledger;
};

constexpr auto quantities(Of<Throw> /*of*/) {
  return Entries{
      quantity("thrower", &Throw::thrower).labelled("who").on_pages("thrower"),
      quantity("distance", "m", "from the line", &Throw::distance).on_pages("far", "how"),
      quantity("wind", "m/s", "across and along", &Throw::wind).when([](const Throw& t) {
        return t.weather == Weather::windy;
      }),
      marked("of the wind", &Throw::certain),
      quantity("weather", &Throw::weather),
      quantity("record", "m", "that it broke", &Throw::record).formatted("{:.3f}"),
      quantity("fault", "1", "over the line", &Throw::fault).when(&Throw::fault).listed_always()};
}
constexpr auto quantities(Of<Ledger> /*of*/) {
  return Entries{quantity("given", "J", "given by arms", &Ledger::given).booked(Book::given),
                 quantity("lost", "J", "lost in air", &Ledger::lost)
                     .booked(Book::lost)
                     .below_zero("given by the wind")};
}
constexpr auto quantities(Of<Contest> /*of*/) {
  return Entries{quantity("throws", &Contest::throws),
                 quantity("first", "1", "who threw first",
                          [](const Contest& contest) { return contest.throws.front().thrower; }),
                 group("energy", parts_of(&Contest::ledger),
                       quantity("sum", "J", "of it", [](const Contest& contest) {
                         return contest.ledger.given - contest.ledger.lost;
                       }))};
}

Contest contest() {
  return {"Sunday",
          {},
          {{"Ann", 61.5, {}, {true, true}, Weather::calm, 60.0, false},
           {"Bo", 40, {2, -1}, {true, false}, Weather::windy, std::nullopt, true}},
          {7, -2}};
}

TEST(ReportTable, WritesJsonInItsOrder) {
  const std::string text = json_table::written(contest());
  EXPECT_EQ(text.substr(text.find("  \"throws\"")),
            R"(  "throws": [
    {
      "thrower": "Ann",
      "distance": 61.5,
      "weather": "calm",
      "record": 60.0
    },
    {
      "thrower": "Bo",
      "distance": 40.0,
      "wind": [
        2.0,
        -1.0
      ],
      "determined": false,
      "open": [
        "normal"
      ],
      "weather": "windy",
      "fault": true
    }
  ],
  "first": "Ann",
  "energy": {
    "given": 7.0,
    "lost": -2.0,
    "sum": 9.0
  }
}
)");
  EXPECT_THAT(text, HasSubstr("\"title\": \"Sunday\""));
}

TEST(ReportTable, ReadsBackWhatItWrote) {
  const std::string text = json_table::written(contest());
  Contest back;
  json_table::read_document(text, back);
  EXPECT_EQ(json_table::written(back), text);
  EXPECT_EQ(back.throws[1].weather, Weather::windy);
  EXPECT_FALSE(back.throws[1].certain[1]);
  EXPECT_FALSE(back.throws[1].record);
}

TEST(ReportTable, RefusesWhatIsNoSuchReport) {
  Contest back;
  const auto refusal = [&](const std::string& text) -> std::string {
    try {
      json_table::read_document(text, back);
    } catch (const DamagedAnswer& error) {
      return error.what();
    }
    return "";
  };
  const std::string text = json_table::written(contest());
  EXPECT_THAT(refusal("{"), HasSubstr("parse error"));
  EXPECT_THAT(refusal("{}"), HasSubstr("title"));
  std::string wrong = text;
  wrong.replace(wrong.find("\"calm\""), 6, "\"damp\"");
  EXPECT_THAT(refusal(wrong), HasSubstr("\"damp\" is not a word for it"));
  wrong = text;
  wrong.replace(wrong.find("\"distance\""), 10, "\"distant\"");
  EXPECT_THAT(refusal(wrong), HasSubstr("distance"));
}

TEST(ReportTable, ListsItemsWithPublishedColumnsFirst) {
  const Contest told = contest();
  EXPECT_EQ(csv_list(told.throws, told),
            "thrower,distance,wind.t,wind.n,weather,fault\n"
            "Ann,61.5,,,calm,no\n"
            "Bo,40,2,-1,windy,yes\n");
  constexpr std::string_view first[] = {"weather", "wind"};
  EXPECT_EQ(csv_list(told.throws, told, first),
            "weather,wind.t,wind.n,thrower,distance,fault\n"
            "calm,,,Ann,61.5,no\n"
            "windy,2,-1,Bo,40,yes\n");
}

TEST(ReportTable, MakesTablesOfText) {
  const Contest told = contest();
  Listing<Throw, Contest> list(told, {{"m", 1e20}});
  list.add<"thrower">().add<"wind">().add<"weather">().add<"record">();
  list.add<"distance">([](const Throw& own) { return own.fault ? "none" : "some"; });
  list.add("", [](const Throw& own) { return own.fault ? std::string("a fault") : ""; });
  EXPECT_EQ(list.text(told.throws),
            "  who  wind m/s  weather  record m  distance m\n"
            "  Ann            calm       60.000        some\n"
            "  Bo    [2, -1]  windy                    none  a fault\n");
  Listing<Throw, Contest> small(told, {{"m", 1e20}});
  EXPECT_EQ(small.add<"distance">().text(told.throws, 1),
            "  distance m\n"
            "  0\n")
      << "rounding of what it is made of";
}

TEST(ReportTable, MakesTablesOfPages) {
  const Contest told = contest();
  Listing<Throw, Contest> list(told);
  const PageTable table =
      list.add<"thrower">().add<"distance">().add<"wind">().page("throws", "Throws", told.throws);
  std::vector<std::string> columns;
  for (const PageColumn& column : table.columns)
    columns.push_back(column.group + "/" + column.name + "/" + column.unit);
  EXPECT_THAT(columns, ElementsAre("/thrower/", "how/far/m", "wind/t/m/s", "wind/n/m/s"));
  EXPECT_EQ(table.rows[1][1].number, 40);
  EXPECT_EQ(table.rows[1][3].number, -1);
  EXPECT_FALSE(table.rows[0][3].number) << "there was none";
}

TEST(ReportTable, SumsTheBooks) {
  EXPECT_EQ(sum_of(Book::lost, contest().ledger), -2);
  EXPECT_EQ(sum_of(Book::given, contest().ledger), 7);
  EXPECT_EQ(sum_of(Book::kept, contest().ledger), 0);
}

TEST(ReportTable, GivesNumbersForColumnsAndWordsForLedgers) {
  std::vector<std::string> names, words;
  for (const Number<Throw>& number : numbers_of<Throw>()) names.emplace_back(number.name);
  EXPECT_THAT(names, ElementsAre("distance", "wind", "determined", "weather", "fault"));
  const Contest told = contest();
  for (const Number<Ledger>& number : numbers_of<Ledger>())
    words.emplace_back(number.value(told.ledger, 0) < 0 && !number.turned.empty()
                           ? number.turned
                           : number.description);
  EXPECT_THAT(words, ElementsAre("given by arms", "given by the wind"));
  Throw changed = told.throws[0];
  numbers_of<Throw>()[1].put(changed, 1, 5);
  EXPECT_THAT(changed.wind, ElementsAre(0, 5));
  EXPECT_THAT(words_of<Weather>(), ElementsAre("calm", "windy"));
}

}  // namespace
}  // namespace carom
