// Compliant laws by their interface alone: a mass strikes a wall, whatever the law. The integrator
// here knows nothing of curves: force, guards, pass, and the books of energy.

#include "laws/compliant/law.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "laws/compliant/bimodal.hpp"
#include "laws/registry.hpp"

namespace carom {
namespace {

struct Course {
  double indentation = 0;
  double rate = 0;
  double damped = 0;  ///< J, by viscosity
};

struct Strike {
  double speed = 0;  ///< after
  double lost = 0;   ///< J
  double deepest = 0;
  int events = 0;
};

class Wall {
 public:
  Wall(const CompliantLaw& law, const CompliantContact& contact, double mass)
      : law_(law), contact_(contact), mass_(mass) {}

  /// From an open contact that approaches to the next one that leaves.
  Strike strike(double speed, double step) {
    Course now{memory_.permanent - 1e-3 * step * speed, speed, 0};
    Strike result;
    for (int k = 0; k < 1000000; ++k) {
      const Course next = moved(now, step);
      const Guard* first = nullptr;
      double at = step;
      const Guards guards = law_.guards(contact_, memory_);
      for (const Guard& guard : guards)
        if (passed(guard, next) > 0) {
          double low = 0, high = at;
          if (passed(guard, moved(now, high)) <= 0) continue;
          for (int i = 0; i < 60; ++i) {
            const double half = 0.5 * (low + high);
            (passed(guard, moved(now, half)) > 0 ? high : low) = half;
          }
          at = high;
          first = &guard;
        }
      now = first == nullptr ? next : moved(now, at);
      result.deepest = std::max(result.deepest, now.indentation);
      if (first == nullptr) continue;
      law_.pass(contact_, memory_, first->event, now.indentation, now.rate);
      ++result.events;
      if (first->event == CompliantEvent::release) break;
    }
    result.speed = -now.rate;
    result.lost = law_.lost(contact_, memory_) + now.damped;
    return result;
  }

  const CompliantMemory& memory() const { return memory_; }

 private:
  double force(const Course& at) const {
    return law_.force(contact_, memory_, at.indentation, at.rate);
  }
  double passed(const Guard& guard, const Course& at) const {
    const double value = guard.watch == CompliantQuantity::indentation ? at.indentation
                         : guard.watch == CompliantQuantity::rate      ? at.rate
                                                                       : force(at);
    return guard.rising ? value - guard.level : guard.level - value;
  }
  Course slope(const Course& at) const {
    const double power =
        law_.loss_rate ? law_.loss_rate(contact_, memory_, at.indentation, at.rate) : 0;
    return {at.rate, -force(at) / mass_, power};
  }
  /// One step of Runge and Kutta's fourth order.
  Course moved(const Course& from, double h) const {
    const auto along = [&](const Course& k, double share) {
      return Course{from.indentation + share * h * k.indentation, from.rate + share * h * k.rate,
                    from.damped + share * h * k.damped};
    };
    const Course a = slope(from), b = slope(along(a, 0.5)), c = slope(along(b, 0.5)),
                 d = slope(along(c, 1));
    const auto sum = [&](double Course::*part) {
      return from.*part + h / 6 * (a.*part + 2 * (b.*part) + 2 * (c.*part) + d.*part);
    };
    return {sum(&Course::indentation), sum(&Course::rate), sum(&Course::damped)};
  }

  const CompliantLaw& law_;
  CompliantContact contact_;
  CompliantMemory memory_;
  double mass_;
};

// Fourth order but at the origin of a curve δ^1.5, where a step adds about h^2.5.
constexpr double accuracy = 2e-6;

TEST(CompliantLaw, BimodalLawsGiveBackTheirRestitution) {
  const double mass = 0.1, speed = 0.5;
  for (const char* name : {"bilinear", "hertz"})
    for (const double e : {0.3, 0.7, 1.0}) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(e));
      const CompliantLaw& law = *find_compliant_law(name);
      const double n = law.power({}).exponent;
      const double stiffness = 1e6;
      Wall wall(law, {{stiffness, e}}, mass);
      const double energy = 0.5 * mass * speed * speed;
      const double deepest = std::pow((n + 1) * energy / stiffness, 1 / (n + 1));
      const double step = 1e-3 * deepest / speed;
      const Strike first = wall.strike(speed, step);
      EXPECT_EQ(first.events, 3) << "close, turn, release";
      EXPECT_NEAR(first.speed, e * speed, accuracy * speed);
      EXPECT_NEAR(first.deepest, deepest, accuracy * deepest);
      EXPECT_NEAR(first.lost, energy - 0.5 * mass * first.speed * first.speed, accuracy * energy);
      EXPECT_NEAR(wall.memory().permanent, deepest * (1 - e * e), accuracy * deepest);

      // Remembered: slower, it follows the unloading curve both ways; faster, it loads again.
      EXPECT_NEAR(wall.strike(0.5 * e * speed, step).speed, 0.5 * e * speed, accuracy * speed);
      EXPECT_EQ(wall.strike(2 * speed, step).events, 4) << "close, load, turn, release";
    }
}

/// Hunt and Crossley's law: F = K δ^1.5 (1 + κ δ̇). A law of this file alone, as one would add it.
constexpr LawParameter hunt_crossley_parameters[] = {
    {"stiffness", Range::positive, {}, "N/m^1.5", "K"},
    {"damping", Range::not_negative, 0.0, "s/m", "κ"}};

constexpr CompliantLaw hunt_crossley() {
  CompliantLaw law;
  law.name = "hunt_crossley";
  law.parameters = hunt_crossley_parameters;
  law.force = [](const CompliantContact& contact, const CompliantMemory& memory, double indentation,
                 double rate) {
    if (memory.branch == Branch::open || indentation <= 0) return 0.0;
    return contact.parameters[0] * std::pow(indentation, 1.5) * (1 + contact.parameters[1] * rate);
  };
  law.guards = [](const CompliantContact&, const CompliantMemory& memory) {
    Guards guards;
    if (memory.branch == Branch::open)
      guards.add({CompliantEvent::close, CompliantQuantity::indentation, 0, true});
    else
      guards.add({CompliantEvent::release, CompliantQuantity::indentation, 0, false});
    return guards;
  };
  law.pass = [](const CompliantContact&, CompliantMemory& memory, CompliantEvent event, double,
                double rate) {
    memory.branch = event == CompliantEvent::close ? Branch::loading : Branch::open;
    if (event == CompliantEvent::close) memory.approach = rate;
  };
  law.stored = [](const CompliantContact& contact, const CompliantMemory&, double indentation) {
    return contact.parameters[0] * std::pow(std::max(indentation, 0.0), 2.5) / 2.5;
  };
  law.lost = [](const CompliantContact&, const CompliantMemory& memory) { return memory.lost; };
  law.loss_rate = [](const CompliantContact& contact, const CompliantMemory& memory,
                     double indentation, double rate) {
    if (memory.branch == Branch::open || indentation <= 0) return 0.0;
    return contact.parameters[0] * std::pow(indentation, 1.5) * contact.parameters[1] * rate * rate;
  };
  return law;
}

TEST(CompliantLaw, AViscousLawFitsTheSameInterface) {
  constexpr CompliantLaw law = hunt_crossley();
  const double mass = 0.1, stiffness = 1e6;
  for (const double damping : {0.0, 0.4, 2.0}) {
    const double speed = 0.5;
    Wall wall(law, {{stiffness, damping}}, mass);
    const double energy = 0.5 * mass * speed * speed;
    const Strike struck =
        wall.strike(speed, 1e-3 * std::pow(2.5 * energy / stiffness, 0.4) / speed);
    // Exactly: m v dv = −K δ^1.5 (1 + κv) dδ from δ = 0 to δ = 0.
    const double left = damping * (speed + struck.speed);
    EXPECT_NEAR(left, std::log((1 + damping * speed) / (1 - damping * struck.speed)), 1e-5 * left);
    EXPECT_NEAR(struck.lost, energy - 0.5 * mass * struck.speed * struck.speed, accuracy * energy);
    EXPECT_NEAR(wall.memory().approach, speed, 1e-9);
    if (damping == 0) {
      EXPECT_NEAR(struck.speed, speed, accuracy * speed);
    }
  }
}

TEST(CompliantLaw, EveryOneSaysWhatItTakes) {
  for (const CompliantLaw* law : compliant_laws()) {
    SCOPED_TRACE(std::string(law->name));
    EXPECT_EQ(find_compliant_law(law->name), law);
    EXPECT_FALSE(law->title.empty());
    EXPECT_LE(law->parameters.size(), most_compliant_parameters);
    for (const LawParameter& parameter : law->parameters) {
      EXPECT_FALSE(parameter.unit.empty());
      EXPECT_FALSE(parameter.meaning.empty());
    }
    EXPECT_FALSE(law->formula.empty() || law->source.empty() || law->limits.empty());
    EXPECT_TRUE(law->force && law->guards && law->pass && law->stored && law->lost);
  }
  EXPECT_EQ(find_compliant_law("rubber"), nullptr);
}

}  // namespace
}  // namespace carom
