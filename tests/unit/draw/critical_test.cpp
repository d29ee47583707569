#include "draw/critical.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "unit/draw/samples.hpp"
#include "unit/draw/xml.hpp"

namespace carom {
namespace {

using ::testing::Contains;
using ::testing::Not;

std::vector<std::string> texts(const std::vector<Element>& all) {
  std::vector<std::string> found;
  for (const Element& element : all)
    if (element.name == "text") found.push_back(element.text);
  return found;
}

TEST(CriticalDrawing, NoConfigurationIsHatchedAndNothingElseIs) {
  CriticalReport report = samples::plane();  // two by two: leaves, pressed, untouched, nothing
  std::vector<Element> all = elements_of(critical_svg(report));
  for (const char* words : {"leaves", "pressed", "untouched", "no configuration"})
    EXPECT_THAT(texts(all), Contains(words));
  EXPECT_THAT(texts(all), Not(Contains("no single answer")));
  // One cell and its sign in the legend.
  EXPECT_EQ(with_style(all, "region-none").size(), 2U);
  EXPECT_EQ(with_style(all, "region-hatching").size(), 2U);
  EXPECT_EQ(with_style(all, "region-untouched").size(), 2U);

  const StruckRest leaves = StruckRest::leaves, pressed = StruckRest::pressed;
  report.regions.outcome = {{leaves, leaves, pressed, pressed}};
  all = elements_of(critical_svg(report));
  EXPECT_TRUE(with_style(all, "region-none").empty());
  EXPECT_TRUE(with_style(all, "region-hatching").empty());
  EXPECT_THAT(texts(all), Not(Contains("no configuration")));
}

TEST(CriticalDrawing, CurvesStandWhereTheCellsOfALogarithmicAxisAre) {
  // Cells are evenly spaced along the axis: the middle of one from 1 to 100 is 10.
  CriticalReport report = samples::plane();
  report.axes[0] = {"m", 1, 100, true};
  report.curves = {{"C", "cause", false, {{10, 0}, {10, 1}}}};
  const std::vector<Element> all = elements_of(critical_svg(report));
  const auto cell = with_style(all, "region-pressed").front();
  const auto curve = numbers_of(with_style(all, "curve").front().attribute("d"));
  EXPECT_NEAR(curve[0], cell.number("x"), 0.02);
}

}  // namespace
}  // namespace carom
