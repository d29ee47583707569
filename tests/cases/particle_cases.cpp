/// The reference answers of tests/data/particle.json (50-digit arithmetic) by the elimination on
/// the tree, to 1e-10.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "particles/particle_strike.hpp"
#include "particles/transmission_rates.hpp"
#include "support/places.hpp"

namespace carom {
namespace {

using nlohmann::json;

constexpr double tolerance = 1e-10;

struct Case {
  ParticleTree tree;
  ParticleImpulse strike;
  Vec2 strike_normal;
};

Vec2 unit(double angle) {
  return {std::cos(angle), std::sin(angle)};
}

Case read(const json& input) {
  Case c;
  c.tree.masses = input["masses"].get<std::vector<double>>();
  for (std::size_t i = 1; i < c.tree.masses.size(); ++i)
    c.tree.rods.push_back({input["parent"][i].get<int>(), static_cast<int>(i),
                           unit(input["theta"][i].get<double>()), static_cast<int>(i)});
  for (const json& contact : input["contacts"]) {
    const Vec2 tangent = unit(contact["phi"].get<double>());
    c.tree.contacts.push_back({contact["mass"].get<int>(), tangent, perpendicular(tangent), -1});
  }
  const Vec2 tangent = unit(input["impact"]["phi"].get<double>());
  c.strike_normal = perpendicular(tangent);
  const double ratio = input["impact"]["tangential_ratio"].get<double>();
  c.strike = {input["impact"]["mass"].get<int>(),
              input["eta"].get<double>() * (c.strike_normal + ratio * tangent)};
  return c;
}

json cases() {
  std::ifstream file(places::test_data + "/particle.json");
  return json::parse(file)["cases"];
}

void expect_velocities(const json& expected, const std::vector<Vec2>& found) {
  ASSERT_EQ(expected.size(), found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i].x, expected[i][0].get<double>(), tolerance);
    EXPECT_NEAR(found[i].y, expected[i][1].get<double>(), tolerance);
  }
}

TEST(ParticleCases, WithoutFriction) {
  int count = 0;
  for (const json& each : cases()) {
    const json& output = each["output"];
    if (!output.contains("dv")) continue;
    SCOPED_TRACE(each["id"].get<std::string>() + ": " + each["description"].get<std::string>());
    ++count;
    const Case c = read(each["input"]);
    const ParticleAnswer answer = strike(c.tree, c.strike);
    expect_velocities(output["dv"], answer.velocity);
    EXPECT_NEAR(dot(c.strike_normal, answer.velocity[c.strike.mass]),
                output["impact_normal_mobility"].get<double>(), tolerance);
    EXPECT_EQ(answer.impulses_determined, output.value("F_unique", true));

    const std::vector<double> response = contact_responses(c.tree);
    const ParticleMotion open =
        held_response(c.tree, ClosedContacts(c.tree.contacts.size(), 0), c.strike);
    const std::size_t contacts = c.tree.contacts.size();
    for (std::size_t j = 0; j < contacts; ++j) {
      for (std::size_t i = 0; i < contacts; ++i)
        EXPECT_NEAR(response[j * contacts + i], output["G"][j][i].get<double>(), tolerance);
      EXPECT_NEAR(answer.self_response[j], output["G"][j][j].get<double>(), tolerance);
      EXPECT_NEAR(dot(c.tree.contacts[j].normal, open.velocity[c.tree.contacts[j].mass]),
                  output["transmission_open"][j].get<double>(), tolerance);
      EXPECT_NEAR(answer.normal_velocity[j], output["V_n"][j].get<double>(), tolerance);
      const json& impulses = output["F_n"].is_null() ? output["F_n_one_solution"] : output["F_n"];
      EXPECT_NEAR(answer.normal_impulse[j], impulses[j].get<double>(), tolerance);
      if (!output["signed_outcome"].is_null()) {
        const double expected = output["signed_outcome"][j].get<double>();
        EXPECT_NEAR(answer.outcome[j], expected, tolerance);
        const std::string status = output["status"][j];
        EXPECT_TRUE(status == "detach"     ? answer.outcome[j] > 1e-12
                    : status == "interact" ? answer.outcome[j] < -1e-12
                                           : std::abs(answer.outcome[j]) < 1e-12)
            << status << " " << answer.outcome[j];
      }
    }
    for (std::size_t r = 0; r < c.tree.rods.size(); ++r)
      EXPECT_NEAR(answer.tension[r], output["rod_tension"][r + 1].get<double>(), tolerance);
  }
  EXPECT_GE(count, 47);
}

/// η_f = (1 + e)|v_n⁻|/g, energy loss (1 − e²) v_n⁻²/(2g) with g the normal velocity a unit of η.
TEST(ParticleCases, WholeImpactsWithRestitution) {
  int count = 0;
  for (const json& each : cases()) {
    const json& input = each["input"];
    if (!input.contains("restitution")) continue;
    SCOPED_TRACE(each["id"].get<std::string>());
    ++count;
    const Case c = read(input);
    const ParticleAnswer answer = strike(c.tree, c.strike);
    const auto before = [&](std::size_t i) {
      return Vec2{input["v_pre"][i][0].get<double>(), input["v_pre"][i][1].get<double>()};
    };
    const double e = input["restitution"];
    const double approach = -dot(c.strike_normal, before(c.strike.mass));
    const double mobility = dot(c.strike_normal, answer.velocity[c.strike.mass]);
    const double eta = (1 + e) * approach / mobility;
    EXPECT_NEAR(eta, each["output"]["eta_final"].get<double>(), tolerance);
    EXPECT_NEAR((1 - e * e) * approach * approach / (2 * mobility),
                each["output"]["kinetic_energy_loss"].get<double>(), tolerance);
    std::vector<Vec2> after;
    for (std::size_t i = 0; i < answer.velocity.size(); ++i)
      after.push_back(before(i) + eta * answer.velocity[i]);
    expect_velocities(each["output"]["v_post"], after);
  }
  EXPECT_GE(count, 3);
}

/// W of the contacts and, last, the striking one: t and n rows from responses of the tree.
std::vector<double> inertia(const Case& c, double strike_angle) {
  ParticleTree tree = c.tree;
  const Vec2 tangent = unit(strike_angle);
  tree.contacts.push_back({c.strike.mass, tangent, perpendicular(tangent), -1});
  const ClosedContacts open(tree.contacts.size(), 0);
  const std::size_t width = 2 * tree.contacts.size();
  std::vector<double> w(width * width);
  const auto axis = [&](std::size_t row) {
    const ParticleContact& at = tree.contacts[row / 2];
    return row % 2 == 0 ? at.tangent : at.normal;
  };
  for (std::size_t column = 0; column < width; ++column) {
    const ParticleMotion motion =
        held_response(tree, open, {tree.contacts[column / 2].mass, axis(column)});
    for (std::size_t row = 0; row < width; ++row)
      w[row * width + column] = dot(axis(row), motion.velocity[tree.contacts[row / 2].mass]);
  }
  return w;
}

/// Painlevé and others, with friction: the number of answers and each of them.
TEST(ParticleCases, WithFriction) {
  int count = 0;
  for (const json& each : cases()) {
    const json& output = each["output"];
    if (!output.contains("number_of_solutions")) continue;
    SCOPED_TRACE(each["id"].get<std::string>() + ": " + each["description"].get<std::string>());
    ++count;
    const Case c = read(each["input"]);
    const std::vector<double> w = inertia(c, each["input"]["impact"]["phi"].get<double>());
    std::vector<double> friction;
    std::vector<int> slip;
    for (const json& contact : each["input"]["contacts"]) {
      friction.push_back(contact["mu"].get<double>());
      slip.push_back(contact.value("slip_sign", 0));
    }
    friction.push_back(0);
    slip.push_back(0);
    const int striker = static_cast<int>(c.tree.contacts.size());
    const RateAnswers found =
        strike_rates({striker + 1, w, friction, slip, striker,
                      each["input"]["impact"]["tangential_ratio"].get<double>()});
    ASSERT_EQ(static_cast<int>(found.answers.size()), output["number_of_solutions"].get<int>());
    EXPECT_TRUE(found.exhaustive);
    for (const json& expected : output["solutions"]) {
      bool matched = false;
      for (const RateAnswer& answer : found.answers) {
        bool same = true;
        for (int i = 0; i < striker; ++i) {
          const auto near = [](double a, const json& b) {
            return std::abs(a - b.get<double>()) < tolerance;
          };
          same = same && near(answer.impulse[2 * i], expected["F_t"][i]) &&
                 near(answer.impulse[2 * i + 1], expected["F_n"][i]) &&
                 near(answer.velocity[2 * i], expected["V_t"][i]) &&
                 near(answer.velocity[2 * i + 1], expected["V_n"][i]);
        }
        matched = matched || same;
      }
      EXPECT_TRUE(matched);
    }
  }
  EXPECT_GE(count, 4);
}

}  // namespace
}  // namespace carom
