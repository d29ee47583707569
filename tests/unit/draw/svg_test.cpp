#include "draw/svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "draw/scale.hpp"
#include "unit/draw/xml.hpp"

namespace carom {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

TEST(Svg, WritesCoordinatesToAHundredthAndShort) {
  EXPECT_EQ(coordinate(3), "3");
  EXPECT_EQ(coordinate(0.25), "0.25");
  EXPECT_EQ(coordinate(-1.5), "-1.5");
  EXPECT_EQ(coordinate(1000), "1000");
  EXPECT_EQ(coordinate(-0.0001), "0");
}

TEST(Svg, EscapesWhatXmlDoesNotAllow) {
  EXPECT_EQ(escaped("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
  EXPECT_EQ(escaped("a\x01\tb"), "a  b");
  EXPECT_EQ(escaped("Stoß"), "Stoß");
}

TEST(Svg, IsAsLargeAsItsContent) {
  Svg svg;
  svg.line({-100, 7}, {40, 60}, "rule");
  svg.circle({50, 0}, 30, "mass");
  const auto box = numbers_of(elements_of(svg.document("t", "d")).front().attribute("viewBox"));
  ASSERT_EQ(box.size(), 4U);
  EXPECT_LT(box[0], -100);
  EXPECT_LT(box[1], -30);
  EXPECT_GT(box[0] + box[2], 80);
  EXPECT_GT(box[1] + box[3], 60);
}

TEST(Svg, AnEmptyDrawingIsADocument) {
  const auto elements = elements_of(Svg().document("nothing", "nothing at all"));
  EXPECT_EQ(elements.front().name, "svg");
  EXPECT_GT(elements.front().number("width"), 0);
}

TEST(Svg, SpeaksToThoseWhoDoNotSeeIt) {
  const auto elements = elements_of(Svg().document("An <arch>", "Three links & a floor"));
  EXPECT_EQ(elements[0].attribute("role"), "img");
  EXPECT_EQ(elements[1].name, "title");
  EXPECT_EQ(elements[1].text, "An <arch>");
  EXPECT_EQ(elements[2].name, "desc");
  EXPECT_EQ(elements[2].text, "Three links & a floor");
}

TEST(Svg, TextWidthCountsCharactersNotBytes) {
  EXPECT_EQ(text_width("µµ", 12), text_width("mm", 12));
}

TEST(Scale, RoundNumbersAreOneTwoFive) {
  EXPECT_DOUBLE_EQ(round_number_below(1), 1);
  EXPECT_DOUBLE_EQ(round_number_below(1.99), 1);
  EXPECT_DOUBLE_EQ(round_number_below(2), 2);
  EXPECT_DOUBLE_EQ(round_number_below(4.9), 2);
  EXPECT_DOUBLE_EQ(round_number_below(9.9), 5);
  // Powers of ten are themselves, whatever the rounding of log10.
  for (int k = -12; k <= 12; ++k)
    EXPECT_DOUBLE_EQ(round_number_below(std::pow(10.0, k)), std::pow(10.0, k));
}

TEST(Scale, TicksAreRoundAndWithin) {
  EXPECT_THAT(ticks(0, 0.395, 8),
              ElementsAre(DoubleEq(0), DoubleEq(0.05), DoubleEq(0.1), DoubleEq(0.15000000000000002),
                          DoubleEq(0.2), DoubleEq(0.25), DoubleEq(0.30000000000000004),
                          DoubleEq(0.35000000000000003)));
  EXPECT_THAT(ticks(-1, 1, 4), ElementsAre(-1, -0.5, 0, 0.5, 1));
  EXPECT_THAT(ticks(3, 3, 4), ElementsAre(3));
  // A range of a few roundings: its ends.
  EXPECT_THAT(ticks(1, 1 + 4e-16, 4), ElementsAre(1, 1 + 4e-16));
  for (const double high : {1e-300, 1e-6, 7.0, 99.0, 1e12}) {
    const auto all = ticks(-high, high, 6);
    EXPECT_LE(all.size(), 7U);
    EXPECT_GE(all.size(), 3U);
  }
}

TEST(Scale, QuantitiesHavePrefixesWhereTheyWouldBeLong) {
  EXPECT_EQ(quantity(0.544, "kg"), "0.544 kg");
  EXPECT_EQ(quantity(0.5, "m/s"), "0.5 m/s");
  EXPECT_EQ(quantity(2e-5, "m"), "20 µm");
  EXPECT_EQ(quantity(2e5, "m"), "200 km");
  EXPECT_EQ(quantity(0.002, "kg"), "2 g");
  EXPECT_EQ(quantity(3e4, "kg"), "3e+04 kg");
  EXPECT_EQ(quantity(0, "m"), "0 m");
  EXPECT_EQ(quantity(-0.25, "m"), "−0.25 m");
}

}  // namespace
}  // namespace carom
