#include "study/input_check.hpp"

#include <gtest/gtest.h>

#include "dynamics/compiled_model.hpp"
#include "study/study.hpp"

namespace carom {
namespace {

/// A bar that a formula turns and another one drives.
Study bar() {
  return study_from_text(
      "[base]\nkind = \"pinned\"\n[[link]]\nname = \"bar\"\nlength = 1\nmass = 1\n"
      "[[torque]]\nlink = \"bar\"\nvalue = \"1/(t - 2)\"\n"
      "[[drive]]\nlink = \"bar\"\nangle = \"0.5*t\"\n[state]\nangles = [0.0]\nrates = [0.5]\n",
      "bar");
}

/// What kind of fault it is can be told without reading its message.
TEST(InputCheck, AFormulaThatIsNotFiniteIsAKind) {
  const Study study = bar();
  const Tree& tree = study.model.compiled().tree;
  State state = study.scenario.state;
  state.time = 2;
  std::vector<Fault> faults;
  check_inputs_at(study.scenario.mechanism, tree, state, faults);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].kind, FaultKind::not_finite);
  EXPECT_EQ(faults[0].where.section, "torque");

  faults.clear();
  check_drives_at(study.scenario.mechanism, tree, state, faults);
  ASSERT_EQ(faults.size(), 1U) << "the state has another angle";
  EXPECT_EQ(faults[0].kind, FaultKind::other);
}

}  // namespace
}  // namespace carom
