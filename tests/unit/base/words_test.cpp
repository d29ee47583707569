/// The words of enumerations, counted by what they are.

#include "base/words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

namespace carom {

enum class Season : std::uint8_t { spring, summer, autumn, winter };
constexpr std::string_view name(Season season) {
  constexpr std::string_view names[] = {"spring", "summer", "autumn", "winter"};
  return names[static_cast<int>(season)];
}

/// One that is counted by hand: its last value is no word of a result.
enum class Day : std::uint8_t { today, tomorrow, never };
constexpr std::string_view name(Day day) {
  return day == Day::today ? "today" : day == Day::tomorrow ? "tomorrow" : "never";
}
template <>
inline constexpr int values_of<Day> = 2;

namespace {

TEST(Words, AreAsManyAsTheNames) {
  static_assert(values_of<Season> == 4);
  EXPECT_THAT(words_of<Season>(), testing::ElementsAre("spring", "summer", "autumn", "winter"));
  EXPECT_THAT(words_of<Day>(), testing::ElementsAre("today", "tomorrow"));
}

TEST(Words, NameTheirValue) {
  EXPECT_EQ(value_named<Season>("autumn"), Season::autumn);
  EXPECT_EQ(value_named<Season>("fall"), std::nullopt);
  EXPECT_EQ(value_named<Season>(""), std::nullopt);
  EXPECT_EQ(value_named<Day>("never"), std::nullopt);
}

TEST(Words, OfWhatIsSoOrNot) {
  EXPECT_EQ(name_of(true), "yes");
  EXPECT_EQ(name_of(false), "no");
  EXPECT_EQ(name_of(Season::winter), "winter");
}

}  // namespace
}  // namespace carom
