#include "laws/registry.hpp"

#include <gtest/gtest.h>

#include "carom/impact.hpp"
#include "laws/rigid/law.hpp"

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
    ASSERT_NE(law.kernel, nullptr);
    EXPECT_NE(law.kernel->solve, nullptr);
    EXPECT_NE(law.kernel->solve_dual, nullptr);
    // The kernels that laws share read these two, in this order.
    ASSERT_GE(law.parameters.size(), 2u);
    EXPECT_EQ(law.parameters[0], friction_parameter);
    EXPECT_EQ(law.parameters[1], restitution_parameter);
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
