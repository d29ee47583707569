#include "draw/labels.hpp"

#include <gtest/gtest.h>

#include "unit/draw/xml.hpp"

namespace carom {
namespace {

std::vector<Element> texts(const Labels& labels) {
  Svg svg;
  labels.draw(svg);
  std::vector<Element> result;
  for (const Element& element : elements_of(svg.document("t", "d")))
    if (element.name == "text") result.push_back(element);
  return result;
}

TEST(Labels, StandInTheWantedDirection) {
  Labels labels;
  Label label;
  label.text = "A0";
  label.wanted = {1, 0};
  labels.add(label);
  const auto drawn = texts(labels);
  ASSERT_EQ(drawn.size(), 1U);
  EXPECT_GT(drawn[0].number("x"), 5);
  EXPECT_LT(std::abs(drawn[0].number("y")), 8);
}

TEST(Labels, KeepOffStrokes) {
  Labels labels;
  labels.avoid({-100, -12}, {100, -12}, 6);  // a bar right where the label wants to be
  Label label;
  label.text = "middle";
  label.wanted = {0, -1};
  labels.add(label);
  const auto drawn = texts(labels);
  ASSERT_EQ(drawn.size(), 1U);
  // Clear of y in [-18, -6]: the base line is above the bar, or the whole text below it.
  const double base = drawn[0].number("y");
  EXPECT_TRUE(base <= -18 || base - 9 >= -6) << base;
}

TEST(Labels, DoNotCoverOneAnother) {
  Labels labels;
  for (const char* text : {"first", "second", "third"}) {
    Label label;
    label.text = text;
    labels.add(label);
  }
  std::vector<Box> boxes;
  for (const Element& text : texts(labels)) {
    const double half = 0.5 * text_width(text.text, Svg::text_size);
    const Vec2 base{text.number("x"), text.number("y")};
    boxes.push_back({base - Vec2{half, 9}, base + Vec2{half, 2}});
  }
  ASSERT_EQ(boxes.size(), 3U);
  EXPECT_EQ(common_area(boxes[0], boxes[1]), 0);
  EXPECT_EQ(common_area(boxes[0], boxes[2]), 0);
  EXPECT_EQ(common_area(boxes[1], boxes[2]), 0);
}

TEST(Labels, OptionalOnesAreLeftOutWhereThereIsNoRoom) {
  Labels crowd;
  Label label;
  label.text = "a rather long name";
  label.optional = true;
  for (int i = 0; i < 100; ++i) crowd.add(label);
  const std::size_t drawn = texts(crowd).size();
  EXPECT_GT(drawn, 2U);
  EXPECT_LT(drawn, 40U);

  Labels required;
  label.optional = false;
  for (int i = 0; i < 100; ++i) required.add(label);
  EXPECT_EQ(texts(required).size(), 100U);
}

}  // namespace
}  // namespace carom
