#include "laws/registry.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "carom/impact.hpp"
#include "carom/laws.hpp"
#include "laws/rigid/law.hpp"

namespace carom {
namespace {

TEST(Registry, LawsWithEverythingSaidAboutThem) {
  for (const char* name : {"kinematic", "kinetic", "energetic", "whittaker", "brach"}) {
    ASSERT_NE(find_law(name), nullptr) << name;
    EXPECT_TRUE(find_law(name)->needs_one_striker) << name;
  }
  for (const char* name : {"moreau", "simultaneous"}) {
    ASSERT_NE(find_law(name), nullptr) << name;
    EXPECT_FALSE(find_law(name)->needs_one_striker) << name;
  }
  EXPECT_TRUE(find_law("chatterjee_ruina")->needs_one_striker);
  EXPECT_TRUE(find_law("chatterjee_ruina")->knows_one_contact);
  for (const Law* each : all_laws()) {
    const Law& law = *each;
    EXPECT_EQ(find_law(law.name), &law);
    EXPECT_FALSE(law.title.empty());
    EXPECT_FALSE(law.formula.empty());
    EXPECT_FALSE(law.source.empty());
    EXPECT_FALSE(law.limits.empty());
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
  for (const char* name : {"energetic", "brach", "chatterjee_ruina", "simultaneous"})
    EXPECT_FALSE(find_law(name)->can_make_energy);
}

TEST(KnownLaws, AreTheRegistrysWithTheirParameters) {
  const std::vector<LawDescription> known = known_laws();
  std::vector<std::string_view> names, expected;
  for (const LawDescription& law : known) names.push_back(law.name);
  for (const Law* law : all_laws()) expected.push_back(law->name);
  for (const CompliantLaw* law : compliant_laws()) expected.push_back(law->name);
  EXPECT_EQ(names, expected);
  for (const LawDescription& law : known) {
    const bool rigid = find_law(law.name) != nullptr;
    EXPECT_EQ(law.kind, rigid ? LawKind::rigid : LawKind::compliant);
    EXPECT_EQ(law.law, find_law(law.name));
    const std::span<const LawParameter> declared =
        rigid ? find_law(law.name)->parameters : find_compliant_law(law.name)->parameters;
    EXPECT_TRUE(std::ranges::equal(law.parameters, declared)) << law.name;
    EXPECT_FALSE(law.parameters.empty()) << law.name;
    for (const std::string_view told : {law.title, law.formula, law.source, law.limits})
      EXPECT_FALSE(told.empty()) << law.name;
    for (const LawParameter& parameter : law.parameters) {
      EXPECT_FALSE(parameter.name.empty() || parameter.unit.empty() || parameter.meaning.empty())
          << law.name << " " << parameter.name;
      EXPECT_TRUE(!parameter.otherwise || parameter.range.contains(*parameter.otherwise));
    }
  }
}

TEST(KnownLaws, HaveThoseOfAProgramBetweenRigidAndCompliant) {
  static constexpr LawParameter parameters[] = {
      {"give", Range::zero_to_one, 0.5, "1", "what it gives"}};
  static constexpr Law own{.name = "own", .title = "One's own", .parameters = parameters};
  const Law* const others[] = {nullptr, &own};
  const std::vector<LawDescription> known = known_laws(others);
  ASSERT_EQ(known.size(), known_laws().size() + 1);
  const std::size_t place = all_laws().size();
  EXPECT_EQ(known[place].law, &own);
  EXPECT_EQ(known[place].parameters[0].name, "give");
  EXPECT_EQ(known[place + 1].kind, LawKind::compliant);
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
