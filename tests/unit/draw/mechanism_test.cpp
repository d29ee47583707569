#include "draw/mechanism.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "draw/svg.hpp"
#include "unit/draw/samples.hpp"
#include "unit/draw/xml.hpp"

namespace carom {
namespace {

using testing::Contains;
using testing::IsSupersetOf;
using testing::Not;

/// The drawing read back. Well-formed, without a number that is none, and nothing cut off.
std::vector<Element> read(const MechanismDrawing& drawing) {
  const std::string document = mechanism_svg(drawing);
  EXPECT_EQ(document.find("nan"), std::string::npos);
  EXPECT_EQ(document.find("inf"), std::string::npos);
  const auto elements = elements_of(document);
  const auto box = numbers_of(elements.front().attribute("viewBox"));
  EXPECT_EQ(box.size(), 4U);
  for (const Element& element : elements) {
    if (element.name != "path" || element.is("mark-quarter")) continue;
    const auto numbers = numbers_of(element.attribute("d"));
    EXPECT_EQ(numbers.size() % 2, 0U);
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
      EXPECT_GE(numbers[i], box[0]);
      EXPECT_LE(numbers[i], box[0] + box[2]);
      EXPECT_GE(numbers[i + 1], box[1]);
      EXPECT_LE(numbers[i + 1], box[1] + box[3]);
    }
  }
  return elements;
}

std::vector<std::string> texts(const std::vector<Element>& elements) {
  std::vector<std::string> result;
  for (const Element& element : elements)
    if (element.name == "text") result.push_back(element.text);
  return result;
}

TEST(MechanismDrawing, NamesEverythingOfASmallMechanism) {
  EXPECT_THAT(texts(read(samples::arch())),
              IsSupersetOf({"Three-link chain: one end rests, the other strikes", "left", "middle",
                            "right", "A0", "Ac", "floor", "0.544 kg", "0.2 kg", "t", "n", "0.2 m",
                            "0.5 m/s", "touching", "approaching", "mass centre"}));
}

TEST(MechanismDrawing, ShowsEveryPart) {
  const auto arch = read(samples::arch());
  EXPECT_EQ(with_style(arch, "link-face").size(), 3U);
  EXPECT_EQ(with_style(arch, "joint").size(), 2U);
  EXPECT_EQ(with_style(arch, "mass").size(), 2U);
  EXPECT_EQ(with_style(arch, "frame").size(), 4U);
  EXPECT_EQ(with_style(arch, "hatching").size(), 1U);
  EXPECT_EQ(with_style(arch, "spring").size(), 0U);

  const auto slider = read(samples::slider());
  EXPECT_EQ(with_style(slider, "spring").size(), 3U) << "the base's and the wall's two";
  EXPECT_EQ(with_style(slider, "drawn-base").size(), 1U);
  EXPECT_EQ(with_style(slider, "ghost").size(), 2U) << "both are displaced";

  const auto ellipse = read(samples::ellipse());
  EXPECT_EQ(with_style(ellipse, "outline").size(), 1U);
  EXPECT_EQ(with_style(ellipse, "motion").size(), 1U);

  const auto pendulum = read(samples::pendulum());
  EXPECT_EQ(with_style(pendulum, "rod").size(), 2U) << "massless";
  EXPECT_EQ(with_style(pendulum, "mark").size(), 0U) << "no mass centres";
  EXPECT_EQ(with_style(pendulum, "drawn-base").size(), 1U);

  const auto box = read(samples::box());
  EXPECT_EQ(with_style(box, "outline").size(), 1U) << "a body, not a bar";
  EXPECT_EQ(with_style(box, "gap").size(), 2U);
}

TEST(MechanismDrawing, TheFirstEndOfAFreeChainIsNoJoint) {
  MechanismDrawing drawing = samples::arch();
  drawing.joints.push_back(drawing.base.position);
  EXPECT_EQ(with_style(read(drawing), "joint").size(), 2U);
  drawing.base.kind = BaseKind::pinned;
  EXPECT_EQ(with_style(read(drawing), "joint").size(), 3U);
}

TEST(MechanismDrawing, EscapesNames) {
  EXPECT_THAT(texts(read(samples::biped())), Contains("Biped <walking> & \"about to step\""));
}

TEST(MechanismDrawing, DescribesItselfInWords) {
  const auto elements = read(samples::arch());
  EXPECT_EQ(
      elements[2].text,
      "A mechanism of 3 links, 2 point masses and 1 surface. Contact A0 is touching, gap 0 m, "
      "velocity 0 m/s tangential, 0 m/s normal. Contact Ac is approaching, gap 0 m, velocity "
      "0.3 m/s tangential, −0.42 m/s normal.");
}

TEST(MechanismDrawing, AreasOfDiscsAreProportionalToMasses) {
  const auto masses = with_style(read(samples::arch()), "mass");
  ASSERT_EQ(masses.size(), 2U);
  const double ratio = masses[1].number("r") / masses[0].number("r");
  EXPECT_NEAR(ratio * ratio, 0.2 / 0.544, 0.002);  // radii are written to 0.01 of about 10
}

TEST(MechanismDrawing, LengthsAndVelocitiesAreToTheScalesOfItsLegend) {
  const auto elements = read(samples::arch());
  const auto rule = numbers_of(with_style(elements, "rule").front().attribute("d"));
  const double metre = (rule[6] - rule[4]) / 0.2;  // "0.2 m"
  const auto middle = numbers_of(with_style(elements, "link-face")[1].attribute("d"));
  EXPECT_NEAR(middle[2] - middle[0], metre, 0.1);

  const auto arrows = with_style(elements, "velocity");
  const auto legend = numbers_of(arrows.back().attribute("d"));
  const double scale = (legend[4] - legend[0]) / 0.5;  // "0.5 m/s"; the head's tip is third
  // The path's first point is the tail, its third the tip.
  const auto approaching = with_style(elements, "approaching");
  const auto arrow = std::find_if(approaching.begin(), approaching.end(),
                                  [](const Element& e) { return e.name == "path"; });
  ASSERT_NE(arrow, approaching.end());
  const auto tip = numbers_of(arrow->attribute("d"));
  EXPECT_NEAR(tip[4] - tip[0], 0.3 * scale, 0.1);
  EXPECT_NEAR(tip[5] - tip[1], 0.42 * scale, 0.1) << "downwards is +y in the picture";
}

TEST(MechanismDrawing, AVelocityThatAContactShowsIsNotDrawnTwice) {
  const auto arch = samples::arch();
  ASSERT_EQ(arch.velocities.size(), 3U);  // the last is the striking foot's
  EXPECT_EQ(with_style(read(arch), "velocity").size(), 2U + 1U) << "two joints, and the legend";
}

TEST(MechanismDrawing, WithoutMotionThereAreNoArrows) {
  MechanismDrawing drawing = samples::arch();
  drawing.velocities.clear();
  for (DrawnContact& contact : drawing.contacts) contact.velocity = {};
  const auto elements = read(drawing);
  EXPECT_TRUE(with_style(elements, "velocity").empty());
  for (const std::string& text : texts(elements)) EXPECT_EQ(text.find("m/s"), std::string::npos);
}

TEST(MechanismDrawing, HatchingIsOnTheSolidSide) {
  const auto elements = read(samples::arch());
  const auto surface = numbers_of(with_style(elements, "surface").front().attribute("d"));
  const auto strokes = numbers_of(with_style(elements, "hatching").front().attribute("d"));
  const double floor = surface[1];
  for (std::size_t i = 1; i < strokes.size(); i += 2) EXPECT_GE(strokes[i], floor - 0.02);
}

TEST(MechanismDrawing, SurfacesThatMeetEndInTheirCorner) {
  // A room's corner: the wall stands on the floor, and the floor begins at the wall.
  MechanismDrawing drawing = samples::box();
  const auto corner = [](const MechanismDrawing& shown) {
    const auto surfaces = with_style(read(shown), "surface");
    EXPECT_EQ(surfaces.size(), 2U);
    return std::pair{numbers_of(surfaces[0].attribute("d")),
                     numbers_of(surfaces[1].attribute("d"))};
  };
  auto [floor, wall] = corner(drawing);
  EXPECT_NEAR(wall[3], floor[1], 0.02);
  EXPECT_NEAR(floor[0], wall[0], 0.02);

  // A body's edge, its solid below the top and to the right of its side.
  drawing.surfaces[1].tangent = {0, 1};
  drawing.surfaces[1].normal = {-1, 0};
  drawing.contacts[2].position = {0, -0.1};
  drawing.contacts[2].gap = 0;
  std::tie(floor, wall) = corner(drawing);
  EXPECT_NEAR(wall[3], floor[1], 0.02);
  EXPECT_NEAR(floor[0], wall[0], 0.02);

  // A side whose contact is above the top: no corner of the two, both go on.
  drawing.contacts[2].position = {0, 0.1};
  std::tie(floor, wall) = corner(drawing);
  EXPECT_LT(floor[0], wall[0] - 10);
}

TEST(MechanismDrawing, AFarSurfaceIsNamedInsteadOfShrinkingEverything) {
  MechanismDrawing drawing = samples::arch();
  DrawnSurface moon = drawing.surfaces[0];
  moon.name = "moon";
  moon.point = {0, -4e8};
  drawing.surfaces.push_back(moon);
  DrawnContact far = drawing.contacts[0];
  far.name = "reach";
  far.surface = 1;
  far.gap = 4e8;
  far.state = ContactState::apart;
  drawing.contacts.push_back(far);
  const auto elements = read(drawing);
  EXPECT_THAT(texts(elements), IsSupersetOf({"moon is outside the picture", "0.2 m"}));
  EXPECT_EQ(with_style(elements, "drawn-surface").size(), 1U);
}

TEST(MechanismDrawing, DegenerateSizesAreDrawn) {
  EXPECT_EQ(read(MechanismDrawing{}).front().name, "svg");

  MechanismDrawing point;
  point.masses = {{{3, 4}, 2}};
  EXPECT_THAT(texts(read(point)), Contains("2 kg"));

  // A ball of no size above a floor: the gap gives the scale.
  DrawnSurface floor;
  floor.name = "floor";
  point.surfaces = {floor};
  DrawnContact contact;
  contact.name = "ball";
  contact.position = {3, 4};
  contact.gap = 4;
  point.contacts = {contact};
  EXPECT_THAT(texts(read(point)), IsSupersetOf({"ball", "floor", "1 m"}));

  // The same at rest on the floor: a metre gives the scale.
  point.masses[0].position = point.contacts[0].position = {3, 0};
  point.contacts[0].gap = 0;
  EXPECT_THAT(texts(read(point)), IsSupersetOf({"ball", "floor"}));

  for (const double length : {1e-9, 1e-3, 1e6, 1e12}) {
    const auto line = read(samples::chain(3, length));
    EXPECT_EQ(with_style(line, "link-face").size(), 3U);
    EXPECT_NEAR(line.front().number("width"), 650, 100) << length;
  }

  MechanismDrawing upright = samples::chain(1, 1);
  upright.links[0].far = {0, 1};
  upright.joints = {{0, 0}};
  read(upright);
}

TEST(MechanismDrawing, FarFromTheOriginIsDrawnAsWell) {
  MechanismDrawing drawing = samples::chain(2, 0.5);
  const Vec2 shift{1e6, -1e6};
  for (DrawnLink& link : drawing.links) {
    link.near += shift;
    link.far += shift;
    link.com += shift;
  }
  for (Vec2& joint : drawing.joints) joint += shift;
  for (DrawnVelocity& velocity : drawing.velocities) velocity.position += shift;
  const auto near = with_style(read(samples::chain(2, 0.5)), "link-face");
  const auto far = with_style(read(drawing), "link-face");
  ASSERT_EQ(near.size(), far.size());
  for (std::size_t i = 0; i < near.size(); ++i)
    EXPECT_EQ(near[i].attribute("d"), far[i].attribute("d"));
}

TEST(MechanismDrawing, TenThousandLinksStayReadableAndSmall) {
  const MechanismDrawing drawing = samples::chain(10000, 0.1);
  const auto elements = read(drawing);
  EXPECT_THAT(texts(elements), Not(Contains("link")));
  EXPECT_THAT(texts(elements), Contains("200 m"));
  EXPECT_TRUE(with_style(elements, "velocity").empty());
  EXPECT_LT(elements.size(), 50U);
  EXPECT_LT(mechanism_svg(drawing).size(), 500000U);
}

}  // namespace
}  // namespace carom
