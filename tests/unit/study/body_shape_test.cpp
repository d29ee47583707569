/// What a link looks like follows from what a scenario says of it: a block is no rod and no
/// triangle.

#include "study/body_shape.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/study.hpp"

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

BodyShape shape(const std::string& link, const std::string& more) {
  const Study study =
      study_from_text("[[link]]\nname = \"body\"\n" + link + "\n[[surface]]\nname = \"floor\"\n" +
                          more + "[state]\nangles = [0.3]\n",
                      "test");
  return body_shapes(study.model.compiled().tree, study.scenario.mechanism).front();
}

std::string contact(const std::string& at, const std::string& more = "") {
  static int count = 0;
  return fmt::format(
      "[[contact]]\nname = \"c{}\"\nlink = \"body\"\nsurface = \"floor\"\nat = {}\n{}\n", ++count,
      at, more);
}

TEST(BodyShape, WhatIsOnOneLineIsABar) {
  const BodyShape bar =
      shape("length = 1.0\nmass = 2.0", contact("0.0") + contact("1.0") + contact("0.4"));
  EXPECT_THAT(bar.block, IsEmpty());
  EXPECT_THAT(bar.arms, IsEmpty());
}

TEST(BodyShape, ABlockAlongItsBaseIsAsHighAsItsMassCentreSays) {
  // As in examples/rocking_block.toml: the link is the base, the mass centre half way up.
  EXPECT_THAT(
      shape("length = 0.2\nmass = 10.0\ncom = [0.1, 0.3]", contact("0.0") + contact("0.2")).block,
      ElementsAre(Vec2{0, 0}, Vec2{0.2, 0}, Vec2{0.2, 0.6}, Vec2{0, 0.6}));
}

TEST(BodyShape, ABlockOnTwoFeetIsNoTriangle) {
  // The link goes up the middle, the feet stand beside it.
  EXPECT_THAT(
      shape("length = 0.6\nmass = 10.0", contact("[0.0, 0.1]") + contact("[0.0, -0.1]")).block,
      ElementsAre(Vec2{0, -0.1}, Vec2{0.6, -0.1}, Vec2{0.6, 0.1}, Vec2{0, 0.1}));
  // One foot is enough: a body is as wide on the other side of its mass centre.
  EXPECT_THAT(shape("length = 0.6\nmass = 10.0", contact("[0.0, 0.1]")).block,
              ElementsAre(Vec2{0, -0.1}, Vec2{0.6, -0.1}, Vec2{0.6, 0.1}, Vec2{0, 0.1}));
}

TEST(BodyShape, WithoutALengthTheMassCentreIsTheMiddle) {
  EXPECT_THAT(shape("length = 0.0\nmass = 1.0\ninertia = 0.1",
                    contact("[-0.2, -0.3]") + contact("[0.2, -0.3]"))
                  .block,
              ElementsAre(Vec2{-0.2, -0.3}, Vec2{0.2, -0.3}, Vec2{0.2, 0.3}, Vec2{-0.2, 0.3}));
}

TEST(BodyShape, ADiscIsItsOutline) {
  // The mass centre is off the disc's middle, inside it: there is no other body.
  const BodyShape disc = shape("length = 0.0\nmass = 1.0\ninertia = 0.1\ncom = [0.01, 0.01]",
                               contact("0.0", "outline = { kind = \"disc\", radius = 0.05 }"));
  EXPECT_THAT(disc.block, IsEmpty());
  EXPECT_THAT(disc.arms, IsEmpty());
}

TEST(BodyShape, PointMassesAndMasslessRodsHaveArms) {
  const std::string mass = "[[mass]]\nlink = \"body\"\nat = [0.5, 0.2]\nmass = 1.0\n";
  const BodyShape bar = shape("length = 1.0\nmass = 2.0", mass + contact("1.0"));
  EXPECT_THAT(bar.block, IsEmpty());
  EXPECT_THAT(bar.arms, ElementsAre(Vec2{0.5, 0.2}));
  const std::string other = "[[mass]]\nlink = \"body\"\nat = 0.0\nmass = 1.0\n";
  const BodyShape rod = shape("length = 1.0\nmass = 0.0", mass + other + contact("[1.0, -0.1]"));
  EXPECT_THAT(rod.block, IsEmpty());
  EXPECT_THAT(rod.arms, ElementsAre(Vec2{1.0, -0.1}, Vec2{0.5, 0.2}));
}

TEST(BodyShape, RoundingMakesNoBlock) {
  EXPECT_THAT(shape("length = 1.0\nmass = 2.0", contact("[1.0, \"0.1*sin(pi)\"]")).block,
              IsEmpty());
}

}  // namespace
}  // namespace carom
