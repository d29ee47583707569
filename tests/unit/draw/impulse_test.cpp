#include "draw/impulse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "draw/svg.hpp"
#include "unit/draw/samples.hpp"
#include "unit/draw/xml.hpp"

namespace carom {
namespace {

using testing::IsSupersetOf;

std::vector<Element> read(const ImpulseDrawing& drawing) {
  const std::string document = impulse_svg(drawing);
  EXPECT_EQ(document.find("nan"), std::string::npos);
  EXPECT_EQ(document.find("inf"), std::string::npos);
  return elements_of(document);
}

std::vector<std::string> texts(const std::vector<Element>& elements) {
  std::vector<std::string> result;
  for (const Element& element : elements)
    if (element.name == "text") result.push_back(element.text);
  return result;
}

TEST(ImpulseDrawing, NamesPanelsPhasesEventsAndContacts) {
  EXPECT_THAT(texts(read(samples::impact())),
              IsSupersetOf({"Three-link chain, energetic law, e = 0.9", "normal velocity",
                            "tangential velocity", "normal impulse", "tangential impulse", "(m/s)",
                            "(N s)", "η, the normal impulse at Ac (N s)", "compression",
                            "restitution", "A0 slides back", "Ac sticks", "compression ends",
                            "restitution ends", "A0", "Ac", "slides−", "sticks"}));
}

TEST(ImpulseDrawing, EveryContactHasACurveInEachPanelAndInTheLegend) {
  const auto elements = read(samples::impact());
  EXPECT_EQ(with_style(elements, "of-0").size(), 5U);
  EXPECT_EQ(with_style(elements, "of-1").size(), 5U);
  // A curve has a point at every η, at one place in all panels.
  const auto curves = with_style(elements, "of-1");
  for (std::size_t panel = 0; panel < 4; ++panel) {
    const auto points = numbers_of(curves[panel].attribute("d"));
    ASSERT_EQ(points.size(), 10U);
    EXPECT_NEAR(points[2] / points[8], 0.06 / 0.395, 1e-3);
    EXPECT_NEAR(points[6] / points[8], 0.21 / 0.395, 1e-3);
  }
  // Normal velocity crosses zero where compression ends.
  const auto zero = numbers_of(with_style(elements, "zero").front().attribute("d"));
  EXPECT_NEAR(numbers_of(curves[0].attribute("d"))[7], zero[1], 0.02);
}

TEST(ImpulseDrawing, EventsStandWhereTheyHappenAndTheirTextsDoNotCover) {
  ImpulseDrawing drawing = samples::impact();
  // Events so near to one another that their texts would run together in one row.
  drawing.stages[0].to = drawing.stages[1].from = 0.135;
  drawing.stages[2].to = drawing.stages[3].from = 0.16;
  const auto elements = read(drawing);
  EXPECT_EQ(with_style(elements, "event").size(), 4U);
  std::vector<Box> boxes;
  for (const Element& text : elements) {
    if (text.name != "text") continue;
    for (const DrawnStage& stage : drawing.stages)
      if (text.text == stage.ends_with) {
        const Vec2 base{text.number("x"), text.number("y")};
        boxes.push_back({base - Vec2{0, 9}, base + Vec2{text_width(text.text, Svg::text_size), 3}});
      }
  }
  ASSERT_EQ(boxes.size(), 4U);
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_EQ(common_area(boxes[i], boxes[j]), 0);
  // Nor does another event's line cross a text.
  for (const Element& line : with_style(elements, "event")) {
    const auto ends = numbers_of(line.attribute("d"));
    for (const Box& box : boxes) {
      const bool beside = ends[0] <= box.low.x || ends[0] >= box.high.x;
      EXPECT_TRUE(beside || ends[1] > box.high.y) << line.attribute("d");
    }
  }
}

TEST(ImpulseDrawing, EventsAtOnePlaceShareALine) {
  ImpulseDrawing drawing = samples::impact();
  drawing.stages[1].to = drawing.stages[2].from = drawing.stages[2].to;
  const auto elements = read(drawing);
  EXPECT_EQ(with_style(elements, "event").size(), 3U);
  EXPECT_THAT(texts(elements), IsSupersetOf({"Ac sticks, compression ends"}));
}

TEST(ImpulseDrawing, DegenerateImpactsAreDrawn) {
  read(ImpulseDrawing{});

  ImpulseDrawing nothing;  // no impulse at all
  nothing.striking = "A";
  nothing.impulse = {0};
  nothing.contacts = {{"A", {0}, {0}, {0}, {0}}};
  read(nothing);

  ImpulseDrawing many = samples::impact();
  while (many.contacts.size() < 9) many.contacts.push_back(many.contacts[0]);
  EXPECT_EQ(with_style(read(many), "curve").size(), 9U * 5U);

  ImpulseDrawing tiny = samples::impact();
  for (double& impulse : tiny.impulse) impulse *= 1e-9;
  for (DrawnStage& stage : tiny.stages) {
    stage.from *= 1e-9;
    stage.to *= 1e-9;
  }
  EXPECT_EQ(with_style(read(tiny), "event").size(), 4U);
}

/// The ordinates of a contact's curve in a panel (0 and 1 velocities, 2 and 3 impulses).
std::vector<double> ordinates(const std::vector<Element>& elements, const char* style,
                              std::size_t panel) {
  const auto numbers = numbers_of(with_style(elements, style)[panel].attribute("d"));
  std::vector<double> found;
  for (std::size_t i = 1; i < numbers.size(); i += 2) found.push_back(numbers[i]);
  return found;
}

TEST(ImpulseDrawing, WhatIsRoundingIsZero) {
  // Only rounding along the surface: its panel shows a straight line at zero, not noise.
  ImpulseDrawing drawing = samples::impact();
  double sign = 1;
  for (DrawnImpact& contact : drawing.contacts)
    for (double& impulse : contact.tangential_impulse) impulse = 1e-17 * (sign = -sign);
  const auto elements = read(drawing);
  for (const char* style : {"of-0", "of-1"})
    for (const double y : ordinates(elements, style, 3))
      EXPECT_EQ(y, ordinates(elements, style, 3).front());
  for (const std::string& text : texts(elements)) EXPECT_EQ(text.find("e−"), std::string::npos);
}

TEST(ImpulseDrawing, UndeterminedImpulsesAreDottedAndSaidToBe) {
  ImpulseDrawing drawing = samples::impact();
  EXPECT_TRUE(with_style(read(drawing), "undetermined").empty());
  drawing.contacts[0].determined = {false, true};  // of A0's impulse the part along its surface
  drawing.notes = {
      "a note that is as long as it takes to need a second line, because there is a "
      "great deal to be said of this impact before it ends"};
  const auto elements = read(drawing);
  const auto open = with_style(elements, "undetermined");
  ASSERT_EQ(open.size(), 2U);  // the curve, and its sign in the legend
  EXPECT_TRUE(open[0].is("of-0"));
  EXPECT_EQ(open[0].attribute("d"), with_style(elements, "of-0")[3].attribute("d"));
  const auto words = texts(elements);
  EXPECT_THAT(words, IsSupersetOf({"undetermined impulse: A0"}));
  const auto line = std::ranges::find_if(
      words, [](const std::string& text) { return text.starts_with("a note that is"); });
  ASSERT_NE(line, words.end());
  EXPECT_LE(line->size(), 96U);
  EXPECT_EQ(*line + " " + *(line + 1), drawing.notes[0]);
}

}  // namespace
}  // namespace carom
