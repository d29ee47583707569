/// Every number of a scenario is swept: a point of the sweep is the file with that value, to the
/// last bit, and the mechanism is compiled anew exactly where the key's home is its structure.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <toml++/toml.h>

#include <bit>
#include <map>
#include <numbers>
#include <set>
#include <sstream>
#include <variant>

#include "data/question_keys.hpp"
#include "keys/range_checks.hpp"
#include "keys/train_keys.hpp"
#include "laws/registry.hpp"
#include "scenarios/key_rows.hpp"
#include "scenarios/scenario_file.hpp"
#include "scenarios/scenario_text.hpp"
#include "study/study.hpp"
#include "support/everything.hpp"
#include "support/verbs_reference.hpp"
#include "sweeps/closing_solution.hpp"
#include "sweeps/scenario_point.hpp"
#include "sweeps/strike_solver.hpp"

namespace carom {
namespace {

using testing::everything;
using testing::placed;
using testing::replaced;
using testing::whole_train;

using Step = std::variant<std::string, std::size_t>;

/// A number in a file, and what the schema calls it.
struct Spot {
  std::string section;
  std::string key;  ///< "body.mass"; without _deg
  std::vector<Step> path;
  double value = 0;
};

void collect(const toml::node& node, Spot spot, std::vector<Spot>& spots) {
  if (const toml::table* table = node.as_table())
    for (auto&& [name, inner] : *table) {
      Spot next = spot;
      std::string word(name.str());
      next.path.emplace_back(word);
      if (word.ends_with("_deg")) word.resize(word.size() - 4);
      (next.section.empty() ? next.section : next.key) +=
          (next.key.empty() || next.section.empty() ? "" : ".") + word;
      collect(inner, next, spots);
    }
  else if (const toml::array* array = node.as_array())
    for (std::size_t i = 0; i < array->size(); ++i) {
      Spot next = spot;
      next.path.emplace_back(i);
      collect((*array)[i], next, spots);
    }
  else if (node.is_number() && spot.section != "parameters" && spot.section != "sweep" &&
           spot.section != "fit") {
    spot.value = node.is_integer() ? static_cast<double>(node.as_integer()->get())
                                   : node.as_floating_point()->get();
    spots.push_back(std::move(spot));
  }
}

std::vector<Spot> spots_of(const std::string& text) {
  std::vector<Spot> spots;
  collect(toml::parse(text), {}, spots);
  return spots;
}

/// The file with the number as a parameter x.
std::string with_parameter(const std::string& text, const Spot& spot) {
  toml::table root = toml::parse(text);
  toml::node* node = &root;
  for (std::size_t i = 0; i + 1 < spot.path.size(); ++i)
    node = std::holds_alternative<std::string>(spot.path[i])
               ? node->as_table()->get(std::get<std::string>(spot.path[i]))
               : node->as_array()->get(std::get<std::size_t>(spot.path[i]));
  if (const auto* name = std::get_if<std::string>(&spot.path.back()))
    node->as_table()->insert_or_assign(*name, "x");
  else
    node->as_array()->replace(
        node->as_array()->begin() +
            static_cast<std::ptrdiff_t>(std::get<std::size_t>(spot.path.back())),
        "x");
  if (!root.contains("parameters")) root.insert("parameters", toml::table{});
  root["parameters"].as_table()->insert_or_assign("x", spot.value);
  std::ostringstream out;
  out << root;
  return out.str();
}

/// Another value that means something else; whole numbers stay whole.
double another(const Spot& spot) {
  const std::set<std::string> whole{"events",         "steps",     "solution", "returns",
                                    "keep",           "exponents", "segments", "rule.hard_first",
                                    "rule.soft_first"};
  return whole.contains(spot.key) ? spot.value + 1 : 1.01 * spot.value + 1e-4;
}

void add(std::vector<std::uint64_t>& bits, std::initializer_list<double> numbers) {
  for (const double number : numbers) bits.push_back(std::bit_cast<std::uint64_t>(number));
}
void add(std::vector<std::uint64_t>& bits, const Vec2& v) {
  add(bits, {v.x, v.y});
}

/// Every number of a tree; formulas by their values at one instant.
std::vector<std::uint64_t> bits_of(const Tree& tree) {
  std::vector<std::uint64_t> bits;
  add(bits, tree.gravity);
  if (tree.base != BaseKind::free) add(bits, tree.base_position);  // else the state has it
  add(bits, tree.slider_direction);
  add(bits, {tree.slider_mass, tree.slider_stiffness, tree.slider_damping, tree.size});
  for (const TreeLink& link : tree.links) {
    add(bits, {link.length, link.mass, link.inertia});
    add(bits, link.attach);
    add(bits, link.com);
  }
  for (const TreeSurface& surface : tree.surfaces) {
    for (const Vec2& v : {surface.point, surface.tangent, surface.normal, surface.body_direction})
      add(bits, v);
    add(bits, {surface.angle, surface.mass, surface.stiffness, surface.damping});
  }
  for (const TreeContact& contact : tree.contacts) {
    add(bits, contact.centre);
    add(bits, {contact.outline_angle, contact.friction, contact.static_friction});
    for (const double parameter : contact.parameters) add(bits, {parameter});
    for (const double theta : {0.3, 1.7}) add(bits, {support(contact.outline, theta).h});
  }
  for (const TreeForce& force : tree.forces) add(bits, force.at);
  for (const TreeSpring& spring : tree.springs)
    add(bits, {spring.stiffness, spring.damping, spring.rest});
  return bits;
}

/// What a file with the number in it is: nothing where it has faults.
struct Fresh {
  Scenario scenario;
  Tree tree;
  bool sound = false;
};

Fresh fresh(const std::string& text, double x) {
  ReadScenario read =
      scenario_from_text(text, "", std::vector<std::string>{fmt::format("x={}", x)});
  std::vector<Fault> faults = read.faults;
  Fresh there{std::move(read.scenario), {}, false};
  if (!faults.empty()) return there;
  there.tree = compiled(there.scenario.mechanism, faults);
  there.sound = faults.empty() && close(there.scenario, there.tree);
  return there;
}

template <class Choice>
std::vector<std::uint64_t> bits_of(const std::optional<Choice>& choice) {
  std::vector<std::uint64_t> bits;
  if (choice) for_each_value(*choice, [&](const KeyFacts&, double value) { add(bits, {value}); });
  return bits;
}

/// What impacts at the point are, by every law.
std::vector<std::uint64_t> struck(const Scenario& scenario, const Tree& tree,
                                  std::span<const std::string> swept,
                                  std::span<const double> values) {
  StrikePointSolver solver(scenario, tree, swept, all_laws(), Method::consistent, false);
  std::vector<std::uint64_t> bits{static_cast<std::uint64_t>(solver.solve(values))};
  if (bits[0] != static_cast<std::uint64_t>(PointStatus::solved)) return bits;
  for (const StrikePointLaw& law : solver.laws()) {
    bits.push_back(static_cast<std::uint64_t>(law.verdict));
    if (!law.answered) continue;
    add(bits, {law.energy_loss, law.energy_after});
    for (const auto* numbers : {&law.coordinates, &law.velocity, &law.impulse})
      for (const double number : *numbers) add(bits, {number});
  }
  return bits;
}

Home home_of_spot(const Spot& spot, const Scenario& scenario) {
  if (spot.section == "base" && spot.key == "position")
    return scenario.mechanism.base.kind == BaseKind::free ? Home::start : Home::structure;
  for (const ScenarioKey& row : scenario_keys())
    if (row.section == spot.section && row.key == spot.key) return row.home;
  ADD_FAILURE() << "no key " << spot.section << "." << spot.key;
  return Home::structure;
}

const std::vector<std::string> swept{"x"};

/// A point of a sweep of the number, beside the file with the value.
void expect_same(const std::string& text, const Spot& spot) {
  const std::string written = with_parameter(text, spot);
  const Fresh start = fresh(written, spot.value);
  ASSERT_TRUE(start.sound);
  ScenarioPoint point(start.scenario, start.tree, swept);
  long moves = 0;
  int solved = 0;
  for (const double x : {another(spot), -1.0, 0.5, spot.value}) {
    SCOPED_TRACE(fmt::format("x = {}", x));
    const Fresh there = fresh(written, x);
    const double at[] = {x};
    const PointStatus status = point.move_to(at);
    ++moves;
    const Scenario& moved = point.scenario();
    const bool sound = status == PointStatus::solved &&
                       (!moved.simulate || in_range(*moved.simulate)) &&
                       (!moved.map || in_range(*moved.map));
    EXPECT_EQ(sound, there.sound);
    if (!sound || !there.sound) continue;
    ++solved;
    const auto told = [](const Scenario& scenario) {
      Mechanism mechanism = scenario.mechanism;
      mechanism.parameters.clear();  // formulas alone have them, and x is in none
      return scenario_text(mechanism, scenario.state, {});
    };
    EXPECT_EQ(told(moved), told(there.scenario));
    EXPECT_EQ(bits_of(point.tree()), bits_of(there.tree));
    EXPECT_EQ(bits_of(moved.simulate), bits_of(there.scenario.simulate));
    EXPECT_EQ(bits_of(moved.map), bits_of(there.scenario.map));
    EXPECT_EQ(struck(start.scenario, start.tree, swept, at),
              struck(there.scenario, there.tree, {}, {}));
  }
  // The first sine of an outline must be zero: it has one sound value.
  const bool has_others = spot.key != "outline.b" || spot.value != 0;
  EXPECT_GE(solved, has_others ? 2 : 1) << "nothing was compared";
  EXPECT_EQ(point.compilations(),
            home_of_spot(spot, start.scenario) == Home::structure ? moves : 0);
}

/// Mechanisms that together have every number.
std::vector<std::string> mechanisms() {
  const std::string whole =
      replaced(placed(everything, 0, 0.05), "duration = 0.05",
               "duration = 0.05\nevery = 0.001\nstep = 0.002\nevents = 50\nsteps = 4000") +
      "\n[map]\nreturns = 5\nturn = 0.1\nwithin = 0.3\nperiod = 2.0\nkeep = 3\nexponents = 40\n";
  const std::string slider =
      "kind = \"slider\"\nposition = [0.1, 0.7]\ndirection = 0.35\ndisplacement = 0.05\n"
      "mass = 0.8\nstiffness = 40.0\ndamping = 0.3";
  const std::string ellipse =
      "outline = { kind = \"ellipse\", semi_axes = [0.05, 0.03], angle = 0.3 }";
  const std::string free =
      replaced(replaced(whole, slider, "kind = \"free\"\nposition = [0.1, 0.7]"),
               "velocity = [-1.3]", "velocity = [-0.8, 0.2]");
  const std::string pinned =
      replaced(replaced(whole, slider, "kind = \"pinned\"\nposition = [0.1, 0.7]"),
               "velocity = [-1.3]\n", "");
  return {
      whole,
      replaced(free, ellipse, "outline = { kind = \"disc\", radius = 0.02, centre = [0.3, 0.02] }"),
      replaced(pinned, ellipse,
               "outline = { kind = \"fourier\", a = [0.05, 0.001], b = [0.0, 0.002] }"),
      replaced(whole, ellipse, "centre = [0.3, 0.01]\nangle_deg = 5.0"),
      // Two angles close two contacts.
      "[parameters]\nunused = 1\n[base]\nposition = [0.0, 0.3]\n[[link]]\nname = \"A\"\n"
      "length = 0.5\nmass = 1.0\n[[link]]\nname = \"B\"\nlength = 0.5\nmass = 0.6\n"
      "[[surface]]\nname = \"floor\"\n[[contact]]\nname = \"foot\"\nlink = \"B\"\nat = 0.5\n"
      "surface = \"floor\"\n[state]\nangles = [0.1, -1.0]\n[close]\nangles = [\"B\"]\n"
      "touch = [\"foot\"]\nsolution = 1\n"};
}

TEST(SweptKeys, APointIsTheFileWithThatValue) {
  for (const std::string& text : mechanisms())
    for (const Spot& spot : spots_of(text)) {
      SCOPED_TRACE(spot.section + "." + spot.key);
      expect_same(text, spot);
    }
}

/// Of a train: every number of it.
std::vector<std::uint64_t> bits_of(const Train& train) {
  std::vector<std::uint64_t> bits;
  const auto all = [&](const auto& item) {
    for_each_value(item, [&]<class Value>(const KeyFacts&, const Value& value) {
      if constexpr (std::is_same_v<Value, double>) add(bits, {value});
    });
  };
  all(train);
  if (train.coefficients) all(*train.coefficients);
  for (const TrainBody& body : train.bodies) all(body);
  for (const TrainPair& pair : train.pairs) all(pair);
  return bits;
}

const std::vector<std::string>& trains() {
  static const std::vector<std::string> texts{
      whole_train,
      replaced(whole_train, "rule = \"alluhydan2019\"",
               "rule = { a = 0.5, b = 0.0, c = 9.0, hard_first = 5, soft_first = 7 }")};
  return texts;
}

TEST(SweptKeys, APointOfATrainIsTheFileWithThatValue) {
  for (const std::string& text : trains())
    for (const Spot& spot : spots_of(text)) {
      SCOPED_TRACE(spot.section + "." + spot.key);
      const std::string written = with_parameter(text, spot);
      Scenario scenario = fresh(written, spot.value).scenario;
      ASSERT_EQ(home_of_spot(spot, scenario), Home::option);
      const std::vector<std::uint64_t> before = bits_of(*scenario.train);
      std::vector<double> values;
      for (const Parameter& parameter : scenario.parameters)
        values.push_back(parameter.name == "x" ? another(spot) : parameter.value);
      EXPECT_TRUE(evaluate(scenario, values));
      EXPECT_EQ(bits_of(*scenario.train), bits_of(*fresh(written, another(spot)).scenario.train));
      EXPECT_NE(bits_of(*scenario.train), before);
    }
}

TEST(SweptKeys, NoNumberIsForgotten) {
  std::set<std::string> seen, known;
  for (const auto& texts : {mechanisms(), trains()})
    for (const std::string& text : texts)
      for (const Spot& spot : spots_of(text)) seen.insert(spot.section + "." + spot.key);
  for (const ScenarioKey& row : scenario_keys())
    if (row.number && row.section != "sweep" && row.section != "fit")
      known.insert(row.section + "." + row.key);
  for (const std::string& key : known) EXPECT_TRUE(seen.contains(key)) << key;
}

/// Formulas are compiled with the values of the parameters that they name, and of no others.
TEST(SweptKeys, FormulasAreCompiledAnewWhereTheyNameAParameterAlone) {
  const auto compilations = [](const std::string& torque) {
    const std::string text =
        replaced(replaced(placed(everything, 0, 0.05), "q = 0.4", "q = 0.4\nx = 0.002"),
                 "duration = 0.05", "duration = 0.05\nstep = \"x\"");
    const Fresh start = fresh(replaced(text, "0.4*sin(2*t)", torque), 0.002);
    EXPECT_TRUE(start.sound);
    ScenarioPoint point(start.scenario, start.tree, swept);
    const double at[] = {0.003};
    EXPECT_EQ(point.move_to(at), PointStatus::solved);
    return point.compilations();
  };
  EXPECT_EQ(compilations("0.4*sin(2*t)"), 0);
  EXPECT_EQ(compilations("0.4*sin(x*t)"), 1);
}

}  // namespace
}  // namespace carom
