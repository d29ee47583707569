#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/scenarios/reading.hpp"

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

/// A chain of one link at line 1–4 and its state at 5–6, then `more` from line 7 on.
std::string one_link_and(const std::string& more) {
  return "[[link]]\nname = \"bar\"\nlength = 1\nmass = 1\n[state]\nangles = [0]\n" + more;
}

/// The place and that it is not TOML; why not is in the words of the library that reads it, which
/// change with its version.
TEST(ScenarioFaults, NotToml) {
  for (const auto& [text, place] : {std::pair("a = 1\na = 2\n", "2:5"),
                                    {"title = \n", "1:9"},
                                    {"[world\n", "1:7"},
                                    {"[world]\n[world]\n", "2:1"},
                                    {"\xff\xfe", "1:1"}})
    EXPECT_THAT(faults(text), ElementsAre(MatchesRegex(place + std::string(" not valid TOML: .+"))))
        << text;
}

TEST(ScenarioFaults, UnknownSectionsAndKeys) {
  EXPECT_THAT(
      faults("titel = 'x'\n[[lnk]]\n[weather]\nrain = 1\n"),
      ElementsAre("1:1 \"titel\" is not a key; did you mean \"title\"?",
                  "2:3 \"lnk\" is not a section; did you mean \"link\"?",
                  "3:2 \"weather\" is not a section; must be one of title, parameters, "
                  "world, base, link, mass, surface, contact, torque, force, spring, drive, state, "
                  "impact, close, simulate, map, sweep, train, body, pair, fit"));
  EXPECT_THAT(faults(one_link_and("[[contact]]\nname = \"toe\"\nlink = \"bar\"\nat = 0\n"
                                  "surface = \"floor\"\nrestituton = 0.5\n")),
              ElementsAre("12:1 contact \"toe\": \"restituton\" is not a key; did you mean "
                          "\"restitution\"?"));
  EXPECT_THAT(
      faults("[[surface]]\nname = \"wall\"\nbody = { mass = 1, stifness = 2, zebra = 1 }\n"),
      ElementsAre("3:20 surface \"wall\": \"body.stifness\" is not a key; did you mean "
                  "\"body.stiffness\"?",
                  "3:34 surface \"wall\": \"body.zebra\" is not a key; must be one of direction, "
                  "direction_deg, mass, stiffness, damping, displacement, velocity"));
  EXPECT_THAT(
      faults("[[surface]]\nname = \"wall\"\nangle_dg = 3\npoint_deg = [0, 0]\n"),
      ElementsAre("3:1 surface \"wall\": \"angle_dg\" is not a key; did you mean "
                  "\"angle_deg\"?",
                  "4:1 surface \"wall\": \"point_deg\" is not a key; must be one of name, angle, "
                  "angle_deg, point, body, motion"));
}

TEST(ScenarioFaults, MissingKeysStandAtTheirSection) {
  EXPECT_THAT(
      faults("[[link]]\nname = \"a\"\nlength = 1\nmass = 1\n[[link]]\n[state]\nrates = [0, 0]\n"),
      ElementsAre("5:1 link 2: name is missing", "5:1 link 2: length is missing",
                  "5:1 link 2: mass is missing", "6:1 state: angles is missing"));
  EXPECT_THAT(faults("\n[[link]]\nname = \"a\"\nlength = 1\nmass = 1\n"),
              ElementsAre("1:1 state: angles is missing"));
  EXPECT_THAT(faults("[[mass]]\n[[surface]]\n[[contact]]\n[[torque]]\n[[force]]\n[[spring]]\n"),
              ElementsAre("1:1 mass 1: link is missing", "1:1 mass 1: at is missing",
                          "1:1 mass 1: mass is missing", "2:1 surface 1: name is missing",
                          "3:1 contact 1: name is missing", "3:1 contact 1: link is missing",
                          "3:1 contact 1: surface is missing", "3:1 contact 1: at is missing",
                          "4:1 torque 1: link is missing", "4:1 torque 1: value is missing",
                          "5:1 force 1: link is missing", "5:1 force 1: at is missing",
                          "5:1 force 1: value is missing", "6:1 spring 1: link is missing",
                          "6:1 spring 1: stiffness is missing; a spring needs stiffness or "
                          "damping"));
  EXPECT_THAT(faults("[[surface]]\nname = \"w\"\nbody = {}\n"),
              ElementsAre("3:8 surface \"w\": body.mass is missing"));
}

TEST(ScenarioFaults, SectionsOfTheWrongForm) {
  EXPECT_THAT(faults("[link]\nname = \"a\"\n[state]\nangles = [0]\n"),
              ElementsAre("1:1 link: must be written [[link]]"));
  EXPECT_THAT(faults("[[base]]\n[[state]]\n"), ElementsAre("1:1 base: must be written [base]",
                                                           "2:1 state: must be written [state]"));
  EXPECT_THAT(faults("link = 3\n"), ElementsAre("1:8 link: must be written [[link]]"));
  EXPECT_THAT(faults("mass = [{}, 3]\n"),
              ElementsAre("1:9 mass 1: link is missing", "1:9 mass 1: at is missing",
                          "1:9 mass 1: mass is missing", "1:13 mass 2: is 3; must be a table"));
  EXPECT_THAT(faults("title = 3\nparameters = 4\n"),
              ElementsAre("1:9 title: is 3; must be a text in quotes",
                          "2:14 parameters: must be written [parameters]"));
}

TEST(ScenarioFaults, ValuesOfTheWrongType) {
  EXPECT_THAT(
      faults("[world]\ngravity = 9.81\n[base]\nkind = 3\nposition = [1, 2, 3]\nmass = true\n"
             "damping = [1]\nstiffness = {}\ndirection = 1979-05-27\n"),
      ElementsAre("2:11 world: gravity is 9.81; must be two numbers, [x, y]",
                  "4:8 base: kind is 3; must be a text in quotes",
                  "5:12 base: position has 3 numbers; must be two numbers, [x, y]",
                  "6:8 base: mass is true; must be a number",
                  "7:11 base: damping is an array; must be a number",
                  "8:13 base: stiffness is a table; must be a number",
                  "9:13 base: direction is a date or time; must be a number"));
  EXPECT_THAT(faults("[[link]]\nname = \"a\"\nlength = 1\nmass = 1\nat = [1]\ncom = [1, true]\n"
                     "[state]\nangles_deg = 3\nrates = [{}]\n"),
              ElementsAre("5:6 link \"a\": at has 1 number; must be a number or [along, across]",
                          "6:11 link \"a\": com[1] is true; must be a number",
                          "8:14 state: angles_deg is 3; must be an array of numbers",
                          "9:10 state: rates[0] is a table; must be a number"));
  EXPECT_THAT(faults("[[surface]]\nname = \"w\"\nbody = 3\nmotion = { normal = true }\n"),
              ElementsAre("3:8 surface \"w\": body is 3; must be a table",
                          "4:21 surface \"w\": motion.normal is true; must be a number or a "
                          "formula"));
  EXPECT_THAT(faults("[[force]]\nlink = \"a\"\nat = 0\nvalue = 3\n[[force]]\nlink = \"a\"\nat = 0\n"
                     "value = [1, 2, 3]\n[[force]]\nlink = \"a\"\nat = 0\nvalue = [1, nan]\n"),
              ElementsAre("4:9 force 1: value is 3; must be two numbers or formulas, [x, y]",
                          "8:9 force 2: value has 3 parts; must be two numbers or formulas, [x, y]",
                          "12:13 force 3: value[1] is nan; must be finite"));
}

TEST(ScenarioFaults, NumbersThatAreNotFinite) {
  EXPECT_THAT(faults("[parameters]\na = 0\n[[link]]\nname = \"bar\"\nlength = \"1/a\"\nmass = inf\n"
                     "[state]\nangles_deg = [\"0/a\"]\n"),
              ElementsAre("5:10 link \"bar\": length is \"1/a\" = inf; must be finite",
                          "6:8 link \"bar\": mass is inf; must be finite",
                          "8:15 state: angles_deg[0] is \"0/a\" = nan; must be finite"));
}

TEST(ScenarioFaults, FormulasPointIntoTheString) {
  EXPECT_THAT(
      faults("[parameters]\nphi = 1\n" + one_link_and("[world]\ngravity = [0, \"2*(1 + fhi\"]\n")),
      ElementsAre("10:23 world: gravity[1] = \"2*(1 + fhi\": \"fhi\" is not defined; did "
                  "you mean \"phi\"?",
                  "10:26 world: gravity[1] = \"2*(1 + fhi\": expected \")\" at the end"));
  // Columns count characters, whatever their bytes; escapes and long strings are followed.
  EXPECT_THAT(faults("world = { \"gravity\" = ['1', \"1+\\u0074\"] } # é\n"),
              ElementsAre("1:32 world: gravity[1] = \"1+t\": \"t\" is not defined"));
  EXPECT_THAT(faults("[[link]]\nname = 'é'\nlength = '''1 +\n  x'''\nmass = \"\"\"\\\n   1 + "
                     "\\u0028 y)\"\"\"\n"
                     "[state]\nangles = [0]"),
              ElementsAre("4:3 link \"é\": length = \"1 +\\n  x\": \"x\" is not defined",
                          "6:15 link \"é\": mass = \"1 + ( y)\": \"y\" is not defined"));
}

TEST(ScenarioFaults, Choices) {
  EXPECT_THAT(faults("[base]\nkind = \"fre\"\n[state]\nvelocity = 3\n"),
              ElementsAre("2:8 base: kind is \"fre\"; must be \"free\", \"pinned\" or \"slider\"; "
                          "did you mean \"free\"?"))
      << "and no fault about the velocity, which depends on the kind";
  EXPECT_THAT(faults(one_link_and("[[contact]]\nname = \"toe\"\nlink = \"bar\"\nat = 0\n"
                                  "surface = \"floor\"\noutline = { kind = \"elipse\" }\n")),
              ElementsAre("12:20 contact \"toe\": outline.kind is \"elipse\"; must be \"point\", "
                          "\"disc\", \"ellipse\", \"fourier\" or \"expression\"; did you mean "
                          "\"ellipse\"?"));
  EXPECT_THAT(
      faults("[parameters]\na = 1\n[[sweep]]\nparameter = \"a\"\nfrom = 1\nto = 2\ncount = 3\n"
             "spacing = \"cubic\"\n"),
      ElementsAre("8:11 sweep 1: spacing is \"cubic\"; must be \"linear\" or \"log\""));
}

TEST(ScenarioFaults, BothInRadiansAndInDegrees) {
  EXPECT_THAT(
      faults("[[surface]]\nname = \"w\"\nangle = 1\nangle_deg = 3\n[[spring]]\nlink = \"a\"\n"
             "damping = 1\nrest = 1\nrest_deg = 2\n[state]\nangles = []\nangles_deg = []\n"),
      ElementsAre("4:13 surface \"w\": angle and angle_deg are both given; only one may be",
                  "9:12 spring 1: rest and rest_deg are both given; only one may be",
                  "12:14 state: angles and angles_deg are both given; only one may be"));
}

TEST(ScenarioFaults, StatesHaveOneNumberALink) {
  const std::string links =
      "[[link]]\nname = \"a\"\nlength = 1\nmass = 1\n[[link]]\nname = \"b\"\nlength = 1\nmass = 1\n"
      "[[link]]\nname = \"c\"\nlength = 1\nmass = 1\n";
  EXPECT_THAT(faults(links + "[state]\nangles = [0, 1]\nrates_deg = [1, 2, 3, 4]\n"),
              ElementsAre("14:10 state: angles has 2 numbers; 3 links need 3",
                          "15:13 state: rates_deg has 4 numbers; 3 links need 3"));
  EXPECT_THAT(faults(one_link_and("rates = []\n")),
              ElementsAre("7:9 state: rates has 0 numbers; 1 link needs 1"));
  EXPECT_THAT(faults(one_link_and("velocity = [1]\n")),
              ElementsAre("7:12 state: velocity has 1 number; must be two numbers, [x, y]"));
  EXPECT_THAT(faults(one_link_and("velocity = [1, 2]\n[base]\nkind = \"slider\"\n")),
              ElementsAre("7:12 state: velocity has 2 numbers; a slider has 1"));
  EXPECT_THAT(faults(one_link_and("velocity = [1, 2]\n[base]\nkind = \"pinned\"\n")),
              ElementsAre("7:12 state: velocity is given, but a pinned base has none"));
  EXPECT_THAT(faults(one_link_and("velocity = [0, 0.0]\n[base]\nkind = \"pinned\"\n")), IsEmpty());
}

TEST(ScenarioFaults, ContactsAndTheirOutlines) {
  const std::string contact = "[[contact]]\nname = \"toe\"\nlink = \"bar\"\nsurface = \"floor\"\n";
  EXPECT_THAT(faults(one_link_and(contact)), ElementsAre("7:1 contact \"toe\": at is missing"));
  EXPECT_THAT(faults(one_link_and(contact + "outline = { kind = \"disc\", centre = 1 }\n")),
              ElementsAre("11:11 contact \"toe\": outline.radius is missing; outline.kind \"disc\" "
                          "needs it"));
  EXPECT_THAT(faults(one_link_and(contact + "at = 1\noutline = { kind = \"ellipse\" }\n")),
              ElementsAre("12:11 contact \"toe\": outline.semi_axes is missing; outline.kind "
                          "\"ellipse\" needs it"));
  EXPECT_THAT(faults(one_link_and(contact + "at = 1\noutline = { kind = \"fourier\" }\n")),
              ElementsAre("12:11 contact \"toe\": outline.a is missing; outline.kind \"fourier\" "
                          "needs it"));
  EXPECT_THAT(faults(one_link_and(contact + "at = 1\noutline = { kind = \"expression\" }\n")),
              ElementsAre("12:11 contact \"toe\": outline.h is missing; outline.kind "
                          "\"expression\" needs it"));
  EXPECT_THAT(faults(one_link_and(contact + "at = 1\noutline = { radius = 1 }\n")),
              ElementsAre("12:11 contact \"toe\": outline.kind is missing"));
  EXPECT_THAT(
      faults(one_link_and(contact + "at = 1\ncentre = 1\nangle = 1\n"
                                    "outline = { kind = \"point\", centre = 2, angle_deg = 3 }\n")),
      ElementsAre(
          "12:10 contact \"toe\": centre and outline.centre are both given; only one may be",
          "13:9 contact \"toe\": angle and outline.angle_deg are both given; only one may "
          "be"));
}

TEST(ScenarioFaults, Parameters) {
  EXPECT_THAT(
      faults("[parameters]\nsin = 1\n\"a-b\" = 2\nc = true\nd = \"e +\"\nx = \"y\"\ny = \"z\"\n"
             "z = \"x + w\"\nw = \"w\"\nv = \"1/0\"\nu = inf\n[world]\n"
             "gravity = [\"1/c\", \"x\"]\n"),
      ElementsAre("2:7 parameters: \"sin\" cannot be a parameter; it is a name of formulas' own",
                  "3:9 parameters: \"a-b\" cannot be a name; only letters, digits and _ can, not "
                  "starting with a digit",
                  "4:5 parameters: c is true; must be a number",
                  "5:6 parameters: d = \"e +\": \"e\" is not defined",
                  "5:9 parameters: d = \"e +\": expected a value at the end",
                  "6:5 parameters: x depends on itself: x -> y -> z -> x",
                  "9:5 parameters: w depends on itself: w -> w",
                  "10:5 parameters: v is \"1/0\" = inf; must be finite",
                  "11:5 parameters: u is inf; must be finite"))
      << "and no fault about what uses them";
}

TEST(ScenarioFaults, OverridesHaveNoPlace) {
  EXPECT_THAT(faults("[parameters]\nphi = 1\npsi = 2\nchi = 3\n[wrld]\n",
                     {"fhi=1", "phi", "psi=2x", "chi=1/0"}),
              ElementsAre("-p fhi=1: \"fhi\" is not a parameter; did you mean \"phi\"?",
                          "-p phi: must be name=value",
                          "-p psi=2x: psi = \"2x\": expected an operator before \"x\"",
                          "-p chi=1/0: chi is inf; must be finite",
                          "5:2 \"wrld\" is not a section; did you mean \"world\"?"));
}

TEST(ScenarioFaults, ImpactAndSweep) {
  EXPECT_THAT(
      faults("[parameters]\na = 1\nb = 2\n[impact]\nlaw = 3\ncolliding = \"toe\"\n"
             "[[sweep]]\nparameter = \"c\"\nfrom = 1\n"
             "[[sweep]]\nparameter = \"a\"\nvalues = []\nto = 3\n"
             "[[sweep]]\nparameter = \"a\"\nfrom = -1\nto = 2\ncount = 2.5\nspacing = \"log\"\n"
             "[[sweep]]\nvalues = [1]\n"),
      ElementsAre("5:7 impact: law is 3; must be a text in quotes",
                  "6:13 impact: colliding \"toe\" is not a contact",
                  "7:1 sweep 1: to is missing; an axis has from, to and count, or values, or a "
                  "distribution and count",
                  "7:1 sweep 1: count is missing; an axis has from, to and count, or values, or a "
                  "distribution and count",
                  "8:13 sweep 1: parameter \"c\" is not defined",
                  "12:10 sweep 2: values is empty; needs at least one number",
                  "13:6 sweep 2: values and to are both given; only one may be",
                  "15:13 sweep 3: parameter \"a\" is swept by sweep 2 already",
                  "16:8 sweep 3: from is -1; must be > 0 where spacing is \"log\"",
                  "18:9 sweep 3: count is 2.5; must be a whole number from 1 to 1000000000",
                  "20:1 sweep 4: parameter is missing"));
}

TEST(ScenarioFaults, AnErrorListsThemALineEach) {
  const ReadScenario read_file = read("titel = 1\n[[link]]\nname = \"a\"\nlength = 1\nmas = 1\n");
  EXPECT_STREQ(InputError(read_file.scenario.path, read_file.faults).what(),
               "test.toml:1:1: state: angles is missing\n"
               "test.toml:1:1: \"titel\" is not a key; did you mean \"title\"?\n"
               "test.toml:5:1: link \"a\": \"mas\" is not a key; did you mean \"mass\"?");
}

TEST(ScenarioFaults, MessagesStayOnOneLine) {
  EXPECT_THAT(faults("\"a\\nb\\u0007\" = 1\n"),
              ElementsAre(::testing::StartsWith("1:1 \"a\\nb\\x07\" is not a key")));
}

TEST(ScenarioFaults, PlacesForTheModel) {
  const auto place_of = read(everything).place_of;
  EXPECT_EQ(place_of({"world", -1, "gravity", 1}), (Place{7, 15}));
  EXPECT_EQ(place_of({"base", -1, "direction", -1}), (Place{10, 17})) << "direction_deg";
  EXPECT_EQ(place_of({"base", -1, "", -1}), (Place{8, 1}));
  EXPECT_EQ(place_of({"link", 1, "mass", -1}), (Place{29, 8}));
  EXPECT_EQ(place_of({"link", 1, "inertia", -1}), (Place{24, 1})) << "missing: the header";
  EXPECT_EQ(place_of({"link", 0, "com", 1}), (Place{22, 14}));
  EXPECT_EQ(place_of({"surface", 0, "body.direction", -1}), (Place{39, 26}));
  EXPECT_EQ(place_of({"surface", 0, "body", -1}), (Place{39, 8}));
  EXPECT_EQ(place_of({"contact", 1, "outline.centre", -1}), (Place{58, 10}));
  EXPECT_EQ(place_of({"contact", 1, "outline.angle", -1}), (Place{59, 13}));
  EXPECT_EQ(place_of({"contact", 3, "outline.radius", -1}), (Place{73, 18}));
  EXPECT_EQ(place_of({"state", -1, "angles", 1}), (Place{89, 19}));
  EXPECT_EQ(place_of({"link", 99, "mass", -1}), (Place{16, 1})) << "the list as a whole";
  EXPECT_EQ(place_of({"map", -1, "returns", -1}), (Place{1, 1}));
}

TEST(ScenarioFaults, MergedWithTheModels) {
  const ReadScenario read_file = read(
      "[[link]]\nname = \"a\"\nlength = \"1/0\"\nmass = -1\n[[link]]\nname = \"a\"\nlength = 1\n"
      "mass = 1\n[state]\nangles = [0]\n");
  const std::vector<Fault> model{
      {{"link", 1, "name", -1}, "link \"a\": twice", {}},
      {{"link", 0, "mass", -1}, "link \"a\": mass is -1; must be >= 0", {}},
      {{"link", 0, "length", -1}, "link \"a\": length is 0", {}}};
  EXPECT_THAT(lines(merged(read_file.faults, model, read_file.place_of)),
              ElementsAre("3:10 link \"a\": length is \"1/0\" = inf; must be finite",
                          "4:8 link \"a\": mass is -1; must be >= 0", "6:8 link \"a\": twice",
                          "10:10 state: angles has 1 number; 2 links need 2"));
  const ReadScenario not_toml = read("[[link]\n");
  EXPECT_EQ(merged(not_toml.faults, model, not_toml.place_of).size(), 1u);
}

}  // namespace
}  // namespace carom
