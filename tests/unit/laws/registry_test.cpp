#include "laws/registry.hpp"

#include <gtest/gtest.h>

#include "carom/impact.hpp"

namespace carom {
namespace {

TEST(Registry, SixLawsWithEverythingSaidAboutThem) {
  const char* names[] = {"kinematic", "kinetic", "energetic", "whittaker", "brach", "moreau"};
  ASSERT_EQ(all_laws().size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    const Law& law = *all_laws()[i];
    EXPECT_EQ(law.name, names[i]);
    EXPECT_EQ(find_law(law.name), &law);
    EXPECT_FALSE(law.title.empty());
    EXPECT_FALSE(law.formula.empty());
    EXPECT_FALSE(law.source.empty());
    EXPECT_FALSE(law.limits.empty());
    EXPECT_EQ(law.needs_one_striker, law.name != "moreau");
    EXPECT_NE(law.solve, nullptr);
    EXPECT_NE(law.solve_dual, nullptr);
  }
  EXPECT_EQ(find_law("newton"), nullptr);
}

TEST(Registry, WhoCanMakeEnergy) {
  for (const char* name : {"kinematic", "kinetic", "whittaker", "moreau"})
    EXPECT_TRUE(find_law(name)->can_make_energy);
  for (const char* name : {"energetic", "brach"}) EXPECT_FALSE(find_law(name)->can_make_energy);
}

TEST(Names, AreThoseOfTheInterface) {
  EXPECT_EQ(name(Mode::slides_plus), "slides+");
  EXPECT_EQ(name(Mode::slides_minus), "slides-");
  EXPECT_EQ(name(Mode::separates), "separates");
  EXPECT_EQ(name(Verdict::several_colliding), "several_colliding");
  EXPECT_EQ(name(Outcome::rests), "rests");
  EXPECT_EQ(name(Phase::restitution), "restitution");
  EXPECT_EQ(name(Event::slip_stops), "stops sliding");
}

}  // namespace
}  // namespace carom
