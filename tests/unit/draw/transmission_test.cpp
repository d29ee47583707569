#include "draw/transmission.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/draw/samples.hpp"
#include "unit/draw/xml.hpp"

namespace carom {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> texts(const std::string& document) {
  std::vector<std::string> found;
  for (const Element& element : elements_of(document))
    if (element.name == "text") found.push_back(element.text);
  return found;
}

/// The style of a link's line.
std::string style_of(const std::string& document, const std::string& link) {
  const std::vector<Element> all = elements_of(document);
  for (std::size_t i = 0; i + 2 < all.size(); ++i)
    if (all[i].is("drawn-link") && all[i + 1].text.starts_with(link + ":"))
      return all[i + 2].attribute("class");
  return "";
}

TEST(TransmissionDrawing, ARodThatCarriesNothingNeitherPullsNorPresses) {
  TransmissionReport report = samples::strike(true);
  for (const double rounding : {0.0, 1e-17, -1e-17, -3e-13}) {
    report.rods[0] = {"A", rounding, rounding, false};
    const std::string document = transmission_svg(report);
    EXPECT_EQ(style_of(document, "A"), "idle") << rounding;
    EXPECT_THAT(texts(document), Contains("A: 0"));
    EXPECT_THAT(texts(document), Contains("carries nothing"));
  }
  // Only across: no tension, no pressure.
  report.rods[0] = {"A", -1e-17, 0.5, false};
  EXPECT_EQ(style_of(transmission_svg(report), "A"), "across");
  EXPECT_THAT(texts(transmission_svg(report)), Contains("A: 0, across 0.5"));
}

TEST(TransmissionDrawing, ABodyWithAnOutlineIsDrawn) {
  TransmissionReport report = samples::strike(true);
  EXPECT_TRUE(with_style(elements_of(transmission_svg(report)), "outline").empty());
  report.drawing.contacts.at(0).outline = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  EXPECT_EQ(with_style(elements_of(transmission_svg(report)), "outline").size(), 1u);
}

TEST(TransmissionDrawing, TheSignIsTheColourAndTheLegendHasWhatIsThere) {
  TransmissionReport report = samples::strike(true);
  report.rods = {{"A", 0.8, 0, false}, {"B", -0.8, 0, false}, {"C", 0, 0, true}};
  const std::string document = transmission_svg(report);
  EXPECT_THAT(style_of(document, "A"), HasSubstr("line-above-"));
  EXPECT_THAT(style_of(document, "B"), HasSubstr("line-below-"));
  EXPECT_EQ(style_of(document, "C"), "blocked");
  for (const char* words : {"pulls", "presses", "blocked"})
    EXPECT_THAT(texts(document), Contains(words));
  EXPECT_THAT(texts(document), Not(Contains("carries nothing")));
  EXPECT_EQ(document.find("undetermined\""), std::string::npos);
}

TEST(TransmissionDrawing, UndeterminedImpulsesAreNotDrawnAsFacts) {
  const std::string document = transmission_svg(samples::strike(false));
  for (const char* link : {"A", "B"})
    EXPECT_THAT(style_of(document, link), HasSubstr(" undetermined")) << link;
  // The pressed contact's arrow too, and the words say so.
  for (const Element& arrow : with_style(elements_of(document), "pressing"))
    EXPECT_EQ(arrow.is("undetermined"), arrow.name == "path");
  EXPECT_THAT(texts(document), Contains(HasSubstr("F undetermined (")));
  EXPECT_THAT(texts(document), Contains(HasSubstr("dotted: undetermined")));
}

/// Each has its own mark: what is determined beside what is not stays a plain line.
TEST(TransmissionDrawing, OnlyWhatIsOpenIsDotted) {
  TransmissionReport report = samples::strike(true);
  report.impulses_determined = false;
  report.rods[1].determined = {false, true};
  const std::string document = transmission_svg(report);
  EXPECT_THAT(style_of(document, "A"), Not(HasSubstr("undetermined")));
  EXPECT_THAT(style_of(document, "B"), HasSubstr(" undetermined"));
  EXPECT_THAT(texts(document), Contains(HasSubstr("B: undetermined (")));
  for (const Element& arrow : with_style(elements_of(document), "pressing"))
    EXPECT_FALSE(arrow.is("undetermined"));
  // Nor is a rod said to carry nothing that may carry something.
  report.rods[1] = {"B", 0, 0, false, {false, true}};
  const std::string idle = transmission_svg(report);
  EXPECT_THAT(texts(idle), Contains("B: undetermined (0)"));
  EXPECT_THAT(texts(idle), Not(Contains("carries nothing")));
}

/// A link whose near end is free neither pulls nor presses nor carries nothing.
TEST(TransmissionDrawing, AFreeEndIsNoJoint) {
  TransmissionReport report = samples::strike(true);
  report.rods[0].free = true;
  const std::string document = transmission_svg(report);
  EXPECT_EQ(style_of(document, "A"), "rod");
  EXPECT_THAT(texts(document), Contains("A: free at its near end"));
  EXPECT_THAT(texts(document), Contains("no joint at its near end"));
}

TEST(TransmissionDrawing, LeavingAndPressingHaveTheirOwnColours) {
  const std::vector<Element> all = elements_of(transmission_svg(samples::strike(true)));
  EXPECT_EQ(with_style(all, "leaving").size(), 2U);  // arrow and point
  EXPECT_EQ(with_style(all, "pressing").size(), 2U);
  EXPECT_TRUE(with_style(all, "velocity").empty());
}

}  // namespace
}  // namespace carom
