/// What a verb needs is made once: the mechanism is compiled and its formulas are parsed when the
/// file is read, and `strike`, `simulate` and `sweep` do neither again.
///
/// The linker puts the counters below before the functions that they count (CMakeLists.txt,
/// --wrap).

#include <gtest/gtest.h>

#include "facade/sweep.hpp"
#include "model/tree.hpp"
#include "numerics/expression.hpp"
#include "study/simulate.hpp"

namespace carom {
namespace {

int compilations = 0;
int parsings = 0;

}  // namespace

Tree own_compiled(const Mechanism&, std::vector<Fault>&) asm(
    "__real__ZN5carom8compiledERKNS_9MechanismERSt6vectorINS_5FaultESaIS4_EE");
Tree counted_compiled(const Mechanism&, std::vector<Fault>&) asm(
    "__wrap__ZN5carom8compiledERKNS_9MechanismERSt6vectorINS_5FaultESaIS4_EE");
Tree counted_compiled(const Mechanism& mechanism, std::vector<Fault>& faults) {
  ++compilations;
  return own_compiled(mechanism, faults);
}

ParsedExpression own_parsed(std::string_view, const ExpressionNames&) asm(
    "__real__ZN5carom17parsed_expressionESt17basic_string_viewIcSt11char_traitsIcEERKNS_"
    "15ExpressionNamesE");
ParsedExpression counted_parsed(std::string_view, const ExpressionNames&) asm(
    "__wrap__ZN5carom17parsed_expressionESt17basic_string_viewIcSt11char_traitsIcEERKNS_"
    "15ExpressionNamesE");
ParsedExpression counted_parsed(std::string_view text, const ExpressionNames& names) {
  ++parsings;
  return own_parsed(text, names);
}

namespace {

/// Seven formulas: a parameter, an angle, a torque, two of a moved surface, friction, restitution.
constexpr const char* text = R"toml(
[parameters]
mu = 0.3
e = "mu + 0.2"
[base]
kind = "free"
position = [0.0, 0.0]
[[link]]
name = "bar"
length = 1.0
mass = 1.0
[[torque]]
link = "bar"
value = "0.1*sin(t)"
[[surface]]
name = "floor"
motion = { normal = "0*t", tangential = "0" }
[[contact]]
name = "end"
link = "bar"
at = 0.0
surface = "floor"
friction = "mu"
restitution = "e"
[state]
angles = ["1 + 0*mu"]
velocity = [0.1, -1.0]
rates = [0.0]
[simulate]
duration = 0.3
[[sweep]]
parameter = "mu"
from = 0.0
to = 0.5
count = 5
)toml";

/// Read, and counted from nothing.
Study counted_study() {
  compilations = parsings = 0;
  return study_from_text(text, "text");
}

TEST(DoneOnce, ReadingCompilesOnceAndParsesEveryFormulaOnce) {
  counted_study();
  EXPECT_EQ(compilations, 1);
  EXPECT_EQ(parsings, 7);
}

TEST(DoneOnce, StrikeAndSimulateUseWhatWasRead) {
  const Study study = counted_study();
  const int parsed = parsings;
  strike(study, {});
  simulate(study);
  EXPECT_EQ(compilations, 1);
  EXPECT_EQ(parsings, parsed);
}

/// A sweep of coefficients; what follows it in formulas is looked up once a thread, by parsing
/// them with parameters as variables: the torque and the two of the surface.
TEST(DoneOnce, ASweepOfCoefficientsDoesNotCompile) {
  const Study study = counted_study();
  const int parsed = parsings;
  SweepRequest request;
  SweepSetting setting;
  setting.threads = 1;
  const SweepAnswer answer = sweep(study, request, setting);
  EXPECT_TRUE(answer.complete);
  EXPECT_EQ(answer.report.points, 5);
  EXPECT_EQ(compilations, 1);
  EXPECT_LE(parsings, parsed + 3);
}

}  // namespace
}  // namespace carom
